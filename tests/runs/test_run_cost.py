"""What an address may ask a server to compute is bounded before it begins, and said in words."""

from __future__ import annotations

import re
import time
import warnings
from dataclasses import replace

import cvxpy as cp
import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.qp.simplex_qp import solve_with_cvxpy
from l2dwk_core.runs import run_cost
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run_cost import MAX_PLAN_SECONDS, check_lambda_choice, run_seconds
from l2dwk_core.studies.comparison import ComparisonRecipe
from l2dwk_core.studies.noise_records import NoiseRecipe
from l2dwk_core.studies.repeated_trainings import TrialsRecipe
from pages.choices.choice import Choice
from pages.jobs import work_limits
from pages.jobs.job_queue import JobQueue
from pages.jobs.prepared_runs import Prepared
from pages.jobs.sweep_work import MAX_SPLITS, SplitsRecipe, SweepRecipe
from pages.models import diversity
from pages.models.compare import MOST_FOLDS, MOST_REPEATS, CompareView
from pages.models.compare import recipe_of as comparison_of
from pages.models.diversity import DiversityView
from pages.models.noise import NoiseView
from pages.models.noise import recipe_of as noise_of
from pages.models.sweep import SweepView, grid_of, plan_of
from pages.models.trade_off import trials_recipe
from tests import page_apps as apps
from tests.trainings import prepared_once

_, MOST_ROUNDS = SETTING_FACTS["max_rounds"].offered
SLOW = Settings(solver="cvxpy", max_rounds=MOST_ROUNDS, stop_on=())


@pytest.mark.slow
def test_the_estimate_is_of_the_right_size_here():
    """Within a factor of thirty of the processor's time, for both solvers."""
    run = prepared_once("glass", n_members=60)
    for settings in (
        Settings(max_rounds=100, stop_on=()),
        Settings(max_rounds=3, stop_on=(), solver="cvxpy"),
    ):
        run.solve(settings, n_members=5)  # what is imported and compiled once
        start = time.process_time()
        run.solve(settings)
        took = time.process_time() - start
        guess = run_cost.run_seconds(settings, run.oracle.n_rows, 60)
        assert took / 30 < guess < took * 30


def test_more_of_anything_costs_more():
    least = run_cost.run_seconds(Settings(), 100, 50)
    for settings, rows, members in (
        (Settings(), 10_000, 50),
        (Settings(), 100, 500),
        (Settings(max_rounds=300), 100, 50),
        (Settings(update="exp"), 100, 50),
        (Settings(solver="cvxpy"), 100, 50),
    ):
        assert run_cost.run_seconds(settings, rows, members) > least
    assert run_cost.run_seconds(Settings(), 100, 50, missing=True) > least


def test_a_run_that_takes_too_long_is_refused_with_what_may_be_chosen():
    run_cost.check_run(Settings(), 2_000, 301)
    run_cost.check_run(Settings(solver="cvxpy", max_rounds=6), 45, 301)
    with pytest.raises(InputError, match=r"301 members on 45 rows in 500 rounds by the solver cvxpy"
                       r" would take about \d+ min; a page computes for at most 10 s. Choose the "
                       r"solver active_set, fewer members or fewer rounds"):  # fmt: skip
        run_cost.check_run(SLOW, 45, 301)
    with pytest.raises(InputError, match="5,000 members on 100,000 rows"):
        run_cost.check_run(Settings(), 100_000, 5_000)


def test_a_page_does_not_begin_what_takes_too_long(monkeypatch):
    prepared = Prepared(prepared_once(apps.EASY, n_members=5), 0.0)
    solved = []
    monkeypatch.setattr(type(prepared.run), "solve", lambda *given, **named: solved.append(1))
    for ask in (prepared.begin, prepared.solve):
        with pytest.raises(InputError, match="by the solver cvxpy would take about"):
            ask(SLOW, 5)
    assert solved == []


def test_an_address_that_asks_for_too_much_is_told_so():
    app = apps.lab(solver="cvxpy", max_rounds="500")
    apps.check(app)
    assert "a page computes for at most 10 s" in apps.said(app)
    assert not apps.figures(app)


def test_the_default_and_the_largest_choices_of_every_page_on_the_papers_data_pass():
    """No reader of the shipped datasets meets a bound with the default settings."""
    choice, rows = Choice(dataset="artificial"), "artificial"
    work_limits.training(choice.recipe(), rows)
    work_limits.splits(SplitsRecipe(choice.recipe(), MAX_SPLITS, False), rows)
    for plan in (
        plan_of(choice, SweepView()),
        grid_of(choice, SweepView(second="n_members")).plan(choice.settings(), 301),
    ):
        work_limits.sweep(SweepRecipe(choice.recipe(), plan, MAX_SPLITS), rows)
    work_limits.comparison(comparison_of(choice, CompareView()), rows)
    most = CompareView(folds=MOST_FOLDS, repeats=MOST_REPEATS)
    work_limits.comparison(comparison_of(choice, most), rows)
    for_cv = replace(most, methods=(*most.methods, "l2dwk_cv"))
    work_limits.comparison(comparison_of(choice, for_cv), rows)
    work_limits.noise(noise_of(choice, NoiseView()), rows)
    work_limits.noise(noise_of(choice, NoiseView(levels=9, repeats=20)), rows)
    for moved in ("max_depth", "n_members"):
        work_limits.trials(trials_recipe(choice, DiversityView(moved=moved, trials=100)), rows)


