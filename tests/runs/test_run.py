"""The main job end to end: rows never mix, numbers agree with their definitions."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, PRESET_WEIGHTINGS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.runs.prepare import prepare_run, run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.sweeps import Outcome
from pages.widgets.round_bar import _said

MEMBERS = 25


@pytest.fixture(scope="module")
def glass_runs():
    return {
        source: prepare_run(
            "glass",
            pool="library" if source == "out_of_fold" else "bagging",
            n_members=MEMBERS,
            weighting=source,
        )
        for source in ORACLE_SOURCES
    }


@pytest.mark.parametrize("source", ORACLE_SOURCES)
def test_test_rows_are_never_seen(glass_runs, source):
    prepared = glass_runs[source]
    test = set(prepared.test_rows.tolist())
    assert not test & set(prepared.training_rows.tolist())
    assert not test & set(prepared.weighting_rows.tolist())
    assert len(test) == 65  # 30 % of 214, rounded up
    if source == "hold_out":
        assert not set(prepared.weighting_rows.tolist()) & set(prepared.training_rows.tolist())
        rows = [*prepared.training_rows, *prepared.weighting_rows, *prepared.test_rows]
        assert sorted(rows) == list(range(214))


def test_bootstrap_draws_from_the_training_rows_with_repetition(glass_runs):
    prepared = glass_runs["bootstrap"]
    assert set(prepared.weighting_rows.tolist()) <= set(prepared.training_rows.tolist())
    assert len(prepared.weighting_rows) == len(prepared.training_rows)
    assert len(np.unique(prepared.weighting_rows)) < len(prepared.weighting_rows)


def test_out_of_bag_votes_come_from_members_that_did_not_see_the_row(glass_runs):
    prepared = glass_runs["out_of_bag"]
    np.testing.assert_array_equal(prepared.oracle.available, prepared.pool.out_of_bag)
    assert (prepared.oracle.matrix == 0).mean() == pytest.approx(1 - 0.368, abs=0.03)


@pytest.mark.parametrize("source", ORACLE_SOURCES)
def test_accuracies_are_what_a_hand_count_gives(glass_runs, source):
    prepared = glass_runs[source]
    done = prepared.solve(Settings(max_rounds=5))
    data = prepared.dataset
    truth = data.y[prepared.test_rows]
    labels = prepared.pool.predict_labels(data.X.iloc[prepared.test_rows])

    def vote(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
        totals = np.stack([(table == c) @ weights for c in data.classes], axis=1)
        totals[totals > totals.max(axis=1, keepdims=True) - 1e-12] = 1.0
        return data.classes[totals.argmax(axis=1)]

    uniform = np.full(MEMBERS, 1 / MEMBERS)
    mine, even = vote(labels, done.trace.weights) == truth, vote(labels, uniform) == truth
    accuracy = done.accuracy
    assert accuracy.l2dwk.correct == mine.sum()
    assert accuracy.uniform.correct == even.sum()
    assert (accuracy.better, accuracy.worse) == ((mine & ~even).sum(), (~mine & even).sum())
    reference = prepared.reference_pool.predict_labels(data.X.iloc[prepared.test_rows])
    assert accuracy.uniform_all.correct == (vote(reference, uniform) == truth).sum()
    assert (prepared.reference_pool is prepared.pool) == (source != "hold_out")
    assert accuracy.best_single.correct == (labels[:, accuracy.best_member] == truth).sum()
    rows = prepared.weighting_rows
    judged = done.oracle.matrix.copy()
    right = [float(np.mean(column[column != 0] > 0)) for column in judged.T if column.any()]
    assert len(rows) == len(judged)
    assert accuracy.equal_members == right.count(max(right))
    assert accuracy.n_test_rows == len(truth)
    assert accuracy.l2dwk.low < accuracy.l2dwk.accuracy < accuracy.l2dwk.high


def test_paths_and_clouds_belong_to_the_named_rows(glass_runs):
    done = glass_runs["hold_out"].solve(Settings(max_rounds=6))
    for rows, oracle in (("test", done.test_oracle), ("weighting", done.oracle)):
        path = done.path(rows)
        for t, learned in enumerate(done.trace.rounds):
            margins = oracle.matrix @ learned.weights
            assert path.diversity[t] == pytest.approx((1 - (margins**2).mean()) / 2)
        cloud = done.pair_cloud(rows, n_pairs=50)
        assert len(cloud.members) == 50
        assert cloud.drawn_of == 25 * 24 // 2
        assert done.pair_cloud(rows).drawn_of == 0
        right = oracle.matrix > 0
        for (i, j), apart, accuracy in zip(
            cloud.members, cloud.disagreement, cloud.accuracy, strict=True
        ):
            assert apart == pytest.approx((right[:, i] != right[:, j]).mean())
            assert accuracy == pytest.approx((right[:, i].mean() + right[:, j].mean()) / 2)
    assert 1 - done.path("test").accuracy[done.trace.returned_round - 1] == pytest.approx(
        1 - done.accuracy.l2dwk.accuracy
    )
    with pytest.raises(InputError, match="Unknown rows 'training'"):
        done.path("training")


def test_fewer_members_are_a_prefix_and_nothing_is_trained_again(glass_runs):
    small = glass_runs["hold_out"].solve(n_members=9)
    alone = run("glass", n_members=9)
    assert small.as_dict() == alone.as_dict()
    with pytest.raises(InputError, match="from 1 to 25; try 25"):
        glass_runs["hold_out"].solve(n_members=26)


def test_the_dictionary_is_plain_json(glass_runs):
    for source in ORACLE_SOURCES:
        text = json.dumps(glass_runs[source].solve().as_dict(), allow_nan=False)
        assert json.loads(text)["recipe"]["weighting"] == source


def test_soft_outputs_run_on_a_hold_out_and_are_refused_out_of_bag(glass_runs):
    soft = glass_runs["hold_out"].solve(Settings(outputs="probabilities", max_rounds=4))
    assert soft.trace.n_selected >= 1
    with pytest.raises(InputError, match="need complete outputs"):
        glass_runs["out_of_bag"].solve(Settings(outputs="probabilities"))


def test_defaults_are_the_recommended_ones():
    recipe = RunRecipe("glass")
    assert (recipe.pool.kind, recipe.pool.n_members, recipe.weighting, recipe.pool.seed) == (
        "bagging", 301, "hold_out", 0,
    )  # fmt: skip
    assert (recipe.test_fraction, recipe.weighting_fraction) == (0.3, 0.3)
    assert tuple(recipe.pool.tree_options.values()) == (None, 2, 1)
    assert set(PRESET_WEIGHTINGS) == set(PRESETS) and set(PRESET_WEIGHTINGS.values()) <= set(
        ORACLE_SOURCES
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_run_takes_the_oracle_of_the_settings_preset(preset):
    settings = Settings.preset(preset, lam=5.0)
    done = run("sonar", n_members=15, seed=11, settings=settings)
    named = run(
        "sonar", n_members=15, seed=11, weighting=PRESET_WEIGHTINGS[preset], settings=settings
    )
    assert done.prepared.recipe.weighting == PRESET_WEIGHTINGS[preset]
    assert done.as_dict() == named.as_dict()


def test_a_named_oracle_wins_over_the_presets():
    done = run("zoo", n_members=3, weighting="hold_out", settings=Settings.preset("paper"))
    assert done.prepared.recipe.weighting == "hold_out"
    made = run("zoo", n_members=3, settings=Settings(kernel="linear"))
    assert made.prepared.recipe.weighting == run("zoo", n_members=3).prepared.recipe.weighting


def test_the_papers_protocol_stops_in_round_one():
    # Fully grown bagged trees vote perfectly on the rows they were grown on.
    done = run("glass", n_members=101, weighting="bootstrap", settings=Settings.preset("paper"))
    assert done.trace.stop_reason == "no_errors"
    assert len(done.trace.rounds) == 1


def test_a_class_too_rare_to_split_is_noted_not_refused():
    frame = pd.DataFrame({"x": np.arange(41.0)})
    labels = np.array(["a"] * 20 + ["b"] * 20 + ["rare"])
    prepared = prepare_run(Dataset("tiny", frame, labels), n_members=5)
    assert any("'rare'" in note for note in prepared.notes)
    assert 40 in prepared.training_rows
    prepared.solve()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dataset": "glas"}, "Unknown dataset 'glas'.*Did you mean 'glass'"),
        ({"weighting": "holdout"}, "Unknown weighting 'holdout'.*Did you mean 'hold_out'"),
        ({"pool": "boosting"}, "Unknown pool kind 'boosting'|Unknown .*'boosting'"),
        ({"n_members": 0}, "n_members is 0"),
        ({"test_fraction": 1.0}, "1.0"),
        ({"pool": "adaboost", "weighting": "out_of_bag"}, "leaves no rows out of bag"),
    ],
)
def test_bad_choices_are_one_line_diagnoses(changes, message):
    choice = {"dataset": "glass", "n_members": 5} | changes
    with pytest.raises(InputError, match=message) as raised:
        prepare_run(**choice)
    assert "\n" not in str(raised.value)


def _never(*_: object) -> None:
    raise AssertionError("a member was trained")


@pytest.mark.parametrize("kind", POOL_KINDS)
@pytest.mark.parametrize("source", ORACLE_SOURCES)
def test_impossible_pairs_are_refused_before_training_and_others_run(kind, source):
    needed = {
        "out_of_bag": POOL_KINDS[kind].has_out_of_bag,
        "out_of_fold": POOL_KINDS[kind].by_recipe,
    }
    if needed.get(source, True):
        assert (
            prepare_run("zoo", pool=kind, weighting=source, n_members=3).recipe.weighting == source
        )
        return
    instead = "library" if source == "out_of_fold" else "bagging"
    with pytest.raises(InputError, match=rf"weighting='hold_out'.*pool='{instead}'"):
        prepare_run("zoo", pool=kind, weighting=source, progress=_never)


def test_probabilities_out_of_bag_are_refused_before_training():
    with pytest.raises(InputError, match=r"weighting='hold_out'.*outputs='votes'"):
        run(
            "zoo",
            weighting="out_of_bag",
            settings=Settings(outputs="probabilities"),
            progress=_never,
        )


@pytest.mark.parametrize(
    ("dataset", "message"),
    [
        (None, "dataset is None; allowed is a name"),
        (np.eye(3), "for arrays Dataset"),
        (pd.DataFrame({"a": [1]}), "for arrays Dataset"),
        (7, "dataset is 7"),
        ("own.csv", r"looks like a file; read it with read_table\('own.csv'\)"),
    ],
)
def test_what_is_no_dataset_is_named_with_the_remedy(dataset, message):
    with pytest.raises(InputError, match=message) as raised:
        run(dataset)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "labels", [["a", "b"] * 10, pd.Series([0, 1] * 10), np.array([1.0, 2] * 10)]
)
def test_a_dataset_of_any_labels_runs(labels):
    frame = pd.DataFrame({"x": np.arange(20.0)})
    assert run(Dataset("own", frame, labels), n_members=3).accuracy.n_test_rows == 6


@pytest.mark.parametrize("X", [np.eye(3), [[1], [2], [3]], None])
def test_a_dataset_needs_a_table(X):
    with pytest.raises(InputError, match=r"write pandas\.DataFrame\(X\)"):
        Dataset("own", X, ["a", "b", "c"])


def test_one_class_is_refused():
    frame = pd.DataFrame({"x": np.arange(10.0)})
    with pytest.raises(InputError, match="only one class"):
        prepare_run(Dataset("one", frame, np.array(["a"] * 10)), n_members=3)


def test_progress_counts_the_members_of_both_trainings():
    told = []
    prepare_run("zoo", n_members=20, progress=lambda *report: told.append(report))
    done = [d for _, d, _ in told]
    assert done == sorted(done)
    assert max(d for what, d, _ in told if what == "members") == 20
    assert {total for _, _, total in told} == {40} == {done[-1]}


def test_progress_can_cancel():
    class Cancelled(Exception):
        pass

    def stop(what: str, done: int, total: int) -> None:
        if done:
            raise Cancelled(what)

    with pytest.raises(Cancelled, match="members"):
        prepare_run("glass", n_members=200, progress=stop)


def test_errors_of_equal_weights_on_weighting_rows():
    found = run("sonar", n_members=25)  # two classes, an odd number of members: no ties
    share = (found.oracle.matrix == 1).mean(axis=1)
    assert found.n_uniform_wrong == np.count_nonzero(share < 0.5) > 0


def test_a_weighting_row_without_an_answer_is_no_right_vote(glass_runs):
    # A small λ keeps one member, which may judge some 37% of the rows.
    done = glass_runs["out_of_bag"].solve(Settings(lam=0.001, max_rounds=1))
    (member,) = done.trace.kept
    votes = done.oracle.matrix[:, member]
    right, answered = np.count_nonzero(votes > 0), np.count_nonzero(votes)
    judged = done.oracle.available.any(axis=1).sum()
    assert answered < judged / 2
    assert done.trace.returned.n_right == right
    assert done.weighting_accuracy == pytest.approx(right / judged)
    assert Outcome.of(done).weighting_accuracy == pytest.approx(right / judged)
    assert QUANTITIES["weighting_accuracy"].value(done) == pytest.approx(100 * right / judged)
    # Of five trees all drew some rows: these have no answer either.
    few = glass_runs["out_of_bag"].solve(Settings(lam=0.001, max_rounds=1), n_members=5)
    unjudged = np.count_nonzero(~few.oracle.available.any(axis=1))
    assert unjudged > 0
    for one in (done, few):
        n_rows, (member,) = len(one.oracle.matrix), one.trace.kept
        without = n_rows - np.count_nonzero(one.oracle.matrix[:, member])
        fact = f"{n_rows} weighting rows, without an answer on {without} "
        assert fact in _said(one.trace, 10)["facts"][0]
    # In the plane of these rows the vote of one member is as often right as the member.
    point = done.path("weighting").of_returned(done.trace)
    assert point.accuracy == pytest.approx(right / answered)
    assert point.weight_right == pytest.approx(right / answered)


def test_probabilities_are_drawn_where_their_members_are_right_and_wrong(glass_runs):
    shallow = prepare_run("glass", n_members=MEMBERS, max_depth=3)
    done = shallow.solve(Settings(outputs="probabilities", max_rounds=5))
    w, proba = done.trace.weights, done.test_oracle.probabilities
    truth = done.test_oracle.label_codes
    alone = (proba.argmax(axis=2) == truth[:, None]).mean(axis=0)
    point = done.path("test").of_returned(done.trace)
    assert point.weight_right == pytest.approx(w @ alone)
    vote = np.einsum("nlc,l->nc", proba, w).argmax(axis=1)
    assert point.accuracy == pytest.approx((vote == truth).mean())
    right = proba.argmax(axis=2) == truth[:, None]
    apart = (right[:, :, None] != right[:, None, :]).mean(axis=0)
    assert point.diversity == pytest.approx(w @ apart @ w)
    equal = np.full(MEMBERS, 1 / MEMBERS)
    assert done.uniform_point("test").diversity == pytest.approx(equal @ apart @ equal)
