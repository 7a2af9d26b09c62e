"""Last rows that hold the sums or means of the columns above them without a word for it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from l2dwk_core.datasets.tables.notation import bare, is_written_number
from l2dwk_core.datasets.tables.row import Row, reach
from l2dwk_core.datasets.tables.values import is_missing, number

# Rows that say which columns hold numbers, and the fewest over which a sum is no chance.
_LOOKED_AT = 60
_LEAST = 8
# Tables with more rows are not made by hand; adding them up takes seconds.
_MOST_ROWS = 100_000
_MOST = 3
# In fewer rows, one may have several values as large as all others together.
_LEAST_ROUGHLY = 20
_FEW_CLASSES = 10
_MOST_MEANS = 2
_LARGELY = 0.9


def without_unnamed_totals(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without last ones whose numbers are the sums, or means and standard
    deviations, of at least two columns above, and no number of which is anything else.

    Sums need not be exact, as of a table from which rows were deleted, where a cell is blank that
    no other row lacks. Such a row is one of means too when its numbers lie between those above and
    one does between whole numbers of few kinds, as 0.48 between 0 and 1. *what* is the word for a
    row. The first row may hold names.
    """
    body = rows[1:]
    if not _LEAST < len(body) <= _MOST_ROWS:
        return rows
    columns = _columns_of_numbers(body[:_LOOKED_AT])
    some = body[: -_MOST : max(1, len(body) // _LOOKED_AT)]
    known = {at: _values(some, at) for at in columns}
    for many in range(1, _MOST + 1):
        above, last = body[:-many], body[-many:]
        blank = all(_lacks_a_value(row, some) for row in last)
        near = all(_is_near_sums(row, known, len(above) / len(some)) for row in last)
        between = any(_is_between_classes(row, known) for row in last)
        # Adding up a table for nothing takes time.
        if not (blank or near or between):
            continue
        about = near if many == 1 else False
        if between and many <= _MOST_MEANS:
            # Means first, and standard deviations below them.
            about = about or _is_between_classes(last[0], known)
            about = about and all(_has_part_of_a_class(row, known) for row in last)
        roughly = blank and about and len(above) >= _LEAST_ROUGHLY
        if roughly or _are_totals(above, last, columns):
            first = last[0].line
            which = f"{what.capitalize()} {first:,} holds"
            if many > 1:
                which = f"The last {many} {what}s, from {what} {first:,} on, hold"
            notes.append(
                f"{which} sums or means of the columns above; {'they are' if many > 1 else 'it is'}"
                " left out."
            )
            return rows[:-many]
    return rows


def _columns_of_numbers(looked: Sequence[Row]) -> list[int]:
    found = []
    for at in range(max(map(reach, (row.cells for row in looked)))):
        present = [cell for row in looked if not is_missing(cell := _cell(row, at))]
        if sum(map(is_written_number, present)) > _LARGELY * len(present):
            found.append(at)
    return found


def _lacks_a_value(row: Row, others: Sequence[Row]) -> bool:
    width = max(reach(other.cells) for other in others)
    return any(
        not _cell(row, at) and all(_cell(other, at) for other in others) for at in range(width)
    )


def _is_near_sums(row: Row, known: Mapping[int, Sequence[float]], times: float) -> bool:
    """Return whether the row has numbers in two of the columns, and all of them are about what
    *times* the rows add up to whose numbers are known."""
    filled = [at for at in known if _cell(row, at)]
    for at in filled:
        value, about = _value(_cell(row, at)), math.fsum(known[at]) * times
        if value is None or not 0.5 * about <= value <= 2 * about or about <= 0:
            return False
    return len(filled) >= 2


def _is_between_classes(row: Row, known: Mapping[int, Sequence[float]]) -> bool:
    """Return whether the row has a part of a class, and no number beyond those of its column."""
    for at, values in known.items():
        if not (cell := _cell(row, at)):
            continue
        value = _value(cell)
        if value is None or not values or not min(values) <= value <= max(values):
            return False
    return _has_part_of_a_class(row, known)


def _has_part_of_a_class(row: Row, known: Mapping[int, Sequence[float]]) -> bool:
    """Return whether the row has a number with decimals between whole numbers of few kinds, such as
    classes."""
    for at, values in known.items():
        value, kinds = _value(_cell(row, at)), set(values)
        if value is None or value.is_integer() or not 2 <= len(kinds) <= _FEW_CLASSES:
            continue
        whole = 2 * len(kinds) <= len(values) and all(map(float.is_integer, kinds))
        if whole and min(kinds) < value < max(kinds):
            return True
    return False


def _values(rows: Sequence[Row], at: int) -> list[float]:
    """Return the numbers of a column; one that is not finite is none."""
    found = (_value(_cell(row, at)) for row in rows)
    return [value for value in found if value is not None and math.isfinite(value)]


def _value(cell: str) -> float | None:
    """Return the number in a cell with either decimal mark."""
    value = _number(cell, ".")
    return _number(cell, ",") if value is None else value


def _are_totals(above: Sequence[Row], last: Sequence[Row], columns: Sequence[int]) -> bool:
    return any(_match(above, last, columns, mark) for mark in ".,")


def _match(above: Sequence[Row], last: Sequence[Row], columns: Sequence[int], mark: str) -> bool:
    found = [0] * len(last)
    for at in columns:
        cells = [_cell(row, at) for row in last]
        if not any(cells):
            continue
        values = _numbers(above, at, mark)
        if len(values) < _LEAST or np.ptp(values) == 0:
            continue
        for place, cell in enumerate(cells):
            if not cell:
                continue
            if not _is_total(cell, values, mark):
                return False
            found[place] += 1
    return all(many >= 2 for many in found)


def _is_total(cell: str, values: np.ndarray, mark: str) -> bool:
    value = _number(cell, mark)
    if value is None:
        return False
    digits = bare(cell).rpartition(mark)
    half = 0.5001 * 10.0 ** -(len(digits[2]) if digits[1] else 0)
    total = math.fsum(values)
    mean, spread = total / len(values), float(np.std(values, ddof=1))
    statistics = [total] if not values.min() <= total <= values.max() else []
    # A mean without decimals may be a value.
    statistics += [mean, spread, float(np.std(values))] if digits[1] else []
    return any(abs(value - one) <= half + 1e-9 * abs(one) for one in statistics)


def _cell(row: Row, at: int) -> str:
    return row.cells[at].strip() if at < len(row.cells) else ""


def _number(cell: str, mark: str) -> float | None:
    return number(bare(cell), mark)


def _numbers(rows: Sequence[Row], at: int, mark: str) -> np.ndarray:
    found = (_number(_cell(row, at), mark) for row in rows)
    values = np.array([value for value in found if value is not None])
    finite: np.ndarray = values[np.isfinite(values)]
    return finite
