"""L2DWKClassifierCV: what it chooses is what ``choose_lambda`` chooses on the same rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier

from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.optimisation.l2dwk_cv import L2DWKClassifierCV
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.choose_lambda import LAMBDAS, choose_lambda
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle

X, Y = load_breast_cancer(return_X_y=True)
FOREST = RandomForestClassifier(9, max_depth=2, random_state=0).fit(X[:200], Y[:200])


def forest_votes(rows):
    return np.array([tree.predict(X[rows]).astype(int) for tree in FOREST.estimators_]).T


def test_weights_are_those_of_the_chosen_settings():
    rows = slice(200, 400)
    model = L2DWKClassifierCV(prefit=FOREST, random_state=3).fit(X[rows], Y[rows])
    oracle = Oracle.from_predictions(forest_votes(rows), Y[rows])
    choice = choose_lambda(oracle, None, Settings(max_rounds=1), seed=3)
    assert model.choice_ == choice
    assert [c.lam for c in choice.candidates] == list(LAMBDAS)
    np.testing.assert_array_equal(model.weights_, train_on(oracle, choice.settings).weights)
    assert model.trace_.settings == choice.settings
    fixed = L2DWKClassifier(prefit=FOREST, lam=choice.winner.lam, max_rounds=1)
    np.testing.assert_array_equal(fixed.fit(X[rows], Y[rows]).weights_, model.weights_)


def test_grid_kernels_rounds_and_folds_are_parameters():
    model = L2DWKClassifierCV(
        prefit=FOREST, lambdas=(0.2, 2.0), kernels=("linear", "gaussian"), rounds=(1, 4), n_folds=3,
        n_repeats=2,
    )  # fmt: skip
    choice = clone(model).fit(X[200:300], Y[200:300]).choice_
    assert len(choice.candidates) == 8
    assert (choice.n_folds, choice.n_repeats) == (3, 2)
    with pytest.raises(InputError, match="n_folds is 1"):
        clone(model).set_params(n_folds=1).fit(X[200:300], Y[200:300])


def test_probabilities_decide_where_the_settings_say_so():
    model = L2DWKClassifierCV(prefit=FOREST, outputs="probabilities", n_repeats=1)
    model.fit(X[200:400], Y[200:400])
    mean = np.einsum(
        "j,jkc->kc", model.weights_, [tree.predict_proba(X[400:]) for tree in FOREST.estimators_]
    )
    np.testing.assert_allclose(model.predict_proba(X[400:]), mean, atol=1e-6)


@pytest.mark.parametrize("table", [X[:60, :4], pd.DataFrame(X[:60, :4]).round(1).astype(str)])
def test_copies_in_a_bootstrap_sample_are_left_out_together(table, monkeypatch):
    seen = {}

    def spy(oracle, labels, settings, *, groups, **others):
        seen["groups"] = groups
        return choose_lambda(oracle, labels, settings, groups=groups, **others)

    monkeypatch.setattr("l2dwk_core.combiners.optimisation.l2dwk_cv.choose_lambda", spy)
    model = L2DWKClassifierCV(n_members=5, weighting="bootstrap", random_state=1, n_repeats=1)
    model.fit(table, Y[:60])
    drawn = np.sort(np.random.default_rng(1).integers(0, 60, 60))  # as bootstrap_rows
    groups = seen["groups"]
    for i in range(60):
        same = drawn == drawn[i]
        assert len(set(groups[same])) == 1
    assert len(set(groups)) > 20
    model.set_params(weighting="hold_out").fit(table, Y[:60])
    assert seen["groups"] is None


def test_too_few_rows_leave_lambda_as_it_is_with_a_note():
    model = L2DWKClassifierCV(prefit=FOREST, lam=2.0).fit(X[:1], Y[:1])
    assert model.choice_ is None
    assert model.trace_.settings.lam == 2.0
    assert "λ was not chosen" in model.notes_[-1]
