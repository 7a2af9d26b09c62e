"""One probability for each model and case where there are two classes: that of the second class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, short_name, shown, words_of
from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import CERTAINTY_WORDS
from l2dwk_core.votes.names_of_other_programs import renamed
from l2dwk_core.votes.opposite_names import check_no_other_class
from l2dwk_core.votes.other_columns import names_a_certainty
from l2dwk_core.votes.per_cents import cube
from l2dwk_core.votes.probability_columns import ProbabilityColumns, class_at_the_end
from l2dwk_core.votes.probability_names.class_or_count import (
    against_the_names,
    counts_models,
    letters_count,
    says_a_class,
)
from l2dwk_core.votes.probability_names.of_the_other_class import of_the_first_class

_NEAR_ONE = 0.02
_LISTED = 20
PAIRS = (
    ("0", "1"), ("-1", "1"), ("no", "yes"), ("n", "y"), ("false", "true"), ("f", "t"),
    ("neg", "pos"), ("negative", "positive"),
)  # fmt: skip
"""Of these the second is the positive one, whatever the numbers look like."""
_NO_YES = PAIRS[2:]
_SURELY_NO = tuple(pair for pair in _NO_YES if len(pair[0]) > 1)
"""One letter may be part of a name: n and f are read as no and false where the numbers say so."""


@dataclass(frozen=True)
class OneNumber:
    """Columns that hold the probability of one of two classes.

    Attributes
    ----------
    models
        The L names of the models.
    columns
        Their L columns.
    classes
        The other class, and the class whose probability the columns hold.
    n_certain
        How many columns, the last, hold only 0 and 1.
    is_of_other
        (L,) whether a column holds the probability of the other class, by its name; empty when none
        does.
    against
        What to say when the numbers contradict the class in the names.
    """

    models: tuple[str, ...]
    columns: tuple[Column, ...]
    classes: tuple[str, str]
    n_certain: int = 0
    is_of_other: tuple[bool, ...] = ()
    against: str = ""

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """Return (N, L, 2) the probabilities of both classes."""
        numbers = np.stack([column.values() for column in self.columns], axis=1)
        numbers = np.clip(numbers, 0.0, 1.0)
        if self.is_of_other:
            numbers = np.where(self.is_of_other, 1.0 - numbers, numbers)
        return np.stack([1.0 - numbers, numbers], axis=2)

    @property
    def note(self) -> str:
        """Return one sentence that says how the columns were read."""
        if self.is_of_other:
            return self._note_of_both() + self._note_of_certain() + self._note_of_models()
        other, label = (repr(name) for name in self.classes)
        first, more = self.columns[0].name, len(self.columns) - 1
        named = f"Column {first!r}" + (f" and {counted(more, 'other')}" if more else "")
        return (
            f"{named} with one number from 0 to 1 for each case: read as the probability of the "
            f"class {label}; that of {other} is 1 minus it."
            + (
                self.against
                or f" If it is the other way round, put {f'_{self.classes[0]}'!r} behind the "
                f"{'names' if more else 'name'}."
            )
        ) + (self._note_of_certain() + self._note_of_models())

    def _note_of_models(self) -> str:
        """Return which columns are models, so that one that is none is seen; "" for one column."""
        if len(self.columns) < 2:
            return ""
        listed = ", ".join(repr(short_name(column.name)) for column in self.columns[:_LISTED])
        more = len(self.columns) - _LISTED
        return (
            f" Each is read as a model: {listed}{f' and {more} more' if more > 0 else ''}. Leave "
            "out of the file what is none."
        )

    def _note_of_both(self) -> str:
        """Return what columns are read as that hold the probability of one class or the other."""
        other, label = (repr(name) for name in self.classes)
        another = self.columns[self.is_of_other.index(True)].name
        if all(self.is_of_other):
            more = len(self.columns) - 1
            beside = f" and {counted(more, 'other')}" if more else ""
            return (
                f"Column {another!r}{beside} with one "
                f"number from 0 to 1 for each case: by its name read as the probability of the "
                f"class {other}; that of {label} is 1 minus it."
            )
        one = self.columns[self.is_of_other.index(False)].name
        return (
            "Each column holds one number from 0 to 1, read as the probability of the class that "
            f"its name says, or of {label}: {one!r} of {label} and {another!r} of {other}. That of "
            "the other class is 1 minus it."
        )

    def _note_of_certain(self) -> str:
        """Return what the columns of only 0 and 1 are read as; "" when there are none."""
        if not self.n_certain:
            return ""
        first, more = self.columns[-self.n_certain].name, self.n_certain - 1
        named = f"Column {first!r}" + (f" and {counted(more, 'other')} hold" if more else " holds")
        return (
            f" {named} only 0 and 1: read as the probabilities of a model that is always certain. "
            "Leave it out of the file if it holds something else."
        )


def one_number_each(
    name: str, columns: Sequence[Column], truth: Column, n_labels: int
) -> OneNumber | None:
    """Return how these columns of fractions hold the probability of one of the two classes of
    *truth*; None when they cannot.

    It is the class that ends all names (``svm_yes``, ``svm_0``, but not ``fold_0``), or each name
    (``svm_yes``, ``nb_no``), whatever the true labels say; without one the second, as scikit-learn
    orders classes. *n_labels* of the columns, the last, hold 0 and 1. Raise ``InputError`` when it
    is the second only by the alphabet and most columns are larger for the first, and when the names
    say another class (``check_no_other_class``).
    """
    if len(truth.levels) != 2 or not columns or any(map(is_certainty, columns)):
        return None
    fractions = columns[: len(columns) - n_labels]
    if all((column.numbers >= 0.5).all() for column in fractions) and len(truth.codes) > 1:
        return None  # the certainty of a prediction, whichever it is
    first, second = in_order(truth.levels)
    found = renamed(columns, truth.levels, one_separator=True)
    named = [class_at_the_end(column.name, truth.levels) for column in found]
    larger = np.mean([difference(column, truth, second) for column in fractions] + [0.0]) >= 0
    names = [column.name for column in columns]
    if "" not in named and len(set(named)) == 1:
        label = named[0]
        if label == second or not label.lstrip("-").isdigit() or not counts_models(names):
            models = tuple(column.name.removesuffix(f"_{label}") for column in found)
            return _of_one_class(models, columns, truth, label, n_labels)
    elif "" not in named and _end_with_their_own_class(found, columns, truth):
        ends = zip(found, named, strict=True)
        models = tuple(column.name.removesuffix(f"_{label}") for column, label in ends)
        of_first = tuple(label == first for label in named)
        return OneNumber(models, tuple(columns), (first, second), n_labels, of_first)
    elif (
        any(named)
        and not all(label.lstrip("-").isdigit() for label in named if label)
        and not letters_count(names)
    ):
        return None
    differences = [difference(column, truth, second) for column in columns]
    of_first = of_the_first_class(columns, differences, truth, second)
    if of_first and (all(of_first) or max(differences) > 0):
        return OneNumber(tuple(names), tuple(columns), (first, second), n_labels, of_first)
    if models := _models_of_no(columns, (first, second), _SURELY_NO if larger else _NO_YES):
        return _of_one_class(models, columns, truth, first, n_labels)
    if not larger and (first.casefold(), second.casefold()) not in PAIRS:
        example = columns[0].name
        raise InputError(
            f"Column {example!r} of {name!r} holds one number from 0 to 1 for each case. As the "
            f"probability of {second!r} it is larger for the cases of {first!r}; name such columns "
            f"with the class that they are the probability of, as {f'{example}_{first}'!r}. The "
            f"classes of {truth.name!r} are {shown([first, second])}."
        )
    check_no_other_class(name, fractions, truth, (first, second), bool(larger))
    return OneNumber(tuple(names), tuple(columns), (first, second), n_labels)


def _of_one_class(
    models: tuple[str, ...], columns: Sequence[Column], truth: Column, label: str, n_labels: int
) -> OneNumber:
    """Return what the columns hold when all names say the class *label*."""
    other = next(level for level in truth.levels if level != label)
    fractions = columns[: len(columns) - n_labels]
    against = against_the_names(fractions, truth, label, other)
    return OneNumber(models, tuple(columns), (other, label), n_labels, against=against)


def _models_of_no(
    columns: Sequence[Column], classes: tuple[str, str], pairs: Sequence[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the models where all names say the first of two *classes* by a word of another of the
    *pairs*: ``rf_no`` beside 0 and 1; none for other names."""
    if (classes[0].casefold(), classes[1].casefold()) not in PAIRS:
        return ()
    for pair in pairs:
        found = [column.name for column in renamed(columns, pair, one_separator=True)]
        if all(class_at_the_end(name, pair) == pair[0] for name in found):
            return tuple(name.removesuffix(f"_{pair[0]}") for name in found)
    return ()


