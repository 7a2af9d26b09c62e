"""The search for the column of true labels in a table of votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_LABEL_CHARACTERS, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.roles import CLASS_NAMES, CONSTANT, IDENTIFIER, propose_role
from l2dwk_core.datasets.tables.target.outcome_names import rank_of_outcome
from l2dwk_core.datasets.tables.values import is_whole, may_be_an_answer
from l2dwk_core.datasets.tables.written import some
from l2dwk_core.votes.build import REGRESSION
from l2dwk_core.votes.long_form import is_named_model
from l2dwk_core.votes.other_columns import (
    names_a_prediction,
    names_an_estimator,
    speaks_of_something_else,
)
from l2dwk_core.votes.scored_names import scored_target
from l2dwk_core.votes.spelling import are_whole, by_number

LABEL_NAMES = (
    "y_true", "true_y", "true_label", "true_labels", "label_true", "true_class", "true", "truth",
    "ground_truth", "groundtruth", "gt", "actual", "y_actual", "actual_label", "actual_class",
    "observed", "obs", "observed_class", "expected", "expected_label", "expected_class", "gold",
    "gold_label", "gold_standard", "correct_label", "wahrheit", "tatsächlich", "vérité", "label",
    "labels", "y", "y_test", "class", "target", "class_label", "target_class", *CLASS_NAMES,
    "reference",
)  # fmt: skip
"""Usual names of a column of true labels, the most likely first: those that tell true labels from
predicted ones, then those of classes in any table. Upper and lower case do not matter."""

# Words of the truth in other names, as in histology and clase_real. The values have to fit too.
_TRUTH_WORDS = frozenset(
    "truth true groundtruth gold goldstandard reference actual observed expert histology "
    "histopathology pathology biopsy autopsy "
    "wahr wahrheit wahre wahrer tatsachlich tatsachliche tatsaechlich tatsaechliche beobachtet "
    "beobachtete wirklich echt echte referenz goldstandard histologie biopsie befund soll "
    "verite vrai vraie reel reelle observe observee referentiel histopathologie "
    "verdad verdadero verdadera real referencia observado observada histologia biopsia "
    "verita vero vera reale riferimento osservato osservata istologia verdade observado "
    "werkelijk waar waarheid prawda sann facit".split()
)  # fmt: skip
_MODEL_WORDS = frozenset("model modell modele modelo modello".split())
# Usual names too, but of other columns as well: the values decide.
_LESS_USUAL_NAMES = ("status",)


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
    column whose predictions SPSS Modeler names (``$N-Churn``); a column with a usual name
    (``LABEL_NAMES``); a column whose values others predict and whose name has a word of the truth
    that no other name has (histology, clase_real), or is that of an outcome (churn); the last
    column, or else the first column, if its values are those that the other columns predict and its
    name is not that of an estimator; the only column of words. A column whose name speaks of
    predictions or of something else is found by *target* only.

    Raise ``InputError`` when the name is unknown, when no column is likely, or when the column
    holds measured numbers instead of classes.
    """
    by_name = {column.name: column for column in columns}
    if target is not None:
        check_choice("column", target, by_name)
        found, why = by_name[target], "as asked for"
    else:
        found, why = _likely(columns)
    _check_classes(found, keep)
    return found, f"The true label is column {found.name!r}, {why}."


def has_usual_name(column: Column) -> bool:
    """Return whether a column has a usual name of true labels."""
    return _plain(column.name) in LABEL_NAMES


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
    by_usual_name = {_plain(column.name): column for column in reversed(columns)}
    for usual in LABEL_NAMES:
        if usual in by_usual_name:
            return by_usual_name[usual], "by its name"
    fit = [
        column
        for column in columns
        if propose_role(column)[0] not in (IDENTIFIER, CONSTANT)
        and not is_named_model(column)
        and not names_a_prediction(column.name)
        and not speaks_of_something_else(column.name, column.levels)
    ]
    predicting = [c for c in columns if c in fit or names_a_prediction(c.name)]
    values = [(column, _values(column)) for column in predicting]
    likely = [
        column
        for column in fit
        if not names_an_estimator(column.name) and _is_like_another(column, values)
    ]
    named = _named(likely, columns)
    if named:
        return named[0], "by its name"
    # A column that numbers the rows may stand before the first.
    first = next((c for c in columns if propose_role(c)[0] != IDENTIFIER), None)
    last = columns[-1] if columns else None
    if last in likely:
        return last, "the last one, as its values are those that others predict; " + (
            f"the first, {first.name!r}, would fit too: name it as the target if it is the label"
            if first in likely and first is not last
            else "name another as the target if it is not"
        )
    if first in likely:
        return first, (
            "the first one, as its values are those that others predict; name another as the "
            "target if it is not"
        )
    # Beside probabilities no other column has its values.
    few = [c for c in fit if is_whole(c.numbers) and 2 <= len(c.levels) <= MAX_NUMERIC_CLASSES]
    if named := _named(few, columns):
        return named[0], "by its name"
    words = [column for column in fit if column.n_numbers == 0]
    if len(words) == 1:
        return words[0], "the only one of words"
    raise InputError(
        "No column looks like the true label: none has a usual name (y_true, label, y, class, …), "
        "and the first and the last hold other values than the others, or are named as predictions "
        "or models or as something else. Name it as the target."
    )


def _named(likely: Sequence[Column], columns: Sequence[Column]) -> list[Column]:
    """Return which of the likely columns are named as a truth, a status or an outcome, the most
    likely first."""
    found = _named_as_truth(likely, columns)
    found += [column for column in likely if _plain(column.name) in _LESS_USUAL_NAMES]
    ranks = [rank_of_outcome(column.name) for column in likely]
    outcomes = [(rank, at) for at, rank in enumerate(ranks) if rank is not None]
    return found + [likely[at] for _, at in sorted(outcomes)]


def _named_as_truth(likely: Sequence[Column], columns: Sequence[Column]) -> list[Column]:
    """Return which columns have a word of the truth in their names, none of a model, and the word
    alone: several experts are several models."""
    words = {
        column.name: {without_accents(word) for word in words_of(column.name)} for column in columns
    }
    shared = Counter(word for its in words.values() for word in its)
    return [
        column
        for column in likely
        if words[column.name].isdisjoint(_MODEL_WORDS)
        and any(shared[word] == 1 for word in words[column.name] & _TRUTH_WORDS)
    ]


def _is_like_another(column: Column, others: Sequence[tuple[Column, set[str]]]) -> bool:
    """Return whether a column has so few values as classes are, and another one has all of them or
    no others. With each other stand its values."""
    values = next((its for other, its in others if other is column), set())
    return len(values) <= MAX_CLASSES and any(
        values <= its or values >= its for other, its in others if other is not column
    )


def _values(column: Column) -> set[str]:
    """Return the values of a column, those of 1 and 1.0 alike."""
    return set((by_number(column) if are_whole(column) else column).levels)


def _check_classes(column: Column, keep: Collection[str]) -> None:
    named = f"The true label {column.name!r}"
    n_levels = len(column.levels)
    if column.n_numbers == column.n_present and n_levels:
        numbers = column.numbers
        fractions = numbers[np.isfinite(numbers) & (numbers != np.floor(numbers))]
        if fractions.size or n_levels > MAX_NUMERIC_CLASSES:
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
