"""Columns whose numbers are given as text, which an encoding takes for categories."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted, short_name
from l2dwk_core.datasets.encoding import as_frame

MOST_CODES = 10
"""A text column with up to this many different numbers is taken for one of codes."""

_ZERO_FIRST = re.compile(r"\s*[+-]?0\d")
_NAMED = 3


def text_numbers_note(X: Any) -> str:
    """Return which columns of a table hold numbers as text, what follows and what to do; "" for
    none.

    Such a column has the type object or text, every cell that is not missing or blank is a number,
    and there are more than ``MOST_CODES`` different ones. Columns of the type category are chosen
    to be categories, and numbers with a leading zero (007) are codes, so neither is named.
    """
    if isinstance(X, np.ndarray) and X.dtype.kind in "biuf":
        return ""
    frame = as_frame(X)
    texts = [i for i, kind in enumerate(frame.dtypes) if _may_be_text(kind)]
    names = [frame.columns[i] for i in texts if _holds_numbers(frame.iloc[:, i])]
    if not names:
        return ""
    n = len(names)
    more = f" and {n - _NAMED} more" if n > _NAMED else ""
    named = ", ".join(repr(short_name(name)) for name in names[:_NAMED])
    return (
        f"{n} of {counted(frame.shape[1], 'column')} of X {agreeing(n, 'holds', 'hold')} numbers "
        f"as text ({named}{more}): each different text is taken for a category, so their order and "
        "distances are lost. Turn them into numbers first, X.apply(pd.to_numeric) or "
        "X.astype(float); if they are codes, give these columns the type 'category'."
    )


def _may_be_text(kind: Any) -> bool:
    if isinstance(kind, pd.CategoricalDtype):
        return False
    return bool(pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind))


def _holds_numbers(column: Any) -> bool:
    try:
        different = column.dropna().unique()
    except TypeError:  # cells that are lists: the encoding refuses them
        return False
    cells = [cell for cell in different if not isinstance(cell, str) or cell.strip()]
    texts = [cell for cell in cells if isinstance(cell, str)]
    if not texts or any(_ZERO_FIRST.match(text) for text in texts):
        return False
    numbers = np.asarray(pd.to_numeric(pd.Series(cells, dtype=object), errors="coerce"))
    if numbers.dtype.kind not in "iuf" or not np.isfinite(numbers).all():
        return False
    return bool(np.unique(numbers).size > MOST_CODES)
