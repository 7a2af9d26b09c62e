"""Columns as distinct values and codes, so that each value is examined once and not in every
cell."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from l2dwk_core.datasets.encoding import LARGEST_NUMBER
from l2dwk_core.datasets.tables.behind.of_column import NOTHING_BEHIND, Behind
from l2dwk_core.datasets.tables.notation import (
    MARKED,
    PLAIN,
    SAMPLE,
    WORD,
    read_numbers,
    signs,
)
from l2dwk_core.datasets.tables.values import is_date


@dataclass(frozen=True, eq=False)
class Column:
    """``levels[codes[i]]`` is row i's stripped text; code −1 is a missing cell.

    ``declared`` is the role the file itself states (ARFF), or "". ``counts`` are rows by level.
    ``sign`` stands beside its numbers (%, €, kg), or is ""; they are ``apart`` when its name gives
    another unit, which numbers without a sign have; ``unit`` is what a line of units says.
    ``behind`` is what all its numbers have behind them and no list names; see ``behind``.
    A cell that is missing because of its word, such as NA, is ``words[word_codes[i]]``; others have
    word code −1. ``nameless``: it is the first column and the line of names gives a name to
    others only, as pandas writes an index. ``no_input``: why the table shows that it is no
    input, in a sentence, or "". ``zeros`` are rows whose dash is read as 0.
    """

    name: str
    levels: tuple[str, ...]
    codes: np.ndarray
    decimal: str = "."
    declared: str = ""
    sign: str = ""
    apart: bool = False
    unit: str = ""
    words: tuple[str, ...] = ()
    word_codes: np.ndarray | None = None
    nameless: bool = False
    behind: Behind = NOTHING_BEHIND
    no_input: str = ""
    zeros: int = 0

    @cached_property
    def counts(self) -> np.ndarray:
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.levels))

    @cached_property
    def numbers(self) -> np.ndarray:
        """Return the number of each level, NaN where it is none. It may be infinite."""
        return self._read[0]

    @property
    def how(self) -> np.ndarray:
        """Return how each level writes its number; see ``notation``."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[np.ndarray, np.ndarray]:
        sign = "" if self.behind.sign else self.sign
        values, how = read_numbers(self._plain, self.decimal, sign, self.apart)
        if self.behind.flags:
            flagged = [a != b for a, b in zip(self.levels, self._plain, strict=True)]
            how[(how == PLAIN) & np.array(flagged, dtype=bool)] = MARKED
        return values, how

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        """Return the levels without what stands behind all numbers."""
        return tuple(map(self.behind.without, self.levels)) if any(self.behind) else self.levels

    @cached_property
    def signs(self) -> dict[str, int]:
        """Return rows by the sign beside their number ("" for none), of the first distinct
        values."""
        if self.behind.sign:
            return {self.behind.sign: int(self.counts[:SAMPLE].sum())}
        return dict(signs(self._plain[:SAMPLE], self.counts[:SAMPLE], self.decimal))

    def odd(self, *hows: int) -> list[tuple[str, int]]:
        """Return the values written in one of these ways, with their rows, the most frequent
        first."""
        chosen = np.flatnonzero(np.isin(self.how, hows))
        found = [(self.levels[at], int(self.counts[at])) for at in chosen]
        return sorted(found, key=lambda pair: -pair[1])

    @property
    def n_present(self) -> int:
        return int(self.counts.sum())

    @property
    def n_missing(self) -> int:
        return len(self.codes) - self.n_present

    @property
    def n_numbers(self) -> int:
        """Return the number of rows whose cell is a number."""
        return int(self.counts[self.how != WORD].sum())

    def missing_words(self) -> list[tuple[str, int]]:
        """Return the words that made cells count as missing, with their rows."""
        if self.word_codes is None:
            return []
        counts = np.bincount(self.word_codes[self.word_codes >= 0], minlength=len(self.words))
        return [(w, int(n)) for w, n in zip(self.words, counts, strict=True) if n]

    def with_words(self, kept: Collection[str]) -> Column:
        """Return the column with these of its ``words`` as values instead of missing cells."""
        chosen = [at for at, word in enumerate(self.words) if word in kept]
        if not chosen or self.word_codes is None:
            return self
        recode = np.full(len(self.words) + 1, -1)
        recode[chosen] = len(self.levels) + np.arange(len(chosen))
        codes = np.where(self.codes < 0, recode[self.word_codes], self.codes)
        return replace(self, levels=(*self.levels, *(self.words[at] for at in chosen)), codes=codes)

    @property
    def n_dates(self) -> int:
        """Return the number of rows whose cell looks like a date, or 0 when few of the first
        values do."""
        first = self.levels[:SAMPLE]
        if sum(map(is_date, first)) < 0.5 * len(first):
            return 0
        return int(
            sum(n for n, level in zip(self.counts, self.levels, strict=True) if is_date(level))
        )

    def values(self) -> np.ndarray:
        """Return the row values as float, NaN where missing, not a number, or beyond
        ``LARGEST_NUMBER``."""
        usable = np.abs(self.numbers) <= LARGEST_NUMBER  # NaN compares False
        table = np.append(np.where(usable, self.numbers, np.nan), np.nan)
        chosen: np.ndarray = table[self.codes]
        return chosen

    def take(self, rows: np.ndarray) -> Column:
        """Return the column at these rows, with only the levels that occur there; the column itself
        when nothing would change, because it keeps its numbers and counts."""
        codes = self.codes[rows]
        used = np.unique(codes[codes >= 0])
        if len(used) == len(self.levels) and np.array_equal(rows, np.arange(len(self.codes))):
            return self
        renumber = np.full(len(self.levels) + 1, -1)
        renumber[used] = np.arange(len(used))
        levels = tuple(self.levels[i] for i in used)
        words = None if self.word_codes is None else self.word_codes[rows]
        return replace(self, levels=levels, codes=renumber[codes], word_codes=words)
