"""Two votes on one set of rows: the exact test by hand, and the interval that agrees with it."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test


@pytest.mark.parametrize("counts", [(0, 0, 0), (-1, 0, 5), (0, -1, 5), (3, 3, 5)])
def test_counts_beyond_the_rows_are_diagnosed(counts):
    with pytest.raises(InputError, match="of {2} rows is impossible".format(*counts)):
        paired_claim(*counts)


def test_sign_test_is_the_binomial_tail():
    assert sign_test(5, 0) == pytest.approx(2 / 2**5)
    assert sign_test(1, 7) == pytest.approx(2 * (1 + 8) / 2**8)
    assert sign_test(0, 0) == 1.0


def test_paired_claim_is_the_exact_test_and_its_interval_agrees():
    assert not paired_claim(7, 1, 5000).claimed  # p = 0.07
    assert not paired_claim(5, 0, 5000).claimed  # p = 0.0625
    assert paired_claim(6, 0, 5000).claimed  # p = 0.031
    for n in (40, 5000):
        for told in [*range(26), 40]:
            for better in range(told + 1):
                for beside in ((), (0.2, 0.03)):
                    found = paired_claim(better, told - better, n, beside)
                    assert found.claimed == (found.low > 0 or found.high < 0)
                    assert found.claimed == (found.adjusted_p < LEVEL)
                    assert found.low <= found.mean <= found.high


def test_paired_claim_counts_what_is_shown_beside_it():
    assert paired_claim(6, 0, 100).claimed
    assert not paired_claim(6, 0, 100, (0.5,)).claimed  # 2 · 0.031
    assert paired_claim(6, 0, 100, (0.01,)).claimed  # Holm: the other goes first
