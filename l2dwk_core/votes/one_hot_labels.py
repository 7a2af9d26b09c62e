"""True labels with one column of 0 and 1 for each class, such as ``y_cat`` and ``y_dog``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.votes.label_column import has_usual_name
from l2dwk_core.votes.probability_columns import SEPARATORS, ends_with_class
from l2dwk_core.votes.truth_names import LABEL_NAMES


def one_column_of_labels(name: str, columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns with one column of true labels in place of those of 0 and 1, and add a
    note. Without such columns, or when a column has a usual name of true labels, return the columns
    as they are.

    The columns are named by a usual name of true labels and a class that other columns name or
    predict. Raise ``InputError`` when they do not have exactly one 1 in each row.
    """
    if any(has_usual_name(column) for column in columns):
        return list(columns)
    for separator in SEPARATORS:
        for usual in LABEL_NAMES:
            found = {
                column.name: column
                for column in columns
                if _begins(column.name, usual + separator)
                and not names_a_prediction(column.name)
                and column.n_present
                and set(column.numbers.tolist()) <= {0.0, 1.0}
            }
            others = [column for column in columns if column.name not in found]
            classes = [label[len(usual + separator) :].strip() for label in found]
            if len(found) < 2 or not _are_classes(classes, others):
                continue
            return [_joined(name, usual, classes, list(found.values()), notes), *others]
    return list(columns)


def _begins(name: str, start: str) -> bool:
    plain = name.strip().lower()
    return plain.replace(" ", "_").startswith(start.replace(" ", "_")) and len(plain) > len(start)


def _are_classes(classes: Sequence[str], others: Sequence[Column]) -> bool:
    """Return whether other columns predict each class or name it, without regard to letter case."""
    predicted = {level.casefold() for column in others for level in column.levels}
    names = [column.name.strip().casefold() for column in others]
    return all(
        label in predicted or any(ends_with_class(name, [label]) for name in names)
        for label in map(str.casefold, classes)
    )


def _joined(
    name: str, usual: str, classes: list[str], columns: list[Column], notes: list[str]
) -> Column:
    marks = np.stack([column.values() for column in columns], axis=1)
    first = columns[0].name
    wrong = np.flatnonzero(~(marks.sum(axis=1) == 1.0))  # a sum with an empty cell is NaN
    if wrong.size:
        raise InputError(
            f"Column {first!r} of {name!r} and {counted(len(columns) - 1, 'other')} look like true "
            f"labels with one column for each class, but row {wrong[0] + 1:,} (row 1 is the first) "
            "does not have exactly one 1 in them; give one column with the true label."
        )
    notes.append(
        f"The true label is read from {counted(len(columns), 'column')} with 1 for the true class: "
        f"{first!r} is the class {classes[0]!r}. They are named {usual!r} below."
    )
    return replace(
        columns[0],
        name=usual,
        levels=tuple(classes),
        codes=marks.argmax(axis=1),
        declared="",
        sign="",
        unit="",
        words=(),
        word_codes=None,
    )
