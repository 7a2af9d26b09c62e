"""The records of a lesson: its steps, their questions, and which answer is right."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

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

    def is_near(self, prediction: float, value: float) -> bool:
        """Return whether a prediction is within one step of the slider, or within a fortieth of
        its range, of the answer."""
        return abs(prediction - value) <= max(self.step, (self.high - self.low) / 40)

    def predicted(self, prediction: float) -> str:
        """Return a prediction as a sentence shows it, as exact as the slider."""
        return number_shown(self.kind, prediction)

    def distance(self, prediction: float, value: float) -> str:
        """Return how far a prediction is from the answer, as a sentence."""
        gap = prediction - value
        shown = f"You said {self.predicted(prediction)}; it is {number_shown(self.kind, value)}"
        if self.is_near(prediction, value):
            return f"{shown}. Your prediction was right, or nearly so."
        size = abs(gap)
        unit = {"share": " points", "points": " points"}.get(self.kind, "")
        amount = f"{size:,.0f}" if self.kind in ("count", "share") else f"{size:.2g}"
        return f"{shown}. Your prediction was {amount}{unit} too {'high' if gap > 0 else 'low'}."


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Attributes
    ----------
    title, text
        What is shown at once; Markdown.
    after
        What is shown when the question is answered; without a question, at once.
    of
        "run", or "pair" for two members given by four counts.
    choice
        Fields that differ from the defaults.
    before
        The number of the earlier step whose run is shown with the question; None where nothing is
        shown.
    figures, before_figures
        Names of figures of the two runs.
    control
        The control that the reader can move once the question is answered; "" for none.
    question
        None for a step that only shows.
    """

    title: str
    text: str
    after: str = ""
    of: str = "run"
    choice: Mapping[str, Any] = field(default_factory=dict)
    before: int | None = None
    figures: tuple[str, ...] = ()
    before_figures: tuple[str, ...] = ()
    control: str = ""
    question: Question | None = None


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    ``about`` is the question on its card; ``learnt`` says in one sentence what it has taught.
    """

    key: str
    title: str
    about: str
    learnt: str
    steps: tuple[Step, ...]
