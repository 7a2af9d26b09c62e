"""Three equally accurate voters on two-class questions, and how their mistakes overlap.

This is the smallest ensemble in which a vote can be better than its members, or not better at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats

PATTERNS = np.array(
    [[1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]],
    dtype=bool,
)
"""(8, 3) who is right, from everybody to nobody."""


@dataclass(frozen=True, eq=False)
class ThreeVoters:
    """Three voters, each right with probability ``accuracy``.

    Attributes
    ----------
    accuracy, overlap
        p in [0, 1], and how mistakes meet, from −1 (kept apart as far as possible) over 0
        (independent) to 1 (all make the same ones).
    chances
        (4,) chance that exactly 0, 1, 2, 3 of them are right.
    """

    accuracy: float
    overlap: float
    chances: Floats

    @property
    def vote(self) -> float:
        """Return the probability that the majority is right: P(2 right) + P(3 right)."""
        return float(self.chances[2:].sum())

    @property
    def extreme_vote(self) -> float:
        """Chance that the majority is right at the end of the scale the overlap points to.

        That end is copies (overlap ≥ 0) or mistakes kept apart (overlap < 0).
        """
        return three_voters(self.accuracy, 1 if self.overlap >= 0 else -1).vote

    @property
    def disagreement(self) -> float:
        """Return the probability that exactly one of two voters is right: ⅔ (P(1 right) + P(2
        right))."""
        return float(self.chances[1:3].sum() * 2 / 3)

    @property
    def pattern_chances(self) -> Floats:
        """Return (8,) the probability of each of ``PATTERNS``. Patterns with equally many right
        voters have equal ones."""
        right = PATTERNS.sum(axis=1)
        return np.asarray(self.chances[right] / np.array([1, 3, 3, 1])[right])


def three_voters(accuracy: float, overlap: float) -> ThreeVoters:
    """Return three voters between three cases: copies, independent voters, and voters whose
    mistakes avoid each other.

    With q = 1 − p: copies are right together with chance p; independent voters binomially; mistakes
    kept apart fall on different questions as far as they can, so that ⌊3q⌋ or ⌈3q⌉ voters err on
    every question. ``overlap`` t mixes the independent voters, with weight 1 − |t|, and the copies
    (t > 0) or those kept apart (t < 0), with weight |t|; p stays the same.

    Raise ``InputError`` unless 0 ≤ p ≤ 1 and −1 ≤ t ≤ 1.
    """
    if not 0 <= accuracy <= 1:
        raise InputError(f"accuracy is {accuracy:g}; it is a share from 0 to 1.")
    if not -1 <= overlap <= 1:
        raise InputError(f"overlap is {overlap:g}; it must be from -1 to 1.")
    p, q = accuracy, 1.0 - accuracy
    independent = np.array([q**3, 3 * p * q**2, 3 * p**2 * q, p**3])
    if overlap >= 0:
        extreme = np.array([q, 0.0, 0.0, p])
    else:
        extreme = np.zeros(4)
        # Expected number of right voters 3p, spread over the two whole numbers next to it.
        low = min(int(np.floor(3 * p + 1e-12)), 2)
        extreme[low + 1] = max(3 * p - low, 0.0)
        extreme[low] = 1.0 - extreme[low + 1]
    weight = abs(overlap)
    return ThreeVoters(accuracy, overlap, (1 - weight) * independent + weight * extreme)
