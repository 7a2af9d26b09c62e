"""How many members each method of a study keeps, and what its vote gains by that."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from l2dwk_core.study.ranked_methods import RankedMethods, family_names
from l2dwk_core.study.results import StudyTable

UNIFORM_VOTE = "uniform_vote"


@dataclass(frozen=True)
class MethodMeans:
    """A method's means over cases: members kept, accuracy, and its difference to the uniform vote
    (NaN without that method)."""

    method: str
    kept: float
    accuracy: float
    difference: float


def kept_and_gain(ranked: RankedMethods) -> tuple[MethodMeans, ...]:
    """Return the means of each method that has mean ranks.

    Means are over cases: the datasets on which all these methods have a result, a family of related
    ones as one.
    """
    if ranked.across is None:
        return ()
    names = list(ranked.across.methods)
    table = ranked.table
    accuracy, kept = (case_means(table, each[names]) for each in (table.accuracies, table.kept))
    uniform = accuracy.get(UNIFORM_VOTE, float("nan"))
    return tuple(
        MethodMeans(name, kept[name], accuracy[name], accuracy[name] - uniform) for name in names
    )


def case_means(table: StudyTable, values: pd.DataFrame) -> dict[str, float]:
    """Return the mean of each column over cases. Datasets with a gap are left out."""
    case = {name: key for key, all_of in family_names(table.families).items() for name in all_of}
    whole = values.dropna()
    means = whole.groupby([case.get(name, name) for name in whole.index]).mean().mean()
    return {str(name): float(value) for name, value in means.items()}
