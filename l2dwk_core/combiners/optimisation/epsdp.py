"""Ensemble pruning as a semidefinite relaxation of choosing the best k members."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import check_number, option
from l2dwk_core.combiners.subset_size import subset_size
from l2dwk_core.common.errors import optional_package
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle


def shared_errors(oracle: Oracle) -> Floats:
    """Return (L, L) G̃ with ``G̃_ii = G_ii/N``, ``G̃_ij = ½ (G_ij/G_ii + G_ij/G_jj)`` and G = PᵀP.

    P_kj = 1 where member j is wrong on row k. A member without errors shares none: 0.
    Source: Zhang, Burer & Street 2006.
    """
    wrong = (oracle.matrix < 0).astype(np.float64)
    common = wrong.T @ wrong
    errors = common.diagonal()
    share = np.divide(common, errors[:, None], out=np.zeros_like(common), where=errors[:, None] > 0)
    cost = (share + share.T) / 2
    np.fill_diagonal(cost, errors / oracle.n_rows)
    return np.asarray(cost)


@dataclass(frozen=True, eq=False)
class Relaxation:
    """V (L+1, L+1), PSD with unit diagonal, index 0 homogenising, and a proved lower bound."""

    matrix: Floats
    bound: float


def relax(cost: Floats, size: int, *, tol: float = 1e-8, max_iterations: int = 5000) -> Relaxation:
    """Return the solution of ``min H•V`` over PSD V with diag(V) = 1 and Σ_i V_0i = 2k − L.

    It relaxes ``min xᵀG̃x`` over 0/1 vectors x with k ones, through v = 2x − 1 and
    ``H = ¼ [[1ᵀG̃1, (G̃1)ᵀ], [G̃1, G̃]]``.

    The bound does not trust the solver's accuracy: for any multipliers y (diagonal) and z (sum),
    ``H•V ≥ Σy + (2k − L) z + (L + 1) min(0, λ_min(H − Diag(y) − z E))``, because V has trace L + 1.
    """
    # Imported here: it takes a second, and nothing else in this package needs it.
    cp = optional_package("cvxpy", "The semidefinite relaxation", "cvxpy")
    n = len(cost)
    rows = cost.sum(axis=1)
    H = np.empty((n + 1, n + 1))
    H[0, 0], H[0, 1:], H[1:, 0], H[1:, 1:] = cost.sum(), rows, rows, cost
    H /= 4.0
    E = np.zeros_like(H)
    E[0, 1:] = E[1:, 0] = 0.5
    scale = max(float(np.abs(H[1:, 1:]).max()), np.finfo(float).tiny)
    V = cp.Variable((n + 1, n + 1), PSD=True)
    # H_00 is a constant of size L², which would only reduce the solver's relative accuracy.
    free = H.copy()
    free[0, 0] = 0.0
    on_diagonal, on_sum = cp.diag(V) == 1, cp.sum(V[0, 1:]) == 2 * size - n
    problem = cp.Problem(cp.Minimize(cp.sum(cp.multiply(free / scale, V))), [on_diagonal, on_sum])
    with warnings.catch_warnings():
        # When the solver stops early it warns of inaccuracy. The bound below does not depend on it.
        warnings.filterwarnings("ignore", message="Solution may be inaccurate")
        problem.solve(solver=cp.SCS, eps_abs=tol, eps_rel=tol, max_iters=max_iterations)
    if V.value is None:
        raise ArithmeticError(f"The semidefinite solver ended with status {problem.status!r}.")
    y = -scale * np.asarray(on_diagonal.dual_value).ravel()
    z = -scale * float(np.asarray(on_sum.dual_value).ravel()[0])
    lowest = float(np.linalg.eigvalsh(free - np.diag(y) - z * E)[0])
    bound = y.sum() + (2 * size - n) * z + (n + 1) * min(lowest, 0.0) + H[0, 0]
    return Relaxation(np.asarray(V.value), float(bound))


def round_randomly(
    relaxation: Relaxation, cost: Floats, size: int, rng: np.random.Generator, draws: int
) -> tuple[Indices, float]:
    """Return the best of several random subsets of *size* members drawn from the relaxation.

    With V = RRᵀ and z a standard normal vector, member i is in where ``R_i z`` has the sign of
    ``R_0 z`` (Goemans & Williamson 1995). A subset of the wrong size is repaired by adding or
    dropping, one after another, the member that leaves the least cost. Returns members, ascending,
    and their cost.
    """
    values, vectors = np.linalg.eigh((relaxation.matrix + relaxation.matrix.T) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    signs = root @ rng.standard_normal((root.shape[1], draws)) >= 0
    inside = (signs[1:] == signs[0]).T
    best, least = np.arange(size), np.inf
    for chosen in np.unique(inside, axis=0):
        repaired = _repaired(chosen, cost, size)
        value = _value(repaired, cost)
        if value < least - 1e-12:
            best, least = np.flatnonzero(repaired), value
    return best, least


def search_by_swaps(cost: Floats, size: int) -> tuple[Indices, float]:
    """Return a local minimum of xᵀG̃x: members are added greedily, then the best swap of two
    members is made until none helps.

    Deterministic; ties go to the lowest index. Returns members, ascending, and their cost.
    """
    inside = _repaired(np.zeros(len(cost), dtype=bool), cost, size)
    while True:
        load = cost[:, inside].sum(axis=1)
        ins, outs = np.flatnonzero(inside), np.flatnonzero(~inside)
        if outs.size == 0:
            break
        # What xᵀG̃x changes by when i leaves and o enters.
        leaves = cost[ins, ins] - 2 * load[ins]
        enters = cost[outs, outs] + 2 * load[outs]
        change = leaves[:, None] + enters - 2 * cost[np.ix_(ins, outs)]
        i, o = np.unravel_index(int(change.argmin()), change.shape)
        if change[i, o] >= -1e-12:
            break
        inside[ins[i]], inside[outs[o]] = False, True
    return np.flatnonzero(inside), _value(inside, cost)


@dataclass(kw_only=True, eq=False, repr=False)
class EPSDP(Combiner):
    """Ensemble pruning by semidefinite programming (Zhang, Burer & Street 2006).

    ``min xᵀG̃x`` over subsets of *size* members: errors on the diagonal, shared errors off it. The
    relaxation is solved, rounded at random and repaired; ``report_`` holds the cost reached and the
    lower bound that the relaxation proves for every subset of that size. Above *sdp_limit* members
    a search by swaps minimises the same cost, without a bound, and ``report_["note"]`` says so.
    """

    size: int | None = option(None, "members kept", "1 to L; None for a quarter")
    draws: int = option(200, "random roundings", "1 to 100000")
    sdp_limit: int = option(150, "members up to which the relaxation is solved", "0 or more")

    needs: ClassVar[frozenset[str]] = frozenset({"complete_votes", "size"})

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        oracle = inputs.oracle
        n_members = oracle.n_members
        size = subset_size(self.size, n_members, 0.25)
        draws = int(check_number("draws", self.draws, 1, 100_000))
        limit = check_number("sdp_limit", self.sdp_limit, 0, np.inf)
        cost = shared_errors(oracle)
        if n_members > limit:
            kept, value = search_by_swaps(cost, size)
            note = (
                f"{n_members} members are more than the {limit:g} the relaxation is solved for: "
                "searched by swaps, without a bound"
            )
            return Combination.of_subset(kept, n_members, cost=value, note=note)
        if size == n_members:  # one subset is all there is
            kept, value = np.arange(size), float(cost.sum())
            return Combination.of_subset(kept, n_members, cost=value, bound=value)
        relaxation = relax(cost, size)
        kept, value = round_randomly(relaxation, cost, size, np.random.default_rng(seed), draws)
        return Combination.of_subset(kept, n_members, cost=value, bound=relaxation.bound)


def _repaired(chosen: NDArray[np.bool_], cost: Floats, size: int) -> NDArray[np.bool_]:
    inside = chosen.copy()
    load = cost[:, inside].sum(axis=1)
    own = cost.diagonal()
    while (count := int(inside.sum())) != size:
        grow = count < size
        # Adding j costs own + 2 load; dropping it saves 2 load − own, load including own.
        change = own + 2 * load if grow else own - 2 * load
        change = np.where(inside == grow, np.inf, change)
        # Sums in another order differ by rounding, which must not decide a tie.
        j = int(np.flatnonzero(change <= change.min() + 1e-12)[0])
        inside[j] = grow
        load = load + cost[:, j] if grow else load - cost[:, j]
    return inside


def _value(inside: NDArray[np.bool_], cost: Floats) -> float:
    return float(cost[np.ix_(inside, inside)].sum())


METHODS = (
    CombinerInfo(
        key="epsdp",
        title="EPSDP",
        family="optimisation",
        place=1,
        authors="Zhang, Burer & Street",
        year=2006,
        work="Ensemble pruning via semi-definite programming, JMLR 7",
        complexity="N L² + iterations · L³; above 150 members swaps · k L",
        confirmed="program and rounding from common knowledge; only the off-diagonal of the cost "
        "matrix was confirmed, in a second implementation",
        estimator=EPSDP,
    ),
)
