"""References and whole methods against counts by hand and scikit-learn's own ensembles."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
)
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.reference.accuracy_weighted_vote import AccuracyWeightedVote
from l2dwk_core.combiners.reference.random_subset import RandomSubset
from l2dwk_core.combiners.reference.single_best import SingleBest
from l2dwk_core.combiners.reference.uniform_vote import UniformVote
from l2dwk_core.combiners.scores import accuracies
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import INPUTS, LABELS, ORACLE, PREDICTIONS


def test_known_accuracies():
    np.testing.assert_allclose(
        accuracies(ORACLE), [0.65, 0.55, 0.50, 0.50, 0.70, 0.80, 0.75, 0.75], atol=1e-15
    )


def test_single_best_is_the_most_accurate_and_the_first_of_equals():
    assert SingleBest().combine(INPUTS).selected.tolist() == [5]
    tied = Oracle.from_predictions(PREDICTIONS[:, [0, 6, 7]], LABELS)
    assert SingleBest().combine(CombinerInput(tied)).selected.tolist() == [1]


def test_missing_votes_do_not_count_as_wrong():
    available = np.ones((20, 8), dtype=bool)
    available[PREDICTIONS[:, 2] != LABELS, 2] = False  # member 2 is judged where it is right
    gaps = Oracle.from_predictions(PREDICTIONS, LABELS, available=available)
    assert accuracies(gaps)[2] == 1.0
    assert SingleBest().combine(CombinerInput(gaps)).selected.tolist() == [2]


def test_uniform_vote_weighs_all_equally():
    np.testing.assert_allclose(UniformVote().combine(INPUTS).weights, np.full(8, 0.125))


def test_accuracy_weights():
    p = np.array([0.65, 0.55, 0.50, 0.50, 0.70, 0.80, 0.75, 0.75])
    plain = AccuracyWeightedVote().combine(INPUTS).weights
    np.testing.assert_allclose(plain, p / p.sum(), atol=1e-15)
    odds = AccuracyWeightedVote(rule="log_odds").combine(INPUTS)
    expected = np.log(p / (1 - p))
    np.testing.assert_allclose(odds.weights, expected / expected.sum(), atol=1e-15)
    assert odds.selected.tolist() == [0, 1, 4, 5, 6, 7]  # chance level has log-odds 0


def test_log_odds_of_a_perfect_member_are_finite_and_of_hopeless_ones_equal():
    perfect = Oracle.from_predictions(np.array([[0, 1], [1, 1], [0, 0]]), [0, 1, 0])
    weights = AccuracyWeightedVote(rule="log_odds").combine(CombinerInput(perfect)).weights
    best, other = np.log((1 - 1 / 6) / (1 / 6)), np.log((2 / 3) / (1 / 3))
    np.testing.assert_allclose(weights, [best / (best + other), other / (best + other)])
    wrong = CombinerInput(Oracle.from_predictions(np.array([[1, 1], [0, 0]]), [0, 1]))
    for rule in ("accuracy", "log_odds"):
        np.testing.assert_array_equal(
            AccuracyWeightedVote(rule=rule).combine(wrong).weights, [0.5, 0.5]
        )


def test_an_unknown_rule_is_refused():
    with pytest.raises(InputError, match=r"Unknown rule 'log-odds'.*Did you mean 'log_odds'"):
        AccuracyWeightedVote(rule="log-odds").combine(INPUTS)


def test_random_subset_follows_the_seed_and_reaches_every_member():
    draws = [tuple(RandomSubset(size=3).combine(INPUTS, seed=s).selected) for s in range(60)]
    assert draws[:5] == [
        tuple(RandomSubset(size=3).combine(INPUTS, seed=s).selected) for s in range(5)
    ]
    assert all(len(set(draw)) == 3 for draw in draws)
    assert {member for draw in draws for member in draw} == set(range(8))


@pytest.mark.parametrize("size", [0, 9, 2.0, True, "3"])
def test_sizes_that_cannot_be_are_refused(size):
    with pytest.raises(InputError, match=r"size is .* from 1 to 8, the number of members"):
        RandomSubset(size=size).combine(INPUTS)


def plurality_of(members, classes, X, weights=None):
    weights = np.ones(len(members)) if weights is None else weights
    votes = np.zeros((len(X), len(classes)))
    for member, weight in zip(members, weights, strict=True):
        votes[np.arange(len(X)), member.predict(X).astype(int)] += weight
    return classes[votes.argmax(axis=1)]


@pytest.mark.parametrize(
    ("key", "twin"),
    [
        ("bagging", BaggingClassifier(DecisionTreeClassifier(), 11, random_state=3)),
        ("random_forest", RandomForestClassifier(11, random_state=3)),
        ("extra_trees", ExtraTreesClassifier(11, random_state=3)),
    ],
)
def test_whole_methods_count_the_votes_of_scikit_learns_members(key, twin):
    X, y = load_wine(return_X_y=True)
    ours = COMBINERS[key].create(n_members=11, random_state=3).fit(X[::2], y[::2])
    twin.fit(X[::2].astype(np.float32), y[::2])
    expected = plurality_of(twin.estimators_, twin.classes_, X[1::2].astype(np.float32))
    np.testing.assert_array_equal(ours.predict(X[1::2]), expected)


def test_adaboost_predicts_as_scikit_learns():
    X, y = load_wine(return_X_y=True)
    ours = COMBINERS["adaboost"].create(n_members=15, max_depth=1, random_state=3)
    ours.fit(X[::2], y[::2])
    twin = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=15, random_state=3)
    twin.fit(X[::2].astype(np.float32), y[::2])
    np.testing.assert_array_equal(ours.predict(X[1::2]), twin.predict(X[1::2].astype(np.float32)))
    np.testing.assert_allclose(
        ours.weights_, twin.estimator_weights_ / twin.estimator_weights_.sum()
    )
