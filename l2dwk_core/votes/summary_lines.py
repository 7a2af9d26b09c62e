"""Lines below the votes that hold the accuracy of each model instead of its vote on a case."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.tables.columns import Column

_WORDS = frozenset(
    "acc accuracy balanced_accuracy mean average avg error error_rate f1 f1_score kappa auc mcc "
    "precision recall score genauigkeit exactitude".split()
)


def without_summaries(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns without last rows such as ``accuracy,1,0.6``, and add a note.

    Such a row has one of these words where no other row has it, in a column whose values repeat, as
    true labels do; its other cells are numbers or empty.
    """
    n_rows = kept = len(columns[0].codes) if columns else 0
    repeated = [c for c in columns if c.n_present - len(c.levels) > 0]
    words: list[str] = []
    while kept > 1:
        here = [c for c in repeated if _is_word(c, kept - 1)]
        if len(here) != 1 or not _are_numbers([c for c in columns if c is not here[0]], kept - 1):
            break
        kept -= 1
        words.append(here[0].levels[here[0].codes[kept]])
    if not words:
        return list(columns)
    notes.append(
        f"{counted(len(words), 'last row')} {agreeing(len(words), 'is', 'are')} left out: "
        f"{', '.join(map(repr, reversed(words)))} {agreeing(len(words), 'sums', 'sum')} up the "
        "rows above."
    )
    return [column.take(np.arange(n_rows)[:kept]) for column in columns]


def _is_word(column: Column, row: int) -> bool:
    code = column.codes[row]
    if code < 0 or column.counts[code] != 1:
        return False
    return "_".join(column.levels[code].casefold().strip(" :").split()) in _WORDS


def _are_numbers(columns: Sequence[Column], row: int) -> bool:
    """Return whether a row has numbers only, at least one, and no words."""
    codes = [(column, column.codes[row]) for column in columns]
    given = [np.isfinite(column.numbers[code]) for column, code in codes if code >= 0]
    return bool(given) and all(given)
