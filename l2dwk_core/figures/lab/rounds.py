"""Common parts of figures that follow the round: frames, the cursor, and which rounds are shown.

Weights, margins and plane change with the round and have a frame for each. Figures over all rounds
have a cursor instead, which moves without redrawing anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import MEMBERS
from l2dwk_core.method.trace import Round, Trace

MAX_FRAMES = 60
"""More rounds than this are thinned evenly: a slider of 400 px has no finer steps."""

CURSOR = "round"
"""Name of the shape that marks the round in a figure over all rounds."""

SMALL = 280
"""Height of the three figures that stand side by side at the top of the Lab, in pixels."""

Parts = list[dict[str, Any]]


def shown_rounds(trace: Trace, most: int = MAX_FRAMES) -> list[Round]:
    """Return the rounds that can be shown one by one: all, or up to ``most`` + 1 spread evenly
    that include the first, the last and the returned one. The latter has the returned vote."""
    rounds = trace.votes
    if len(rounds) <= most:
        return list(rounds)
    places = {*np.linspace(0, len(rounds) - 1, most).round().astype(int).tolist()}
    return [rounds[i] for i in sorted(places | {trace.returned_round - 1})]


def returned_sentence(trace: Trace) -> str:
    """Return which round is returned, and the parts of the rule ``settings.returned`` that decided:
    fewest wrong votes, then fewest members, then the latest."""
    chosen = trace.rounds[trace.returned_round - 1]
    said = f"Round {chosen.index} is returned"
    if trace.settings.returned == "last":
        return f"{said}: the last one."
    equal = [r for r in trace.rounds if r.error == chosen.error]
    rule = ["fewest wrong votes"]
    if trace.settings.returned == "best":
        fewest = [r for r in equal if r.n_selected == chosen.n_selected]
        if len(fewest) < len(equal):
            rule.append("fewest members")
        equal = fewest
    if len(equal) > 1:
        rule.append("latest")
    return f"{said}: {', then '.join(rule)}."


def moving_figure(
    trace: Trace,
    fixed: Sequence[dict[str, Any]],
    moving: Callable[[Round], Parts],
    layout: dict[str, Any],
    standing: Sequence[dict[str, Any]] = (),
) -> go.Figure:
    """Return a figure with a frame for each round, drawn at the returned round with the returned
    vote.

    ``fixed`` is what the moving traces keep, ``moving(r)`` what they take in round r, in the same
    order; ``meta["title"]`` of the first is the figure's title in that round. ``standing`` traces
    never move and are below the others. Each pair of axes needs a moving trace: Plotly's animation
    without redrawing empties those that have none.
    """

    def parts(r: Round) -> Parts:
        first, *others = moving(r)
        # What is shown can then be read from the figure itself.
        return [{**first, "meta": {CURSOR: r.index, **first.get("meta", {})}}, *others]

    start = trace.returned
    traces = [{**keep, **take} for keep, take in zip(fixed, parts(start), strict=True)]
    places = list(range(len(standing), len(standing) + len(fixed)))
    return Drawing(
        [*standing, *traces],
        layout,
        [{"name": str(r.index), "data": parts(r), "traces": places} for r in shown_rounds(trace)],
    )


def cursor(trace: Trace, *, half_width: float = 0.0, panel: str = "") -> Parts:
    """Return the mark of the round, placed at the returned one: a line, or a frame around a column.

    ``panel`` is the number in the names of its axes. One round needs no mark.
    """
    if len(trace.rounds) == 1:
        return []
    t = trace.returned_round
    return [
        {
            "name": CURSOR,
            "type": "rect" if half_width else "line",
            "xref": f"x{panel}",
            "yref": f"y{panel} domain",
            "x0": t - half_width,
            "x1": t + half_width,
            "y0": 0,
            "y1": 1,
            "line": {"color": MEMBERS, "width": 2},
        }
    ]


def round_ticks(n_rounds: int) -> dict[str, Any]:
    """Return ticks at whole numbers only, however few rounds there are."""
    return {"dtick": 1} if n_rounds <= 10 else {}


def steps(colour: str, fill: str) -> dict[str, Any]:
    """Return bars drawn as one stepped line. Unlike bars, it is redrawn without a new layout, in
    half the time. The points are the middles of the bars, so that a pointer finds the bar it is
    on. A bar of height 0 belongs at either end."""
    return {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": colour, "width": 1.5, "shape": "hvh"},
        "fill": "tozeroy",
        "fillcolor": fill,
    }


def between_zeros(values: NDArray[Any]) -> NDArray[Any]:
    """Return a stepped line that begins and ends on the axis."""
    whole = np.zeros(len(values) + 2, dtype=values.dtype)
    whole[1:-1] = values
    return whole


def smallest(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in the smallest integer type that holds them. Every byte is sent once
    for each round."""
    kind = np.uint16 if values.size == 0 or values.max() < 2**16 else np.uint32
    return values.astype(kind)
