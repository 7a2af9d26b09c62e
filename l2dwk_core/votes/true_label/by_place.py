"""The true label among columns of which no name tells it: by its place, and by how it is named.

Of those that can be the true label or votes, the last and the first column are looked at. Where
both may be the true label, one that is written as models often are gives way. Where nothing else
tells, the reader is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, short_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.datasets.tables.values import is_whole
from l2dwk_core.votes.agreement import agree, kappa
from l2dwk_core.votes.names_of_models import (
    has_digits_in_a_word,
    is_one_of_several,
    looks_like_a_tool,
    names_a_model,
    names_a_voter,
)
from l2dwk_core.votes.spelling import are_whole, by_number
from l2dwk_core.votes.truth_names import named_as_truth

_COMPARED = 20
_LISTED = 5
_NEARLY_AS_MUCH = 0.5
"""A column that describes the case may be the true label when it agrees with the models at least so
much as each other column that may be it, by their mean kappa."""
_CLEARLY = 0.1
"""By so much more the models agree with one column, by mean kappa, than with another."""
_MORE = 0.05
"""By so much more those that are named as models agree with one column than with another."""
_MUCH_MORE = 0.3
"""By so much more they agree with a column than with one that is called as a true label is."""
_LEAST_NAMED = 2
_OTHER = "name another as the target if it is not"


class SeveralFit(InputError):
    """Two or more columns may be the true label, and nothing tells which is."""


def by_values(
    fit: Sequence[Column], describing: Sequence[Column], columns: Sequence[Column]
) -> tuple[Column, str] | None:
    """Return the column among those that *fit* whose values others predict, and how it was found:
    by its name, as no other is named otherwise than a model, or by its place. None when there is no
    such column. Of the last and the first, one that is named as models often are gives way, unless
    the models agree with it much more.

    *describing* are columns whose names describe the case (stage, severity), which can be what
    models predict too. Raise ``SeveralFit`` when several columns may be it.
    """
    predicting = [c for c in columns if c in fit or names_a_prediction(c.name)]
    values = [(column, values_of(column)) for column in predicting]
    like = [c for c in predicting if is_like_another(c, values)]
    likely = [c for c in like if c in fit and not names_a_model(c.name)]
    models = [c for c in predicting if c not in likely]
    # A yes or no beside the models agrees with them by chance only.
    agreeing = [c for c in likely if agrees_with_one(c, models)]
    likely = agreeing or likely
    if found := named(likely, columns):
        return found
    beside = [c for c in describing if c not in likely]
    beside = [c for c in beside if is_like_another(c, [*values, (c, values_of(c))])]
    likely = agreeing if beside and models else likely
    rivals = [*likely[-1:], *likely[:_COMPARED], *beside]
    beside = [c for c in beside if all(agrees_as_much(c, [r], predicting) for r in rivals)]
    # A place is one among the columns that can be the label or votes: no fold, age or text.
    placed = [c for c in columns if c in likely or c in beside or (c in like and c in models)]
    ends = [c for c in dict.fromkeys((*placed[-1:], *placed[:1])) if c in likely]
    names = [c.name for c in predicting]
    words = _words_among(ends, names)
    at_ends = _at_the_ends(beside, placed)
    if at_ends:
        others = words or _words_among(likely, names)
        if others or len(at_ends) > 1:
            raise several_fit([*others, *at_ends])
        return at_ends[0], (
            "as it stands first or last of those that may be the label or votes, and the others "
            f"are named as models are; {_OTHER}"
        )
    if len(words) == 1:
        return _at_one_end(words[0], placed[-1], ends, [*likely, *beside], predicting)
    if len(words) > 1 or len(ends) > 1:
        middle = [c for c in _words_among(likely, names) or likely if c not in ends]
        raise several_fit(words or [*ends, *middle])
    if likely and beside:
        raise several_fit([*likely, *beside])
    told = len(models) >= _LEAST_NAMED and all(names_a_prediction(c.name) for c in models)
    if len(likely) == 1 and (told or not (ends and has_digits_in_a_word(likely[0].name))):
        return likely[0], (
            "the only one whose values others predict and whose name is not that of a model or of "
            f"predictions and does not describe the case; {_OTHER}"
        )
    if likely:
        raise several_fit(likely)
    # Beside probabilities no other column has its values.
    few = [c for c in fit if is_whole(c.numbers) or c.n_numbers < c.n_present]
    return named([c for c in few if 2 <= len(c.levels) <= MAX_NUMERIC_CLASSES], columns)


def _at_one_end(
    found: Column,
    last: Column,
    ends: Sequence[Column],
    likely: Sequence[Column],
    predicting: Sequence[Column],
) -> tuple[Column, str]:
    """Return the one of the *ends* that is named by a word of its own, and how it was found. Raise
    ``SeveralFit`` when the models agree clearly more with another that may be the label."""
    names = {c.name for c in (*predicting, *likely)}
    where, there = ("last", "first") if found is last else ("first", "last")
    other = next((c for c in ends if c is not found), None)
    rivals = [c for c in likely if c is not found and not is_one_of_several(c.name, names)]
    rivals = [c for c in rivals if c is other or not looks_like_a_tool(c.name)][:_COMPARED]
    of_found, *of_rivals = _mean_kappas((found, *rivals), predicting)
    # A name and a place tell less than what the models predict.
    better = [c for c, its in zip(rivals, of_rivals, strict=True) if its > of_found + _CLEARLY]
    if better:
        raise several_fit([found, *better])
    return found, f"the {where} one, as its values are those that others predict; " + (
        _OTHER
        if other is None
        else f"the {there}, {other.name!r}, would fit too, but is named as models often are: "
        "name it as the target if it is the label"
    )


def _words_among(some: Sequence[Column], names: Collection[str]) -> list[Column]:
    """Return which of some columns are named by a word of their own, and not as models often are.
    *names* are those of all columns of predictions."""
    own = [c for c in some if not is_one_of_several(c.name, names)]
    return [c for c in own if not looks_like_a_tool(c.name)]


def _at_the_ends(some: Sequence[Column], placed: Sequence[Column]) -> list[Column]:
    """Return which of *some* columns stand before or behind all others of those that are
    *placed*, apart from each other."""
    found = []
    for ordered in (placed, placed[::-1]):
        for column in ordered:
            if column not in some:
                break
            if column not in found:
                found.append(column)
    return found


def check_agreement(
    found: Column, fit: Sequence[Column], columns: Sequence[Column], *, by_name: bool = False
) -> None:
    """Raise ``SeveralFit`` when the models agree clearly more with another column than with the one
    that was *found*; where that was *by_name*, which may be that of a property too (status,
    outcome), when they agree very much more.

    Asked are those of the *columns* that are named as models or predictions are, two or more with
    the values of classes; the others are those that *fit*, whose values are these too.
    """
    values = [(column, values_of(column)) for column in columns]
    like = [c for c in columns if is_like_another(c, values)]
    models = [c for c in like if names_a_voter(c.name)]
    models = [c for c in models if c is not found][:_COMPARED]
    if len(models) < _LEAST_NAMED:
        return
    rivals = [c for c in fit if c in like and c not in models and c is not found]

    def mean_kappa(column: Column) -> float:
        return float(np.mean([kappa(column, model) for model in models]))

    # None of its values is predicted: any other column is more likely.
    predicted = {value for model in models for value in values_of(model)}
    rivals = [c for c in rivals if not values_of(c).isdisjoint(predicted)]
    unlike = values_of(found).isdisjoint(predicted)
    if by_name:
        least = mean_kappa(found) + _MUCH_MORE
    else:
        least = -1.0 if unlike else mean_kappa(found) + _MORE
    better = {c.name: its for c in rivals if (its := mean_kappa(c)) > least}
    if better:
        rivals = sorted((c for c in rivals if c.name in better), key=lambda c: -better[c.name])
        raise several_fit([*rivals[: _LISTED - 1], found])


def agrees_as_much(column: Column, others: Sequence[Column], predicting: Sequence[Column]) -> bool:
    """Return whether the mean kappa of a column with the models, which are *predicting* without
    the *others*, is at least half of the largest of these."""
    here, *there = _mean_kappas((column, *others), predicting)
    return here >= _NEARLY_AS_MUCH * max(there)


def _mean_kappas(some: Sequence[Column], predicting: Sequence[Column]) -> list[float]:
    """Return the mean kappa of each of *some* columns with the first of the others that predict."""
    models = [c for c in predicting if c not in some][:_COMPARED]
    return [float(np.mean([kappa(c, model) for model in models] or [0.0])) for c in some]


def several_fit(columns: Sequence[Column]) -> SeveralFit:
    """Return the refusal of columns that may all be the true label."""
    names = [repr(short_name(column.name)) for column in columns[:_LISTED]]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return SeveralFit(
        f"{'Columns' if len(names) > 1 else 'Column'} {listed} may be the true label, or a model: "
        f"{agreeing(len(names), 'its values are', 'their values are')} those that others predict, "
        f"and {agreeing(len(names), 'its name does', 'their names do')} not tell it. Name the "
        "column of the true label as the target, or call it 'label' in the file."
    )


def agrees_with_one(column: Column, others: Sequence[Column]) -> bool:
    """Return whether a column agrees with one of the first others more often than chance explains.
    Of many models the first few tell enough, and take less time."""
    return any(agree(column, other) for other in others[:_COMPARED] if other is not column)


def named(likely: Sequence[Column], columns: Sequence[Column]) -> tuple[Column, str] | None:
    """Return the first of the likely columns that are named as a truth, and how it was found; when
    others are named as well, the text offers them."""
    found = named_as_truth([c.name for c in likely], [c.name for c in columns])
    if not found:
        return None
    first, *others = found[0]
    column = next(column for column in likely if column.name == first)
    offered = " and ".join(repr(name) for name in others[:2])
    return column, "by its name" + (
        f"; {offered} would fit as well by {agreeing(len(others), 'its name', 'their names')}: "
        "name another as the target if that is the label"
        if others
        else ""
    )


def is_like_another(column: Column, others: Sequence[tuple[Column, set[str]]]) -> bool:
    """Return whether a column has so few values as classes are, and another one has all of them or
    no others. With each other stand its values."""
    values = next((its for other, its in others if other is column), set())
    return len(values) <= MAX_CLASSES and any(
        values <= its or values >= its for other, its in others if other is not column
    )


def values_of(column: Column) -> set[str]:
    """Return the values of a column, those of 1 and 1.0 alike."""
    return set((by_number(column) if are_whole(column) else column).levels)
