"""Curves over one swept choice, with the worst and the best split around the mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import (
    label,
    legend_above,
    legend_below,
    uniform_line,
    upright_line,
)
from l2dwk_core.figures.palette import (
    L2DWK,
    MEMBERS,
    SINGLE,
    UNIFORM,
    UNIFORM_ALL,
    axis,
    layout,
    ticks_of,
)
from l2dwk_core.figures.traces import band, line_trace
from l2dwk_core.studies.sweep_parameters import PARAMETERS
from l2dwk_core.studies.sweeps import Outcome, Sweep

VOTES = (
    ("l2dwk", "L2DWK, weighted vote", L2DWK, "solid"),
    ("uniform", "uniform vote, same members", UNIFORM, "solid"),
    ("best_single", "best single member", SINGLE, "dash"),
    ("uniform_all", "uniform vote, members trained on all training rows", UNIFORM_ALL, "dot"),
)
"""Field, name, colour and dash of each curve. The last has no band, as three are enough. Of given
votes it is left out, because no member is trained: it would be the uniform vote again."""


def sweep_accuracy_figure(
    sweep: Sweep, *, marked: float | None = None, relative: bool = False
) -> Chart:
    """Test accuracy of the weighted vote and its references over the swept values.

    ``relative``: minus that of the uniform vote of the same members on the same split. ``marked``
    is the value chosen in the controls.
    """
    base = sweep.grid("uniform") if relative else 0.0
    curves = [
        (name, sweep.grid(field) - base, colour, dash)
        for field, name, colour, dash in VOTES
        if not (relative and field == "uniform") and not (sweep.given and field == "uniform_all")
    ]
    traces: list[dict[str, Any]] = []
    for place, (name, values, colour, dash) in enumerate(curves):
        banded = colour != UNIFORM_ALL and len(sweep.seeds) > 1
        traces += _curve(sweep, values, name, colour, dash, banded, ".1%", signed=relative)
        traces[-1]["legendrank"] = place
    what = "Share of test rows right" + (
        ", minus that of the uniform vote of the same members on the same split" if relative else ""
    )
    shapes = _marks(marked)
    if relative:
        shapes.append(uniform_line())
    figure = Drawing(
        traces,
        layout(
            height=430,
            showlegend=True,
            legend=legend_below(-0.24),
            margin={"l": 60, "r": 16, "t": 26, "b": 110},
            shapes=shapes,
            annotations=_mark_labels(sweep, marked),
            xaxis=_x_axis(sweep),
            yaxis=axis(
                "difference on test rows" if relative else "test rows right",
                tickformat="+.1%" if relative else ".0%",
                **({} if relative else ticks_of(*(values for _, values, *_ in curves))),
            ),
        ),
    )
    return Chart(
        "sweep_accuracy",
        _accuracy_title(sweep, curves, relative),
        figure,
        f"{what}; {_splits(sweep)}. {_tests_nothing(sweep, relative)}"
        + _unanswered(sweep),
        "; ".join(f"{name}: {_span(values.mean(axis=0), '.1%')}" for name, values, *_ in curves),
        {"sweep": lambda: sweep_table(sweep)},
    )  # fmt: skip


def sweep_members_figure(sweep: Sweep, *, marked: float | None = None) -> Chart:
    """Draw members with weight and effective number over the swept values."""
    kept, effective = sweep.grid("n_selected"), sweep.grid("effective_number")
    banded = len(sweep.seeds) > 1
    figure = Drawing(
        [
            *_curve(sweep, kept, "members with weight", L2DWK, "solid", banded, ".3~g"),
            *_curve(sweep, effective, "effective number 1/Σw²", L2DWK, "dot", False, ".3~g"),
        ],
        layout(
            height=265,
            showlegend=True,
            legend=legend_above(),
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            shapes=_marks(marked),
            xaxis=_x_axis(sweep),
            yaxis=axis("members", rangemode="tozero"),
        ),
    )
    return Chart(
        "sweep_members",
        f"Members that keep weight: {_span(kept.mean(axis=0), '.0f')} of "
        f"{_span(sweep.grid('n_members').mean(axis=0), '.0f')}",
        figure,
        "Solid: members with any weight. Dotted: the effective number 1/Σw². "
        f"{_splits(sweep).capitalize()}.",
        f"Members with weight {_span(kept.mean(axis=0), '.3~g')}, effective number "
        f"{_span(effective.mean(axis=0), '.3~g')}.",
        {"sweep": lambda: sweep_table(sweep)},
    )


def sweep_diversity_figure(sweep: Sweep, *, marked: float | None = None) -> Chart:
    """Draw the diversity wᵀD_dis w of the weighted ensemble over the swept values."""
    values = sweep.grid("diversity")
    figure = Drawing(
        _curve(sweep, values, "diversity", L2DWK, "solid", len(sweep.seeds) > 1, ".3f"),
        layout(
            height=265,
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            shapes=_marks(marked),
            xaxis=_x_axis(sweep),
            yaxis=axis("diversity wᵀDw", rangemode="tozero"),
        ),
    )
    return Chart(
        "sweep_diversity",
        f"Diversity of the weighted ensemble: {_span(values.mean(axis=0), '.3f')}",
        figure,
        "The probability that of two members, drawn by their weights, exactly one is right on a "
        f"weighting row: 0 for one member, at most 0.5. {_splits(sweep).capitalize()}.",
        f"Diversity {_span(values.mean(axis=0), '.3f')}.",
        {"sweep": lambda: sweep_table(sweep)},
    )


def sweep_table(sweep: Sweep) -> pd.DataFrame:
    """Return one line for each split and value."""
    lines = []
    for seed, split in zip(sweep.seeds, sweep.outcomes, strict=True):
        for value, o in zip(sweep.plan.values, split, strict=True):
            lines.append(
                {
                    "seed": seed,
                    sweep.plan.name: value,
                    **outcome_line(o, given=sweep.given),
                }
            )
    return pd.DataFrame(lines)


def outcome_line(o: Outcome, *, given: bool) -> dict[str, Any]:
    """Return what tables say of one solved point on one split. ``given``: as in ``Sweep``."""
    line = {
        "test_accuracy": o.accuracy.l2dwk.accuracy,
        "uniform": o.accuracy.uniform.accuracy,
        "uniform_all_training_rows": o.accuracy.uniform_all.accuracy,
        "best_single": o.accuracy.best_single.accuracy,
        "weighting_accuracy": o.weighting_accuracy,
        "members_kept": o.n_selected,
        "members": o.n_members,
        "effective_number": o.effective_number,
        "diversity": o.diversity,
        "rounds": o.n_rounds,
        "stopped": o.stop_reason,
    }
    if given:
        del line["uniform_all_training_rows"]
    return line


def _curve(
    sweep: Sweep, values: Floats, name: str, colour: str, dash: str, banded: bool, form: str,
    *, signed: bool = False,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the band from worst to best and, as the last trace, the mean over splits."""
    x = np.array(sweep.plan.values, dtype=float)
    mean, low, high = values.mean(axis=0), values.min(axis=0), values.max(axis=0)
    sign = "+" if signed else ""
    symbol = PARAMETERS[sweep.plan.name].symbol
    text = [
        f"{symbol} = {at:g}: {_number(m, sign + form)}"
        + (f"<br>{_number(a, sign + form)} to {_number(b, sign + form)} over the splits"
           if len(values) > 1 else "")
        for at, m, a, b in zip(x, mean, low, high, strict=True)
    ]  # fmt: skip
    mean_line = line_trace(
        x,
        mean,
        name,
        colour,
        width=2.5,
        dash=dash,
        hover="%{text}",
        aside=name,
        marker={"size": 5 if len(x) > 1 else 10},
        legendgroup=name,
        text=text,
    )
    if not banded:
        return [mean_line]
    return [band(x, values, f"splits of {name}", colour, legendgroup=name), mean_line]


