"""The same quantities from NumPy, SciPy and scikit-learn; and mistakes known from public code.

Each mistake is written out and shown to give another value on the example, so that the test fails
if the measure ever makes it.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef

from l2dwk_core.diversity import MEASURES


@pytest.fixture
def oracle() -> np.ndarray:
    rng = np.random.default_rng(0)
    hardness = rng.random((120, 1))
    return np.where(rng.random((120, 7)) < 0.3 + 0.6 * hardness, 1, -1).astype(np.int8)


def test_correlation_is_pearsons(oracle: np.ndarray) -> None:
    found = MEASURES["correlation"].matrix(oracle)
    np.testing.assert_allclose(found, np.corrcoef(oracle, rowvar=False), atol=1e-12)
    assert found[0, 1] == pytest.approx(matthews_corrcoef(oracle[:, 0], oracle[:, 1]), abs=1e-12)


def test_weighted_correlation_is_pearsons(oracle: np.ndarray) -> None:
    weights = np.random.default_rng(1).random(len(oracle))
    covariance = np.cov(oracle, rowvar=False, aweights=weights)
    spread = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(
        MEASURES["correlation"].matrix(oracle, weights),
        covariance / np.outer(spread, spread),
        atol=1e-12,
    )


def test_q_is_one_minus_scipys_yule_dissimilarity(oracle: np.ndarray) -> None:
    distances = squareform(pdist(oracle.T > 0, "yule"))
    np.testing.assert_allclose(MEASURES["q_statistic"].matrix(oracle), 1 - distances, atol=1e-12)


def test_disagreement_is_scipys_hamming_distance(oracle: np.ndarray) -> None:
    distances = squareform(pdist(oracle.T, "hamming"))
    np.testing.assert_allclose(MEASURES["disagreement"].matrix(oracle), distances, atol=1e-15)


def test_difficulty_is_numpys_population_variance(oracle: np.ndarray) -> None:
    shares = (oracle > 0).mean(axis=1)
    assert MEASURES["difficulty"].value(oracle) == pytest.approx(np.var(shares), rel=1e-12)


def test_difficulty_does_not_divide_by_n_minus_one(oracle: np.ndarray) -> None:
    shares = (oracle > 0).mean(axis=1)
    assert MEASURES["difficulty"].value(oracle) != pytest.approx(np.var(shares, ddof=1), rel=1e-4)


@pytest.mark.parametrize("name", ["q_statistic", "correlation"])
@pytest.mark.parametrize("constant", [1, -1])
def test_a_perfect_or_hopeless_member_is_undefined_not_independent(
    name: str, constant: int
) -> None:
    # Elsewhere: ZeroDivisionError, or 0 ("independent") by an epsilon in the denominator.
    other = np.array([1, 1, -1, 1, -1])
    oracle = np.column_stack([np.full(5, constant), other])
    with_epsilon = 0.0 / (0.0 + 10e-24)
    assert with_epsilon == 0.0
    assert math.isnan(MEASURES[name].value(oracle))
    # In company, only its own pairs are left out and they do not pull the average towards 0.
    three = np.column_stack([oracle, other])
    detail = MEASURES[name].detail(three)
    assert (detail.value, detail.n_undefined, detail.n_pairs) == (1.0, 2, 3)


def test_matrices_take_more_samples_than_members_and_the_reverse() -> None:
    # Elsewhere the batch form mixes up the two axes.
    rng = np.random.default_rng(4)
    for shape in ((9, 4), (4, 9)):
        matrix = MEASURES["disagreement"].matrix(rng.choice([-1, 1], size=shape))
        assert matrix.shape == (shape[1], shape[1])


def test_interrater_kappa_divides_by_the_whole_product(oracle: np.ndarray) -> None:
    p = (oracle > 0).mean()
    dis = MEASURES["disagreement"].value(oracle)
    without_parentheses = 1 - dis / 2 * p * (1 - p)
    found = MEASURES["interrater_kappa"].value(oracle)
    assert found == pytest.approx(1 - dis / (2 * p * (1 - p)), rel=1e-12)
    assert abs(found - without_parentheses) > 0.1


@pytest.mark.parametrize("n_classes", [3, 5])
def test_label_kappa_multiplies_marginals_not_cells(n_classes: int) -> None:
    rng = np.random.default_rng(n_classes)
    first = rng.integers(0, n_classes, size=90)
    second = np.where(rng.random(90) < 0.5, first, rng.integers(0, n_classes, size=90))
    table = np.zeros((n_classes, n_classes))
    np.add.at(table, (first, second), 1 / 90)
    agreed = np.trace(table)
    from_cells = float((table * table.T).sum())
    mistaken = (agreed - from_cells) / (1 - from_cells)
    found = MEASURES["label_kappa"].value(np.column_stack([first, second]))
    assert found == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert abs(found - mistaken) > 0.05


def test_coincident_failure_counts_every_row_not_the_worst() -> None:
    oracle = np.array([[1, 1, 1, -1], [1, 1, -1, -1], [1, 1, 1, 1], [-1, -1, -1, 1]])
    worst = 1 - 3 / 4
    found = MEASURES["coincident_failure_diversity"].value(oracle)
    assert found == pytest.approx((3 / 3 + 2 / 3 + 1 / 3) / 3)
    assert abs(found - worst) > 0.1


def test_entropy_of_an_odd_ensemble_reaches_one() -> None:
    # The most divided rows of three: elsewhere L − L/2 = 1.5 instead of L − ⌈L/2⌉ = 1 gives ⅔.
    oracle = np.array([[1, 1, -1], [1, -1, -1]])
    assert MEASURES["entropy"].value(oracle) == 1.0
    assert MEASURES["entropy"].value(oracle) != pytest.approx(1 / (3 - 3 / 2))
