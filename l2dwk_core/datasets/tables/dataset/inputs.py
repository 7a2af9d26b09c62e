"""From the other columns to what is learned from, with a note on each that is not used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.encoding import LARGEST_NUMBER
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.dataset.class_notes import written_alike
from l2dwk_core.datasets.tables.meaning.model_outputs import PREDICTION
from l2dwk_core.datasets.tables.meaning.times_in_words import quantities_in_words
from l2dwk_core.datasets.tables.missing_codes import category_codes_note, codes_note
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import (
    NUMERIC,
    ROLES,
    USED,
    lost_categories,
    marks_told,
    propose_role,
    ticked,
)
from l2dwk_core.datasets.tables.target.spellings import spellings_note
from l2dwk_core.datasets.tables.turned_into_dates import turned_into_dates
from l2dwk_core.datasets.tables.unreadable import mixed_marks, unreadable
from l2dwk_core.datasets.tables.written import some, written_as


def inputs(
    columns: Sequence[Column],
    roles: Mapping[str, str],
    target: str,
    rows: np.ndarray,
    of_rows: Mapping[str, str],
) -> tuple[dict[str, object], list[str]]:
    """Return the columns that are used, as arrays, and a note on each that is not used. *of_rows*
    are reasons that hold for the rows that are kept."""
    X: dict[str, object] = {}
    notes: list[str] = []
    for column in columns:
        name, role = column.name, roles[column.name]
        if name == target:
            continue
        if role not in USED:
            proposed, reason = propose_role(column)
            why = f"left out: {reason}" if role == proposed else f"{ROLES[role]}."
            if name in of_rows:
                why = f"left out, judged by the rows that are kept: {of_rows[name]}"
            notes.append(f"Column {name!r} is {why}")
            continue
        part = column.take(rows)
        made, distinct = _numeric(part, notes) if role == NUMERIC else _symbolic(part)
        if role != NUMERIC and not column.declared:
            if lost := lost_categories(part):
                notes.append(lost)
            notes += category_codes_note(part)
            notes += written_alike(part.levels, name) if not part.n_numbers else []
            notes += spellings_note(part.levels, name)
            if hint := (
                quantities_in_words(column)
                or unreadable(column)
                or turned_into_dates(column)
                or ticked(column)
            ):
                notes.append(f"Column {name!r} is used as categories. {hint}")
        # A column with one value and missing cells still shows which cells are missing.
        if distinct > 1 or (distinct == 1 and pd.isna(made).any()):
            X[name] = made
        else:
            what = (
                "one value"
                if distinct
                else "no value that is a number"
                if role == NUMERIC
                else "no value"
            )
            notes.append(f"Column {name!r} is left out: it has {what} in the rows that are kept.")
    return X, notes


def _numeric(column: Column, notes: list[str]) -> tuple[np.ndarray, int]:
    values = column.values()
    finite = np.isfinite(values)
    words = column.odd(WORD)
    lost = column.n_present - int(finite.sum()) - sum(count for _, count in words)
    if lost and finite.any():
        notes.append(
            f"{counted(lost, 'value')} of {column.name!r} not read as a finite number within "
            f"±{LARGEST_NUMBER:.1e}: missing."
        )
    if words and finite.any():
        rows = sum(count for _, count in words)
        notes.append(
            f"{counted(rows, 'value')} of {column.name!r} not read as a number: missing "
            f"({some(words)}). {mixed_marks(column) or 'The role symbolic keeps them.'}"
        )
    if finite.any() and (told := written_as(column)):
        notes.append(f"Numbers of {column.name!r}: {' '.join(told)}")
    notes += [f"Column {column.name!r}: {told}" for told in marks_told(column)]
    notes += codes_note(column.name, values[finite])
    return values, len(np.unique(values[finite]))


def _symbolic(column: Column) -> tuple[pd.Categorical, int]:
    levels = sorted(column.levels)
    rank = {level: at for at, level in enumerate(levels)}
    recode = np.array([*(rank[level] for level in column.levels), -1])
    categories = pd.Index(levels, dtype=object if not levels else None)
    return pd.Categorical.from_codes(recode[column.codes], categories=categories), len(levels)


def why_nothing(
    columns: Sequence[Column], roles: Mapping[str, str], target: str, rows: np.ndarray
) -> str:
    """Return why no column is left to learn from."""
    others = [column for column in columns if column.name != target]
    if all(len(column.take(rows).levels) <= 1 for column in others):
        return "all rows are identical"
    predictions = [column.name for column in others if column.no_input == PREDICTION]
    if predictions:
        names = ", ".join(map(repr, predictions[:3])) + ", …" * (len(predictions) > 3)
        return (
            f"others seem to be predictions of models ({names}). A table of "
            "predictions and true labels is for 'Your models' (`read_votes`)"
        )
    left = sorted({roles[column.name] for column in others})
    return "the others are " + " or ".join(left)
