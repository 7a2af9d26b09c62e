"""From columns, roles and a target to a dataset, with a note on everything that was decided."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import counted, one_line
from l2dwk_core.datasets.copies import copies_notes
from l2dwk_core.datasets.encoding import LARGEST_NUMBER
from l2dwk_core.datasets.tables.cases.doubts import doubts
from l2dwk_core.datasets.tables.cases.repeated import cases_notes, cases_of_one_class
from l2dwk_core.datasets.tables.columns import Column, clean_name
from l2dwk_core.datasets.tables.limits import (
    MAX_CLASSES,
    MAX_LABEL_CHARACTERS,
    MAX_NUMERIC_CLASSES,
    MIN_CLASS_ROWS,
    MIN_ROWS,
)
from l2dwk_core.datasets.tables.lost_cells import what_to_do, why_lost
from l2dwk_core.datasets.tables.meaning.may_be_codes import codes_used_note
from l2dwk_core.datasets.tables.meaning.may_be_days import may_be_days
from l2dwk_core.datasets.tables.meaning.model_outputs import PREDICTION
from l2dwk_core.datasets.tables.meaning.times_in_words import durations_in_words
from l2dwk_core.datasets.tables.missing_codes import category_codes_note, codes_note
from l2dwk_core.datasets.tables.no_quantities.versions import labels_as_written, one_number
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.one_hot import one_hot_notes
from l2dwk_core.datasets.tables.roles import (
    IDENTIFIER,
    NUMERIC,
    ROLES,
    SYMBOLIC,
    USED,
    lost_categories,
    marks_told,
    propose_role,
    ticked,
)
from l2dwk_core.datasets.tables.target.one_class_each import class_told_notes
from l2dwk_core.datasets.tables.target.spellings import spellings_note, unknown_classes_note
from l2dwk_core.datasets.tables.turned_into_dates import turned_into_dates
from l2dwk_core.datasets.tables.unreadable import mixed_marks, unreadable
from l2dwk_core.datasets.tables.values import NO_RESULT, is_spreadsheet_error, shortest
from l2dwk_core.datasets.tables.written import some, written_as

_NAMED = 5


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
    roles = {**proposed, **changed}
    column = by_name[target]
    kept = keep if isinstance(keep, Mapping) else {target: keep}
    for of, words in kept.items():
        check_choice("column", of, by_name)
        if unknown := [word for word in words if word not in by_name[of].words]:
            raise unknown_choice(f"word for a missing {of!r}", unknown[0], by_name[of].words)
    columns = [column.with_words(kept.get(column.name, ())) for column in columns]
    # A column of one word and NA has two values when NA is one.
    again = [c for c in columns if kept.get(c.name) and c.name not in {target, *changed}]
    roles |= {column.name: propose_role(column)[0] for column in again}
    column, keep = by_name[target].with_words(kept.get(target, ())), kept.get(target, ())
    if keep and bins is None and target not in changed and roles[target] == NUMERIC:
        roles[target] = SYMBOLIC  # beside numbers, a word can only be kept as a class of its own
    labels, notes = _labels(column, is_numeric_target(column, roles[target]), bins)
    rows = np.flatnonzero(labels != "")
    lost = f"{_lost_words(column, keep)} {why_lost(column)}".strip()
    if is_numeric_target(column, roles[target]) and (large := _too_large(column)):
        lost = f"{large} {lost}".strip()
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
    _check_classes(target, labels[rows], lost)
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
    _check_classes(target, y)
    if bins is None:
        notes += category_codes_note(column.take(rows), "class")
        if damaged := turned_into_dates(column):
            notes.append(f"Classes of {target!r}: {damaged}")
    else:
        notes += codes_note(target, column.values()[rows])
    notes += _rare_classes(y)
    classes, rows_of = np.unique(y, return_counts=True)
    notes += _alike(classes.tolist())
    if bins is None:
        notes += spellings_note(classes.tolist())
        counts = dict(zip(classes.tolist(), rows_of.tolist(), strict=True))
        notes += unknown_classes_note(target, counts)
    X, more = _inputs(columns, roles, target, rows, of_rows)
    notes += more
    if not X:
        raise InputError(
            f"{name!r} has no column left to learn from besides {target!r}: "
            f"{_why_nothing(columns, roles, target, rows)}. Give another column or change a role."
        )
    cases = cases_of_one_class(columns, X, target, rows, y)
    named = {case.name for case in cases}
    notes += class_told_notes(columns, X, target, rows, y, named)
    notes += one_hot_notes(columns, X, target, rows)
    used = [column.take(rows) for column in columns if column.name in X]
    notes += [f"Column {name!r} is used. {why}" for name, why in doubts(used).items()]
    proposed_numbers = [c for c in used if roles[c.name] == NUMERIC and c.name not in changed]
    notes += codes_used_note(proposed_numbers)
    notes += [
        f"Column {c.name!r} is used as numbers. {days}"
        for c in proposed_numbers
        if (days := may_be_days(c))
    ]
    notes += cases_notes(cases)
    table = pd.DataFrame(X)
    notes += copies_notes(table, y)
    return table, y, notes, rows


def _labels(column: Column, numeric: bool, bins: int | None) -> tuple[np.ndarray, list[str]]:
    """Return a label for each row, "" where there is none."""
    if not numeric:
        if bins is not None:
            raise InputError(
                f"bins cuts a numeric target into classes, but {column.name!r} is not numeric; "
                "leave bins out or give it the role numeric."
            )
        longest = max(column.levels, key=len, default="")
        if len(longest) > MAX_LABEL_CHARACTERS:
            raise InputError(
                f"The target {column.name!r} has a value of {len(longest):,} characters "
                f"({longest[:30]!r}…); class names have at most {MAX_LABEL_CHARACTERS}. Choose "
                "another column."
            )
        return np.array([*column.levels, ""], dtype=str)[column.codes], []
    values = column.values()
    finite = np.isfinite(values)
    distinct = np.unique(values[finite])
    lost = column.n_present - int(finite.sum())
    notes = []
    if lost:
        what = counted(lost, "value is no number", "values are no numbers")
        told = f": {some(words)}" if (words := column.odd(WORD)) else ""
        notes.append(f"{what} in the target {column.name!r}{told}.")
    if finite.any() and (written := written_as(column, labels=bins is None)):
        notes.append(f"Numbers of the target {column.name!r}: {' '.join(written)}")
    if bins is not None:
        labels, note = _equal_frequency(column.name, values, bins)
        return labels, [*notes, note]
    if len(distinct) > MAX_NUMERIC_CLASSES:
        raise InputError(
            f"The target {column.name!r} has {len(distinct)} different numbers; give bins, such as "
            "bins=3, to cut it into classes of equal frequency, make its role symbolic if they are "
            "codes, or choose another column."
        )
    if two := one_number(column):
        # Two texts are one class only where that is sure.
        notes.append(
            f"As numbers {two[0][:20]!r} and {two[1][:20]!r} of the target {column.name!r} would "
            "be one class; its values are taken as they are written."
        )
        written = [
            level if np.isfinite(value) else ""
            for level, value in zip(column.levels, column.numbers, strict=True)
        ]
        return np.array([*written, ""], dtype=str)[column.codes], notes
    shown = labels_as_written(column, distinct) or [shortest(float(one)) for one in distinct]
    texts = np.array([*shown, ""], dtype=str)
    codes = np.where(finite, np.searchsorted(distinct, np.where(finite, values, 0)), -1)
    return texts[np.where(finite, codes, len(distinct))], notes


def _equal_frequency(name: str, values: np.ndarray, bins: int) -> tuple[np.ndarray, str]:
    """Return intervals with about the same number of rows. Equal numbers share an interval."""
    finite = np.isfinite(values)
    if not finite.any():
        raise InputError(f"The target {name!r} has no numbers; choose another column.")
    # Bounds are observed values, so that no bound lies between numbers that look equal.
    cuts = np.quantile(values[finite], np.arange(1, bins) / bins, method="inverted_cdf")
    cuts = np.unique(cuts)
    cuts = cuts[cuts < values[finite].max()]
    ends = [shortest(float(cut)) for cut in cuts]
    if ends:
        texts = [f"up to {ends[0]}"]
        texts += [f"over {low} to {high}" for low, high in pairwise(ends)]
        texts.append(f"over {ends[-1]}")
    else:
        texts = ["all"]
    codes = np.searchsorted(cuts, np.where(finite, values, 0), side="left")
    labels = np.array([*texts, ""], dtype=str)[np.where(finite, codes, len(texts))]
    fewer = f" instead of {bins}, because numbers repeat" if len(texts) < bins else ""
    return labels, (
        f"The target {name!r} is cut into {len(texts)} classes of about equal frequency{fewer}."
    )


def is_numeric_target(column: Column, role: str) -> bool:
    """Return whether the class column holds numbers, which may be cut into classes. This also
    holds for numbers that hardly repeat, for which the column would be left out as an input."""
    return role == NUMERIC or (
        role == IDENTIFIER and 0 < column.n_numbers == column.n_present and not column.declared
    )


def _lost_words(column: Column, keep: Collection[str]) -> str:
    """Return which words made cells of the target count as missing, and how to keep them."""
    words = [
        (word, count)
        for word, count in column.missing_words()
        if word not in keep and word != NO_RESULT and not is_spreadsheet_error(word)
    ]
    if not words:
        return ""
    named = tuple(word for word, _ in words)
    counts = "counts" if len(words) == 1 else "count"
    return (
        f"{some(words)} {counts} as missing; if that is a class, keep it with keep={named[:5]!r}."
    )


def _too_large(column: Column) -> str:
    """Return which numbers of the target count as missing because of their size, and what to do."""
    chosen = np.flatnonzero(np.abs(column.numbers) > LARGEST_NUMBER)
    if not chosen.size:
        return ""
    words = [(column.levels[at], int(column.counts[at])) for at in chosen]
    counts = "counts" if len(words) == 1 else "count"
    return (
        f"{some(words)} {counts} as missing: numbers beyond {LARGEST_NUMBER:.2g} are not read; if "
        f"that is a class, give the column the role {SYMBOLIC}."
    )


def _check_classes(target: str, y: np.ndarray, lost: str = "") -> None:
    n_classes = len(np.unique(y))
    if n_classes < 2:
        raise InputError(
            f"The target {target!r} has one class ({str(y[0])[:40]!r}); two are needed. Choose "
            f"another column.{lost and ' ' + lost}"
        )
    if n_classes == len(y) > 2:
        raise InputError(
            f"Each row has another value of {target!r}, so no class can be learned. Choose another "
            "column, or turn the table if its rows are the columns."
        )
    if n_classes > MAX_CLASSES:
        raise InputError(
            f"The target {target!r} has {n_classes} classes; at most {MAX_CLASSES} are allowed. "
            "Choose another column, or join rare classes."
        )


def stratified_rows(y: np.ndarray, n: int, seed: int) -> np.ndarray:
    """Return sorted positions of n rows, with each class in proportion and none lost (largest
    remainders)."""
    classes, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    share = counts * n / counts.sum()
    take = np.maximum(np.floor(share).astype(int), np.minimum(counts, MIN_CLASS_ROWS))
    for at in np.argsort(-(share - np.floor(share)), kind="stable"):
        if take.sum() < n and take[at] < counts[at]:
            take[at] += 1
    while take.sum() > n and take.max() > 1:  # many small classes were topped up
        take[np.argmax(take)] -= 1
    stream = np.random.default_rng(seed)
    kept = [
        stream.choice(np.flatnonzero(codes == code), take[code], replace=False)
        for code in range(len(classes))
    ]
    return np.sort(np.concatenate(kept))


def _rare_classes(y: np.ndarray) -> list[str]:
    classes, counts = np.unique(y, return_counts=True)
    rare = [
        f"{str(label)[:40]!r} ({count})"
        for label, count in zip(classes, counts, strict=True)
        if count < MIN_CLASS_ROWS
    ]
    if not rare:
        return []
    shown = ", ".join(rare[:5]) + (f" and {len(rare) - 5} more" if len(rare) > 5 else "")
    return [
        f"Classes with fewer than {MIN_CLASS_ROWS} rows are missing from some part of a split: "
        f"{shown}."
    ]


def _alike(values: Iterable[str], of: str = "") -> list[str]:
    """Return the classes, or the categories *of* a column, that differ only in case, in a mark at
    the end, or in signs that are not seen."""
    groups: dict[str, list[str]] = {}
    for label in values:
        plain = unicodedata.normalize("NFKC", one_line(label)).casefold()
        # The test part of UCI's Adult writes "<=50K." for "<=50K".
        groups.setdefault(plain.rstrip(" .,;:") or plain, []).append(repr(label[:40]))
    alike = [group for group in groups.values() if len(group) > 1]
    what, one = (f"Categories of {of!r}:", "category") if of else ("Classes", "class")
    notes = [
        f"{what} {', '.join(group[:_NAMED])} differ only in case, in a mark such as a full stop at "
        f"the end, or in signs that are not seen. If they are one {one}, write them alike in the "
        "file."
        for group in (alike[:1] if of else alike)
    ]
    if of and len(alike) > 1:
        notes[0] += f" The same holds for {counted(len(alike) - 1, 'other group')} of them."
    return notes


def _names_of_rows(columns: Sequence[Column], rows: np.ndarray) -> dict[str, str]:
    """Return why columns of categories name the rows that are kept, as samples do whose controls
    come several times and have no class."""
    found = {column.name: propose_role(column.take(rows)) for column in columns}
    return {name: why for name, (role, why) in found.items() if role == IDENTIFIER}


def _inputs(
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
            notes += _alike(part.levels, name) if not part.n_numbers else []
            notes += spellings_note(part.levels, name)
            if hint := (
                durations_in_words(column)
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


def _why_nothing(
    columns: Sequence[Column], roles: Mapping[str, str], target: str, rows: np.ndarray
) -> str:
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
