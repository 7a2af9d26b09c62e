"""Simulated studies over many datasets, and what each rule claims in them.

Accuracies are (studies, datasets, methods) up to a constant for each dataset, which no rule sees.
Method 0 is the reference. The rules are those of the library, for many studies at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from scipy import stats

from l2dwk_core.statistics.bayes_signed_rank import ROPE, posterior_weights
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.rank_tests import nemenyi_difference, signed_rank_p

Numbers = Any

# Rows of the 31 datasets of the paper's table that are on disk, by size.
ROWS = np.array([
    76, 101, 105, 131, 132, 148, 155, 194, 205, 208, 209, 214, 226, 270, 286, 294, 303, 368, 398,
    476, 625, 690, 768, 846, 990, 1000, 3196, 3200, 3200, 5000, 5000,
])  # fmt: skip

_LOG = 0.8  # of the logarithm of a log-normal variable: skewness 3.7
_LOG_SD = float(np.sqrt((np.exp(_LOG**2) - 1) * np.exp(_LOG**2)))
SHAPES: dict[str, Any] = {
    "normal": lambda rng, size: rng.normal(size=size),
    "heavy tails (t, 3)": lambda rng, size: rng.standard_t(3, size) / np.sqrt(3),
    "skewed, mean 0": lambda rng, size: (
        (rng.lognormal(0, _LOG, size) - np.exp(_LOG**2 / 2)) / _LOG_SD
    ),
    "skewed, median 0": lambda rng, size: (rng.lognormal(0, _LOG, size) - 1) / _LOG_SD,
}
"""How true differences spread over datasets, with standard deviation 1."""

OFTEN = (0.03, 0.2)
"""Methods that differ much: two of them answer one row in ten differently, by chance."""
SELDOM = (0.0, 0.02)
"""Methods that are much alike: one row in a hundred."""


def studies(
    rng: np.random.Generator, n_studies: int, n_datasets: int, n_methods: int, shape: str,
    scale: Numbers, gain: Numbers = 0.0, by_chance: tuple[float, float] = OFTEN,
) -> Numbers:  # fmt: skip
    """Return (studies, datasets, methods) accuracies.

    True differences from the reference are ``gain + scale * shape``, for each method (without the
    reference) or all. On a dataset a share of the rows within ``by_chance`` is answered by chance,
    by each method on its own. All rows are tested once, as in cross-validation.
    """
    n_rows = ROWS[np.linspace(0, len(ROWS) - 1, n_datasets).round().astype(int)][:, None]
    size = (n_studies, n_datasets, n_methods)
    true = np.zeros(size)
    spread = SHAPES[shape](rng, (n_studies, n_datasets, n_methods - 1))
    true[..., 1:] = np.clip(gain + scale * spread, -0.4, 0.4)
    chance = rng.uniform(*by_chance, (n_studies, n_datasets, 1)) / 2
    right = rng.binomial(np.broadcast_to(n_rows, size), np.broadcast_to(chance, size))
    return (right + np.sign(true) * rng.binomial(n_rows, np.abs(true))) / n_rows


def differences(accuracies: Numbers) -> Numbers:
    """Return (studies, contrasts, datasets) of every method minus the reference."""
    d = accuracies[..., 1:] - accuracies[..., :1]
    return np.round(np.moveaxis(d, 2, 1), 12)


def p_values(d: Numbers) -> dict[str, Numbers]:
    """Return p-values by the name of the rule, each of the shape of ``d`` without its last axis."""
    n = d.shape[-1]
    mean, error = d.mean(axis=-1), d.std(axis=-1, ddof=1) / np.sqrt(n)
    t = 2 * stats.t.sf(np.abs(mean) / np.maximum(error, 1e-15), n - 1)
    t[mean == 0] = 1.0
    wilcoxon, rank_sum = _signed_ranks(d)
    towards = np.sign(mean)
    told = (d != 0).sum(axis=-1)
    wins = (towards[..., None] * d > 0).sum(axis=-1)
    sign = np.minimum(1, 2 * stats.binom.sf(wins - 1, told, 0.5))
    agree = (rank_sum * towards > 0) & (2 * wins > told)
    return {
        "Wilcoxon": wilcoxon,
        "t": t,
        "Wilcoxon and t": np.where(rank_sum * towards > 0, np.maximum(wilcoxon, t), 1.0),
        "ahead": np.where(agree, np.maximum.reduce([wilcoxon, t, sign]), 1.0),
    }


def posterior(d: Numbers, rope: float = ROPE, *, n_draws: int = 1000) -> Numbers:
    """Return (..., 3) posterior probabilities: better, practically equal, worse."""
    n = d.shape[-1]
    rows = d.reshape(-1, n)
    products = _products_of_weights(n, n_draws)
    found = np.empty((len(rows), 3))
    for start in range(0, len(rows), 2000):
        part = rows[start : start + 2000]
        z = np.concatenate([np.zeros((len(part), 1)), part], axis=1)
        means = np.round((z[:, :, None] + z[:, None, :]) / 2, 12).reshape(len(part), -1)
        better = products @ (means > rope).astype(np.float32).T
        worse = products @ (means < -rope).astype(np.float32).T
        winner = np.stack([better, 1 - better - worse, worse]).argmax(axis=0)
        for answer in range(3):
            found[start : start + 2000, answer] = (winner == answer).mean(axis=0)
    return found.reshape(*d.shape[:-1], 3)


@lru_cache(maxsize=4)
def _products_of_weights(n_datasets: int, n_draws: int) -> Numbers:
    weights = posterior_weights(n_datasets, n_draws, 0).astype(np.float32)
    return (weights[:, :, None] * weights[:, None, :]).reshape(n_draws, -1)


def equal_p_values(d: Numbers, probabilities: Numbers, rope: float = ROPE) -> Numbers:
    """Return the p-values of *practically equal*."""
    n = d.shape[-1]
    error = d.std(axis=-1, ddof=1) / np.sqrt(n)
    t = 2 * stats.t.sf((rope - np.abs(d.mean(axis=-1))) / np.maximum(error, 1e-15), n - 1)
    signs = []
    for side in (rope - d, rope + d):
        above, below = (side > 0).sum(axis=-1), (side < 0).sum(axis=-1)
        signs.append(np.where(above > below, 2 * stats.binom.sf(above - 1, above + below, 0.5), 1))
    return np.minimum(1, np.maximum.reduce([t, *signs, 1 - probabilities[..., 1]]))


def any_claimed(p: Numbers) -> Numbers:
    """Return (studies,) whether any contrast is claimed: Holm claims one when Bonferroni does."""
    return p.min(axis=1) * p.shape[1] < LEVEL


def ranks(accuracies: Numbers) -> Numbers:
    """Return (studies, datasets, methods) ranks, 1 for the best."""
    return stats.rankdata(-np.round(accuracies, 12), axis=2)


def friedman_p_values(place: Numbers) -> tuple[Numbers, Numbers]:
    """Return (studies,) p-values of Friedman's χ² and of Iman and Davenport's F."""
    n, k = place.shape[1:]
    middle = (k + 1) / 2
    scatter = ((place - middle) ** 2).sum(axis=(1, 2)) / (n * (k - 1))
    chi2 = n * ((place.mean(axis=1) - middle) ** 2).sum(axis=1) / np.maximum(scatter, 1e-12)
    f = (n - 1) * chi2 / np.maximum(n * (k - 1) - chi2, 1e-12)
    return stats.chi2.sf(chi2, k - 1), stats.f.sf(f, k - 1, (k - 1) * (n - 1))


def pairs_apart(accuracies: Numbers, quantile: float) -> tuple[Numbers, Numbers]:
    """Return (studies, methods, methods) whether two methods are told apart, by Nemenyi's distance
    alone and by the library's rule; ``quantile`` is the studentised range with N − 1 degrees of
    freedom."""
    place = ranks(accuracies)
    n, k = place.shape[1:]
    by_rank, by_score = (_pairwise(values.mean(axis=1)) for values in (place, -accuracies))
    centred = accuracies - accuracies.mean(axis=1, keepdims=True)
    covariance = np.swapaxes(centred, 1, 2) @ centred / (n - 1)
    own = np.einsum("saa->sa", covariance)
    variance = np.maximum(own[:, :, None] + own[:, None, :] - 2 * covariance, 0)
    nemenyi = np.abs(by_rank) > nemenyi_difference(k, n, LEVEL)
    far = np.abs(by_score) > quantile * np.sqrt(variance / (2 * n))
    return nemenyi, nemenyi & far & (by_rank * by_score > 0)


def _pairwise(values: Numbers) -> Numbers:
    return values[:, :, None] - values[:, None, :]


def _signed_ranks(d: Numbers) -> tuple[Numbers, Numbers]:
    """Return exact p-values, and the sums of signed ranks of the differences that are not 0."""
    size = np.abs(d)
    zeros = (d == 0).sum(axis=-1, keepdims=True)
    place = np.where(d == 0, 0, stats.rankdata(size, axis=-1) - zeros)
    total = (np.sign(d) * place).sum(axis=-1)
    told = d.shape[-1] - zeros[..., 0]
    positive = (told * (told + 1) / 2 + total) / 2
    p = np.empty(total.shape)
    ordered = np.sort(size, axis=-1)
    shared = ((np.diff(ordered, axis=-1) == 0) & (ordered[..., 1:] > 0)).any(axis=-1)
    for m in np.unique(told[~shared]):
        chances = np.ones(1)
        for rank in range(1, m + 1):
            longer = np.concatenate([chances, np.zeros(rank)])
            longer[rank:] += chances
            chances = longer / 2
        here = ~shared & (told == m)
        below = np.cumsum(chances)
        t = np.rint(positive[here]).astype(int)
        p[here] = np.minimum(1, 2 * below[np.minimum(t, len(chances) - 1 - t)])
    for at in np.argwhere(shared):
        p[tuple(at)] = signed_rank_p(d[tuple(at)])
    return p, total
