"""The answers of the members, the weighted vote and the uniform vote on single weighting rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.oracle.vote_rules import class_votes, mean_probability, plurality
from l2dwk_core.runs.run import Run


@dataclass(frozen=True, eq=False)
class RowAnswers:
    """Votes on chosen weighting rows.

    Attributes
    ----------
    rows
        (K,) positions of the rows among the weighting rows.
    truth
        (K,) positions of the true classes.
    weighted, uniform
        (K, C) share of the vote that each class gets. A row sums to 1, or to 0 where no member with
        weight may judge it.
    winner, winner_uniform
        (K,) the class with most votes, of equal ones the lowest; −1 where there are no votes.
    members
        (K, L) the answer of each member; −1 where it may not judge the row.
    """

    rows: NDArray[np.intp]
    truth: NDArray[np.intp]
    weighted: Floats
    uniform: Floats
    winner: NDArray[np.intp]
    winner_uniform: NDArray[np.intp]
    members: NDArray[np.intp]


def row_answers(run: Run, rows: Sequence[int]) -> RowAnswers:
    """Return the votes on these weighting rows, counted with the returned weights and with equal
    weights.

    With ``outputs='probabilities'`` a member divides its vote among the classes in proportion to
    its probabilities.
    """
    chosen = np.asarray(rows, dtype=np.intp)
    oracle = run.oracle
    mask = None if oracle.available is None else oracle.available[chosen]
    codes = oracle.codes[chosen].astype(np.intp)

    def shares(weights: Floats) -> Floats:
        if oracle.probabilities is not None:
            return mean_probability(oracle.probabilities[chosen], weights)
        votes = class_votes(codes, weights, len(oracle.classes), mask)
        total = votes.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(votes, total, out=np.zeros_like(votes), where=total > 0))

    def winner(votes: Floats) -> NDArray[np.intp]:
        return np.where(votes.sum(axis=1) > 0, plurality(votes)[0], -1)

    weighted = shares(run.trace.weights)
    uniform = shares(np.full(run.n_members, 1 / run.n_members))
    return RowAnswers(
        chosen,
        oracle.label_codes[chosen].astype(np.intp),
        weighted,
        uniform,
        winner(weighted),
        winner(uniform),
        codes if mask is None else np.where(mask, codes, -1),
    )
