"""Does diversity predict accuracy? Figures of random sub-ensembles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.diversity import MEASURES
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity_measures import ARROWS
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, SINGLE, axis, layout
from l2dwk_core.rank_correlation import RankCorrelation
from l2dwk_core.subensembles import Prediction, SubensembleStudy

Floats = NDArray[np.float64]

YARDSTICK = "Mean accuracy of the members"


def prediction_sentence(found: tuple[Prediction, ...]) -> str:
    """How many measures rank the sub-ensembles, and which way: the honest line."""
    up = sum(p.fixed.low > 0 for p in found)
    down = sum(p.fixed.high < 0 for p in found)
    n = len(found)
    if up == down == 0:
        return (
            f"None of {n} measures can be said to predict which of these sub-ensembles vote better"
        )
    parts = []
    if up:
        parts.append(f"by {up} of {n} measures the more diverse sub-ensembles vote better")
    if down:
        parts.append(f"by {down} of {n} the more diverse vote worse")
    sentence = ", ".join(parts)
    return sentence[0].upper() + sentence[1:]


def prediction_figure(
    study: SubensembleStudy, found: tuple[Prediction, ...], yardstick: RankCorrelation, rows: str
) -> Chart:
    """Rank correlation of every measure with vote accuracy, with intervals; fixed and adaptive."""
    adaptive = [p.adaptive for p in found if p.adaptive is not None]
    both = len(adaptive) == len(found)
    places = np.arange(len(found), 0, -1)
    shift = 0.16 if both else 0.0
    traces = [
        _dots(
            [YARDSTICK],
            [yardstick],
            np.array([0.0]),
            "yardstick: accuracy itself",
            SINGLE,
            "square",
        ),
        _dots(
            [p.title for p in found],
            [p.fixed for p in found],
            (places + shift).tolist(),
            "every row counts the same (fixed)",
            MEMBERS,
            "circle",
        ),
    ]
    if both:
        traces.append(
            _dots(
                [p.title for p in found],
                adaptive,
                (places - shift).tolist(),
                "rows count by α (adaptive)",
                L2DWK,
                "diamond",
            )
        )
    n = len(study.accuracy)
    figure = go.Figure(
        traces,
        layout(
            height=42 * (len(found) + 1) + 110,
            margin={"l": 16, "r": 16, "t": 12, "b": 92},
            showlegend=True,
            legend={
                "orientation": "h",
                "x": 0.5,
                "xanchor": "center",
                "y": -0.14,
                "yanchor": "top",
            },
            shapes=[
                {
                    "type": "line",
                    "xref": "x",
                    "yref": "paper",
                    "x0": 0,
                    "x1": 0,
                    "y0": 0,
                    "y1": 1,
                    "line": {"color": FAINT, "width": 2},
                }
            ],
            xaxis=axis("rank correlation of diversity with vote accuracy", range=[-1.02, 1.02]),
            yaxis=axis(
                None,
                tickmode="array",
                tickvals=[*places.tolist(), 0],
                ticktext=[f"{p.title} {ARROWS[MEASURES[p.measure].direction]}" for p in found]
                + [YARDSTICK],
                range=[-0.6, len(found) + 0.6],
                ticks="",
                showline=False,
            ),
        ),
    )
    return Chart(
        "diversity_predicts_accuracy",
        prediction_sentence(found),
        figure,
        f"Each dot compares {n} random sub-ensembles of {study.size} members: +1 if the more "
        "diverse always vote better, −1 if always worse, 0 if diversity does not tell; bars are "
        "95 % bootstrap intervals over these sub-ensembles. Measures that fall with diversity (↓) "
        f"enter with the opposite sign. Votes are scored on the {rows} rows; other data, or other "
        "rows, may say otherwise.",
        "; ".join(
            f"{p.title}: {p.fixed.value:.2f} ({p.fixed.low:.2f} to {p.fixed.high:.2f})"
            for p in found
        ),
        {
            "rank correlations": lambda: _correlation_table(found, yardstick),
            "sub-ensembles": lambda: subensemble_table(study),
        },
    )


def subensemble_scatter(
    study: SubensembleStudy, measure: str, found: tuple[Prediction, ...], rows: str
) -> Chart:
    """One point a sub-ensemble: a measure against vote accuracy, fixed and adaptive panels."""
    info = MEASURES[measure]
    one = next(p for p in found if p.measure == measure)
    panels = [("fixed: every row counts the same", study.fixed[measure], one.fixed, MEMBERS)]
    if study.adaptive is not None and one.adaptive is not None:
        panels.append(("adaptive: rows count by α", study.adaptive[measure], one.adaptive, L2DWK))
    return _scatter_panels(
        "subensemble_scatter",
        f"{info.title} {ARROWS[info.direction]} against the vote: "
        + ", ".join(
            f"{title.split(':')[0]} {_signed(_own_sign(found_.value, info.direction))}"
            for title, _, found_, _ in panels
        ),
        [(f"{title}", values, study.accuracy, colour) for title, values, _, colour in panels],
        info.title,
        f"vote accuracy on the {rows} rows",
        ".0%",
        f"One point a sub-ensemble of {study.size} members. The number in the title is the rank "
        "correlation of the measure as it is with accuracy: 0 is a shapeless cloud, ±1 a line.",
        {"sub-ensembles": lambda: subensemble_table(study)},
        share_y=True,
    )


def margins_against_diversity(study: SubensembleStudy, measure: str, rows: str) -> Chart:
    """Smallest and mean margin of the uniform vote against a measure."""
    info = MEASURES[measure]
    return _scatter_panels(
        "margins_diversity",
        "The mean margin is the members' accuracy; only the smallest margin is left for diversity",
        [
            ("smallest margin", study.fixed[measure], study.smallest_margin, MEMBERS),
            ("mean margin", study.fixed[measure], study.mean_margin, MEMBERS),
        ],
        f"{info.title} {ARROWS[info.direction]}",
        "margin",
        None,
        "A row's margin is (right votes − wrong votes)/members, from −1 to 1; above 0 most members "
        "are right. Averaged over rows it is 2 × mean accuracy − 1, whatever the diversity. "
        f"Measured on the {rows} rows, where the hardest row usually fixes the smallest margin.",
        {"margins": lambda: _margin_table(study, measure)},
        share_y=False,
    )


def subensemble_table(study: SubensembleStudy) -> pd.DataFrame:
    """One line a sub-ensemble: members, accuracy, margins and every measure."""
    columns: dict[str, Any] = {
        "members": [" ".join(map(str, m)) for m in study.members],
        "vote_accuracy": study.accuracy,
        "mean_member_accuracy": study.member_accuracy,
        "smallest_margin": study.smallest_margin,
        "mean_margin": study.mean_margin,
    }
    columns |= dict(study.fixed)
    if study.adaptive is not None:
        columns |= {f"{name}_adaptive": values for name, values in study.adaptive.items()}
    return pd.DataFrame(columns)


def _dots(
    names: list[str], found: list[RankCorrelation], places: list[float], name: str, colour: str,
    symbol: str,
) -> dict[str, Any]:  # fmt: skip
    value = np.array([f.value for f in found])
    return {
        "type": "scatter",
        "x": value,
        "y": places,
        "mode": "markers",
        "marker": {"color": colour, "size": 10, "symbol": symbol},
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([f.high for f in found]) - value,
            "arrayminus": value - np.array([f.low for f in found]),
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        "name": name,
        "text": [
            f"{title}: {f.value:.2f} ({f.low:.2f} to {f.high:.2f})"
            + (f"<br>{f.n_left_out} sub-ensembles without a value" if f.n_left_out else "")
            for title, f in zip(names, found, strict=True)
        ],
        "hovertemplate": f"%{{text}}<extra>{name}</extra>",
    }


def _scatter_panels(
    name: str,
    title: str,
    panels: list[tuple[str, Floats, Floats, str]],
    x_title: str,
    y_title: str,
    y_format: str | None,
    reading: str,
    tables: Mapping[str, Any],
    *,
    share_y: bool,
) -> Chart:
    gap = 0.06 if share_y else 0.12
    width = (1 - gap * (len(panels) - 1)) / len(panels)
    axes: dict[str, Any] = {}
    headings: list[dict[str, Any]] = []
    traces: list[dict[str, Any]] = []
    for i, (heading, x, y, colour) in enumerate(panels):
        number = str(i + 1) if i else ""
        left = i * (width + gap)
        axes[f"xaxis{number}"] = axis(x_title, domain=[left, left + width], anchor=f"y{number}")
        more: dict[str, Any] = {"tickformat": y_format} if y_format else {}
        if share_y and i:
            more |= {"matches": "y", "showticklabels": False}
        axes[f"yaxis{number}"] = axis(
            (y_title if share_y else f"{heading}") if not (share_y and i) else "",
            anchor=f"x{number}",
            **more,
        )
        headings.append(
            {
                "x": left,
                "y": 1,
                "xref": "paper",
                "yref": "paper",
                "xanchor": "left",
                "yanchor": "bottom",
                "yshift": 4,
                "text": f"<b>{heading}</b>",
                "showarrow": False,
            }
        )
        traces.append(
            {
                "type": "scatter",
                "x": x.astype(np.float32),
                "y": y.astype(np.float32),
                "mode": "markers",
                "marker": {"color": colour, "size": 6, "opacity": 0.55},
                "name": heading,
                "xaxis": f"x{number}",
                "yaxis": f"y{number}",
                "hovertemplate": f"{x_title} %{{x:.3f}}<br>{y_title} %{{y:.3~g}}<extra></extra>",
            }
        )
    figure = go.Figure(
        traces,
        layout(
            height=360,
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            annotations=headings,
            **axes,
        ),
    )
    alternative = "; ".join(
        f"{heading}: {len(x)} sub-ensembles, {_span(x)} against {_span(y)}"
        for heading, x, y, _ in panels
    )
    return Chart(name, title, figure, reading, alternative, tables)


def _span(values: Floats) -> str:
    defined = values[~np.isnan(values)]
    return f"{defined.min():.3g} to {defined.max():.3g}" if defined.size else "undefined"


def _own_sign(value: float, direction: str) -> float:
    return value if direction == "up" else -value


def _signed(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:+.2f}".replace("-", "−")


def _correlation_table(found: tuple[Prediction, ...], yardstick: RankCorrelation) -> pd.DataFrame:
    lines = [
        (p.title, rows, correlation)
        for p in found
        for rows, correlation in (("fixed", p.fixed), ("adaptive", p.adaptive))
        if correlation is not None
    ]
    lines.append((YARDSTICK, "fixed", yardstick))
    return pd.DataFrame(
        [
            {
                "measure": title,
                "rows_weighted": rows,
                "rank_correlation": c.value,
                "low_95": c.low,
                "high_95": c.high,
                "sub_ensembles": c.n,
                "without_a_value": c.n_left_out,
            }
            for title, rows, c in lines
        ]
    )


def _margin_table(study: SubensembleStudy, measure: str) -> pd.DataFrame:
    return pd.DataFrame(
        {
            measure: study.fixed[measure],
            "smallest_margin": study.smallest_margin,
            "mean_margin": study.mean_margin,
        }
    )
