"""The diversity of one run's ensemble: every measure, on equal rows and under kernel weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import unknown_choice
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import MeasureDetail, measure_all
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.run import Run

ALPHA_ROUNDS = ("returned", "last")
"""Rounds whose kernel weights the adaptive diversity may use."""


@dataclass(frozen=True, eq=False)
class DiversityReport:
    """Diversity of the members of a run.

    Attributes
    ----------
    rows
        "weighting", or "test" where weighting votes have gaps.
    oracle
        Complete votes on those rows.
    test_oracle
        Votes of the same members on the test rows.
    alpha
        ``(N,)`` kernel weights of the measured rows; None where there are none for them.
    alpha_round
        Index of the round they are of; None without them.
    fixed, adaptive
        Every measure on equally weighted rows, and under ``alpha`` (None without it).
    kept
        Members with weight in the returned vote.
    perfect
        Index of the imagined member that is always right; None without one.
    """

    rows: str
    oracle: Oracle
    test_oracle: Oracle
    alpha: Floats | None
    alpha_round: int | None
    fixed: Mapping[str, MeasureDetail]
    adaptive: Mapping[str, MeasureDetail] | None
    kept: NDArray[np.intp]
    perfect: int | None

    @property
    def n_members(self) -> int:
        """Return L, the number of members, with the imagined perfect member if there is one."""
        return self.oracle.n_members

    @property
    def alpha_is_equal(self) -> bool:
        """Return whether the kernel weights are all equal, so that adaptive measures equal fixed
        ones."""
        return self.alpha is not None and bool(np.ptp(self.alpha) <= 1e-12 * self.alpha.max())


def diversity_report(
    run: Run, *, perfect: bool = False, alpha_round: str = "returned"
) -> DiversityReport:
    """Measure a run's members on the rows from which their weights were learned.

    Out-of-bag votes have gaps, which no measure accepts. Then the test rows are measured instead,
    without kernel weights, which belong to the weighting rows.

    Parameters
    ----------
    perfect
        Add an imagined member that is right on every row.
    alpha_round
        A key of ``ALPHA_ROUNDS``: kernel weights of the returned or of the last round.

    Raises
    ------
    InputError
        Unknown *alpha_round*.
    """
    if alpha_round not in ALPHA_ROUNDS:
        raise unknown_choice("round of the kernel weights", alpha_round, ALPHA_ROUNDS)
    complete = run.oracle.available is None
    measured = run.oracle if complete else run.test_oracle
    test = run.test_oracle
    index = run.trace.returned_round if alpha_round == "returned" else len(run.trace.rounds)
    alpha = run.trace.rounds[index - 1].alpha if complete else None
    place = None
    if perfect:
        place = measured.n_members
        measured, test = with_perfect_member(measured), with_perfect_member(test)
    return DiversityReport(
        rows="weighting" if complete else "test",
        oracle=measured,
        test_oracle=test,
        alpha=alpha,
        alpha_round=index if complete else None,
        fixed=measure_all(measured.matrix, codes=measured.codes),
        adaptive=None
        if alpha is None
        else measure_all(measured.matrix, alpha, codes=measured.codes),
        kept=np.flatnonzero(run.trace.weights),
        perfect=place,
    )


def with_perfect_member(oracle: Oracle) -> Oracle:
    """Return the same votes and one more member that is right on every row."""
    codes = np.column_stack([oracle.codes, oracle.label_codes.astype(oracle.codes.dtype)])
    return Oracle.from_codes(codes, oracle.label_codes, oracle.classes)
