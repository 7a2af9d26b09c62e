"""Two methods of a study head to head: what each dataset says, and what all say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.statistics.across_datasets import across_datasets
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import gains_of_splits
from l2dwk_core.statistics.head_to_head import HeadToHead
from l2dwk_core.statistics.significance import Claim, claims
from l2dwk_core.study.ranked_methods import family_names
from l2dwk_core.study.record import rows_right
from l2dwk_core.study.results import StudyTable


@dataclass(frozen=True, eq=False)
class TwoMethods:
    """Two methods over datasets; differences are accuracies of the first minus the second.

    Attributes
    ----------
    first, second
        Texts of the methods.
    by_dataset
        By dataset, the difference with its interval, from the test rows on which only one of the
        two is right. Corrected by Holm over these datasets.
    together
        What may be said over all cases, when this pair alone is asked for.
    cases
        Names of the cases: datasets and families.
    left_out
        Datasets on which one of the two has no result.
    unanswered
        Datasets on which one of the two has test rows without an answer. They count as wrong, so
        that these datasets are not in ``together``, and a difference on one of them must also hold
        on the rows that both answered.
    """

    first: str
    second: str
    by_dataset: dict[str, Claim]
    together: HeadToHead
    cases: tuple[str, ...]
    left_out: tuple[str, ...]
    unanswered: tuple[str, ...] = ()


def two_methods(table: StudyTable, first: str, second: str) -> TwoMethods:
    """Return what the datasets say of two methods.

    Raise ``InputError`` for an unknown method, a method beside itself, or when there is no dataset
    on which both have a result and an answer for every test row.
    """
    for name in (first, second):
        if name not in table.methods:
            raise unknown_choice("method", name, table.methods)
    if first == second:
        raise InputError(f"{first!r} is compared with itself; choose two methods.")
    both = table.accuracies[[first, second]]
    whole = both.dropna()
    if whole.empty:
        raise InputError(
            f"There is no dataset on which both {first!r} and {second!r} have a result; choose "
            "another pair."
        )
    unanswered = [name for name in table.unanswered((first, second)) if name in whole.index]
    if len(unanswered) == len(whole):
        raise InputError(
            f"On every dataset {first!r} or {second!r} has test rows without an answer, which "
            "count as wrong, so that nothing can be said over datasets; choose another pair."
        )
    across = across_datasets(both.drop(index=unanswered), family_names(table.families))
    names = list(whole.index)
    found = discordant_rows(table.records, first, second)
    rows = [found[name] for name in names]
    return TwoMethods(
        first,
        second,
        dict(zip(names, claims(rows), strict=True)),
        across.head_to_head(first, second),
        across.cases,
        tuple(name for name in both.index if name not in whole.index),
        tuple(unanswered),
    )


_WHICH = ("dataset", "repeat", "fold", "method")
_ROWS = ("right", "unanswered", "test_groups", "n_test", "n_training")


def discordant_rows(records: pd.DataFrame, first: str, second: str) -> dict[str, DiscordantRows]:
    """Return by dataset the test rows on which only one of two methods is right, fold by fold.

    Folds on which one of the two has no result are left out. Where rows are in groups, the records
    say so, and a group counts as one case.
    """
    found = records[records["method"].isin((first, second)) & records["correct"].notna()]
    for name in ("unanswered", "test_groups"):
        if name not in found:  # a study that was stored before this was recorded
            found = found.assign(**{name: ""})
    folds: dict[str, dict[tuple[int, int], dict[str, _Fold]]] = {}
    for record in found[[*_WHICH, *_ROWS]].to_dict("records"):
        number = int(record["repeat"]), int(record["fold"])
        place = folds.setdefault(record["dataset"], {}).setdefault(number, {})
        place[record["method"]] = _Fold.of(record)
    return {
        dataset: _of_pairs([(f[first], f[second]) for _, f in sorted(each.items()) if len(f) == 2])
        for dataset, each in folds.items()
        if any(len(f) == 2 for f in each.values())
    }


class _Fold(NamedTuple):
    right: NDArray[np.bool_]
    answered: NDArray[np.bool_]
    group: NDArray[np.int_] | None
    n_training: int

    @classmethod
    def of(cls, record: Mapping[Any, Any]) -> _Fold:
        n_test, missing, groups = int(record["n_test"]), record["unanswered"], record["test_groups"]
        # In a table that was read from a file, an empty text is NaN.
        some, grouped = (isinstance(text, str) and bool(text) for text in (missing, groups))
        answered = ~rows_right(missing, n_test) if some else np.ones(n_test, dtype=bool)
        group = np.array(groups.split(), int) if grouped else None
        right = rows_right(record["right"], n_test)
        return cls(right, answered, group, int(record["n_training"]))


def _of_pairs(pairs: list[tuple[_Fold, _Fold]]) -> DiscordantRows:
    counts = [
        PairedRows.of(one.right, other.right, one.answered & other.answered, one.group)
        for one, other in pairs
    ]
    answered = [found.answered or (found.better, found.worse) for found in counts]
    return DiscordantRows(
        tuple(found.better for found in counts),
        tuple(found.worse for found in counts),
        tuple(found.n_rows for found in counts),
        tuple(one.n_training for one, _ in pairs),
        None if all(found.answered is None for found in counts) else tuple(answered),
        gains_of_splits([found.groups for found in counts]),
    )
