"""What every combiner must do, whatever it computes: found through the registry."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.utils.estimator_checks import check_estimator

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.learned.stacking import Stacking
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import random_inputs

every_combiner = pytest.mark.parametrize("key", COMBINERS)
TWO_CLASSES = random_inputs(np.random.default_rng(11), 301, 7, 2)
THREE_CLASSES = random_inputs(np.random.default_rng(12), 301, 7, 3)

DRAWING = {"random_subset", "gasen", "forward_selection"}
"""Methods that answer differently with another seed on these tables."""


def checked(key, inputs, *, seed=0, **parameters):
    """The method's answer, after the checks that every answer must pass."""
    found = COMBINERS[key].create(**parameters).combine(inputs, seed=seed)
    n_members = inputs.oracle.n_members
    weights = found.weights
    assert weights.shape == (n_members,)
    assert (weights >= 0).all()
    if key == "l2dwk_authors":  # drops weights up to 1e-3 and does not rescale
        assert 1 - 1e-3 * n_members <= weights.sum() <= 1 + 1e-12
    else:
        assert weights.sum() == pytest.approx(1.0, abs=1e-9)
    assert sorted(found.selected) == np.flatnonzero(weights).tolist()
    return found


def applies(key, n_classes):
    return COMBINERS[key].refusal(n_classes, 7) is None


def input_of(codes, truth, n_classes, seed=0):
    """Input with these votes; probabilities certain of them, random features."""
    codes, truth = np.asarray(codes), np.asarray(truth)
    oracle = Oracle.from_codes(codes.astype(np.int16), truth.astype(np.int16), np.arange(n_classes))
    proba = np.eye(n_classes, dtype=np.float32)[codes]
    features = np.random.default_rng(seed).random((len(truth), 2))
    return CombinerInput(oracle, proba, features)


@every_combiner
@pytest.mark.parametrize("inputs", [TWO_CLASSES, THREE_CLASSES], ids=["two", "three"])
def test_weights_are_on_the_simplex_and_follow_the_seed(key, inputs):
    if not applies(key, len(inputs.oracle.classes)):
        with pytest.raises(InputError, match="needs two classes; this task has 3"):
            COMBINERS[key].create().combine(inputs)
        return
    before = pickle.dumps((inputs.oracle.matrix, inputs.oracle.codes, inputs.probabilities,
                           inputs.features))  # fmt: skip
    first, again = checked(key, inputs), checked(key, inputs)
    np.testing.assert_array_equal(first.weights, again.weights)
    np.testing.assert_array_equal(first.selected, again.selected)
    after = pickle.dumps((inputs.oracle.matrix, inputs.oracle.codes, inputs.probabilities,
                          inputs.features))  # fmt: skip
    assert before == after


@every_combiner
def test_members_in_another_order_get_the_same_weights(key):
    """For methods that do not draw: seeds make no difference to those, and an order of members is
    one more draw to the others."""
    inputs = TWO_CLASSES
    answers = [checked(key, inputs, seed=seed) for seed in range(3)]
    differ = any(not np.array_equal(a.weights, answers[0].weights) for a in answers)
    assert differ == (key in DRAWING)
    if differ:
        return
    order = np.array([3, 0, 6, 2, 5, 1, 4])
    oracle = inputs.oracle
    turned = CombinerInput(
        Oracle.from_codes(oracle.codes[:, order], oracle.label_codes, oracle.classes),
        inputs.probabilities[:, order],
        inputs.features,
    )
    found = checked(key, turned)
    np.testing.assert_allclose(found.weights, answers[0].weights[order], atol=2e-5)


DEGENERATE = {
    "one member": ([[0], [1], [1], [0]], [0, 1, 0, 0], 2),
    "one row": ([[0, 1, 1]], [0], 2),
    "identical members": (np.repeat([[0], [1], [1], [0], [1]], 5, axis=1), [0, 1, 0, 0, 1], 2),
    "a perfect member": ([[0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 1]], [0, 1, 0, 1], 2),
    "all wrong": ([[1, 1, 1], [0, 0, 0], [1, 1, 1]], [0, 1, 0], 2),
    "all right": ([[1, 1, 1], [0, 0, 0], [1, 1, 1]], [1, 0, 1], 2),
    "a class missing": ([[0, 1, 2], [1, 1, 0], [2, 0, 0], [1, 0, 1]], [0, 1, 0, 1], 3),
    "a class nobody predicts": ([[0, 1, 1], [1, 1, 0], [0, 0, 0]], [0, 1, 2], 3),
    "one class in the rows": ([[0, 1, 1], [1, 1, 0], [0, 0, 0]], [0, 0, 0], 2),
    "opposites": ([[0, 1], [1, 0], [0, 1], [1, 0]], [0, 0, 1, 1], 2),
}


@every_combiner
@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_votes(key, case):
    codes, truth, n_classes = DEGENERATE[case]
    if applies(key, n_classes):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            checked(key, input_of(codes, truth, n_classes))


