"""Columns of only 0 and 1 beside probabilities of one class: those of a model that is always
certain, such as a fully grown tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import fisher_exact

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.names_of_models import names_a_model
from l2dwk_core.votes.names_of_other_programs import renamed
from l2dwk_core.votes.one_number import difference, in_order
from l2dwk_core.votes.other_columns import (
    differ_by_number,
    may_name_a_model,
    names_a_confidence,
    speaks_of_something_else,
    words_of_probabilities,
)
from l2dwk_core.votes.probability_columns import class_at_the_end


def certain_models(
    fractions: Sequence[Column], labels: Sequence[Column], others: Sequence[Column], truth: Column
) -> list[Column] | None:
    """Return the *labels* and *others* of only 0 and 1 that are probabilities of the same class as
    all *fractions*; None when one of the labels is none. *others* hold no class.

    They are by their names: with the same class, or where numbers alone tell them from the
    fractions. Others are when all fractions, and they, are larger for the second class, and they
    have a word for probability as all fractions, or they are named as an estimator and are larger
    by more than chance explains. Labels of a model whose probabilities stand beside are none.
    """
    if len(truth.levels) != 2:
        return None if labels else []
    second = in_order(truth.levels)[1]
    larger = all(difference(column, truth, second) > 0 for column in fractions)
    are_named = _are_named_as_probabilities(fractions, len(labels))

    def fits(column: Column) -> bool:
        if any(differ_by_number(column.name, other.name) for other in fractions):
            return True
        if any(same_model(column.name, other.name) for other in fractions):
            return False
        if _says_the_same_class(column, fractions, truth):
            return True
        if not larger or difference(column, truth, second) <= 0:
            return False
        words = words_of_probabilities(column.name)
        return bool(
            words and all(words & words_of_probabilities(other.name) for other in fractions)
        ) or (are_named and names_a_model(column.name) and _is_right(column, truth, second))

    if labels and not (is_0_1(truth) and all(map(fits, labels))):
        return None
    return [*labels] + [
        column
        for column in others
        if is_0_1(column)
        and not speaks_of_something_else(column.name, column.levels)
        and fits(column)
    ]


def is_0_1(column: Column) -> bool:
    """Return whether the values are 0 and 1, both of them."""
    return column.n_numbers == column.n_present and set(column.numbers.tolist()) == {0.0, 1.0}


def _are_named_as_probabilities(fractions: Sequence[Column], n_labels: int) -> bool:
    """Return whether the names allow that all fractions are probabilities of models, and none is a
    score or a property of the cases beside predicted labels."""
    names = [column.name for column in fractions]
    if not any(names_a_confidence(name, ()) for name in names):
        return not n_labels or any(map(names_a_model, names))
    return all(map(names_a_model, names)) and len(names) >= n_labels


def _says_the_same_class(column: Column, fractions: Sequence[Column], truth: Column) -> bool:
    found = renamed([column, *fractions], truth.levels, one_separator=True)
    ends = {class_at_the_end(one.name, truth.levels) for one in found}
    return len(ends) == 1 and "" not in ends


def same_model(label: str, probability: str) -> bool:
    """Return whether labels are those of a model whose probabilities stand beside them."""
    words = {word for word in words_of(label) if may_name_a_model(word)}
    return not words or words <= set(words_of(probability))


def _is_right(column: Column, truth: Column, second: str) -> bool:
    """Return whether a column of 0 and 1 is 1 for the second class more often than chance
    explains."""
    numbers, is_second = column.values(), truth.codes == truth.levels.index(second)
    table = [
        [np.sum((numbers == number) & rows) for number in (1, 0)]
        for rows in (is_second, ~is_second)
    ]
    return bool(fisher_exact(table, alternative="greater").pvalue < LEVEL)
