"""Read a lesson file: Markdown with TOML between lines of three plus signs.

    +++
    title = "Many could be few"
    about = "How many of 301 members does a vote need?"
    learnt = "A small part of the members can come close to the vote of all."
    [choice]
    dataset = "glass"
    +++

    ## 301 members, λ = 1
    +++
    figures = ["sparsity"]
    control = "lam"
    [choice]
    lam = 1.0
    [question]
    ask = "How many of the 301 members keep weight?"
    answer = "members_kept"
    low = 0
    high = 301
    +++
    All members start equal.

    ### Before the answer
    Guess before you look.

    ### After the answer
    Only {{members_kept}} members are left.

Each step begins with ``##``. What stands under "Before the answer", which can be left out, is
shown only until the question is answered; the text above it stays. ``QUANTITIES.md`` lists what
``answer`` and ``{{…}}`` can name. A question that is answered with a place in a figure is described
in ``place_reader``.
Nothing in a file is executed: it only names what is in closed lists.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from l2dwk_core.common.errors import InputError, near_names
from l2dwk_core.common.text import shown
from l2dwk_core.common.toml_reader import TomlError, read_toml
from l2dwk_core.lessons.block import Block, is_whole
from l2dwk_core.lessons.lesson import Lesson, Step
from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.place_reader import KEYS as PLACE_KEYS
from l2dwk_core.lessons.place_reader import PlaceReader
from l2dwk_core.lessons.placeholders import placeholders
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.question_reader import QuestionReader
from l2dwk_core.lessons.words import faults, faults_of_value

MAX_SIGNS = 20_000
"""The largest number of characters of a lesson file."""
MAX_STEPS = 12
MAX_FAULTS = 100
"""The largest number of faults that are reported: reading ends there."""
BEFORE = "### Before the answer"
AFTER = "### After the answer"
_FENCE = "+++"
_HEAD_KEYS = ("title", "about", "learnt", "choice")
_STEP_KEYS = (
    "figures", "before", "before_figures", "control", "choice", "pair", "question",
)  # fmt: skip
_QUESTION_KEYS = (
    "ask", "answer", "change", "low", "high", "step", "start", "options", "bounds", "undefined",
)  # fmt: skip


class LessonFileError(InputError):
    """A lesson file that cannot be used.

    ``problems`` has a line for each fault, with the number of the line it is on. ``more`` says so
    when reading ended before the end of the file; it is empty otherwise.
    """

    def __init__(self, problems: Collection[str], more: str = "") -> None:
        self.problems, self.more = tuple(problems), more
        super().__init__(" ".join(filter(None, (*self.problems, more))))


class _EnoughFaults(Exception):
    """Reading ends, because MAX_FAULTS faults are reported."""


def _fits(of: str, fields: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return ()


@dataclass(frozen=True)
class Rules:
    """What the program that shows a lesson has.

    ``figures`` and ``controls``: names by what a step is about, "run" or "pair".
    ``problems_of(of, fields)`` gives, for each field of a choice that cannot be used, its name and
    why. ``misfits(of, fields)`` gives the same for fields that do not fit each other; it is asked
    only about fields without problems.
    """

    figures: Mapping[str, Collection[str]]
    controls: Mapping[str, Collection[str]]
    problems_of: Callable[[str, Mapping[str, Any]], Iterable[tuple[str, str]]]
    misfits: Callable[[str, Mapping[str, Any]], Iterable[tuple[str, str]]] = _fits


def read_lesson(text: str, key: str, rules: Rules) -> Lesson:
    """Return the lesson that a file describes. Raise LessonFileError with the faults found, the
    first MAX_FAULTS of them where there are more."""
    if len(text) > MAX_SIGNS:
        raise LessonFileError(
            [
                f"The lesson file has {len(text):,} characters; at most {MAX_SIGNS:,} are allowed. "
                "Make it shorter or two lessons of it."
            ]
        )
    reader = _Reader(text.splitlines(), rules)
    lesson, more = None, ""
    try:
        lesson = reader.lesson(key)
    except _EnoughFaults:
        more = f"Reading ended after {MAX_FAULTS} faults, so there may be more; mend these first."
    if reader.problems or lesson is None:
        raise LessonFileError([words for _, words in sorted(reader.problems)], more)
    return lesson


@dataclass
class _Reader:
    lines: list[str]
    rules: Rules
    problems: list[tuple[int, str]] = field(default_factory=list)

    def report(self, line: int, words: str) -> None:
        self.problems.append((line, f"Line {line}: {words}"))
        if len(self.problems) == MAX_FAULTS:
            raise _EnoughFaults

    def lesson(self, key: str) -> Lesson | None:
        headings = [i for i, line in enumerate(self.lines) if line.startswith("## ")]
        if not headings:
            self.report(1, "the file has no step; a step begins with a line '## Title of the step'")
            return None
        if len(headings) > MAX_STEPS:
            self.report(
                headings[MAX_STEPS] + 1,
                f"the file has {len(headings)} steps; at most {MAX_STEPS} are allowed",
            )
            return None
        head, rest = self._block(0, headings[0], "lesson", 'title = "…", about = "…", learnt = "…"')
        self._keys(head, _HEAD_KEYS, required=_HEAD_KEYS[:3])
        for name in _HEAD_KEYS[:3]:
            self._text(head, name)
        if head.is_read:
            self._prose(rest, headings[0], only_blank="the lesson's own front matter")
        shared = self._table(head, "choice")
        fits = self._fields(head, "run", shared)
        steps: list[Step] = []
        for start, end in zip(headings, [*headings[1:], len(self.lines)], strict=True):
            step = self._step(start, end, shared, steps, fits)
            steps.append(step)
        if self.problems:
            return None
        values = head.values
        return Lesson(key, values["title"], values["about"], values["learnt"], tuple(steps))

    def _step(
        self, start: int, end: int, shared: Mapping[str, Any], earlier: list[Step], fits: bool
    ) -> Step:
        """Return one step. ``fits``: whether the fields of *shared* have no problems, which are
        reported once for all steps."""
        title = self.lines[start][3:].strip()
        self._words(start + 1, "the title of the step", title)
        example = f'figures = ["{next(iter(self.rules.figures["run"]))}"]'
        block, rest = self._block(start + 1, end, "step", example)
        if not block.is_read:  # of its text, only links can be judged
            self._prose(rest, end)
            return Step(title, "", choice=shared)
        self._keys(block, _STEP_KEYS)
        of = "pair" if "pair" in block.values else "run"
        if of == "pair" and "choice" in block.values:
            self.report(
                block.line_of("choice"), "a step has either 'choice' or 'pair'; leave one out"
            )
        own = self._table(block, "choice" if of == "run" else "pair")
        choice = {**shared, **own} if of == "run" else dict(own)
        if self._fields(block, of, own) and (fits or of == "pair"):
            self._report_fields(block, of, self.rules.misfits(of, choice))
        after_at = self._heading(AFTER, rest, end)
        until_at = self._heading(BEFORE, rest, after_at)
        self._misplaced_before(until_at, end, asks="question" in block.values)
        before = self._before(block, earlier)
        question = (
            self._question(block, of, before, earlier) if "question" in block.values else None
        )
        for first, last in ((rest, until_at), (until_at + 1, after_at), (after_at + 1, end)):
            self._prose(first, last)
            asked = _asked(question) if last <= after_at else ()
            self._placeholders(first, last, of, before, earlier, asked)
        figures = self._figures(block, "figures", of)
        if not figures and not block.values.get("figures"):
            self.report(block.start, f"'figures' is missing; {self._listed('figures', of)}")
        shown_of = earlier[before - 1].of if before else of
        before_figures = self._figures(block, "before_figures", shown_of) or (
            figures if before and not isinstance(question, PlaceQuestion) else ()
        )
        if question is not None and before:
            self._no_early_answer(block, before, figures, before_figures, of, choice, earlier)
        return Step(
            title,
            "\n".join(self.lines[rest:until_at]).strip(),
            "\n".join(self.lines[until_at + 1 : after_at]).strip(),
            "\n".join(self.lines[after_at + 1 : end]).strip(),
            of,
            choice,
            before,
            figures,
            before_figures,
            self._control(block, of),
            question,
        )

    # Parts of a step.

    def _fields(self, block: Block, of: str, values: Mapping[str, Any]) -> bool:
        """Report the fields of a block's choice that cannot be used; return whether there are
        none."""
        return self._report_fields(block, of, self.rules.problems_of(of, values)) == 0

    def _report_fields(self, block: Block, of: str, found: Iterable[tuple[str, str]]) -> int:
        before = len(self.problems)
        for name, why in found:
            self.report(block.line_of("choice" if of == "run" else "pair", name), why)
        return len(self.problems) - before

    def _heading(self, words: str, start: int, end: int) -> int:
        """Return the place of the first line with this heading; *end* where there is none."""
        return next((i for i in range(start, end) if self.lines[i].strip() == words), end)

    def _misplaced_before(self, until_at: int, end: int, *, asks: bool) -> None:
        """Report a heading BEFORE whose text would be shown at the wrong time."""
        for i in range(until_at, end):
            if self.lines[i].strip() != BEFORE:
                continue
            if not asks:
                self.report(i + 1, f"{BEFORE!r} needs a question; add [question], or leave it out")
            elif i > until_at:
                self.report(
                    i + 1, f"{BEFORE!r} stands once in a step, above {AFTER!r}; move it there"
                )

    def _before(self, block: Block, earlier: list[Step]) -> int | None:
        found = block.values.get("before")
        if found is None:
            return None
        if not is_whole(found) or not 1 <= found <= len(earlier):
            allowed = f"1 to {len(earlier)}" if earlier else "none in the first step"
            self.report(
                block.line_of("before"),
                f"before is {shown(found)}; allowed is the number of an earlier step, {allowed}",
            )
            return None
        return int(found)

    def _figures(self, block: Block, name: str, of: str) -> tuple[str, ...]:
        found = block.values.get(name, [])
        known = self.rules.figures[of]
        if not isinstance(found, list) or not all(one in known for one in map(str, found)):
            self.report(
                block.line_of(name), f"{name} is {shown(found)}; {self._listed('figures', of)}"
            )
            return ()
        if twice := [one for one in dict.fromkeys(found) if found.count(one) > 1]:
            self.report(
                block.line_of(name), f"{name} names {twice[0]!r} twice; name each figure once"
            )
        return tuple(dict.fromkeys(found))

    def _no_early_answer(
        self, block: Block, before: int, figures: tuple[str, ...],
        before_figures: tuple[str, ...], of: str, choice: Mapping[str, Any], earlier: list[Step],
    ) -> None:  # fmt: skip
        """Report a figure that is shown with the question although it is that of the answer."""
        shown_with = earlier[before - 1]
        if (shown_with.of, shown_with.choice) != (of, choice):
            return
        for name in figures:
            if name in before_figures:
                self.report(
                    block.line_of(
                        "before_figures" if "before_figures" in block.values else "before"
                    ),
                    f"step {before} has the same choice as this step, so its figure {name!r} "
                    "shows the answer; name other figures in before_figures, or leave out 'before'",
                )

    def _control(self, block: Block, of: str) -> str:
        found = block.values.get("control", "")
        if found and found not in self.rules.controls[of]:
            self.report(
                block.line_of("control"),
                f"control is {shown(found)}; {self._listed('controls', of)}",
            )
            return ""
        return str(found)

    def _listed(self, what: str, of: str) -> str:
        names = getattr(self.rules, what)[of]
        return f"allowed {'is a list of' if what == 'figures' else 'is one of'} {', '.join(names)}"

    def _question(
        self, block: Block, of: str, before: int | None, earlier: list[Step]
    ) -> Question | PlaceQuestion | None:
        faults = len(self.problems)
        values = self._table(block, "question")
        inner = Block(block.start, block.lines, values)
        if "across" in values or "up" in values:
            return self._place(block, inner, of, "" if before is None else earlier[before - 1].of)
        self._keys(inner, _QUESTION_KEYS, required=("ask", "answer"), path=("question",))
        self._text(inner, "ask", path=("question",))
        answer = values.get("answer", "")
        if "answer" in values:
            self._quantity(block.line_of("question", "answer"), answer, of)
        change = values.get("change", False)
        if change is not False and change is not True:
            self.report(block.line_of("question", "change"), "change is true or false")
        elif change and (before is None or earlier[before - 1].of != of):
            self.report(
                block.line_of("question", "change"),
                "change = true needs 'before', the number of the earlier step to compare with",
            )
        if len(self.problems) > faults:
            return None
        kind = QUANTITIES[answer].kind
        if change and kind == "word":
            self.report(
                block.line_of("question", "change"), f"{answer} is a word; it has no change"
            )
        question = QuestionReader(block, self.report).read(values)
        return None if len(self.problems) > faults else question

    def _place(self, block: Block, inner: Block, of: str, of_before: str) -> PlaceQuestion | None:
        faults = len(self.problems)
        self._keys(inner, PLACE_KEYS, required=("ask",), path=("question",))
        self._text(inner, "ask", path=("question",))
        reader = PlaceReader(block, self.report, self._quantity, of, of_before)
        found = reader.read(inner.values)
        for mark in () if found is None else found.marks:
            self._words(block.line_of("question", "marks"), "a mark", mark.words)
        return None if len(self.problems) > faults else found

    # Checks that several parts share.

    def _block(self, start: int, end: int, owner: str, example: str) -> tuple[Block, int]:
        """Return the TOML block that begins the lines from *start* on, and where it ends.

        ``owner``, ``example``: whose block it is and what it must have, for the message.
        """
        while start < end and not self.lines[start].strip():
            start += 1
        if start == end or self.lines[start].strip() != _FENCE:
            line = min(start, len(self.lines) - 1) + 1
            self.report(
                line,
                f"the {owner}'s front matter is missing; it begins and ends with a line {_FENCE} "
                f"and holds at least {example}",
            )
            return Block(line, (), {}, is_read=False), start
        close = next((i for i in range(start + 1, end) if self.lines[i].strip() == _FENCE), None)
        if close is None:
            lost = _lost_choice(owner, self.lines[start:end])
            self.report(
                start + 1, f"this front matter has no end; close it with a line {_FENCE}{lost}"
            )
            return Block(start + 1, (), {}, is_read=False), end
        lines = tuple(self.lines[start + 1 : close])
        try:
            values = read_toml("\n".join(lines))
        except TomlError as error:
            self.report(start + 1 + error.line, error.why + _lost_choice(owner, lines))
            return Block(start + 2, (), {}, is_read=False), close + 1
        return Block(start + 2, lines, values), close + 1

    def _keys(
        self,
        block: Block,
        known: Collection[str],
        required: Collection[str] = (),
        path: tuple[str, ...] = (),
    ) -> None:
        if not block.is_read:  # which is reported already
            return
        names = list(known)
        for name in block.values:
            if name not in known:
                near = near_names(name, names)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
                self.report(block.line_of(*path, name), f"unknown key {shown(name)}; {hint}")
        for name in required:
            if name not in block.values:
                self.report(block.line_of(*path), f'{name!r} is missing; add {name} = "…"')

    def _text(self, block: Block, name: str, path: tuple[str, ...] = ()) -> None:
        found = block.values.get(name, "…")
        line = block.line_of(*path, name)
        if not isinstance(found, str) or not found.strip():
            self.report(line, f"{name} is {shown(found)}; it is a text")
        else:
            self._words(line, name, found)

    def _table(self, block: Block, name: str) -> Mapping[str, Any]:
        found = block.values.get(name, {})
        if not isinstance(found, dict):
            self.report(block.line_of(name), f"{name} is {shown(found)}; it is a table, [{name}]")
            return {}
        return found

    def _quantity(self, line: int, name: object, of: str) -> bool:
        known = [key for key, item in QUANTITIES.items() if item.of == of]
        if name in known:
            return True
        near = near_names(str(name), known)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        self.report(line, f"unknown quantity {shown(name)}; {hint}")
        return False

    def _placeholders(
        self, first: int, last: int, of: str, before: int | None, earlier: list[Step],
        asked: tuple[str, ...],
    ) -> None:  # fmt: skip
        """Check the placeholders of some lines. ``asked``: quantities that must not be told."""
        for i in range(first, last):
            for about_before, name in placeholders(self.lines[i]):
                if about_before and before is None:
                    self.report(i + 1, f"{{{{before.{name}}}}} needs 'before' in the front matter")
                    continue
                kind = earlier[before - 1].of if about_before and before is not None else of
                if self._quantity(i + 1, name, kind) and name in asked and not about_before:
                    self.report(
                        i + 1,
                        f"{{{{{name}}}}} is what the question asks for; put it behind {AFTER!r}",
                    )

    def _prose(self, first: int, last: int, only_blank: str = "") -> None:
        for i in range(first, last):
            if only_blank and self.lines[i].strip():
                self.report(i + 1, f"text behind {only_blank}; text belongs to a step")
                return
        for i, why in faults(self.lines[first:last]):
            self.report(first + i + 1, why)

    def _words(self, line: int, name: str, text: str) -> None:
        for why in faults_of_value(name, text):
            self.report(line, why)


def _lost_choice(owner: str, lines: Sequence[str]) -> str:
    """Return what follows for the steps when a lesson's front matter with a choice is not read."""
    if owner != "lesson" or not any("choice" in line for line in lines):
        return ""
    return (
        ". The steps are read as if its [choice] were empty; mend this first, other faults may go "
        "with it"
    )


def _asked(question: Question | PlaceQuestion | None) -> tuple[str, ...]:
    """Return the quantities that a question asks for."""
    if isinstance(question, PlaceQuestion):
        return tuple(axis.answer for axis in question.axes)
    return () if question is None else (question.answer,)
