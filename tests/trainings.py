"""Trainings that many tests ask for, and how few members do where their number is no matter."""

from __future__ import annotations

from functools import cache

from l2dwk_core.pools.recipe import own_members
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.saved import RecordedRun
from pages.choices.choice import Choice
from pages.jobs import first_view, lesson_runs
from pages.lessons.lessons import LESSONS
from pages.lessons.rules import step_choice

FEW = 45
"""Members that pages train in their tests, but in those marked ``all_members``."""

prepared_once = cache(prepare_run)
"""``prepare_run``, whose result follows from its arguments, once for all tests of a process."""


def run_of(choice: Choice) -> Run:
    """The run a page shows for this choice."""
    return prepared_once(**vars(choice.recipe())).solve(
        choice.settings(), n_members=choice.n_members
    )


def run_of_step(lesson: str, number: int) -> Run:
    """The run of this step of a lesson, counted from 1, from the answers that are recorded."""
    choice = step_choice(LESSONS[lesson].steps[number - 1])
    return recorded_run_of(choice)


def recorded_run_of(choice: Choice) -> Run:
    """The run of a choice whose members' answers are recorded for lessons."""
    return _recorded(choice.recipe()).solve(
        choice.settings(), n_members=min(choice.n_members, own_members(choice.pool)[0])
    )


@cache
def _recorded(recipe: RunRecipe) -> RecordedRun:
    found = lesson_runs.read(recipe) or first_view.read()
    assert found.recipe.changed(settings=recipe.settings) == recipe
    return found
