"""Splits are trained once, kept by their votes, and solved as the library does."""

from __future__ import annotations

import os

import pytest

from l2dwk_core.common.threads import one_thread
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.sweeps import Outcome, parameter_plan, solve_plan
from pages.jobs import sweep_work
from pages.jobs.sweep_work import Splits, SplitsRecipe, SweepRecipe
from pages.jobs.worker import KeptWorker

RECIPE = RunRecipe.of("zoo", n_members=9, seed=4)
PLAN = parameter_plan(Settings(), 9, "lam", (0.1, 1.0, 10.0))


class Trainer:
    """``prepare_run`` that remembers the seeds it was asked for."""

    def __init__(self):
        self.seeds = []

    def __call__(self, **arguments):
        self.seeds.append(arguments["pool"].seed)
        return prepare_run(**arguments)


@pytest.fixture
def trainer():
    return Trainer()


def _quiet(what, done, total):
    pass


def _recipe(n, soft=False):
    return SplitsRecipe(RECIPE, n, soft)


def test_each_split_is_trained_once_and_the_first_is_taken_from_other_pages(trainer):
    first = prepare_run("zoo", n_members=9, seed=4)
    splits = Splits(lambda run: first if run == RECIPE else None, trainer)
    assert splits.missing(_recipe(1)) == 0
    assert splits.missing(_recipe(3)) == 2
    splits.train("zoo", RECIPE, 3, False, _quiet)
    assert trainer.seeds == [5, 6]
    assert splits.missing(_recipe(3)) == 0
    sweep = splits.sweep("zoo", RECIPE, PLAN, 3, _quiet)
    assert trainer.seeds == [5, 6]
    assert sweep.seeds == (4, 5, 6)
    assert (sweep.n_training, sweep.n_test) == (70, 31)
    for seed, outcomes in zip(sweep.seeds, sweep.outcomes, strict=True):
        assert outcomes == solve_plan(prepare_run("zoo", n_members=9, seed=seed), PLAN)


def test_probabilities_need_the_members_themselves(trainer):
    splits = Splits(lambda run: None, trainer)
    splits.train("zoo", RECIPE, 1, False, _quiet)
    assert splits.missing(_recipe(1)) == 0
    assert splits.missing(_recipe(1, soft=True)) == 1
    plan = parameter_plan(Settings(outputs="probabilities"), 9, "lam", (1.0, 3.0))
    sweep = splits.sweep("zoo", RECIPE, plan, 1, _quiet)
    assert trainer.seeds == [4, 4]
    assert sweep.outcomes[0] == solve_plan(prepare_run("zoo", n_members=9, seed=4), plan)


def _is_one_report(told):
    """From the first member to the last, so that the time left is that of all of it."""
    done = [d for _, d, _ in told]
    assert done == sorted(done)
    assert done[0] == 0
    assert {total for _, _, total in told} == {told[-1][1]}


def test_splits_at_hand_count_neither_as_work_nor_as_done(trainer):
    first = prepare_run("zoo", n_members=9, seed=4)
    splits = Splits(lambda run: first if run == RECIPE else None, trainer)
    told = []
    splits.train("zoo", RECIPE, 3, False, lambda *report: told.append(report))
    _is_one_report(told)
    of_second = [d / total for what, d, total in told if what.endswith("split 2 of 3")]
    assert (min(of_second), max(of_second)) == (0, 0.5)


@pytest.fixture
def beside():
    kept = KeptWorker()
    yield kept
    kept.close()


@pytest.mark.parametrize("outputs", ["votes", "probabilities"])
def test_a_large_sweep_is_solved_in_a_process_with_the_same_result(beside, monkeypatch, outputs):
    monkeypatch.setattr(sweep_work, "MAX_SECONDS_HERE", 0.0)
    plan = parameter_plan(Settings(outputs=outputs), 9, "sigma", (0.5, 1.0, 2.0))
    monkeypatch.setattr(sweep_work, "solve_plan", _not_here)
    told = []
    with one_thread():  # as in the server and in its processes
        found = Splits(lambda run: None, beside=beside).sweep(
            "zoo", RECIPE, plan, 2, lambda *report: told.append(report)
        )
        for seed, outcomes in zip(found.seeds, found.outcomes, strict=True):
            assert outcomes == solve_plan(prepare_run("zoo", n_members=9, seed=seed), plan)
    assert beside.pid not in (None, os.getpid())
    _is_one_report(told)
    assert told[-1][0] == "weights, split 2 of 2"


