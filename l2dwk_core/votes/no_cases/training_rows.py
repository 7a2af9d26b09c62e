"""Rows on which the models were trained, among others: a column such as ``split`` tells them.

A model that has seen a case answers it from memory, so such rows are no cases of a test, and no
rows to judge the models on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column

_LEARN = frozenset("train training trained trn learn learning fit fitted".split())
_REST = frozenset(
    "test tst testing val valid validation validate dev eval evaluation holdout heldout oof unseen "
    "weighting calibration calib".split()
)
_BESIDE = frozenset("set data sample samples split part partition rows cases out hold held".split())
_WEIGHTING = frozenset({"weighting"})
_FLAG_WORDS = frozenset(
    "is in was set data sample split part for used to fit rows flag subset model models".split()
)
_YES = frozenset("1 true yes y t ja oui si 1.0".split())
_NO = frozenset("0 false no n f nein non 0.0".split())


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Rows that a column names as those of a training.

    Attributes
    ----------
    rows
        (N,) bool, True for these rows.
    said
        The column and its value, in words.
    """

    rows: NDArray[np.bool_]
    said: str

    def of_rows(self, rows: NDArray[np.intp]) -> TrainingRows:
        """Return the mark of these rows."""
        return TrainingRows(self.rows[rows], self.said)


def training_rows(columns: Sequence[Column]) -> TrainingRows | None:
    """Return the rows that the first column of parts names as those of a training; None without
    such a column, and when it names all rows or none.

    Its values are words of parts (train, valid, test; or weighting and test), or it is a yes or no
    whose name says that a row was used for training, or for a test (is_train, is_test).
    """
    for column in columns:
        learn = _levels_of_training(column)
        if not learn:
            continue
        chosen = np.array([*(level in learn for level in column.levels), False])[column.codes]
        if chosen.any() and not chosen.all():
            return TrainingRows(chosen, f"column {column.name!r} calls {learn[0]!r}")
    return None


def names_training(level: str) -> bool:
    """Return whether a value of a column of parts is that of the rows of a training."""
    words = set(words_of(level)) - _BESIDE
    return bool(words) and words <= _LEARN


def _levels_of_training(column: Column) -> list[str]:
    """Return the values of a column that name the rows of a training."""
    levels = [level for level in column.levels if level.strip()]
    if not 2 <= len(levels) <= 10:
        return []
    parts = [set(words_of(level)) - _BESIDE for level in levels]
    if all(words and words <= _LEARN | _REST for words in parts):
        named = [level for level, words in zip(levels, parts, strict=True) if words <= _LEARN]
        return named or [
            level for level, words in zip(levels, parts, strict=True) if words == _WEIGHTING
        ]
    words = set(words_of(column.name))
    told = words & (_LEARN | _REST)
    plain = {level.strip().casefold() for level in levels}
    if len(levels) != 2 or not told or words - told - _FLAG_WORDS or not plain <= _YES | _NO:
        return []
    if told <= _LEARN:
        return [level for level in levels if level.strip().casefold() in _YES]
    return [level for level in levels if level.strip().casefold() in _NO] if told <= _REST else []
