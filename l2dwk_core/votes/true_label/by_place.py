"""The true label among columns of which no name tells it: by its place, and by how it is named.

The last and the first column are looked at. Where both may be the true label, one that is written
as models often are gives way. Where nothing else tells, the reader is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, short_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.datasets.tables.roles import IDENTIFIER, propose_role
from l2dwk_core.datasets.tables.values import is_whole
from l2dwk_core.votes.agreement import agree, kappa
from l2dwk_core.votes.names_of_models import (
    has_digits_in_a_word,
    is_one_of_several,
    looks_like_a_tool,
    names_a_model,
)
from l2dwk_core.votes.spelling import are_whole, by_number
from l2dwk_core.votes.truth_names import named_as_truth

_COMPARED = 20
_LISTED = 5
_NEARLY_AS_MUCH = 0.5
"""A column that describes the case may be the true label when it agrees with the models at least so
much as the other column that may be it, by their mean kappa."""
_CLEARLY = 0.1
"""By so much more the models agree with one column, by mean kappa, than with another."""
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
    likely = [c for c in fit if not names_a_model(c.name) and is_like_another(c, values)]
    models = [c for c in predicting if c not in likely]
    # A yes or no beside the models agrees with them by chance only.
    likely = [c for c in likely if agrees_with_one(c, models)] or likely
    if found := named(likely, columns):
        return found
    # Before the first may stand numbers of the rows and properties of the cases in words.
    rows = [c for c in columns if propose_role(c)[0] == IDENTIFIER]
    first = next((c for c in columns if c not in rows and not _is_property(c, columns)), None)
    last = columns[-1] if columns else None
    ends = [c for c in (last, first) if c is not None and c in likely]
    ends = ends[:1] if len(ends) == 2 and ends[0] is ends[1] else ends
    names = [c.name for c in predicting]
    words = _words_among(ends, names)
    beside = [c for c in describing if c not in likely]
    at_ends = _at_the_ends(beside, columns, rows)
    at_ends = [c for c in at_ends if is_like_another(c, [*values, (c, values_of(c))])]
    if at_ends:
        others = words or _words_among(likely, names)
        at_ends = [c for c in at_ends if not others or agrees_as_much(c, others, predicting)]
        if at_ends and others:
            raise several_fit([*others, *at_ends])
        if len(at_ends) > 1:
            raise several_fit(at_ends)
        if at_ends:
            return at_ends[0], (
                "as it stands first or last and the other columns are named as models are; "
                + _OTHER
            )
    if len(words) == 1:
        where, there = ("last", "first") if words[0] is last else ("first", "last")
        other = next((c for c in ends if c is not words[0]), None)
        if other is not None and not is_one_of_several(other.name, names):
            of_one, of_other = _mean_kappas((words[0], other), predicting)
            if of_other > of_one + _CLEARLY:  # its name tells less than what the models predict
                raise several_fit([words[0], other])
        return words[0], f"the {where} one, as its values are those that others predict; " + (
            _OTHER
            if other is None
            else f"the {there}, {other.name!r}, would fit too, but is named as models often are: "
            "name it as the target if it is the label"
        )
    if len(words) > 1 or len(ends) > 1:
        middle = [c for c in _words_among(likely, names) if c not in ends]
        raise several_fit(words or [*ends, *middle])
    if len(likely) == 1 and not (ends and has_digits_in_a_word(likely[0].name)):
        return likely[0], (
            "the only one whose values others predict and whose name is not that of a model or of "
            f"predictions; {_OTHER}"
        )
    if likely:
        raise several_fit(likely)
    # Beside probabilities no other column has its values.
    few = [c for c in fit if is_whole(c.numbers) or c.n_numbers < c.n_present]
    return named([c for c in few if 2 <= len(c.levels) <= MAX_NUMERIC_CLASSES], columns)


def _is_property(column: Column, columns: Sequence[Column]) -> bool:
    """Return whether a column holds words of which no other column has one."""
    if column.n_numbers:
        return False
    words = set(column.levels)
    return all(words.isdisjoint(other.levels) for other in columns if other is not column)


def _words_among(some: Sequence[Column], names: Collection[str]) -> list[Column]:
    """Return which of some columns are named by a word of their own, and not as models often are.
    *names* are those of all columns of predictions."""
    own = [c for c in some if not is_one_of_several(c.name, names)]
    return [c for c in own if not looks_like_a_tool(c.name)]


def _at_the_ends(
    some: Sequence[Column], columns: Sequence[Column], rows: Sequence[Column]
) -> list[Column]:
    """Return which of *some* columns stand before all others or behind them, apart from each other
    and from those that number the rows."""
    passed = [*some, *rows]
    found = []
    for ordered in (columns, columns[::-1]):
        for column in ordered:
            if column not in passed:
                break
            if column in some and column not in found:
                found.append(column)
    return found


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
        "and no name tells it. Name the column of the true label as the target, or call it "
        "'label' in the file."
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
