"""The records of a lesson and of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.question import Question


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Attributes
    ----------
    title, text
        What is shown at once and stays; Markdown.
    until
        What is shown only until the question is answered; "" for nothing.
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
    until: str = ""
    after: str = ""
    of: str = "run"
    choice: Mapping[str, Any] = field(default_factory=dict)
    before: int | None = None
    figures: tuple[str, ...] = ()
    before_figures: tuple[str, ...] = ()
    control: str = ""
    question: Question | PlaceQuestion | None = None


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
