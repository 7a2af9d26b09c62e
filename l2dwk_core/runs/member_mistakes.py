"""The weighting rows on which one member is wrong, and the answer of the vote on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.runs.run import Run


@dataclass(frozen=True, eq=False)
class MemberMistakes:
    """The mistakes of one member on the weighting rows, in the round whose weights were returned.

    Attributes
    ----------
    rows
        (M,) positions, among the weighting rows, of the rows on which the member is wrong. The row
        with the largest kernel weight is first; of equal ones the lower position is first.
    n_judged
        The number of weighting rows the member may judge.
    answers
        (M,) the class the member predicts.
    vote_wrong
        (M,) bool, True where the weighted vote is wrong as well.
    alpha
        (M,) the kernel weights of the rows.
    difficulty
        (M,) the share of the members that are wrong on the row, in [0, 1].
    """

    rows: NDArray[np.intp]
    n_judged: int
    answers: NDArray[np.generic]
    vote_wrong: NDArray[np.bool_]
    alpha: Floats
    difficulty: Floats

    @property
    def n_vote_wrong(self) -> int:
        """Return on how many of these rows the weighted vote is wrong as well."""
        return int(np.count_nonzero(self.vote_wrong))


def member_mistakes(run: Run, member: int) -> MemberMistakes:
    """Return the weighting rows on which a member (0 to L − 1) is wrong."""
    oracle, returned = run.oracle, run.trace.returned
    marks = oracle.matrix[:, member]
    rows = np.flatnonzero(marks < 0)
    rows = rows[np.argsort(-returned.alpha[rows], kind="stable")]
    return MemberMistakes(
        rows,
        int(np.count_nonzero(marks)),
        oracle.classes[oracle.codes[rows, member]],
        returned.wrong[rows],
        returned.alpha[rows],
        oracle.difficulty[rows],
    )
