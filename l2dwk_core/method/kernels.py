"""Weighted kernels between members: from α-weighted sums to entries k_α(O_i, O_j).

Everything a kernel needs of the outputs is in ``mass = Σ α_k``, ``mu_j = Σ α_k O_kj`` and
``S_ij = Σ α_k O_ki O_kj`` (and, for soft outputs, the squared norms ``Σ α_k O_kj²``):

* joint form (weights inside one kernel of whole vectors): linear ``S``; Gaussian
  ``exp(−Σ α_k (x_k − y_k)² / (2σ²))``; polynomial ``(S + c)^d``;
* scalar form (Yin, Yang & Hao 2014, Eq. weighted_kernel): on ±1 outputs every kernel of
  the table below is ``k(x, y) = a + b·xy``, as k(1, 1) = k(−1, −1), hence ``K = a·mass + b·S``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats, Indices

# Only the projected second moments of votes with gaps can exceed Σ α. A solution has no meaning
# when entries are e²⁰ times as far apart as usual.
_LARGEST_EXPONENT = 20.0
_NARROW = 1e-2
_DENORMAL = 0.1  # with a smaller σ, results may be denormal numbers, which are slow
_SLACK = 1e-9  # of Σ α = 1; so small a negative argument leaves a power convex
_WILD = 2.0  # no estimate is made when the positive weights add up to this and all weights to 1
_ROUNDING = 1e-14  # of distances between members, which are at most 2 Σα


@dataclass(frozen=True)
class Kernel:
    """``scalar(x, y, s)`` on numbers and ``joint(argument, s)`` on weighted vectors.

    ``about`` says in a few words what it is; menus and the command line show it. ``s`` are the
    ``Settings``, of which a kernel reads its own ``parameters``. The argument, which may be
    overwritten, is Σ α x y, or −½ Σ α (x − y)² with ``of_distance``.
    ``convex``: whether ``joint`` is a convex function of it, given Σ α.
    """

    title: str
    about: str
    formula: str
    parameters: tuple[str, ...]
    scalar: Callable[[Floats, Floats, Any], Floats]
    joint: Callable[[Floats, Any], Floats]
    of_distance: bool = False
    convex: Callable[[Any, float], bool] = lambda _settings, _mass: True


def _gaussian(exponent: Floats, sigma: float) -> Floats:
    if sigma < _NARROW:
        # With so small a σ, rounding errors of distances would make equal members different.
        exponent = np.where(np.abs(exponent) < _ROUNDING, 0.0, exponent)
    exponent *= 1.0 / sigma**2
    if sigma < _DENORMAL:
        np.maximum(exponent, -745.0, out=exponent)  # exp is 0 below this
    return np.asarray(np.exp(exponent, out=exponent))


def _power(base: Floats, degree: int) -> Floats:
    """Return the power by repeated multiplication, which is many times faster than ``**`` for
    degrees above 2."""
    power = base.copy()
    for _ in range(degree - 1):
        power *= base
    return power


KERNELS: Mapping[str, Kernel] = MappingProxyType(
    {
        "linear": Kernel(
            "Linear",
            "inner product of two members' outputs",
            r"\sum_k \alpha_k x_k y_k",
            (),
            lambda x, y, _: x * y,
            lambda inner, _: inner,
        ),
        "gaussian": Kernel(
            "Gaussian",
            "similarity falls off with the members' weighted distance",
            r"\exp\left(-\sum_k \alpha_k (x_k-y_k)^2 / (2\sigma^2)\right)",
            ("sigma",),
            lambda x, y, s: _gaussian(-((x - y) ** 2) / 2, s.sigma),
            lambda minus_half_distance, s: _gaussian(minus_half_distance, s.sigma),
            of_distance=True,
        ),
        "polynomial": Kernel(
            "Polynomial",
            "a power of the inner product plus a constant",
            r"\left(\sum_k \alpha_k x_k y_k + c\right)^d",
            ("degree", "constant"),
            lambda x, y, s: (x * y + s.constant) ** s.degree,
            lambda inner, s: _power(inner + s.constant, s.degree),
            # Σ α x y is at least −Σ α: an odd power is convex where nothing is negative.
            convex=lambda s, mass: s.degree % 2 == 0 or s.degree == 1 or s.constant >= mass,
        ),
    }
)
"""Menus, checks, the command line and tests read this table. The linear kernel's optional constant
is left out: it adds one number to every entry, which changes nothing on the simplex."""


class KernelSettings(Protocol):
    """The fields of ``Settings`` that are read besides a kernel's own parameters."""

    @property
    def kernel(self) -> str:
        """Return the key of ``KERNELS``."""

    @property
    def sigma(self) -> float:
        """Return the width σ of the Gaussian kernel."""


