"""Where the words beside points stand, so that they cover neither each other nor the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 270.0, 280.0
"""Pixels between the axes on a phone, the narrowest screen."""
_MARGIN = 20.0
"""Pixels on the right of them, and above, that words may use."""
_LETTER, _LINE = 6.0, 17.0
"""Pixels of a letter across, and of a line of words up."""
_GAP, _RADIUS = 8.0, 9.0
_HEIGHTS = {"middle": 0.0, "top": -_RADIUS - _LINE / 2, "bottom": _RADIUS + _LINE / 2}
_SAMPLES = 20

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


@dataclass(frozen=True)
class Label:
    """Words beside a point. ``x``, ``y``: shares of the width and height, from 0 at the lower left
    to 1. ``height``: "middle", "top" or "bottom", where the words stand if they are free to."""

    words: str
    x: float
    y: float
    height: str

    @property
    def side(self) -> str:
        """Return the side with more room."""
        return "right" if self.x < 0.5 else "left"


def label_places(
    labels: Sequence[Label], line: tuple[tuple[float, float], tuple[float, float]] | None = None
) -> list[str]:
    """Return for each label where its words stand, as "top right": the place that covers the least
    of the points, of the labels before it and of the line. ``line``: its two ends, as shares."""
    points = [_around(label.x, label.y, _RADIUS) for label in labels]
    if line is not None:
        (x0, y0), (x1, y1) = line
        shares = [i / _SAMPLES for i in range(_SAMPLES + 1)]
        points += [_around(x0 + s * (x1 - x0), y0 + s * (y1 - y0), 3.0) for s in shares]
    taken: list[Box] = []
    places = []
    for label in labels:
        found = [(f"{h} {s}", _box(label, h, s)) for h, s in _wishes(label)]
        place, (left, top, right, bottom) = min(
            found, key=lambda one: _covered(one[1], [*points, *taken])
        )
        places.append(place)
        taken.append((left - _GAP, top, right + _GAP, bottom))
    return places


def _wishes(label: Label) -> list[tuple[str, str]]:
    """Return the places of words, the best first: beside their point, then over or under it."""
    other = "left" if label.side == "right" else "right"
    beside = [(height, side) for side in (label.side, other) for height in _HEIGHTS]
    return [(label.height, label.side), ("top", "center"), ("bottom", "center"), *beside]


def _around(x: float, y: float, size: float) -> Box:
    across, down = x * WIDTH, (1 - y) * HEIGHT
    return across - size, down - size, across + size, down + size


def _box(label: Label, height: str, side: str) -> Box:
    across, down = label.x * WIDTH, (1 - label.y) * HEIGHT + _HEIGHTS[height]
    if side == "center":
        half = _LETTER * len(label.words) / 2
        return across - half, down - _LINE / 2, across + half, down + _LINE / 2
    start = _RADIUS + (_GAP if height == "middle" else 0.0)
    near, far = across + start, across + start + _LETTER * len(label.words)
    if side == "left":
        near, far = 2 * across - far, 2 * across - near
    return near, down - _LINE / 2, far, down + _LINE / 2


def _covered(box: Box, others: Sequence[Box]) -> float:
    """Return how many square pixels of a box are on others or outside the figure."""
    left, top, right, bottom = box
    inside = _common(box, (0.0, -_MARGIN, WIDTH + _MARGIN, HEIGHT))
    outside = (right - left) * (bottom - top) - inside
    return outside + sum(_common(box, other) for other in others)


def _common(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(down, 0.0)
