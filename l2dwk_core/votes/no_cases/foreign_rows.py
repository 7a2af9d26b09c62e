"""First and last rows whose cells are of another kind than those of the cases: figures that sum up
the votes, such as "Accuracy,0.85,0.8,1" among 0 and 1, or "N,60,60,60"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.votes.no_cases.names_of_summaries import names_a_measure

_MOST = 8
"""First and last rows that are looked at; of a small table at most a third."""
_FEWEST = 5
"""So many names of rows tell what such a name looks like."""
_FIGURE = re.compile(r"[<>=~≈±+\-−–(\[]*\s*\d[\d.,%\s()\[\]/±+\-−–]*(?:e[+-]?\d+)?")


def without_foreign_rows(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns without first and last rows that sum up the votes, and add a note.

    In such a row all cells but a name are figures, and either

    - half of those in columns of labels, or more, are fractions among whole numbers, figures among
      words, or beyond 0 to 1 among probabilities, or
    - none occurs in another row, and the largest is the number of rows, or
    - its name, in the column that names the rows, is unlike the others, and half of its figures,
      or more, occur in no other row, or
    - two of these hold: its name is unlike the others, it is that of a measure, and there are
      probabilities.

    A row whose name is like the others is a case: a code with a number that middle rows have too,
    such as P001, or a word that they have.
    """
    n_rows = len(columns[0].codes) if columns else 0
    edge = min(_MOST, n_rows // 3)
    if edge == 0:
        return list(columns)
    middle = np.arange(edge, n_rows - edge)
    looked = _Table.of(columns, middle, n_rows)
    if not looked.labels:
        return list(columns)
    first = _run(looked, range(edge))
    last = _run(looked, range(n_rows - 1, n_rows - 1 - edge, -1))
    if not first and not last:
        return list(columns)
    for names, where in ((first, "first"), (last[::-1], "last")):
        if names:
            told = [name for name in names if name]
            notes.append(
                f"{counted(len(names), f'{where} row')} {agreeing(len(names), 'is', 'are')} left "
                f"out: {', '.join(map(repr, told)) or 'figures without a name'} "
                f"{agreeing(max(len(told), 1), 'sums', 'sum') if told else 'sum'} up the votes of "
                f"the other rows. If {agreeing(len(names), 'it is a case', 'they are cases')}, "
                "name and write the row as the others are."
            )
    kept = np.arange(len(first), n_rows - len(last))
    return [column.take(kept) for column in columns]


def _run(looked: _Table, rows: range) -> list[str]:
    """Return the names of the rows that sum up others, from the first of *rows* on."""
    names = []
    for row in rows:
        name = looked.summary_in(row)
        if name is None:
            break
        names.append(name)
    return names


Kind = Literal["words", "whole", "shares"]


@dataclass(frozen=True)
class _Labels:
    """A column of labels or probabilities, and what its middle rows hold."""

    column: Column
    kind: Kind
    levels: frozenset[int]

    @staticmethod
    def of(column: Column, middle: np.ndarray) -> _Labels | None:
        codes = column.codes[middle]
        codes = codes[codes >= 0]
        levels = np.unique(codes)
        if not levels.size:
            return None
        numbers = column.numbers[levels]
        found = np.isfinite(numbers)
        few = levels.size <= MAX_CLASSES and (2 * levels.size <= codes.size or levels.size <= 2)
        kind: Kind
        if not found.any():
            kind = "words"
        elif not found.all():
            return None
        elif few and (numbers == np.floor(numbers)).all():
            kind = "whole"
        elif (numbers >= 0).all() and (numbers <= 1).all():
            return _Labels(column, "shares", frozenset(levels.tolist()))
        else:
            return None
        return _Labels(column, kind, frozenset(levels.tolist())) if few else None

    def is_foreign(self, row: int) -> bool:
        """Return whether a figure is of another kind than those of the middle rows."""
        code = self.column.codes[row]
        text, number = self.column.levels[code], float(self.column.numbers[code])
        if self.kind == "words" or not np.isfinite(number) or "%" in text:
            return code not in self.levels
        if self.kind == "whole":
            return not number.is_integer()
        return not 0 <= number <= 1

    def is_new(self, row: int) -> bool:
        """Return whether no middle row has the value of this one."""
        return self.kind != "shares" and int(self.column.codes[row]) not in self.levels


@dataclass(frozen=True, eq=False)
class _Table:
    """The columns of a table by what they hold in the middle rows."""

    labels: tuple[_Labels, ...]
    names: Column | None
    others: tuple[Column, ...]
    middle: np.ndarray
    n_rows: int

    @staticmethod
    def of(columns: Sequence[Column], middle: np.ndarray, n_rows: int) -> _Table:
        names = next((c for c in columns if _names_rows(c, middle)), None)
        labels = tuple(
            found
            for column in columns
            if column is not names and (found := _Labels.of(column, middle)) is not None
        )
        used = {id(found.column) for found in labels} | {id(names)}
        others = tuple(column for column in columns if id(column) not in used)
        return _Table(labels, names, others, middle, n_rows)

    def summary_in(self, row: int) -> str | None:
        """Return the name of a row that sums up others, "" without one; None for a case."""
        name = self._cell(self.names, row)
        like = self._likeness(name, row)
        figures = [labels for labels in self.labels if labels.column.codes[row] >= 0]
        worded = [labels for labels in figures if not _is_figure(labels.column, row)]
        words = [c for c in self.others if c.codes[row] >= 0 and not _is_figure(c, row)]
        if like == "like" or len(worded) + len(words) > (0 if name else 1):
            return None
        if worded:  # a name in place of a label; a class may be rare
            name = self._cell(worded[0].column, row)
            if not worded[0].is_new(row) or not names_a_measure(name):
                return None
            if self._is_in_middle(worded[0].column, row):
                return None
            figures = [labels for labels in figures if labels is not worded[0]]
        elif words:
            name = self._cell(words[0], row)
            if self._is_in_middle(words[0], row):
                return None
        if not figures:
            return None
        foreign = sum(labels.is_foreign(row) for labels in figures)
        new = sum(labels.is_new(row) or labels.is_foreign(row) for labels in figures)
        measure = names_a_measure(name)
        shares = any(labels.kind == "shares" for labels in self.labels)
        unlike = like == "unlike"
        if (
            2 * foreign >= len(figures)
            or self._are_row_counts(figures, row)
            or (2 * new >= len(figures) and (unlike or (measure and not worded)))
            or (not worded and unlike + measure + shares >= 2)
        ):
            return name
        return None

    def _cell(self, column: Column | None, row: int) -> str:
        if column is None or column.codes[row] < 0:
            return ""
        return str(column.levels[column.codes[row]])

    def _is_in_middle(self, column: Column, row: int) -> bool:
        """Return whether a middle row has the word of this one, or another number in it."""
        if column.codes[row] < 0:
            return False
        codes = np.unique(column.codes[self.middle])
        word = _without_numbers(column.levels[column.codes[row]])
        return any(c.isalpha() for c in word) and any(
            _without_numbers(column.levels[code]) == word for code in codes if code >= 0
        )

    def _likeness(self, name: str, row: int) -> str:
        """Return whether the name of a row is "like" those of the middle rows or "unlike" them, as
        one without a digit is where all others have one; "" when this does not tell."""
        if self.names is None:
            return ""
        codes = self.names.codes[self.middle]
        if self._is_in_middle(self.names, row):
            return "like"
        if len(codes) < _FEWEST or (codes < 0).any():
            return ""
        others = [self.names.levels[code] for code in codes]
        if not name:
            return "unlike"
        if not all(map(_has_digit, others)):
            return ""
        if not _has_digit(name):
            return "unlike"
        return (
            "unlike" if names_a_measure(name) and not any(map(names_a_measure, others)) else "like"
        )

    def _are_row_counts(self, figures: Sequence[_Labels], row: int) -> bool:
        """Return whether these cells are counts of rows, the largest of all rows, and no labels."""
        numbers = [float(f.column.numbers[f.column.codes[row]]) for f in figures]
        return (
            len(figures) > 1
            and all(labels.is_new(row) or labels.is_foreign(row) for labels in figures)
            and len(self.middle) <= max(numbers) <= self.n_rows
        )


def _names_rows(column: Column, middle: np.ndarray) -> bool:
    """Return whether the middle rows have different values, of words or whole numbers."""
    codes = column.codes[middle]
    codes = codes[codes >= 0]
    levels = np.unique(codes)
    numbers = column.numbers[levels]
    numbers = numbers[np.isfinite(numbers)]
    return len(levels) > 1 and len(levels) == len(codes) and bool((numbers % 1 == 0).all())


def _is_figure(column: Column, row: int) -> bool:
    code = column.codes[row]
    text = column.levels[code].strip()
    return bool(np.isfinite(column.numbers[code])) or _FIGURE.fullmatch(text) is not None


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+", "0", text.casefold())


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)
