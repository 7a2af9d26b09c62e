"""Bias, variance, diversity and the loss of the ensemble as the trees get deeper or the members
more."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import LOSSES
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_below, level_line
from l2dwk_core.figures.palette import DIVERSITY, GRID, MEMBERS, UNIFORM, axis, layout
from l2dwk_core.figures.traces import line_trace
from l2dwk_core.studies.repeated_trainings import MOVED, TrialsResult

_CHANGE = 0.02
"""Share of the largest value that is seen; a smaller change between the ends is told as none."""


def bias_variance_diversity_figure(result: TrialsResult, loss: str) -> Chart:
    """Draw the terms of a loss (a key of ``LOSSES``) over what is moved.

    All that is about the members alone is grey: their loss, and its parts bias and variance.
    """
    kind = LOSSES[loss]
    # In the order they are drawn: what may hide another line comes first.
    curves = [
        _curve(result, loss, "member_loss", "members' loss = bias + variance", MEMBERS, "solid",
               "circle-open", 3),
        _curve(result, loss, "ensemble_loss", "ensemble's loss = bias + variance − diversity",
               UNIFORM, "solid", "circle", 5),
        _curve(result, loss, "diversity", f"diversity{kind.suffix}", DIVERSITY, "solid",
               "triangle-up", 4),
        _curve(result, loss, "variance", f"variance{kind.suffix}", MEMBERS, "dot", "diamond", 2),
        _curve(result, loss, "bias", f"bias{kind.suffix}", MEMBERS, "dash", "square", 1),
    ]  # fmt: skip
    values = [point.value for point in result.points]
    figure = Drawing(
        curves,
        layout(
            height=430,
            showlegend=True,
            legend=legend_below(-0.2),
            margin={"l": 60, "r": 16, "t": 16, "b": 110},
            shapes=[level_line(0, GRID, width=1.5)],
            xaxis=axis(
                _x_title(result),
                type="log",
                tickmode="array",
                tickvals=values,
                ticktext=[str(value) for value in values],
            ),
            yaxis=axis(
                f"{kind.noun}, mean over test rows",
                tickformat=".0%" if loss == "zero_one" else "",
            ),
        ),
    )
    return Chart(
        "bias_variance_diversity",
        _title(result, loss),
        figure,
        f"At every value the orange line is the grey solid one minus the green one, exactly: the "
        f"members' mean loss is bias{kind.suffix} plus variance{kind.suffix}, and {kind.combiner} "
        f"takes the diversity{kind.suffix} off it.",
        "; ".join(
            f"{_at(result, point.value)}: "
            + ", ".join(
                f"{name.replace('_', ' ')} {_number(value, loss)}"
                for name, value in vars(point.terms[loss]).items()
            )
            for point in result.points
        )
        or "Nothing is finished yet.",
        {"bias variance diversity": lambda: trials_table(result)},
    )


def trials_table(result: TrialsResult) -> pd.DataFrame:
    """Return one line for each value and loss."""
    return pd.DataFrame(
        [
            {
                result.recipe.moved: point.value,
                "members": point.n_members,
                "loss": loss,
                **vars(terms),
                "trials": result.recipe.trials,
                "sample_rows": result.n_sample,
                "test_rows": result.n_test,
            }
            for point in result.points
            for loss, terms in point.terms.items()
        ]
    )


def _curve(
    result: TrialsResult, loss: str, term: str, name: str, colour: str, dash: str, symbol: str,
    rank: int,
) -> dict[str, Any]:  # fmt: skip
    values = _values(result, loss, term)
    return line_trace(
        np.array([point.value for point in result.points], dtype=float),
        values,
        name,
        colour,
        width=3 if term in ("diversity", "ensemble_loss") else 2,
        dash=dash,
        hover="%{text}",
        aside=name,
        marker={"size": 8, "symbol": symbol},
        legendrank=rank,
        text=[
            f"{_at(result, point.value)}: {_number(value, loss)}"
            for point, value in zip(result.points, values, strict=True)
        ],
    )


def _values(result: TrialsResult, loss: str, term: str) -> Floats:
    return np.array([getattr(point.terms[loss], term) for point in result.points])


def _title(result: TrialsResult, loss: str) -> str:
    """Return what is seen: how the three terms go, and where the ensemble's loss is lowest. Nothing
    of it is tested, and the title says so."""
    kind = LOSSES[loss]
    if not result.points:
        return f"Bias, variance and diversity: the {kind.noun} of the ensemble taken apart"
    number = partial(_number, loss=loss)
    terms = {name: _values(result, loss, name) for name in ("bias", "variance", "diversity")}
    ensemble = _values(result, loss, "ensemble_loss")
    terms = {f"{name}{kind.suffix}": values for name, values in terms.items()}
    if len(result.points) == 1:
        said = ", ".join(f"{name} {number(values[0])}" for name, values in terms.items())
        return f"{_at(result, result.points[0].value)}: {said}; the ensemble loses " + number(
            ensemble[0]
        )
    scale = max(float(np.abs(values).max()) for values in terms.values())
    said = ", ".join(
        f"{name} {_goes(values, scale)} ({number(values[0])} to {number(values[-1])})"
        for name, values in terms.items()
    )
    ends = f"{result.points[0].value} to {result.points[-1].value}"
    moved = f"Depth {ends}" if result.recipe.moved == "max_depth" else f"{ends} members"
    best = int(np.argmin(np.round(ensemble, 12)))
    where = _at(result, result.points[best].value)
    return (
        f"{moved}, {counted(result.recipe.trials, 'trial')}, untested: {said}; the ensemble's "
        f"{kind.noun} is lowest at {where[0].lower()}{where[1:]} "
        f"({number(ensemble[best])})"
    )


def _goes(values: Floats, scale: float) -> str:
    change = values[-1] - values[0]
    if abs(change) <= _CHANGE * scale:
        return "hardly changes"
    return "rises" if change > 0 else "falls"


def _at(result: TrialsResult, value: int) -> str:
    return f"Depth {value}" if result.recipe.moved == "max_depth" else counted(value, "member")


def _x_title(result: TrialsResult) -> str:
    most = " at most" if result.recipe.moved == "max_depth" else ""
    return f"{MOVED[result.recipe.moved].lower()}{most} (logarithmic)"


def _number(value: float, loss: str) -> str:
    shown = f"{value:.1%}" if loss == "zero_one" else f"{value:.3f}"
    return shown.replace("-", "") if not shown.strip("-0.%") else shown.replace("-", "−")
