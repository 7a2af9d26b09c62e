"""Tables of frequencies: one row for each combination of categories, and how many cases it has, as
``as.data.frame(table(...))`` of R writes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.cases.row_names import why_row_names
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.values import is_whole

_COUNTS = frozenset(
    "cases freq freqs frequency frequencies n count counts cnt number num anzahl "
    "haufigkeit haeufigkeit fallzahl effectif effectifs frecuencia conteo frequenza "
    "conteggio frequencia contagem aantal antal liczba частота 人数 件数 度数 频数".split()
)
_BESIDE = frozenset(
    "of people persons patients observations obs rows absolute abs total freq der falle "
    "faelle personen patienten absolute".split()
)
_SHARES = frozenset(
    "prop proportion percent percentage pct perc share rel relative anteil prozent cum".split()
)
# exp(-5) is less than one per cent.
_IMPROBABLE = 5.0


def counts_of_cases(columns: Sequence[Column]) -> tuple[str, str] | None:
    """Return the column that holds counts of cases and a note on it, or None.

    By its name it counts, its values are whole numbers, and all others are categories, of which
    each combination stands once, and at least half of them stand there or so many would hardly all
    differ by chance: the probability is about exp(-n (n - 1) / (2 combinations)). Columns of row
    names and of shares do not matter.
    """
    counting = [column for column in columns if _may_count(column)]
    if len(counting) != 1:
        return None
    counts = counting[0]
    others = [
        column
        for column in columns
        if column is not counts
        and _SHARES.isdisjoint(words_of(column.name))
        and not why_row_names(column)
    ]
    n = len(counts.codes)
    if len(others) < 2 or not all(map(_is_category, others)):
        return None
    if len(np.unique(np.column_stack([column.codes for column in others]), axis=0)) < n:
        return None
    combinations = prod(len(column.levels) + bool(column.n_missing) for column in others)
    # n alone is also how many things one case has.
    sure = counts.name.strip().lower() not in ("n", "num", "number")
    if not sure and 2 * sum(column.n_numbers == 0 for column in others) < len(others):
        return None
    if 2 * n < combinations and not (sure and n * (n - 1) / (2 * combinations) > _IMPROBABLE):
        return None
    total = int(counts.values().sum())
    return counts.name, (
        f"Column {counts.name!r} seems to hold counts of cases, one row for each combination of "
        f"the others: {n} rows stand for {total:,} cases, but each row is taken as one case. "
        f"Write one row for each case first, in R with tidyr::uncount(table, {counts.name}), in "
        f"Python with table.loc[table.index.repeat(table[{counts.name!r}])]."
    )


def _may_count(column: Column) -> bool:
    words = {without_accents(word) for word in words_of(column.name)}
    return bool(
        words & _COUNTS
        and words <= _COUNTS | _BESIDE
        and len(column.levels) > 1
        and column.n_numbers == len(column.codes)
        and is_whole(column.numbers)
        and (column.numbers >= 0).all()
        and not column.sign
    )


def _is_category(column: Column) -> bool:
    many = len(column.levels)
    if not 2 <= many <= MAX_NUMERIC_CLASSES or many >= column.n_present:
        return False
    return column.n_numbers == 0 or is_whole(column.numbers)
