"""The run of a step of a lesson, and its figures, which follow the step's control."""

from __future__ import annotations

from dataclasses import replace

from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.chart import Chart
from l2dwk_core.lessons.lesson import Step
from l2dwk_core.lessons.quantities import Pair, values_of
from l2dwk_core.lessons.question import Values
from l2dwk_core.runs.run import Run
from pages.charts import run_charts
from pages.charts.packing import PackedChart
from pages.choices.choice import Choice
from pages.choices.pair_choice import PairChoice
from pages.jobs import caches
from pages.lessons.rules import step_choice, step_pair
from pages.models import pair_panel

PAGE = "lessons"


def chart_of(choice: Choice, name: str) -> Chart | PackedChart | None:
    """Return a figure of the run of this choice; None when its members are not trained yet."""
    if name not in run_charts.FIGURES:
        return None
    run = run_of(choice)
    return None if run is None else run_charts.shown(run, name)


def run_of(choice: Choice) -> Run | None:
    """Return the run of this choice, trained or recorded; None when there is none yet.

    Raise InputError when its settings do not fit together.
    """
    prepared = caches.lesson_run(choice.recipe())
    return None if prepared is None else caches.solve(prepared, choice)


def is_ready(step: Step) -> bool:
    """Return whether a step can be shown: its members are trained or recorded."""
    return step.of == "pair" or caches.lesson_run(step_choice(step).recipe()) is not None


def step_values(step: Step) -> Values | None:
    """Return the values of the quantities of a step; None when its run is not trained yet."""
    if step.of == "pair":
        return values_of("pair", pair_oracle(step_pair(step)))
    run = run_of(step_choice(step))
    return None if run is None else values_of("run", run)


def step_charts(step: Step, names: tuple[str, ...]) -> list[Chart | PackedChart]:
    """Return figures of a step as it is at first. Its run must be there."""
    if step.of == "pair":
        return [pair_panel.pair_chart(step_pair(step))]
    run = run_of(step_choice(step))
    assert run is not None
    return [run_charts.shown(run, name) for name in names]


def moved(step: Step, now: Choice) -> Choice:
    """Return the choice of a step with its control where the reader has moved it."""
    if not step.control or step.of != "run":
        return step_choice(step)
    return replace(step_choice(step), **{step.control: getattr(now, step.control)})


def pair_oracle(pair: PairChoice) -> Pair:
    """Return the right and wrong answers of two members, (N, 2)."""
    return oracle_of_counts(pair.both, pair.first, pair.second, pair.neither)
