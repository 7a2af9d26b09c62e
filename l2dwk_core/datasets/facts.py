"""The declared facts of a dataset. Tests count them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class DatasetFacts:
    """The facts of one dataset of the catalogue, as in ``catalogue/facts/<name>.toml``.

    Attributes
    ----------
    name, title, about
        The file's name without its ending, the title (the UCI page's, where there is one), and
        one sentence on what a row is.
    target
        What the class means.
    n_rows, n_numeric, n_symbolic, n_missing, class_counts
        Counts of what `load_dataset` returns: rows, columns by kind, empty cells among the
        columns, and rows by class.
    donors, year, source, licence
        Who made or gave the data and when, the package the copy came from, and its terms.
    roles
        Which columns count as symbolic, and why.
    changes
        One line for each difference to UCI's file that was made.
    sha256, generator, openml_id
        Where the rows come from; exactly one is given. ``sha256`` is that of the text of the
        table ``files/<name>.csv.gz`` (`tabular` describes and writes such files; their sum is
        printed by ``zcat files/<name>.csv.gz | sha256sum``), ``generator`` the name of a function
        of `generators`, ``openml_id`` the number of a data set on OpenML that this package cannot
        ship.
    openml_copies
        OpenML has each distinct row a multiple of this number of times; one of so many is kept.
    paper_rows, paper_columns, paper_classes
        The counts as the paper's table gives them (Yin, Yang & Hao 2014, data table); all three
        are None for a dataset that the paper does not list.
    difference
        Why the paper's counts and the real ones disagree, in a sentence; empty when they agree.
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
    donors: str
    year: str
    source: str
    licence: str
    roles: str
    changes: tuple[str, ...] = ()
    sha256: str = ""
    generator: str = ""
    openml_id: int | None = None
    openml_copies: int = 1
    paper_rows: int | None = None
    paper_columns: int | None = None
    paper_classes: int | None = None
    difference: str = ""

    @property
    def n_columns(self) -> int:
        return self.n_numeric + self.n_symbolic

    @property
    def n_classes(self) -> int:
        return len(self.class_counts)

    @property
    def missing_share(self) -> float:
        """Return the share of empty cells among all cells, in [0, 1]."""
        return self.n_missing / (self.n_rows * self.n_columns)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Return the numbers of rows, columns and classes."""
        return self.n_rows, self.n_columns, self.n_classes

    @property
    def paper_sizes(self) -> tuple[int, int, int] | None:
        """Return rows, columns and classes in the paper's table, or None when it does not list
        the dataset."""
        if self.paper_rows is None or self.paper_columns is None or self.paper_classes is None:
            return None
        return self.paper_rows, self.paper_columns, self.paper_classes

    @property
    def paper_remark(self) -> str:
        """Return how the paper's sizes compare with the real ones, in a sentence."""
        if self.paper_sizes is None:
            return "The paper does not list it."
        return self.difference or "The two agree."
