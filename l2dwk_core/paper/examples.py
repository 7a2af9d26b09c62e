"""Counter-examples to printed equations, small enough to be computed while a slider moves.

All but two use ``EXAMPLE``: 20 rows and 8 members, 1 where a member is right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity.pairs import double_fault_matrix
from l2dwk_core.method.kernels import scalar_coefficients
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import MARGIN_ZERO, WeightedVote
from l2dwk_core.qp.simplex_qp import solve_simplex_qp

EXAMPLE: NDArray[np.int8] = np.array(
    [
        [1 if bit == "1" else -1 for bit in row]
        for row in (
            "11100001 01010011 11111101 11011111 01011001 11011110 11101110 10001111 01000111 "
            "11011110 11001110 10111111 00100111 00111111 00001100 00111111 10100111 10101111 "
            "10000011 11111101"
        ).split()
    ],
    dtype=np.int8,
)
EXAMPLE.setflags(write=False)
_N, _L = EXAMPLE.shape
_O = EXAMPLE.astype(np.float64)
_P = _O.mean(axis=0)
_SMALL = 1e-6  # as small weights of a round
_S = _O.T @ _O / _N


def _weights(settings: Settings) -> Floats:
    """Return the weights of one program on EXAMPLE, solved by the same loop as every run."""
    labels = np.ones(_N, dtype=np.int64)
    return self_train((EXAMPLE > 0).astype(np.int64), labels, settings).weights


# (a) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class KernelForms:
    """(L,) weights with the linear kernel, and with another kernel in scalar and in joint form;
    ``a`` and ``b`` of k(x, y) = a + b·xy."""

    linear: Floats
    scalar: Floats
    joint: Floats
    a: float
    b: float


def kernel_forms(
    kernel: str, *, sigma: float = 1.0, degree: int = 3, constant: float = 1.0, lam: float = 2.0
) -> KernelForms:
    """Return the weights on EXAMPLE with a kernel row by row, with one between columns, and with
    the linear kernel.

    Raise ``InputError`` where the scalar objective is constant or the joint one not convex.
    """
    plain = Settings(kernel="linear", lam=lam, update="none")
    chosen = plain.changed(kernel=kernel, sigma=sigma, degree=degree, constant=constant)
    scalar = chosen.changed(kernel_form="scalar")
    a, b = scalar_coefficients(scalar)
    return KernelForms(_weights(plain), _weights(scalar), _weights(chosen), a, b)


# (b) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class DoubleFaultSign:
    """The printed double-fault program and the corrected one.

    ``accuracy``: (L,) share of rows each member is right on. ``printed``, ``quarter``: (L,)
    objective of each member alone with the printed 1/(4N) and with 1/4 in its place; both programs
    are concave, so that their minimum is among these. ``corrected``: (L,) weights with 1/4 and the
    sign turned.
    """

    accuracy: Floats
    printed: Floats
    quarter: Floats
    corrected: Floats


TURN_PRINTED, TURN_QUARTER = 2.0 * _N, 2.0
"""λ from which on the printed double fault returns the least accurate member of EXAMPLE."""


def single_member_objective(lam: float) -> Floats:
    """Return (L,) f of each member of EXAMPLE alone, with the printed sign and 1/4.

    Member j has f = −(2p_j − 1) − λ(1 − p_j) = 1 − λ + (λ − 2)p_j, as it is wrong together with
    itself on the share 1 − p_j. With 1/(4N) this is the f of λ/N.
    """
    return np.asarray(-_P - lam * double_fault_matrix(EXAMPLE).diagonal())


def double_fault_sign(lam: float) -> DoubleFaultSign:
    """Return the effect of the printed sign on EXAMPLE, for one λ."""
    settings = Settings(kernel="linear", lam=lam, update="none", diversity="double_fault")
    return DoubleFaultSign(
        (_P + 1.0) / 2.0,
        single_member_objective(lam / _N),
        single_member_objective(lam),
        _weights(settings),
    )


# (c) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class QuarterOverN:
    """``n_rows`` after copying; (L,) weights with 1/4 and with the printed 1/(4N), both with the
    sign corrected; the λ that the printed factor is equivalent to. Weights of at most 1e-6 are 0,
    as in a run."""

    n_rows: int
    quarter: Floats
    printed: Floats
    effective_lam: float


def quarter_over_n(copies: int, lam: float = 20.0) -> QuarterOverN:
    """Return the result on EXAMPLE with every row repeated. The data are the same, but 1/(4N)
    makes λ smaller."""
    n = _N * check_whole("copies", copies, 1)
    fault = double_fault_matrix(np.repeat(EXAMPLE, copies, axis=0))
    found = (solve_simplex_qp(2 * scale * fault, _P).weights for scale in (lam, lam / n))
    quarter, printed = (np.where(w > _SMALL, w, 0.0) for w in found)
    return QuarterOverN(n, quarter, printed, lam / n)


# (d) ---------------------------------------------------------------------------------------------

DAMPINGS = ("1/t", "1/(t+1)", "rising")


def mixture_shares(damping: str, rounds: int) -> Floats:
    """Return (rounds + 1,) the shares of α¹ and of each target α¹*, …, αᵀ* in αᵀ⁺¹. They sum to 1.

    Unrolled, αᵀ⁺¹ = Π(1 − β_t) α¹ + Σ_s β_s Π_{t>s}(1 − β_t) α^{s*}. "rising" is β_t = t/(t + 1),
    an example of a damping that fulfils β_t ≤ β_{t+1}.
    """
    check_whole("rounds", rounds, 1)
    t = np.arange(1, rounds + 1, dtype=np.float64)
    betas = {"1/t": 1 / t, "1/(t+1)": 1 / (t + 1), "rising": t / (t + 1)}
    if damping not in betas:
        raise unknown_choice("damping", damping, DAMPINGS)
    shares = np.zeros(rounds + 1)
    shares[0] = 1.0
    for place, beta in enumerate(betas[damping], 1):
        shares *= 1.0 - beta
        shares[place] = beta
    return shares


# (e) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HingeMass:
    """The numbers of rows, of rows with m ≤ 0 and of wrong votes, and Σ α* as printed (NaN for a
    division by ε = 0)."""

    n_rows: int
    n_margin: int
    n_wrong: int
    mass: float


def hinge_mass(plural: int, wrong: int, right: int) -> HingeMass:
    """Return the sum of α* for seven equal members and three classes. As printed it is Σ α* = |{m ≤
    0}| / (N ε).

    ``plural``: rows with votes 3, 2, 2 and the truth first, so m = −1/7 though the vote is right.
    ``wrong``, ``right``: rows on which all members are wrong or right.
    """
    rows = (
        [[0, 0, 0, 1, 1, 2, 2]] * check_whole("plural", plural, 0)
        + [[1] * 7] * check_whole("wrong", wrong, 0)
        + [[0] * 7] * check_whole("right", right, 0)
    )
    if not rows:
        raise InputError("There are no rows; raise plural, wrong or right above 0.")
    codes = np.array(rows, dtype=np.int16)
    oracle = Oracle.from_codes(
        codes, np.zeros(len(rows), dtype=np.int16), np.array(["a", "b", "c"])
    )
    verdict = WeightedVote(oracle).outcome(np.full(7, 1 / 7))
    n_margin = int(np.count_nonzero(verdict.margins <= MARGIN_ZERO))
    n_wrong = int(np.count_nonzero(verdict.wrong))
    mass = n_margin / n_wrong if n_wrong else math.nan
    return HingeMass(len(rows), n_margin, n_wrong, mass)


# (f) ---------------------------------------------------------------------------------------------


def exp_theta(error: float, n_rows: int | None = None) -> float:
    """Return θ = ½ ln((1 − ε)/ε) for ε in [0, 1]; ±∞ at the ends.

    With ``n_rows``, ε is first kept between 1/(2N) and ½ − 1/(2N), as the loop does.
    """
    if not 0 <= error <= 1:
        raise InputError(f"The error is {error:g}; it is a share from 0 to 1.")
    if n_rows is not None:
        error = min(max(error, 0.5 / n_rows), 0.5 - 0.5 / n_rows)
    if error in (0, 1):
        return math.inf if error == 0 else -math.inf
    return 0.5 * math.log((1 - error) / error)


# (g) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Normalisations:
    """(L,) weights with the loss divided by N, with the printed sum, and with accuracies as shares
    instead of 2p − 1."""

    mean: Floats
    total: Floats
    share: Floats


def normalisations(lam: float) -> Normalisations:
    """Return the solutions of min −c·Pᵀw + (λ/2)wᵀSw on EXAMPLE for P = 2p − 1, for N·P, and for
    p."""
    return Normalisations(
        *(solve_simplex_qp(lam * _S, p).weights for p in (_P, _N * _P, (_P + 1) / 2))
    )


# (h) ---------------------------------------------------------------------------------------------

CUBE = np.array([[-1, -1, 1, 1], [-1, -1, 1, 1], [-1, 1, -1, 1]], dtype=np.int8)
"""3 rows × 4 members."""


def smallest_curvature(constant: float, degree: int = 2) -> float:
    """Return the smallest eigenvalue, along the simplex, of the joint polynomial kernel matrix of
    CUBE.

    Directions that sum to 0: the kernel is projected with I − 11ᵀ/L, whose own direction 1 is left
    out. Negative: the objective is not convex.
    """
    members = CUBE.shape[1]
    s = CUBE.T.astype(np.float64) @ CUBE / CUBE.shape[0]
    # An orthonormal basis of the directions that sum to 0.
    basis = np.linalg.svd(np.ones((1, members)))[2][1:]
    kernel = (s + constant) ** degree
    return float(np.linalg.eigvalsh(basis @ kernel @ basis.T)[0])


# (i) ---------------------------------------------------------------------------------------------

IN_BAG = 1.0 - math.exp(-1.0)
"""Chance that a row is in a large bootstrap sample."""


def wrong_training_vote(members: int) -> float:
    """Return the largest probability that a uniform vote of fully grown bagged trees is wrong on a
    training row.

    A tree is right on rows of its own bootstrap sample, unless an equal row of another class is in
    it too; that is left out here. Were it wrong on all other rows, the vote would be wrong when at
    most half of the samples hold the row: P(Bin(L, 1 − 1/e) ≤ L/2). (A sample of few rows holds a
    given one a little more often than 1 − 1/e.)
    """
    return float(binom.cdf(check_whole("members", members, 1) // 2, members, IN_BAG))


# (k) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class AlphaChoice:
    """(N,) ``margins`` and ``terms`` of f = Σ α_k term_k; the row that a minimum over α chooses,
    and (N,) bool the rows that the printed update chooses."""

    margins: Floats
    terms: Floats
    minimiser: int
    update: NDArray[np.bool_]


def alpha_choice(lam: float) -> AlphaChoice:
    """Return what a minimum over α does at the best w of EXAMPLE: f is linear in α, so all weight
    goes to one row.

    −m + (λ/2)m² is least where the margin m is nearest 1/λ; of several such rows the first.
    """
    margins = _O @ _weights(Settings(kernel="linear", lam=lam, update="none"))
    terms = -margins + lam / 2 * margins**2
    return AlphaChoice(margins, terms, int(terms.argmin()), margins <= MARGIN_ZERO)


# (l) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Segment:
    """f along a straight line in (w, α), and the straight line between its end values; all
    (points,)."""

    position: Floats
    value: Floats
    chord: Floats


def joint_segment(lam: float = 1.0, points: int = 41) -> Segment:
    """Return two points (w, α), (z, β) between which f is larger than on the straight line through
    its end values.

    w and z are single members i and j, α and β single rows k and l: the pair for which f halfway
    exceeds the mean of the ends most. f = −Σ α m + (λ/2) Σ α m².
    """
    ends = np.linspace(0.0, 1.0, points)
    best: tuple[float, Floats] | None = None
    for i in range(_L):
        for j in range(_L):
            # m along the line, on rows k (weight 1 − s) and l (weight s).
            margins = np.outer(_O[:, i], 1 - ends) + np.outer(_O[:, j], ends)
            term = -margins + lam / 2 * margins**2
            values = term[:, None, :] * (1 - ends) + term[None, :, :] * ends
            middle = points // 2
            excess = values[:, :, middle] - (values[:, :, 0] + values[:, :, -1]) / 2
            top = float(excess.max())
            if best is None or top > best[0] + 1e-12:
                k, row = np.unravel_index(int(excess.argmax()), excess.shape)
                best = top, values[k, row]
    assert best is not None
    value = best[1]
    return Segment(ends, value, (1 - ends) * value[0] + ends * value[-1])


# (m) ---------------------------------------------------------------------------------------------


def self_disagreement(n_rows: int, *, weighted: bool) -> float:
    """Return D_ii = ½(1 − Σ_k α_k O_ki²), the disagreement of a member with itself.

    ``weighted``: α = 1/N, else α = 1 on every row, as a kernel without weights has it.
    """
    n = check_whole("n_rows", n_rows, 1)
    outputs = np.resize(_O[:, 0], n)
    alpha = np.full(n, 1 / n if weighted else 1.0)
    return float((1.0 - alpha @ outputs**2) / 2.0)
