"""Words among probabilities: None, missing and such stand for a vote that is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.missing_marks import usual_marks

_MOSTLY = 0.5


def without_marks(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns; in those of probabilities the usual words for a missing number, such as
    None, are empty cells, with a note."""
    found, changed, marks, n = [], [], dict[str, None](), 0
    for column in columns:
        its = usual_marks(_words(column)) if _holds_probabilities(column) else []
        if its:
            kept = [at for at, level in enumerate(column.levels) if level not in its]
            place = np.full(len(column.levels) + 1, -1)
            place[kept] = np.arange(len(kept))
            n += sum(int(column.counts[at]) for at in range(len(column.levels)) if at not in kept)
            levels = tuple(column.levels[at] for at in kept)
            changed.append(column.name)
            marks.update(dict.fromkeys(its))
            column = replace(column, levels=levels, codes=place[column.codes])
        found.append(column)
    if changed:
        more = f" and {counted(len(changed) - 1, 'other')}" if len(changed) > 1 else ""
        notes.append(
            f"{', '.join(shown(mark) for mark in [*marks][:3])} among the probabilities of column "
            f"{changed[0]!r}{more} counts as missing: {counted(n, 'cell')}."
        )
    return found


def hint_of_words(columns: Sequence[Column]) -> str:
    """Return which column of probabilities has other words too, and what to do; "" without one."""
    for column in columns:
        if words := _words(column) if _holds_probabilities(column) else []:
            return (
                f" Column {column.name!r} holds numbers from 0 to 1, and {shown(words[0])}: leave "
                "the cell empty where a model gave no answer."
            )
    return ""


def _words(column: Column) -> list[str]:
    numbers = column.numbers
    return [level for level, n in zip(column.levels, numbers, strict=True) if np.isnan(n)]


def _holds_probabilities(column: Column) -> bool:
    """Return whether half of the values or more are numbers, all from 0 to 1, and some fractions,
    and there are words too."""
    numbers = column.numbers[~np.isnan(column.numbers)]
    return (
        _MOSTLY * column.n_present <= column.n_numbers < column.n_present
        and bool((numbers >= 0).all() and (numbers <= 1).all())
        and bool((numbers != np.floor(numbers)).any())
    )
