"""Read a question that is answered with a slider or with buttons; see ``reader`` for its lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from l2dwk_core.common.text import counted, shown
from l2dwk_core.lessons.block import Block, are_texts, is_number
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.words import faults_of_value

MAX_OPTIONS = 6
_MOST_STEPS_OF_SLIDER = 2_000


class QuestionReader:
    """Reads how the table of one question is answered. Faults are passed to ``report`` with their
    line."""

    def __init__(self, block: Block, report: Callable[[int, str], None]) -> None:
        self._block, self._pass_on = block, report
        self._faults = 0

    def read(self, values: Mapping[str, Any]) -> Question | None:
        """Return the question; None when it has faults, which are reported.

        ``values``: the table, whose ``ask``, ``answer`` and ``change`` are right.
        """
        if "options" in values or QUANTITIES[values["answer"]].kind == "word":
            return self._with_options(values)
        return self._with_slider(values)

    def _with_slider(self, values: Mapping[str, Any]) -> Question | None:
        line = self._block.line_of("question")
        for name in ("bounds", "undefined"):
            if name in values:
                self._report(self._block.line_of("question", name), f"{name} goes with 'options'")
        for name in ("low", "high"):
            if name not in values:
                self._report(
                    line, f"the question has no {name!r}; give 'low' and 'high', or 'options'"
                )
        numbers = {k: values[k] for k in ("low", "high", "step", "start") if k in values}
        for name, value in numbers.items():
            if not is_number(value):
                self._report(
                    self._block.line_of("question", name),
                    f"{name} is {shown(value)}; it is a number",
                )
                return None
        if not {"low", "high"} <= numbers.keys():
            return None
        low, high, step = numbers["low"], numbers["high"], numbers.get("step", 1)
        start = numbers.get("start", 0 if low < 0 < high else low)
        if not low < high or step <= 0 or (high - low) / step > _MOST_STEPS_OF_SLIDER:
            self._report(
                self._block.line_of("question", "low"),
                f"low is {low}, high {high}, step {step}; low must be below high, step above 0, "
                f"and the slider may have at most {_MOST_STEPS_OF_SLIDER:,} steps",
            )
        elif not low <= start <= high:
            self._report(
                self._block.line_of("question", "start"),
                f"start is {start}; allowed is a number from {low} to {high}",
            )
        return Question(
            values["ask"], values["answer"], values.get("change", False),
            low=float(low), high=float(high), step=float(step), start=float(start),
        )  # fmt: skip

    def _with_options(self, values: Mapping[str, Any]) -> Question | None:
        def at(name: str) -> int:
            return self._block.line_of("question", name)

        for name in ("low", "high", "step", "start"):
            if name in values:
                self._report(at(name), f"{name} goes with a question that has no 'options'")
        options = values.get("options")
        quantity = QUANTITIES[values["answer"]]
        kind = quantity.kind
        if kind == "word":
            if not isinstance(options, dict) or not are_texts(list(options.values())):
                self._report(
                    at("options"),
                    f"{quantity.key} is a word, so options is a table with a text for each: "
                    f"{', '.join(quantity.words)}",
                )
                return None
            unknown = [word for word in options if word not in quantity.words]
            if unknown:
                self._report(
                    at(unknown[0]),
                    f"{quantity.key} has no word {shown(unknown[0])}; its words are "
                    f"{', '.join(quantity.words)}",
                )
            texts, words = tuple(options.values()), tuple(options)
        else:
            if not are_texts(options):
                self._report(at("options"), "options is a list of texts")
                return None
            texts, words = tuple(options), ()
        if not 2 <= len(texts) <= MAX_OPTIONS:
            self._report(
                at("options"), f"there are {len(texts)} options; allowed are 2 to {MAX_OPTIONS}"
            )
            return None
        for one in texts:
            self._words(at("options"), "an option", one)
        if twice := [one for one in texts if texts.count(one) > 1]:
            self._report(at("options"), f"the option {shown(twice[0])} is there twice")
        undefined = values.get("undefined", False)
        bounds = values.get("bounds", [])
        if kind != "word":
            needed = len(texts) - 1 - bool(undefined)
            numbers = isinstance(bounds, list) and all(map(is_number, bounds))
            if not numbers or len(bounds) != needed or sorted(set(bounds)) != bounds:
                self._report(
                    at("bounds" if "bounds" in values else "options"),
                    f"bounds is {shown(bounds)}; for these options it is a list of "
                    f"{counted(needed, 'ascending number')}, the limits between them",
                )
        if undefined is not False and undefined is not True:
            self._report(at("undefined"), "undefined is true or false")
        if self._faults:
            return None
        return Question(
            values["ask"], values["answer"], values.get("change", False), options=texts,
            words=words, bounds=tuple(map(float, bounds)), undefined=undefined,
        )  # fmt: skip

    def _report(self, line: int, words: str) -> None:
        self._faults += 1
        self._pass_on(line, words)

    def _words(self, line: int, name: str, text: str) -> None:
        for why in faults_of_value(name, text):
            self._report(line, why)
