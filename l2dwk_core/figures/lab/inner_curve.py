"""The figure, table and sentences on the choice of λ by cross-validation."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, MEMBERS, axis, layout
from l2dwk_core.figures.traces import error_bars, line_trace, marker_trace
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.lambda_choice import LambdaCandidate, LambdaChoice

_UPPER, _LOWER = [0.36, 1.0], [0.0, 0.24]
"""The heights of the two panels."""


def inner_curve_figure(choice: LambdaChoice, n_rows: int) -> Chart:
    """Return the figure of the inner score ± one standard error over λ. A lower panel shows how
    many members keep weight.

    It shows the chosen kernel and number of rounds. A ring marks the chosen λ. ``n_rows`` is the
    number of weighting rows used for the choice. A λ of 0 cannot be shown on the log axis; it is
    only in the table.
    """
    curve, best = choice.curve, choice.winner
    shown = [one for one in curve if one.lam > 0]
    lams = [one.lam for one in shown]
    scores = np.array([one.inner_score for one in shown])
    spread = np.nan_to_num(np.array([one.standard_error for one in shown]))
    kept = [one.n_kept for one in shown]
    said = [_hover(one) for one in shown]
    ring = [best] if best.lam > 0 else []
    figure = Drawing(
        [
            line_trace(
                lams,
                scores,
                "inner score",
                L2DWK,
                marker={"size": 7},
                text=said,
                hover="%{text}",
                error_y=error_bars(spread, spread, L2DWK, thickness=1.2, width=3),
            ),
            marker_trace(
                [one.lam for one in ring],
                [one.inner_score for one in ring],
                "chosen",
                {"size": 17, "symbol": "circle-open", "color": L2DWK, "line": {"width": 3}},
            ),
            line_trace(
                lams,
                kept,
                "members kept",
                MEMBERS,
                marker={"size": 5},
                text=said,
                hover="%{text}",
                xaxis="x2",
                yaxis="y2",
            ),
        ],
        layout(
            height=340,
            margin={"l": 60, "r": 16, "t": 26, "b": 48},
            shapes=[_chosen_line(one.lam) for one in ring],
            annotations=[
                label(
                    f"<b>by cross-validation: λ = {one.lam:g}</b>",
                    np.log10(one.lam),
                    1.0,
                    size=13,
                    xref="x",
                    yref="paper",
                    yanchor="bottom",
                    xanchor=_anchor(one.lam, lams),
                )
                for one in ring
            ],
            xaxis=_log_axis(lams, anchor="y", showticklabels=False, matches="x2"),
            yaxis=axis("inner score", anchor="x", domain=_UPPER, nticks=6),
            xaxis2=_log_axis(lams, title="λ (log scale)", anchor="y2"),
            yaxis2=axis(
                "members", anchor="x2", domain=_LOWER, rangemode="tozero", nticks=4
            ),
        ),
    )  # fmt: skip
    shares = "has" if len(choice.tied) == 1 else "shares"
    return Chart(
        "inner_curve",
        f"λ = {best.lam:g} {shares} the highest inner score of "
        f"{counted(len(choice.candidates), 'candidate')}",
        figure,
        "Dots: share of left-out weighting rows that the vote gets right, over all folds and "
        "repeats. Bars: one standard error up and down, over folds and repeats; they show how flat "
        "the curve is and allow no claim. Grey: how many members keep weight, on average. The ring "
        "marks what was chosen.",
        f"Inner score over λ from {curve[0].lam:g} to {curve[-1].lam:g}: highest at λ = "
        f"{best.lam:g} with {best.inner_score:.3f}, lowest "
        f"{min(one.inner_score for one in curve):.3f}; members kept from "
        f"{min(one.n_kept for one in curve):.3g} to {max(one.n_kept for one in curve):.3g}. Chosen "
        f"on {counted(n_rows, 'weighting row')}.",
        {"inner curve": lambda: inner_curve_table(choice)},
    )


def inner_curve_table(choice: LambdaChoice) -> pd.DataFrame:
    """Return a table with one row for each candidate. ``standard_error`` is NaN for a single
    fold."""
    return pd.DataFrame(
        [
            {
                "lambda": one.lam,
                "kernel": one.kernel,
                "rounds_at_most": one.max_rounds,
                "inner_score": one.inner_score,
                "standard_error": one.standard_error,
                "members_kept": one.n_kept,
                "chosen": place == choice.chosen,
            }
            for place, one in enumerate(choice.candidates)
        ]
    )


def choice_sentence(choice: LambdaChoice, n_rows: int) -> str:
    """Return sentences on what was chosen, from which values, and how."""
    best = choice.winner
    kernels = {one.kernel for one in choice.candidates}
    counts = {one.max_rounds for one in choice.candidates}
    lams = sorted({one.lam for one in choice.candidates})
    grid = f"{counted(len(lams), 'value')} of λ from {lams[0]:g} to {lams[-1]:g}"
    chosen, tried = [f"λ = {best.lam:g}"], [grid]
    if len(counts) > 1:
        chosen.insert(0, f"{counted(best.max_rounds, 'round')} at most")
        tried.insert(0, f"{counted(len(counts), 'limit')} for the rounds")
    if len(kernels) > 1:
        chosen.insert(0, f"the {KERNELS[best.kernel].title} kernel")
        tried.insert(0, f"{counted(len(kernels), 'kernel')}")
    what = f"{', '.join(chosen)} {'were' if len(chosen) > 1 else 'was'} chosen"
    drawn = "" if choice.n_repeats == 1 else f" Parts were drawn {choice.n_repeats} times."
    return (
        f"{what[0].upper() if len(chosen) > 1 else what[0]}{what[1:]} out of {', '.join(tried)}. "
        f"Each was learned on {choice.n_folds - 1} of {choice.n_folds} parts of the "
        f"{counted(n_rows, 'weighting row')}, and its vote scored on the part left out.{drawn}"
        + "".join(f" {note}" for note in choice.notes)
    )


def tie_sentence(choice: LambdaChoice) -> str:
    """Return a sentence on how ties were resolved, and on how many λ have a score within one
    standard error of the highest."""
    best, tied = choice.winner, choice.tied
    fewest = [one for one in tied if round(one.n_kept - best.n_kept, 9) == 0]
    members = f"members ({best.n_kept:.3g} on average)"
    if len(tied) == 1:
        words = "No other candidate has the same score."
    elif len(fewest) == len(tied):
        words = (
            f"{len(tied)} candidates share the highest score and keep as many {members}; the "
            "smallest λ of them was taken."
        )
    else:
        also = f", and of {len(fewest)} such the smallest λ" if len(fewest) > 1 else ""
        words = (
            f"{len(tied)} candidates share the highest score; the one that keeps the fewest "
            f"{members} was taken{also}."
        )
    if np.isnan(best.standard_error) or len(choice.curve) == 1:
        return words
    near = sum(
        one.inner_score >= best.inner_score - best.standard_error for one in choice.curve
    ) - 1  # fmt: skip
    return (
        f"{words} {near or 'None'} of the {len(choice.curve) - 1} other λ on the curve "
        f"{agreeing(near, 'is', 'are')} within one standard error of it."
    )


def _hover(one: LambdaCandidate) -> str:
    spread = "" if np.isnan(one.standard_error) else f" ± {one.standard_error:.3f}"
    return f"λ = {one.lam:g}<br>inner score {one.inner_score:.3f}{spread}<br>{_members(one)} kept"


def _members(one: LambdaCandidate) -> str:
    return f"{one.n_kept:.3g} {'member' if one.n_kept == 1 else 'members'}"


def _chosen_line(lam: float) -> dict[str, object]:
    """Return a dotted vertical line through both panels at the chosen λ."""
    return {
        "type": "line", "xref": "x", "yref": "paper", "x0": lam, "x1": lam, "y0": 0, "y1": 1,
        "line": {"color": MEMBERS, "width": 1, "dash": "dot"}, "layer": "below",
    }  # fmt: skip


def _anchor(lam: float, lams: list[float]) -> str:
    """Return the anchor of the text at λ. It keeps the text inside the axis near its ends."""
    low, high = np.log10(lams[0]), np.log10(lams[-1])
    place = 0.5 if high == low else (np.log10(lam) - low) / (high - low)
    return "left" if place < 0.2 else "right" if place > 0.8 else "center"


def _log_axis(lams: list[float], **more: object) -> dict[str, object]:
    low, high = (np.log10(lams[0]), np.log10(lams[-1])) if lams else (-2.0, 2.0)
    decades = [10.0**k for k in range(int(np.floor(low)), int(np.ceil(high)) + 1)]
    title = str(more.pop("title", "")) or None
    return axis(
        title,
        type="log",
        range=[low - 0.12, high + 0.12],
        tickmode="array",
        tickvals=decades,
        ticktext=[f"{value:g}" for value in decades],
        **more,
    )
