"""Votes in long form: a row for each case and model, where a column for each model is needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column

_MODEL_NAMES = frozenset(
    "model models model_name classifier algorithm estimator method learner clf modell".split()
)


def check_long_form(name: str, columns: Sequence[Column], models: Sequence[Column]) -> None:
    """Raise ``InputError`` when the only column of votes seems to be that of several models, one
    below the other."""
    if len(models) != 1:
        return
    others = [column for column in columns if column is not models[0] and not column.n_missing]
    for who in others:
        if len(who.levels) < 2 or len(set(who.counts.tolist())) > 1:
            continue
        if who.name.strip().lower() in _MODEL_NAMES or _crossed_with(who, others):
            raise InputError(
                f"{name!r} seems to hold several models one below the other: column {who.name!r} "
                f"has {shown(list(who.levels[:4]))}, each in {int(who.counts[0])} rows. Give each "
                "case one row and each model a column of its own, as pandas' pivot makes them."
            )


def _crossed_with(who: Column, columns: Sequence[Column]) -> bool:
    """Return whether another column names cases, each of which stands once beside each value."""
    n = len(who.levels)
    return any(
        column is not who
        and len(column.levels) * n == len(column.codes)
        and len(column.levels) > n
        and np.unique(column.codes * n + who.codes).size == len(column.codes)
        for column in columns
    )
