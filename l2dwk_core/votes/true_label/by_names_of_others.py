"""True labels of which the names of the other columns tell: those of two targets, each with its own
predictions, and one named "correct" that marks no right answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import PREDICTION_WORDS
from l2dwk_core.votes.true_label.by_place import is_like_another, values_of

_TRUE = frozenset("true truth actual gt gold label target observed obs reference".split())
_RIGHT = frozenset({("correct",), ("right",)})
_LOOKED_AT = 20
_FEWEST = 2


def check_one_target(columns: Sequence[Column]) -> None:
    """Raise ``InputError`` when there are different true labels of two targets, each beside its own
    predictions: sex_true, sex_pred, age_true, age_pred."""
    truths = _by_target(columns, _TRUE)
    predictions = _by_target(columns, PREDICTION_WORDS)
    both = [truths[target] for target in truths if target in predictions]
    first = both[0] if both else None
    for other in both[1:]:
        if first is not None and not _are_one(first, other):
            raise InputError(
                f"There are true labels of several targets, each with its own predictions: "
                f"{shown([column.name for column in both[:5]])}. Votes are on one target: leave "
                "the columns of the others out of the file."
            )


def _are_one(one: Column, other: Column) -> bool:
    """Return whether two columns hold the same classes, perhaps written in other words."""
    pairs = set(zip(one.codes.tolist(), other.codes.tolist(), strict=True))
    return len(pairs) == len(set(one.codes.tolist())) == len(set(other.codes.tolist()))


def _by_target(columns: Sequence[Column], ends: frozenset[str]) -> dict[tuple[str, ...], Column]:
    """Return the columns whose names are that of a target with one of the words *ends* at one end,
    by that target."""
    found: dict[tuple[str, ...], Column] = {}
    for column in columns:
        words = tuple(words_of(column.name))
        if len(words) > 1 and (words[-1] in ends or words[0] in ends):
            found.setdefault(words[:-1] if words[-1] in ends else words[1:], column)
    return found


def named_correct(columns: Sequence[Column]) -> Column | None:
    """Return the column named "correct" whose values two others or more predict; None when it marks
    in which rows two other columns agree, and when there is none."""
    named = [column for column in columns if tuple(words_of(column.name)) in _RIGHT]
    if len(named) != 1:
        return None
    (column,) = named
    others = [c for c in columns if c is not column and c.levels]
    values = [(c, values_of(c)) for c in (column, *others)]
    alike = [c for c, its in values[1:] if its == values[0][1]]
    if len(alike) < _FEWEST or not is_like_another(column, values):
        return None
    texts = _texts(column)
    marks = np.array(texts) == max(values[0][1])
    for one, other in combinations(others[:_LOOKED_AT], 2):
        agree = np.array(_texts(one)) == np.array(_texts(other))
        if len(values[0][1]) == 2 and bool((agree == marks).all() or (agree != marks).all()):
            return None
    return column


def _texts(column: Column) -> list[str]:
    levels = [*column.levels, ""]
    return [levels[code] for code in column.codes]
