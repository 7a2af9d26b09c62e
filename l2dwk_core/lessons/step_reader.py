"""Read one step of a lesson file; see ``reader`` for its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from l2dwk_core.common.errors import near_names
from l2dwk_core.common.text import shown
from l2dwk_core.lessons.block import Block, is_whole
from l2dwk_core.lessons.block_reader import BlockReader
from l2dwk_core.lessons.faults import Faults
from l2dwk_core.lessons.lesson import Step
from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.placeholders import placeholders
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.rules import Rules
from l2dwk_core.lessons.step_question import StepQuestion
from l2dwk_core.lessons.words import faults

BEFORE = "### Before the answer"
AFTER = "### After the answer"
_KEYS = (
    "figures", "before", "before_figures", "control", "choice", "pair", "question",
)  # fmt: skip


class StepReader:
    """Reads steps from the lines of a file. What is wrong with them is added to ``found``."""

    def __init__(self, lines: Sequence[str], rules: Rules, found: Faults) -> None:
        self._lines, self._rules, self._faults = lines, rules, found
        self._report = found.report
        self._blocks = BlockReader(lines, found)
        self._questions = StepQuestion(self._blocks, found, self._quantity)

    def read(
        self, start: int, end: int, shared: Mapping[str, Any], earlier: Sequence[Step], fits: bool
    ) -> Step:
        """Return the step of the lines from *start* to *end*.

        ``shared``: the choice of the whole lesson. ``fits``: whether its fields have no problems,
        which are reported once for all steps.
        """
        title = self._lines[start][3:].strip()
        self._blocks.words(start + 1, "the title of the step", title)
        example = f'figures = ["{next(iter(self._rules.figures["run"]))}"]'
        block, rest = self._blocks.block(start + 1, end, "step", example)
        if not block.is_read:  # of its text, only links can be judged
            self.prose(rest, end)
            return Step(title, "", choice=shared)
        self._blocks.keys(block, _KEYS)
        of = "pair" if "pair" in block.values else "run"
        if of == "pair" and "choice" in block.values:
            self._report(
                block.line_of("choice"), "a step has either 'choice' or 'pair'; leave one out"
            )
        own = self._blocks.table(block, "choice" if of == "run" else "pair")
        choice = {**shared, **own} if of == "run" else dict(own)
        if self.fields(block, of, own) and (fits or of == "pair"):
            self._report_fields(block, of, self._rules.misfits(of, choice))
        after_at = self._heading(AFTER, rest, end)
        until_at = self._heading(BEFORE, rest, after_at)
        self._misplaced_before(until_at, end, asks="question" in block.values)
        before = self._before(block, earlier)
        question = (
            self._questions.read(block, of, before, earlier) if "question" in block.values else None
        )
        for first, last in ((rest, until_at), (until_at + 1, after_at), (after_at + 1, end)):
            self.prose(first, last)
            asked = _asked(question) if last <= after_at else ()
            self._placeholders(first, last, of, before, earlier, asked)
        figures = self._figures(block, "figures", of)
        if not figures and not block.values.get("figures"):
            self._report(block.start, f"'figures' is missing; {self._listed('figures', of)}")
        shown_of = earlier[before - 1].of if before else of
        before_figures = self._figures(block, "before_figures", shown_of) or (
            figures if before and not isinstance(question, PlaceQuestion) else ()
        )
        if question is not None and before:
            self._no_early_answer(block, before, figures, before_figures, of, choice, earlier)
        return Step(
            title,
            "\n".join(self._lines[rest:until_at]).strip(),
            "\n".join(self._lines[until_at + 1 : after_at]).strip(),
            "\n".join(self._lines[after_at + 1 : end]).strip(),
            of,
            choice,
            before,
            figures,
            before_figures,
            self._control(block, of),
            question,
        )

    def fields(self, block: Block, of: str, values: Mapping[str, Any]) -> bool:
        """Report the fields of a block's choice that cannot be used; return whether there are
        none."""
        return self._report_fields(block, of, self._rules.problems_of(of, values)) == 0

    def _report_fields(self, block: Block, of: str, found: Iterable[tuple[str, str]]) -> int:
        before = len(self._faults.found)
        for name, why in found:
            self._report(block.line_of("choice" if of == "run" else "pair", name), why)
        return len(self._faults.found) - before

    def _heading(self, words: str, start: int, end: int) -> int:
        """Return the place of the first line with this heading; *end* where there is none."""
        return next((i for i in range(start, end) if self._lines[i].strip() == words), end)

    def _misplaced_before(self, until_at: int, end: int, *, asks: bool) -> None:
        """Report a heading BEFORE whose text would be shown at the wrong time."""
        for i in range(until_at, end):
            if self._lines[i].strip() != BEFORE:
                continue
            if not asks:
                self._report(i + 1, f"{BEFORE!r} needs a question; add [question], or leave it out")
            elif i > until_at:
                self._report(
                    i + 1, f"{BEFORE!r} stands once in a step, above {AFTER!r}; move it there"
                )

    def _before(self, block: Block, earlier: Sequence[Step]) -> int | None:
        found = block.values.get("before")
        if found is None:
            return None
        if not is_whole(found) or not 1 <= found <= len(earlier):
            allowed = f"1 to {len(earlier)}" if earlier else "none in the first step"
            self._report(
                block.line_of("before"),
                f"before is {shown(found)}; allowed is the number of an earlier step, {allowed}",
            )
            return None
        return int(found)

    def _figures(self, block: Block, name: str, of: str) -> tuple[str, ...]:
        found = block.values.get(name, [])
        known = self._rules.figures[of]
        if not isinstance(found, list) or not all(one in known for one in map(str, found)):
            self._report(
                block.line_of(name), f"{name} is {shown(found)}; {self._listed('figures', of)}"
            )
            return ()
        if twice := [one for one in dict.fromkeys(found) if found.count(one) > 1]:
            self._report(
                block.line_of(name), f"{name} names {twice[0]!r} twice; name each figure once"
            )
        return tuple(dict.fromkeys(found))

    def _no_early_answer(
        self, block: Block, before: int, figures: tuple[str, ...],
        before_figures: tuple[str, ...], of: str, choice: Mapping[str, Any],
        earlier: Sequence[Step],
    ) -> None:  # fmt: skip
        """Report a figure that is shown with the question although it is that of the answer."""
        shown_with = earlier[before - 1]
        if (shown_with.of, shown_with.choice) != (of, choice):
            return
        for name in figures:
            if name in before_figures:
                self._report(
                    block.line_of(
                        "before_figures" if "before_figures" in block.values else "before"
                    ),
                    f"step {before} has the same choice as this step, so its figure {name!r} "
                    "shows the answer; name other figures in before_figures, or leave out 'before'",
                )

    def _control(self, block: Block, of: str) -> str:
        found = block.values.get("control", "")
        if found and found not in self._rules.controls[of]:
            self._report(
                block.line_of("control"),
                f"control is {shown(found)}; {self._listed('controls', of)}",
            )
            return ""
        return str(found)

    def _listed(self, what: str, of: str) -> str:
        names = getattr(self._rules, what)[of]
        return f"allowed {'is a list of' if what == 'figures' else 'is one of'} {', '.join(names)}"

    def _quantity(self, line: int, name: object, of: str) -> bool:
        known = [key for key, item in QUANTITIES.items() if item.of == of]
        if name in known:
            return True
        near = near_names(str(name), known)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        self._report(line, f"unknown quantity {shown(name)}; {hint}")
        return False

    def _placeholders(
        self, first: int, last: int, of: str, before: int | None, earlier: Sequence[Step],
        asked: tuple[str, ...],
    ) -> None:  # fmt: skip
        """Check the placeholders of some lines. ``asked``: quantities that must not be told."""
        for i in range(first, last):
            for about_before, name in placeholders(self._lines[i]):
                if about_before and before is None:
                    self._report(i + 1, f"{{{{before.{name}}}}} needs 'before' in the front matter")
                    continue
                kind = earlier[before - 1].of if about_before and before is not None else of
                if self._quantity(i + 1, name, kind) and name in asked and not about_before:
                    self._report(
                        i + 1,
                        f"{{{{{name}}}}} is what the question asks for; put it behind {AFTER!r}",
                    )

    def prose(self, first: int, last: int, only_blank: str = "") -> None:
        """Report what no text of a lesson may hold in these lines, or any text where
        ``only_blank``, whose end they follow, allows none."""
        for i in range(first, last):
            if only_blank and self._lines[i].strip():
                self._report(i + 1, f"text behind {only_blank}; text belongs to a step")
                return
        for i, why in faults(self._lines[first:last]):
            self._report(first + i + 1, why)


def _asked(question: Question | PlaceQuestion | None) -> tuple[str, ...]:
    """Return the quantities that a question asks for."""
    if isinstance(question, PlaceQuestion):
        return tuple(axis.answer for axis in question.axes)
    return () if question is None else (question.answer,)
