"""Votes in long form: a row for each case and model, where a column for each model is needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.shares import has_fractions

_MODEL_NAMES = frozenset(
    "model models model_name classifier algorithm estimator method learner clf modell".split()
)
# So much of the grid beyond one row for each case is there when some rows are absent.
_MOSTLY = 0.5


def check_long_form(
    name: str, columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> None:
    """Raise ``InputError`` when the only column of votes seems to be that of several models, one
    below the other. Some rows of cases and models may be absent."""
    # Where classes are numbers, the column of model numbers looks like votes too.
    votes = [column for column in models if not is_named_model(column)] or list(models)
    if len(votes) == 1:
        check_columns_beside(name, [c for c in columns if c is not votes[0]], truth)


def check_columns_beside(name: str, beside: Sequence[Column], truth: Column) -> None:
    """Raise ``InputError`` when one of the columns beside the votes of one model seems to say which
    of several models a row is of."""
    others = [column for column in beside if not column.n_missing]
    for who in others:
        if not 2 <= len(who.levels) < len(who.codes):
            continue
        if is_named_model(who) or _crossed_with(who, others, truth):
            fewest, most = int(who.counts.min()), int(who.counts.max())
            rows = f"{most}" if fewest == most else f"{fewest} to {most}"
            raise InputError(
                f"{name!r} seems to hold several models one below the other: column {who.name!r} "
                f"has {shown(list(who.levels[:4]))}, each in {rows} rows. Give each case one row "
                "and each model a column of its own, as pandas' pivot makes them; if the column "
                "says something else, leave it out of the file."
            )


def is_named_model(column: Column) -> bool:
    """Return whether a column has a usual name of a column that says which model a row is of."""
    return column.name.strip().lower().replace(" ", "_") in _MODEL_NAMES


def _crossed_with(who: Column, columns: Sequence[Column], truth: Column) -> bool:
    """Return whether another column names cases, each of which stands at most once beside each
    value.

    When all pairs are there, this is enough. When some are absent, it may be chance, so each case
    must also have a single true label, the cases must stand again so often that half of the rows
    beyond one for each case are there, and fractions, such as scores with a few ties, name none.
    """
    n, rows = len(who.levels), len(who.codes)
    for column in columns:
        cases = len(column.levels)
        again = rows - cases >= _MOSTLY * cases * (n - 1) and not has_fractions(column)
        if column is who or cases <= n or rows > cases * n or not (again or rows == cases * n):
            continue
        if np.unique(column.codes * n + who.codes).size < rows:
            continue
        labels = np.unique(column.codes * len(truth.levels) + truth.codes).size
        if rows == cases * n or labels == cases:
            return True
    return False
