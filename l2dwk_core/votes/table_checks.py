"""Refusals of tables in which no model is found, with what is there instead."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.datasets.tables.meaning.scored_names import is_scored_label
from l2dwk_core.votes.beside_models.columns_named import names_a_reader
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.left_out import first_values, no_model
from l2dwk_core.votes.marks_and_scores import hint_of_marks, hint_of_numbers
from l2dwk_core.votes.model_settings import names_a_setting
from l2dwk_core.votes.names_of_models import is_one_of_several, names_a_model
from l2dwk_core.votes.names_of_other_programs import speaks_of_class
from l2dwk_core.votes.one_number import is_certainty
from l2dwk_core.votes.other_columns import (
    differ_by_number,
    names_a_confidence,
    names_a_summary,
    names_a_weight,
    speaks_of_something_else,
)
from l2dwk_core.votes.per_cents import are_hundreds, has_sign, in_parts
from l2dwk_core.votes.probability_columns import ends_with_class, lacking_columns
from l2dwk_core.votes.probability_names.words_among_numbers import hint_of_words
from l2dwk_core.votes.shares import holds_fractions, holds_other_fractions, holds_shares

_OF_CLASSES = frozenset("p pr prob proba class".split())
"""A name such as p0 is that of a probability of a class."""


def check_models(
    name: str, columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> list[Column]:
    """Return the models without columns of fractions. Raise ``InputError`` when no model remains,
    and when columns of fractions seem to be incomplete probabilities instead of numbers beside the
    labels of the same models, such as the confidence, or a summary of the votes."""
    if not models:
        columns = [in_parts(column) if has_sign(column) else column for column in columns]
    shares = [column for column in columns if holds_shares(column)]
    models = [column for column in models if not holds_fractions(column)]
    labels = [column.name for column in models]
    # Scored data keep all other columns, which may be fractions.
    stand_alone = any(map(is_scored_label, labels))
    fractions = [
        column
        for column in shares
        if holds_fractions(column)
        and not names_a_summary(column.name)
        and not speaks_of_something_else(column.name, column.levels)
        and not (labels and names_a_setting(column.name))
        and (
            not labels
            or ends_with_class(column.name, truth.levels)
            or not (
                stand_alone
                or names_a_confidence(column.name, labels)
                or _is_property(column.name, labels, truth)
            )
        )
    ]
    all_fractions = fractions
    if not labels and _found_instead(columns, truth):
        fractions = [c for c in fractions if not names_a_confidence(c.name, ())]
    if fractions:
        fractions.sort(key=is_certainty)
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
                f"predicted labels ({labels[0]!r}). If {fractions[0].name!r} is no model, leave it "
                "out of the file. "
                if labels and len(truth.levels) == 2
                else ""
            )
            + _other_numbers(columns, truth)
            + _certainty_beside(all_fractions, truth)
            + f"The classes of {truth.name!r} are {shown(list(truth.levels))}."
        )
    if not models:
        _check_per_cents(name, [column for column in columns if are_hundreds(column)], truth)
        raise InputError(
            f"{name!r} has no column that predicts a class of {truth.name!r} "
            f"({shown(list(truth.levels))}){_found_instead(columns, truth)}; give a column per "
            "model with predicted labels, written as the true ones, or name another column as the "
            "target."
            + (hint_of_words(columns) or hint_of_marks(columns) or hint_of_numbers(columns, truth))
        )
    return models


def _is_property(name: str, labels: Sequence[str], truth: Column) -> bool:
    """Return whether a column of fractions beside predicted labels is none of a model by its name,
    as x1 or occlusion beside rf and svm, beside y_pred, or beside annotator1 and annotator2."""
    return (
        (
            any(map(names_a_model, labels))
            or any(map(names_a_prediction, labels))
            or any(map(names_a_reader, labels))
            or any(is_one_of_several(label, labels) for label in labels)
        )
        and not names_a_model(name)
        and not speaks_of_class(name, truth.levels)
        and _OF_CLASSES.isdisjoint(word.strip("0123456789") for word in words_of(name))
        and not is_one_of_several(name, [name, *labels])
        and not any(differ_by_number(name, label) for label in labels)
    )


def _other_numbers(columns: Sequence[Column], truth: Column) -> str:
    """Return that a column of other numbers keeps one column for each model from being read as the
    probability of one of two classes; "" without one."""
    others = [
        column.name
        for column in columns
        if holds_other_fractions(column)
        and not names_a_summary(column.name)
        and not names_a_weight(column.name, True)
        and not speaks_of_something_else(column.name, column.levels)
    ]
    if not others or len(truth.levels) != 2:
        return ""
    return (
        f"Column {others[0]!r} holds numbers that are no probabilities: leave it out of the file "
        "if it is no model; then one column of probabilities for each model is enough. "
    )


def _certainty_beside(fractions: Sequence[Column], truth: Column) -> str:
    """Return that a column that says how sure a prediction is keeps the others from being read as
    the probability of one of two classes; "" without one."""
    sure = [column.name for column in fractions if is_certainty(column)]
    if not sure or len(truth.levels) != 2:
        return ""
    if len(sure) == len(fractions):
        return (
            f"Column {sure[0]!r} says by its name how sure a prediction is, whichever class it is. "
            f"If it is the probability of a class, name it with that class, as "
            f"{f'{sure[0]}_{truth.levels[-1]}'!r}. "
        )
    return (
        f"Column {sure[0]!r} says by its name how sure a prediction is, whichever class it is: "
        "leave it out of the file; then one column of probabilities for each model is enough. "
    )


def _found_instead(columns: Sequence[Column], truth: Column) -> str:
    """Return what the first columns hold that may be predicted labels written in another way."""
    for column in columns:
        if not set(column.levels).isdisjoint(truth.levels):
            return f"; column {column.name!r} is left out: {no_model(column, truth)[:-1]}"
    described = [c.name for c in columns if describes_the_case(c.name) and holds_shares(c)]
    if described:
        return f"; column {described[0]!r} is left out: by its name it describes the case"
    like = [
        f"{column.name!r} holds {first_values(column)}"
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