def _not_here(*given):
    raise AssertionError("solved in the server")


def test_a_small_sweep_starts_no_process(beside):
    Splits(lambda run: None, beside=beside).sweep("zoo", RECIPE, PLAN, 1, _quiet)
    assert beside.pid is None


def test_a_sweep_that_is_cancelled_ends_its_process(beside, monkeypatch):
    monkeypatch.setattr(sweep_work, "MAX_SECONDS_HERE", 0.0)
    taken = []
    monkeypatch.setattr(beside, "take", lambda: taken.append(KeptWorker().take()) or taken[0])

    def stop(what, done, total):
        if what.startswith("weights"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Splits(lambda run: None, beside=beside).sweep("zoo", RECIPE, PLAN, 1, stop)
    assert not taken[0].is_running
    assert beside.pid is None


def test_seeds_wrap_around(trainer):
    splits = Splits(lambda run: None, trainer)
    last = RunRecipe.of("zoo", n_members=2, seed=2**32 - 1)
    splits.train("zoo", last, 2, False, _quiet)
    assert trainer.seeds == [2**32 - 1, 0]


def test_progress_names_the_split_and_ends_the_work(trainer):
    splits = Splits(lambda run: None, trainer)
    told = []
    splits.sweep("zoo", RECIPE, PLAN, 2, lambda *report: told.append(report))
    said = list(dict.fromkeys(what for what, _, _ in told))
    assert said == [
        "members, split 1 of 2",
        "reference members, split 1 of 2",
        "members, split 2 of 2",
        "reference members, split 2 of 2",
        "weights, split 1 of 2",
        "weights, split 2 of 2",
    ]
    _is_one_report(told)

    def stop(what, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Splits(lambda run: None, trainer).train("zoo", RECIPE, 2, False, stop)


def test_values_that_are_trained_are_trained_once_over_all_splits(trainer):
    splits = Splits(lambda run: None, trainer)
    plan = parameter_plan(Settings(), 9, "max_depth", (1.0, 2.0))
    recipe = SweepRecipe(RECIPE, plan, 2)
    assert splits.missing_for(recipe) == 4
    told = []
    sweep = splits.sweep("zoo", RECIPE, plan, 2, lambda *report: told.append(report))
    assert trainer.seeds == [4, 4, 5, 5]
    assert splits.missing_for(recipe) == 0
    assert (sweep.n_training, sweep.n_test) == (70, 31)
    for seed, outcomes in zip(sweep.seeds, sweep.outcomes, strict=True):
        for depth, outcome in zip((1, 2), outcomes, strict=True):
            run = prepare_run("zoo", n_members=9, seed=seed, max_depth=depth).solve(Settings())
            assert outcome == Outcome.of(run)
    assert {what for what, _, _ in told} == {
        "members for every value", "reference members for every value", "weights for every value"
    }  # fmt: skip
    _is_one_report(told)
    splits.sweep("zoo", RECIPE, plan, 2, _quiet)
    assert len(trainer.seeds) == 4


def test_votes_kept_are_bounded_by_their_size(trainer, monkeypatch):
    monkeypatch.setattr(sweep_work, "MAX_BYTES", 1)
    splits = Splits(lambda run: None, trainer)
    splits.train("zoo", RECIPE, 3, False, _quiet)
    last = RunRecipe.of("zoo", n_members=9, seed=6)
    assert splits.missing(SplitsRecipe(last, 1, False)) == 0
    assert splits.missing(_recipe(2)) == 2


def test_old_splits_and_ended_tables_are_dropped(trainer, monkeypatch):
    monkeypatch.setattr(sweep_work, "MAX_KEPT", 2)
    splits = Splits(lambda run: None, trainer)
    splits.train("zoo", RunRecipe.of("zoo", n_members=2), 3, False, _quiet)
    kept = RunRecipe.of("zoo", n_members=2, seed=1)
    assert splits.missing(SplitsRecipe(kept, 2, False)) == 0
    assert splits.missing(SplitsRecipe(RunRecipe.of("zoo", n_members=2), 1, False)) == 1
    splits.forget("glass")
    assert splits.missing(SplitsRecipe(kept, 2, False)) == 0
    splits.forget("zoo")
    assert splits.missing(SplitsRecipe(kept, 2, False)) == 2
