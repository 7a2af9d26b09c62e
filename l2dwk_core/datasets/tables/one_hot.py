"""A class that is written as several columns of 0 and 1, or of True and False."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.datasets.tables.columns import Column

_LEAST = 3
_NAMED = 5
_FIRST = 100
_TRUE = frozenset("true t yes y wahr ja j vrai oui verdadero verdadeiro sí si sim vero".split())
_FALSE = frozenset("false f no n falsch nein faux non falso não nao".split())


def one_hot_notes(
    columns: Sequence[Column], used: Collection[str], target: str, rows: np.ndarray
) -> list[str]:
    """Return a note when the target and columns beside it hold exactly one 1, or True, in each row:
    they are one class, and the others tell the target. Or a note when columns of which exactly one
    is 1 in each row are the target once more, as it is 1 where the target has one of its values.
    """
    at = next(i for i, column in enumerate(columns) if column.name == target)
    flags: dict[int, np.ndarray] = {}
    for i, column in enumerate(columns):
        found = _flags(column, rows) if column.name in used or i == at else None
        if found is not None:
            flags[i] = found
    if at not in flags:
        return _again(columns, flags, at, rows)
    low = next(i for i in range(at, -2, -1) if i not in flags) + 1
    for start in range(low, at + 1):
        total = np.zeros(len(rows))
        for end in range(start, len(columns)):
            if end not in flags:
                break
            total = total + flags[end]
            if end >= at and end - start + 1 >= _LEAST and (total == 1).all():
                one = "1" if columns[at].n_numbers else repr(columns[at].levels[_true(columns[at])])
                return [
                    f"In each row exactly one of the columns {_shown(columns[start : end + 1])} is "
                    f"{one}, so they seem to be one class. Write them as one column; as they are, "
                    "the others tell the target."
                ]
    return []


def _again(
    columns: Sequence[Column], flags: dict[int, np.ndarray], at: int, rows: np.ndarray
) -> list[str]:
    """Return a note on the columns that are indicators of the values of the target at place *at*,
    one after another."""
    codes = columns[at].codes[rows]
    many = len(np.unique(codes))
    places = [place for place in flags if all(place + k in flags for k in range(many))]
    for start in places if many >= 2 else ():
        its = [flags[start + k] for k in range(many)]
        if not (np.sum([flag[:_FIRST] for flag in its], axis=0) == 1).all():
            continue  # a table of thousands of flags is not added up for nothing
        table = np.column_stack(its)
        if not (table.sum(axis=1) == 1).all():
            continue
        pairs = np.unique(np.column_stack([codes, table.argmax(axis=1)]), axis=0)
        if len(pairs) == many:
            names = _shown(columns[start : start + many])
            return [
                f"Columns {names} tell the class {columns[at].name!r}: in each row one of them "
                "marks its value. Leave them out."
            ]
    return []


def _shown(columns: Sequence[Column]) -> str:
    names = [column.name for column in columns]
    return ", ".join(map(repr, names[:_NAMED])) + ", …" * (len(names) > _NAMED)


def _true(column: Column) -> int:
    """Return the place of the value that says yes, among two of which the other says no, or -1."""
    words = [level.strip().casefold() for level in column.levels]
    yes = [at for at, word in enumerate(words) if word in _TRUE]
    return yes[0] if len(words) == 2 and len(yes) == 1 and words[1 - yes[0]] in _FALSE else -1


def _flags(column: Column, rows: np.ndarray) -> np.ndarray | None:
    """Return the numbers of a column of 0 and 1, or 1 for True and 0 for False, without missing
    cells, or None."""
    if len(column.levels) == 2 and (place := _true(column)) >= 0:
        codes = column.codes[rows]
        return None if (codes < 0).any() else (codes == place).astype(float)
    if len(column.levels) != 2 or set(column.numbers.tolist()) != {0.0, 1.0}:
        return None
    values = column.values()[rows]
    return None if np.isnan(values).any() else values
