"""What a combiner may look at: members' answers on rows they should be judged by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.oracle.oracle import Oracle


@dataclass(frozen=True, eq=False)
class CombinerInput:
    """The weighting rows.

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
    """A method's answer.

    Attributes
    ----------
    weights
        (L,) non-negative, sum 1; an unweighted subset of size s has 1/s on its members.
    selected
        Indices of the members kept; in the method's order for an ordering method, else ascending.
    report
        What the method has to say besides: a bound, a path of errors, a fallback it took.
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
