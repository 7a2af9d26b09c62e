"""The record of a chosen λ and of the candidates it was chosen from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.common.types import Floats
from l2dwk_core.method.settings import Settings

_TIE = 1e-12


@dataclass(frozen=True)
class LambdaCandidate:
    """One value that was tried.

    Attributes
    ----------
    lam, kernel, max_rounds
        The values that replace those of the settings.
    inner_score
        The share of the left-out rows on which the vote is right, over all folds and repeats, in
        [0, 1]. A row counts when a member with weight may judge it. It serves to choose. For the
        chosen candidate it is too high, because it is the highest of many.
    standard_error
        The standard deviation of the shares of the folds, divided by the square root of their
        number, over all repeats together. It shows how flat the curve is. It does not support
        claims, because the folds share training rows and the repeats share all rows. NaN for a
        single fold.
    n_kept
        The mean number of members with weight, over folds and repeats.
    """

    lam: float
    kernel: str
    max_rounds: int
    inner_score: float
    standard_error: float
    n_kept: float

    @classmethod
    def of(cls, lam: float, kernel: str, max_rounds: int, scores: Floats) -> LambdaCandidate:
        """Return the candidate with these scores, one candidate of ``scores_of``."""
        right, judged, kept = scores.T
        shares = right[judged > 0] / judged[judged > 0]
        n = shares.size
        return cls(
            lam,
            kernel,
            max_rounds,
            inner_score=float(right.sum() / judged.sum()) if n else 0.0,
            standard_error=float(shares.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan,
            n_kept=float(kept.mean()),
        )


@dataclass(frozen=True)
class LambdaChoice:
    """The chosen settings, and the candidates they were chosen from.

    Attributes
    ----------
    settings
        The given settings with the chosen λ, kernel and number of rounds.
    candidates
        All candidates, sorted by kernel in the given order, then by rounds and λ, ascending.
    chosen
        The position of the chosen candidate in ``candidates``.
    n_folds, n_repeats, seed
        The values that were used.
    notes
        One line for each thing that was done differently from what was asked.
    """

    settings: Settings
    candidates: tuple[LambdaCandidate, ...]
    chosen: int
    n_folds: int
    n_repeats: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def winner(self) -> LambdaCandidate:
        """Return the candidate that was chosen."""
        return self.candidates[self.chosen]

    @property
    def curve(self) -> tuple[LambdaCandidate, ...]:
        """Return the candidates with the chosen kernel and number of rounds, λ ascending."""
        best = self.winner
        return tuple(
            c for c in self.candidates if (c.kernel, c.max_rounds) == (best.kernel, best.max_rounds)
        )

    @property
    def tied(self) -> tuple[LambdaCandidate, ...]:
        """Return all candidates with the highest score, including the chosen one."""
        return tuple(self.candidates[place] for place in tied(self.candidates))

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "chosen": {
                "lam": self.winner.lam,
                "kernel": self.winner.kernel,
                "max_rounds": self.winner.max_rounds,
            },
            "n_folds": self.n_folds,
            "n_repeats": self.n_repeats,
            "seed": self.seed,
            "notes": list(self.notes),
            "candidates": [
                vars(c) | {"standard_error": number_or_none(c.standard_error)}
                for c in self.candidates
            ],
        }


def tied(candidates: Sequence[LambdaCandidate]) -> list[int]:
    """Return the positions of the candidates with the highest score."""
    highest = max(c.inner_score for c in candidates)
    return [i for i, c in enumerate(candidates) if c.inner_score > highest - _TIE]


def best_of(candidates: Sequence[LambdaCandidate]) -> int:
    """Return the position of the highest score. Of equal scores: fewest members kept, then smallest
    λ, then fewest rounds, then the first."""
    return min(
        tied(candidates),
        key=lambda i: (round(candidates[i].n_kept, 9), candidates[i].lam, candidates[i].max_rounds),
    )
