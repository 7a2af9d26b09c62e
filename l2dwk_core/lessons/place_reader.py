"""Read a question that is answered with a place; see ``place`` and, for its lines, ``reader``.

    [question]
    ask = "Where will the weighted vote be?"
    across = "test_diversity"
    up = "accuracy"
    low = [0.0, 50]
    high = [0.5, 100]
    step = [0.01, 1]
    start = [0.1, 60]
    marks = [["uniform vote", "uniform_test_diversity", "uniform_accuracy"]]

Each list of two numbers has one for the way across and one for the way up. ``step``, ``start`` and
``marks`` can be left out. Each mark is a known place: its words, and a quantity for each way, which
``before.`` makes that of the run before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from l2dwk_core.common.text import shown
from l2dwk_core.lessons.block import Block, are_texts, is_number
from l2dwk_core.lessons.place import BEFORE, DEFAULT_STEPS, MOST_STEPS, Mark, PlaceQuestion
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Question

KEYS = ("ask", "across", "up", "low", "high", "step", "start", "marks")
MAX_MARKS = 5
MAX_MARK_SIGNS = 20
"""Characters of the words beside a mark: more do not fit beside it on a phone."""
_AXES = ("across", "up")

Report = Callable[[int, str], None]
IsQuantity = Callable[[int, object, str], bool]
"""Returns whether a name is a quantity of a run or pair ("run", "pair"), and reports it if not."""


class PlaceReader:
    """Reads the table of one question. Faults are passed to ``report`` with their line.

    ``of``: what the step is about, "run" or "pair"; ``of_before``: the step before, "" without one.
    """

    def __init__(
        self, block: Block, report: Report, is_quantity: IsQuantity, of: str, of_before: str
    ) -> None:
        self.block, self.report, self.is_quantity = block, report, is_quantity
        self.of, self.of_before = of, of_before

    def read(self, values: Mapping[str, Any]) -> PlaceQuestion | None:
        """Return the question; None when it has faults, which are reported."""
        named = [self._axis_quantity(values, name) for name in _AXES]
        lists = {name: self._two(values, name) for name in ("low", "high", "step", "start")}
        marks = self._marks(values.get("marks", []), [values.get(name) for name in _AXES])
        low, high = lists["low"], lists["high"]
        if not all(named) or low is None or high is None or marks is None:
            return None
        step, start = lists["step"] or (None, None), lists["start"] or (None, None)
        axes = [
            self._axis(name, values[name], low[i], high[i], step[i], start[i])
            for i, name in enumerate(_AXES)
        ]
        across, up = axes
        if across is None or up is None:
            return None
        return PlaceQuestion(values["ask"], across, up, marks)

    def _line(self, name: str) -> int:
        return self.block.line_of("question", name)

    def _axis_quantity(self, values: Mapping[str, Any], name: str) -> bool:
        if name not in values:
            self.report(
                self._line(name),
                f'{name!r} is missing; a place needs both, as across = "test_diversity" and '
                'up = "accuracy"',
            )
            return False
        if not self.is_quantity(self._line(name), values[name], self.of):
            return False
        if QUANTITIES[values[name]].kind == "word":
            self.report(self._line(name), f"{values[name]} is a word; a place needs a number")
            return False
        return True

    def _two(self, values: Mapping[str, Any], name: str) -> list[float] | None:
        found = values.get(name)
        if found is None and name in ("step", "start"):
            return None
        if isinstance(found, list) and len(found) == 2 and all(map(is_number, found)):
            return [float(number) for number in found]
        words = "is missing" if found is None else f"is {shown(found)}"
        self.report(
            self._line(name), f"{name} {words}; for a place it is two numbers, [across, up]"
        )
        return None

    def _axis(
        self, name: str, answer: str, low: float, high: float, step: float | None,
        start: float | None,
    ) -> Question | None:  # fmt: skip
        if not low < high:
            self.report(
                self._line("low"), f"{name}: low is {low:g}, high {high:g}; low must be below high"
            )
            return None
        if step is None:
            step = (high - low) / DEFAULT_STEPS
            step = math.ceil(step) if QUANTITIES[answer].kind == "count" else step
        if step <= 0 or not 1 <= (high - low) / step <= MOST_STEPS:
            self.report(
                self._line("step"),
                f"{name}: step is {step:g}; from {low:g} to {high:g} there may be 1 to "
                f"{MOST_STEPS} steps",
            )
            return None
        if start is None:
            start = low
        if not low <= start <= high:
            self.report(
                self._line("start"),
                f"{name}: start is {start:g}; allowed is a number from {low:g} to {high:g}",
            )
            return None
        return Question("", answer, low=low, high=high, step=float(step), start=start)

    def _marks(self, found: object, asked: list[object]) -> tuple[Mark, ...] | None:
        line = self._line("marks")
        if not isinstance(found, list) or not all(are_texts(m) and len(m) == 3 for m in found):
            self.report(
                line,
                'marks is a list, and each mark is three texts: ["words", "across", "up"]; found '
                f"is {shown(found)}",
            )
            return None
        if len(found) > MAX_MARKS:
            self.report(line, f"there are {len(found)} marks; at most {MAX_MARKS} are allowed")
            return None
        good = True
        for words, *names in found:
            if len(words) > MAX_MARK_SIGNS or "<" in words or "&" in words:
                good = False
                self.report(
                    line,
                    f"the words of a mark are {shown(words)}; allowed are at most "
                    f"{MAX_MARK_SIGNS} characters without < and &",
                )
            for name in names:
                good = self._mark_quantity(line, name, asked) and good
        return tuple(Mark(*mark) for mark in found) if good else None

    def _mark_quantity(self, line: int, name: str, asked: list[object]) -> bool:
        of = self.of
        if name.startswith(BEFORE):
            of, name = self.of_before, name.removeprefix(BEFORE)
            if not of:
                self.report(line, f"{BEFORE}{name} needs 'before' in the front matter")
                return False
        elif name in asked:
            self.report(line, f"{name} is what the question asks for; a mark would show it")
            return False
        if not self.is_quantity(line, name, of):
            return False
        if QUANTITIES[name].kind == "word":
            self.report(line, f"{name} is a word; a place needs a number")
            return False
        return True
