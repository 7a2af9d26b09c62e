"""Weighted kernels between members: from α-weighted sums to entries k_α(O_i, O_j).

Everything a kernel needs of the outputs is in ``mass = Σ α_k``, ``mu_j = Σ α_k O_kj`` and
``S_ij = Σ α_k O_ki O_kj`` (and, for soft outputs, the squared norms ``Σ α_k O_kj²``):

* joint form (weights inside one kernel of whole vectors): linear ``S``; Gaussian
  ``exp(−Σ α_k (x_k − y_k)² / (2σ²))``; polynomial ``(S + c)^d``;
* scalar form (Yin, Yang & Hao 2014, Eq. weighted_kernel): on ±1 outputs every kernel is
  ``k(x, y) = a + b·xy``, hence ``K = a·mass + b·S``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.errors import InputError
from l2dwk_core.row_cache import RowCache
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


# Only the projected second moments of votes with gaps can exceed the mass. e²⁰ times the spread of
# ordinary entries is where a solution stops meaning anything.
_LARGEST_EXPONENT = 20.0
_NARROW = 1e-2
_ROUNDING = 1e-14  # of distances between members, which are at most 2 Σα


@dataclass(frozen=True)
class Kernel:
    """``scalar(x, y)`` on numbers and ``joint(inner, half_distance)`` on weighted vectors.

    ``inner`` is Σ α x y; ``half_distance`` is ½ Σ α (x − y)².
    """

    title: str
    formula: str
    parameters: tuple[str, ...]
    scalar: Callable[[Floats, Floats, Settings], Floats]
    joint: Callable[[Floats, Floats, Settings], Floats]


def _gaussian(half_distance: Floats, sigma: float) -> Floats:
    if sigma < _NARROW:
        # So narrow a kernel tells rounding from zero: equal members would no longer be equal.
        half_distance = np.where(np.abs(half_distance) < _ROUNDING, 0.0, half_distance)
    scaled = half_distance * (-1.0 / sigma**2)
    if scaled.size and scaled.max() > _LARGEST_EXPONENT:
        raise InputError(
            f"σ is {sigma:g}, too small for pairwise out-of-bag votes: made positive semidefinite, "
            f"their second moments exceed 1 by {-float(half_distance.min()):.2g}, which so narrow "
            "a kernel blows up; take a larger σ, missing_votes='impute' or a hold-out."
        )
    # exp is 0 below −745 anyway; the bound spares denormal numbers, which are slow.
    if scaled.size and scaled.min() < -700.0:
        np.maximum(scaled, -745.0, out=scaled)
    return np.asarray(np.exp(scaled, out=scaled))


KERNELS: Mapping[str, Kernel] = MappingProxyType(
    {
        "linear": Kernel(
            "Linear",
            r"\sum_k \alpha_k x_k y_k",
            (),
            lambda x, y, _: x * y,
            lambda inner, _distance, _: inner,
        ),
        "gaussian": Kernel(
            "Gaussian",
            r"\exp\left(-\sum_k \alpha_k (x_k-y_k)^2 / (2\sigma^2)\right)",
            ("sigma",),
            lambda x, y, s: _gaussian((x - y) ** 2 / 2, s.sigma),
            lambda _inner, half_distance, s: _gaussian(half_distance, s.sigma),
        ),
        "polynomial": Kernel(
            "Polynomial",
            r"\left(\sum_k \alpha_k x_k y_k + c\right)^d",
            ("degree", "constant"),
            lambda x, y, s: (x * y + s.constant) ** s.degree,
            lambda inner, _distance, s: (inner + s.constant) ** s.degree,
        ),
    }
)
"""Menu, checks and tests read this table. The linear kernel's optional constant is left out: it
adds one number to every entry, which cancels on the simplex."""


def scalar_coefficients(settings: Settings) -> tuple[float, float]:
    """``(a, b)`` with ``k(x, y) = a + b·xy`` for x, y in {−1, +1}.

    a = (k(1,1) + k(1,−1))/2, b = (k(1,1) − k(1,−1))/2. Every b > 0 gives the same minimiser.
    """
    one = np.ones(1)
    kernel = KERNELS[settings.kernel].scalar
    same, opposite = float(kernel(one, one, settings)[0]), float(kernel(one, -one, settings)[0])
    return (same + opposite) / 2, (same - opposite) / 2


class Moments:
    """Weighted sums of the outputs under one α.

    ``mass``: Σ α_k. ``mu``: (L,) Σ α_k O_kj. ``second_rows(i)``: (n, L) rows of Σ α_k O_ki O_kj.
    ``norms``: (L,) Σ α_k O_kj², or None where that is ``mass`` for every member (±1 outputs).
    ``is_gram``: whether the outputs *with* the all-right vector have a semidefinite table, which
    averages over differing rows need not have.
    """

    def __init__(
        self,
        mass: float,
        mu: Floats,
        second_rows: Callable[[Indices], Floats],
        norms: Floats | None = None,
        *,
        is_gram: bool = True,
    ) -> None:
        self.mass, self.mu, self.second_rows, self.norms = mass, mu, second_rows, norms
        self.is_gram = is_gram

    @classmethod
    def of_rows(
        cls, rows: Callable[[Indices], Floats], *, soft: bool = False, is_gram: bool = True
    ) -> Moments:
        """From rows of the (L+1, L+1) second moments of the L outputs and, last, of the all-right
        vector 1.

        With 1 as one more output, ``mu`` and ``mass`` go through the very operations of every other
        entry: equal members, and a perfect member and 1, are at distance 0.
        """
        right = rows(np.array([-1]))[0]
        norms = None
        if soft:
            norms = rows(np.arange(len(right) - 1)).diagonal()
        return cls(
            float(right[-1]),
            right[:-1],
            lambda members: rows(members)[:, :-1],
            norms,
            is_gram=is_gram,
        )

    @classmethod
    def of_table(cls, table: Floats, *, soft: bool = False, is_gram: bool = True) -> Moments:
        """The same from the whole table."""
        return cls.of_rows(lambda members: table.take(members, axis=0), soft=soft, is_gram=is_gram)


class JointKernel:
    """K (``rows``), v (``vector``) and k(1, 1) (``at_one``) of the joint form.

    With ``complement`` the members' outputs are replaced by ``1 − O`` in K (not in v): the double
    fault of the authors' program.
    """

    def __init__(self, moments: Moments, settings: Settings, *, complement: bool = False) -> None:
        self._moments, self._settings, self._complement = moments, settings, complement
        self._joint = KERNELS[settings.kernel].joint
        self.rows = RowCache(self._compute, len(moments.mu)).rows
        mass, mu = moments.mass, moments.mu
        norms: Floats | float = mass if moments.norms is None else moments.norms
        self.vector: Floats = self._joint(mu, (mass + norms) / 2 - mu, settings)
        self.at_one = float(self._joint(np.array([mass]), np.zeros(1), settings)[0])
        self.largest_diagonal = self.at_one
        if complement or moments.norms is not None:
            inner = norms - 2 * mu + mass if complement else np.asarray(norms)
            self.largest_diagonal = float(self._joint(inner, np.zeros_like(inner), settings).max())
        if not moments.is_gram:  # projected: its diagonal is no longer the mass
            everyone = np.arange(len(mu))
            self.largest_diagonal = float(self.rows(everyone).diagonal().max())

    def _compute(self, members: Indices) -> Floats:
        moments = self._moments
        inner = moments.second_rows(members)
        if self._settings.kernel == "gaussian":
            # 1 − x and 1 − y are as far apart as x and y: the complement changes nothing.
            if moments.norms is None:
                half_distance = np.subtract(moments.mass, inner)
            else:
                half_distance = (moments.norms[members][:, None] + moments.norms) / 2 - inner
            return self._joint(inner, half_distance, self._settings)
        if self._complement:
            inner = moments.mass - moments.mu[members][:, None] - moments.mu + inner
        return self._joint(inner, inner, self._settings)
