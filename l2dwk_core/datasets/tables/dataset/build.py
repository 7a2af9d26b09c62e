"""From columns, roles and a target to a dataset, with a note on everything that was decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pandas as pd

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.copies import copies_notes
from l2dwk_core.datasets.tables.cases.doubts import doubts
from l2dwk_core.datasets.tables.cases.repeated import cases_notes, cases_of_one_class
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.dataset.class_notes import rare_classes, written_alike
from l2dwk_core.datasets.tables.dataset.inputs import inputs, why_nothing
from l2dwk_core.datasets.tables.dataset.labels import check_classes, class_labels, is_numeric_target
from l2dwk_core.datasets.tables.dataset.lost_labels import lost_words, too_large
from l2dwk_core.datasets.tables.dataset.stratified_rows import stratified_rows
from l2dwk_core.datasets.tables.limits import (
    MAX_CLASSES,
    MIN_ROWS,
)
from l2dwk_core.datasets.tables.lost_cells import what_to_do, why_lost
from l2dwk_core.datasets.tables.make_columns import clean_name
from l2dwk_core.datasets.tables.meaning.may_be_codes import codes_used_note
from l2dwk_core.datasets.tables.meaning.may_be_days import may_be_days
from l2dwk_core.datasets.tables.missing_codes import category_codes_note, codes_note
from l2dwk_core.datasets.tables.one_hot import one_hot_notes
from l2dwk_core.datasets.tables.roles import (
    IDENTIFIER,
    NUMERIC,
    ROLES,
    SYMBOLIC,
    propose_role,
    ticked,
)
from l2dwk_core.datasets.tables.target.spellings import spellings_note, unknown_classes_note
from l2dwk_core.datasets.tables.target.tells_class import class_told_notes
from l2dwk_core.datasets.tables.turned_into_dates import turned_into_dates


def build_dataset(
    name: str,
    columns: Sequence[Column],
    proposed: Mapping[str, str],
    target: str | None,
    changed: Mapping[str, str],
    bins: int | None,
    max_rows: int,
    seed: int,
    keep: Collection[str] | Mapping[str, Collection[str]] = (),
) -> tuple[pd.DataFrame, np.ndarray, list[str], np.ndarray]:
    """Return columns, labels, notes, and the positions of the rows that are kept; see
    `TableDraft.to_dataset`."""
    max_rows, seed = check_whole("max_rows", max_rows, MIN_ROWS), check_whole("seed", seed, 0)
    if bins is not None:
        bins = check_whole("bins", bins, 2, MAX_CLASSES)
    by_name = {column.name: column for column in columns}
    target, kept = _checked(name, by_name, target, changed, keep)
    roles, column = {**proposed, **changed}, by_name[target]
    columns = [column.with_words(kept.get(column.name, ())) for column in columns]
    # A column of one word and NA has two values when NA is one.
    again = [c for c in columns if kept.get(c.name) and c.name not in {target, *changed}]
    roles |= {column.name: propose_role(column)[0] for column in again}
    column, keep = by_name[target].with_words(kept.get(target, ())), kept.get(target, ())
    if keep and bins is None and target not in changed and roles[target] == NUMERIC:
        roles[target] = SYMBOLIC  # beside numbers, a word can only be kept as a class of its own
    labels, notes = class_labels(column, is_numeric_target(column, roles[target]), bins)
    rows = np.flatnonzero(labels != "")
    lost = _lost_labels(column, roles[target], keep)
    if dropped := len(labels) - len(rows):
        notes.append(
            f"{counted(dropped, 'row is', 'rows are')} left out: no value of {target!r}."
            f"{lost and ' ' + lost}"
        )
    lost = f"{lost} {what_to_do(column)}".strip()
    if ticked(column):
        lost = (
            f"If an empty cell is the other class, write a word into the {column.n_missing} empty "
            f"cells. {lost}"
        ).strip()
    if len(rows) < MIN_ROWS:
        raise InputError(
            f"{name!r} has {counted(len(rows), 'row')} with a value of {target!r}; at least "
            f"{MIN_ROWS} are "
            f"needed to train, weigh and test.{lost and ' ' + lost}"
        )
    check_classes(target, labels[rows], lost)
    of_rows: dict[str, str] = {}
    if dropped:
        judged = [c for c in columns if c.name not in {target, *changed, *kept}]
        of_rows = _names_of_rows([c for c in judged if roles[c.name] == SYMBOLIC], rows)
        roles |= dict.fromkeys(of_rows, IDENTIFIER)
    if len(rows) > max_rows:
        if max_rows < len(np.unique(labels[rows])):
            raise InputError(
                f"max_rows is {max_rows}, fewer than the classes of {target!r}; keep more rows."
            )
        notes.append(
            f"{max_rows} of {len(rows)} rows are kept: a random sample with seed {seed}, each "
            "class in proportion."
        )
        rows = rows[stratified_rows(labels[rows], max_rows, seed)]
    y = labels[rows]
    check_classes(target, y)
    notes += _notes_on_classes(column, rows, y, bins)
    X, more = inputs(columns, roles, target, rows, of_rows)
    notes += more
    if not X:
        raise InputError(
            f"{name!r} has no column left to learn from besides {target!r}: "
            f"{why_nothing(columns, roles, target, rows)}. Give another column or change a role."
        )
    notes += _notes_on_inputs(columns, X, roles, changed, target, rows, y)
    table = pd.DataFrame(X)
    notes += copies_notes(table, y, len(table.columns) == len(columns) - 1)
    return table, y, notes, rows


def _checked(
    name: str,
    by_name: Mapping[str, Column],
    target: str | None,
    changed: Mapping[str, str],
    keep: Collection[str] | Mapping[str, Collection[str]],
) -> tuple[str, Mapping[str, Collection[str]]]:
    """Return the name of the class column, and for each column the words that are kept."""
    for column_name, role in changed.items():
        if column_name not in by_name:
            raise unknown_choice("column", column_name, by_name)
        if role not in ROLES:
            raise unknown_choice("role", role, ROLES)
    if target is None:
        raise InputError(
            f"No column of {name!r} looks like a class; name one as the target, or a numeric one "
            "together with bins to cut it into classes."
        )
    if isinstance(target, str) and target not in by_name:
        target = clean_name(target)
    check_choice("column", target, by_name)
    kept = keep if isinstance(keep, Mapping) else {target: keep}
    for of, words in kept.items():
        check_choice("column", of, by_name)
        if unknown := [word for word in words if word not in by_name[of].words]:
            raise unknown_choice(f"word for a missing {of!r}", unknown[0], by_name[of].words)
    return target, kept


def _lost_labels(column: Column, role: str, keep: Collection[str]) -> str:
    """Return why rows have no class, and how to keep them."""
    lost = f"{lost_words(column, keep)} {why_lost(column)}".strip()
    if is_numeric_target(column, role) and (large := too_large(column)):
        lost = f"{large} {lost}".strip()
    return lost


def _notes_on_classes(
    column: Column, rows: np.ndarray, y: np.ndarray, bins: int | None
) -> list[str]:
    """Return what is said of the labels *y* of the rows that are kept."""
    notes: list[str] = []
    if bins is None:
        notes += category_codes_note(column.take(rows), "class")
        if damaged := turned_into_dates(column):
            notes.append(f"Classes of {column.name!r}: {damaged}")
    else:
        notes += codes_note(column.name, column.values()[rows])
    notes += rare_classes(y)
    classes, rows_of = np.unique(y, return_counts=True)
    notes += written_alike(classes.tolist())
    if bins is None:
        notes += spellings_note(classes.tolist())
        counts = dict(zip(classes.tolist(), rows_of.tolist(), strict=True))
        notes += unknown_classes_note(column.name, counts)
    return notes


def _notes_on_inputs(
    columns: Sequence[Column],
    X: Mapping[str, object],
    roles: Mapping[str, str],
    changed: Mapping[str, str],
    target: str,
    rows: np.ndarray,
    y: np.ndarray,
) -> list[str]:
    """Return what is said of the columns that are used: of those that tell the class, and of
    numbers that may be something else."""
    cases = cases_of_one_class(columns, X, target, rows, y)
    notes = class_told_notes(columns, X, target, rows, y, {case.name for case in cases})
    notes += one_hot_notes(columns, X, target, rows)
    used = [column.take(rows) for column in columns if column.name in X]
    doubtful = doubts(used, columns[0].name)
    notes += [f"Column {name!r} is used. {why}" for name, why in doubtful.items()]
    proposed_numbers = [c for c in used if roles[c.name] == NUMERIC and c.name not in changed]
    notes += codes_used_note(proposed_numbers)
    notes += [
        f"Column {c.name!r} is used as numbers. {days}"
        for c in proposed_numbers
        if (days := may_be_days(c))
    ]
    return notes + cases_notes(cases)


def _names_of_rows(columns: Sequence[Column], rows: np.ndarray) -> dict[str, str]:
    """Return why columns of categories name the rows that are kept, as samples do whose controls
    come several times and have no class."""
    found = {column.name: propose_role(column.take(rows)) for column in columns}
    return {name: why for name, (role, why) in found.items() if role == IDENTIFIER}
