"""Members' weights along the exact λ path, with its breakpoints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.common.types import Floats
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import label
from l2dwk_core.figures.member_names import Names, in_figure, name_of, own_names
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, SINGLE, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace
from l2dwk_core.qp.critical_line import Breakpoint, CriticalLine

MAX_SHOWN = 60
"""Members with a curve of their own, those with the largest weight anywhere; the rest is one."""
_STEPS = 80  # of log λ: between breakpoints a curve over log λ is bent and needs points of its own
_SHADES = ("rgba(21, 128, 196, 0.75)", "rgba(21, 128, 196, 0.45)", "rgba(21, 128, 196, 0.6)")


def weight_path_figure(
    path: CriticalLine, *, inverse: bool = False, stacked: bool = True, marked: float | None = None,
    name: str = "λ", names: Names = None,
) -> Chart:  # fmt: skip
    """Draw each member's weight over log λ, or over 1/λ (``inverse``), with the breakpoints below.

    ``marked``: the strength the controls stand for; ``name`` what the strength is called; ``names``
    (L,) of the members.
    """
    lambdas = path.lambdas if inverse else _grid(path)
    weights = np.stack([path.weights(lam) for lam in lambdas])
    x = 1.0 / lambdas if inverse else lambdas
    ever = np.flatnonzero((weights > 0).any(axis=0))
    shown, rest = _split(weights, ever)
    first = int(np.argmax(path.breakpoints[0].weights))
    single = np.count_nonzero(path.breakpoints[0].weights) == 1
    traces = [_rug(path, inverse, name)]
    for place, member in enumerate(shown):
        colour = SINGLE if single and member == first else _SHADES[place % len(_SHADES)]
        title = in_figure(names, int(member))
        traces.append(_member(x, weights[:, member], title, colour, stacked))
    if rest.size:
        title = f"{counted(rest.size, 'other member')} together"
        traces.append(_member(x, weights[:, rest].sum(axis=1), title, FAINT, stacked))
    top = 1.0 if stacked else float(weights.max())
    traces.append(_marks_of_breakpoints(path, inverse, name, -0.045 * top, names))
    inner = path.breakpoints[1:-1]
    kept = [int(np.count_nonzero(path.breakpoints[i].weights)) for i in (0, -1)]
    low, high = path.lambdas[0], path.lambdas[-1]
    return_to = f"{kept[1]} at {name} = {high:g}"
    figure = Drawing(
        traces,
        layout(
            height=430,
            margin={"l": 56, "r": 16, "t": 26, "b": 52},
            shapes=_marked(marked, low, high, inverse),
            annotations=_marked_label(marked, low, high, inverse, name),
            xaxis=_x_axis(path, inverse, name),
            yaxis=axis(
                "weights, stacked to 1" if stacked else "weight of a member",
                range=[-0.09 * top, 1.02 * top],
                tickmode="auto",
            ),
        ),
    )
    return Chart(
        "weight_path",
        f"From {_members(kept[0])} at {name} = {low:g} to {return_to}: {len(ever)} "
        f"{agreeing(len(ever), 'takes', 'take')} part, {counted(len(inner), 'breakpoint')}",
        figure,
        "Each strip or line is a member's weight when all rows count the same, before any "
        f"reweighting. Triangles mark breakpoints, where members enter ▲ or leave ▼ as {name} "
        "grows; hover over one for their names. Between breakpoints every weight is a straight "
        f"line in 1/{name}"
        + (", as seen here." if inverse else f", which is bent over log {name}; choose 1/{name}.")
        + (" Green is the best single member, the answer for small values." if single else ""),
        f"{_members(len(ever))} with weight somewhere between {low:g} and {high:g}; "
        f"{counted(len(inner), 'breakpoint')}; {_members(kept[0])} at the lower end, {kept[1]} at "
        "the upper.",
        {
            "breakpoints": lambda: breakpoint_table(path, names),
            "weights at breakpoints": lambda: weight_table(path, names),
        },
    )


def breakpoint_table(path: CriticalLine, names: Names = None) -> pd.DataFrame:
    """Return one line for each breakpoint: λ, 1/λ, the members kept there, which entered and
    which left. ``names`` (L,) of the members."""
    return pd.DataFrame(
        [
            {
                "lambda": point.lam,
                "one_over_lambda": 1.0 / point.lam,
                "members_kept": int(np.count_nonzero(point.weights)),
                "entered": _changed(point.entered, names),
                "left": _changed(point.left, names),
            }
            for point in path.breakpoints
        ]
    )


def weight_table(path: CriticalLine, names: Names = None) -> pd.DataFrame:
    """Return every positive weight at every breakpoint. Between breakpoints weights are straight
    lines in 1/λ. ``names`` (L,) of the members."""
    lines = [
        (point.lam, int(member), float(point.weights[member]))
        for point in path.breakpoints
        for member in np.flatnonzero(point.weights)
    ]
    table = pd.DataFrame(lines, columns=["lambda", "member", "weight"])
    if own_names(names):
        table.insert(2, "member_name", [name_of(names, j) for j in table["member"]])
    return table


def _changed(members: tuple[int, ...], names: Names) -> str:
    if own_names(names):
        return "; ".join(name_of(names, j) for j in members)
    return " ".join(map(str, members))


def _grid(path: CriticalLine) -> Floats:
    """Return the breakpoints, and enough points between them for a smooth curve over log λ."""
    lambdas = path.lambdas
    dense = np.geomspace(lambdas[0], lambdas[-1], _STEPS)[1:-1]
    return np.unique(np.concatenate([lambdas, dense]))


def _split(weights: Floats, ever: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the members that get a curve of their own, in the order of their entry, and the
    other members."""
    largest = weights[:, ever].max(axis=0)
    heaviest = ever[np.argsort(-largest, kind="stable")]
    shown, rest = heaviest[:MAX_SHOWN], heaviest[MAX_SHOWN:]
    entry = (weights[:, shown] > 0).argmax(axis=0)
    return shown[np.lexsort((shown, entry))], np.sort(rest)


