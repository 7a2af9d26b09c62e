"""Tables in which a row is a combination of labels and a column says how many cases have it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.cases.names import ID, ROW, kind_of_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.values import is_whole
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.names_of_models import names_a_voter

_COUNTS = frozenset(
    "freq frequency count counts n anzahl haufigkeit effectif nombre frecuencia conteo frequenza "
    "conteggio contagem aantal antal liczba".split()
)
_ALSO_COUNTS = _COUNTS | frozenset(
    "size total cnt num number no nr cases case patients patient subjects subject persons people "
    "rows items images observations obs occurrences quantity qty sum weight weights wt 0 id of the "
    "falle faelle patienten personen zahl summe gewicht cas patients patientes casos pacientes "
    "casi pazienti gevallen".split()
)
_FEWEST_ROWS = 4
_MOST_ROWS = 10_000
_MOST_OTHERS = 6
"""Of more columns a few cases have different combinations by chance."""
_LARGER = 1.2


def count_of_combinations(columns: Sequence[Column]) -> str:
    """Return the name of the column that counts the cases with the labels of the others; "" without
    one.

    It holds whole numbers from 0 on, and the others labels, each combination of them once. Its name
    is that of a count (``n``, ``freq``); or its numbers are no labels and do not number the rows,
    and its name is nearly that of a count (``size``, ``0``, ``Count of id``), or it is the last and
    larger where all labels are equal, as labels are that mostly agree.
    """
    for count in columns:
        words = {without_accents(word) for word in words_of(count.name)}
        others = [column for column in columns if column is not count]
        if len(others) < 2 or not _holds_counts(count) or len(count.codes) > _MOST_ROWS:
            continue
        if not all(2 <= len(c.levels) <= MAX_NUMERIC_CLASSES and not c.n_missing for c in others):
            continue
        if math.prod(len(column.levels) for column in others) < len(count.codes):
            continue
        table = np.stack([column.codes for column in others])
        if np.unique(table, axis=1).shape[1] < len(count.codes):
            continue
        rows, combinations = len(count.codes), math.prod(len(c.levels) for c in others)
        if words <= _COUNTS and words and (len(others) == 2 or 2 * rows > combinations):
            return count.name
        if rows >= _FEWEST_ROWS and _counts_agreement(count, others, words, count is columns[-1]):
            return count.name
    return ""


def _counts_agreement(
    count: Column, others: Sequence[Column], words: set[str], is_last: bool
) -> bool:
    """Return whether numbers beside unlike combinations are counts, by their name and values."""
    named = bool(words) and words <= _ALSO_COUNTS
    numbers = count.values()
    if _is_series(numbers) or set(count.levels) <= {v for c in others for v in c.levels}:
        return bool(words) and words <= _COUNTS and not _is_series(numbers)
    if not named and (
        describes_the_case(count.name)
        or names_a_voter(count.name)
        or kind_of_name(count.name) in (ID, ROW)
        or not is_last
    ):
        return False
    equal = _all_equal(others)
    if equal is None or not equal.any() or equal.all():
        return named and len(others) <= 3
    if equal.sum() < 2 or len(others) > _MOST_OTHERS:
        return False
    return bool(numbers[equal].mean() > _LARGER * numbers[~equal].mean())


def _holds_counts(column: Column) -> bool:
    return (
        0 < column.n_numbers == column.n_present == len(column.codes)
        and bool((column.numbers >= 0).all())
        and is_whole(column.numbers)
        and bool(column.numbers.max() > 1)
    )


def _is_series(numbers: np.ndarray) -> bool:
    """Return whether the numbers are those of the rows: consecutive, in any order."""
    ordered = np.sort(numbers)
    return bool((np.diff(ordered) == 1).all())


def _all_equal(columns: Sequence[Column]) -> np.ndarray | None:
    """Return in which rows all labels are equal, (N,); None when columns have other labels."""
    known = set(columns[0].levels).union(*(column.levels for column in columns))
    if len(known) > max(len(column.levels) for column in columns):
        return None
    texts = [np.array(column.levels)[column.codes] for column in columns]
    return np.asarray(np.stack([text == texts[0] for text in texts]).all(axis=0))
