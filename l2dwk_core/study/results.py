"""The records of a study, shipped or made just now, and means over the folds of each dataset."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import rows_right

Families = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class StudyTable:
    """Methods over datasets, for one base ensemble and one way to judge it.

    Attributes
    ----------
    accuracies, kept
        Datasets × methods, means over folds: of the accuracy in [0, 1], and of the members with
        weight. NaN where a method has no result on some fold.
    records
        The rows they are made of, with the fields of ``StudyRecord``.
    families
        Datasets that are related and count as one case.
    """

    accuracies: pd.DataFrame
    kept: pd.DataFrame
    records: pd.DataFrame
    families: Families = ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """Return the names of the datasets."""
        return tuple(self.accuracies.index)

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the texts of the methods."""
        return tuple(self.accuracies.columns)

    def unanswered(self, methods: Iterable[str] | None = None) -> dict[str, float]:
        """Return the datasets where one of these methods has test rows without an answer, with
        the largest share of such rows that a method has there, in (0, 1].

        They count as wrong, so that a difference of accuracies may come from them alone: over
        datasets nothing is said of these.
        """
        found = self.records
        if "unanswered" not in found:  # a study that was stored before this was recorded
            return {}
        if methods is not None:
            found = found[found["method"].isin(list(methods))]
        most: dict[str, float] = {}
        for _, rows in found.groupby(["dataset", "method"]):
            missing = sum(
                int(rows_right(bits, int(n)).sum())
                for bits, n in zip(rows["unanswered"], rows["n_test"], strict=True)
                if isinstance(bits, str) and bits
            )
            if missing:
                name = str(rows["dataset"].iloc[0])
                most[name] = max(most.get(name, 0.0), missing / int(rows["n_test"].sum()))
        return most

    def of(
        self, datasets: Iterable[str] | None = None, methods: Iterable[str] | None = None
    ) -> StudyTable:
        """Return the part of the table with these datasets and methods, in the table's order."""
        rows = self.datasets if datasets is None else set(datasets)
        columns = self.methods if methods is None else set(methods)
        place = (
            [name for name in self.datasets if name in rows],
            [name for name in self.methods if name in columns],
        )
        found = self.records
        return StudyTable(
            self.accuracies.loc[place],
            self.kept.loc[place],
            found[found["dataset"].isin(place[0]) & found["method"].isin(place[1])],
            self.families,
        )


def finished_datasets(recipe: StudyRecipe, records: pd.DataFrame) -> tuple[str, ...]:
    """Return the datasets of which every fold of every base ensemble is there."""
    wanted = len(recipe.all_pools) * recipe.folds * recipe.repeats
    there = records[["dataset", "pool", "repeat", "fold"]].drop_duplicates()["dataset"]
    counts = there.value_counts()
    return tuple(name for name in recipe.datasets if counts.get(name, 0) == wanted)


def study_table(
    recipe: StudyRecipe,
    records: pd.DataFrame,
    pool: str,
    weighting: str,
    families: Families = (),
) -> StudyTable:
    """Return the finished datasets × the methods of a study.

    Whole ensembles are columns of every base ensemble. A method with rows of its own, such as
    ``l2dwk_paper``, is a column of every way to judge, and so are votes that are given.
    """
    own = [m.text for m in recipe.all_methods if m.create().weighting is not None]
    judged = records["weighting"].isin((weighting, GIVEN)) | records["method"].isin(own)
    rows = records[(records["weighting"] == "none") | ((records["pool"] == pool) & judged)]
    rows = rows[rows["dataset"].isin(finished_datasets(recipe, records))]
    share = rows["correct"] / rows["n_test"]
    return StudyTable(
        _means(share, rows, recipe), _means(rows["kept"], rows, recipe), rows, families
    )


def _means(values: pd.Series, rows: pd.DataFrame, recipe: StudyRecipe) -> pd.DataFrame:
    """Return means over folds, NaN where one is missing."""
    groups = values.astype(float).groupby([rows["dataset"], rows["method"]])
    whole = groups.count() == groups.size()
    table = groups.mean().where(whole).unstack("method")
    order = [name for name in recipe.datasets if name in table.index]
    return table.reindex(order)[[m for m in recipe.methods if m in table.columns]]
