"""The Bayesian signed-rank test: how probable it is that one of two methods is better, or that they
are practically equal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats

ROPE = 0.005
"""Half a point of accuracy: a smaller difference is practically none."""
PRIOR_STRENGTH = 1.0
"""The prior counts as much as this number of datasets on which both methods are equal."""
DRAWS = 50_000
"""Draws from the posterior. A probability of 0.95 then has a standard error of 0.001."""


@dataclass(frozen=True)
class SignedRankPosterior:
    """The posterior probabilities of three answers, each in [0, 1]; together 1.

    Attributes
    ----------
    first
        The first method is better (*left* in baycomp).
    equal
        The two are practically equal (*rope*, the region of practical equivalence).
    second
        The second method is better (*right*).
    """

    first: float
    equal: float
    second: float


def bayes_signed_rank(
    differences: ArrayLike, rope: float = ROPE, *, n_draws: int = DRAWS, seed: int = 0
) -> SignedRankPosterior:
    """Return the posterior probabilities that one method is better or both are practically equal.

    Let z₁ … z_N be the differences and z₀ = 0 the prior's only case. In each draw the cases get
    weights w from the Dirichlet distribution with parameters (s, 1, …, 1), s = ``PRIOR_STRENGTH``.
    θ_first, θ_equal and θ_second are the sums of w_i w_j over the pairs (i, j) with
    (z_i + z_j)/2 above *rope*, within [−rope, rope], and below −rope. The largest θ wins the draw.
    A probability is the share of the draws that an answer wins. Source: Benavoli, Corani, Demšar &
    Zaffalon 2017, JMLR 18(77).

    Probabilities of 0.95 are not a test at 5 %: see ``head_to_head.py``.

    Parameters
    ----------
    differences
        ``(N,)`` scores of the first method minus those of the second, one a dataset.
    rope
        Largest difference that is practically none, above 0, in the unit of the differences.
    n_draws
        Draws from the posterior, 1 or more.
    seed
        Equal seeds give equal numbers.

    Raises
    ------
    InputError
        No differences, NaN among them, or an argument out of range.
    """
    z = np.asarray(differences, dtype=np.float64)
    if z.ndim != 1 or z.size == 0 or not np.isfinite(z).all():
        raise InputError(
            f"The differences have shape {z.shape} or hold NaN; give one finite number a dataset."
        )
    if not 0 < rope < np.inf or n_draws < 1:
        raise InputError(
            f"rope is {rope} and n_draws {n_draws}; needed are a number above 0 and at least 1."
        )
    with_prior = np.concatenate([[0.0], z])
    weights = _weights_by_case(z.size, n_draws, seed)
    first = _share_of_pairs(weights, with_prior, rope)
    second = _share_of_pairs(weights, -with_prior, rope)
    theta = np.stack([first, 1 - first - second, second], axis=1)
    won = np.bincount(theta.argmax(axis=1), minlength=3) / n_draws
    return SignedRankPosterior(*map(float, won))


def posterior_weights(n_cases: int, n_draws: int, seed: int) -> Floats:
    """Return the ``(n_draws, n_cases + 1)`` Dirichlet weights; the prior's case comes first."""
    strengths = np.concatenate([[PRIOR_STRENGTH], np.ones(n_cases)])
    return np.random.default_rng(seed).dirichlet(strengths, n_draws)


# The comparisons of one study have equally many cases; two sizes are some 25 MB.
@lru_cache(maxsize=2)
def _weights_by_case(n_cases: int, n_draws: int, seed: int) -> Floats:
    """Return the same, ``(n_cases + 1, n_draws)``."""
    weights = np.ascontiguousarray(posterior_weights(n_cases, n_draws, seed).T)
    weights.flags.writeable = False
    return weights


def _share_of_pairs(weights: Floats, z: Floats, rope: float) -> Floats:
    """Return ``(n_draws,)`` the sum of w_i w_j over the pairs whose mean is above *rope*.

    By falling z the partners of each case are the first so many. They become more from the last
    case to the first, so one running sum of weights is enough.
    """
    order = np.argsort(-z)
    ordered = z[order]
    # Without rounding 0.75 − 0.74 would lie beyond a rope of 0.01.
    partners = (np.round((ordered[:, None] + ordered) / 2, 12) > rope).sum(axis=1)
    share, of_partners = np.zeros((2, weights.shape[1]))
    summed = 0
    for case, count in zip(order[::-1], partners[::-1], strict=True):
        for partner in order[summed:count]:
            of_partners += weights[partner]
        summed = max(summed, int(count))
        share += weights[case] * of_partners
    return share
