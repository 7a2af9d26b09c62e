"""Two votes on one set of test rows, compared by the exact sign test.

Why, and what else the rule asks for, is in ``significance.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.discordant_rows import check_answered
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.multiple_tests import LEVEL, holm, tested_at
from l2dwk_core.statistics.significance import Claim


def sign_test(better: int, worse: int) -> float:
    """Return the p-value of the two-sided exact sign test: the probability of a division at
    least this uneven if both votes were equally good. It is 1 when the votes differ on no row."""
    if better + worse == 0:
        return 1.0
    return float(stats.binomtest(better, better + worse, 0.5).pvalue)


def paired_p(
    better: int,
    worse: int,
    answered: tuple[int, int] | None = None,
    groups: GroupGains | None = None,
) -> float:
    """Return the p-value of ``sign_test``; with *groups*, where rows belong together, the larger of
    it and of ``GroupGains.p_value``. With *answered*, the counts among the rows that both votes
    answered, it is the larger of both p-values, and 1 when these rows point the other way or
    nowhere."""
    p = _p_of_all(better, worse, groups)
    if answered is None:
        return p
    if (answered[0] - answered[1]) * (better - worse) <= 0:
        return 1.0
    return max(p, _p_of_all(*answered, None if groups is None else groups.on_answered))


def _p_of_all(better: int, worse: int, groups: GroupGains | None) -> float:
    p = sign_test(better, worse)
    return p if groups is None or not groups.some_together else max(p, groups.p_value)


def paired_claim(
    better: int,
    worse: int,
    n_rows: int,
    beside: Sequence[float] = (),
    *,
    answered: tuple[int, int] | None = None,
    groups: GroupGains | None = None,
    comparisons: int = 1,
) -> Claim:
    """Return what one set of rows allows to be claimed of two votes, by the exact sign test.

    The mean is (better − worse)/n. The interval adds ½ to each of the four counts (both right,
    better, worse, both wrong): with b, c, N the enlarged counts,
    ``(b − c)/N ± z √(b + c − (b − c)²/N)/N``, and it is taken as far as 0 where the exact test
    claims nothing. Where it claims a difference that this interval does not show, the end beyond 0
    is that of the exact interval (Clopper & Pearson 1934) of the share of *better* among the rows
    on which the votes differ; elsewhere that one would be too short, as it takes the number of
    these rows for known. Source: Agresti & Min 2005. With *groups* the exact test over groups must
    reject as well, and the interval reaches as far as that of the groups
    (``GroupGains.interval``).

    Parameters
    ----------
    better, worse
        Rows on which only the first, only the second is right; ≥ 0, together at most ``n_rows``.
        A row without an answer counts as wrong.
    n_rows
        All rows, ≥ 1.
    beside
        p-values of other differences shown together with this one, for Holm's correction.
    answered
        The counts of better and of worse among the rows that both votes answered; None when both
        answered all rows. The difference must hold on these rows too (``paired_p``).
    groups
        The gains of groups of rows that belong together; None when rows are single cases.
    comparisons
        Of how many comparisons this is one, ≥ 1, where the others are not at hand: the p-value is
        multiplied by it (Bonferroni), so that the claim is the same beside whichever of them. With
        *beside* too, the stricter of both corrections counts.

    Raises
    ------
    InputError
        For counts that do not fit together.
    """
    if n_rows < 1 or better < 0 or worse < 0 or better + worse > n_rows:
        raise InputError(
            f"{better} better and {worse} worse of {n_rows} rows is impossible; give counts of 0 "
            "or more, together at most the number of rows."
        )
    if comparisons < 1:
        raise InputError(f"There are {comparisons} comparisons; there must be at least 1.")
    if answered is not None:
        check_answered(answered, better, worse)
    if groups is not None:
        groups.check(better, worse, n_rows)
    p_values = [paired_p(better, worse, answered, groups), *beside]
    adjusted = holm(p_values)
    level = min(float(tested_at(p_values, adjusted)[0]), LEVEL / comparisons)
    adjusted_p = min(1.0, max(float(adjusted[0]), p_values[0] * comparisons))
    claimed = adjusted_p < LEVEL
    b, c, total = better + 0.5, worse + 0.5, n_rows + 2.0
    middle = (b - c) / total
    half = float(stats.norm.isf(level / 2)) * float(np.sqrt(b + c - (b - c) ** 2 / total)) / total
    low, high = max(middle - half, -1.0), min(middle + half, 1.0)
    if claimed and low <= 0 <= high:
        exact = _exact_interval(better, worse, n_rows, level)
        low, high = (exact[0], high) if better > worse else (low, exact[1])
    if groups is not None and groups.some_together:
        of_groups = groups.interval(1 - level)
        low, high = min(low, of_groups[0]), max(high, of_groups[1])
    if not claimed:
        low, high = min(low, 0.0), max(high, 0.0)
    mean = (better - worse) / n_rows
    p_all = _p_of_all(better, worse, groups)
    on_all = max(float(holm([p_all, *beside])[0]), p_all * comparisons)
    by_missing = answered is not None and not claimed and on_all < LEVEL
    return Claim(mean, low, high, p_values[0], adjusted_p, 1, claimed, by_missing)


def _exact_interval(better: int, worse: int, n_rows: int, level: float) -> tuple[float, float]:
    """Return the exact interval of the mean, given on how many rows the votes differ. It leaves 0
    out exactly where the two-sided sign test rejects at this level."""
    differ = better + worse
    low = float(stats.beta.ppf(level / 2, better, worse + 1)) if better else 0.0
    high = float(stats.beta.isf(level / 2, better + 1, worse)) if worse else 1.0
    return (2 * low - 1) * differ / n_rows, (2 * high - 1) * differ / n_rows