def scalar_coefficients(settings: KernelSettings) -> tuple[float, float]:
    """Return ``(a, b)`` with ``k(x, y) = a + b·xy`` for x, y in {−1, +1}.

    a = (k(1,1) + k(1,−1))/2, b = (k(1,1) − k(1,−1))/2. Every b > 0 gives the same minimiser.
    """
    one = np.ones(1)
    kernel = KERNELS[settings.kernel].scalar
    same, opposite = float(kernel(one, one, settings)[0]), float(kernel(one, -one, settings)[0])
    return (same + opposite) / 2, (same - opposite) / 2


class Sums(Protocol):
    """Weighted sums Σ α_k x_k y_k of the L members' outputs. The vector 1 may be one more
    output, the last."""

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """Return (n, m) entries for the given members and columns, as a new array."""

    def product(self, members: Indices, weights: Floats) -> Floats:
        """Return (L,) or (L+1,) the weighted sum of the given members' rows, as a new array."""


class Table:
    """Sums held in memory as a full table."""

    def __init__(self, table: Floats) -> None:
        self._table = table

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """Return (n, m) entries by position."""
        return self._table.take(members, axis=0).take(columns, axis=1)

    def product(self, members: Indices, weights: Floats) -> Floats:
        """Return the weighted sum of the given members' rows."""
        return np.asarray(weights @ self._table.take(members, axis=0))


class Moments:
    """Weighted sums of the outputs under one α.

    ``mass``: Σ α_k. ``mu``: (L,) Σ α_k O_kj. ``sums``: Σ α_k O_ki O_kj. ``norms``: (L,)
    Σ α_k O_kj², or None where that is ``mass`` for every member (±1 outputs). ``is_gram``: whether
    the outputs *with* the all-right vector have a semidefinite table, which is not always so when
    entries are averages over different rows. The sums are an ``active_set.Matrix``.
    """

    def __init__(
        self,
        mass: float,
        mu: Floats,
        sums: Sums,
        norms: Floats | None = None,
        *,
        is_gram: bool = True,
    ) -> None:
        self.mass, self.mu, self._sums, self.norms = mass, mu, sums, norms
        self.is_gram = is_gram

    @classmethod
    def bordered(
        cls, right: Floats, sums: Sums, norms: Floats | None = None, *, is_gram: bool = True
    ) -> Moments:
        """Return moments from sums over the L outputs and, as the last one, the all-right vector 1.
        ``right`` is the row of that vector.

        With 1 as one more output, ``mu`` and ``mass`` are computed by the same operations as every
        other entry. So the distance of equal members, and that of a perfect member to 1, is exactly
        0.
        """
        return cls(float(right[-1]), right[:-1], sums, norms, is_gram=is_gram)

    @classmethod
    def of_table(cls, table: Floats, *, soft: bool = False, is_gram: bool = True) -> Moments:
        """Return moments from the whole (L+1, L+1) table. With ``soft`` its diagonal holds the
        norms."""
        norms = table.diagonal()[:-1] if soft else None
        return cls.bordered(table[-1], Table(table), norms, is_gram=is_gram)

    @property
    def scale(self) -> float:
        """Return the largest entry of the diagonal."""
        if self.is_gram and self.norms is None:
            return self.mass
        return float(self.diagonal().max())

    def entries(self, members: Indices, columns: Indices) -> Floats:
        """Return (n, m) Σ α_k O_ki O_kj for the given members i and j, as a new array."""
        return self._sums.entries(members, columns)

    def block(self, members: Indices) -> Floats:
        """Return (n, n) the same sums between the given members, as a new array."""
        return self._sums.entries(members, members)

    def product(self, members: Indices, weights: Floats, _floor: Floats | None = None) -> Floats:
        """Return (L,) Σ_i weights_i S_ij over the given members i, as a new array. It is exact
        everywhere."""
        return self._sums.product(members, weights)[: len(self.mu)]

    def diagonal(self) -> Floats:
        """Return (L,) Σ α_k O_kj², as a new array."""
        n = len(self.mu)
        if not self.is_gram:  # projected: its diagonal is no longer the mass
            return self.block(np.arange(n)).diagonal().copy()
        return np.full(n, self.mass) if self.norms is None else self.norms.copy()


