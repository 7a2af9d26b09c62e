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

from collections.abc import Sequence

from l2dwk_core.lessons.block_reader import BlockReader
from l2dwk_core.lessons.faults import MAX_FAULTS, EnoughFaults, Faults, LessonFileError
from l2dwk_core.lessons.lesson import Lesson, Step
from l2dwk_core.lessons.rules import Rules
from l2dwk_core.lessons.step_reader import StepReader

MAX_SIGNS = 20_000
"""The largest number of characters of a lesson file."""
MAX_STEPS = 12
_HEAD_KEYS = ("title", "about", "learnt", "choice")


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
    faults, lesson, more = Faults(), None, ""
    try:
        lesson = _lesson(text.splitlines(), key, rules, faults)
    except EnoughFaults:
        more = f"Reading ended after {MAX_FAULTS} faults, so there may be more; mend these first."
    if faults.found or lesson is None:
        raise LessonFileError([words for _, words in sorted(faults.found)], more)
    return lesson


def _lesson(lines: Sequence[str], key: str, rules: Rules, faults: Faults) -> Lesson | None:
    blocks, step_reader = BlockReader(lines, faults), StepReader(lines, rules, faults)
    headings = [i for i, line in enumerate(lines) if line.startswith("## ")]
    if not headings:
        faults.report(1, "the file has no step; a step begins with a line '## Title of the step'")
        return None
    if len(headings) > MAX_STEPS:
        faults.report(
            headings[MAX_STEPS] + 1,
            f"the file has {len(headings)} steps; at most {MAX_STEPS} are allowed",
        )
        return None
    head, rest = blocks.block(0, headings[0], "lesson", 'title = "…", about = "…", learnt = "…"')
    blocks.keys(head, _HEAD_KEYS, required=_HEAD_KEYS[:3])
    for name in _HEAD_KEYS[:3]:
        blocks.text(head, name)
    if head.is_read:
        step_reader.prose(rest, headings[0], only_blank="the lesson's own front matter")
    shared = blocks.table(head, "choice")
    fits = step_reader.fields(head, "run", shared)
    steps: list[Step] = []
    for start, end in zip(headings, [*headings[1:], len(lines)], strict=True):
        step = step_reader.read(start, end, shared, steps, fits)
        steps.append(step)
    if faults.found:
        return None
    values = head.values
    return Lesson(key, values["title"], values["about"], values["learnt"], tuple(steps))