def blobs(n, n_classes, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % n_classes
    return rng.normal(size=(n, 3)) + 1.2 * y[:, None], y


RENAMED = {
    "-1, +1": np.array([-1, 1]),
    "1, 2": np.array([1, 2]),
    "text": np.array(["no", "yes"]),
    "gaps": np.array([3, 70]),
    "float": np.array([0.0, 5.0]),
    "objects": np.array(["aa", "b"], dtype=object),
}


@cache
def forest_of(kind):
    """A forest on the first half of the blobs, and their labels by these names."""
    X, y = blobs(80, 2)
    labels = y if kind is None else RENAMED[kind][y]
    return RandomForestClassifier(7, max_depth=2, random_state=0).fit(X[:40], labels[:40]), labels


@cache
def combined(key, kind):
    """The method over this forest, and what it predicts."""
    X, _ = blobs(80, 2)
    forest, labels = forest_of(kind)
    model = COMBINERS[key].create(prefit=forest).fit(X[40:], labels[40:])
    return model, model.predict(X)


@every_combiner
@pytest.mark.parametrize("kind", RENAMED)
def test_names_of_labels_change_nothing(key, kind):
    """Members of a forest carry their classes as floats, whatever the labels are."""
    names = RENAMED[kind]
    plain, expected = combined(key, None)
    model, found = combined(key, kind)
    np.testing.assert_array_equal(found, names[expected])
    np.testing.assert_array_equal(model.weights_, plain.weights_)
    assert model.classes_.tolist() == names.tolist()


@every_combiner
def test_fit_predict_clone_and_pickle(key):
    X, y = blobs(90, 2)
    X_before, y_before = X.copy(), y.copy()
    model = COMBINERS[key].create(n_members=7, max_depth=2)
    assert model.fit(X, y) is model
    proba = model.predict_proba(X)
    np.testing.assert_allclose(proba.sum(axis=1), 1.0, atol=1e-12)
    assert (proba >= 0).all()
    predicted = model.predict(X)
    np.testing.assert_array_equal(model.classes_[proba.argmax(axis=1)], predicted)
    assert np.mean(predicted == y) > 0.7
    assert model.n_selected_ == len(model.selected_) == np.count_nonzero(model.weights_)

    again = clone(model).fit(X, y)
    np.testing.assert_array_equal(again.weights_, model.weights_)
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict_proba(X), proba)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)


class Untouchable:
    """In place of a member that must not be asked."""

    def __getattr__(self, name):
        raise AssertionError(f"a member without weight was asked for {name}")


@every_combiner
def test_members_without_weight_are_never_asked(key):
    X, y = blobs(90, 2)
    model = COMBINERS[key].create(n_members=9, max_depth=1).fit(X, y)
    expected = model.predict_proba(X)
    members = tuple(
        member if weight else Untouchable()
        for member, weight in zip(model.pool_.members, model.weights_, strict=True)
    )
    model.pool_ = replace(model.pool_, members=members)
    np.testing.assert_array_equal(model.predict_proba(X), expected)
    model.predict(X)


@every_combiner
def test_symbolic_and_missing_cells(key):
    rng = np.random.default_rng(0)
    X, y = blobs(80, 3)
    if not applies(key, 3):
        y = y % 2
    symbols = X[:, 1].round().astype(str)
    table = pd.DataFrame(
        {
            "number": np.where(rng.random(80) < 0.2, np.nan, X[:, 0]),
            "symbol": pd.Categorical(np.where(rng.random(80) < 0.1, None, symbols)),
            "text": np.where(X[:, 2] > 1, "high", "low").astype(object),
        }
    )
    labels = np.array(["x", "y", "z"])[y]
    model = COMBINERS[key].create(n_members=5).fit(table[:60], labels[:60])
    assert set(model.predict(table[60:])) <= set(labels)
    assert model.feature_names_in_.tolist() == list(table.columns)


@every_combiner
@pytest.mark.parametrize("n_members", [1, 5])
def test_one_class(key, n_members):
    X, _ = blobs(12, 2)
    model = COMBINERS[key].create(n_members=n_members).fit(X, np.full(12, "only"))
    assert model.predict(X[:3]).tolist() == ["only"] * 3
    np.testing.assert_array_equal(model.predict_proba(X[:3]), np.ones((3, 1)))
    assert "Only one class" in model.notes_[0]


@every_combiner
def test_a_class_that_members_never_saw(key):
    """Prefit members know two classes, the weighting rows hold a third that sorts before them."""
    X, y = blobs(60, 3)
    if not applies(key, 3):
        return
    seen = y > 0
    forest = RandomForestClassifier(5, random_state=0).fit(X[seen], y[seen])
    model = COMBINERS[key].create(prefit=forest).fit(X, y)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.predict_proba(X).shape == (60, 3)
    assert np.mean(model.predict(X[seen]) == y[seen]) > 0.8
    assert "known to no member" in model.notes_[-1]


@every_combiner
def test_a_single_member(key):
    X, y = blobs(40, 2)
    model = COMBINERS[key].create(n_members=1, max_depth=2).fit(X, y)
    np.testing.assert_array_equal(model.weights_, [1.0])
    if not isinstance(model, Stacking):  # its regression may set the threshold elsewhere
        np.testing.assert_array_equal(model.predict(X), model.pool_.predict_labels(X)[:, 0])


@every_combiner
def test_out_of_bag_votes_are_taken_or_refused_with_the_reason(key):
    X, y = blobs(60, 2)
    model = COMBINERS[key].create(n_members=15, pool="bagging", weighting="out_of_bag")
    if "complete_votes" in COMBINERS[key].needs:
        with pytest.raises(InputError, match="out-of-bag votes have gaps"):
            model.fit(X, y)
    else:
        assert model.fit(X, y).score(X, y) > 0.8


@pytest.mark.slow
@every_combiner
def test_scikit_learns_own_checks(key):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they provoke scikit-learn's deprecations on purpose
        check_estimator(COMBINERS[key].create(n_members=5))
