"""Two methods of a study head to head: what each dataset says, and what all say together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.statistics.across_datasets import across_datasets
from l2dwk_core.statistics.head_to_head import HeadToHead
from l2dwk_core.statistics.significance import Claim, DiscordantRows, claims
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
    """

    first: str
    second: str
    by_dataset: dict[str, Claim]
    together: HeadToHead
    cases: tuple[str, ...]
    left_out: tuple[str, ...]


def two_methods(table: StudyTable, first: str, second: str) -> TwoMethods:
    """Return what the datasets say of two methods.

    Raise ``InputError`` for an unknown method, a method beside itself, or when there is no dataset
    on which both have a result.
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
    across = across_datasets(both, family_names(table.families))
    names = list(whole.index)
    rows = [discordant_rows(table.records, name, first, second) for name in names]
    return TwoMethods(
        first,
        second,
        dict(zip(names, claims(rows), strict=True)),
        across.head_to_head(first, second),
        across.cases,
        tuple(name for name in both.index if name not in whole.index),
    )


def discordant_rows(records: pd.DataFrame, dataset: str, first: str, second: str) -> DiscordantRows:
    """Return the test rows of a dataset on which only one of two methods is right, fold by
    fold."""
    found = records[(records["dataset"] == dataset) & records["method"].isin((first, second))]
    folds: dict[tuple[int, int], dict[str, pd.Series]] = {}
    for _, row in found.iterrows():
        folds.setdefault((row["repeat"], row["fold"]), {})[row["method"]] = row
    pairs = [(fold[first], fold[second]) for _, fold in sorted(folds.items()) if len(fold) == 2]
    better, worse = [], []
    for one, other in pairs:
        right, also = (rows_right(row["right"], int(row["n_test"])) for row in (one, other))
        better.append(int(np.count_nonzero(right & ~also)))
        worse.append(int(np.count_nonzero(also & ~right)))
    return DiscordantRows(
        tuple(better),
        tuple(worse),
        tuple(int(one["n_test"]) for one, _ in pairs),
        tuple(int(one["n_training"]) for one, _ in pairs),
    )
