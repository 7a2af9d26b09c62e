"""Whether the rounds converge: errors, distances, objective and certificate, round by round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import bound, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.rounds import cursor, round_ticks
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.palette import L2DWK, MEMBERS, WRONG, axis, keyed, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.method.trace import Trace

_GAP = 0.075
_PANELS = (
    ("", "Rows the vote gets wrong", "weighting rows"),
    (
        "2",
        f"{keyed('α to its target', MEMBERS)}, {keyed('change of w', L2DWK)}",
        "distance ‖·‖<sub>1</sub>",
    ),
    ("3", "Objective f(w; α)", "f"),
    ("4", "Certified distance to its minimum", "gap"),
)
_LOG = ("2", "4")
_FEW = 3
"""Rounds at the end that must agree before anything is called settled or switching."""


def back_again(trace: Trace) -> NDArray[np.bool_]:
    """Return (rounds,) True where the error set equals that of two rounds before, but not that
    of the last round."""
    sets = _error_sets(trace)
    return np.array(
        [t >= 2 and sets[t] == sets[t - 2] != sets[t - 1] for t in range(len(sets))], dtype=bool
    )


def settling(trace: Trace) -> str:
    """Return in one sentence, without its full stop, what the error sets do in the end."""
    sets = _error_sets(trace)
    n = len(sets)
    if n == 1:
        return "One round: there is nothing to settle"
    for period, words in (
        (1, "From round {} on the error set stays the same"),
        (2, "From round {} on the error set switches between the same two"),
    ):
        start = n - period
        while start > 0 and sets[start - 1] == sets[start - 1 + period]:
            start -= 1
        if n - start >= _FEW + period - 1:
            return words.format(start + 1)
    recent = len(set(sets[-10:]))
    last = counted(min(n, 10), "round")
    if recent == 1:  # too few rounds yet to call it settled
        return f"The error set is the same in the last {last}"
    return f"The error set keeps changing: {recent} different ones in the last {last}"


def convergence_figure(trace: Trace) -> Chart:
    """Draw four panels over the rounds: wrong votes, remaining distances, objective and
    certificate."""
    rounds = np.array([r.index for r in trace.rounds])
    wrong = np.array([r.n_wrong for r in trace.rounds])
    back = back_again(trace)
    residual = np.array([r.alpha_residual for r in trace.rounds])
    change = np.array([r.weight_change for r in trace.rounds])
    objective = np.array([r.objective for r in trace.rounds])
    gap = np.array([r.gap for r in trace.rounds])
    last = trace.rounds[-1]
    figure = Drawing(
        [
            _line(rounds, wrong, "wrong votes", WRONG, "", "rows wrong: %{y}"),
            marker_trace(
                rounds[back],
                wrong[back],
                "error set of two rounds before",
                {"symbol": "circle-open", "size": 12, "color": WRONG},
                hover="round %{x}: the error set of two rounds before is back",
            ),
            _line(
                rounds, _positive(residual), "α to its target ‖α* − α‖₁", MEMBERS, "2", "%{y:.3~g}"
            ),
            _line(
                rounds, _positive(change), "w from the last ‖Δw‖₁", L2DWK, "2", "%{y:.3~g}"
            ),
            _line(rounds, objective, "objective f", L2DWK, "3", "f = %{y:.6f}"),
            _line(rounds, _positive(gap), "gap", MEMBERS, "4", "at most %{y:.1e} above"),
        ],
        layout(
            height=760,
            margin={"l": 64, "r": 16, "t": 30, "b": 48},
            shapes=[mark for name, *_ in _PANELS for mark in cursor(trace, panel=name)],
            annotations=[_heading(name, text) for name, text, _ in _PANELS],
            **_axes(len(rounds)),
        ),
    )  # fmt: skip
    switched = int(back.sum())
    return Chart(
        "convergence",
        settling(trace),
        figure,
        "Top: wrong votes on the weighting rows; a ring marks rounds in which the error set of "
        "two rounds before is back while another lay between. Second, on a log scale: the "
        "distance of α from its target, without the damping that makes its steps small (grey), "
        "and the change of w since the round before (blue). When the rounds converge, both fall "
        "towards 0. Third: the objective of each round with that round's α, so it may rise. "
        "Last: a bound on its distance from its minimum, up to rounding. A log scale cannot show "
        "a value of 0.",
        f"{settling(trace)}. Wrong votes go from {wrong[0]} to {wrong[-1]}; in {switched} of "
        f"{counted(len(rounds), 'round')} the error set of two rounds before is back. Last change "
        f"of w: {last.weight_change:.2g}; objective {last.objective:.6f}, gap at most "
        f"{bound(last.gap, last.objective)}.",
        {
            "convergence": lambda: pd.DataFrame(
                {
                    "round": rounds,
                    "weighting_rows_wrong": wrong,
                    "error_set": [r.n_error_set for r in trace.rounds],
                    "error_set_of_two_rounds_before": back,
                    "distance_to_target_alpha": residual,
                    "change_of_weights": change,
                    "objective": objective,
                    "gap": gap,
                }
            )
        },
    )


def _error_sets(trace: Trace) -> list[bytes]:
    return [np.packbits(r.error_set).tobytes() for r in trace.rounds]


def _positive(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values that a log axis can show. The others become gaps in the line."""
    return np.where(values > 0, values, np.nan)


def _line(
    x: NDArray[Any], y: NDArray[Any], name: str, colour: str, panel: str, hover: str
) -> dict[str, Any]:
    return line_trace(
        x,
        y,
        name,
        colour,
        hover=f"round %{{x}}: {hover}",
        aside=name,
        marker={"size": 5},
        xaxis=f"x{panel}",
        yaxis=f"y{panel}",
    )


def _axes(n_rounds: int) -> dict[str, Any]:
    height = (1.0 - _GAP * (len(_PANELS) - 1)) / len(_PANELS)
    axes: dict[str, Any] = {}
    for place, (name, _, title) in enumerate(reversed(_PANELS)):
        low = place * (height + _GAP)
        axes[f"xaxis{name}"] = axis(
            None if place else "round t",
            anchor=f"y{name}",
            range=[0.5, n_rounds + 0.5],
            showticklabels=place == 0,
            **({"matches": "x"} if name else {}),
            **round_ticks(n_rounds),
        )
        log = {"type": "log", "tickformat": "~e", "nticks": 5}
        axes[f"yaxis{name}"] = axis(
            title,
            anchor=f"x{name}",
            domain=[low, min(1.0, low + height)],
            **(log if name in _LOG else {"nticks": 5}),
            **({} if name else {"rangemode": "tozero"}),
        )
    return axes


def _heading(name: str, text: str) -> dict[str, Any]:
    return label(
        f"<b>{text}</b>",
        0,
        1,
        size=13,
        xref=f"x{name} domain",
        yref=f"y{name} domain",
        xanchor="left",
        yanchor="bottom",
        yshift=3,
    )
