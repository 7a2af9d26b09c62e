"""Given votes with groups: a group of rows is one case wherever a difference is claimed."""

from __future__ import annotations

import json

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.command_line.summary import summary
from l2dwk_core.datasets.splits import Score, wilson_interval
from l2dwk_core.figures.compare.comparison import records_table
from l2dwk_core.figures.lab.accuracy import comparison_sentence
from l2dwk_core.figures.lab.two_runs import run_pair_sentence
from l2dwk_core.figures.lab.verdict import verdict
from l2dwk_core.figures.sweep.components import components_table
from l2dwk_core.runs.kept_models import kept_models
from l2dwk_core.runs.saved import answers_only
from l2dwk_core.runs.two_runs import pair_runs
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.significance import claims
from l2dwk_core.studies.comparison import compare, cross_validation_splits
from l2dwk_core.studies.sweep_selection import discordant_rows
from l2dwk_core.studies.sweeps import Sweep, component_plan, parameter_plan, solve_plan
from l2dwk_core.study.export import as_frame
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.task import run_task
from l2dwk_core.study.two_methods import discordant_rows as of_records
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.splits import GROUP_NOTE
from l2dwk_core.votes.votes import Votes

SETTINGS = l2.Settings(lam=1.0)


def votes(seed, *, right=(0.75,) * 5, n_groups=40, size=15, missing=0.0, grouped=True):
    """Models that are right on whole groups of rows or wrong on them."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.integers(0, 2, n_groups), size)
    fits = np.repeat(rng.random((n_groups, len(right))) < right, size, axis=0)
    given = np.where(fits, truth[:, None], 1 - truth[:, None])
    names = tuple(f"m{j}" for j in range(len(right)))
    group = np.repeat([f"p{i}" for i in range(n_groups)], size)
    cast = rng.random(given.shape) >= missing
    cast[:, -1] = True
    return Votes(
        "made", names, given, truth, available=cast if missing else None,
        group=group if grouped else None,
    )  # fmt: skip


@pytest.fixture(scope="module")
def run():
    return l2.run(votes(5, right=(0.85, *(0.55,) * 4)), settings=SETTINGS)


def test_groups_of_the_test_rows_decide_in_a_run(run):
    group = run.prepared.dataset.votes.group[run.prepared.test_rows]
    codes = run.prepared.test_groups
    assert GROUP_NOTE in run.prepared.notes
    assert all(len(set(codes[group == name])) == 1 for name in group)
    assert len(set(codes)) == len(set(group)) == 12
    right, uniform = ~run.wrong, ~run.references.uniform
    accuracy = run.accuracy
    assert accuracy.against_uniform == PairedRows.of(right, uniform, None, group).claim(4)
    told = len(set(group[right != uniform]))
    assert told > 0
    said = f", all in {told} groups"
    assert verdict(run)[1].words.endswith(said)
    assert said in comparison_sentence(accuracy)
    assert "exact test over groups of rows, corrected for the 4" in comparison_sentence(accuracy)
    assert f"{said}." in summary(run, None)
    plain = run.as_dict()["accuracy"]
    assert (plain["test_groups"], plain["groups_that_differ"]) == (12, told)
    assert "test_groups" not in l2.run("glass", n_members=3).as_dict()["accuracy"]
    # Another process has the answers alone.
    alone = answers_only(run.prepared).solve(SETTINGS)
    assert alone.accuracy == accuracy


def test_groups_decide_in_what_to_keep_and_beside_a_pinned_run(run):
    group = run.prepared.test_groups
    found = kept_models(run)
    uniform = found.contrasts[-1]
    assert uniform.difference == run.accuracy.against_uniform
    assert f", all in {len(uniform.groups.gains)} groups" in uniform.sentence
    plain = json.loads(found.to_json())["contrasts"][-1]["groups"]
    assert plain == {"test_groups": 12, "groups_that_differ": len(uniform.groups.gains)}
    assert "by the exact test over groups of rows" in found.notes[0]
    right = ~run.wrong
    for model in found.models:
        without = right.copy()
        without[model.without.corrects], without[model.without.spoils] = False, True
        assert model.without.loss.p_value == PairedRows.of(right, without, None, group).p_value
    other = run.prepared.solve(l2.Settings(lam=1e3), n_members=3)
    pair = pair_runs(run, other)
    assert pair.claim == PairedRows.of(~other.wrong, right, None, group).claim(4)
    assert ", all in " in run_pair_sentence(pair)


def test_equally_good_votes_of_groups_are_not_told_apart():
    of_groups = of_rows = 0
    for seed in range(20):
        run = l2.run(votes(seed), settings=SETTINGS)
        contrasts = kept_models(run, most=0).contrasts
        of_groups += any(one.difference.claimed for one in contrasts)
        rows = [PairedRows(one.better, one.worse, len(run.wrong)) for one in contrasts]
        of_rows += any(one.claim(4).claimed for one in rows)
    assert of_groups <= 1
    assert of_rows >= 5


def test_the_rows_that_both_answered_are_taken_in_groups_too():
    run = l2.run(votes(2, missing=0.3), settings=SETTINGS)
    right, uniform = ~run.wrong, ~run.references.uniform
    both = run.answered & run.references.uniform_answered
    expected = PairedRows.of(right, uniform, both, run.prepared.test_groups)
    assert run.accuracy.groups == expected.groups
    assert run.accuracy.against_uniform == expected.claim(4)


def test_compare_takes_a_group_as_one_case():
    made = votes(3, right=(0.95, *(0.6,) * 4), n_groups=60, size=10)
    result = compare(made, methods=["single_best"], folds=10)
    single = {s.method: s for s in result.standings()}["single_best"]
    rows = compare(votes(3, right=(0.95, *(0.6,) * 4), n_groups=60, size=10, grouped=False),
                   methods=["single_best"], folds=10)  # fmt: skip
    of_rows = {s.method: s for s in rows.standings()}["single_best"].difference
    assert of_rows.p_value < 0.01 < single.difference.p_value
    assert GROUP_NOTE in result.notes
    table = records_table(result)
    mine = [r for r in result.records if r.method == "single_best"]
    for record in mine:
        assert sum(record.groups.gains) == record.better - record.worse
    assert table["test_groups"].sum() == 2 * 60
    assert "test_groups" not in records_table(rows)
    json.dumps(result.as_dict())


def test_a_sweep_takes_a_group_as_one_case():
    sizes = np.random.default_rng(0).integers(5, 20, 30)
    made = votes(4, n_groups=30, size=sizes)
    prepared = [l2.prepare_run(made, seed=seed) for seed in range(3)]
    plan = parameter_plan(SETTINGS, 5, "lam", (0.1, 1.0))
    outcomes = tuple(solve_plan(one, plan) for one in prepared)
    n_test = len(prepared[0].test_rows)
    rows = discordant_rows(
        Sweep(plan, (0, 1, 2), made.n_rows - n_test, n_test, outcomes, True), [0, 1, 0]
    )
    assert rows.groups == tuple(outcomes[i][j].accuracy.groups for i, j in enumerate((0, 1, 0)))
    assert rows.n_test == tuple(len(one.test_rows) for one in prepared)
    assert {n + m for n, m in zip(rows.n_test, rows.n_training, strict=True)} == {made.n_rows}


def test_a_model_is_below_the_largest_class_by_groups():
    """It is right on 17 of 40 groups, and the largest class is that of 26."""
    said = "is right less often than always naming the largest class"
    for grouped in (True, False):
        truth = np.repeat([1] * 26 + [0] * 14, 15)
        fits = np.repeat([True] * 12 + [False] * 14 + [True] * 5 + [False] * 9, 15)
        given = np.where(fits, truth, 1 - truth)[:, None]
        made = Votes(
            "made", ("m",), given, truth,
            group=np.repeat(np.arange(40), 15) if grouped else None,
        )  # fmt: skip
        assert any(said in note for note in findings(made)) == (not grouped)


def test_a_study_records_the_groups_and_takes_a_group_as_one_case():
    given = votes_dataset(votes(3, right=(0.95, *(0.6,) * 4), n_groups=60, size=10))
    methods = ("uniform_vote", "single_best")
    recipe = StudyRecipe(("made",), methods=methods, folds=10)
    records = []
    for *place, _, test in cross_validation_splits(given.y, 10, 1, 0, given.votes.group):
        made = run_task(recipe, Task("made", "bagging", *place), given).records
        numbers = np.unique(given.votes.group[test], return_inverse=True)[1]
        assert {r.test_groups for r in made} == {" ".join(map(str, numbers))}
        records += made
    frame = as_frame(records)
    found = of_records(frame, "single_best", "uniform_vote")["made"]
    assert sum(one.n_groups for one in found.groups) == 60
    result = compare(given, methods=["single_best"], folds=10)
    single = {s.method: s for s in result.standings()}["single_best"]
    assert claims([found])[0] == single.difference
    before = frame.drop(columns="test_groups")
    assert of_records(before, "single_best", "uniform_vote")["made"].groups is None


def test_the_interval_of_an_accuracy_takes_a_group_as_one_case():
    made = votes(3, n_groups=40, size=15)
    grouped = l2.prepare_run(made, seed=0)
    run = grouped.solve()
    expected = Score.of(~run.wrong, np.ones(len(run.wrong), dtype=bool), grouped.test_groups)
    assert run.accuracy.l2dwk == expected
    plain = wilson_interval(expected.correct, expected.n_rows)
    assert expected.high - expected.low > 1.5 * (plain[1] - plain[0])


def test_the_accuracy_of_a_part_over_splits_is_as_uncertain_as_its_few_groups():
    made = votes(3, n_groups=30, size=15)
    prepared = [l2.prepare_run(made, seed=seed) for seed in range(2)]
    plan = component_plan(SETTINGS, 5)
    outcomes = tuple(solve_plan(one, plan) for one in prepared)
    n_test = len(prepared[0].test_rows)
    found = components_table(Sweep(plan, (0, 1), made.n_rows - n_test, n_test, outcomes, True))
    for place, (low, high) in enumerate(zip(found["low_95"], found["high_95"], strict=True)):
        scores = [split[place].accuracy.l2dwk for split in outcomes]
        assert low <= np.mean([score.low for score in scores]) + 1e-12
        assert high >= np.mean([score.high for score in scores]) - 1e-12


def test_one_model_at_chance_is_not_below_it_as_rows_of_a_group_are_alike():
    """A model right on half of 40 groups of 15 alike rows: taken as 600 cases it is below chance in
    a quarter of draws."""
    said = "is right less often than chance explains"
    of_groups = of_rows = 0
    for seed in range(60):
        made = votes(seed, right=(0.5,))
        of_groups += any(said in note for note in findings(made))
        alone = votes(seed, right=(0.5,), grouped=False)
        of_rows += any(said in note for note in findings(alone))
    assert of_groups <= 6
    assert of_rows >= 10


@pytest.mark.parametrize(("n_groups", "size"), [(4, 30), (9, 10), (8, 40)])
def test_good_models_on_few_groups_are_not_called_no_better_than_chance(n_groups, size):
    """Rows that are independent of each other, so that 75 % right is far from chance."""
    n = n_groups * size
    too_few = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.choice(["no", "yes"], n)
        other = np.where(truth == "no", "yes", "no")
        said = [np.where(rng.random(n) < 0.76, truth, other) for _ in range(3)]
        made = Votes("table", ("cnn", "vit", "resnet"), np.stack(said, axis=1), truth,
                     group=np.repeat(np.arange(n_groups), size))  # fmt: skip
        found = findings(made)
        assert not any("no more often than chance" in line for line in found)
        assert not any("No model agrees" in line for line in found)
        too_few += any("So few groups cannot tell" in line for line in found)
    if n_groups == 4:  # half to the power of 4 is more than 0.05
        assert too_few == 20
