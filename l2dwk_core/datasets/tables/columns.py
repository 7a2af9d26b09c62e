"""Columns as distinct values and codes: every question is asked once a value, not once a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from l2dwk_core.datasets.tables.limits import MAX_NAME
from l2dwk_core.datasets.tables.values import is_date, is_missing, number, numbers
from l2dwk_core.encoding import LARGEST_NUMBER
from l2dwk_core.wording import counted

# Distinct values that are looked at where all would take long: of a column, and of a file.
_SAMPLE = 200
_FILE_SAMPLE = 50_000


@dataclass(frozen=True, eq=False)
class Column:
    """``levels[codes[i]]`` is row i's stripped text; code −1 is a missing cell.

    ``declared`` is the role the file itself states (ARFF), or "". ``counts`` are rows by level.
    """

    name: str
    levels: tuple[str, ...]
    codes: np.ndarray
    decimal: str = "."
    declared: str = ""

    @cached_property
    def counts(self) -> np.ndarray:
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.levels))

    @cached_property
    def numbers(self) -> np.ndarray:
        """The number of each level, NaN where it is none; may be infinite."""
        return numbers(self.levels, self.decimal)

    @property
    def n_present(self) -> int:
        return int(self.counts.sum())

    @property
    def n_missing(self) -> int:
        return len(self.codes) - self.n_present

    @property
    def n_numbers(self) -> int:
        """Rows whose cell is a number."""
        return int(self.counts[~np.isnan(self.numbers)].sum())

    @property
    def n_dates(self) -> int:
        """Rows whose cell looks like a date; 0 when few of the first values do."""
        first = self.levels[:_SAMPLE]
        if sum(map(is_date, first)) < 0.5 * len(first):
            return 0
        return int(
            sum(n for n, level in zip(self.counts, self.levels, strict=True) if is_date(level))
        )

    def values(self) -> np.ndarray:
        """Row values as float, NaN where missing, not a number, or beyond ``LARGEST_NUMBER``."""
        usable = np.abs(self.numbers) <= LARGEST_NUMBER  # NaN compares False
        table = np.append(np.where(usable, self.numbers, np.nan), np.nan)
        chosen: np.ndarray = table[self.codes]
        return chosen

    def take(self, rows: np.ndarray) -> Column:
        """The column at these rows, with only the levels that occur there."""
        codes = self.codes[rows]
        used = np.unique(codes[codes >= 0])
        renumber = np.full(len(self.levels) + 1, -1)
        renumber[used] = np.arange(len(used))
        levels = tuple(self.levels[i] for i in used)
        return Column(self.name, levels, renumber[codes], self.decimal, self.declared)


def make_columns(
    names: Sequence[str],
    cells: Iterable[Sequence[str]],
    declared: Sequence[str],
    decimal: str | None,
) -> tuple[list[Column], str]:
    """Columns from cells by column, and the file's decimal mark (given, or the likelier one)."""
    raw = []
    for column in cells:
        codes, levels = pd.factorize(np.array([cell.strip() for cell in column], dtype=object))
        raw.append(_without_missing(codes, [str(level) for level in levels]))
    mark = decimal or _file_decimal([levels for _, levels in raw])
    columns = [
        Column(name, tuple(levels), codes, decimal or _column_decimal(levels, mark), role)
        for name, role, (codes, levels) in zip(names, declared, raw, strict=True)
    ]
    return columns, mark


def _without_missing(codes: np.ndarray, levels: list[str]) -> tuple[np.ndarray, list[str]]:
    # Beside a "+", a "-" is an answer.
    keep_dash = "+" in levels and len(levels) <= 4
    kept = [not is_missing(level) or (keep_dash and level == "-") for level in levels]
    if all(kept):
        return codes, levels
    renumber = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    return renumber[codes], [level for level, keep in zip(levels, kept, strict=True) if keep]


def _file_decimal(columns: list[list[str]]) -> str:
    """The mark that more of the sampled values need; the point when there is no evidence."""
    point = comma = 0
    share = min(_SAMPLE, max(5, _FILE_SAMPLE // max(1, len(columns))))
    for levels in columns:
        for level in levels[:share]:
            if "," in level or "." in level:
                with_point = number(level, ".") is not None
                with_comma = number(level, ",") is not None
                point += with_point and not with_comma
                comma += with_comma and not with_point
    return "," if comma > point else "."


def _column_decimal(levels: list[str], mark: str) -> str:
    """The mark with which more of the column's values are numbers; the file's when equal."""
    if mark == "." and not any("," in level for level in levels):
        return mark
    other = "," if mark == "." else "."
    n_with_mark = np.count_nonzero(~np.isnan(numbers(levels, mark)))
    if n_with_mark == len(levels):
        return mark
    n_with_other = np.count_nonzero(~np.isnan(numbers(levels, other)))
    return other if n_with_other > n_with_mark else mark


def clean_names(raw: Sequence[str]) -> tuple[list[str], list[str]]:
    """Usable, distinct column names, and a note on each kind of repair."""
    names: list[str] = []
    seen: set[str] = set()
    empty = cut = repeated = 0
    for at, text in enumerate(raw, start=1):
        name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not name:
            name, empty = f"column {at}", empty + 1
        if len(name) > MAX_NAME:
            name, cut = name[: MAX_NAME - 1] + "…", cut + 1
        base, copy = name, 2
        repeated += name in seen
        while name in seen:
            name, copy = f"{base} ({copy})", copy + 1
        seen.add(name)
        names.append(name)
    notes = []
    if empty:
        what = counted(empty, "column without a name is", "columns without a name are")
        notes.append(f"{what} called by position.")
    if cut:
        notes.append(
            f"{counted(cut, 'column name is', 'column names are')} cut to {MAX_NAME} characters."
        )
    if repeated:
        notes.append(
            f"{counted(repeated, 'repeated column name is', 'repeated column names are')} numbered."
        )
    return names, notes
