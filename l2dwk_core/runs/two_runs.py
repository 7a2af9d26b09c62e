"""The comparison of two runs: what may be compared and claimed, and which members both keep."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from l2dwk_core.common.types import Indices
from l2dwk_core.runs.kept_records import KeptModel, KeptModels
from l2dwk_core.runs.run import Run
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.significance import Claim


@dataclass(frozen=True, eq=False)
class RunPair:
    """Two runs a and b.

    Attributes
    ----------
    a, b
        The runs.
    rows_differ
        A sentence that says why their votes cannot be compared row by row. None when both are
        tested on the same rows.
    better, worse
        The number of test rows on which b is right and a is wrong, and the number of the reverse;
        0 when ``rows_differ`` is not None.
    members_differ
        A sentence that says why members with the same number are not the same in a and b. None
        when the members that both have are the same.
    common
        The members with weight in both runs; empty when ``members_differ`` is not None.
    answered
        ``better`` and ``worse`` among the test rows that both runs answered; None when they
        answered all.
    groups
        How the two runs differ in each group of test rows; None when rows are single cases, or when
        ``rows_differ`` is not None.
    """

    a: Run
    b: Run
    rows_differ: str | None
    better: int
    worse: int
    members_differ: str | None
    common: Indices
    answered: tuple[int, int] | None = None
    groups: GroupGains | None = None

    @property
    def claim(self) -> Claim:
        """Return what may be claimed of b against a, as one of the comparisons of a run. Whoever
        speaks of this difference takes it from here."""
        n = self.b.accuracy.n_test_rows
        rows = PairedRows(self.better, self.worse, n, self.answered, self.groups)
        return rows.claim(self.b.accuracy.comparisons)

    @property
    def shared_a(self) -> float:
        """Return the share of the vote of run a that the common members hold, in [0, 1]."""
        return _share(self.a, self.common)

    @property
    def shared_b(self) -> float:
        """Return the same of run b."""
        return _share(self.b, self.common)


def _share(run: Run, members: Indices) -> float:
    # The weights sum to less than 1 where small ones were removed without rescaling.
    return float(run.trace.weights[members].sum() / run.trace.weights.sum())


def pair_runs(a: Run, b: Run) -> RunPair:
    """Return the comparison of two runs, as far as they can be compared."""
    rows_differ, members_differ = _rows_differ(a, b), _members_differ(a, b)
    rows = PairedRows(0, 0, 0)
    if rows_differ is None:
        rows = PairedRows.of(~b.wrong, ~a.wrong, a.answered & b.answered, b.prepared.test_groups)
    common = np.empty(0, dtype=np.intp)
    if members_differ is None:
        common = np.intersect1d(np.flatnonzero(a.trace.weights), np.flatnonzero(b.trace.weights))
    return RunPair(
        a,
        b,
        rows_differ,
        rows.better,
        rows.worse,
        members_differ,
        common,
        rows.answered,
        rows.groups,
    )


def with_pinned_verdict(found: KeptModels, pair: RunPair) -> KeptModels:
    """Return the kept members of run b, with one verdict for each pair of votes also beside the
    pinned run a.

    Where the vote without a member is that of a, on every test row, its loss is the claim of the
    pair. Else the loss is corrected for all members left out, and could be said not to be shown
    while the pair is, or the reverse.
    """
    if pair.rows_differ is not None:
        return found
    a, b = pair.a, pair.b
    rows = (b.wrong < a.wrong, a.wrong < b.wrong, ~a.answered)
    corrects, spoils, unanswered = map(np.flatnonzero, rows)

    def one(model: KeptModel) -> KeptModel:
        without = model.without
        if without is None or not (
            np.array_equal(without.corrects, corrects)
            and np.array_equal(without.spoils, spoils)
            and np.array_equal(without.unanswered, unanswered)
        ):
            return model
        return replace(model, without=replace(without, loss=pair.claim))

    models = tuple(map(one, found.models))
    return found if models == found.models else replace(found, models=models)


def _rows_differ(a: Run, b: Run) -> str | None:
    first, second = a.prepared, b.prepared
    if first.dataset.name != second.dataset.name or not np.array_equal(
        first.dataset.y, second.dataset.y
    ):
        return (
            f"A is tested on {first.dataset.name} and B on {second.dataset.name}: there are no "
            "test rows in common."
        )
    if not np.array_equal(first.test_rows, second.test_rows):
        return "A and B have set other test rows aside: their seed or share of test rows differs."
    return None


def _members_differ(a: Run, b: Run) -> str | None:
    first, second = a.prepared, b.prepared
    same_rows = first.dataset.name == second.dataset.name and np.array_equal(
        first.training_rows, second.training_rows
    )
    if same_rows and not np.array_equal(
        first.labels[first.training_rows], second.labels[second.training_rows]
    ):
        return "Their members were trained on other labels."
    if not same_rows:
        return "Their members were trained on other rows."
    # The members of a smaller ensemble are the first members of a larger one.
    if first.recipe.pool != replace(second.recipe.pool, n_members=first.recipe.pool.n_members):
        return "Their members were trained in another way."
    return None
