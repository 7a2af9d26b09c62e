"""Margins of the weighting rows, round by round, and the target value of the objective for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.margins import EDGES, N_BINS, MarginTarget, margin_counts, margin_target
from l2dwk_core.figures.lab.rounds import Parts, between_zeros, moving_figure, smallest, steps
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, RIGHT, WRONG, axis, keyed, layout
from l2dwk_core.method.trace import Round, Trace
from l2dwk_core.oracle.weighted_vote import MARGIN_ZERO

_HALF = N_BINS // 2
_WIDTH = 2.0 / N_BINS
_AXIS = {
    "votes": "margin m = weight right − weight wrong",
    "gaps": "margin m = (weight right − wrong)/weight that votes",
    "probabilities": "margin m = 2p − 1, p: mean probability of the class",
}
_READING = {
    "votes": "The margin of a row is the weight of the members that are right on it minus the "
    "weight of those that are wrong",
    "gaps": "The margin of a row is the weight of the members that are right on it minus the "
    "weight of those that are wrong, divided by the weight of those that vote on it",
    "probabilities": "The margin of a row is 2p − 1, with p the mean of the probabilities, by "
    "weight, that the members give to its class",
}
_WON = {False: "more weight right than wrong", True: "a mean probability above ½ for their class"}
_BETTER = {False: "weight right", True: "probability for the class"}
_MIDDLES = (np.arange(-1, N_BINS + 1) + 0.5) * _WIDTH - 1.0


def margins_figure(trace: Trace) -> Chart:
    """Draw the weighting rows by margin, with a frame for each round and a dashed line at the
    target of the margins."""
    start = trace.returned
    counts = {r.index: margin_counts(r.margins) for r in trace.votes}
    tallest = max(int(c.max(initial=1)) for c in counts.values())
    # Only runs with missing votes have an availability.
    missing = trace.rounds[0].kept_availability is not None
    target = margin_target(trace.settings, missing=missing)
    soft = trace.settings.outputs == "probabilities"
    kind = "probabilities" if soft else "gaps" if missing else "votes"
    shapes, words = _target_line(target)
    hover = "rows with a margin of %{x:.3f} ± 0.025: %{y}<extra></extra>"
    figure = moving_figure(
        trace,
        [
            {
                **steps(WRONG, "rgba(213, 94, 0, 0.45)"),
                "x": _MIDDLES[: _HALF + 2],
                "name": "rows with margin ≤ 0",
                "hovertemplate": hover,
            },
            {
                **steps(RIGHT, "rgba(86, 180, 233, 0.45)"),
                "x": _MIDDLES[_HALF:],
                "name": "rows with margin > 0",
                "hovertemplate": hover,
            },
        ],
        lambda r: _moving(counts[r.index]),
        layout(
            height=270,
            margin={"l": 56, "r": 16, "t": 26, "b": 48},
            shapes=shapes,
            annotations=[*words, _key()],
            xaxis=axis(_AXIS[kind], range=[-1.02, 1.02]),
            yaxis=axis("weighting rows", range=[0, tallest * 1.12]),
        ),
    )
    defined = start.margins[~np.isnan(start.margins)]
    won = int(counts[start.index][_HALF:].sum())
    return Chart(
        "margins",
        f"{won} of {counted(len(start.margins), 'weighting row')} {agreeing(won, 'has', 'have')} "
        f"{_WON[soft]} in the returned round {start.index}",
        figure,
        f"{_READING[kind]}: blue above 0, else orange. "
        + target_sentence(target, soft=soft)
        + right_without_majority(start, soft=soft),
        f"Margins in the returned round {start.index}: from {defined.min():.2f} to "
        f"{defined.max():.2f}, mean {defined.mean():.2f}; {won} of {len(start.margins)} positive."
        if defined.size
        else "No row has a margin.",
        {"margins": lambda: _table(trace)},
    )


def target_sentence(target: MarginTarget | None, *, soft: bool = False) -> str:
    """Return what the dashed line is, and how exact it is; *soft*: margins are of
    probabilities."""
    if target is None:
        return "With this objective there is no single target for the margins of all rows."
    beyond = " It lies beyond 1, the largest margin there is" if target.value > 1.0 else ""
    if beyond:
        # Only an exact square decreases all the way up to its target.
        beyond += f": more {_BETTER[soft]} is always better." if target.exact else "."
    line = f"The dashed line is the target {_what(target)}"
    if target.exact:
        return (
            f"{line}: up to a factor and a constant, this objective is exactly the α-weighted "
            f"squared distance of the margins from it.{beyond}"
        )
    return f"{line}. It is only a guide: {target.why}.{beyond}"


def right_without_majority(r: Round, *, soft: bool = False) -> str:
    """Return why the vote is right on more rows than have a positive margin, or "" when it is
    not."""
    margins = r.margins[~r.wrong]
    margins = margins[margins <= MARGIN_ZERO]
    if margins.size == 0:
        return ""
    right = (
        f" On {counted(len(margins), 'row')} whose margin is not positive the vote is right all "
        "the same: "
    )
    what = "probability" if soft else "weight"
    if np.any(margins < -MARGIN_ZERO):
        return right + (
            f"with three or more classes it can win with less than half of the {what}, as the "
            f"wrong {what} is split among several classes."
        )
    return right + f"half of the {what} is enough where the rest is split or a tie falls to it."


def _what(target: MarginTarget) -> str:
    return f"{target.formula} = {target.value:.3g}" if target.formula else f"{target.value:.3g}"


def _moving(counts: NDArray[np.int_]) -> Parts:
    counts = smallest(counts)
    return [{"y": between_zeros(counts[:_HALF])}, {"y": between_zeros(counts[_HALF:])}]


def _target_line(target: MarginTarget | None) -> tuple[Parts, Parts]:
    """Return a dashed line at the target, or an arrow towards it when it lies beyond the largest
    margin."""
    if target is None:
        return [], []
    inside = target.value <= 1.0
    text = f"target {_what(target)}" + ("" if target.exact else " (guide)")
    at = target.value if inside else 1.0
    words = label(
        keyed(text if inside else f"{text} →", L2DWK, "╌"),
        at,
        1,
        size=13,
        yref="y domain",
        xanchor="right" if at > 0.4 else "left" if at < -0.4 else "center",
        yanchor="bottom",
    )
    line = {
        "type": "line",
        "yref": "y domain",
        "x0": at,
        "x1": at,
        "y0": 0,
        "y1": 1,
        "line": {"color": L2DWK, "dash": "dash", "width": 2},
    }
    return ([line] if inside else []), [words]


def _key() -> dict[str, Any]:
    """Return what orange means here: other figures have it for wrong votes."""
    return label(
        keyed("margin ≤ 0: often, but not always, a wrong vote", WRONG, "■"),
        0,
        1,
        size=12,
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="top",
    )


def _table(trace: Trace) -> pd.DataFrame:
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "round": r.index,
                    "margin_above": EDGES[:-1],
                    "margin_up_to": EDGES[1:],
                    "weighting_rows": margin_counts(r.margins),
                }
            )
            for r in trace.votes
        ],
        ignore_index=True,
    )
