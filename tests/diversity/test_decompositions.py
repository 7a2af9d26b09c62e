"""Good and bad diversity and the ambiguity, on hand-counted and random ensembles."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import ambiguity_decomposition, good_bad_diversity
from tests.diversity.strategies import oracles, thorough


def test_hand_counted_split() -> None:
    # l = 3, 2, 1, 1 of 3: two rows voted right, two wrong.
    found = good_bad_diversity([[1, 1, 1], [1, 1, -1], [1, -1, -1], [-1, 1, -1]])
    assert found.vote_error == 0.5
    assert found.individual_error == pytest.approx(5 / 12)
    assert found.good == pytest.approx(1 / 12)
    assert found.bad == pytest.approx(1 / 6)
    assert found.n_ties == 0


def test_patterns_of_success_and_failure() -> None:
    # Three members of accuracy 2/3: errors spread thin are all good, wasted votes are bad.
    success = good_bad_diversity([[1, 1, -1], [1, -1, 1], [-1, 1, 1]])
    assert (success.vote_error, success.bad) == (0.0, 0.0)
    assert success.good == pytest.approx(1 / 3)
    failure = good_bad_diversity([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
    assert (failure.vote_error, failure.good) == (1.0, 0.0)
    assert failure.bad == pytest.approx(1 / 3)


def test_ties_count_as_wrong_and_are_reported() -> None:
    found = good_bad_diversity([[1, -1], [1, 1]])
    assert (found.vote_error, found.n_ties) == (0.5, 1)
    assert (found.good, found.bad) == (0.0, 0.25)


@thorough
@given(oracle=oracles())
def test_split_adds_up_to_the_vote_error(oracle: np.ndarray) -> None:
    n_samples, n = oracle.shape
    v = [F(row.tolist().count(1), n) for row in oracle]
    good = sum((1 - x for x in v if x > F(1, 2)), start=F(0)) / n_samples
    bad = sum((x for x in v if x <= F(1, 2)), start=F(0)) / n_samples
    error = F(sum(x <= F(1, 2) for x in v), n_samples)
    individual = sum(1 - x for x in v) / n_samples
    assert error == individual - good + bad
    found = good_bad_diversity(oracle)
    for name, wanted in (
        ("vote_error", error),
        ("individual_error", individual),
        ("good", good),
        ("bad", bad),
    ):
        assert getattr(found, name) == pytest.approx(float(wanted), abs=1e-14)
    assert found.n_ties == sum(x == F(1, 2) for x in v)


def test_ambiguity_by_hand() -> None:
    # Margins ½ and 0 under w = (½, ¼, ¼): rows (+ + −) and (+ − −).
    found = ambiguity_decomposition([[1, 1, -1], [1, -1, -1]], [2, 1, 1])
    assert found.ambiguity == pytest.approx(1 - (0.25 + 0) / 2)
    assert found.ensemble_loss == pytest.approx((0.25 + 1) / 2)
    assert found.member_loss == pytest.approx(4 * (0.25 * 0.5 + 0.25 * 1))


def test_members_weigh_the_same_unless_told() -> None:
    oracle = np.array([[1, 1, -1], [1, -1, -1]])
    plain = ambiguity_decomposition(oracle)
    assert plain == ambiguity_decomposition(oracle, [5, 5, 5])
    alone = ambiguity_decomposition(oracle, [1, 0, 0])
    assert (alone.ambiguity, alone.member_loss, alone.ensemble_loss) == (0.0, 0.0, 0.0)


def test_ambiguity_takes_one_weight_per_member() -> None:
    with pytest.raises(InputError, match=r"shape \(2,\), the oracle has 3 members"):
        ambiguity_decomposition([[1, 1, -1], [1, -1, -1]], [1, 1])
    with pytest.raises(InputError, match="no member counts"):
        ambiguity_decomposition([[1, 1, -1]], [0, 0, 0])