def _end_with_their_own_class(
    named: Sequence[Column], columns: Sequence[Column], truth: Column
) -> bool:
    """Return whether each of the names, which end with different classes, says of which class its
    column is: no model has two, and of numbers that may count the models, each column is larger for
    its class."""
    ends = [class_at_the_end(column.name, truth.levels) for column in named]
    models = {c.name.removesuffix(f"_{label}") for c, label in zip(named, ends, strict=True)}
    return len(models) == len(ends) and all(
        not label.lstrip("-").isdigit()
        or says_a_class(column.name)
        or difference(column, truth, label) > 0
        for column, label in zip(columns, ends, strict=True)
    )


def are_one_number_each(
    columns: Sequence[Column], found: ProbabilityColumns, truth: Column
) -> bool:
    """Return whether columns such as ``model_0``, ``model_1`` and ``model_2`` are one model each,
    with the probability of the second of two classes, and not one model with three classes.

    Most votes would not sum to 1. And there would be a class that no row has, or both classes'
    columns are larger where the second class is true.
    """
    if len(truth.levels) != 2:
        return False
    sums = cube(columns, found).sum(axis=2)
    sums = sums[~np.isnan(sums)]  # none where each row has a number of one fold only
    if sums.size and np.mean(np.abs(sums - 1.0) <= _NEAR_ONE) > 0.5:
        return False
    second = in_order(truth.levels)[1]
    return len(found.classes) > 2 or all(difference(c, truth, second) > 0 for c in columns)


def is_certainty(column: Column) -> bool:
    """Return whether a column says by its name how sure a prediction of two classes is. The larger
    of two probabilities (rf_max) is 0.5 or more; qwen-max with smaller numbers is a model."""
    words = set(words_of(column.name)) & CERTAINTY_WORDS
    return names_a_certainty(column.name) and not (
        words == {"max"} and bool((column.numbers < 0.5).any())
    )


def in_order(labels: Sequence[str]) -> tuple[str, str]:
    """Return the two classes in order, by number when both are numbers."""
    try:
        first, second = sorted(labels, key=float)
    except ValueError:
        first, second = sorted(labels)
    return first, second


def difference(column: Column, truth: Column, second: str) -> float:
    """Return by how much a column is larger in the mean where the second class is true."""
    numbers: Floats = column.values()
    is_second = truth.codes == truth.levels.index(second)
    known = ~np.isnan(numbers)
    if not (known & is_second).any() or not (known & ~is_second).any():
        return 0.0
    return float(numbers[known & is_second].mean() - numbers[known & ~is_second].mean())
