"""Awkward problems and extreme settings: the right limit or a diagnosis, never a warning."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from tests import reference, reference_qp
from tests.problems import (
    SHAPES,
    as_class_problem,
    class_problem,
    kernel_choices,
    oracle,
    probabilities,
)
from tests.traces import assert_sound

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=50)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
@pytest.mark.parametrize("lam", [0.0, 1e-12, 1e-6, 1.0, 1e6, 1e12])
def test_any_problem_at_any_lambda_gives_sound_weights(shape, changes, lam):
    matrix = oracle(shape, 40, 14, 6)
    for update in ("hinge", "exp"):
        choice = Settings(lam=lam, update=update, max_rounds=5, stop_on=(), **changes)
        trace = self_train(*as_class_problem(matrix), choice)
        for r in trace.rounds:
            assert r.weights.min() >= 0
            assert abs(r.weights.sum() - 1) <= 1e-12
            assert np.isfinite(r.objective)
            # At huge λ the objective is a difference of huge numbers.
            assert r.gap <= 1e-9 * max(1.0, abs(r.objective), lam)


def three_best_members():
    """21 rows; members 0, 1, 2 have 14 right in different places, the other three 11."""
    places = [(7, 0), (7, 7), (7, 4), (10, 0), (10, 5), (10, 9)]
    return np.array([np.roll([-1.0] * wrong + [1.0] * (21 - wrong), by) for wrong, by in places]).T


@pytest.mark.parametrize("lam", [1e-12, 1e-9])
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
def test_without_diversity_the_best_members_share_by_the_kernel(lam, changes):
    """λ → 0: only the most accurate members, weighted on their face by min wᵀKw."""
    matrix = three_best_members()
    choice = Settings(lam=lam, update="none", **changes)
    w = self_train(*as_class_problem(matrix), choice).weights
    K, v, _ = reference.kernel_tables(choice, np.full(21, 1 / 21), matrix)
    best = np.flatnonzero(v >= v.max() - 1e-9)
    assert best.tolist() == [0, 1, 2]
    expected = np.zeros(6)
    expected[best] = reference_qp.least_norm_weights(K[np.ix_(best, best)], np.zeros(3))
    np.testing.assert_allclose(w, expected, atol=1e-5)


def test_at_lambda_zero_the_best_members_share_equally():
    matrix = three_best_members()
    for choice in (Settings(lam=0.0), Settings(terms="accuracy"), Settings(lam=0, kernel="linear")):
        trace = self_train(*as_class_problem(matrix), choice.changed(update="none"))
        np.testing.assert_allclose(trace.weights, [1 / 3, 1 / 3, 1 / 3, 0, 0, 0], atol=1e-12)


@pytest.mark.parametrize("lam", [1e9, 1e12])
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
def test_with_diversity_alone_the_kernel_decides(lam, changes):
    """λ → ∞: the minimum of wᵀKw."""
    matrix = oracle("accurate", 42, 30, 5)
    choice = Settings(lam=lam, update="none", **changes)
    w = self_train(*as_class_problem(matrix), choice).weights
    K, _, _ = reference.kernel_tables(choice, np.full(30, 1 / 30), matrix)
    other = reference_qp.least_norm_weights(K, np.zeros(5))
    assert w @ K @ w <= other @ K @ other + 1e-9
    if np.linalg.eigvalsh(K)[0] > 1e-6:
        np.testing.assert_allclose(w, other, atol=1e-5)


@pytest.mark.parametrize("sigma", [1e-6, 1e-3])
@pytest.mark.parametrize("update", ["none", "hinge", "exp"])
def test_a_tiny_width_sees_only_equal_members(sigma, update):
    """K → 1 between equal members and 0 between others, v → 0: equal weight for every distinct
    member, shared equally by its copies."""
    matrix = oracle("random", 43, 60, 5)
    assert len(np.unique(matrix, axis=1).T) == 5
    matrix = np.hstack([matrix, matrix[:, :2]])
    choice = Settings(sigma=sigma, update=update, max_rounds=4, stop_on=())
    trace = self_train(*as_class_problem(matrix), choice)
    for r in trace.rounds:
        present = matrix[r.alpha > 0]
        if len(np.unique(present, axis=1).T) < 5:
            continue  # members may be equal on the rows that still count
        np.testing.assert_allclose(r.weights, [0.1, 0.1, 0.2, 0.2, 0.2, 0.1, 0.1], atol=1e-5)


@pytest.mark.parametrize("sigma", [1e-9, 1e-6])
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_a_tiny_width_never_sees_more_than_equal_members(sigma, update):
    rng = np.random.default_rng(44)
    matrix = np.where(rng.random((300, 20)) < 0.6, 1, -1)
    matrix[:, 10:] = matrix[:, :10]
    choice = Settings(sigma=sigma, update=update, max_rounds=6, stop_on=())
    trace = self_train(*as_class_problem(matrix), choice)
    for r in trace.rounds:
        assert -1.0 - 1e-9 <= r.objective <= 0.5 + 1e-9  # |v| ≤ 1 and 0 ≤ K ≤ 1
        np.testing.assert_allclose(r.weights[:10], r.weights[10:], atol=1e-5)


@pytest.mark.parametrize("lam", [1e-12, 1e-9])
@pytest.mark.parametrize("update", ["hinge", "exp"])
@pytest.mark.parametrize("kernel", ["linear", "gaussian"])
def test_equal_members_share_equally_however_small_lambda_is(lam, update, kernel):
    """The tie between equal members is decided by λK, so their accuracies must be equal bits."""
    rng = np.random.default_rng(47)
    matrix = np.where(rng.random((300, 12)) < 0.6, 1, -1)
    matrix = np.hstack([matrix, matrix[:, ::-1], matrix])
    choice = Settings(kernel=kernel, lam=lam, update=update, max_rounds=6, stop_on=())
    for r in self_train(*as_class_problem(matrix), choice).rounds:
        np.testing.assert_allclose(r.weights[:12], r.weights[12:24][::-1], atol=1e-5)
        np.testing.assert_allclose(r.weights[:12], r.weights[24:], atol=1e-5)


@pytest.mark.parametrize("sigma", [1e-9, 1e-6, 1.0])
def test_equal_members_with_soft_outputs(sigma):
    _, labels = class_problem(48, 200, 6)
    proba = probabilities(48, labels, 6, 3)
    proba = np.concatenate([proba, proba], axis=1)
    soft = Oracle.from_probabilities(proba, labels, np.arange(3))
    choice = Settings(sigma=sigma, outputs="probabilities", max_rounds=4, stop_on=())
    for r in train_on(soft, choice).rounds:
        assert -1.0 - 1e-9 <= r.objective <= 0.5 + 1e-9
        np.testing.assert_allclose(r.weights[:6], r.weights[6:], atol=1e-5)
        if sigma < 1:
            np.testing.assert_allclose(r.weights, 1 / 12, atol=1e-5)


def test_duplicated_members_by_the_thousand():
    small = oracle("random", 45, 40, 4)
    copies = np.repeat(small, 500, axis=1)
    choice = Settings(kernel="linear", max_rounds=5)
    one = self_train(*as_class_problem(small), choice)
    many = self_train(*as_class_problem(copies), choice)
    assert_sound(many, 40, 2000)
    for a, b in zip(one.rounds, many.rounds, strict=True):
        np.testing.assert_allclose(b.weights.reshape(4, 500).sum(axis=1), a.weights, atol=1e-5)
        np.testing.assert_array_equal(a.error_set, b.error_set)


def test_extreme_polynomials_end_in_a_limit_or_a_diagnosis():
    predictions, labels = class_problem(46, 30, 6)
    for degree, constant in [(20, 0.0), (20, 1e3), (20, 1e14), (2, 1e155), (20, 1e300)]:
        for form in ("joint", "scalar"):
            if form == "scalar" and constant == 0:
                continue
            try:
                trace = self_train(
                    predictions,
                    labels,
                    Settings(
                        kernel="polynomial", kernel_form=form, degree=degree, constant=constant,
                        max_rounds=3,
                    ),
                )  # fmt: skip
            except InputError as error:
                assert "constant" in str(error) or "degree" in str(error)  # noqa: PT017
                continue
            for r in trace.rounds:
                assert abs(r.weights.sum() - 1) <= 1e-12
                assert np.isfinite(r.objective)


def test_scalar_kernels_that_are_no_kernels_off_the_votes_are_refused():
    """(xy + c)ᵈ with c < 0 is affine on ±1 but indefinite on real outputs: no convex program."""
    _, labels = class_problem(47, 30, 8)
    soft = Oracle.from_probabilities(probabilities(47, labels, 8, 3), labels, np.arange(3))
    for degree in (2, 3):
        choice = Settings(
            kernel="polynomial", kernel_form="scalar", degree=degree, constant=-0.8,
            outputs="probabilities", lam=5.0,
        )  # fmt: skip
        with pytest.raises(InputError, match="constant c"):
            train_on(soft, choice)


def test_soft_outputs_need_probabilities():
    predictions, labels = class_problem(48, 20, 4)
    with pytest.raises(InputError, match=r"outputs is 'probabilities', but .* votes"):
        self_train(predictions, labels, Settings(outputs="probabilities"))


@pytest.mark.parametrize(
    ("predictions", "labels", "message"),
    [
        (np.empty((0, 3)), np.empty(0), "Predictions have shape"),
        (np.empty((3, 0)), np.zeros(3), "Predictions have shape"),
        (np.ones((3, 2)), np.ones(4), "Labels have shape"),
        ([[1.0, np.nan]], [1.0], "1 of 2 predictions is missing"),
    ],
)
def test_bad_input_is_diagnosed(predictions, labels, message):
    with pytest.raises(InputError, match=message):
        self_train(predictions, labels)
