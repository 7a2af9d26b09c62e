"""Read the question of a step: what both kinds of questions have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from l2dwk_core.lessons.block import Block
from l2dwk_core.lessons.block_reader import BlockReader
from l2dwk_core.lessons.faults import Faults
from l2dwk_core.lessons.lesson import Step
from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.place_reader import KEYS as PLACE_KEYS
from l2dwk_core.lessons.place_reader import PlaceReader
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.question_reader import QuestionReader

_KEYS = (
    "ask", "answer", "change", "low", "high", "step", "start", "options", "bounds", "undefined",
)  # fmt: skip


class StepQuestion:
    """Reads questions. ``is_quantity(line, name, of)`` returns whether a run or pair has a
    quantity, and reports it if not."""

    def __init__(
        self, blocks: BlockReader, faults: Faults, is_quantity: Callable[[int, object, str], bool]
    ) -> None:
        self._blocks, self._faults, self._is_quantity = blocks, faults, is_quantity
        self._report = faults.report

    def read(
        self, block: Block, of: str, before: int | None, earlier: Sequence[Step]
    ) -> Question | PlaceQuestion | None:
        """Return the question of a step's block; None when it has faults.

        ``of``: what the step is about, "run" or "pair". ``before``: the number of the step before
        whose run stands beside it, one of *earlier*.
        """
        faults = len(self._faults.found)
        values = self._blocks.table(block, "question")
        inner = Block(block.start, block.lines, values)
        if "across" in values or "up" in values:
            return self._place(block, inner, of, "" if before is None else earlier[before - 1].of)
        self._blocks.keys(inner, _KEYS, required=("ask", "answer"), path=("question",))
        self._blocks.text(inner, "ask", path=("question",))
        answer = values.get("answer", "")
        if "answer" in values:
            self._is_quantity(block.line_of("question", "answer"), answer, of)
        change = values.get("change", False)
        if change is not False and change is not True:
            self._report(block.line_of("question", "change"), "change is true or false")
        elif change and (before is None or earlier[before - 1].of != of):
            self._report(
                block.line_of("question", "change"),
                "change = true needs 'before', the number of the earlier step to compare with",
            )
        if len(self._faults.found) > faults:
            return None
        kind = QUANTITIES[answer].kind
        if change and kind == "word":
            self._report(
                block.line_of("question", "change"), f"{answer} is a word; it has no change"
            )
        question = QuestionReader(block, self._report).read(values)
        return None if len(self._faults.found) > faults else question

    def _place(self, block: Block, inner: Block, of: str, of_before: str) -> PlaceQuestion | None:
        faults = len(self._faults.found)
        self._blocks.keys(inner, PLACE_KEYS, required=("ask",), path=("question",))
        self._blocks.text(inner, "ask", path=("question",))
        reader = PlaceReader(block, self._report, self._is_quantity, of, of_before)
        found = reader.read(inner.values)
        for mark in () if found is None else found.marks:
            self._blocks.words(block.line_of("question", "marks"), "a mark", mark.words)
        return None if len(self._faults.found) > faults else found
