"""A table as comma-separated text that a spreadsheet does not compute."""

from __future__ import annotations

import re
import unicodedata

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype


def csv_text(frame: pd.DataFrame) -> str:
    """A table as comma-separated text that is safe in a spreadsheet.

    A program that opens it would compute a cell, or a column's name, that begins like a formula
    (``= + - @`` or a control character). Such words get an apostrophe before them, which those
    programs take for "this is text"; numbers stay as they are, negative ones too. The same holds
    within a word behind ``;``, a tab or a line break: where the decimal sign is a comma, these
    programs divide a line there. What is before that sign is then one cell; if it begins with a
    negative number, it is a formula that the word ends. In a table whose first column has such
    numbers, these signs become commas and blanks.
    """
    safe = frame.copy()
    change = _undivided if _begins_with_minus(frame) else _as_text
    for place, kind in enumerate(frame.dtypes):
        if not is_numeric_dtype(kind):
            cells = [change(cell) for cell in frame.iloc[:, place]]
            safe.isetitem(place, np.array([*cells, None], dtype=object)[:-1])
    return safe.set_axis([_as_text(name) for name in frame.columns], axis=1).to_csv(index=False)


def _begins_with_minus(frame: pd.DataFrame) -> bool:
    if not frame.columns.size:
        return False
    first = frame.iloc[:, 0]
    return any(str(cell).startswith("-") and _is_number(str(cell)) for cell in first)


def _undivided(value: object) -> object:
    if isinstance(value, str):
        value = value.translate(_JOINED)
    return _as_text(value)


def _as_text(value: object) -> object:
    if not isinstance(value, str) or _is_number(value):
        return value
    # No quotes are put around a carriage return, though it ends a line. A NUL ends a cell.
    value = value.replace("\r", " ").replace("\0", "")
    parts = _DIVISION.split(value)
    parts[::2] = map(_defused, parts[::2])
    if value.startswith(_CONTROL):
        parts[0] = "'"
    return "".join(parts)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _defused(words: str) -> str:
    """Return the words with an apostrophe before them when they begin like a formula."""
    return f"'{words}" if _first_seen(words).startswith(_FORMULA) else words


def _first_seen(value: str) -> str:
    """The first character that is shown: a spreadsheet may skip blanks and invisible ones."""
    return next((c for c in value if not unicodedata.category(c).startswith(("C", "Z"))), "")


_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # some as wide signs
_CONTROL = ("\t", "\n")
_JOINED = str.maketrans(";\t\n", ",  ")
_DIVISION = re.compile(r"([;\t\n])")
