"""Trainings that many tests ask for, and how few members do where their number is no matter."""

from __future__ import annotations

from functools import cache

from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import Run
from pages.choices.choice import Choice
from pages.lessons.lessons import LESSONS

FEW = 45
"""Members that pages train under the fixture ``few_members``."""

prepared_once = cache(prepare_run)
"""``prepare_run``, whose result follows from its arguments, once for all tests of a process."""


def run_of(choice: Choice) -> Run:
    """The run a page shows for this choice."""
    return prepared_once(**vars(choice.recipe())).solve(
        choice.settings(), n_members=choice.n_members
    )


def run_of_step(lesson: str, number: int) -> Run:
    """The run that the Lab shows at this step of a lesson, counted from 1."""
    return run_of(LESSONS[lesson].choice(number))
