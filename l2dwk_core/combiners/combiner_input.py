"""The input of a combiner, which is the members' answers on the weighting rows, and its result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle


@dataclass(frozen=True, eq=False)
class CombinerInput:
    """The members' answers on the weighting rows.

    Attributes
    ----------
    oracle
        Votes and true classes: ``matrix`` (N, L) ±1, ``codes`` (N, L), ``label_codes`` (N,).
    probabilities
        (N, L, C) class probabilities, only for methods that declare that they need them.
    features
        (N, d) numeric features without gaps, only for methods that declare that they need them.
    """

    oracle: Oracle
    probabilities: NDArray[np.floating] | None = None
    features: Floats | None = None


@dataclass(frozen=True, eq=False)
class Combination:
    """The result of a method: weights, or a subset of the members.

    Attributes
    ----------
    weights
        (L,) non-negative, sum 1; an unweighted subset of size s has 1/s on its members.
    selected
        Indices of the members kept; in the method's order for an ordering method, else ascending.
    report
        Further results of the method: a bound, errors after each member, a fallback that was used.
    """

    weights: Floats
    selected: Indices
    report: dict[str, object]

    @classmethod
    def of_subset(cls, members: Indices, n_members: int, **report: object) -> Combination:
        """Return an unweighted vote of the given members, in the given order."""
        chosen = np.asarray(members, dtype=np.intp)
        weights = np.zeros(n_members)
        weights[chosen] = 1.0 / len(chosen)
        return cls(weights, chosen, dict(report))

    @classmethod
    def of_weights(cls, weights: Floats, **report: object) -> Combination:
        """Return a weighted vote."""
        return cls(weights, np.flatnonzero(weights), dict(report))
