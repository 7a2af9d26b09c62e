"""What one round minimises: f(w; α) as a quadratic program on the simplex.

With ``K_ij = k_α(O_i, O_j)`` and ``v_j = k_α(1, O_j)`` every choice of diversity is
``½ h wᵀKw − q vᵀw`` (Yin, Yang & Hao 2014, Eqs. UnifiedCriterion3 and UnifiedCriterion4), for an
accuracy coefficient a and a diversity coefficient d (``a = 1, d = λ``, or ``a = λ, d = 1``):

* disagreement, −d wᵀD w with D = ½(11ᵀ − K): h = d, q = a (the constant −d/2 is left out);
* double fault, +d wᵀD w with D = ¼(k(1,1)·11ᵀ − 1vᵀ − v1ᵀ + K): h = d/2, q = a + d/2;
* double fault with the printed sign, −d wᵀD w: h = −d/2, q = a − d/2: concave, solved at a vertex.
  The printed 1/(4N) is read as 1/4, because Σ α = 1 already normalises: the best member for
  d < 2a, the worst beyond. Taken literally it is this program at d/N, which turns at d = 2N·a;
* double fault of the authors' program: h = d, q = a, K between the vectors 1 − O.

The scalar form is affine on ±1 outputs, K = k₀ + bS and v = k₀ + b·mu: the program is solved with S
and mu, divided by b, which is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.method.kernels import JointKernel, Moments, scalar_coefficients
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.active_set import DenseMatrix, Matrix


@dataclass(frozen=True, eq=False)
class Program:
    """``½ wᵀHw − pᵀw`` on the simplex, H positive semidefinite; f is ``unit`` times that plus
    ``constant``: with a negative unit f is concave, and its minimum at a vertex.
    """

    H: Matrix
    p: Floats
    unit: float = 1.0
    constant: float = 0.0

    @property
    def concave(self) -> bool:
        """Return whether f is concave."""
        return self.unit < 0.0


def coefficients(settings: Settings) -> tuple[float, float]:
    """Return ``(a, d)``: the factors of accuracy and of diversity."""
    lam = float(settings.lam)
    a, d = (1.0, lam) if settings.lam_on == "diversity" else (lam, 1.0)
    return (0.0 if settings.terms == "diversity" else a), (
        0.0 if settings.terms == "accuracy" else d
    )


def equal_disagreement(settings: Settings) -> tuple[str, float] | None:
    """Return the λ, as formula and value, at which disagreement has the same minimiser as
    "double_fault".

    ½ h wᵀKw − q vᵀw with h = d/2 and q = a + d/2 is a multiple of disagreement's, h = d and q = a,
    at the ratio q/h. λ multiplies the same term as in *settings*; with the diversity term alone
    (a = 0) the ratio is 1, that of both terms at λ = 1. The result is None for accuracy alone, and
    with the authors' matrix repair, after which the two programs differ.
    """
    a, d = coefficients(settings)
    if settings.terms == "accuracy" or settings.matrix_repair == "authors":
        return None
    if settings.terms == "diversity":
        return "1", 1.0
    if settings.lam_on == "diversity":
        return "λ/(λ + 2)", d / (2.0 * a + d)
    return "2λ + 1", (2.0 * a + d) / d


def program(moments: Moments, settings: Settings) -> Program:
    """Return the program of one round under the given weighted sums."""
    a, d = coefficients(settings)
    if settings.diversity == "double_fault":
        h, q, shift = d / 2, a + d / 2, d / 4
    elif settings.diversity == "double_fault_printed":
        h, q, shift = -d / 2, a - d / 2, -d / 4
    else:
        h, q, shift = d, a, 0.0

    complement = settings.diversity == "double_fault_authors"
    everyone = np.arange(len(moments.mu))
    source: JointKernel | Moments
    # Without the complement, both forms of the linear kernel are equal.
    if settings.kernel_form == "joint" and (settings.kernel != "linear" or complement):
        source = JointKernel(moments, settings, complement=complement)
        vector, b, k0, constant = source.vector, 1.0, 0.0, shift * source.at_one
        if complement and not moments.is_gram and settings.matrix_repair != "authors":
            _refuse_indefinite(source.block(everyone))
    else:
        # Soft outputs: the moments already are sums of one kernel value per row.
        plain = moments.norms is not None or settings.kernel == "linear"
        intercept, b = (0.0, 1.0) if plain else scalar_coefficients(settings)
        k0 = intercept * moments.mass
        source, vector, constant = moments, moments.mu, shift * (k0 + b * moments.mass)
    if settings.matrix_repair == "authors":
        return _repaired(h * (k0 + b * source.block(everyone)), q * (k0 + b * vector), constant)
    constant += (h / 2 - q) * k0
    if h == 0.0:
        nothing = DenseMatrix(np.zeros((len(everyone),) * 2))
        return Program(nothing, q * b * vector, constant=constant)
    return Program(source, (q / h) * vector, unit=h * b, constant=constant)


def _repaired(hk: Floats, qv: Floats, constant: float) -> Program:
    """Return the program after the repair of the authors' program: eigenvalues ≤ 0 of [[1,
    −qvᵀ], [−qv, hK]] become 1e-6 until its Cholesky factorisation succeeds. The repaired matrix
    is what is minimised."""
    n = len(qv)
    bordered = np.empty((n + 1, n + 1))
    bordered[0, 0] = 1.0
    bordered[0, 1:] = bordered[1:, 0] = -qv
    bordered[1:, 1:] = hk
    while not _positive_definite(bordered):
        values, vectors = np.linalg.eigh(bordered)
        values[values <= 0.0] = 1e-6
        bordered = (vectors * values) @ vectors.T
        bordered = (bordered + bordered.T) / 2
    repaired = DenseMatrix(np.ascontiguousarray(bordered[1:, 1:]))
    return Program(repaired, -bordered[1:, 0], constant=constant + (bordered[0, 0] - 1.0) / 2)


def _refuse_indefinite(matrix: Floats) -> None:
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest < -1e-9 * float(np.abs(matrix).max()):
        raise InputError(
            f"diversity 'double_fault_authors' on pairwise out-of-bag votes gives an indefinite "
            f"matrix (smallest eigenvalue {lowest:.3g}); take missing_votes='impute', "
            "diversity='double_fault' or matrix_repair='authors'."
        )


def _positive_definite(matrix: Floats) -> bool:
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True
