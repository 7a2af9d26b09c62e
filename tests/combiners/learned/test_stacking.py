"""Stacking: non-negative least squares, its vote, and that level-1 rows were not fitted."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import nnls
from sklearn.datasets import load_wine
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.combiners.learned.stacking import Stacking, non_negative_least_squares
from tests.combiners.fixture import random_inputs


@pytest.mark.parametrize("seed", range(5))
def test_non_negative_least_squares_against_scipy(seed):
    rng = np.random.default_rng(seed)
    table, target = rng.random((60, 10)), rng.random(60)
    np.testing.assert_allclose(
        non_negative_least_squares(table, target), nnls(table, target)[0], atol=1e-7
    )


def test_no_direction_gives_no_weight():
    np.testing.assert_array_equal(non_negative_least_squares(np.ones((3, 2)), np.zeros(3)), 0)


def test_coefficients_are_one_regression_per_class():
    inputs = random_inputs(np.random.default_rng(0), 80, 6, 3)
    found = Stacking().combine(inputs)
    expected = np.stack(
        [
            nnls(inputs.probabilities[:, :, c].astype(float), inputs.oracle.label_codes == c)[0]
            for c in range(3)
        ],
        axis=1,
    )
    np.testing.assert_allclose(found.report["coefficients"], expected, atol=1e-6)
    np.testing.assert_allclose(found.weights, expected.sum(axis=1) / expected.sum(), atol=1e-6)


def test_the_class_with_the_largest_sum_wins():
    X, y = load_wine(return_X_y=True)
    model = Stacking(pool="mixed", n_members=10).fit(X[::2], y[::2])
    proba = model.pool_.predict_proba(X).astype(float)
    scores = np.einsum("kjc,jc->kc", proba, model.coefficients_)
    np.testing.assert_array_equal(model.predict(X), scores.argmax(axis=1))
    np.testing.assert_allclose(
        model.predict_proba(X), scores / scores.sum(axis=1, keepdims=True), atol=1e-9
    )


@pytest.mark.parametrize("weighting", ["hold_out", "out_of_fold"])
def test_a_member_that_only_remembers_gets_nothing(weighting):
    """Labels are noise, so a tree that fits them perfectly must not look good at level 1."""
    rng = np.random.default_rng(0)
    X, y = rng.random((200, 5)), rng.integers(0, 2, 200)
    in_sample = Stacking(n_members=5, pool="library", weighting="training").fit(X, y)
    honest = Stacking(n_members=5, pool="library", weighting=weighting).fit(X, y)

    def level_one_error(model):
        scores = np.einsum(
            "kjc,jc->kc", model.pool_.predict_proba(X).astype(float), model.coefficients_
        )
        return np.abs(scores - np.eye(2)[y]).mean()

    assert level_one_error(in_sample) < 1e-6  # the members' own rows: nothing to learn
    assert level_one_error(honest) > 0.05


def test_prefit_members_are_judged_by_the_rows_given():
    X, y = load_wine(return_X_y=True)
    good = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X[::2], y[::2])
    bad = DummyClassifier(strategy="uniform", random_state=0).fit(X[::2], y[::2])
    model = Stacking(prefit=[bad, good]).fit(X[1::2], y[1::2])
    assert model.weights_[1] > 0.8
