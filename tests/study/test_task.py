"""A task gives each method the result it has in a comparison, and on its own."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import balanced_accuracy_score

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.diversity import MEASURES
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighting_rows import weighting_rows
from l2dwk_core.runs.label_noise import flip_labels
from l2dwk_core.studies.comparison import compare, cross_validation_splits, split_seed
from l2dwk_core.studies.subensembles import study_subensembles
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.record import TIMES, bits_of, only_one_right, rows_right
from l2dwk_core.study.task import run_task
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.votes import Votes

METHODS = ("uniform_vote", "single_best", "l2dwk", "l2dwk_cv", "l2dwk_paper", "gasen", "bagging")
FOLD = Task("glass", "bagging", 0, 1)


@pytest.fixture(scope="module")
def recipe():
    return StudyRecipe(("glass",), methods=METHODS, folds=3, n_members=11, max_depth=4)


@pytest.fixture(scope="module")
def records(recipe):
    done = run_task(recipe, FOLD, load_dataset("glass"))
    return {record.method: record for record in done.records}


def test_every_method_has_one_record(records):
    assert tuple(records) == METHODS


def test_scores_are_those_of_a_comparison(records):
    result = compare("glass", methods=METHODS, folds=3, n_members=11, max_depth=4, n_jobs=1)
    compared = {r.method: r for r in result.records if (r.repeat, r.fold) == (0, 1)}
    for key in METHODS:
        assert records[key].correct == compared[key].correct
        assert records[key].kept == compared[key].kept
        assert records[key].n_test == compared[key].n_test


@pytest.mark.parametrize("key", ["uniform_vote", "l2dwk", "bagging"])
def test_the_fields_describe_the_classifier_fitted_on_its_own(records, key):
    data = load_dataset("glass")
    _, _, training, test = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    model = COMBINERS[key].create(n_members=11, max_depth=4, random_state=split_seed(0, 0, 1))
    model.fit(data.X.iloc[training], data.y[training])
    record, answers = records[key], model.predict(data.X.iloc[test])
    right = answers == data.y[test]
    assert rows_right(record.right, len(test)).tolist() == right.tolist()
    assert record.balanced_accuracy == pytest.approx(
        balanced_accuracy_score(data.y[test], answers), abs=1e-6
    )
    assert record.effective_number == pytest.approx(1 / np.sum(model.weights_**2), abs=1e-4)
    kept = np.flatnonzero(model.weights_)
    predicted = model.pool_.classes[model.pool_.predict_codes(data.X.iloc[test], kept)]
    oracle = np.where(predicted == data.y[test][:, None], 1, -1)
    for name, measure in MEASURES.items():
        value = measure.value(predicted if measure.needs == "labels" else oracle)
        found = record.test_measures[name]
        assert found is None if np.isnan(value) else found == pytest.approx(value, abs=1e-6)


def test_diversity_on_the_weighting_rows_is_that_of_the_trace(records):
    data = load_dataset("glass")
    _, _, training, _ = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    model = COMBINERS["l2dwk"].create(n_members=11, max_depth=4, random_state=split_seed(0, 0, 1))
    trace = model.fit(data.X.iloc[training], data.y[training]).trace_
    last = trace.rounds[trace.returned_round - 1]
    assert records["l2dwk"].diversity == pytest.approx(last.diversity, abs=1e-6)
    adaptive = (1 - np.sum(last.alpha * last.margins**2) / last.alpha.sum()) / 2
    assert records["l2dwk"].adaptive_diversity == pytest.approx(adaptive, abs=1e-6)
    assert records["l2dwk"].rounds == len(trace.rounds)
    assert records["l2dwk"].stop_reason == trace.stop_reason
    assert records["uniform_vote"].adaptive_diversity is None
    assert records["l2dwk_cv"].chosen_lambda > 0


def test_a_second_time_gives_the_same_record_but_for_times(recipe, records):
    again = run_task(recipe, FOLD, load_dataset("glass"))
    for record in again.records:
        first, second = records[record.method].as_row(), record.as_row()
        for name in TIMES:
            del first[name], second[name]
        assert first == second


def test_a_method_that_cannot_be_used_has_a_reason_and_the_others_a_result():
    recipe = StudyRecipe(
        ("glass",), weighting=("out_of_bag", "out_of_fold"), methods=("stacking", "l2dwk"),
        folds=3, n_members=5,
    )  # fmt: skip
    done = run_task(recipe, FOLD, load_dataset("glass"))
    found = {(r.method, r.weighting): r for r in done.records}
    assert "every weighting row" in found["stacking", "out_of_bag"].failure
    assert "pool='library'" in found["l2dwk", "out_of_fold"].failure
    assert found["l2dwk", "out_of_bag"].failure == ""
    assert found["stacking", "out_of_bag"].correct is None


def test_an_error_in_a_method_ends_no_study(monkeypatch):
    broken = COMBINERS["single_best"].estimator
    monkeypatch.setattr(broken, "_combine", lambda *_, **__: 1 / 0)
    recipe = StudyRecipe(("glass",), methods=("single_best", "uniform_vote"), folds=3, n_members=3)
    failed, fine = run_task(recipe, FOLD, load_dataset("glass")).records
    assert failed.failure.startswith("ZeroDivisionError") or fine.failure.startswith("ZeroDiv")
    assert {failed.failure == "", fine.failure == ""} == {True, False}


def test_a_whole_ensemble_trains_its_own_kind_once():
    recipe = StudyRecipe(
        ("glass",), pools=("bagging",), methods=("random_forest", "uniform_vote"), folds=3
    )
    assert recipe.all_pools == ("bagging", "random_forest")
    data = load_dataset("glass")
    by_pool = {
        pool: [r.method for r in run_task(recipe, Task("glass", pool, 0, 0), data).records]
        for pool in recipe.all_pools
    }
    assert by_pool == {"bagging": ["uniform_vote"], "random_forest": ["random_forest"]}


def test_bits_are_read_back():
    right = np.random.default_rng(0).random(21) < 0.5
    from l2dwk_core.study.record import bits_of

    assert rows_right(bits_of(right), 21).tolist() == right.tolist()


@pytest.mark.parametrize("n_rows", [1, 8, 23])
def test_rows_on_which_only_one_is_right(n_rows):
    first, second = np.random.default_rng(n_rows).random((2, n_rows)) < 0.5
    counted = only_one_right(bits_of(first), bits_of(second))
    assert counted == (np.sum(first & ~second), np.sum(second & ~first))


def test_flipped_labels_are_learned_and_the_test_rows_keep_theirs(records):
    noisy = StudyRecipe(
        ("glass",), methods=("uniform_vote",), folds=3, n_members=11, max_depth=4, label_noise=0.3
    )
    (record,) = run_task(noisy, FOLD, load_dataset("glass")).records
    data, seed = load_dataset("glass"), split_seed(0, 0, 1)
    _, _, training, test = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    labels, flipped = flip_labels(data.y, training, 0.3, seed)
    assert len(flipped) == round(0.3 * len(training))
    model = COMBINERS["uniform_vote"].create(n_members=11, max_depth=4, random_state=seed)
    model.fit(data.X.iloc[training], labels[training])
    right = model.predict(data.X.iloc[test]) == data.y[test]
    assert rows_right(record.right, len(test)).tolist() == right.tolist()
    assert record.right != records["uniform_vote"].right


def test_given_votes_cannot_be_trained_on_flipped_labels():
    labels = ["a", "b"] * 2
    given = Votes(name="own", models=["m", "n"], predictions=[[x, "a"] for x in labels],
                  labels=labels)  # fmt: skip
    recipe = StudyRecipe(("own",), methods=("uniform_vote",), folds=2, label_noise=0.1)
    with pytest.raises(InputError, match="the votes are given"):
        run_task(recipe, Task("own", "bagging", 0, 0), votes_dataset(given))


def test_rows_without_an_answer_are_recorded():
    labels = ["a", "b"] * 20
    other = ["a"] * 10 + ["b"] * 30
    given = votes_dataset(
        Votes(
            name="own",
            models=["one", "other"],
            labels=labels,
            predictions=list(zip(labels, other, strict=True)),
            available=[(i >= 10, True) for i in range(40)],
        )
    )
    recipe = StudyRecipe(("own",), methods=("uniform_vote", "single_best"), folds=2)
    unanswered = []
    for fold in (0, 1):
        *_, test = list(cross_validation_splits(given.y, 2, 1, 0))[fold]
        result = run_task(recipe, Task("own", "bagging", 0, fold), given)
        records = {r.method: r for r in result.records}
        assert records["uniform_vote"].unanswered == ""
        # "one" is right wherever it answers and "other" on half of the rows.
        rows = rows_right(records["single_best"].unanswered, len(test))
        assert rows.tolist() == (test < 10).tolist()
        assert not (rows & rows_right(records["single_best"].right, len(test))).any()
        unanswered.append(int(rows.sum()))
    assert sum(unanswered) == 10


def test_correlations_over_subensembles_are_those_of_scipy():
    asked = StudyRecipe(
        ("glass",), methods=("uniform_vote", "l2dwk"), folds=3, n_members=11, max_depth=4,
        subensembles=30, measures=False,
    )  # fmt: skip
    voted, weighted = run_task(asked, FOLD, load_dataset("glass")).records
    assert voted.correlations == {}
    data, seed = load_dataset("glass"), split_seed(0, 0, 1)
    _, _, training, test = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    model = COMBINERS["l2dwk"].create(n_members=11, max_depth=4, random_state=seed)
    model.fit(data.X.iloc[training], data.y[training])
    rows = weighting_rows(data.y[training], "hold_out", 0.3, seed).weighting

    def oracle(some):
        codes = model.pool_.predict_codes(data.X.iloc[some])
        classes = model.pool_.classes
        return Oracle.from_codes(codes, np.searchsorted(classes, data.y[some]), classes)

    study = study_subensembles(
        oracle(training[rows]), oracle(test), size=5, n_subsets=30, seed=seed,
        alpha=model.trace_.rounds[model.trace_.returned_round - 1].alpha,
    )  # fmt: skip
    for kind, found in (("fixed", study.fixed), ("adaptive", study.adaptive)):
        # Values that differ by rounding alone are ties.
        wanted = spearmanr(np.round(found["disagreement"], 9), study.accuracy.round(9)).statistic
        assert weighted.correlations[f"{kind}_disagreement"] == pytest.approx(wanted, abs=1e-6)
