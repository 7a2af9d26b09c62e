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
    mean, mistakes = mean_known(alpha), mean_known(errors)
    top = np.nanmax([rows, *alpha.ravel(), *mistakes, 0.05])
    figure = Drawing(
        _lines(rounds, alpha, mistakes, np.full(n_rounds, rows), "round %{x}"),
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
        _chase_title(result, share, mean, mistakes, rows),
        figure,
        "Solid: the share of the kernel weight α on weighting rows whose label is flipped, mean "
        f"of {counted(len(records), 'repeat')}, band the lowest and the highest. Dashed: their "
        "share of the rows, which is what chance would give. Dotted: their share of the vote's "
        "mistakes. Above the dashed line, wrong labels have more weight than their share of the "
        "rows; near the dotted line, they have it because mistakes have it. A title claims this "
        "only where chance is excluded as the reason (Holm over the levels). A run that stopped "
        "early keeps its last value.",
        f"Flipped rows are {rows:.1%} of the weighting rows and hold {mean[-1]:.1%} of the kernel "
        f"weight in round {n_rounds} and {mean[0]:.1%} in round 1; of the mistakes they are "
        f"{mistakes[-1]:.1%}.",
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
    top = float(np.nanmax([0.05, *alpha.ravel(), *errors.ravel()])) if shares else 0.05
    most = max(result.recipe.shares) or 1.0
    figure = Drawing(
        _lines(np.array(shares), alpha, mistakes, rows, "%{x:.0%} flipped"),
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
        _levels_title(result, shares, mean, rows),
        figure,
        "The same three shares in the last round, as more labels are flipped. The gap between "
        "the solid and the dashed line is the weight on wrong labels beyond their share of the "
        "rows. A title claims it only where chance is excluded as the reason.",
        "; ".join(
            f"{share:.0%} flipped: {a:.1%} of α, {e:.1%} of the mistakes, {r:.1%} of the rows"
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
            for c in sorted(result.alpha_on_noise, key=lambda c: (c.repeat, c.share))
            for place, (a, e) in enumerate(zip(c.of_alpha, c.of_errors, strict=True))
        ]
    )


def _lines(
    x: Floats, alpha: Floats, errors: Floats, rows: Floats, where: str
) -> list[dict[str, Any]]:
    """Return the band and mean of α, the mistakes, and the rows, all on flipped rows."""
    traces: list[dict[str, Any]] = []
    if len(alpha) > 1:
        traces.append(band(x, alpha, "repeats", WRONG))
    for name, y, colour, dash in (
        ("of kernel weight α", mean_known(alpha), WRONG, "solid"),
        ("of the vote's mistakes", errors, WRONG, "dot"),
        ("of the rows (chance)", rows, MEMBERS, "dash"),
    ):
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


def _chase_title(
    result: NoiseResult, share: float, mean: Floats, mistakes: Floats, rows: float
) -> str:
    if share == 0 or not rows > 0:
        return "No label of a weighting row is flipped, so there is nothing to chase"
    if len(mean) == 1:
        return f"{share:.0%} flipped: one round only, so kernel weights are still equal"
    shown = f"{mean[-1]:.0%} of the kernel weight for {rows:.0%} of the rows"
    if not result.draws_alpha(share):
        return f"{share:.0%} flipped: wrong labels hold {shown}: {_nothing_claimed(result)}"
    if mean[-1] > rows:
        return f"{share:.0%} flipped: wrong labels draw {shown}: reweighting chases them"
    return f"{share:.0%} flipped: wrong labels draw only {shown}: reweighting avoids them"


def _levels_title(result: NoiseResult, shares: list[float], mean: Floats, rows: Floats) -> str:
    gap = mean - rows
    # Before anything is flipped there is nothing to draw weight.
    if np.isnan(gap).all() or not np.nanmax(rows) > 0:
        return "How much kernel weight wrong labels draw as more are flipped"
    claimed = np.array([result.draws_alpha(share) for share in shares])
    if not claimed.any():
        return f"Kernel weight on wrong labels, against their number: {_nothing_claimed(result)}"
    most = int(np.nanargmax(np.where(claimed, np.abs(gap), np.nan)))
    word = "more" if gap[most] > 0 else "less"
    drawn, number = round(100 * mean[most]), round(100 * rows[most])
    return (
        f"Wrong labels draw up to {abs(drawn - number)} points {word} kernel weight than their "
        f"number ({drawn}% against {number}%)"
    )


def _nothing_claimed(result: NoiseResult) -> str:
    if not result.complete:
        return "nothing is claimed before the last repeat"
    return "no difference to chance can be claimed"
