"""Holm's correction by hand, and its bounds."""

from __future__ import annotations

import numpy as np

from l2dwk_core.statistics.multiple_tests import holm

RNG = np.random.default_rng(5)


def test_holm_by_hand():
    found = holm([0.01, 0.04, 0.03, np.nan, 0.005])
    np.testing.assert_allclose(found, [0.03, 0.06, 0.06, np.nan, 0.02])
    np.testing.assert_allclose(holm([0.9, 0.8]), [1.0, 1.0])
    assert holm([]).shape == (0,)


def test_holm_never_claims_more_than_bonferroni_allows_and_more_than_it_does():
    for _ in range(20):
        p = RNG.random(7) ** 3
        adjusted = holm(p)
        assert (adjusted >= p).all()
        assert (adjusted <= np.minimum(1, 7 * p) + 1e-15).all()
        np.testing.assert_array_equal(np.argsort(adjusted[np.argsort(p)], kind="stable"), range(7))
