"""A table as comma-separated text that a spreadsheet does not compute."""

from __future__ import annotations

import unicodedata

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype


def csv_text(frame: pd.DataFrame) -> str:
    """A table as comma-separated text that is safe in a spreadsheet.

    A program that opens it would compute a cell, or a column's name, that begins like a formula
    (``= + - @`` or a control character). Such words get an apostrophe before them, which those
    programs take for "this is text"; numbers stay as they are, negative ones too.
    """
    safe = frame.copy()
    for place, kind in enumerate(frame.dtypes):
        if not is_numeric_dtype(kind):
            cells = [_as_text(cell) for cell in frame.iloc[:, place]]
            safe.isetitem(place, np.array([*cells, None], dtype=object)[:-1])
    return safe.set_axis([_as_text(name) for name in frame.columns], axis=1).to_csv(index=False)


def _as_text(value: object) -> object:
    if not isinstance(value, str):
        return value
    value = value.replace("\r", " ")  # which no quotes are put around, though it ends a line
    if not value.startswith(_CONTROL) and not _first_seen(value).startswith(_FORMULA):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value


def _first_seen(value: str) -> str:
    """The first character that is shown: a spreadsheet may skip blanks and invisible ones."""
    return next((c for c in value if not unicodedata.category(c).startswith(("C", "Z"))), "")


_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # some as wide signs
_CONTROL = ("\t", "\n", "\0")
