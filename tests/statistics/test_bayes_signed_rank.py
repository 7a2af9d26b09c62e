"""The Bayesian signed-rank test against another library, a slow reference and its symmetries."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.bayes_signed_rank import bayes_signed_rank
from tests.statistics.published import DEMSAR_2006_PRINTED

RNG = np.random.default_rng(3)


@pytest.mark.parametrize(
    ("first", "second", "rope", "expected"),
    [
        (1, 0, 0.0052, (0.9311, 0.0689, 0.0000)),
        (3, 0, 0.0052, (0.9977, 0.0010, 0.0013)),
        (3, 1, 0.0052, (0.5159, 0.4635, 0.0206)),
        (3, 0, 0.0202, (0.3938, 0.6062, 0.0000)),
    ],
)
def test_it_is_that_of_another_library(first, second, rope, expected):
    """With T the printed table, baycomp 1.0.3 gives these numbers by
    ``SignedRankTest.probs(T[:, first], T[:, second], rope=rope, prior=1, nsamples=200000,
    random_state=0)``. No pair of differences lies at the edge of these ropes."""
    d = DEMSAR_2006_PRINTED[:, first] - DEMSAR_2006_PRINTED[:, second]
    found = bayes_signed_rank(d, rope)
    assert (found.first, found.equal, found.second) == pytest.approx(expected, abs=0.01)


def test_it_is_a_slow_sum_over_pairs():
    d = RNG.normal(0.002, 0.01, 7)
    z, wins, rng = [0.0, *d], np.zeros(3), np.random.default_rng(8)
    for _ in range(3000):
        w = rng.gamma(1, size=8)
        w /= w.sum()
        theta = np.zeros(3)
        for i in range(8):
            for j in range(8):
                middle = (z[i] + z[j]) / 2
                theta[0 if middle > 0.005 else 2 if middle < -0.005 else 1] += w[i] * w[j]
        wins[theta.argmax()] += 1
    found = bayes_signed_rank(d)
    assert (found.first, found.equal, found.second) == pytest.approx(wins / 3000, abs=0.04)


def test_the_other_way_round_the_answers_change_places():
    d = RNG.normal(0.004, 0.01, 20)
    one, other = bayes_signed_rank(d), bayes_signed_rank(-d)
    assert (one.first, one.equal, one.second) == (other.second, other.equal, other.first)
    assert one.first + one.equal + one.second == pytest.approx(1)
    assert bayes_signed_rank(d, seed=1) == bayes_signed_rank(d, seed=1)


def test_clear_cases_and_the_edge_of_the_rope():
    assert bayes_signed_rank([0.1] * 20).first > 0.999
    assert bayes_signed_rank([0.0] * 20).equal == 1
    assert bayes_signed_rank([0.75 - 0.74] * 20, 0.01).equal == 1
    assert bayes_signed_rank([0.75 - 0.74] * 20, 0.01, n_draws=1).equal == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([], 0.1), "one finite number a dataset"),
        (([np.nan], 0.1), "one finite number a dataset"),
        (([0.1], 0), "rope is 0"),
        (([0.1], float("nan")), "rope is nan"),
    ],
)
def test_wrong_input_is_diagnosed(arguments, said):
    with pytest.raises(InputError, match=said):
        bayes_signed_rank(*arguments)
    with pytest.raises(InputError, match="n_draws 0"):
        bayes_signed_rank([0.1], 0.1, n_draws=0)
