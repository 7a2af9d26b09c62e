"""A question of a step: what it asks for, and which answer is right."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from l2dwk_core.lessons.quantities import QUANTITIES, Quantity, number_shown

Values = Callable[[str], float | str]
"""From the name of a quantity to its value for one run or pair."""


@dataclass(frozen=True)
class Question:
    """What a step asks before it shows its result.

    Attributes
    ----------
    ask
        The question, Markdown.
    answer
        The key of a quantity.
    change
        The answer is by how much the quantity changes from the run before to the run of the step.
    low, high, step, start
        Of a question with a number: the slider on which the reader predicts it.
    options
        Of a question with options: what the buttons say.
    words
        The word of the quantity that each option stands for; empty for a quantity with numbers.
    bounds
        Ascending limits between the options: option i is right from ``bounds[i − 1]`` up to, but
        not including, ``bounds[i]``.
    undefined
        The last option is right where the quantity has no value.
    """

    ask: str
    answer: str
    change: bool = False
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    start: float = 0.0
    options: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    bounds: tuple[float, ...] = ()
    undefined: bool = False

    @property
    def quantity(self) -> Quantity:
        """Return the quantity that is asked for."""
        return QUANTITIES[self.answer]

    @property
    def name(self) -> str:
        """Return the name of the quantity as words."""
        return self.answer.replace("_", " ")

    @property
    def kind(self) -> str:
        """Return the kind of the answer. The change of a share is in points."""
        kind = self.quantity.kind
        return "points" if self.change and kind == "share" else kind

    def value(self, values: Values, before: Values | None = None) -> float | str:
        """Return the answer for a run, and for the run before where a change is asked for."""
        now = values(self.answer)
        if not self.change or before is None:
            return now
        then = before(self.answer)
        assert not isinstance(now, str) and not isinstance(then, str)
        return now - then

    def right_option(self, value: float | str) -> int:
        """Return the place of the option that is right for this value of the quantity; −1 where a
        value is missing and no option says so."""
        if isinstance(value, str):
            return self.words.index(value) if value in self.words else -1
        if math.isnan(value):
            return len(self.options) - 1 if self.undefined else -1
        return bisect_right(self.bounds, value)

    def holding(self, value: float | str, most_steps: int = 2_000) -> Question:
        """Return the question with a slider that holds this answer.

        A slider that does not is made longer: for a share the whole range, else twice as long until
        it holds the answer, and not in its middle.
        """
        if self.options or isinstance(value, str) or math.isnan(value):
            return self
        low, high, step = self.low, self.high, self.step
        if low <= value <= high:
            return self
        if self.kind == "share":
            low, high = 0.0, 100.0
        floor = 0.0 if self.kind == "count" else -math.inf
        while not low <= value <= high or (
            self.kind != "share" and abs(value - (low + high) / 2) < (high - low) / 10
        ):
            size = high - low
            if value < low and low > floor:
                low = max(low - size, floor)
            else:
                high += size
        while (high - low) / step > most_steps:
            step *= 2
        return replace(self, low=low, high=high, step=step)

    def is_near(self, prediction: float, value: float) -> bool:
        """Return whether a prediction is within one step of the slider of the answer."""
        return abs(prediction - value) <= self.step * (1 + 1e-9)

    def predicted(self, prediction: float) -> str:
        """Return a prediction as a sentence shows it, as exact as the slider."""
        return number_shown(self.kind, prediction)

    def distance(self, prediction: float, value: float) -> str:
        """Return how far a prediction is from the answer, as a sentence."""
        gap = prediction - value
        shown = f"You said {self.predicted(prediction)}; it is {number_shown(self.kind, value)}"
        if self.is_near(prediction, value):
            return f"{shown}. Your prediction was right, or nearly so."
        # Of the numbers as they are shown, so that the sentence adds up.
        digits = {"count": 0, "share": 0, "points": 1}.get(self.kind, 2)
        size = abs(round(prediction, digits) - round(value, digits)) or abs(gap)
        amount = f"{size:,.0f}" if self.kind in ("count", "share") and size >= 1 else f"{size:.2g}"
        if self.kind in ("share", "points"):
            amount += " point" if amount == "1" else " points"
        return f"{shown}. Your prediction was {amount} too {'high' if gap > 0 else 'low'}."
