"""A question that is answered with a place in a figure: where will the vote be?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from l2dwk_core.lessons.question import Question, Values

Place = tuple[float, float]
"""Two numbers: across and up."""

BEFORE = "before."
"""What the name of a quantity begins with when it is that of the run before."""
MOST_STEPS = 99
"""Steps of an axis: a place is two numbers of two digits."""
DEFAULT_STEPS = 50


@dataclass(frozen=True)
class Mark:
    """A known place that is shown with the question: its words, and a quantity for each axis.

    A quantity of the run before begins with ``BEFORE``.
    """

    words: str
    across: str
    up: str


@dataclass(frozen=True)
class PlaceQuestion:
    """What a step asks for with a figure: two quantities of one run, as a place.

    ``across`` and ``up`` are the two axes. Each is a question with a slider, whose text is empty.
    """

    ask: str
    across: Question
    up: Question
    marks: tuple[Mark, ...] = ()

    @property
    def axes(self) -> tuple[Question, Question]:
        """Return the questions of the two axes: across, up."""
        return self.across, self.up

    @property
    def start(self) -> Place:
        """Return the place of the reader's point before it is moved."""
        return self.across.start, self.up.start

    def value(self, values: Values, before: Values | None = None) -> Place:
        """Return the answer for a run; NaN where a quantity has no value."""
        across, up = (axis.value(values, before) for axis in self.axes)
        assert not isinstance(across, str) and not isinstance(up, str)
        return across, up

    def marked(self, values: Values, before: Values | None) -> list[tuple[Mark, Place]]:
        """Return the known places. Those without a value are left out."""
        found = []
        for mark in self.marks:
            numbers = [_number(name, values, before) for name in (mark.across, mark.up)]
            if not any(map(math.isnan, numbers)):
                found.append((mark, (numbers[0], numbers[1])))
        return found

    def holding(self, places: Sequence[Place]) -> PlaceQuestion:
        """Return the question with axes that hold all these places."""
        axes = list(self.axes)
        for place in places:
            axes = [axis.holding(v, MOST_STEPS) for axis, v in zip(axes, place, strict=True)]
        return replace(self, across=axes[0], up=axes[1])

    def is_near(self, prediction: Place, value: Place) -> bool:
        """Return whether a prediction is near the answer on both axes."""
        return all(
            axis.is_near(p, v) for axis, p, v in zip(self.axes, prediction, value, strict=True)
        )

    def distances(self, prediction: Place, value: Place) -> list[str]:
        """Return how far a prediction is from the answer, as a sentence for each axis that begins
        with the axis's name."""
        return [
            f"{axis.name.capitalize()}: {axis.distance(p, v).replace('You', 'you', 1)}"
            for axis, p, v in zip(self.axes, prediction, value, strict=True)
        ]


def _number(name: str, values: Values, before: Values | None) -> float:
    source = before if name.startswith(BEFORE) else values
    assert source is not None  # the reader has checked it
    found = source(name.removeprefix(BEFORE))
    assert not isinstance(found, str)
    return found
