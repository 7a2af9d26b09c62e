"""Names of probabilities in which the number of a class stands before the model, and that of the
model at the end: ``prob_0_rater_1`` is class 0 of rater 1, not class 1 of ``prob_0_rater``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.probability_columns import class_at_the_end
from l2dwk_core.votes.shares import holds_fractions, holds_shares

_FORM = re.compile(
    r"(?:(?:p|pr|probs?|proba|probability)[ _.:-]*)?(?:p|pr|probs?|proba|probability|class|cls|c)"
    r"[ _.:-]?(\d+)[ _.:-]+(.*[^\W\d_].*)",
    re.I,
)
_NEAR_ONE = 0.02
_MOSTLY = 0.9


def with_class_at_the_end(
    columns: Sequence[Column], truth: Column, notes: list[str]
) -> list[Column]:
    """Return the columns; where all columns of fractions have such names, and one of them ends with
    a class too, the class is put at the end, with a note.

    Each model has all classes, and its probabilities sum to 1, or of two classes each model has
    the same one.
    """
    parts: dict[str, tuple[str, str]] = {}
    for column in columns:
        match = _FORM.fullmatch(column.name.strip())
        if match and match[1] in truth.levels and holds_shares(column):
            parts[column.name] = match[2], match[1]
    ends = [name for name in parts if class_at_the_end(name, truth.levels)]
    others = [c for c in columns if c.name not in parts and holds_fractions(c)]
    if not ends or others or len(set(parts.values())) < len(parts):
        return list(columns)
    models: dict[str, dict[str, Column]] = {}
    for column in columns:
        if column.name in parts:
            model, label = parts[column.name]
            models.setdefault(model, {})[label] = column
    classes = {frozenset(its) for its in models.values()}
    if len(classes) > 1 or not (
        (len(truth.levels) == 2 and all(len(its) == 1 for its in models.values()))
        or all(set(its) == set(truth.levels) and _sum_to_one(its) for its in models.values())
    ):
        return list(columns)
    model, label = parts[ends[0]]
    notes.append(
        f"The number of a class stands before the model in {ends[0]!r}: read as the class "
        f"{label!r} of the model {model!r}."
    )
    return [
        replace(column, name="_".join(parts[column.name])) if column.name in parts else column
        for column in columns
    ]


def _sum_to_one(columns: dict[str, Column]) -> bool:
    sums = np.sum([column.values() for column in columns.values()], axis=0)
    sums = sums[~np.isnan(sums)]
    return bool(sums.size) and float(np.mean(np.abs(sums - 1.0) <= _NEAR_ONE)) >= _MOSTLY
