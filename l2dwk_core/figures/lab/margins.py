"""Margins, and the target value of the objective for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.method.kernels import scalar_coefficients
from l2dwk_core.method.objective import coefficients
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.weighted_vote import MARGIN_ZERO

N_BINS = 40
_MISSING = {
    "pairwise": "the objective compares each pair of members on rows both may judge, a margin "
    "counts all votes of its row",
    "impute": "the objective fills in missing votes, a margin counts those there are",
}
EDGES = np.linspace(-1.0, 1.0, N_BINS + 1)
"""Bin edges; 0 is one of them, so that no bin mixes right and wrong."""


@dataclass(frozen=True)
class MarginTarget:
    """``value`` the margins are pulled to; ``exact`` when the objective is the weighted squared
    distance to it plus a constant, else a guide, and ``why`` says for what reason. ``formula`` says
    it in λ, "" where λ has no part in it."""

    value: float
    formula: str = ""
    why: str = ""

    @property
    def exact(self) -> bool:
        """Return whether the target is exact, that is, no objection is listed."""
        return not self.why


def margin_target(settings: Settings, *, missing: bool = False) -> MarginTarget | None:
    """Return the target τ for which the objective is ``½h Σ α_k (m_k − τ)²`` plus a constant.

    ``½ h wᵀSw − q mu'w`` completes to that square with τ = q/h: 1/λ for disagreement, 1 + 2/λ for
    double fault, 0 for diversity alone. With α fixed, the constant is one: exact for complete votes
    (not ``missing``) with the linear kernel, probabilities too, or with ±1 outputs in the scalar
    form. It is only a guide with the joint Gaussian kernel, which is not linear in the margin; with
    missing votes, where S and mu come from other rows than a margin does; and with the authors'
    matrix repair, which changes S. None where there is no such target: accuracy alone, λ = 0, other
    joint kernels, the printed and the authors' double fault, and the scalar form with b < 0, which
    pushes margins away.
    """
    a, d = coefficients(settings)
    on_diversity = settings.lam_on == "diversity"
    if settings.diversity == "disagreement":
        h, q = d, a
        formula = "1/λ" if on_diversity else "λ"
    elif settings.diversity == "double_fault":
        h, q = d / 2, a + d / 2
        formula = "1 + 2/λ" if on_diversity else "1 + 2λ"
    else:
        return None
    if h <= 0:
        return None
    joint, kernel = settings.kernel_form == "joint", settings.kernel
    if joint and kernel not in ("linear", "gaussian"):
        return None
    if not joint and settings.outputs == "votes" and scalar_coefficients(settings)[1] < 0:
        return None
    why = ""
    if missing:
        why = _MISSING[settings.missing_votes]
    elif settings.matrix_repair == "authors":
        why = "the objective's matrix is repaired where it is not positive definite"
    elif joint and kernel == "gaussian":
        why = "the Gaussian kernel is not linear in the margin"
    elif settings.outputs == "probabilities" and kernel != "linear":
        why = "this kernel is not linear in the margin"
    return MarginTarget(q / h, formula if a else "", why)


def margin_counts(margins: Floats) -> NDArray[np.int_]:
    """Return (40,) the number of rows by margin in bins (a, b] of width 0.05 over [−1, 1].
    Undefined margins are left out.

    A margin up to 1e-12 is not positive, as in the error set.
    """
    defined = margins[~np.isnan(margins)]
    bins = np.searchsorted(EDGES + MARGIN_ZERO, defined, side="left") - 1
    return np.bincount(np.clip(bins, 0, N_BINS - 1), minlength=N_BINS)
