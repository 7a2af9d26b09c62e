"""A figure together with how to read it, what it shows in words, and its data."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from pandas.api.types import is_numeric_dtype

Table = Callable[[], pd.DataFrame]


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure with its title, how to read it, what it shows in words, and its data.

    Attributes
    ----------
    name
        Stem of file names, unique in the package.
    title
        What is seen, in one line. A page prints it above the figure, where it can wrap.
    figure
        The Plotly figure, without the title.
    reading
        How to read it, in a sentence or two.
    alternative
        What is seen, in words, for somebody who cannot see it.
    tables
        By title, the function that makes each table behind the figure; called only when the table
        is needed.
    """

    name: str
    title: str
    figure: go.Figure
    reading: str
    alternative: str
    tables: Mapping[str, Table]


def csv_text(frame: pd.DataFrame) -> str:
    """Return a table as comma-separated text that is safe to open in a spreadsheet.

    A program that opens it would compute a cell, or a column's name, that begins like a formula
    (``= + - @`` or a control character). Such words get an apostrophe in front, by which those
    programs know that they are text; numbers stay unchanged, negative ones too.
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
    value = value.replace("\r", " ")  # it ends a line, but the csv module does not quote it
    if not value.startswith(_CONTROL) and not _first_seen(value).startswith(_FORMULA):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value


def _first_seen(value: str) -> str:
    """Return the first character that is shown. A spreadsheet may skip blanks and invisible
    characters."""
    return next((c for c in value if not unicodedata.category(c).startswith(("C", "Z"))), "")


_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # some as wide signs
_CONTROL = ("\t", "\n", "\0")
