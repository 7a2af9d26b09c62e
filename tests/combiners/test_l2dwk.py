"""L2DWKClassifier: the settings' mirror, scikit-learn's contract, and the run it must equal."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import fields

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.reference.uniform_vote import UniformVote
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.prepare import prepare_run

X, Y = load_breast_cancer(return_X_y=True)
FIRST, SECOND = slice(None, None, 2), slice(1, None, 2)


def test_parameters_mirror_the_settings_and_their_defaults():
    own = {item.name: item.default for item in fields(L2DWKClassifier)}
    for item in fields(Settings):
        assert own.pop(item.name) == item.default
    assert set(own) == {item.name for item in fields(Combiner)}
    assert L2DWKClassifier().settings == Settings()


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    assert L2DWKClassifier.preset(name).settings == PRESETS[name]
    changed = L2DWKClassifier.preset(name, lam=3.0, n_members=5)
    assert changed.settings == PRESETS[name].changed(lam=3.0)
    assert changed.n_members == 5


def test_an_unknown_preset_is_refused():
    with pytest.raises(InputError, match=r"Unknown preset 'papers'.*Did you mean 'paper'"):
        L2DWKClassifier.preset("papers")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("weighting", ["hold_out", "training", "bootstrap", "out_of_bag"])
def test_it_learns_what_the_run_learns_from_the_same_training_rows(preset, weighting):
    prepared = prepare_run("glass", n_members=15, weighting=weighting, seed=4, min_samples_split=10)
    run = prepared.solve(Settings.preset(preset))
    data = prepared.dataset
    rows = np.setdiff1d(np.arange(len(data.y)), prepared.test_rows)
    model = L2DWKClassifier.preset(
        preset, n_members=15, weighting=weighting, random_state=4, min_samples_split=10
    ).fit(data.X.iloc[rows], data.y[rows])
    np.testing.assert_array_equal(model.weights_, run.trace.weights)
    assert model.trace_.stop_reason == run.trace.stop_reason
    test = prepared.test_rows
    assert model.score(data.X.iloc[test], data.y[test]) == run.accuracy.l2dwk.accuracy


def test_prefit_members_get_the_weights_of_self_training_on_their_votes():
    forest = RandomForestClassifier(21, max_depth=3, random_state=0).fit(X[FIRST], Y[FIRST])
    votes = np.column_stack([forest.classes_[tree.predict(X[SECOND]).astype(int)]
                             for tree in forest.estimators_])  # fmt: skip
    settings = Settings(kernel="linear", lam=2.0)
    model = L2DWKClassifier(prefit=forest, kernel="linear", lam=2.0).fit(X[SECOND], Y[SECOND])
    trace = self_train(votes, Y[SECOND], settings)
    np.testing.assert_array_equal(model.weights_, trace.weights)
    assert model.trace_.settings == settings
    np.testing.assert_array_equal(model.selected_, np.flatnonzero(trace.weights))
    by_hand = votes_won(votes, trace.weights)
    np.testing.assert_array_equal(model.predict(X[SECOND]), by_hand)


def votes_won(votes, weights):
    classes = np.unique(votes)
    totals = np.stack([(votes == c) @ weights for c in classes], axis=1)
    return classes[totals.argmax(axis=1)]


def test_probabilities_as_outputs():
    forest = RandomForestClassifier(11, max_depth=3, random_state=0).fit(X[FIRST], Y[FIRST])
    model = L2DWKClassifier(prefit=forest, outputs="probabilities").fit(X[SECOND], Y[SECOND])
    proba = np.stack([tree.predict_proba(X[SECOND]) for tree in forest.estimators_], axis=1)
    trace = train_on(
        Oracle.from_probabilities(proba.astype(np.float32), Y[SECOND], np.array([0, 1])),
        Settings(outputs="probabilities"),
    )
    np.testing.assert_allclose(model.weights_, trace.weights, atol=1e-6)
    expected = np.einsum("kjc,j->kc", proba, model.weights_)
    np.testing.assert_allclose(model.predict_proba(X[SECOND]), expected, atol=1e-6)
    np.testing.assert_array_equal(model.predict(X[SECOND]), expected.argmax(axis=1))


def test_scikit_learns_own_checks():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they provoke scikit-learn's deprecations on purpose
        check_estimator(L2DWKClassifier(n_members=5))
        check_estimator(UniformVote(n_members=3))


def test_in_a_pipeline_under_a_grid_search():
    pipe = make_pipeline(StandardScaler(), L2DWKClassifier(n_members=9, max_depth=3))
    search = GridSearchCV(
        pipe,
        {"l2dwkclassifier__lam": [0.5, 4.0], "l2dwkclassifier__kernel": ["linear", "gaussian"]},
        cv=2,
    ).fit(X, Y)
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    assert search.best_score_ > 0.85
    best = search.best_estimator_[-1]
    assert best.settings.lam == search.best_params_["l2dwkclassifier__lam"]


def test_scored_by_cross_validation_and_by_probabilities():
    wine = load_wine(return_X_y=True)
    model = L2DWKClassifier(n_members=11)
    assert cross_val_score(model, *wine, cv=3).mean() > 0.85
    assert cross_val_score(model, *wine, cv=3, scoring="roc_auc_ovr").mean() > 0.9


def test_pickled_it_predicts_and_keeps_its_trace():
    model = L2DWKClassifier(n_members=9).fit(X[FIRST], Y[FIRST])
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict_proba(X), model.predict_proba(X))
    assert len(restored.trace_.rounds) == len(model.trace_.rounds)
    assert restored.trace_.settings == model.settings


def test_one_class_has_a_trace_too():
    model = L2DWKClassifier(n_members=3).fit(X[:5], np.ones(5))
    assert model.trace_.stop_reason == "no_errors"
    assert model.predict(X[:2]).tolist() == [1.0, 1.0]


def test_what_is_out_of_range_shows_before_training():
    """A pool that could not be trained either is not reached."""
    with pytest.raises(InputError, match="λ is -1"):
        L2DWKClassifier(lam=-1, pool="no such pool").fit(X, Y)


def test_out_of_bag_votes_cannot_be_probabilities():
    model = L2DWKClassifier(n_members=9, weighting="out_of_bag", outputs="probabilities")
    with pytest.raises(InputError, match=r"out-of-bag votes.*weighting='hold_out'"):
        model.fit(X, Y)


def test_fitted_again_it_forgets():
    model = L2DWKClassifier(n_members=5).fit(X, Y)
    model.set_params(lam=5.0, kernel="linear").fit(*load_wine(return_X_y=True))
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.n_features_in_ == 13
    assert model.trace_.settings.lam == 5.0
