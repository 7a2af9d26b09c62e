"""What is declared about a dataset, and counted by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CC_BY = "CC BY 4.0 (UCI Machine Learning Repository)"


@dataclass(frozen=True)
class DatasetFacts:
    """The card of one dataset of the paper's table.

    Attributes
    ----------
    name, title, about
        The paper's name, the UCI page's title, and one sentence on what a row is.
    target
        What the class means.
    n_rows, n_numeric, n_symbolic, n_missing, class_counts
        Counts of what `load_dataset` returns: rows, columns by kind, empty cells among the
        columns, and rows by class.
    paper_rows, paper_columns, paper_classes
        The same counts as the paper's table gives them (Yin, Yang & Hao 2014, data table).
    difference
        Why the two disagree, in a sentence; empty when they agree.
    roles
        Which columns count as symbolic, and why.
    changes
        What was changed or left out on the way from UCI's file, one line each.
    donors, year, source, licence
        Who made or gave the data and when, the package the copy came from, and its terms.
    """

    name: str
    title: str
    about: str
    target: str
    n_rows: int
    n_numeric: int
    n_symbolic: int
    n_missing: int
    class_counts: Mapping[str, int]
    paper_rows: int
    paper_columns: int
    paper_classes: int
    donors: str
    year: str
    source: str
    roles: str
    licence: str = CC_BY
    difference: str = ""
    changes: tuple[str, ...] = ()

    @property
    def n_columns(self) -> int:
        return self.n_numeric + self.n_symbolic

    @property
    def n_classes(self) -> int:
        return len(self.class_counts)

    @property
    def missing_share(self) -> float:
        """Share of empty cells among all cells, in [0, 1]."""
        return self.n_missing / (self.n_rows * self.n_columns)
