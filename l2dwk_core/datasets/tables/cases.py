"""Columns that say to which case a row belongs: a patient with several visits."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column

_WHO = "patient|proband|participant|subject|person|user|customer|client|student|pupil|household"
# Alone, these may also be what a row is: an order of animals, a sample of two.
_WHAT = "sample|specimen|case|record|order|member|animal"
_NUMBER = "[_ .-]?(?:id|no|nr|num|number|code|key)"
# "patient", "subject_id", "SampleNo" and "store id", but not "fluid" and not "patients".
_CASE_NAME = re.compile(
    rf"(?:{_WHO})(?:{_NUMBER})?|(?:{_WHAT}){_NUMBER}"
    r"|.*[_ .-](?:id|uuid|guid)|id|uuid|guid|pid|id[_ .-].*"
)
# Fewer cases than that may have one class each by chance.
_LEAST = 10
_ONE_CLASS = 0.95


def names_cases(name: str) -> bool:
    """Return whether the name of a column is a usual one for the number of a person or a thing."""
    return _CASE_NAME.fullmatch(name.strip().lower()) is not None


def repeats(column: Column) -> bool:
    """Return whether the column has many values, and nearly each of them in several rows."""
    many = np.count_nonzero(column.counts > 1)
    return len(column.levels) >= _LEAST and bool(many >= 0.9 * len(column.levels))


def cases_notes(
    columns: Sequence[Column], target: str, rows: np.ndarray, y: np.ndarray
) -> list[str]:
    """Return a note on each column that names cases with several rows of one class.

    A split by rows puts rows of one case into both parts. A member then knows the class from the
    case, and every accuracy is too high.
    """
    classes, labels = np.unique(y, return_inverse=True)
    notes = []
    for column in columns:
        if column.name == target or not names_cases(column.name):
            continue
        part = column.take(rows)
        if not repeats(part) or len(part.levels) <= len(classes):
            continue
        known = part.codes >= 0
        table = np.zeros((len(part.levels), len(classes)), dtype=int)
        np.add.at(table, (part.codes[known], labels[known]), 1)
        if table.max(axis=1).sum() < _ONE_CLASS * known.sum():
            continue
        notes.append(
            f"Column {column.name!r} names {len(part.levels):,} cases with "
            f"{counted(int(known.sum()), 'row')}, and the rows of a case have one class. A split "
            "by rows puts rows of one case on both sides, so accuracies come out too high. Keep "
            "one row for each case."
        )
    return notes
