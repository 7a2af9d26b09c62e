"""What one round minimises: f(w; α) as a quadratic program on the simplex.

With ``K_ij = k_α(O_i, O_j)`` and ``v_j = k_α(1, O_j)`` every choice of diversity is
``½ h wᵀKw − q vᵀw`` (Yin, Yang & Hao 2014, Eqs. UnifiedCriterion3 and UnifiedCriterion4), for an
accuracy coefficient a and a diversity coefficient d (``a = 1, d = λ``, or ``a = λ, d = 1``):

* disagreement, −d wᵀD w with D = ½(11ᵀ − K): h = d, q = a (the constant −d/2 is left out);
* double fault, +d wᵀD w with D = ¼(k(1,1)·11ᵀ − 1vᵀ − v1ᵀ + K): h = d/2, q = a + d/2;
* double fault as printed, −d wᵀD w: h = −d/2, q = a − d/2: concave, solved at a vertex. The
  printed 1/(4N) is read as 1/4, because Σ α = 1 already normalises;
* double fault of the authors' program: h = d, q = a, K between the vectors 1 − O.

The scalar form is affine on ±1 outputs, K = k₀ + bS and v = k₀ + b·mu: the program is solved with S
and mu, divided by b, which is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.active_set import DenseMatrix, Matrix
from l2dwk_core.errors import InputError
from l2dwk_core.kernels import JointKernel, Moments, scalar_coefficients
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Program:
    """``min ½ wᵀHw − pᵀw`` on the simplex; f is ``unit`` times its value plus ``constant``.

    ``concave``: H is negative semidefinite and the minimum is at a vertex.
    """

    H: Matrix
    p: Floats
    unit: float = 1.0
    constant: float = 0.0
    concave: bool = False


class _Scaled:
    """h times a kernel or second-moment matrix."""

    def __init__(self, source: JointKernel | Moments, h: float, largest: float) -> None:
        self._source, self._h = source, h
        self.scale = abs(h) * largest

    def block(self, members: Indices, /) -> Floats:
        """(n, n) between the given members."""
        block = self._source.block(members)
        block *= self._h
        return block

    def product(self, members: Indices, weights: Floats, floor: Floats, /) -> Floats:
        """(L,) as in ``active_set.Matrix``; needs h > 0."""
        product = self._source.product(members, weights, floor / self._h)
        product *= self._h
        return product


def coefficients(settings: Settings) -> tuple[float, float]:
    """``(a, d)``: what multiplies the accuracy and the diversity."""
    lam = float(settings.lam)
    a, d = (1.0, lam) if settings.lam_on == "diversity" else (lam, 1.0)
    return (0.0 if settings.terms == "diversity" else a), (
        0.0 if settings.terms == "accuracy" else d
    )


def program(moments: Moments, settings: Settings) -> Program:
    """The program of one round under the given weighted sums."""
    a, d = coefficients(settings)
    if settings.diversity == "double_fault":
        h, q, shift = d / 2, a + d / 2, d / 4
    elif settings.diversity == "double_fault_printed":
        h, q, shift = -d / 2, a - d / 2, -d / 4
    else:
        h, q, shift = d, a, 0.0

    complement = settings.diversity == "double_fault_authors"
    # Without the complement, the linear kernel's two forms are one.
    if settings.kernel_form == "joint" and (settings.kernel != "linear" or complement):
        kernel = JointKernel(moments, settings, complement=complement)
        constant = shift * kernel.at_one
        if settings.matrix_repair == "authors":
            everyone = np.arange(len(moments.mu))
            return _repaired(h * kernel.block(everyone), q * kernel.vector, constant)
        if complement and not moments.is_gram:
            _refuse_indefinite(kernel.block(np.arange(len(moments.mu))))
        scaled = _Scaled(kernel, h, kernel.largest_diagonal)
        return Program(scaled, q * kernel.vector, constant=constant, concave=h < 0)

    # Soft outputs: the moments already are sums of one kernel value per row.
    plain = moments.norms is not None or settings.kernel == "linear"
    intercept, b = (0.0, 1.0) if plain else scalar_coefficients(settings)
    k0 = intercept * moments.mass
    constant = shift * (k0 + b * moments.mass)
    if settings.matrix_repair == "authors":
        everyone = np.arange(len(moments.mu))
        matrix = h * (k0 + b * moments.block(everyone))
        return _repaired(matrix, q * (k0 + b * moments.mu), constant)
    plain_diagonal = moments.is_gram and moments.norms is None
    largest = moments.mass if plain_diagonal else float(moments.diagonal().max())
    sign = 1.0 if b > 0 else -1.0
    return Program(
        _Scaled(moments, sign * h, largest),
        sign * q * moments.mu,
        unit=abs(b),
        constant=constant + (h / 2 - q) * k0,
        concave=sign * h < 0,
    )


def _repaired(hk: Floats, qv: Floats, constant: float) -> Program:
    """The authors' program's repair: eigenvalues ≤ 0 of [[1, −qvᵀ], [−qv, hK]] become 1e-6 until
    its Cholesky factorisation succeeds; the repaired matrix is what is minimised."""
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
