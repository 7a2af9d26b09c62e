"""Votes in a table with one row for each case.

There is one column for each model, or for each model and class, and one column of true labels.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.tables import TableDraft
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    names_a_prediction,
)
from l2dwk_core.datasets.tables.missing_codes import category_codes_note
from l2dwk_core.votes.beside_models.columns_named import columns_of_models
from l2dwk_core.votes.beside_models.companions import companions, note_of_companions
from l2dwk_core.votes.beside_models.differences import differences, note_of_differences
from l2dwk_core.votes.beside_models.features import features_among
from l2dwk_core.votes.beside_models.labels_unlike import labels_unlike
from l2dwk_core.votes.beside_models.probabilities_named import beside_probabilities
from l2dwk_core.votes.build import votes_of
from l2dwk_core.votes.class_numbers import without_class_numbers
from l2dwk_core.votes.group_or_truth import chosen_groups, few_groups, group_is_truth, holds_votes
from l2dwk_core.votes.label_column import (
    has_usual_name,
    label_column,
    lost_words,
    may_be_a_prediction,
    may_be_truth,
)
from l2dwk_core.votes.left_out import GROUP, PART, left_out, no_model
from l2dwk_core.votes.long_form import check_columns_beside, check_long_form
from l2dwk_core.votes.model_settings import check_settings
from l2dwk_core.votes.names_of_other_programs import (
    note_of_names,
    of_one_model,
    renamed,
    with_names_of_models,
)
from l2dwk_core.votes.no_cases.foreign_rows import without_foreign_rows
from l2dwk_core.votes.no_cases.row_of_types import without_types
from l2dwk_core.votes.no_cases.swallowed_lines import check_no_swallowed_lines
from l2dwk_core.votes.no_cases.training_rows import training_rows
from l2dwk_core.votes.one_hot_labels import one_column_of_labels
from l2dwk_core.votes.other_columns import named_as_models
from l2dwk_core.votes.per_cents import cube, rescaled
from l2dwk_core.votes.probability_names.class_first import with_class_at_the_end
from l2dwk_core.votes.probability_names.numbers_of_classes import with_numbers_of_classes
from l2dwk_core.votes.probability_names.words_among_numbers import without_marks
from l2dwk_core.votes.repeated_cases import cases_column
from l2dwk_core.votes.sas_names import without_sas_names
from l2dwk_core.votes.shares import holds_fractions, note_of_bounds
from l2dwk_core.votes.spelling import (
    alike,
    are_whole,
    as_the_label,
    by_number,
    own_texts,
    true_and_false,
    with_words,
    without_unseen,
)
from l2dwk_core.votes.summary_lines import without_summaries
from l2dwk_core.votes.table_checks import check_models
from l2dwk_core.votes.table_probabilities import one_number_in, probabilities_in
from l2dwk_core.votes.true_label.encoded import encoded_truth
from l2dwk_core.votes.true_label.side_by_side import check_one_order, one_true_label
from l2dwk_core.votes.two_numbers import check_no_opposites
from l2dwk_core.votes.votes import Votes


def votes_in_table(
    draft: TableDraft,
    target: str | None = None,
    keep: Collection[str] = (),
    group: str | None = None,
) -> Votes:
    """Return the votes in a table that was read. *target* is the column of true labels, *group*
    that of the groups of rows.

    Labels and predictions are texts. Numbers that are written differently (1 and 1.0) are the same
    class, unless the true labels are codes (01 and 1), and so is a text that differs from one true
    class only by letter case. Probabilities in per cent (45%, or 45 when the numbers of a vote
    sum to 100) are parts of 1. One probability for each model where there are two classes is that
    of the second; columns that add up to 1 are those of both. An empty cell is a missing vote.
    True labels may stand in one column of 0 and 1 for each class. *keep* are words that mean a
    missing value in other tables but are classes here, such as NA.

    Left out are columns that identify the row or hold no classes, those whose names speak of
    something else (fold, is_test, svm_correct, or site with numbers) or describe the case (age,
    stage), beside ``pred_rf`` and ``pred_svm`` those whose names speak of no prediction, beside
    ``rf_proba`` and ``svm_proba`` those whose names are not that of a model, the true label minus a
    model, and last rows such as ``accuracy,1,0.6``. True and False are 1 and 0 where the true
    labels are, and the other way round.
    Notes say how the table was understood, and which columns seem to name a case or group of rows.

    Raise ``InputError`` when there is no true label or no model, when the true label is a measured
    number instead of a class, and in the cases named at ``votes_of``.
    """
    return votes_and_target(draft, target, keep, group)[0]


def votes_and_target(
    draft: TableDraft,
    target: str | None = None,
    keep: Collection[str] = (),
    group: str | None = None,
) -> tuple[Votes, str]:
    """Return what ``votes_in_table`` does, and the name of the column of true labels; "" when each
    class has a column of its own."""
    asked = target is not None
    notes = list(draft.warnings)
    check_no_swallowed_lines(draft.name, draft.cells)
    cells = without_unseen(with_words(draft.cells, keep), notes)
    cells = without_types(cells, notes)
    cells = without_summaries(cells, notes)
    cells = without_foreign_rows(cells, notes)
    cells = without_class_numbers(cells, notes)
    by_name = {column.name.strip().lower(): column for column in cells}
    extra = {name: by_name[name] for name in (PART, GROUP) if name in by_name}
    extra = {name: column for name, column in extra.items() if column.name != target}
    if group is not None:
        extra[GROUP] = chosen_groups(group, target, cells)
    others = [column for column in cells if column not in extra.values()]
    if PART in extra and holds_votes(extra[PART], others):  # Weka's learner PART
        del extra[PART]
        others = [column for column in cells if column not in extra.values()]
    if target is None and group is None and GROUP in extra and group_is_truth(extra[GROUP], others):
        target = extra.pop(GROUP).name
        others = [column for column in cells if column not in extra.values()]
        notes.append(
            f"Column {target!r} holds classes: it is taken for the true label and not for groups "
            "of rows. If it names groups, choose it for them."
        )
    check_one_order(cells)
    others, target = one_true_label(others, target, notes)
    if target is None:
        others = one_column_of_labels(draft.name, others, notes)
    names_in_file = {column.name for column in cells}
    truth, note = label_column(others, target, keep)
    if asked or target is None:
        notes.append(note)
    if target is None:
        truth, others = encoded_truth(truth, others, notes)
    found = truth.name if truth.name in names_in_file else ""
    others = without_sas_names(others, notes)
    rows = np.flatnonzero(truth.codes >= 0)
    if lost := len(truth.codes) - len(rows):
        notes.append(
            f"{counted(lost, 'row')} {agreeing(lost, 'is', 'are')} left out: no true label."
            + lost_words(truth, keep)
        )
    notes += few_groups(extra[GROUP].take(rows)) if GROUP in extra else []
    part = _complete(extra[PART].take(rows), "a part, weighting or test") if PART in extra else None
    groups = _complete(extra[GROUP].take(rows), "a group") if GROUP in extra else None
    training = training_rows([column.take(rows) for column in cells if column.name != truth.name])
    columns = [column.take(rows) for column in others if column is not truth]
    truth = truth.take(rows)
    columns = without_marks(columns, notes)
    off = differences(columns, truth)
    columns = [column for column in columns if column.name not in off]
    beside = companions(columns, truth)
    columns = [column for column in columns if column.name not in beside]
    notes += category_codes_note(truth, "class")
    notes += [*note_of_differences(off), *note_of_companions(beside)]
    alone = all(not holds_fractions(column) and no_model(column, truth) for column in columns)
    columns = true_and_false(columns, truth, alone, notes)
    columns = with_class_at_the_end(columns, truth, notes)
    probabilities = probabilities_in(columns, truth)
    if probabilities is None:
        labels = (by_number(truth) if are_whole(truth) else truth).levels
        few = sum(not no_model(column, truth) for column in columns) <= 1
        for one_separator in (False, True):
            other_names = renamed(columns, labels, one_separator)
            if few:
                other_names = of_one_model(other_names, labels)
            probabilities = probabilities_in(other_names, truth)
            if probabilities is not None:
                notes.append(note_of_names(columns, other_names))
                columns = other_names
                break
    if probabilities is None:
        columns = with_numbers_of_classes(columns, truth, notes)
        probabilities = probabilities_in(columns, truth)
    cases = cases_column(columns, truth) if groups is None else ""
    shares = None
    none: dict[str, str] = {}
    used: Sequence[Column]
    if probabilities is not None:
        shared, label, used, per_cent = probabilities
        shared = with_names_of_models(shared)
        if per_cent is not None:
            notes.append(f"Per cents are read as parts of 1: 45{per_cent} is 0.45.")
        shares, more = rescaled(cube(used, shared), per_cent is not None)
        notes += [shared.note, *more]
        names, classes = tuple(shared.columns), shared.classes
        own = own_texts(truth)
        texts = tuple(own.get(name, name) for name in classes)
        if label is not truth and own and sorted(texts) == list(texts):
            label, classes = truth, texts
    else:
        columns, truth = alike(columns, truth)
        columns = [as_the_label(column, truth, notes) for column in columns]
        label, used = truth, [column for column in columns if not no_model(column, truth)]
        none = beside_probabilities(columns, used, truth)
        used = [column for column in used if column.name not in none]
        likely = [column for column in columns if column.name not in none]
        single = one_number_in(draft.name, likely, used, truth)
        if single is not None:
            used, shares = single.columns, single.probabilities
            notes.append(single.note)
            names, classes = single.models, single.classes
    if shares is not None:
        taken = {column.name for column in used}
        unused = [column for column in columns if column.name not in taken]
        notes += note_of_bounds([column for column in columns if column.name in taken])
        if len(names) == 1:
            check_settings(draft.name, columns, [])
            check_columns_beside(draft.name, unused, truth)
        notes += labels_unlike(unused, names, classes, shares)
        votes = votes_of(
            draft.name,
            _texts(label),
            probabilities=shares,
            models=names,
            classes=np.array(classes),
            part=part,
            group=groups,
            row_numbers=rows + 1,
            notes=[*notes, *left_out(columns, used, truth, False, groups is None, none)],
        )
        return replace(votes, cases_column=cases, training=training), found
    check_settings(draft.name, columns, used)
    models = check_models(draft.name, columns, used, truth)
    named = named_as_models([column.name for column in models])
    models = [column for column in models if column.name in named]
    none |= features_among(models, columns, truth)
    models = [column for column in models if column.name not in none]
    check_long_form(draft.name, columns, models, truth)
    check_no_opposites(draft.name, models, truth)
    notes += _second_labels(columns, models, truth)
    votes = votes_of(
        draft.name,
        _texts(truth),
        predictions=np.stack([_texts(column) for column in models], axis=1),
        models=[column.name for column in models],
        part=part,
        group=groups,
        row_numbers=rows + 1,
        notes=[*notes, *left_out(columns, models, truth, True, groups is None, none)],
    )
    notes = [*votes.notes, *columns_of_models(votes)]
    votes = replace(votes, notes=tuple(notes), cases_column=cases, training=training)
    return votes, found


def _second_labels(columns: Sequence[Column], models: Sequence[Column], truth: Column) -> list[str]:
    """Return a note on each model that may be the true label."""
    notes = [
        f"Column {column.name!r} has a usual name of true labels too, but is used as the "
        f"predictions of a model, as {truth.name!r} is the true label. Leave it out of the file if "
        "it is no model, or name it as the target."
        for column in may_be_truth(models)
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


def _texts(column: Column) -> NDArray[np.str_]:
    """Return the text of each row, empty where it is missing."""
    texts = plain_array(f"Values of column {column.name!r}", [*column.levels, ""])
    return np.asarray(texts[column.codes])


def _complete(column: Column, what: str) -> NDArray[np.str_]:
    """Return the text of each row. Raise ``InputError`` when a cell is empty; *what* says in the
    message what every row needs."""
    if column.n_missing:
        raise InputError(
            f"Column {column.name!r} is empty in {counted(column.n_missing, 'row')}; give every "
            f"row {what}, or leave the column out."
        )
    return _texts(column)
