"""Measures of the whole ensemble, read from how many members are right on each row.

l_k counts the right members of row k, f_k = L − l_k the wrong ones, v_k = l_k/L, p̄ is the mean of
v_k; means run over rows, under α when rows are weighted. The denominators are never zero here,
because the registry first calls the guards at the end of this file.
"""

from __future__ import annotations

import numpy as np

from l2dwk_core.diversity.samples import OracleSample


def entropy(sample: OracleSample) -> float:
    """Return mean min(l_k, L − l_k)/(L − ⌈L/2⌉), in [0, 1]. It needs L ≥ 2."""
    minority = np.minimum(sample.n_right, sample.n_wrong)
    return sample.mean(minority) / (sample.n_members // 2)  # L − ⌈L/2⌉ is ⌊L/2⌋


def kohavi_wolpert(sample: OracleSample) -> float:
    """Return mean l_k(L − l_k)/L², in [0, ¼]; for odd L at most (L² − 1)/(4L²). It is 0 for L =
    1."""
    return sample.mean(sample.n_right * sample.n_wrong) / sample.n_members**2


def interrater_kappa(sample: OracleSample) -> float:
    """Return 1 − (1/L) mean l_k(L − l_k) / ((L − 1) p̄(1 − p̄)), in [−1/(L − 1), 1].

    Needs L ≥ 2 and 0 < p̄ < 1.
    """
    n = sample.n_members
    # Written with mean l and mean f (that is, L·p̄ and L·(1 − p̄)) so that 1 − p̄ is never a
    # difference of nearly equal numbers.
    by_chance = (n - 1) * sample.mean(sample.n_right) * sample.mean(sample.n_wrong)
    return 1.0 - n * sample.mean(sample.n_right * sample.n_wrong) / by_chance


def difficulty(sample: OracleSample) -> float:
    """Return mean (v_k − p̄)², the population variance of v_k, in [0, ¼]."""
    centre = sample.mean(sample.n_right)
    return sample.mean((sample.n_right - centre) ** 2) / sample.n_members**2


def generalized_diversity(sample: OracleSample) -> float:
    """Return 1 − p(2)/p(1) with p(1) = mean f_k/L and p(2) = mean f_k(f_k − 1)/(L(L − 1)), in [0,
    1].

    p(1) is the chance that a random member fails on a random row, p(2) that two do. Needs L ≥ 2
    and at least one failure.
    """
    wrong = sample.n_wrong
    return 1.0 - sample.mean(wrong * (wrong - 1)) / ((sample.n_members - 1) * sample.mean(wrong))


def coincident_failure_diversity(sample: OracleSample) -> float:
    """Return the mean of (L − f_k)/(L − 1) over the rows on which some member fails, in [0, 1].

    0 by convention when no member fails on any row. Needs L ≥ 2.
    """
    failing = sample.n_wrong > 0
    if not failing.any():
        return 0.0
    right = np.where(failing, sample.n_right, 0)
    return sample.mean(right) / ((sample.n_members - 1) * sample.mean(failing))


# Guards: why a measure has no value on this sample, or "" when it has one.


def one_member(sample: OracleSample) -> str:
    """Return the reason for no value: a single member has no other member to differ from."""
    return "one member: there is no other to differ from" if sample.n_members == 1 else ""


def all_alike(sample: OracleSample) -> str:
    """Return the reason for no value: p̄ is 0 or 1, so agreement by chance is complete and
    cannot be exceeded."""
    for n_opposite, word in ((sample.n_wrong, "right"), (sample.n_right, "wrong")):
        if not n_opposite.any():
            return f"every vote is {word}, so agreement by chance is already complete"
    return ""


def no_failure(sample: OracleSample) -> str:
    """Return the reason for no value: no vote is wrong, so there are no failures that could
    differ."""
    return "" if sample.n_wrong.any() else "no vote is wrong, so there are no failures to compare"
