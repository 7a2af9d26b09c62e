"""Kernel weight on flipped rows: round by round, and as more labels are flipped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_below
from l2dwk_core.figures.palette import MEMBERS, WRONG, axis, layout
from l2dwk_core.figures.traces import band, mean_known, scatter_trace
from l2dwk_core.studies.noise_records import NoiseResult

_RANDOM_ROWS = (
    "Dashed: their share of the rows, which is what chance would give. Dotted: their share of the "
    "vote's mistakes. Above the dashed line, wrong labels have more weight than their share of the "
    "rows; near the dotted line, they have it because mistakes have it."
)
_BOUNDARY_ROWS = (
    "Dash-dotted: the share that the same rows have when no label is flipped, with members trained "
    "on the same split: rows near a class boundary are hard, and draw weight whatever their labels "
    "are. Above that line, the wrong labels add weight. Dashed: their share of the rows. Dotted: "
    "their share of the vote's mistakes."
)


def noise_chase_figure(result: NoiseResult, share: float) -> Chart:
    """Draw the share of α on flipped rows in every round, at one share of noise, as a mean over
    repeats."""
    records = result.alpha_on_noise_at(share)
    n_rounds = max((len(c.of_alpha) for c in records), default=1)
    padded = [c.padded(n_rounds) for c in records]
    alpha = np.array([a for a, _ in padded]).reshape(len(records), n_rounds)
    errors = np.array([e for _, e in padded]).reshape(len(records), n_rounds)
    rows = float(np.mean([c.of_rows for c in records])) if records else float("nan")
    rounds = np.arange(1.0, n_rounds + 1)
    own = None
    if _near_boundary(result):
        own = mean_known(np.array([c.padded_own(n_rounds) for c in records]).reshape(-1, n_rounds))
    mean, mistakes = mean_known(alpha), mean_known(errors)
    top = np.nanmax([rows, *alpha.ravel(), *mistakes, *([] if own is None else own), 0.05])
    figure = Drawing(
        _lines(rounds, alpha, mistakes, np.full(n_rounds, rows), own, "round %{x}"),
        layout(
            height=340,
            showlegend=True,
            legend=legend_below(-0.24),
            margin={"l": 56, "r": 16, "t": 12, "b": 96},
            xaxis=axis("round", dtick=1 if n_rounds < 12 else 5, tick0=0),
            yaxis=axis("share on flipped rows", tickformat=".0%", range=[0, 1.08 * float(top)]),
        ),
    )
    return Chart(
        "noise_chase",
        _chase_title(result, share, mean, own, rows),
        figure,
        "Solid: the share of the kernel weight α on weighting rows whose label is flipped, mean "
        f"of {counted(len(records), 'repeat')}, band the lowest and the highest. "
        + (_RANDOM_ROWS if own is None else _BOUNDARY_ROWS)
        + " A title claims a difference only where chance is excluded as the reason (Holm over the "
        "levels). A run that stopped early keeps its last value.",
        "Nothing is finished yet."
        if not records
        else f"Flipped rows are {rows:.1%} of the weighting rows and hold {mean[-1]:.1%} of the "
        f"kernel weight in round {n_rounds} and {mean[0]:.1%} in round 1; "
        f"{_of_mistakes(mistakes[-1])}."
        + ("" if own is None else f" With their own labels the same rows hold {own[-1]:.1%}."),
        {"alpha on flipped rows": lambda: chase_table(result)},
    )


def noise_chase_levels_figure(result: NoiseResult) -> Chart:
    """Draw the share of α on flipped rows in the last round against the share of flips, with the
    diagonal that chance gives."""
    shares = [s for s in result.recipe.shares if result.alpha_on_noise_at(s)]
    records = [result.alpha_on_noise_at(s) for s in shares]
    n = max((len(c) for c in records), default=0)
    alpha = np.full((n, len(shares)), np.nan)
    errors = np.full((n, len(shares)), np.nan)
    for column, found in enumerate(records):
        for row, chase in enumerate(found):
            alpha[row, column], errors[row, column] = chase.of_alpha[-1], chase.of_errors[-1]
    rows = np.array([np.mean([c.of_rows for c in found]) for found in records])
    mean, mistakes = mean_known(alpha), mean_known(errors)
    own = None
    if _near_boundary(result):
        own = np.array([np.mean([c.expected for c in found]) for found in records])
    top = float(np.nanmax([0.05, *alpha.ravel(), *errors.ravel(), *([] if own is None else own)]))
    most = max(result.recipe.shares) or 1.0
    figure = Drawing(
        _lines(np.array(shares), alpha, mistakes, rows, own, "%{x:.0%} flipped"),
        layout(
            height=340,
            showlegend=True,
            legend=legend_below(-0.24),
            margin={"l": 56, "r": 16, "t": 12, "b": 96},
            xaxis=axis(
                "labels flipped",
                tickformat=".0%",
                tickmode="array",
                tickvals=result.recipe.shares,
                range=[-0.03 * most, 1.03 * most],
            ),
            yaxis=axis("share on flipped rows", tickformat=".0%", range=[0, 1.08 * top]),
        ),
    )
    return Chart(
        "noise_chase_levels",
        _levels_title(result, shares, mean, own, rows),
        figure,
        "The same shares in the last round, as more labels are flipped. "
        + (
            "The gap between the solid and the dashed line is the weight on wrong labels beyond "
            "their share of the rows."
            if own is None
            else "The gap between the solid and the dash-dotted line is the weight on wrong labels "
            "beyond that of the same rows with their own."
        )
        + " A title claims it only where chance is excluded as the reason.",
        "; ".join(
            f"{share:.0%} flipped: {a:.1%} of α, {r:.1%} of the rows, {_of_mistakes(e)}"
            for share, a, e, r in zip(shares, mean, mistakes, rows, strict=True)
        )
        or "Nothing is finished yet.",
        {"alpha on flipped rows": lambda: chase_table(result)},
    )


def chase_table(result: NoiseResult) -> pd.DataFrame:
    """Return one line for each repeat, share of noise and round."""
    return pd.DataFrame(
        [
            {
                "repeat": c.repeat,
                "flipped": c.share,
                "round": place + 1,
                "share_of_alpha": float(a),
                "share_of_mistakes": float(e),
                "share_of_rows": c.of_rows,
            }
            | (
                {"share_of_alpha_own_labels": float(c.padded_own(place + 1)[place])}
                if _near_boundary(result)
                else {}
            )
            for c in sorted(result.alpha_on_noise, key=lambda c: (c.repeat, c.share))
            for place, (a, e) in enumerate(zip(c.of_alpha, c.of_errors, strict=True))
        ]
    )


def _lines(
    x: Floats, alpha: Floats, errors: Floats, rows: Floats, own: Floats | None, where: str
) -> list[dict[str, Any]]:
    """Return the band and mean of α, the mistakes, and the rows, all on flipped rows; and α on the
    same rows with their own labels, where it is given."""
    traces: list[dict[str, Any]] = []
    if len(alpha) > 1:
        traces.append(band(x, alpha, "repeats", WRONG))
    lines = [
        ("of kernel weight α", mean_known(alpha), WRONG, "solid"),
        ("of the vote's mistakes", errors, WRONG, "dot"),
        ("of the rows (chance)" if own is None else "of the rows", rows, MEMBERS, "dash"),
    ]
    if own is not None:
        lines.append(("of α with their own labels", own, MEMBERS, "dashdot"))
    for name, y, colour, dash in lines:
        traces.append(
            scatter_trace(
                x,
                y,
                "lines+markers" if dash == "solid" else "lines",
                name,
                hover=f"{where}: %{{y:.1%}} {name}",
                line={"color": colour, "width": 2.5, "dash": dash},
                marker={"size": 5 if len(x) > 1 else 10},
            )
        )
    return traces


def _of_mistakes(share: float) -> str:
    """Return the share of the vote's mistakes; there is none where no vote is wrong."""
    return "no vote is wrong" if np.isnan(share) else f"{share:.1%} of the mistakes"


