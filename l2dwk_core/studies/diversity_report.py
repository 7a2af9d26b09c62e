"""The diversity of one run's ensemble: every measure, on equal rows and under kernel weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import MeasureDetail, measure_all
from l2dwk_core.diversity.measure import constant_words
from l2dwk_core.diversity.samples import OracleSample
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.kept_models import member_name
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
    notes
        Which rows were left out for want of votes, one line each.
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
    notes: tuple[str, ...] = ()

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
    run: Run,
    *,
    perfect: bool = False,
    alpha_round: str = "returned",
    measure: Callable[..., Mapping[str, MeasureDetail]] = measure_all,
) -> DiversityReport:
    """Measure a run's members on the rows from which their weights were learned.

    Out-of-bag votes have gaps, which no measure accepts. Then the test rows are measured instead,
    without kernel weights, which belong to the weighting rows. Where the test rows have gaps too,
    only the rows of both parts that have every member's vote are measured.

    Parameters
    ----------
    perfect
        Add an imagined member that is right on every row.
    alpha_round
        A key of ``ALPHA_ROUNDS``: kernel weights of the returned or of the last round.
    measure
        Computes the measures: ``measure_all``, or what has it computed elsewhere.

    Raises
    ------
    InputError
        Unknown *alpha_round*, or fewer than two rows with every member's vote.
    """
    if alpha_round not in ALPHA_ROUNDS:
        raise unknown_choice("round of the kernel weights", alpha_round, ALPHA_ROUNDS)
    complete = run.oracle.available is None
    notes: tuple[str, ...] = ()
    test, note = _complete_rows(run.test_oracle, "test")
    if complete or note:
        measured, more = _complete_rows(run.oracle, "weighting")
        notes = tuple(filter(None, (more, note)))
    else:
        measured = test
    rows = "weighting" if complete or note else "test"
    index = run.trace.returned_round if alpha_round == "returned" else len(run.trace.rounds)
    alpha = run.trace.rounds[index - 1].alpha if complete else None
    place = None
    if perfect:
        place = measured.n_members
        measured, test = with_perfect_member(measured), with_perfect_member(test)
    names = _names(run, perfect=perfect)

    def measures(weights: Floats | None) -> Mapping[str, MeasureDetail]:
        return _named(measure(measured.matrix, weights, codes=measured.codes), measured, names)

    return DiversityReport(
        rows=rows,
        oracle=measured,
        test_oracle=test,
        alpha=alpha,
        alpha_round=index if complete else None,
        fixed=measures(None),
        adaptive=None if alpha is None else measures(alpha),
        kept=np.flatnonzero(run.trace.weights),
        perfect=place,
        notes=notes,
    )


def _names(run: Run, *, perfect: bool) -> list[str]:
    """Return the names of the members; none where they are only numbers."""
    names = [member_name(run, member) for member in range(run.n_members)]
    if all(name == f"member {member}" for member, name in enumerate(names)):
        return []
    return [*names, "the imagined member"] if perfect else names


def _named(
    details: Mapping[str, MeasureDetail], measured: Oracle, names: list[str]
) -> Mapping[str, MeasureDetail]:
    """Return the details with names in place of the numbers of members without a mistake, or with
    nothing else."""
    sample = OracleSample.read(measured.matrix)
    numbers = constant_words(sample)
    if not names or not numbers:
        return details
    words = constant_words(sample, names)
    return {
        key: replace(detail, reason=detail.reason.replace(numbers, words))
        for key, detail in details.items()
    }


def _complete_rows(oracle: Oracle, name: str) -> tuple[Oracle, str]:
    """The rows every member may judge, and a note where they are not all.

    Raise ``InputError`` when there are fewer than two.
    """
    if oracle.available is None:
        return oracle, ""
    full = oracle.available.all(axis=1)
    kept = int(full.sum())
    if kept < 2:
        raise InputError(
            f"Diversity is measured on rows with every member's vote; {kept} of {oracle.n_rows} "
            f"{name} rows have them. Leave out the members that lack most votes."
        )
    rest = Oracle.from_codes(oracle.codes[full], oracle.label_codes[full], oracle.classes)
    return rest, f"Measured on the {kept} of {oracle.n_rows} {name} rows with every member's vote."


def with_perfect_member(oracle: Oracle) -> Oracle:
    """Return the same votes and one more member that is right on every row."""
    codes = np.column_stack([oracle.codes, oracle.label_codes.astype(oracle.codes.dtype)])
    return Oracle.from_codes(codes, oracle.label_codes, oracle.classes)
