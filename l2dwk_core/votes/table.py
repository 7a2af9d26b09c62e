"""Votes in a table with one row for each case.

There is one column for each model, or for each model and class, and one column of true labels.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted, shown
from l2dwk_core.datasets.tables import TableDraft
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import IDENTIFIER, propose_role
from l2dwk_core.datasets.tables.values import shortest
from l2dwk_core.votes.build import ROUNDING, votes_of
from l2dwk_core.votes.label_column import (
    has_usual_name,
    label_column,
    lost_words,
    may_be_a_prediction,
)
from l2dwk_core.votes.long_form import check_columns_beside, check_long_form
from l2dwk_core.votes.names_of_other_programs import (
    is_no_class,
    note_of_names,
    of_one_model,
    renamed,
    speaks_of_class,
)
from l2dwk_core.votes.one_hot_labels import one_column_of_labels
from l2dwk_core.votes.one_number import OneNumber, are_one_number_each, one_number_each
from l2dwk_core.votes.other_columns import (
    differ_by_number,
    names_a_confidence,
    names_a_prediction,
    speaks_of_something_else,
)
from l2dwk_core.votes.per_cents import (
    PER_CENT,
    are_hundreds,
    cube,
    has_sign,
    in_parts,
    rescaled,
    sum_to_hundred,
)
from l2dwk_core.votes.probability_columns import (
    ProbabilityColumns,
    ends_with_class,
    lacking_columns,
    probability_columns,
)
from l2dwk_core.votes.repeated_cases import repeated_cases
from l2dwk_core.votes.votes import PARTS, Votes

PART, GROUP = "part", "group"
"""Names of the optional columns. Upper and lower case do not matter."""

_WORDS_OF_PARTS = frozenset(
    {*PARTS, "train", "training", "learn", "valid", "validation", "val", "dev", "testing"}
)


def votes_in_table(
    draft: TableDraft, target: str | None = None, keep: Collection[str] = ()
) -> Votes:
    """Return the votes in a table that was read. *target* is the column of true labels.

    Labels and predictions are texts. Numbers that are written differently (1 and 1.0) are the same
    class, unless the true labels are codes (01 and 1), and so is a text that differs from one true
    class only by letter case. Probabilities in per cent (45%, or 45 when the numbers of a vote
    sum to 100) are parts of 1. One probability for each model where there are two classes is that
    of the second. An empty cell is a missing vote. Columns that identify the row, columns that hold
    no classes, and columns whose names speak of something else (fold, is_test, age, svm_correct)
    are left out. True labels may stand in one column of 0 and 1 for each class. *keep* are words
    that mean a missing value in other tables but are classes here, such as NA. Notes say how the
    table was understood.

    Raise ``InputError`` when there is no true label or no model, when the true label is a measured
    number instead of a class, and in the cases named at ``votes_of``.
    """
    cells = _with_words(draft.cells, keep)
    named = {column.name.strip().lower(): column for column in cells}
    extra = {name: named[name] for name in (PART, GROUP) if name in named}
    extra = {name: column for name, column in extra.items() if column.name != target}
    others = [column for column in cells if column not in extra.values()]
    notes = list(draft.warnings)
    if target is None:
        others = one_column_of_labels(draft.name, others, notes)
    truth, note = label_column(others, target, keep)
    notes.append(note)
    rows = np.flatnonzero(truth.codes >= 0)
    if lost := len(truth.codes) - len(rows):
        notes.append(
            f"{counted(lost, 'row')} {agreeing(lost, 'is', 'are')} left out: no true label."
            + lost_words(truth, keep)
        )
    part = _complete(extra[PART].take(rows), "a part, weighting or test") if PART in extra else None
    group = _complete(extra[GROUP].take(rows), "a group") if GROUP in extra else None
    columns = [column.take(rows) for column in others if column is not truth]
    truth = truth.take(rows)
    probabilities = _probabilities(columns, truth)
    if probabilities is None:
        labels = (_by_number(truth) if _are_whole(truth) else truth).levels
        few = sum(not _no_model(column, truth) for column in columns) <= 1
        for one_separator in (False, True):
            other_names = renamed(columns, labels, one_separator)
            if few:
                other_names = of_one_model(other_names, labels)
            probabilities = _probabilities(other_names, truth)
            if probabilities is not None:
                notes.append(note_of_names(columns, other_names))
                columns = other_names
                break
    if probabilities is not None:
        found, written, used, per_cent = probabilities
        if len(found.columns) == 1:
            names = {column.name for column in used}
            check_columns_beside(draft.name, [c for c in columns if c.name not in names], truth)
        if per_cent is not None:
            notes.append(f"Per cents are read as parts of 1: 45{per_cent} is 0.45.")
        shares, more = rescaled(cube(used, found), per_cent is not None)
        return votes_of(
            draft.name,
            _texts(written),
            probabilities=shares,
            models=list(found.columns),
            classes=np.array(found.classes),
            part=part,
            group=group,
            row_numbers=rows,
            notes=[
                *notes,
                found.note,
                *more,
                *_left_out(columns, used, truth, False, group is None),
            ],
        )
    columns, truth = _alike(columns, truth)
    columns = [_as_the_label(column, truth, notes) for column in columns]
    models = [column for column in columns if not _no_model(column, truth)]
    single = _one_number(draft.name, columns, models, truth)
    if single is not None:
        if len(single.models) == 1:
            check_columns_beside(
                draft.name, [c for c in columns if c.name != single.columns[0].name], truth
            )
        return votes_of(
            draft.name,
            _texts(truth),
            probabilities=single.probabilities,
            models=list(single.models),
            classes=np.array(single.classes),
            part=part,
            group=group,
            row_numbers=rows,
            notes=[
                *notes,
                single.note,
                *_left_out(columns, single.columns, truth, False, group is None),
            ],
        )
    models = _check_models(draft.name, columns, models, truth)
    check_long_form(draft.name, columns, models, truth)
    notes += _second_labels(columns, models, truth)
    return votes_of(
        draft.name,
        _texts(truth),
        predictions=np.stack([_texts(column) for column in models], axis=1),
        models=[column.name for column in models],
        part=part,
        group=group,
        notes=[*notes, *_left_out(columns, models, truth, True, group is None)],
    )


def _one_number(
    name: str, columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> OneNumber | None:
    """Return how columns of fractions hold the probability of one of two classes; None when there
    are none, or when they stand beside other fractions or predicted labels. Predicted labels of the
    same models are left out. Labels 0 and 1 are probabilities when numbers alone tell their names
    from those of the fractions."""
    parts = [in_parts(column) if has_sign(column) else column for column in columns]
    fractions = [
        column
        for column in parts
        if _holds_fractions(column) and not speaks_of_something_else(column.name, ())
    ]
    labels = [column for column in models if not _holds_fractions(column)]
    if not fractions or any(_holds_other_fractions(column) for column in parts):
        return None
    of_classes = renamed(fractions, truth.levels, one_separator=True)
    twice = {
        column.name.removesuffix(f"_{label}")
        for column in of_classes
        for label in truth.levels
        if column.name.endswith(f"_{label}")
    }
    labels = [column for column in labels if column.name not in twice]
    if labels and not (
        set(truth.levels) == {"0", "1"}
        and all(any(differ_by_number(c.name, f.name) for f in fractions) for c in labels)
    ):
        return None
    return one_number_each(name, [*fractions, *labels], truth, len(labels))


def _holds_other_fractions(column: Column) -> bool:
    """Return whether every value is a number and some fraction is not from 0 to 1."""
    complete = 0 < column.n_numbers == column.n_present
    numbers = column.numbers
    return complete and bool((numbers % 1 != 0).any()) and not _holds_shares(column)


def _second_labels(columns: Sequence[Column], models: Sequence[Column], truth: Column) -> list[str]:
    """Return a note on each model that may be the true label."""
    notes = [
        f"Column {column.name!r} has a usual name of true labels too, but is used as the "
        f"predictions of a model, as {truth.name!r} is the true label. Leave it out of the file if "
        "it is no model, or name it as the target."
        for column in models
        if has_usual_name(column)
    ]
    others = [column for column in models if not has_usual_name(column)]
    if (
        len(others) == 1
        and may_be_a_prediction(truth, columns)
        and not names_a_prediction(others[0].name)
    ):
        notes.append(
            f"Column {truth.name!r} is read as the true label and {others[0].name!r} as the "
            f"predictions of a model. Beside a score, {truth.name!r} may be the predicted label: "
            f"if so, name {others[0].name!r} as the target."
        )
    return notes


def _with_words(columns: Sequence[Column], keep: Collection[str]) -> list[Column]:
    """Return the columns in which these words are values instead of missing cells."""
    if isinstance(keep, str) or not all(isinstance(word, str) for word in keep):
        raise InputError(f"keep is {shown(keep)}; give a tuple of words, such as ('NA',).")
    found = dict.fromkeys(word for column in columns for word, _ in column.missing_words())
    for word in keep:
        check_choice("word for a missing vote", word, found)
    return [column.with_words(keep) for column in columns]


def _no_model(column: Column, truth: Column) -> str:
    """Return why a column cannot hold the predicted labels of a model; "" when it can."""
    if not column.levels:
        return "it has no value."
    role, reason = propose_role(column)
    if role == IDENTIFIER:
        return f"it names the rows. {_without_roles(column, reason)}"
    if len(column.levels) == column.n_present > max(len(truth.levels), 2):
        return "it names the rows: no value occurs twice."
    if set(column.levels).isdisjoint(truth.levels):
        return (
            f"none of its values ({_first(column)}) is a class; the classes are {_first(truth)}."
            + _hint_of_part(column)
        )
    classes = set(truth.levels)
    valid = sum(
        int(n) for level, n in zip(column.levels, column.counts, strict=True) if level in classes
    )
    # An age or a per cent may by chance be 1, as a class is.
    if 2 * valid < column.n_present:
        return (
            f"{valid} of its {column.n_present} values are a class; the classes are "
            f"{_first(truth)}."
        )
    if speaks_of_something_else(column.name, column.levels):
        return (
            "by its name it holds something else than predictions. If it holds predicted labels, "
            f"give it another name, such as {'model ' + column.name!r}."
        )
    return ""


def _without_roles(column: Column, reason: str) -> str:
    """Return the reason for a role without the advice to choose another: votes have no roles."""
    reason = reason.partition(" Choose ")[0]
    if len(column.levels) == column.n_present:
        return reason
    return f"{reason} Name it {GROUP!r} to keep the rows of one case on one side of every split."


def _first(column: Column) -> str:
    more = "" if len(column.levels) <= 3 else f" and {len(column.levels) - 3} more"
    return ", ".join(shown(level) for level in column.levels[:3]) + more


def _hint_of_part(column: Column) -> str:
    """Return how to write a column that seems to say which rows are for testing; "" for others."""
    if not {level.strip().lower() for level in column.levels} <= _WORDS_OF_PARTS:
        return ""
    return (
        f" If it says which rows test the ensemble, name it {PART!r} and write "
        f"{' or '.join(PARTS)} in every row."
    )


def _left_out(
    columns: Sequence[Column],
    used: Sequence[Column],
    truth: Column,
    are_labels: bool,
    asks_for_groups: bool,
) -> list[str]:
    """Return a note on each column that is not used. *are_labels*: whether those used hold
    predicted labels; *asks_for_groups*: whether a column of cases is to be named."""
    names = {column.name for column in used}
    notes = []
    for column in columns:
        if column.name in names:
            continue
        if are_labels and _holds_fractions(column):
            why = (
                "it holds fractions beside predicted labels. To use probabilities, give a column "
                "for each model and each class."
            )
        elif _holds_fractions(column):
            why = "it holds fractions, but there is no such column for each class."
        else:
            why = _no_model(column, truth) or (
                "it has predicted labels where the others have probabilities; give all models "
                "labels, or all of them probabilities."
            )
        cases = repeated_cases(column, truth) if asks_for_groups and GROUP not in why else ""
        notes.append(f"Column {column.name!r} is left out: {why} {cases}".rstrip())
    return notes


def _probabilities(
    columns: Sequence[Column], truth: Column
) -> tuple[ProbabilityColumns, Column, list[Column], str | None] | None:
    """Return how columns hold probabilities, the true label spelled as in their names, these
    columns in parts of 1, and what stood behind per cents: "%", or "" when nothing did; None when
    there were none. Return None when no columns hold probabilities."""
    signed = [column for column in columns if has_sign(column)]
    columns = [in_parts(column) if column in signed else column for column in columns]
    numeric = [column for column in columns if 0 < column.n_numbers == column.n_present]
    shares = [column for column in numeric if _holds_shares(column)]
    for written in (truth, _by_number(truth)) if _are_whole(truth) else (truth,):
        named = [c for c in shares if ends_with_class(c.name, written.levels)]
        for used in (numeric, shares, named):
            found = probability_columns([column.name for column in used], written.levels)
            if found is None or sum_to_hundred(used, found):
                continue
            if any(is_no_class(c) for c in set(found.classes) - set(written.levels)):
                continue  # of rf_0, rf_1 and rf_predict
            if used is named and not _are_complete(named, found, shares, truth):
                continue
            if are_one_number_each(used, found, written):
                continue
            if _are_probabilities(used, found):
                names = {column.name for column in used}
                sign = PER_CENT if any(column.name in names for column in signed) else None
                return found, written, used, sign
        hundreds = [column for column in numeric if are_hundreds(column)]
        # Beside them may be a number such as an age, which is from 0 to 100 too.
        named = [c for c in hundreds if ends_with_class(c.name, written.levels)]
        for used in (hundreds, named):
            found = probability_columns([column.name for column in used], written.levels)
            if found is not None and sum_to_hundred(used, found):
                return found, written, [in_parts(column) for column in used], ""
    return None


def _are_complete(
    used: Sequence[Column], found: ProbabilityColumns, columns: Sequence[Column], truth: Column
) -> bool:
    """Return whether these columns are all the probabilities, as each vote sums to 1 and the other
    *columns* are predicted labels or numbers that are named as no class of these models."""
    names = {column.name for column in used}
    sums = cube(used, found).sum(axis=2)
    starts = tuple(model + found.separator for model in found.columns)
    return bool((np.abs(sums[~np.isnan(sums)] - 1.0) <= ROUNDING).all()) and all(
        not (column.name.startswith(starts) or speaks_of_class(column.name, truth.levels))
        or names_a_prediction(column.name)
        or names_a_confidence(column.name, ())
        or not _no_model(column, truth)
        for column in columns
        if column.name not in names
    )


def _holds_shares(column: Column) -> bool:
    """Return whether every value is a number from 0 to 1, up to rounding."""
    numbers = column.numbers
    return (
        0 < column.n_numbers == column.n_present
        and bool((numbers >= -ROUNDING).all())
        and bool((numbers <= 1 + ROUNDING).all())
    )


def _alike(columns: Sequence[Column], truth: Column) -> tuple[list[Column], Column]:
    """Return the columns and the label with one text for each whole number.

    When votes are missing, programs often write 1.0 in place of 1. True labels such as 01 and 1 are
    codes, and stay as they are.
    """
    if not _are_whole(truth) or _are_codes(truth):
        return list(columns), truth
    classes = set(truth.numbers.tolist())
    differently = len(classes) < len(truth.levels) or any(
        number in classes and level not in truth.levels
        for column in columns
        if _are_whole(column)
        for level, number in zip(column.levels, column.numbers.tolist(), strict=True)
    )
    if not differently:
        return list(columns), truth
    return [_by_number(c) if _are_whole(c) else c for c in columns], _by_number(truth)


def _as_the_label(column: Column, truth: Column, notes: list[str]) -> Column:
    """The column with each value that differs from a true class by letter case alone written as
    that class. Values or classes that differ by it among themselves stay as they are."""
    classes = _by_letters(truth.levels)
    written = {
        level: name
        for letters, level in _by_letters(column.levels).items()
        if level and (name := classes.get(letters)) and name != level
    }
    if not written:
        return column
    told = [f"{shown(level)} for {shown(name)}" for level, name in written.items()]
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    notes.append(
        f"Column {column.name!r} writes {', '.join(told[:3])}{more}: they differ by letter case "
        "only and are taken for the same class."
    )
    return replace(column, levels=tuple(written.get(level, level) for level in column.levels))


def _by_letters(levels: Sequence[str]) -> dict[str, str]:
    """Each level by its text without regard to letter case; "" where several have the same."""
    found: dict[str, str] = {}
    for level in levels:
        letters = level.strip().casefold()
        found[letters] = "" if letters in found else level
    return found


def _are_whole(column: Column) -> bool:
    """Return whether every value is a whole number that floating point holds without rounding, with
    nothing such as % or kg beside it."""
    numbers = column.numbers
    return (
        0 < column.n_numbers == column.n_present
        and not column.sign
        and bool((np.abs(numbers) < 2**53).all() and (numbers == np.floor(numbers)).all())
    )


def _are_codes(column: Column) -> bool:
    """Return whether two whole numbers differ by leading zeros alone, such as 01 and 1."""
    zeros: dict[float, set[int]] = {}
    for level, number in zip(column.levels, column.numbers, strict=True):
        leading = re.match(r"[+-]?(0*)\d", level.strip())
        zeros.setdefault(float(number), set()).add(len(leading[1]) if leading else 0)
    return any(len(counts) > 1 for counts in zeros.values())


def _by_number(column: Column) -> Column:
    texts = [shortest(float(number)) for number in column.numbers]
    levels = list(dict.fromkeys(texts))
    place = np.array([*(levels.index(text) for text in texts), -1])
    return replace(column, levels=tuple(levels), codes=place[column.codes])


def _texts(column: Column) -> NDArray[np.str_]:
    """Return the text of each row, empty where it is missing."""
    texts = plain_array(f"Values of column {column.name!r}", [*column.levels, ""])
    return np.asarray(texts[column.codes])


def _are_probabilities(columns: Sequence[Column], found: ProbabilityColumns) -> bool:
    """Return whether the columns hold probabilities, and not predicted labels 0 and 1 of models
    whose names look like this."""
    if any((column.numbers != np.floor(column.numbers)).any() for column in columns):
        return True
    by_name = {column.name: column.values() for column in columns}
    sums = [np.sum([by_name[name] for name in names], axis=0) for names in found.columns.values()]
    return all(bool((total[~np.isnan(total)] == 1).all()) for total in sums)


def _holds_fractions(column: Column) -> bool:
    """Return whether every value is a number from 0 to 1 and some are neither."""
    return _holds_shares(column) and bool((column.numbers != np.floor(column.numbers)).any())


def _check_models(
    name: str, columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> list[Column]:
    """Return the models without columns of fractions. Raise ``InputError`` when no model remains,
    and when columns of fractions seem to be incomplete probabilities instead of numbers beside the
    labels of the same models, such as the confidence."""
    if not models:
        columns = [in_parts(column) if has_sign(column) else column for column in columns]
    shares = [column for column in columns if _holds_shares(column)]
    models = [column for column in models if not _holds_fractions(column)]
    labels = [column.name for column in models]
    fractions = [
        column
        for column in shares
        if _holds_fractions(column)
        and (
            not labels
            or ends_with_class(column.name, truth.levels)
            or not names_a_confidence(column.name, labels)
        )
    ]
    if not labels and _found_instead(columns, truth):
        fractions = [c for c in fractions if not names_a_confidence(c.name, ())]
    if fractions:
        lacking = lacking_columns([column.name for column in shares], truth.levels)
        example = f"{fractions[0].name}_{truth.levels[0]}"
        raise InputError(
            f"Column {fractions[0].name!r} of {name!r} holds fractions, but the columns of numbers "
            "are no complete probabilities: needed is a column for each model and each class, "
            + (
                f"and there is none named {shown(lacking[:3])}"
                + (f" and {len(lacking) - 3} more" if len(lacking) > 3 else "")
                if lacking
                else f"named by both, such as {example!r}"
            )
            + "; or one column of predicted labels per model. "
            + (
                f"Of two classes one column of probabilities per model is enough, but not beside "
                f"predicted labels ({labels[0]!r}). "
                if labels and len(truth.levels) == 2
                else ""
            )
            + f"The classes of {truth.name!r} are {shown(list(truth.levels))}."
        )
    if not models:
        _check_per_cents(name, [column for column in columns if are_hundreds(column)], truth)
        raise InputError(
            f"{name!r} has no column that predicts a class of {truth.name!r} "
            f"({shown(list(truth.levels))}){_found_instead(columns, truth)}; give a column per "
            "model with predicted labels, written as the true ones, or name another column as the "
            "target."
        )
    return models


def _found_instead(columns: Sequence[Column], truth: Column) -> str:
    """Return what the first columns hold that may be predicted labels written in another way."""
    for column in columns:
        if not set(column.levels).isdisjoint(truth.levels):
            return f"; column {column.name!r} is left out: {_no_model(column, truth)[:-1]}"
    like = [
        f"{column.name!r} holds {_first(column)}"
        for column in columns
        if 0 < len(column.levels) <= max(len(truth.levels), 2)
    ]
    return f", but {'; '.join(like[:2])}" if like else ""


def _check_per_cents(name: str, columns: Sequence[Column], truth: Column) -> None:
    """Raise ``InputError`` when columns of numbers from 0 to 100 are named as per cents are."""
    names = [column.name for column in columns if ends_with_class(column.name, truth.levels)]
    if not names:
        return
    if lacking := lacking_columns(names, truth.levels):
        why = f"there is no column {lacking[0]!r}; give one for each model and each class"
    else:
        why = "the numbers of one model in a row have to sum to 100, or probabilities to 1"
    raise InputError(
        f"Column {names[0]!r} of {name!r} is named as a probability of a class of {truth.name!r} "
        f"and holds numbers from 0 to 100, but as per cents they are not complete: {why}."
    )


def _complete(column: Column, what: str) -> NDArray[np.str_]:
    """Return the text of each row. Raise ``InputError`` when a cell is empty; *what* says in the
    message what every row needs."""
    if column.n_missing:
        raise InputError(
            f"Column {column.name!r} is empty in {counted(column.n_missing, 'row')}; give every "
            f"row {what}, or leave the column out."
        )
    return _texts(column)
