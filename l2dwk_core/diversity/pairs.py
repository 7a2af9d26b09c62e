"""Measures of two members' oracle outputs, for all pairs at once.

Each takes the 2×2 tables (a = both right, b = only i right, c = only j right, d = both wrong) and
returns an (L, L) matrix, NaN where the ratio is 0/0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.diversity.samples import Matrix, OracleSample, PairCells


def q_statistic(cells: PairCells) -> Matrix:
    """Return (ad − bc)/(ad + bc): Yule's Q, in [−1, 1]; NaN where a member of the pair is
    constant."""
    same = cells.both_right * cells.both_wrong
    crossed = cells.only_first * cells.only_second
    return _ratio(same - crossed, same + crossed)


def correlation(cells: PairCells) -> Matrix:
    """Return (ad − bc)/√((a+b)(c+d)(a+c)(b+d)): Pearson's ρ of the two columns, in [−1, 1].

    NaN where a member of the pair is constant.
    """
    a, b, c, d = cells.both_right, cells.only_first, cells.only_second, cells.both_wrong
    spread = np.sqrt(((a + b) * (c + d)) * ((a + c) * (b + d)))
    # Both factors of the denominator are at least ad and at least bc, also after rounding, and the
    # root of a rounded square is exact. So rounding cannot move ρ out of [−1, 1].
    return _ratio(a * d - b * c, spread)


def disagreement(cells: PairCells) -> Matrix:
    """Return (b + c)/N: the share of rows on which exactly one of the two is right, in [0, 1]."""
    return cells.differ / cells.total


def double_fault(cells: PairCells) -> Matrix:
    """Return d/N: the share of rows on which both are wrong, in [0, 1]."""
    return cells.both_wrong / cells.total


def disagreement_matrix(oracle: ArrayLike, weights: ArrayLike | None = None) -> Matrix:
    """Return D_dis = ½(11ᵀ − OᵀAO) with A = diag(α): the disagreement of every pair.

    For any w on the simplex wᵀD_dis w = ½(1 − Σ_k α_k m_k²) with margins m = Ow.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)`` in {−1, +1}.
    weights
        ``(n_samples,)`` row weights α, divided by their sum; None for 1/N each.

    Returns
    -------
    ``(n_members, n_members)``, symmetric, in [0, 1], zero on the diagonal.

    Raises
    ------
    InputError
        The oracle or the weights are not of that form.

    Source: Skalak 1996; Yin, Yang & Hao 2014, the matrix of the quadratic diversity term.
    """
    return disagreement(OracleSample.read(oracle, weights).pairs)


def double_fault_matrix(oracle: ArrayLike, weights: ArrayLike | None = None) -> Matrix:
    """Return D_df = ¼(1 − O)ᵀA(1 − O) with A = diag(α): the double fault of every pair.

    For any w on the simplex wᵀD_df w = ¼ Σ_k α_k (1 − m_k)² with margins m = Ow.

    Parameters
    ----------
    oracle
        ``(n_samples, n_members)`` in {−1, +1}.
    weights
        ``(n_samples,)`` row weights α, divided by their sum; None for 1/N each.

    Returns
    -------
    ``(n_members, n_members)``, symmetric positive semidefinite, in [0, 1]; the diagonal holds each
    member's error 1 − p_j.

    Raises
    ------
    InputError
        The oracle or the weights are not of that form.

    Source: Giacinto & Roli 2001; Yin, Yang & Hao 2014.
    """
    return double_fault(OracleSample.read(oracle, weights).pairs)


def _ratio(numerator: Matrix, denominator: Matrix) -> Matrix:
    ratio: Matrix = np.full(numerator.shape, np.nan)
    np.divide(numerator, denominator, out=ratio, where=denominator != 0)
    return ratio