@pytest.mark.parametrize(
    ("bound", "recipe"),
    [
        (work_limits.training, RunRecipe.of("many rows", n_members=5_000)),
        (work_limits.splits,
         SplitsRecipe(RunRecipe.of("many rows", n_members=5_000), 20, False)),
        (work_limits.comparison, ComparisonRecipe("artificial", ("single_best",), 20, 10,
                                             pool=PoolRecipe(n_members=5_000))),
        (work_limits.comparison, ComparisonRecipe("zoo", ("l2dwk",), 20, 10, settings=SLOW)),
        (work_limits.comparison, ComparisonRecipe("german", ("l2dwk_cv",), 20, 10,
                                             pool=PoolRecipe(n_members=5_000))),
        (work_limits.comparison, ComparisonRecipe("many rows", ("single_best",), n_folds=20,
                                             pool=PoolRecipe("library", 40))),
        (work_limits.noise, NoiseRecipe(RunRecipe("zoo", settings=SLOW), repeats=20)),
        (work_limits.sweep, SweepRecipe(RunRecipe("zoo"), plan_of(
            Choice(solver="cvxpy", max_rounds=10), SweepView(points=41)), 20)),
        (work_limits.trials, TrialsRecipe("many rows", PoolRecipe(n_members=50), trials=100)),
        (work_limits.trials, TrialsRecipe("zoo", PoolRecipe(), "n_members", (5_000,), 200)),
    ],
)  # fmt: skip
def test_what_is_too_much_is_refused_before_it_begins(bound, recipe):
    begun = []
    many = Dataset("many rows", pd.DataFrame({"x": np.zeros(70_000)}), np.arange(70_000) % 2)
    queue = JobQueue(
        lambda session: True, lambda **more: begun.append(1),
        find=lambda word: many if word == many.name else word, bound=bound,
    )  # fmt: skip
    job = queue.start(recipe, "session")
    assert job.finished
    assert " page " in job.error
    assert "has no such limit" in job.error or "have no such limit" in job.error
    assert not begun


def test_too_many_pairs_are_refused_and_the_message_says_how_many_members_are_not():
    run_cost.check_pairs(10_000, 301, 26)  # the largest dataset of the catalogue
    with pytest.raises(InputError, match=r"4,000 members make 7,998,000 pairs; .* 1,225 members"):
        run_cost.check_pairs(100, 4_000, 90)
    run_cost.check_pairs(100, 1_225, 90)
    for n_rows, n_members, n_classes in (
        (20_000, 1_200, 3),
        (2_000, 1_000, 100),
        (10_000, 400, 99),
    ):
        with pytest.raises(InputError, match="Choose at most ") as refused:
            run_cost.check_pairs(n_rows, n_members, n_classes)
        most = int(re.search(r"at most ([\d,]+) members", str(refused.value))[1].replace(",", ""))
        run_cost.check_pairs(n_rows, most, n_classes)
        with pytest.raises(InputError):
            run_cost.check_pairs(n_rows, most + 1, n_classes)


def test_too_many_subensembles_are_refused():
    run_cost.check_subensembles(10_000, 10_000, 301, 26, 400)
    with pytest.raises(InputError, match="Choose fewer sub-ensembles or members"):
        run_cost.check_subensembles(10_000, 10_000, 301, 100, 1_000)


def test_the_page_measures_nothing_of_what_is_refused(monkeypatch):
    run = prepared_once("glass", n_members=60).solve(Settings())
    choice, view = Choice(dataset="refused"), DiversityView()
    seen = diversity.report_of(run, choice, view)
    for name in ("diversity_report", "measured_subensembles"):
        monkeypatch.setattr(diversity, name, None)
    monkeypatch.setattr(run_cost, "MAX_PAIRS", 60 * 59 // 2 - 1)
    with pytest.raises(InputError, match="60 members make 1,770 pairs"):
        diversity.report_of(run, replace(choice, dataset="another"), view)
    monkeypatch.setattr(run_cost, "MAX_PAIR_SECONDS", 1e-3)
    with pytest.raises(InputError, match="Measuring 400 sub-ensembles of 60 members"):
        diversity.subensembles_of(seen, run, choice, view)


def test_warnings_of_cvxpy_stay_out_of_the_log(monkeypatch):
    solve = cp.Problem.solve

    def warns(problem, **named):
        warnings.warn("Solution may be inaccurate.", UserWarning, stacklevel=2)
        return solve(problem, **named)

    monkeypatch.setattr(cp.Problem, "solve", warns)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        weights = solve_with_cvxpy(np.eye(4), np.zeros(4))
    assert not heard
    np.testing.assert_allclose(weights, 0.25, atol=1e-4)


def test_what_cvxpy_cannot_solve_is_a_diagnosis():
    with pytest.raises(InputError, match=r"The solver 'cvxpy' found no solution .*'active_set'"):
        solve_with_cvxpy(np.full((4, 4), 1e200), np.zeros(4))


def test_choosing_lambda_is_refused_above_the_limit_of_a_plan():
    each = run_seconds(Settings(), 5_000, 301)
    most = int(MAX_PLAN_SECONDS / each)
    check_lambda_choice([Settings()] * most, 5_000, 301, 1)
    with pytest.raises(InputError, match=f"{most + 1:,} times, which would take about 10 min"):
        check_lambda_choice([Settings()] * (most + 1), 5_000, 301, 1)
    with pytest.raises(InputError, match="or λ alone"):
        check_lambda_choice([Settings()] * most, 5_000, 301, 2)
