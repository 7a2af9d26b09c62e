"""The path for equal kernel weights meets the weights that self-training without rounds learns."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.weight_path import equal_weight_path, equal_weight_problem, relative_strength
from l2dwk_core.oracle.oracle import Oracle
from tests.problems import class_problem, probabilities


def _oracle(seed=3, available=None):
    predictions, labels = class_problem(seed, n_rows=60, n_members=12)
    return Oracle.from_predictions(predictions, labels, available=available)


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"kernel": "linear"},
        {"kernel": "linear", "kernel_form": "scalar"},
        {"kernel": "polynomial", "degree": 3, "constant": 0.5},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 3, "constant": -0.5},
        {"lam_on": "accuracy"},
        {"diversity": "double_fault"},
        {"diversity": "double_fault", "lam_on": "accuracy"},
        {"diversity": "double_fault_authors"},
    ],
)
@pytest.mark.parametrize("lam", [0.2, 1.0, 6.0])
def test_weights_are_those_of_one_program(choices, lam):
    oracle = _oracle()
    settings = Settings(update="none", lam=lam, **choices)
    path = equal_weight_path(oracle, settings)
    expected = train_on(oracle, settings).weights
    np.testing.assert_allclose(path.weights(relative_strength(settings)), expected, atol=2e-6)


def test_path_does_not_depend_on_the_strength_chosen():
    oracle = _oracle()
    one = equal_weight_problem(oracle, Settings(lam=3.0, terms="accuracy"))
    other = equal_weight_problem(oracle, Settings(lam_on="accuracy", matrix_repair="authors"))
    for first, second in zip(one, other, strict=True):
        np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("missing_votes", ["pairwise", "impute"])
def test_missing_votes(missing_votes):
    available = np.random.default_rng(0).random((60, 12)) < 0.5
    available[7] = False  # a row nobody may judge
    oracle = _oracle(available=available)
    settings = Settings(update="none", lam=2.0, missing_votes=missing_votes)
    expected = train_on(oracle, settings).weights
    np.testing.assert_allclose(
        equal_weight_path(oracle, settings).weights(2.0), expected, atol=2e-6
    )


@pytest.mark.parametrize("form", ["joint", "scalar"])
def test_soft_outputs(form):
    _, labels = class_problem(1, n_rows=50, n_members=8)
    oracle = Oracle.from_probabilities(probabilities(1, labels, 8, 3), labels, [0, 1, 2])
    settings = Settings(update="none", lam=3.0, outputs="probabilities", kernel_form=form)
    expected = train_on(oracle, settings).weights
    np.testing.assert_allclose(
        equal_weight_path(oracle, settings).weights(3.0), expected, atol=2e-6
    )


def test_strength_of_settings():
    assert relative_strength(Settings(lam=4.0)) == 4.0
    assert relative_strength(Settings(lam=4.0, lam_on="accuracy")) == 0.25
    assert relative_strength(Settings(lam=4.0, diversity="double_fault")) == pytest.approx(4 / 6)
    assert relative_strength(Settings(terms="accuracy")) == 0.0
    assert relative_strength(Settings(terms="diversity")) == np.inf
    assert relative_strength(Settings(lam=0.0, lam_on="accuracy")) == np.inf


@pytest.mark.parametrize(
    "choices",
    [
        {"diversity": "double_fault_printed"},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 2, "constant": -1.0},
    ],
)
def test_concave_objectives_have_no_path(choices):
    with pytest.raises(InputError, match="one single member is the answer at every λ"):
        equal_weight_path(_oracle(), Settings(**choices))
