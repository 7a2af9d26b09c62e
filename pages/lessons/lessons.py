"""The lessons, and how an address shows the page: lesson and step, hidden and locked controls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from types import MappingProxyType

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.lessons.faults import LessonFileError
from l2dwk_core.lessons.lesson import Lesson, Step
from l2dwk_core.lessons.reader import MAX_STEPS, read_lesson
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option, shortened
from pages.choices.pair_choice import PairChoice
from pages.choices.query import ParameterValue, from_query, last_value
from pages.lessons.own_lesson import OWN, own_lesson
from pages.lessons.rules import RULES, step_choice, step_pair


def _shipped() -> Mapping[str, Lesson]:
    folder = files("l2dwk_core.lessons.shipped")
    found = sorted(
        (one for one in folder.iterdir() if one.name.endswith(".md")), key=lambda one: one.name
    )
    keys = [one.name.removesuffix(".md").partition("_")[2] for one in found]
    return {
        key: read_lesson(one.read_text(encoding="utf-8"), key, RULES)
        for key, one in zip(keys, found, strict=True)
    }


LESSONS: Mapping[str, Lesson] = MappingProxyType(_shipped())
"""Every lesson that comes with the package, by its name in the address."""

_CONTROLS = tuple(f.name for f in fields(Choice))


@dataclass(frozen=True)
class View:
    """How the page is shown: a lesson and its step (from 1), and what a link hides or locks.

    ``file``: the packed file of the lesson "own".
    """

    lesson: str = option("", ("", OWN, *LESSONS), "Lesson")
    step: int = number(1, 1, MAX_STEPS, label="Step")
    hide: tuple[str, ...] = option((), _CONTROLS, "Hidden controls")
    lock: tuple[str, ...] = option((), _CONTROLS, "Locked controls")
    file: str = field(default="", metadata={"label": "Lesson file"})

    @property
    def chosen(self) -> Lesson | None:
        """Return the lesson, if any."""
        if self.lesson != OWN:
            return LESSONS.get(self.lesson)
        return own_lesson(self.file) if self.file else None

    @property
    def now(self) -> Step | None:
        """Return the step of the lesson, if there is a lesson."""
        lesson = self.chosen
        return None if lesson is None else lesson.steps[self.step - 1]

    def pair(self) -> PairChoice:
        """Return the two members that the address of the Lessons page starts from."""
        step = self.now
        return PairChoice() if step is None else step_pair(step)

    def base(self) -> Choice:
        """Return the Choice that the address starts from."""
        step = self.now
        return Choice() if step is None else step_choice(step)

    def hidden(self) -> frozenset[str]:
        """Return the controls that are not drawn."""
        # The parameters of a hidden kernel would show which kernel it is.
        more = frozenset(KERNEL_PARAMETERS) if "kernel" in self.hide else frozenset[str]()
        return frozenset(self.hide) | more

    def locked(self) -> frozenset[str]:
        """Return the controls that are drawn but cannot be moved."""
        return frozenset(self.lock)

    def without_lesson(self) -> View:
        """Return the view outside of a lesson. What a link hides or locks stays so."""
        return replace(self, lesson="", step=1, file="")


def _known_controls(query: Mapping[str, ParameterValue], name: str) -> tuple[str, ...]:
    words, _ = last_value(name, query.get(name, ""))
    return tuple(part for part in words.split(",") if part in _CONTROLS)


def read_view(query: Mapping[str, ParameterValue]) -> tuple[View, list[str]]:
    """Return how a link wants the page shown, and a note for each part that could not be used.

    The note on a lesson with faults has a line for each of them.
    """
    # A name with a typing error must not show what the other names hide or lock.
    base = View(hide=_known_controls(query, "hide"), lock=_known_controls(query, "lock"))
    # The number of steps is the lesson's, so the step is read once the lesson is known.
    view, notes = from_query(base, {k: v for k, v in query.items() if k != "step"})
    if view.lesson != OWN:
        view = replace(view, file="")
    else:
        try:
            if view.chosen is None:
                notes.append("This link has no lesson file (file); open the file of the lesson.")
        except LessonFileError as error:
            number = counted(len(error.problems), "fault")
            ending = f". {error.more}" if error.more else ":"
            notes.append(
                "\n".join([f"The lesson in this address has {number}{ending}", *error.problems])
            )
            view = view.without_lesson()
        except InputError as error:
            notes.append(str(error))
            view = view.without_lesson()
    lesson = view.chosen
    if lesson is None:
        if not notes:
            notes = [
                f"{name} is for a lesson, but the address names none; add lesson=, followed by one "
                f"of {', '.join(LESSONS)}, or by {OWN} for a lesson in the address."
                for name in ("step", "file")
                if name in query
            ]
        return view.without_lesson(), notes
    step, more = _step(query, lesson)
    return replace(view, step=step), [*notes, *more]


def _step(query: Mapping[str, ParameterValue], lesson: Lesson) -> tuple[int, list[str]]:
    """Return the step that an address asks for; the first or the last step, with a line that says
    so, where the lesson has no such step."""
    words, notes = last_value("step", query.get("step", "1"))
    last = len(lesson.steps)
    try:
        found = int(words)
    except ValueError:  # no number, or more digits than Python reads
        found = 0
    if 1 <= found <= last:
        return found, notes
    used = last if found > last else 1
    return used, [
        *notes,
        f"Step (step) is {shortened(words)!r}; the lesson {lesson.title!r} has "
        f"{'step 1 only' if last == 1 else f'steps 1 to {last}'}. Step {used} is shown.",
    ]
