"""True labels in words beside the same as numbers, where the models answer with the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.text import shown, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.names_of_models import names_a_voter
from l2dwk_core.votes.names_of_other_programs import renamed
from l2dwk_core.votes.probability_columns import probability_columns
from l2dwk_core.votes.shares import holds_shares
from l2dwk_core.votes.spelling import are_whole, by_number
from l2dwk_core.votes.true_label.by_place import agrees_with_one, values_of

_NUMBERED = frozenset(
    "encoded enc code codes id idx index num number numeric int integer ordinal no nr class label "
    "labels target y truth true".split()
)


def encoded_truth(
    truth: Column, columns: Sequence[Column], notes: list[str]
) -> tuple[Column, list[Column]]:
    """Return the column of whole numbers that stand for the true labels one to one, with a note,
    when these are words that no other column holds, and the columns without the words; else *truth*
    and the columns.

    A word of its name says a number or a class (label_encoded, species_code). Another column agrees
    with it more often than chance explains, or there is one of probabilities for each number.
    """
    classes = values_of(truth)
    others = [column for column in columns if column is not truth]
    if truth.n_numbers or any(not classes.isdisjoint(column.levels) for column in others):
        return truth, list(columns)
    for column in others:
        if (
            _NUMBERED.isdisjoint(words_of(column.name))
            or names_a_voter(column.name)
            or not are_whole(column)
            or not _are_one_to_one(truth, column)
        ):
            continue
        values = values_of(column)
        rest = [other for other in others if other is not column]
        models = [other for other in rest if are_whole(other) and values_of(other) <= values]
        if agrees_with_one(column, models) or _has_probabilities(by_number(column), rest):
            one = column.levels[column.codes[truth.codes == 0][0]]
            notes.append(
                f"The true label is column {truth.name!r} in words, but the models answer with "
                f"numbers: read from column {column.name!r}, in which {shown(truth.levels[0])} is "
                f"{one}."
            )
            return column, others
    return truth, list(columns)


def _are_one_to_one(truth: Column, column: Column) -> bool:
    pairs = set(zip(truth.codes.tolist(), by_number(column).codes.tolist(), strict=True))
    n = len(truth.levels)
    known = {(one, other) for one, other in pairs if one >= 0 or other >= 0}
    return len(known) == n == len(values_of(column))


def _has_probabilities(column: Column, others: Sequence[Column]) -> bool:
    shares = [other for other in others if holds_shares(other)]
    names = [other.name for other in renamed(shares, column.levels, one_separator=True)]
    return probability_columns(names, sorted(column.levels)) is not None
