"""Where names stand beside points: only where they cover no point and no other name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from l2dwk_core.common.types import Floats

Box = tuple[float, float, float, float]
"""Left, right, lower and upper end in pixels."""
_SIGN, _LINE = 6.0, 15
"""Pixels of a character and of a line of the names."""


class NamedPoint(NamedTuple):
    """A point, in pixels from the lower left of the plot, and the lines of its name, if it is named
    here.

    ``radius``: of the point. ``marked``: whether a dot stands before the name.
    """

    x: float
    y: float
    lines: Sequence[str]
    radius: float = 7
    marked: bool = False


def pixels(across: Floats, up: Floats, wide: float, high: float) -> tuple[Floats, Floats]:
    """Return about where points are on a plot of this size, in pixels from the lower left.

    ``across``, ``up`` (n,): places on both axes, whose ranges leave a twentieth free at each end.
    """
    if not len(across):
        return across, up
    x, y = (
        size * (0.05 + 0.9 * (values - values.min()) / (float(np.ptp(values)) or 1.0))
        for size, values in ((wide, across), (high, up))
    )
    return x, y


def free_places(
    points: Sequence[NamedPoint], wide: float, taken: Iterable[Box] = (), beyond: float = 20
) -> dict[int, dict[str, Any]]:
    """Return by position how the name of a point is attached to it, for those that have room.

    Points that come first choose first: right of the point, left, above or below it. ``taken``:
    other places that stay free. ``beyond``: how far a name may reach over the plot's sides.
    """
    full = [*taken, *(_around(point) for point in points)]
    found: dict[int, dict[str, Any]] = {}
    for at, point in enumerate(points):
        if not point.lines:
            continue
        width = _SIGN * max(map(len, point.lines)) + (16 if point.marked else 0)
        half, aside = 0.5 * _LINE * len(point.lines), point.radius + 2
        for anchor, shift, up, left in (
            ("left", aside, 0.0, point.x + aside),
            ("right", -aside, 0.0, point.x - aside - width),
            *(
                (anchor, shift, up, left)
                for up in (point.radius + half, -point.radius - half)
                for anchor, shift, left in (
                    ("center", 0.0, point.x - width / 2),
                    ("right", point.radius, point.x + point.radius - width),
                    ("left", -point.radius, point.x - point.radius),
                )
            ),
        ):
            middle = point.y + up
            box = left, left + width, middle - half, middle + half
            inside = box[0] >= -beyond and box[1] <= wide + beyond
            if inside and not any(_overlap(box, other) for other in full):
                full.append(box)
                found[at] = {"xanchor": anchor, "xshift": shift, "yshift": up}
                break
    return found


def _around(point: NamedPoint) -> Box:
    r = point.radius
    return point.x - r, point.x + r, point.y - r, point.y + r


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]
