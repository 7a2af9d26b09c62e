"""Ranks of the methods of a study on each dataset, and in which order tables and figures show
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import unknown_choice
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.across_datasets import AcrossDatasets, across_datasets
from l2dwk_core.statistics.rank_tests import ranks
from l2dwk_core.study.results import Families, StudyTable

MOST_GAPS = 0.1
"""A method without a result on more than this share of the datasets (and on more than one) is left
out of mean ranks; otherwise those datasets would be left out for all methods."""


@dataclass(frozen=True, eq=False)
class RankedMethods:
    """Methods over datasets with their ranks.

    Attributes
    ----------
    table
        Means over folds.
    ranks
        Datasets × methods, 1 for the best; ties share their mean rank. Among the methods that have
        a result on that dataset, NaN for the others.
    across
        Mean ranks over cases, and which methods are told apart; None for fewer than two methods
        with results on the same datasets.
    left_out
        Methods that are not in ``across``, because they have too few results.
    unanswered
        Datasets that are not in ``across``, because a method has test rows without an answer there,
        with the largest share of such rows.
    """

    table: StudyTable
    ranks: pd.DataFrame
    across: AcrossDatasets | None
    left_out: tuple[str, ...]
    unanswered: Mapping[str, float]

    @property
    def mean_ranks(self) -> dict[str, float]:
        """Return the mean rank over cases by method; over the datasets it has for others."""
        found = {name: _mean(self.ranks[name].to_numpy()) for name in self.table.methods}
        if self.across is not None:
            names = self.across.methods
            found |= dict(zip(names, self.across.mean_ranks.tolist(), strict=True))
        return found

    def order(self, by: str = "mean_rank") -> tuple[str, ...]:
        """Return the methods from the best mean rank on, by "name", or by the accuracy on the
        dataset that *by* names. Raise ``InputError`` for an unknown one."""
        names, mean = list(self.table.methods), self.mean_ranks
        if by == "name":
            return tuple(sorted(names))
        # A stable order, in which methods without a number stand last.
        names.sort(key=lambda name: (np.isnan(mean[name]), mean[name]))
        if by == "mean_rank":
            return tuple(names)
        if by not in self.ranks.index:
            raise unknown_choice("order", by, ("mean_rank", "name", *self.table.datasets))
        here = self.ranks.loc[by]
        names.sort(key=lambda name: (np.isnan(here[name]), here[name]))
        return tuple(names)


def ranked_methods(table: StudyTable) -> RankedMethods:
    """Return the ranks of a table's methods."""
    values = table.accuracies
    place = values.astype(float) * np.nan
    for name, row in values.iterrows():
        known = row.dropna()
        if len(known):
            place.loc[name, known.index] = ranks(known.to_numpy()[None, :])[0]
    most = max(1.0, MOST_GAPS * len(values))
    gaps = values.isna().sum()
    left_out = tuple(m for m in table.methods if gaps[m] > most or gaps[m] == len(values))
    ranked = values.drop(columns=list(left_out))
    unanswered = table.unanswered(ranked.columns)
    ranked = ranked.drop(index=list(unanswered))
    whole = ranked.shape[1] > 1 and len(ranked.dropna()) > 0
    across = across_datasets(ranked, family_names(table.families)) if whole else None
    return RankedMethods(table, place, across, left_out, unanswered)


def family_names(families: Families) -> dict[str, tuple[str, ...]]:
    """Return families by a name: their members' names joined."""
    return {" + ".join(members): members for members in families}


def _mean(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")
