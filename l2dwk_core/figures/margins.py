"""Margins and the value the objective pulls them to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.ensemble_vote import MARGIN_ZERO
from l2dwk_core.objective import coefficients
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
N_BINS = 40
EDGES = np.linspace(-1.0, 1.0, N_BINS + 1)
"""Bin edges; 0 is one of them, so that no bin mixes right and wrong."""


@dataclass(frozen=True)
class MarginTarget:
    """``value`` the margins are pulled to; ``exact`` when the objective is the weighted squared
    distance to it, else a guide. ``formula`` says it in λ, "" where λ has no part in it."""

    value: float
    exact: bool
    formula: str = ""


def margin_target(settings: Settings) -> MarginTarget | None:
    """The target τ for which the objective is ``½h Σ α_k (m_k − τ)²`` plus a constant.

    ``½ h wᵀSw − q mu'w`` completes to that square with τ = q/h: 1/λ for disagreement, 1 + 2/λ for
    double fault, 0 for diversity alone. Exact for ±1 outputs with the linear kernel or in the
    scalar form; with the joint Gaussian kernel it is the same pull on a bent scale, so a guide.
    None where there is no such target: accuracy alone, λ = 0, the joint polynomial kernel, and the
    printed and the authors' double fault.
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
    bent = settings.kernel_form == "joint" and settings.kernel != "linear"
    if bent and settings.kernel != "gaussian":
        return None
    exact = not bent and settings.outputs == "votes"
    return MarginTarget(q / h, exact, formula if a else "")


def margin_counts(margins: Floats) -> NDArray[np.int_]:
    """(40,) rows by margin in bins (a, b] of width 0.05 over [−1, 1]; undefined margins left out.

    A margin up to 1e-12 is not positive, as in the error set.
    """
    defined = margins[~np.isnan(margins)]
    bins = np.searchsorted(EDGES + MARGIN_ZERO, defined, side="left") - 1
    return np.bincount(np.clip(bins, 0, N_BINS - 1), minlength=N_BINS)
