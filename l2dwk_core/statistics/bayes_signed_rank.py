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
    first, second = _pairs_beyond(z, rope)
    weights = posterior_weights(z.size, n_draws, seed)
    theta = np.empty((n_draws, 3))
    theta[:, 0] = np.einsum("di,di->d", weights @ first, weights)
    theta[:, 2] = np.einsum("di,di->d", weights @ second, weights)
    theta[:, 1] = 1 - theta[:, 0] - theta[:, 2]
    won = np.bincount(theta.argmax(axis=1), minlength=3) / n_draws
    return SignedRankPosterior(*map(float, won))


# The comparisons of one study have equally many cases; two sizes are some 25 MB.
@lru_cache(maxsize=2)
def posterior_weights(n_cases: int, n_draws: int, seed: int) -> Floats:
    """Return the ``(n_draws, n_cases + 1)`` Dirichlet weights; the prior's case comes first."""
    strengths = np.concatenate([[PRIOR_STRENGTH], np.ones(n_cases)])
    weights = np.random.default_rng(seed).dirichlet(strengths, n_draws)
    weights.flags.writeable = False
    return weights


def _pairs_beyond(z: Floats, rope: float) -> tuple[Floats, Floats]:
    """Return two ``(N + 1, N + 1)`` tables of 0 and 1: pairs whose mean is above *rope*, and those
    whose mean is below −rope."""
    with_prior = np.concatenate([[0.0], z])
    # Without rounding 0.75 − 0.74 would lie beyond a rope of 0.01.
    means = np.round((with_prior[:, None] + with_prior) / 2, 12)
    return (means > rope).astype(np.float64), (means < -rope).astype(np.float64)