def _near_boundary(result: NoiseResult) -> bool:
    """Return whether the flipped rows are compared with the same rows and their own labels."""
    return any(c.of_alpha_own is not None for c in result.alpha_on_noise)


def _chase_title(
    result: NoiseResult, share: float, mean: Floats, own: Floats | None, rows: float
) -> str:
    if share > 0 and np.isnan(rows):
        return f"{share:.0%} flipped: nothing is finished yet"
    if share == 0 or not rows > 0:
        return "No label of a weighting row is flipped, so there is nothing to chase"
    if len(mean) == 1:
        return f"{share:.0%} flipped: one round only, so kernel weights are still equal"
    if own is not None:
        drawn, number = _told_apart(float(mean[-1]), float(own[-1]))
        shown = (
            f"{share:.0%} flipped near the boundary: these rows hold {drawn}% of the kernel "
            f"weight, with their own labels {number}%"
        )
        if not result.draws_alpha(share):
            return f"{shown}: {_nothing_claimed(result)}"
        word = "chases" if mean[-1] > own[-1] else "avoids"
        return f"{shown}: reweighting {word} the wrong labels"
    drawn, number = _told_apart(float(mean[-1]), rows)
    shown = f"{drawn}% of the kernel weight for {number}% of the rows"
    if not result.draws_alpha(share):
        return f"{share:.0%} flipped: wrong labels hold {shown}: {_nothing_claimed(result)}"
    if mean[-1] > rows:
        return f"{share:.0%} flipped: wrong labels draw {shown}: reweighting chases them"
    return f"{share:.0%} flipped: wrong labels draw only {shown}: reweighting avoids them"


def _levels_title(
    result: NoiseResult, shares: list[float], mean: Floats, own: Floats | None, rows: Floats
) -> str:
    expected = rows if own is None else own
    against = "their number" if own is None else "the same rows with their own labels"
    gap = mean - expected
    # Before anything is flipped there is nothing to draw weight.
    if np.isnan(gap).all() or not np.nanmax(rows) > 0:
        return "How much kernel weight wrong labels draw as more are flipped"
    claimed = np.array([result.draws_alpha(share) for share in shares])
    if not claimed.any():
        return f"Kernel weight on wrong labels, against {against}: {_nothing_claimed(result)}"
    most = int(np.nanargmax(np.where(claimed, np.abs(gap), np.nan)))
    word = "more" if gap[most] > 0 else "less"
    drawn, number = _told_apart(float(mean[most]), float(expected[most]))
    apart = abs(float(drawn) - float(number))
    return (
        f"Wrong labels draw up to {apart:.{_digits(drawn)}f} points {word} kernel weight than "
        f"{against} ({drawn}% against {number}%)"
    )


def _told_apart(drawn: float, number: float) -> tuple[str, str]:
    """Two shares in percent, with as many digits as tell them apart, at most three: a difference
    that is claimed must be seen in the numbers."""
    for digits in range(4):
        shown = f"{100 * drawn:.{digits}f}", f"{100 * number:.{digits}f}"
        if shown[0] != shown[1]:
            return shown
    return f"{100 * drawn:.0f}", f"{100 * number:.0f}"


def _digits(shown: str) -> int:
    return len(shown.partition(".")[2])


def _nothing_claimed(result: NoiseResult) -> str:
    if not result.complete:
        return "nothing is claimed before the last repeat"
    return f"no difference{'' if _near_boundary(result) else ' to chance'} can be claimed"
