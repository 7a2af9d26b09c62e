"""Measures that are functions of average disagreement once the members' mean accuracy is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.types import Floats


@dataclass(frozen=True)
class Identity:
    """A measure as a function of mean accuracy p̄, average disagreement Dis and size L.

    ``formula`` is LaTeX; ``value(p̄, Dis, L)`` takes arrays and gives NaN where the measure has no
    value.
    """

    name: str
    formula: str
    value: Callable[[ArrayLike, ArrayLike, int], Floats]


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    shape = np.broadcast_shapes(numerator.shape, denominator.shape)
    out: Floats = np.full(shape, np.nan)
    np.divide(numerator, denominator, out=out, where=denominator > 0)
    return out


def _kohavi_wolpert(p: ArrayLike, dis: ArrayLike, n: int) -> Floats:
    return np.asarray(dis) * ((n - 1) / (2 * n)) + 0.0 * np.asarray(p)


def _difficulty(p: ArrayLike, dis: ArrayLike, n: int) -> Floats:
    accuracy = np.asarray(p)
    return np.asarray(accuracy * (1 - accuracy) - _kohavi_wolpert(p, dis, n))


def _interrater_kappa(p: ArrayLike, dis: ArrayLike, n: int) -> Floats:
    accuracy = np.asarray(p, dtype=np.float64)
    return np.asarray(1 - _ratio(np.asarray(dis), 2 * accuracy * (1 - accuracy)))


def _double_fault(p: ArrayLike, dis: ArrayLike, n: int) -> Floats:
    return np.asarray((1 - np.asarray(p)) - np.asarray(dis) / 2)


def _generalized_diversity(p: ArrayLike, dis: ArrayLike, n: int) -> Floats:
    return _ratio(np.asarray(dis), 2 * (1 - np.asarray(p, dtype=np.float64)))


IDENTITIES: Mapping[str, Identity] = MappingProxyType(
    {
        identity.name: identity
        for identity in (
            Identity("double_fault", r"(1-\bar p) - \tfrac12 \mathrm{Dis}", _double_fault),
            Identity("kohavi_wolpert", r"\tfrac{L-1}{2L}\,\mathrm{Dis}", _kohavi_wolpert),
            Identity(
                "interrater_kappa", r"1 - \frac{\mathrm{Dis}}{2\bar p(1-\bar p)}", _interrater_kappa
            ),
            Identity(
                "difficulty", r"\bar p(1-\bar p) - \tfrac{L-1}{2L}\,\mathrm{Dis}", _difficulty
            ),
            Identity(
                "generalized_diversity",
                r"\frac{\mathrm{Dis}}{2(1-\bar p)}",
                _generalized_diversity,
            ),
        )
    }
)
"""By measure. Each holds exactly, on every ensemble; Kuncheva & Whitaker 2003 give the first ones,
the others follow from ``l(L − l)`` summed over rows. Disagreement itself is the only one that is
not listed."""
