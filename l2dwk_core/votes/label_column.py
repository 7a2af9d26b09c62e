"""The search for the column of true labels in a table of votes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

import numpy as np

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_LABEL_CHARACTERS, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    names_a_prediction,
)
from l2dwk_core.datasets.tables.meaning.scored_names import scored_target
from l2dwk_core.datasets.tables.roles import CLASS_NAMES, CONSTANT, IDENTIFIER, propose_role
from l2dwk_core.datasets.tables.values import may_be_an_answer
from l2dwk_core.datasets.tables.written import some
from l2dwk_core.votes.build import REGRESSION, ROUNDING
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.long_form import is_named_model
from l2dwk_core.votes.marks_and_scores import hint_of_marks
from l2dwk_core.votes.other_columns import speaks_of_the_procedure
from l2dwk_core.votes.shares import holds_fractions
from l2dwk_core.votes.tables_of_results import (
    check_no_results,
    hint_of_matrix,
)
from l2dwk_core.votes.true_label.beside_probabilities import (
    may_be_classes,
    named_by_classes,
    only_classes,
)
from l2dwk_core.votes.true_label.by_names_of_others import check_one_target, named_correct
from l2dwk_core.votes.true_label.by_place import (
    SeveralFit,
    agrees_with_one,
    by_values,
    check_agreement,
    is_like_another,
    values_of,
)
from l2dwk_core.votes.true_label.numbered_classes import are_numbered_classes
from l2dwk_core.votes.truth_names import LABEL_NAMES, named_as_truth

_ALSO_OF_CASES = frozenset(CLASS_NAMES) - {"class", "target", "label", "labels", "y"}
"""A category or a result may be a property of the cases, if no other column has its values."""


def lost_words(column: Column, keep: Collection[str]) -> str:
    """Return a text that names the words that made true labels count as missing and says how to
    keep them. It begins with a space. Return "" when there are no such words."""
    words = [
        (word, count)
        for word, count in column.missing_words()
        if word not in keep and (may_be_an_answer(word) or word == "?")
    ]
    if not words:
        return ""
    return (
        f" {some(words)} {agreeing(len(words), 'counts', 'count')} as missing, in predictions too; "
        f"if that is a class, keep it with keep={tuple(word for word, _ in words)[:5]!r}."
    )


def label_column(
    columns: Sequence[Column], target: str | None, keep: Collection[str] = ()
) -> tuple[Column, str]:
    """Return the column of true labels and a note on how it was found.

    It is the column named *target*. Without *target* it is the first of these that exists: the
    column whose predictions SPSS Modeler (``$N-Churn``) or SAS (``I_Churn``) names; a column with a
    usual name (``LABEL_NAMES``); a column whose values others predict and whose name is that of a
    truth, a decision, a status or an outcome (histology, consensus, vital_status, churn; see
    ``named_as_truth``); the last or the first column, if its values are those that the other
    columns predict and its name is not that of a model; the only such column; the only column of
    words that can be classes. First and last are judged among those that can be the label or votes.
    Beside columns named as models or predictions, it agrees with one of them more often than chance
    explains, if any column does. A column whose name describes the case (sex, stage) is taken when
    it stands first or last and the others are named as models are, or when no other is found. One
    whose name speaks of predictions or of a procedure is found by *target* only.

    A column y beside x is a coordinate where no other has its values and another column fits. One
    named "correct" is the truth when others predict it and it does not mark where two agree.

    Raise ``InputError`` when the name is unknown, when two columns of true labels have predictions
    of their own (sex_true, sex_pred, age_true, age_pred), when no column is likely, when the first
    and the last column may both be the true label (``SeveralFit``), when the column holds measured
    numbers instead of classes, or when the table is a confusion matrix or one of measures.
    """
    check_no_results(columns)
    check_one_target(columns)
    by_name = {column.name: column for column in columns}
    if target is not None:
        check_choice("column", target, by_name)
        found, why = by_name[target], "as asked for"
    else:
        found, why = _likely(columns)
    _check_classes(found, columns, keep)
    return found, f"The true label is column {found.name!r}, {why}."


def has_usual_name(column: Column) -> bool:
    """Return whether a column has a usual name of true labels."""
    return _plain(column.name) in LABEL_NAMES


def may_be_truth(models: Sequence[Column]) -> list[Column]:
    """Return which of the columns that are used as models are named as a truth is."""
    ranks = named_as_truth([c.name for c in models], [c.name for c in models])
    named = {name for names in ranks for name in names}
    return [c for c in models if has_usual_name(c) or c.name in named]


def may_be_a_prediction(truth: Column, columns: Sequence[Column]) -> bool:
    """Return whether the column of true labels may be the prediction of a model.

    Pipelines of language models name their answer ``label`` and its confidence ``score``.
    """
    return _plain(truth.name) in ("label", "labels") and any(
        _plain(column.name) in ("score", "scores") for column in columns
    )


def _plain(name: str) -> str:
    """Return the words of a name with "_" between them, so that trueLabel is true_label."""
    return "_".join(words_of(name))


def _likely(columns: Sequence[Column]) -> tuple[Column, str]:
    scored = scored_target([column.name for column in columns])
    if found := [column for column in columns if column.name == scored]:
        return found[0], "by the names of its predictions"
    by_usual_name = {
        _plain(column.name): column
        for column in reversed(columns)
        if not _is_share(column, columns)
    }
    usual = next((name for name in LABEL_NAMES if name in by_usual_name), "")
    is_place = usual == "y" and "x" in by_usual_name
    if usual in _ALSO_OF_CASES or is_place:
        values = [(column, values_of(column)) for column in columns]
        passed = ("x", "y") if is_place else _ALSO_OF_CASES
        others = [c for c in columns if _plain(c.name) not in passed]
        if not is_like_another(by_usual_name[usual], values):
            with suppress(SeveralFit):
                better = _fitting(others)
                if better is not None and (is_place or better[1].startswith("by its name")):
                    return better
    if usual:
        column, why = _predicted_one(
            [by_usual_name[n] for n in LABEL_NAMES if n in by_usual_name], columns
        )
        if _plain(column.name) in _ALSO_OF_CASES:
            check_agreement(column, _candidates(columns), columns, by_name=True)
        return column, why
    if marked := named_correct(columns):
        return marked, (
            "by its name; name another as the target if it says where an answer is right"
        )
    if found_here := named_by_classes(columns) or _fitting(columns) or only_classes(columns):
        return found_here
    raise InputError(
        "No column looks like the true label: none has a usual name (y_true, label, y, class, …), "
        "and each column holds other values than the others, or is named as predictions or models "
        "or as something else. Name it as the target."
        + (hint_of_matrix(columns) or hint_of_marks(columns))
    )


def _predicted_one(usual: Sequence[Column], columns: Sequence[Column]) -> tuple[Column, str]:
    """Return the first of the columns with *usual* names whose values others predict, and how it
    was found. Without such a column, and of one only, it is the first; unless that holds measured
    numbers and another classes."""
    first, *more = usual
    others = [(c, values_of(c)) for c in columns if c not in usual and may_be_classes(c)]

    def is_predicted(column: Column) -> bool:
        return may_be_classes(column) and is_like_another(
            column, [(column, values_of(column)), *others]
        )

    chosen = first
    if more and not is_predicted(first):
        classes = [] if may_be_classes(first) else [c for c in more if may_be_classes(c)]
        chosen = next(iter([*filter(is_predicted, more), *classes]), first)
    if chosen is first:
        return first, "by its name"
    return chosen, f"by its name; {first.name!r} has such a name too, but other values than others"


def _is_share(column: Column, columns: Sequence[Column]) -> bool:
    """Return whether a column named y holds the probability of a class y: with that of another
    column it adds up to 1 in each row, as H2O writes those of n and y."""
    if _plain(column.name) != "y" or not holds_fractions(column):
        return False
    here = column.values()
    others = [other for other in columns if other is not column and holds_fractions(other)]
    return any(bool((np.abs(here + c.values() - 1) <= ROUNDING).all()) for c in others)


def _candidates(columns: Sequence[Column]) -> list[Column]:
    """Return the columns that hold classes and are not named as a model, as predictions or as a
    part of the procedure."""
    return [
        column
        for column in columns
        if propose_role(column)[0] not in (IDENTIFIER, CONSTANT)
        and not holds_fractions(column)
        and not is_named_model(column)
        and not names_a_prediction(column.name)
        and not speaks_of_the_procedure(column.name, column.levels)
    ]


def _fitting(columns: Sequence[Column]) -> tuple[Column, str] | None:
    """Return the column that is most likely the true label where none has a usual name, and how it
    was found; None when no column is likely."""
    fit = _candidates(columns)
    others = [column for column in fit if not describes_the_case(column.name)]
    # Sex and stage rather describe the case, but they can be predicted too.
    describing = [c for c in fit if c not in others and agrees_with_one(c, columns)]
    if found_here := by_values(others, describing, columns):
        by_name = found_here[1].startswith("by its name")
        check_agreement(found_here[0], fit, columns, by_name=by_name)
        return found_here
    repeated = [column for column in others if len(column.levels) < column.n_present]
    words = [column for column in repeated if column.n_numbers == 0] or [
        c for c in repeated if c.n_numbers < c.n_present and len(c.levels) <= MAX_NUMERIC_CLASSES
    ]  # of <30, >30 and NO some are read as numbers
    if len(words) == 1:
        alone = all(c.n_numbers or not c.levels for c in columns if c is not words[0])
        return words[0], "the only one of words" + (
            "" if alone else " whose name and values can be those of the true label"
        )
    return by_values([c for c in fit if agrees_with_one(c, columns)], (), columns)


def _check_classes(column: Column, columns: Sequence[Column], keep: Collection[str]) -> None:
    named = f"The true label {column.name!r}"
    n_levels = len(column.levels)
    if column.n_numbers == column.n_present and n_levels:
        numbers = column.numbers
        fractions = numbers[np.isfinite(numbers) & (numbers != np.floor(numbers))]
        many = n_levels > MAX_NUMERIC_CLASSES and not are_numbered_classes(column, columns)
        if fractions.size or many:
            what = f"the value {fractions[0]:g}" if fractions.size else f"{n_levels} numbers"
            raise InputError(
                f"{named} holds {what}; {REGRESSION}. If another column is the label, name it as "
                "the target."
            )
    if n_levels < 2:
        raise InputError(
            f"{named} has {'one class' if n_levels else 'no value'}; two classes are needed. Name "
            "another column as the target if this is not the label." + lost_words(column, keep)
        )
    if n_levels > MAX_CLASSES:
        raise InputError(
            f"{named} has {n_levels} classes; at most {MAX_CLASSES} are allowed. Name another "
            "column as the target, or join rare classes before the models are fitted."
        )
    if len(longest := max(column.levels, key=len)) > MAX_LABEL_CHARACTERS:
        raise InputError(
            f"{named} has a value of {len(longest):,} characters; names of classes have at most "
            f"{MAX_LABEL_CHARACTERS}."
        )
