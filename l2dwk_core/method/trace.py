"""The result of a self-training run: frozen records of its rounds, from which figures are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.common.types import Floats
from l2dwk_core.method.settings import Settings


@dataclass(frozen=True, eq=False)
class Round:
    """One round t of Algorithm I.

    Attributes
    ----------
    index
        t, from 1.
    alpha
        (N,) kernel weights this round was solved with; 0 on rows no member may judge.
    weights
        (L,) classifier weights learned from them.
    objective, gap
        f(w; α) of the solved program and a bound on its distance to the minimum, proved up to
        rounding, before weights of at most 1e-6 were set to 0.
    margins
        (N,) m_k = Σ_j w_j O_kj; NaN where no member with weight may judge the row.
    wrong
        (N,) bool: rows the weighted plurality vote gets wrong.
    error_set
        (N,) bool: E_t, the rows the next target of the hinge update is spread over.
    error
        ε_t: share of rows with a wrong vote.
    n_ties
        Rows whose vote was tied; the lowest class won.
    n_selected, effective_number
        Members with weight, and 1/Σ w².
    alpha_residual
        ‖α*_t − α_t‖₁: how far the target is, without the damping factor; NaN in the last round
        when it was not computed.
    weight_change
        ‖w_t − w_{t−1}‖₁; NaN in round 1.
    diversity
        wᵀD_dis w on equally weighted rows, = ½(1 − mean m²) on ±1 outputs.
    kept_availability
        With missing votes: mean share of α a kept member may judge, relative to all members.
    smallest_eigenvalue
        With missing votes, pairwise: that of S before it was made positive semidefinite.
    """

    index: int
    alpha: Floats
    weights: Floats
    objective: float
    gap: float
    margins: Floats
    wrong: NDArray[np.bool_]
    error_set: NDArray[np.bool_]
    error: float
    n_ties: int
    n_selected: int
    effective_number: float
    alpha_residual: float
    weight_change: float
    diversity: float
    kept_availability: float | None = None
    smallest_eigenvalue: float | None = None

    @property
    def n_wrong(self) -> int:
        """Return the number of wrong votes."""
        return int(np.count_nonzero(self.wrong))

    @property
    def n_right(self) -> int:
        """Return the number of right votes. A row on which no member with weight may judge has
        none."""
        return int(np.count_nonzero(~self.wrong & ~np.isnan(self.margins)))

    @property
    def n_error_set(self) -> int:
        """Return |E_t|, the number of rows in the error set."""
        return int(np.count_nonzero(self.error_set))

    @property
    def alpha_mass(self) -> float:
        """Return Σ α. It is above 1 when the printed error mass is used and the error set holds
        rows with right votes."""
        return float(self.alpha.sum())

    def as_dict(self) -> dict[str, Any]:
        """Return the single numbers of the round, as plain values ready for JSON."""
        return {
            "index": self.index,
            "objective": self.objective,
            "gap": self.gap,
            "error": self.error,
            "n_wrong": self.n_wrong,
            "n_right": self.n_right,
            "n_error_set": self.n_error_set,
            "n_ties": self.n_ties,
            "n_selected": self.n_selected,
            "effective_number": self.effective_number,
            "alpha_residual": number_or_none(self.alpha_residual),
            "weight_change": number_or_none(self.weight_change),
            "alpha_mass": self.alpha_mass,
            "diversity": self.diversity,
            "kept_availability": self.kept_availability,
            "smallest_eigenvalue": self.smallest_eigenvalue,
        }


STOP_REASONS = {
    "no_errors": "No row is left in the error set, so there is nothing to learn from.",
    "no_vote_errors": "No vote is wrong, so there is nothing to learn from.",
    "settled": "Kernel weights and classifier weights have come to rest.",
    "cycle": "The same error sets keep returning and the classifier weights have come to rest.",
    "rounds": "The number of rounds is used up.",
    "undefined_update": "The printed update divides by ε = 0, although the error set is not empty.",
    "no_update": "Kernel weights are not updated: one program is all there is.",
}


@dataclass(frozen=True, eq=False)
class Trace:
    """All rounds of a run.

    Attributes
    ----------
    weights
        (L,) the returned classifier weights.
    rounds
        Every round, in order.
    returned_round
        Index t of the round whose weights were returned.
    stop_reason
        A key of ``STOP_REASONS``.
    period
        Length of the cycle when ``stop_reason`` is "cycle", else None.
    settings
        What produced it.
    cut
        The returned round after small weights were removed at the end (``small_weights``
        "authors"): ``weights`` are those of the trace; ``margins``, ``wrong``, ``error``,
        ``n_ties``, ``n_selected``, ``effective_number``, ``diversity`` and ``kept_availability``
        are of the vote with them, their sum taken as 1; the rest is the solver's, before they were
        removed. None where no weight was removed.
    """

    weights: Floats
    rounds: tuple[Round, ...]
    returned_round: int
    stop_reason: str
    period: int | None
    settings: Settings
    cut: Round | None = None

    @property
    def n_selected(self) -> int:
        """Return the number of members that keep weight."""
        return int(np.count_nonzero(self.weights))

    @property
    def n_removed(self) -> int:
        """Return how many members of the returned round lost their weight, as it was small, when
        the weights were returned."""
        found = self.rounds[self.returned_round - 1]
        return 0 if self.cut is None else found.n_selected - self.cut.n_selected

    @property
    def returned(self) -> Round:
        """Return the round whose weights were returned, with the returned vote: ``cut``, or the
        round itself where no weight was removed."""
        return self.rounds[self.returned_round - 1] if self.cut is None else self.cut

    @property
    def votes(self) -> tuple[Round, ...]:
        """Return every round, in order, with ``returned`` in the place of the returned round."""
        t = self.returned_round
        return (*self.rounds[: t - 1], self.returned, *self.rounds[t:])

    @property
    def heaviest_first(self) -> NDArray[np.intp]:
        """(L,) members, the one with most weight first; of equal ones the lower number first."""
        return np.argsort(-self.weights, kind="stable")

    @property
    def kept(self) -> NDArray[np.intp]:
        """Return the members that keep weight, in the order of ``heaviest_first``."""
        return self.heaviest_first[: self.n_selected]

    @property
    def alphas(self) -> Floats:
        """Return the (rounds, N) kernel weights."""
        return np.stack([r.alpha for r in self.rounds])

    @property
    def weight_path(self) -> Floats:
        """Return the (rounds, L) classifier weights."""
        return np.stack([r.weights for r in self.rounds])
