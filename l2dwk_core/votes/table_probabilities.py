"""The columns of a table that hold probabilities, and of which model and class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.votes.build import ROUNDING
from l2dwk_core.votes.certain_models import certain_models, is_0_1, same_model
from l2dwk_core.votes.left_out import no_model
from l2dwk_core.votes.names_of_other_programs import (
    comes_again,
    is_no_class,
    renamed,
    speaks_of_class,
)
from l2dwk_core.votes.one_number import OneNumber, are_one_number_each, one_number_each
from l2dwk_core.votes.other_columns import (
    names_a_confidence,
    names_a_summary,
    names_a_weight,
    speaks_of_something_else,
)
from l2dwk_core.votes.per_cents import (
    PER_CENT,
    are_hundreds,
    cube,
    has_sign,
    in_parts,
    rounding,
    sum_to_hundred,
)
from l2dwk_core.votes.probability_columns import (
    ProbabilityColumns,
    class_at_the_end,
    ends_with_class,
    probability_columns,
)
from l2dwk_core.votes.shares import holds_fractions, holds_other_fractions, holds_shares
from l2dwk_core.votes.spelling import are_whole, by_number
from l2dwk_core.votes.two_numbers import TwoNumbers, two_numbers_each


def probabilities_in(
    columns: Sequence[Column], truth: Column
) -> tuple[ProbabilityColumns, Column, list[Column], str | None] | None:
    """Return how columns hold probabilities, the true label spelled as in their names, these
    columns in parts of 1, and what stood behind per cents: "%", or "" when nothing did; None when
    there were none. Return None when no columns hold probabilities."""
    signed = [column for column in columns if has_sign(column)]
    columns = [in_parts(column) if column in signed else column for column in columns]
    numeric = [column for column in columns if 0 < column.n_numbers == column.n_present]
    shares = [column for column in numeric if holds_shares(column)]
    for written in (truth, by_number(truth)) if are_whole(truth) else (truth,):
        named = [c for c in shares if ends_with_class(c.name, written.levels)]
        for used in (numeric, shares, named):
            found = probability_columns([column.name for column in used], written.levels)
            if found is None or sum_to_hundred(used, found):
                continue
            if any(is_no_class(c) for c in set(found.classes) - set(written.levels)):
                continue  # of rf_0, rf_1 and rf_predict
            if used is named and not _are_complete(named, found, shares, truth):
                continue
            if _has_marks(used, found, named, written):
                continue  # of rf_0, rf_1 and rf_correct
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


def one_number_in(
    name: str, columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> OneNumber | TwoNumbers | None:
    """Return how columns of fractions hold the probability of one of two classes, or in pairs that
    add up to 1 those of both; None when there are none, or when they stand beside other fractions
    or predicted labels. Summaries and predicted labels of the same models are left out. Without
    fractions, columns of 0 and 1 whose names end with a class are such too. Columns
    of only 0 and 1 may be probabilities too (``certain_models``)."""
    parts = [in_parts(column) if has_sign(column) else column for column in columns]
    fractions = [
        column
        for column in parts
        if holds_fractions(column)
        and not speaks_of_something_else(column.name, ())
        and not speaks_of_something_else(column.name, column.levels)
        and not names_a_weight(column.name, False)
    ]
    fractions = [c for c in fractions if not names_a_summary(c.name)] or fractions
    labels = [column for column in models if not holds_fractions(column)]
    if not fractions and not labels:  # svm_yes is 1 where svm says yes
        marks = [c for c in parts if is_0_1(c) and _ends_with_word(c, truth)]
        return one_number_each(name, marks, truth, 0)
    if not fractions or any(
        holds_other_fractions(column)
        and not names_a_summary(column.name)
        and not speaks_of_something_else(column.name, column.levels)
        and not names_a_weight(column.name, True)
        for column in parts
    ):
        return None
    of_classes = renamed(fractions, truth.levels, one_separator=True)
    twice = {
        column.name.removesuffix(f"_{label}")
        for column in of_classes
        for label in truth.levels
        if column.name.endswith(f"_{label}")
    }
    labels = [column for column in labels if column.name not in twice]
    own = [c for c in labels if any(same_model(c.name, share.name) for share in fractions)]
    if labels and len(own) == len(labels):  # p0, p1 and predict are those of one model
        pairs = two_numbers_each(name, fractions, truth)
        if pairs is not None:
            return pairs
    others = [
        part
        for part, column in zip(parts, columns, strict=True)
        if set(column.levels).isdisjoint(truth.levels)
    ]
    certain = certain_models(fractions, labels, others, truth)
    if certain is None:
        return None
    used = [*fractions, *certain]
    return two_numbers_each(name, used, truth) or one_number_each(name, used, truth, len(certain))


def _ends_with_word(column: Column, truth: Column) -> bool:
    """Return whether the name of a column ends with a class that is no number."""
    (named,) = renamed([column], truth.levels, one_separator=True)
    label = class_at_the_end(named.name, truth.levels)
    return bool(label) and not label.lstrip("-").isdigit()


def _has_marks(
    used: Sequence[Column], found: ProbabilityColumns, named: Sequence[Column], truth: Column
) -> bool:
    """Return whether columns of more classes than the true labels have are marks of 0 and 1 beside
    the probabilities: without them all votes sum to 1, and with them some do not."""
    names = {column.name for column in named}
    more = [column for column in used if column.name not in names]
    if not more or not all(map(is_0_1, more)):
        return False
    alone = probability_columns([column.name for column in named], truth.levels)
    return alone is not None and _sum_to_one(named, alone) and not _sum_to_one(used, found)


def _sum_to_one(columns: Sequence[Column], found: ProbabilityColumns) -> bool:
    """Return whether all votes sum to 1, up to the rounding of each number."""
    parts = cube(columns, found)
    sums = parts.sum(axis=2)
    allowed = max(ROUNDING, rounding(100.0 * parts) / 100.0)
    return bool((np.abs(sums[~np.isnan(sums)] - 1.0) <= allowed).all())


def _are_complete(
    used: Sequence[Column], found: ProbabilityColumns, columns: Sequence[Column], truth: Column
) -> bool:
    """Return whether these columns are all the probabilities, as each vote sums to 1 and the other
    *columns* are predicted labels or numbers that are named as no class of these models."""
    names = {column.name for column in used}
    starts = tuple(model + found.separator for model in found.columns)
    return _sum_to_one(used, found) and all(
        not (column.name.startswith(starts) or speaks_of_class(column.name, truth.levels))
        or (
            (names_a_prediction(column.name) or names_a_confidence(column.name, ()))
            and not comes_again(column.name, names)
        )
        or not no_model(column, truth)
        or is_0_1(column)  # a mark, such as rf_correct: more than 1 is left for no class
        for column in columns
        if column.name not in names
    )


def _are_probabilities(columns: Sequence[Column], found: ProbabilityColumns) -> bool:
    """Return whether the columns hold probabilities, and not predicted labels, 0 and 1 or other
    whole numbers and perhaps with gaps, of models whose names look like this."""
    if any((column.numbers != np.floor(column.numbers)).any() for column in columns):
        return True
    by_name = {column.name: column.values() for column in columns}
    for names in found.columns.values():
        numbers = np.stack([by_name[name] for name in names])
        some, known = ~np.isnan(numbers).all(axis=0), ~np.isnan(numbers).any(axis=0)
        if 2 * known.sum() < some.sum() or not (numbers[:, known].sum(axis=0) == 1).all():
            return False
    return True