def _accuracy_title(sweep: Sweep, curves: list[Any], relative: bool) -> str:
    symbol = PARAMETERS[sweep.plan.name].symbol
    mine = curves[0][1].mean(axis=0)
    over = "" if len(sweep.seeds) == 1 else f" (mean of {len(sweep.seeds)} splits)"
    values = sweep.plan.values
    word = symbol.capitalize() if symbol.isascii() and len(symbol) > 1 else symbol
    start = f"{word} from {values[0]:g} to {values[-1]:g}"
    if relative:
        points = _span(100 * mine, "+.1f")
        return f"{start}: weighted vote {points} points against the uniform vote{over}"
    return (
        f"{start}: weighted vote {_span(mine, '.1%')} right, uniform vote "
        f"{_span(curves[1][1].mean(axis=0), '.1%')}{over}"
    )


def _splits(sweep: Sweep) -> str:
    if len(sweep.seeds) == 1:
        return f"on one split with {counted(sweep.n_test, 'test row')}"
    return f"lines are means over {len(sweep.seeds)} random splits, bands the worst and the best"


def _tests_nothing(sweep: Sweep, relative: bool) -> str:
    if len(sweep.seeds) == 1:
        return "One split tests nothing."
    if not relative:
        said = "Bands are the worst and the best split and test nothing: the difference to"
        return f"{said} the uniform vote, split by split, shows more."
    return (
        "Only where the blue band stays above zero is the weighted vote ahead in every split; few "
        "splits may agree by chance, the more so the more values there are."
    )


