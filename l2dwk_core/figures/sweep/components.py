"""The effect of each part of the method: terms left out, with and without reweighting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import (
    FAINT,
    L2DWK,
    NO_TICKS,
    SINGLE,
    UNIFORM,
    axis,
    layout,
    ticks_of,
)
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.figures.words import plural_of
from l2dwk_core.statistics.paired_interval import (
    corrected_resampled_interval,
    row_variance_of_accuracy,
)
from l2dwk_core.statistics.significance import claims
from l2dwk_core.studies.sweep_selection import answers_of, discordant_rows
from l2dwk_core.studies.sweeps import COMPONENTS, Sweep


def sweep_components_figure(sweep: Sweep) -> Chart:
    """Draw the terms of the objective with and without reweighting: test accuracy and members
    kept."""
    accuracy, kept = sweep.grid("l2dwk"), sweep.grid("n_selected")
    names = [c.title for c in COMPONENTS]
    references = (
        ("Uniform vote", "uniform", UNIFORM),
        ("Best single member", "best_single", SINGLE),
    )
    traces: list[dict[str, Any]] = []
    if len(sweep.seeds) > 1:
        traces.append(_single_splits(accuracy, names))
    for place, component in enumerate(COMPONENTS):
        low, high = _interval(sweep, "l2dwk", place)
        traces += _line(names[place], accuracy[:, place], low, high, kept[:, place], L2DWK,
                        component.reweighted)  # fmt: skip
    for name, field, colour in references:
        low, high = _interval(sweep, field, 0)
        members = sweep.grid("n_members")[:, 0] if field == "uniform" else np.ones(len(accuracy))
        traces += _line(name, sweep.grid(field)[:, 0], low, high, members, colour, True)
    rows = [*names, *(name for name, _, _ in references)]
    several = len(sweep.seeds) > 1
    intervals = [_interval(sweep, "l2dwk", place) for place in range(len(COMPONENTS))]
    intervals += [_interval(sweep, field, 0) for _, field, _ in references]
    figure = Drawing(
        traces,
        layout(
            height=44 * len(rows) + 90,
            margin={"l": 16, "r": 20, "t": 12, "b": 52},
            xaxis=axis("test rows right, 95% interval", tickformat=".0%", domain=[0, 0.62],
                       anchor="y", **ticks_of(accuracy, intervals)),
            xaxis2=axis("members with weight (logarithmic)", type="log", domain=[0.68, 1.0],
                        anchor="y", dtick=1),
            yaxis=axis(None, categoryorder="array", categoryarray=rows[::-1], **NO_TICKS,
                       showline=False),
        ),
    )  # fmt: skip
    means = accuracy.mean(axis=0)
    return Chart(
        "sweep_components",
        components_title(sweep),
        figure,
        "Filled: kernel weights follow the mistakes, round by round; open: they stay equal. "
        + (
            f"Dots are means over {len(sweep.seeds)} splits, bars 95% intervals that allow for "
            "rows shared by splits, small dots the splits. "
            if several
            else "Bars are 95% intervals, which are wide when there are few test rows. "
        )
        + "Bars that overlap do not settle it: the paired differences are in the table.",
        "; ".join(
            f"{name} {mean:.1%} with {k} {plural_of(k, 'member')}"
            for name, mean, k in zip(
                names, means, (f"{k:.3g}" for k in kept.mean(axis=0)), strict=True
            )
        ),
        {
            "components": lambda: components_table(sweep),
            "components split by split": lambda: _component_splits(sweep),
        },
    )


def components_title(sweep: Sweep) -> str:
    """Return the full method beside everything that leaves a part out, in words."""
    means = sweep.grid("l2dwk").mean(axis=0)
    full = next(i for i, c in enumerate(COMPONENTS) if c.terms == "both" and c.reweighted)
    less = np.delete(means, full)
    over = "" if len(sweep.seeds) == 1 else f", mean of {len(sweep.seeds)} splits"
    return (
        f"All parts together: {means[full]:.1%} right; with something left out: {less.min():.1%} "
        f"to {less.max():.1%}{over}"
    )


def components_table(sweep: Sweep) -> pd.DataFrame:
    """Return one line for each component: accuracy, its difference to the uniform vote, whether
    it may be claimed among all lines, and members kept."""
    lines = []
    n = len(sweep.seeds)
    paired = claims([discordant_rows(sweep, [place] * n) for place in range(len(COMPONENTS))])
    for place, component in enumerate(COMPONENTS):
        values = sweep.grid("l2dwk")[:, place]
        low, high = _interval(sweep, "l2dwk", place)
        lines.append(
            {
                "component": component.title,
                "test_accuracy": values.mean(),
                "low_95": low,
                "high_95": high,
                "minus_uniform": paired[place].mean,
                "minus_uniform_low": paired[place].low,
                "minus_uniform_high": paired[place].high,
                "claimed": paired[place].claimed,
                **_unanswered(sweep, place),
                "members_kept": sweep.grid("n_selected")[:, place].mean(),
            }
        )
    return pd.DataFrame(lines)


def _unanswered(sweep: Sweep, place: int) -> dict[str, Any]:
    """Return, where votes are missing, the test rows without an answer, which count as wrong, and
    the accuracy on the others; both over all splits."""
    answers, _ = answers_of([split[place].accuracy for split in sweep.outcomes])
    if answers is None:
        return {}
    return {"unanswered": answers.unanswered, "accuracy_on_answers": answers.accuracy}


def _component_splits(sweep: Sweep) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "seed": seed,
                "component": component.title,
                "test_accuracy": outcome.accuracy.l2dwk.accuracy,
                "uniform": outcome.accuracy.uniform.accuracy,
                "members_kept": outcome.n_selected,
            }
            for seed, split in zip(sweep.seeds, sweep.outcomes, strict=True)
            for component, outcome in zip(COMPONENTS, split, strict=True)
        ]
    )


def _interval(sweep: Sweep, field: str, place: int) -> tuple[float, float]:
    """Return the 95 % interval of the mean accuracy.

    Where rows of a group belong together, it is at least as wide as those of single splits are on
    average: a mean over splits of the same rows varies at most as much as one of them, and the
    splits alone do not tell how few groups there are.
    """
    scores = [getattr(split[place].accuracy, field) for split in sweep.outcomes]
    if len(scores) == 1:
        return scores[0].low, scores[0].high
    values = sweep.grid(field)[:, place]
    found = corrected_resampled_interval(
        values,
        sweep.n_test / sweep.n_training,
        row_variance=row_variance_of_accuracy(float(values.mean()), sweep.n_test, len(values)),
    )
    low, high = max(found.low, 0.0), min(found.high, 1.0)
    if any(split[place].accuracy.groups is not None for split in sweep.outcomes):
        low = min(low, float(np.mean([score.low for score in scores])))
        high = max(high, float(np.mean([score.high for score in scores])))
    return low, high


def _line(
    name: str, values: Floats, low: float, high: float, kept: Floats, colour: str, filled: bool
) -> list[dict[str, Any]]:
    mean, members = float(values.mean()), float(kept.mean())
    marker = {
        "color": colour,
        "size": 13,
        "symbol": "circle" if filled else "circle-open",
        "line": {"width": 0 if filled else 2.5, "color": colour},
    }
    return [
        marker_trace(
            [mean],
            [name],
            name,
            marker,
            hover=f"%{{x:.1%}} ({low:.1%} to {high:.1%})",
            aside=name,
            error_x=error_bars([high - mean], [mean - low], colour),
        ),
        marker_trace(
            [members],
            [name],
            f"{name}: members",
            marker,
            hover=f"%{{x:.3~g}} {plural_of(f'{members:.3g}', 'member')} "
            f"({kept.min():g} to {kept.max():g})",
            aside=name,
            xaxis="x2",
            error_x=error_bars([kept.max() - members], [members - kept.min()], colour),
        ),
    ]


def _single_splits(values: Floats, names: list[str]) -> dict[str, Any]:
    return marker_trace(
        values.ravel(), names * len(values), "single splits", {"color": FAINT, "size": 6}
    )
