"""Columns that tell the class alone, and so may be made from it or known only after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    CERTAINTY_WORDS,
    CONFIDENCE_WORDS,
    PREDICTION_WORDS,
    names_an_estimator,
)
from l2dwk_core.datasets.tables.target.cut_points import cut_points_that_tell
from l2dwk_core.datasets.tables.target.filled_in import (
    filled_in_for_one_class,
    filled_in_tells_class,
)
from l2dwk_core.datasets.tables.target.one_class_each import MOST_VALUES, values_that_tell

# Rows whose class a column does not tell: of all, and of those of all classes but the most
# frequent one, which are told without any column.
_WRONG, _WRONG_OF_OTHERS = 0.01, 0.05
# Of a column that is called as what a model gives.
_WRONG_OUTPUT, _WRONG_OF_OTHERS_OUTPUT = 0.05, 0.1
_OUTPUTS = (
    (CONFIDENCE_WORDS - CERTAINTY_WORDS)
    | PREDICTION_WORDS
    | frozenset(
        "risk risiko likelihood logit classifier vorhersage prognose probabilite risque prediction "
        "probabilidad riesgo prediccion probabilita rischio predizione probabilidade risco".split()
    )
)
_OUTPUT_ENDS = ("wahrscheinlichkeit", "score", "risiko", "prognose")
_WHAT_TO_DO = "If it is known only after the class is, or is made from it, leave it out."


def tells_class(column: Column, labels: np.ndarray, classes: Sequence[str], n_columns: int) -> str:
    """Return how a column tells the class alone and what to do, or "" when it does not or that may
    be chance.

    It tells it by its values (`values_that_tell`), by cut points between its numbers
    (`cut_points_that_tell`), or by having a value (`filled_in_tells_class`). By values and cut
    points, 1 % of the rows may have another class, at most 5 % of those of all classes but the most
    frequent one; 5 % and 10 % where the name is that of what a model gives, such as a probability
    or a score.

    Parameters
    ----------
    column
        The column in the rows that are used.
    labels
        The class of each of these rows (n,), whole numbers from 0 on.
    classes
        The name of each class.
    n_columns
        Of how many columns this is one.
    """
    if not len(labels):
        return ""
    wrong, of_others = _WRONG, _WRONG_OF_OTHERS
    if _names_an_output(column.name):
        wrong, of_others = _WRONG_OUTPUT, _WRONG_OF_OTHERS_OUTPUT
    others = len(labels) - int(np.bincount(labels).max())
    allowed = int(min(wrong * len(labels), of_others * others))
    why = (
        values_that_tell(column, labels, n_columns, allowed)
        or cut_points_that_tell(column, labels, classes, n_columns, allowed)
        or filled_in_tells_class(column, labels, n_columns)
    )
    return f"{why} {_WHAT_TO_DO}" if why else ""


def tells_class_of_some(
    column: Column, labels: np.ndarray, classes: Sequence[str], n_columns: int
) -> str:
    """Return that a column has a value in rows of one class only and what to do, or ""; see
    `filled_in_for_one_class`."""
    why = filled_in_for_one_class(column, labels, classes, n_columns) if len(labels) else ""
    return f"{why} {_WHAT_TO_DO}" if why else ""


def columns_that_tell(columns: Sequence[Column], target: Column | None) -> dict[str, str]:
    """Return, by name, why columns tell the class that *target* holds, of all rows or of some; see
    `tells_class` and `tells_class_of_some`. Without a target, or with one of many values, none
    do."""
    if target is None or not 2 <= len(target.levels) <= MOST_VALUES:
        return {}
    rows = np.flatnonzero(target.codes >= 0)
    labels, classes = target.codes[rows], target.levels
    others = [column for column in columns if column.name != target.name]
    found = {}
    for column in others:
        given = column.take(rows), labels, classes, len(others)
        found[column.name] = tells_class(*given) or tells_class_of_some(*given)
    return {name: why for name, why in found.items() if why}


def class_told_notes(
    columns: Sequence[Column],
    used: Collection[str],
    target: str,
    rows: np.ndarray,
    y: np.ndarray,
    told: Collection[str],
) -> list[str]:
    """Return a note on each used column that tells the class, one to one or otherwise; *told* are
    columns of which that is said already."""
    classes, labels = np.unique(y, return_inverse=True)
    notes = []
    for column in columns:
        if column.name not in used or column.name == target:
            continue
        part = column.take(rows)
        if _is_one_to_one(part, labels, len(classes)):
            notes.append(
                f"Column {column.name!r} stands one to one for the target {target!r}; leave it "
                "out if it is not known before the class is."
            )
        elif column.name in told:
            continue
        elif why := tells_class(part, labels, classes.tolist(), len(used)):
            notes.append(f"Column {column.name!r} tells the class {target!r}. {why}")
        elif why := tells_class_of_some(part, labels, classes.tolist(), len(used)):
            notes.append(f"Column {column.name!r} tells the class {target!r} of some rows. {why}")
    return notes


def _is_one_to_one(column: Column, labels: np.ndarray, n_classes: int) -> bool:
    if len(column.levels) != n_classes or column.n_missing:
        return False
    return len(np.unique(column.codes * n_classes + labels)) == n_classes


def _names_an_output(name: str) -> bool:
    """Return whether a column has the name of what a model gives: a probability, a score, a
    risk."""
    words = [without_accents(word) for word in words_of(name)]
    return (
        not _OUTPUTS.isdisjoint(words)
        or any(word.endswith(_OUTPUT_ENDS) for word in words)
        or names_an_estimator(name)
    )
