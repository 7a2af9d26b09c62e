"""Columns of the difference between the true label and what a model answers, which know the true
label: residuals and errors of classes that are numbers, or of a probability beside 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.spelling import are_whole

_FEWEST = 8
"""In so many rows a column is by chance no distance of another from the true label."""
_SAMPLE = 64
"""Rows that are compared first, so that many columns take little time."""
_ROUNDED = 0.01
"""So much two rounded fractions may be off."""


def differences(columns: Sequence[Column], truth: Column) -> dict[str, str]:
    """Return the names of columns that are a difference from the true label y in every row, each
    with what it is.

    They are ``y − m`` or ``m − y`` for another column m of numbers that are not negative, and have
    a negative number; or ``|y − m|`` for whole numbers of more than two classes, less often right
    than m. m has a number in at least half of their rows, and in 8 for ``|y − m|``. Where y is no
    whole number from 0 on, there are none.
    """
    if not are_whole(truth) or bool((truth.numbers < 0).any()):
        return {}
    numeric = [c for c in columns if 0 < c.n_numbers == c.n_present and len(c.levels) > 1]
    models = [c for c in numeric if bool((c.numbers >= 0).all())]
    if not models:
        return {}
    y = truth.values()
    rows = np.unique(np.linspace(0, len(y) - 1, _SAMPLE).astype(int))
    sample = np.stack([model.values()[rows] for model in models], axis=1)
    found: dict[str, str] = {}
    for column in numeric:
        has_negative = bool((column.numbers < 0).any())
        if not has_negative and (len(truth.levels) <= 2 or not are_whole(column)):
            continue
        values = column.values()
        for name, sign in (("y-m", 1.0), ("m-y", -1.0)) if has_negative else (("|y-m|", 0.0),):
            likely = _are_equal(values[rows, None], _difference(y[rows, None], sample, sign))
            for place in np.flatnonzero(likely):
                model = models[place]
                numbers = model.values()
                if model is column or not _are_equal(values, _difference(y, numbers, sign)):
                    continue
                both = np.count_nonzero(~np.isnan(values - numbers))
                enough = 2 * both >= column.n_present
                if not has_negative:
                    is_less = np.count_nonzero(values == y) < np.count_nonzero(numbers == y)
                    enough = enough and both >= _FEWEST and is_less
                if enough:
                    found.setdefault(column.name, _said(name, truth.name, model.name))
    return found


def note_of_differences(found: dict[str, str]) -> list[str]:
    """Return a note on each column that is left out as a difference from the true label."""
    return [
        f"Column {name!r} is left out: in every row it is {what}, so it knows the true label."
        for name, what in found.items()
    ]


def _difference(y: Floats, models: Floats, sign: float) -> Floats:
    """Return ``y − m`` (*sign* 1), ``m − y`` (-1) or ``|y − m|`` (0)."""
    return sign * (y - models) if sign else np.abs(y - models)


def _are_equal(one: Floats, other: Floats) -> np.ndarray:
    """Return, by the first axis, whether numbers are equal wherever both are known, in one row at
    least; fractions up to rounding."""
    off = np.abs(one - other)
    known = ~np.isnan(off)
    return np.asarray(((off <= _ROUNDED) | ~known).all(axis=0) & known.any(axis=0))


def _said(form: str, y: str, model: str) -> str:
    return {
        "y-m": f"the true label {y!r} minus {model!r}",
        "m-y": f"{model!r} minus the true label {y!r}",
        "|y-m|": f"how far {model!r} is from the true label {y!r}",
    }[form]
