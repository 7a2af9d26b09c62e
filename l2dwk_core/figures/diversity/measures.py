"""Every measure of one ensemble side by side, each on its own range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.diversity import MEASURES, Measure, MeasureDetail
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label, legend_below
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, axis, keyed, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.studies.diversity_report import DiversityReport

ARROWS = {"up": "↑", "down": "↓"}
"""Which way a measure goes when an ensemble gets more diverse."""

SYMBOLS = {
    "q_statistic": "Q",
    "correlation": "ρ",
    "disagreement": "Dis",
    "double_fault": "DF",
    "entropy": "E",
    "kohavi_wolpert": "KW",
    "interrater_kappa": "κ",
    "difficulty": "θ",
    "generalized_diversity": "GD",
    "coincident_failure_diversity": "CFD",
    "label_kappa": "κ labels",
}
"""Short names where there is no room for titles."""


def position(measure: Measure, detail: MeasureDetail, n_members: int) -> float:
    """Return where a value lies between the least diverse value (0) and the most diverse value (1)
    that L members can have.

    0.5 where both are the same; NaN for NaN.
    """
    value = detail.value
    low, high = measure.attainable(detail, n_members)
    if high == low:
        return 0.5 if not np.isnan(value) else float("nan")
    share = (value - low) / (high - low)
    return float(np.clip(share if measure.direction == "up" else 1.0 - share, 0.0, 1.0))


def diversity_measures_figure(report: DiversityReport) -> Chart:
    """Draw one line for each measure: its attainable range, its value on equal rows and its
    value under α."""
    names = list(report.fixed)
    places = np.arange(len(names), 0, -1)
    n = report.n_members
    traces = [_tracks(places)]
    labels: list[dict[str, Any]] = _ends(len(names))
    both = report.adaptive is not None and not report.alpha_is_equal
    for details, name, colour, symbol in _series(report, both):
        traces.append(_values(details, names, places, n, name, colour, symbol))
    for place, name in zip(places, names, strict=True):
        measure, detail = MEASURES[name], report.fixed[name]
        under_alpha = report.adaptive[name].value if both and report.adaptive else None
        labels += _labels(int(place), measure, detail, n, under_alpha)
    rows = counted(report.oracle.n_rows, f"{report.rows} row")
    figure = Drawing(
        traces,
        layout(
            height=46 * len(names) + 80,
            margin={"l": 12, "r": 12, "t": 12, "b": 40},
            showlegend=both,
            legend=legend_below(0),
            annotations=labels,
            xaxis=axis(
                None,
                range=[-0.02, 1.02],
                tickmode="array",
                tickvals=[0, 0.5, 1],
                showticklabels=False,
                ticks="",
                showline=False,
            ),
            yaxis=axis(None, range=[0.6, len(names) + 1.2], visible=False),
        ),
    )
    arrows = "↑ marks measures that rise with diversity, ↓ those that fall; "
    return Chart(
        "diversity_measures",
        f"How diverse {counted(n, 'member')} {'is' if n == 1 else 'are'} by {len(names)} measures "
        f"({rows})",
        figure,
        "Each line is the range that a measure can have with this many members, on any rows "
        "(where pairs are undefined: with the members of the other pairs). More diverse is "
        f"always further right. {arrows}the number is the measure's own value."
        + (
            f" Blue counts each row by its kernel weight α of round {report.alpha_round}."
            if both
            else ""
        ),
        "; ".join(
            f"{MEASURES[name].title} {_shown(detail.value)}"
            for name, detail in report.fixed.items()
        ),
        {"diversity measures": lambda: measures_table(report)},
    )


def measures_table(report: DiversityReport) -> pd.DataFrame:
    """Return value, range, direction and undefined pairs of every measure."""
    n = report.n_members
    rows = []
    for name, detail in report.fixed.items():
        measure = MEASURES[name]
        low, high = measure.attainable(detail, n)
        rows.append(
            {
                "measure": measure.title,
                "value": detail.value,
                "value_under_alpha": (
                    np.nan if report.adaptive is None else report.adaptive[name].value
                ),
                "lowest": low,
                "highest": high,
                "more_diverse_is": "higher" if measure.direction == "up" else "lower",
                "pairs": detail.n_pairs,
                "undefined_pairs": detail.n_undefined,
                "reason": detail.reason,
                "source": measure.source,
            }
        )
    table = pd.DataFrame(rows)
    counts = ["pairs", "undefined_pairs"]
    table[counts] = table[counts].astype("Int64")
    return table


def undefined_sentences(report: DiversityReport) -> list[str]:
    """Return one line for every reason why something has no value, with the measures it
    concerns."""
    reasons: dict[str, list[str]] = {}
    for name, detail in report.fixed.items():
        if detail.reason:
            reasons.setdefault(detail.reason, []).append(MEASURES[name].title)
    return [f"{', '.join(titles)}: {reason}." for reason, titles in reasons.items()]


def _series(
    report: DiversityReport, both: bool
) -> list[tuple[Mapping[str, MeasureDetail], str, str, str]]:
    series = [(report.fixed, "every row counts the same (fixed)", MEMBERS, "circle")]
    if both and report.adaptive is not None:
        series.append(
            (
                report.adaptive,
                f"rows count by α of round {report.alpha_round} (adaptive)",
                L2DWK,
                "diamond",
            )
        )
    return series


def _tracks(places: np.ndarray) -> dict[str, Any]:
    x: list[float | None] = []
    y: list[float | None] = []
    for place in places:
        x += [0, 1, None]
        y += [int(place), int(place), None]
    return line_trace(x, y, "range", FAINT, width=5, showlegend=False)


def _values(
    details: Mapping[str, MeasureDetail],
    names: list[str],
    places: np.ndarray,
    n_members: int,
    name: str,
    colour: str,
    symbol: str,
) -> dict[str, Any]:
    hover = [
        f"{MEASURES[key].title}: {_shown(details[key].value)}"
        + (f"<br>{details[key].reason}" if details[key].reason else "")
        for key in names
    ]
    return marker_trace(
        [position(MEASURES[key], details[key], n_members) for key in names],
        places,
        name,
        {
            "color": colour,
            "size": 14,
            "symbol": symbol,
            "line": {"color": "white", "width": 1.5},
        },
        hover="%{text}",
        aside=name,
        customdata=[details[key].value for key in names],
        text=hover,
    )


def _ends(n_lines: int) -> list[dict[str, Any]]:
    """Return what the two ends of all lines mean."""
    return [
        label(text, x, n_lines + 1.1, xref="x", yref="y", xanchor=anchor, yanchor="top")
        for x, anchor, text in (
            (0, "left", "◂ least diverse possible"),
            (1, "right", "most diverse possible ▸"),
        )
    ]


def _labels(
    place: int,
    measure: Measure,
    detail: MeasureDetail,
    n_members: int,
    under_alpha: float | None,
) -> list[dict[str, Any]]:
    low, high = measure.attainable(detail, n_members)
    value = "undefined" if np.isnan(detail.value) else f"<b>{_shown(detail.value)}</b>"
    if under_alpha is not None:
        value += f" {keyed(f'<b>{_shown(under_alpha)}</b>', L2DWK, '◆')}"
    dropped = ""
    if detail.n_undefined:
        dropped = f"{detail.n_undefined:,} of {detail.n_pairs:,} undefined  "
    common = {
        "y": place,
        "yref": "y",
        "xref": "x",
        "yanchor": "bottom",
        "yshift": 6,
        "showarrow": False,
        "font": {"size": 13},
    }
    return [
        {
            **common,
            "x": 0,
            "xanchor": "left",
            "text": f"{ARROWS[measure.direction]} {measure.title}",
        },
        {
            **common,
            "x": 1,
            "xanchor": "right",
            "text": f"{dropped}{value} in {_shown(low)} … {_shown(high)}",
        },
    ]


def _shown(value: float) -> str:
    if np.isnan(value):
        return "undefined"
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "−") if value else "0"
