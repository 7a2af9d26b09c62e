"""Lines below the votes that hold the accuracy of each model instead of its vote on a case."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import agreeing, counted, without_accents
from l2dwk_core.datasets.tables.columns import Column

_WORDS = frozenset(
    "acc accuracy balanced_accuracy mean average avg error error_rate f1 f1_score kappa auc mcc "
    "precision recall score genauigkeit exactitude".split()
)
_MOST_FREQUENT = frozenset(
    "mode modal majority majority_vote majority_class most_common most_frequent top_class "
    "modus modalwert haufigste mehrheit moda majorite mayoria maggioranza maioria "
    "meerderheid total totals sum count counts summe anzahl gesamt totale somme suma".split()
)
"""Names of a row that may hold classes, the most frequent one of each column, or counts."""
_MOST = 8
"""Last rows that are looked at."""


def without_summaries(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns without last rows such as ``accuracy,1,0.6`` or ``Fehler,12,13``, and add
    a note.

    Such a row has one of the usual words where no other row has it, in a column whose values
    repeat, as true labels do, and numbers or nothing elsewhere. Or it has numbers where all rows
    above have words, or a word where all have numbers. Or it has a word such as ``mode`` where no
    other row has it, among true labels or names of rows, and nothing new elsewhere but numbers.
    """
    n_rows = len(columns[0].codes) if columns else 0
    repeated = [c for c in columns if c.n_present - len(c.levels) > 0]
    names: list[str] = []
    kept = n_rows
    for first in range(max(1, n_rows - _MOST), n_rows):
        kinds = [_kind_above(column, first) for column in repeated]
        found = [_name_of_summary(columns, repeated, kinds, row) for row in range(first, n_rows)]
        if None not in found:
            kept, names = first, [name for name in found if name is not None]
            break
    if not names:
        return list(columns)
    notes.append(
        f"{counted(len(names), 'last row')} {agreeing(len(names), 'is', 'are')} left out: "
        f"{', '.join(map(repr, names))} {agreeing(len(names), 'sums', 'sum')} up the "
        "rows above."
    )
    return [column.take(np.arange(n_rows)[:kept]) for column in columns]


def _name_of_summary(
    columns: Sequence[Column], repeated: Sequence[Column], kinds: Sequence[str], row: int
) -> str | None:
    """Return what stands in a row that sums up those above, in place of a label; None when the row
    is a case. ``kinds`` of the repeated columns say what stands above (``_kind_above``)."""
    others = {id(column): [c for c in columns if c is not column] for column in repeated}
    here = [column for column in repeated if _is_word(column, row)]
    if len(here) == 1 and _are_numbers(others[id(here[0])], row):
        return _cell(here[0], row)
    for column in columns:
        if _is_word(column, row, _MOST_FREQUENT) and _are_known(
            [c for c in repeated if c is not column], row
        ):
            return _cell(column, row)
    given = [(c, kind) for c, kind in zip(repeated, kinds, strict=True) if c.codes[row] >= 0]
    worded = [column for column, kind in given if kind == "words"]
    numbers = [c for c in worded if _is_number(c, row)]
    words = [c for c in worded if not _is_number(c, row)]
    alone = bool(words) and _is_alone(words[0], row)
    if len(words) <= 1 and len(numbers) >= (1 if alone else 2):
        return _cell((words or numbers)[0], row)
    numbered = [column for column, kind in given if kind == "numbers"]
    odd = [c for c in numbered if not _is_number(c, row)]
    if len(odd) == 1 and len(numbered) > 2 and _are_numbers(others[id(odd[0])], row):
        return _cell(odd[0], row)
    return None


def _cell(column: Column, row: int) -> str:
    return str(column.levels[column.codes[row]])


def _is_number(column: Column, row: int) -> bool:
    return bool(np.isfinite(column.numbers[column.codes[row]]))


def _is_alone(column: Column, row: int) -> bool:
    return bool(column.counts[column.codes[row]] == 1)


def _kind_above(column: Column, row: int) -> str:
    """Return whether the cells above a row are "words", "numbers", or both ("")."""
    above = np.unique(column.codes[:row])
    are_numbers = np.isfinite(column.numbers[above[above >= 0]])
    if are_numbers.size == 0:
        return ""
    return "numbers" if are_numbers.all() else "" if are_numbers.any() else "words"


def _is_word(column: Column, row: int, words: frozenset[str] = _WORDS) -> bool:
    code = column.codes[row]
    if code < 0 or column.counts[code] != 1:
        return False
    text = without_accents(column.levels[code]).casefold().strip(" :")
    return "_".join(text.replace("_", " ").split()) in words


def _are_known(columns: Sequence[Column], row: int) -> bool:
    """Return whether each cell of a row is a number, or a text that other rows have; at least one
    is given."""
    given = [c for c in columns if c.codes[row] >= 0]
    return bool(given) and all(_is_number(c, row) or not _is_alone(c, row) for c in given)


def _are_numbers(columns: Sequence[Column], row: int) -> bool:
    """Return whether a row has numbers only, at least one, and no words."""
    codes = [(column, column.codes[row]) for column in columns]
    given = [np.isfinite(column.numbers[code]) for column, code in codes if code >= 0]
    return bool(given) and all(given)
