"""Exact decompositions of an ensemble's error into its members' errors and their diversity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.diversity import checks
from l2dwk_core.diversity.samples import OracleSample


@dataclass(frozen=True)
class GoodBadDiversity:
    """vote_error = individual_error − good + bad.

    Attributes
    ----------
    vote_error
        Share of rows on which at most half of the members are right, in [0, 1].
    individual_error
        Mean error of the members, mean(1 − v_k), in [0, 1].
    good
        Diversity that helps: the wrong votes on rows the majority gets right, in [0, ½).
    bad
        Diversity that hurts: the right votes on rows the majority gets wrong, in [0, ½].
    n_ties
        Rows on which exactly half are right; they count as wrong.
    """

    vote_error: float
    individual_error: float
    good: float
    bad: float
    n_ties: int


def good_bad_diversity(oracle: ArrayLike) -> GoodBadDiversity:
    """Split the error of the majority vote into member error, good and bad diversity.

    With v_k the share of members right on row k:
    vote error = mean(1 − v_k) − (1/N) Σ_{v_k > ½} (1 − v_k) + (1/N) Σ_{v_k ≤ ½} v_k.

    The vote is right against wrong. With two classes that is the plurality vote up to ties; with
    more, the plurality can be right on a row where fewer than half of the members are.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)`` in {−1, +1}.

    Raises
    ------
    InputError
        The oracle is not of that form.

    Source: Brown & Kuncheva 2010.
    """
    sample = OracleSample.read(oracle)
    right, wrong, n = sample.n_right, sample.n_wrong, sample.n_members
    outvoted = right <= wrong
    return GoodBadDiversity(
        vote_error=sample.mean(outvoted),
        individual_error=sample.mean(wrong) / n,
        good=sample.mean(np.where(outvoted, 0, wrong)) / n,
        bad=sample.mean(np.where(outvoted, right, 0)) / n,
        n_ties=int(np.count_nonzero(right == wrong)),
    )


@dataclass(frozen=True)
class AmbiguityDecomposition:
    """ensemble_loss = member_loss − ambiguity, all in squared distance to the margin 1.

    Attributes
    ----------
    member_loss
        Σ_j w_j mean (O_kj − 1)², that is 4 Σ_j w_j (1 − p_j), in [0, 4].
    ambiguity
        mean Σ_j w_j (O_kj − m_k)² = 1 − mean m_k², in [0, 1].
    ensemble_loss
        mean (m_k − 1)², in [0, 4].
    disagreement
        wᵀD_dis w, in [0, ½]; half of the ambiguity.
    """

    member_loss: float
    ambiguity: float
    ensemble_loss: float

    @property
    def disagreement(self) -> float:
        """Return the quadratic diversity term of L2DWK, wᵀD_dis w."""
        return self.ambiguity / 2


def ambiguity_decomposition(
    oracle: ArrayLike, weights: ArrayLike | None = None, *, row_weights: ArrayLike | None = None
) -> AmbiguityDecomposition:
    """Split the squared margin loss of a weighted ensemble into member loss and ambiguity.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)`` in {−1, +1}.
    weights
        ``(n_members,)`` weights w of the members (not of the rows), divided by their sum; None for
        1/L each.
    row_weights
        ``(n_samples,)`` row weights α for the means, divided by their sum; None for 1/N each.

    Raises
    ------
    InputError
        The oracle or the weights are not of that form.

    Source: Krogh & Vedelsby 1995, applied to outputs ±1 with target +1.
    """
    sample = OracleSample.read(oracle, row_weights)
    n = sample.n_members
    if weights is None:
        w = np.full(n, 1.0 / n)
    else:
        w = checks.shares(weights, n, one_each="member")
    # With u_k the weight of the members that are wrong, m_k = 1 − 2u_k. Sums of u lose no digits by
    # cancellation.
    u = (sample.signs < 0) @ w
    return AmbiguityDecomposition(
        member_loss=4 * sample.mean(u),
        ambiguity=4 * sample.mean(u * np.maximum(1 - u, 0.0)),
        ensemble_loss=4 * sample.mean(u * u),
    )
