"""Two choices at once as a heatmap, and how much the best cell gains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import (
    DIFFERENCE_SCALE,
    DIVERSE_SCALE,
    MEMBERS_SCALE,
    axis,
    layout,
)
from l2dwk_core.figures.sweep.chosen_value import claim_words, gaps_words
from l2dwk_core.figures.sweep.curves import outcome_line
from l2dwk_core.figures.traces import scatter_trace
from l2dwk_core.figures.words import points
from l2dwk_core.studies.sweep_grid import Grid
from l2dwk_core.studies.sweep_parameters import PARAMETERS
from l2dwk_core.studies.sweep_selection import selection
from l2dwk_core.studies.sweeps import Sweep


@dataclass(frozen=True)
class GridValue:
    """What a cell may show: its title, format, colours, and where the middle colour stands."""

    title: str
    form: str
    scale: list[list[Any]]
    middle: float | None = None


GRID_VALUES: Mapping[str, GridValue] = MappingProxyType(
    {
        "difference": GridValue(
            "Test accuracy, difference to the uniform vote", "+.1%", DIFFERENCE_SCALE, 0.0
        ),
        "members": GridValue("Members kept", ".3~g", MEMBERS_SCALE),
        "diversity": GridValue("Diversity wᵀDw", ".3f", DIVERSE_SCALE),
    }
)
"""By key, what the heatmap shows."""


def grid_values(sweep: Sweep, grid: Grid, shown: str) -> Floats:
    """Return (splits, y values, x values) of a key of ``GRID_VALUES``."""
    if shown == "difference":
        return grid.table(sweep, "l2dwk") - grid.table(sweep, "uniform")
    return grid.table(sweep, "n_selected" if shown == "members" else "diversity")


def sweep_grid_figure(sweep: Sweep, grid: Grid, shown: str = "difference") -> Chart:
    """Draw the mean over splits in every cell, with a frame around the most accurate one."""
    value = GRID_VALUES[shown]
    values = grid_values(sweep, grid, shown)
    mean = values.mean(axis=0)
    names = [_labels(side) for side in (grid.x_values, grid.y_values)]
    row, column = divmod(grid.best(sweep), len(grid.x_values))
    low, high = _ends(mean, value)
    figure = Drawing(
        [
            {
                "type": "heatmap",
                "x": names[0],
                "y": names[1],
                "z": mean,
                "zmin": low,
                "zmax": high,
                "colorscale": value.scale,
                "colorbar": {
                    "thickness": 14,
                    "tickformat": value.form.replace("+.1%", "+.0%"),
                    "outlinewidth": 0,
                },
                "xgap": 2,
                "ygap": 2,
                "text": _hover(sweep, grid, values, value),
                "hovertemplate": "%{text}<extra></extra>",
                "name": value.title,
            },
            scatter_trace(
                np.tile(names[0], len(names[1])),
                np.repeat(names[1], len(names[0])),
                "text",
                "numbers",
                text=[_short(v, value) for v in mean.ravel()],
                textfont={"size": 11},
                showlegend=False,
            ),
        ],
        layout(
            height=110 + 40 * len(names[1]),
            margin={"l": 60, "r": 16, "t": 12, "b": 52},
            shapes=[
                {
                    "type": "rect",
                    "x0": column - 0.48,
                    "x1": column + 0.48,
                    "y0": row - 0.48,
                    "y1": row + 0.48,
                    "line": {"color": "#D8443C", "width": 3},
                }
            ],
            xaxis=axis(PARAMETERS[grid.x].title, type="category", ticks="", showgrid=False),
            yaxis=axis(PARAMETERS[grid.y].title, type="category", ticks="", showgrid=False),
        ),
    )
    over = "on one split" if len(sweep.seeds) == 1 else f"mean of {len(sweep.seeds)} splits"
    meaning = {
        "difference": "Numbers are percentage points. Blue: the weighted vote has more test rows "
        "right than the uniform vote of the same members; orange: fewer.",
        "members": "The darker, the more members have any weight.",
        "diversity": "A darker cell means that of two members, drawn by their weights, more "
        "often exactly one is right on a weighting row.",
    }[shown]
    return Chart(
        "sweep_grid",
        f"{PARAMETERS[grid.x].symbol} and {PARAMETERS[grid.y].symbol}: {_range(mean, shown)} "
        f"({over})",
        figure,
        f"{meaning} Hover for the spread over the splits. The red frame marks the cell with the "
        "highest test accuracy against the uniform vote: it is chosen on the same rows that give "
        "its value, so that value is too optimistic, and the more so the more cells there are.",
        f"Lowest {_number(mean.min(), value)}, highest {_number(mean.max(), value)}; most accurate "
        f"at {_place(grid, grid.best(sweep))}.",
        {"two choices": lambda: grid_table(sweep, grid)},
    )


def grid_sentence(sweep: Sweep, grid: Grid) -> str:
    """Return what the best cell gains when it is picked on the weighting rows, where picking is
    allowed."""
    place = grid.best(sweep)
    difference = grid_values(sweep, grid, "difference")
    shown = points(difference.mean(axis=0).ravel()[place])
    best = (
        f"The best cell, {_place(grid, place)}, shows {shown} against the uniform vote, but it was "
        f"picked on these test rows out of {len(sweep.plan.points)}"
    )
    if not grid.chosen:
        return f"{best}. Nobody chooses how many labels are wrong: compare cells of one such share."
    found = selection(sweep)
    picked = f"{best}. Picked split by split on the weighting rows instead, the pair gives "
    if len(sweep.seeds) == 1:
        return f"{picked}{points(found.interval.mean)}; one split says almost nothing."
    return f"{picked}{claim_words(found.interval)}.{gaps_words(found)}"


def grid_table(sweep: Sweep, grid: Grid) -> pd.DataFrame:
    """Return one line for each split and cell."""
    lines = []
    for seed, split in zip(sweep.seeds, sweep.outcomes, strict=True):
        for place, outcome in enumerate(split):
            x, y = grid.at(place)
            lines.append(
                {"seed": seed, grid.x: x, grid.y: y, **outcome_line(outcome, given=sweep.given)}
            )
    return pd.DataFrame(lines)


def _hover(sweep: Sweep, grid: Grid, values: Floats, value: GridValue) -> list[list[str]]:
    n = len(sweep.seeds)

    def cell(row: int, column: int) -> str:
        mine = values[:, row, column]
        place = row * len(grid.x_values) + column
        text = f"{_place(grid, place)}<br>{_number(mean[row, column], value)}"
        if n == 1:
            return f"{text} on one split"
        spread = _number(mine.std(ddof=1), value).lstrip("+")
        return (
            f"{text}, mean of n = {n} splits<br>standard deviation {spread}, "
            f"{_number(mine.min(), value)} to {_number(mine.max(), value)}"
        )

    mean = values.mean(axis=0)
    return [[cell(row, column) for column in range(mean.shape[1])] for row in range(mean.shape[0])]


def _ends(mean: Floats, value: GridValue) -> tuple[float, float]:
    if value.middle is None:
        low, high = float(mean.min()), float(mean.max())
        return (low, high) if high > low else (low - 1e-9, high + 1e-9)
    reach = max(float(np.abs(mean - value.middle).max()), 0.01)
    return value.middle - reach, value.middle + reach


def _range(mean: Floats, shown: str) -> str:
    value = GRID_VALUES[shown]
    low, high = _number(mean.min(), value), _number(mean.max(), value)
    span = low if low == high else f"{low} to {high}"
    if shown == "difference":
        ends = [points(mean.min()), points(mean.max())]
        low = ends[0] if ends[0] == ends[1] else f"{ends[0].removesuffix(' points')} to {ends[1]}"
        return f"{low} against the uniform vote"
    return f"members kept {span}" if shown == "members" else f"diversity {span}"


def _place(grid: Grid, place: int) -> str:
    values = zip((grid.x, grid.y), grid.at(place), strict=True)
    return ", ".join(f"{PARAMETERS[name].symbol} = {_label(v)}" for name, v in values)


def _labels(values: tuple[float, ...]) -> list[str]:
    """Return short labels that all differ, because they are the places on the axis."""
    short = [_label(v) for v in values]
    return short if len(set(short)) == len(short) else [f"{v:g}" for v in values]


def _label(value: float) -> str:
    return f"{value:g}" if value == round(value) else f"{value:.3g}"


def _number(value: float, kind: GridValue) -> str:
    return f"{value:{kind.form.replace('~', '')}}".replace("-", "−")


def _short(value: float, kind: GridValue) -> str:
    """Return the number without its unit, so that eleven fit side by side."""
    if kind.middle is not None:
        return points(value).removesuffix(" points")
    return _number(value, kind)
