"""Two methods over many datasets: what may be said of their difference in accuracy.

*Ahead* says two things at once: the method has the larger mean accuracy, and it is better on more
than half of the datasets of this kind. *Practically equal* says that the mean difference is smaller
than half a point, and so is the difference on most datasets. Each is said only when every one of
its tests agrees (the largest p-value counts), after Holm's correction over the contrasts that are
asked for together. All else is *undecided*.

Why no single test: Wilcoxon's test takes the differences to be symmetric. Where they are not, a
method that is a little better on most datasets and much worse on a few is claimed to be better
though the means are equal, or the other way round. Why not the posterior alone: of two equally good
methods whose differences spread widely, one gets a probability above 0.95 in 10 % of studies.

Measured by ``tests/benchmarks/claims_across_datasets.py``: in at most 4.3 % of studies a method is
said to be ahead of an equally good one, and in at most 5.1 % two methods that differ by half a
point are said to be practically equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.bayes_signed_rank import (
    ROPE,
    SignedRankPosterior,
    bayes_signed_rank,
)
from l2dwk_core.statistics.multiple_tests import LEVEL, holm
from l2dwk_core.statistics.paired_votes import sign_test
from l2dwk_core.statistics.rank_tests import signed_rank_p

LEAST_CASES = 6
"""The least number of datasets for a verdict: with fewer the sign test is never below 5 %."""

Verdict = Literal["first ahead", "second ahead", "practically equal", "undecided"]


@dataclass(frozen=True)
class HeadToHead:
    """Two methods over N datasets; differences are accuracies of the first minus the second.

    Attributes
    ----------
    first, second
        Names of the methods.
    wins, ties, losses
        Datasets on which the first is better, equal, worse; together N. Equal to 12 decimals ties.
    mean, median
        Of the differences, in [−1, 1].
    low, high
        95 % t-interval of the mean, not corrected for other contrasts; NaN for one dataset.
    wilcoxon_p, adjusted_wilcoxon_p
        Exact two-sided signed-rank test, and after Holm's correction over the contrasts asked for
        together. Alone it decides nothing.
    posterior
        Bayesian signed-rank test with the region of practical equivalence ``rope``.
    rope
        Largest difference that is practically none.
    ahead_p, equal_p
        Largest p-value of the tests that *ahead* (:func:`ahead_p_value`) and *practically equal*
        (:func:`equal_p_value`) ask for, after Holm's correction.
    verdict
        *practically equal* if ``equal_p`` < ``LEVEL``, else *ahead* if ``ahead_p`` < ``LEVEL``,
        else *undecided*; *undecided* for fewer than ``LEAST_CASES`` datasets.
    """

    first: str
    second: str
    wins: int
    ties: int
    losses: int
    mean: float
    median: float
    low: float
    high: float
    wilcoxon_p: float
    adjusted_wilcoxon_p: float
    posterior: SignedRankPosterior
    rope: float
    ahead_p: float
    equal_p: float
    verdict: Verdict


def ahead_p_value(differences: ArrayLike) -> float:
    """Return the p-value of *one of the two is ahead*.

    The largest of three two-sided ones: of the t-test of the mean, of Wilcoxon's signed-rank test,
    and of the sign test with ties left out. 1 where mean, ranks and wins do not point the same way,
    and for one dataset.

    Parameters
    ----------
    differences
        ``(N,)`` one a dataset.
    """
    d = _rounded(differences)
    mean, error = _mean_and_error(d)
    direction = np.sign(mean)
    wins = int(np.count_nonzero(direction * d > 0))
    losses = int(np.count_nonzero(direction * d < 0))
    told = d[d != 0]
    signed_ranks = stats.rankdata(np.abs(told)) * np.sign(told)
    if direction == 0 or np.isnan(error) or wins <= losses:
        return 1.0
    if direction * signed_ranks.sum() <= 0:
        return 1.0
    # Without any spread the mean's error is not known; the two exact tests decide.
    by_mean = 0.0 if error == 0 else 2 * stats.t.sf(abs(mean) / error, d.size - 1)
    return float(max(by_mean, signed_rank_p(d), sign_test(wins, losses)))


def equal_p_value(differences: ArrayLike, posterior: SignedRankPosterior, rope: float) -> float:
    """Return the p-value of *practically equal*.

    The largest of these: 1 − ``posterior.equal``; and, of the tests that the differences lie below
    *rope* and above −rope, twice the one-sided p-values of the t-test (of the mean) and of the sign
    test (of the median). Twice, because one-sided t-tests of skewed differences claim too often.
    Below 0.05 the 95 % t-interval of the mean lies within ±rope. 1 for one dataset. Source: two
    one-sided tests, Schuirmann 1987.

    Parameters
    ----------
    differences
        ``(N,)`` one a dataset.
    posterior
        Of these differences with this *rope*.
    rope
        Largest difference that is practically none.
    """
    d = _rounded(differences)
    mean, error = _mean_and_error(d)
    if np.isnan(error):
        return 1.0
    room = rope - abs(mean)
    by_mean = float(room <= 0) if error == 0 else 2 * stats.t.sf(room / error, d.size - 1)
    by_median = max(_sign_p_above(rope - d), _sign_p_above(rope + d))
    return float(min(1.0, max(by_mean, by_median, 1 - posterior.equal)))


def _sign_p_above(values: Floats) -> float:
    """Return the two-sided p-value of the sign test, 1 unless most values are above 0."""
    above, below = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
    return sign_test(above, below) if above > below else 1.0


def heads_to_heads(
    pairs: Sequence[tuple[str, str]], differences: Sequence[ArrayLike], rope: float = ROPE
) -> tuple[HeadToHead, ...]:
    """Return what may be said of each contrast, corrected over all of them.

    Parameters
    ----------
    pairs
        Names of the first and the second method of each contrast.
    differences
        ``(N,)`` of each contrast: accuracy of the first minus that of the second, one a dataset.
        Datasets must be independent of each other.
    rope
        Largest difference that is practically none, above 0.

    Raises
    ------
    InputError
        Not as many differences as pairs, none of a pair, NaN among them, or *rope* out of range.
    """
    if len(pairs) != len(differences):
        raise InputError(
            f"There are {len(pairs)} pairs and differences of {len(differences)}; give those of "
            "every pair."
        )
    columns = [_rounded(column) for column in differences]
    posteriors = [bayes_signed_rank(column, rope) for column in columns]
    wilcoxon = [signed_rank_p(column) for column in columns]
    adjusted = holm(wilcoxon)
    ahead = holm([ahead_p_value(column) for column in columns])
    equal = holm(
        [
            equal_p_value(d, posterior, rope)
            for d, posterior in zip(columns, posteriors, strict=True)
        ]
    )
    found = []
    for i, ((first, second), d) in enumerate(zip(pairs, columns, strict=True)):
        mean, error = _mean_and_error(d)
        half = float(stats.t.isf(0.025, max(d.size - 1, 1))) * error
        found.append(
            HeadToHead(
                first=first,
                second=second,
                wins=int(np.count_nonzero(d > 0)),
                ties=int(np.count_nonzero(d == 0)),
                losses=int(np.count_nonzero(d < 0)),
                mean=mean,
                median=float(np.median(d)),
                low=mean - half,
                high=mean + half,
                wilcoxon_p=wilcoxon[i],
                adjusted_wilcoxon_p=float(adjusted[i]),
                posterior=posteriors[i],
                rope=rope,
                ahead_p=float(ahead[i]),
                equal_p=float(equal[i]),
                verdict=_verdict(d.size, mean, float(ahead[i]), float(equal[i])),
            )
        )
    return tuple(found)


def _verdict(n: int, mean: float, ahead: float, equal: float) -> Verdict:
    if n < LEAST_CASES:
        return "undecided"
    if equal < LEVEL:
        return "practically equal"
    if ahead < LEVEL:
        return "first ahead" if mean > 0 else "second ahead"
    return "undecided"


def _rounded(differences: ArrayLike) -> Floats:
    """Return the differences to 12 decimals: those that differ by rounding alone tie."""
    return np.asarray(np.round(np.asarray(differences, dtype=np.float64), 12))


def _mean_and_error(d: Floats) -> tuple[float, float]:
    """Return the mean and its standard error; NaN for fewer than two, 0 below rounding."""
    mean = float(d.mean())
    if d.size < 2:
        return mean, float("nan")
    error = float(d.std(ddof=1)) / np.sqrt(d.size)
    return mean, 0.0 if error < 1e-12 else float(error)