class JointKernel:
    """K (an ``active_set.Matrix``), v (``vector``) and k(1, 1) (``at_one``) of the joint form.

    With ``complement`` the members' outputs are replaced by ``1 − O`` in K (not in v): the double
    fault of the authors' program.
    """

    def __init__(
        self, moments: Moments, settings: KernelSettings, *, complement: bool = False
    ) -> None:
        self._moments, self._settings = moments, settings
        kernel = self._kernel = KERNELS[settings.kernel]
        self._convex = moments.is_gram and kernel.convex(settings, moments.mass - _SLACK)
        mass, mu = moments.mass, moments.mu
        norms: Floats | float = mass if moments.norms is None else moments.norms
        # The argument of the kernel is S_ij − own_i − own_j + constant. 1 − x and 1 − y are as far
        # apart as x and y: the complement changes no distance.
        self._own: Floats | None = None
        self._constant = 0.0
        if kernel.of_distance:
            one, v = np.zeros(1), mu - (mass + norms) / 2
            if moments.norms is None:
                self._constant = -mass
            else:
                self._own = moments.norms / 2
        else:
            one, v = np.array([mass]), mu.copy()
            if complement:
                self._own, self._constant = mu, mass
        self.vector: Floats = kernel.joint(v, settings)
        self.at_one = float(kernel.joint(one, settings)[0])
        self.scale = self.at_one
        if moments.norms is not None or complement or not moments.is_gram:
            own = None if self._own is None else 2 * self._own
            self.scale = float(self._of(moments.diagonal(), own).max())
        if kernel.of_distance and not moments.is_gram:
            everyone = np.arange(len(mu))
            _check_growth(float(moments.block(everyone).max()) - mass, settings.sigma)

    def block(self, members: Indices) -> Floats:
        """Return (n, n) the entries between the given members, as a new array."""
        return self._entries(members, members)

    def product(self, members: Indices, weights: Floats, floor: Floats) -> Floats:
        """Return (L,) Σ weights_i K_ij over the given members i, as in ``active_set.Matrix``.

        A convex function of the mean is at most the mean of its values (Jensen's inequality): where
        that exceeds ``floor``, the entries themselves are not needed.
        """
        positive = np.maximum(weights, 0.0)
        total = float(positive.sum())
        if self._convex and total < _WILD:
            positive /= total
            own = None if self._own is None else positive @ self._own[members] + self._own
            product = self._of(self._moments.product(members, positive), own)
            near = (product <= floor).nonzero()[0]
        else:
            product = np.empty(len(floor))
            near = np.arange(len(floor))
        if near.size:
            product[near] = weights @ self._entries(members, near)
        return product

    def _entries(self, members: Indices, columns: Indices) -> Floats:
        own = None if self._own is None else self._own[members][:, None] + self._own[columns]
        return self._of(self._moments.entries(members, columns), own)

    def _of(self, sums: Floats, own: Floats | None) -> Floats:
        """Return the kernel values for the moments ``sums``, which are overwritten."""
        if own is not None:
            sums -= own
        sums += self._constant
        return self._kernel.joint(sums, self._settings)


def _check_growth(exponent: float, sigma: float) -> None:
    """Raise ``InputError`` where an entry of the Gaussian kernel would be beyond all meaning."""
    if exponent > _LARGEST_EXPONENT * sigma**2:
        raise InputError(
            f"σ is {sigma:g}, too small for pairwise out-of-bag votes: made positive semidefinite, "
            f"their second moments exceed 1 by {exponent:.2g}, which so narrow "
            "a kernel blows up; take a larger σ, missing_votes='impute' or a hold-out."
        )