def _member(x: Floats, y: Floats, name: str, colour: str, stacked: bool) -> dict[str, Any]:
    trace: dict[str, Any] = line_trace(
        x.astype(np.float32),
        y.astype(np.float32),
        name,
        colour,
        width=0.5 if stacked else 1.8,
        hover="%{y:.3f}",
        aside=name,
    )
    if stacked:
        return trace | {"stackgroup": "weights", "fillcolor": colour}
    # A member that has left should have no line along the axis.
    near = (y > 0) | (np.r_[y[1:], 0] > 0) | (np.r_[0, y[:-1]] > 0)
    return trace | {"y": np.where(near, y, np.nan).astype(np.float32)}


def _rug(path: CriticalLine, inverse: bool, name: str) -> dict[str, Any]:
    """Return a faint line at every breakpoint, behind everything else."""
    x: list[float | None] = []
    y: list[float | None] = []
    for point in path.breakpoints[1:-1]:
        at = 1.0 / point.lam if inverse else point.lam
        x += [at, at, None]
        y += [0.0, 1.0, None]
    return line_trace(x, y, "breakpoint lines", FAINT, width=0.7)


def _marks_of_breakpoints(
    path: CriticalLine, inverse: bool, name: str, y: float, names: Names
) -> dict[str, Any]:
    inner = path.breakpoints[1:-1]
    return marker_trace(
        [1.0 / k.lam if inverse else k.lam for k in inner],
        [y] * len(inner),
        "breakpoints",
        {
            "size": 9,
            "symbol": [_symbol(k) for k in inner],
            "color": [MEMBERS if k.left and not k.entered else L2DWK for k in inner],
        },
        hover="%{text}",
        aside="breakpoint",
        text=[f"{name} = {k.lam:.4g}<br>{_change(k, names)}" for k in inner],
    )


def _symbol(point: Breakpoint) -> str:
    if point.entered and point.left:
        return "diamond"
    return "triangle-down" if point.left else "triangle-up"


def _change(point: Breakpoint, names: Names) -> str:
    parts = [
        f"{_listed(members, names)} {verb}{'s' if len(members) == 1 else ''}"
        for members, verb in ((point.entered, "enter"), (point.left, "leave"))
        if members
    ]
    return "<br>".join(parts) or "the direction changes"


def _listed(members: tuple[int, ...], names: Names) -> str:
    if own_names(names):
        shown = "; ".join(in_figure(names, j) for j in members[:8])
    else:
        shown = f"member{'s' * (len(members) > 1)} {', '.join(map(str, members[:8]))}"
    return shown if len(members) <= 8 else f"{shown} and {len(members) - 8} more"


def _members(n: int) -> str:
    return counted(n, "member")


def _x_axis(path: CriticalLine, inverse: bool, name: str) -> dict[str, Any]:
    if not inverse:
        return axis(f"{name} (logarithmic)", type="log", dtick=1)
    # Left of the first breakpoint is a straight line without end.
    ends = 1.0 / path.lambdas
    start = float(ends[1]) * 1.08 if len(ends) > 2 else float(ends[0])
    return axis(f"1/{name} (falls to the right, as {name} grows)", range=[start, 0.0])


def _marked(marked: float | None, low: float, high: float, inverse: bool) -> list[dict[str, Any]]:
    if marked is None or not low <= marked <= high:
        return []
    at = 1.0 / marked if inverse else marked
    return [
        {
            "type": "line",
            "xref": "x",
            "yref": "paper",
            "x0": at,
            "x1": at,
            "y0": 0,
            "y1": 1,
            "line": {"color": MEMBERS, "width": 1.5, "dash": "dash"},
        }
    ]


def _marked_label(
    marked: float | None, low: float, high: float, inverse: bool, name: str
) -> list[dict[str, Any]]:
    if marked is None or not low <= marked <= high:
        return []
    return [
        label(
            f"set now: {name} = {marked:.3g}",
            1.0 / marked if inverse else float(np.log10(marked)),
            1,
            xref="x",
            yref="paper",
            yanchor="bottom",
        )
    ]