def _unanswered(sweep: Sweep) -> str:
    """Return, beginning with a blank, how many test rows the weighted and the uniform vote leave
    without an answer; "" where every vote answers all rows."""
    gaps = [o.accuracy.gaps for split in sweep.outcomes for o in split if o.accuracy.gaps]
    most = max((gap.l2dwk.unanswered for gap in gaps), default=0)
    if most == 0:
        return ""
    least = min(gap.l2dwk.unanswered for gap in gaps)
    uniform = max(gap.uniform.unanswered for gap in gaps)
    return (
        f" A test row without an answer counts as wrong: the weighted vote leaves {least} to "
        f"{most} of {sweep.n_test} rows of a split without one, the uniform vote {uniform} at most."
    )


def _x_axis(sweep: Sweep) -> dict[str, Any]:
    kind = PARAMETERS[sweep.plan.name]
    values = sweep.plan.values
    title = kind.title if kind.spacing == "linear" else f"{kind.title} (logarithmic)"
    more: dict[str, Any] = {}
    if kind.spacing == "log":
        ticks = _log_ticks(values[0], values[-1])
        more = {
            "type": "log",
            "tickmode": "array",
            "tickvals": ticks,
            "ticktext": [f"{t:g}" for t in ticks],
        }
    elif kind.whole and values[-1] - values[0] <= 20:
        more = {"dtick": 1}
    return axis(title, **more)


def _log_ticks(low: float, high: float) -> list[float]:
    """Return ticks at powers of ten, and at 2 and 5 times them where that leaves room, written
    out in full."""
    mantissas = (1, 2, 5) if high / low < 2e3 else (1,)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    ticks = [float(f"{m}e{e}") for e in range(first, last + 1) for m in mantissas]
    inside = [t for t in ticks if low * 0.99 <= t <= high * 1.01]
    return inside or [low]


def _marks(marked: float | None) -> list[dict[str, Any]]:
    if marked is None:
        return []
    return [upright_line(marked, MEMBERS, width=1.5, dash="dash")]


def _mark_labels(sweep: Sweep, marked: float | None) -> list[dict[str, Any]]:
    if marked is None:
        return []
    kind = PARAMETERS[sweep.plan.name]
    return [
        label(
            f"set now: {marked:g}",
            float(np.log10(marked)) if kind.spacing == "log" else marked,
            1,
            xref="x",
            yref="paper",
            yanchor="bottom",
        )
    ]


def _number(value: float, form: str) -> str:
    if form.endswith("~g"):
        return f"{value:{form.replace('~', '')}}"
    return f"{value:{form}}".replace("-", "−")


def _span(values: Floats, form: str) -> str:
    low, high = _number(values.min(), form), _number(values.max(), form)
    return low if low == high else f"{low} to {high}"
