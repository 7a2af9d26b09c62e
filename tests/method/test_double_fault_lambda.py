"""Double fault is disagreement at another λ: which one, for every place λ can stand."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.method.objective import equal_disagreement
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import Settings
from tests.problems import class_problem

VOTES = class_problem(5, 40, 9)
KERNELS = [
    {"kernel": "linear"},
    {"kernel": "gaussian", "sigma": 0.7},
    {"kernel": "gaussian", "kernel_form": "scalar"},
    {"kernel": "polynomial", "degree": 2},
    {"kernel": "polynomial", "degree": 3, "constant": 0.0},
]


def weights(settings, **more):
    return self_train(*VOTES, settings, **more).weights


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("lam", [0.0, 0.3, 1.0, 4.0])
@pytest.mark.parametrize(
    ("lam_on", "formula", "at"),
    [
        ("diversity", "λ/(λ + 2)", lambda lam: lam / (lam + 2)),
        ("accuracy", "2λ + 1", lambda lam: 2 * lam + 1),
    ],
)
def test_it_has_the_weights_of_disagreement_at_the_named_strength(kernel, lam, lam_on, formula, at):
    fault = Settings(diversity="double_fault", lam=lam, lam_on=lam_on, max_rounds=4, **kernel)
    assert equal_disagreement(fault) == (formula, pytest.approx(at(lam)))
    same = fault.changed(diversity="disagreement", lam=at(lam))
    np.testing.assert_allclose(weights(fault), weights(same), atol=1e-9)
    available = np.random.default_rng(1).random((40, 9)) < 0.7
    for missing in CHOICES["missing_votes"]:
        a, b = (s.changed(missing_votes=missing, max_rounds=1) for s in (fault, same))
        np.testing.assert_allclose(
            weights(a, available=available), weights(b, available=available), atol=1e-7
        )


def test_the_other_formula_is_wrong_where_lambda_multiplies_the_accuracy():
    fault = Settings(kernel="linear", diversity="double_fault", lam=1.0, lam_on="accuracy")
    old = fault.changed(diversity="disagreement", lam=1 / 3)
    assert np.abs(weights(fault) - weights(old)).max() > 0.01


@pytest.mark.parametrize("lam_on", ["diversity", "accuracy"])
def test_with_the_diversity_alone_it_is_both_terms_at_one(lam_on):
    alone = Settings(kernel="linear", diversity="double_fault", terms="diversity", lam_on=lam_on)
    for lam in (0.5, 3.0):
        assert equal_disagreement(alone.changed(lam=lam)) == ("1", 1.0)
        both = Settings(kernel="linear", lam=1.0)
        np.testing.assert_allclose(weights(alone.changed(lam=lam)), weights(both), atol=1e-9)
    # Not disagreement alone at any λ.
    other = Settings(kernel="linear", terms="diversity")
    assert np.abs(weights(alone) - weights(other)).max() > 0.01


def test_no_strength_is_named_where_there_is_none():
    fault = Settings(kernel="gaussian", diversity="double_fault", lam=1.0)
    assert equal_disagreement(fault.changed(terms="accuracy")) is None
    repaired = fault.changed(matrix_repair="authors")
    assert equal_disagreement(repaired) is None
    same = repaired.changed(diversity="disagreement", lam=1 / 3)
    assert np.abs(weights(repaired) - weights(same)).max() > 1e-3


def test_printed_double_fault_returns_one_member_where_lambda_is_above_zero():
    """As its choice says; at λ = 0 equally accurate members share."""
    right = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 0], [1, 1, 1]])
    printed = Settings(kernel="linear", diversity="double_fault_printed", update="none")
    labels = np.ones(4, dtype=int)

    def kept(lam):
        return np.count_nonzero(self_train(right, labels, printed.changed(lam=lam)).weights)

    assert kept(0.0) == 2
    assert [kept(lam) for lam in (0.01, 1.0, 2.0, 5.0)] == [1] * 4
    assert "for λ > 0 one member" in CHOICES["diversity"]["double_fault_printed"]
