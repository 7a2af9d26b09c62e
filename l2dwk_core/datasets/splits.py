"""Random splits of rows, and the accuracy that a number of right answers shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest
from sklearn.model_selection import StratifiedShuffleSplit

from l2dwk_core.common.checks import check_seed, is_number
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.datasets.grouped_interval import grouped_interval

RowArray = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Split:
    """Two parts of a table's rows.

    Attributes
    ----------
    first_rows, second_rows
        Ascending row numbers; together every row once. The first part is the one to train on and
        holds every class.
    notes
        One line for each thing that could not be split as asked.
    """

    first_rows: RowArray
    second_rows: RowArray
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SplitUse:
    """What is divided by a split and what its parts are for, in the words of its notes.

    Attributes
    ----------
    row
        What one of the divided rows is called, in the singular.
    first, second
        What is done with the rows of each part; begins with a past participle.
    """

    row: str = "row"
    first: str = "used for training"
    second: str = "set aside for testing"


FOR_TESTING = SplitUse()
"""A share of all rows is set aside for testing."""


def check_share(fraction: Any, name: str = "The share of rows to set aside") -> None:
    """Raise ``InputError`` unless 0 < fraction < 1."""
    if not is_number(fraction) or not 0 < fraction < 1:
        raise InputError(
            f"{name} is {shown(fraction)}; it must lie between 0 and 1 "
            "(both excluded), for example 0.3."
        )


def split_rows(y: Any, fraction: float, seed: int = 0, use: SplitUse = FOR_TESTING) -> Split:
    """Set a stratified share of the rows aside.

    Every class is divided in the same proportion as nearly as whole rows allow. A class too rare to
    be divided (one row, or none left for training) goes wholly to the first part, with a note. When
    the second part would hold fewer rows than there are classes to divide, it is made that large,
    with a note.

    Parameters
    ----------
    y
        ``(n_rows,)`` labels.
    fraction
        Share of the second part, between 0 and 1 (both excluded), rounded up to whole rows.
    seed
        The same labels, fraction and seed always give the same split.
    use
        Which rows these are and what the parts are for. The notes say it, as the rows need not be
        the whole table. It changes nothing else.

    Raises
    ------
    InputError
        When *fraction* is out of range, labels are missing, there is only one class, or every class
        has a single row so that nothing can be set aside.
    """
    check_share(fraction)
    check_seed(seed)
    classes, codes = encode_labels(y)
    counts = np.bincount(codes)
    if classes.size == 1:
        raise InputError(
            f"There is only one class, {str(classes[0])!r} ({counted(codes.size, 'row')}), so the "
            f"training "
            "part would have a single class; at least two are needed."
        )
    divided = np.flatnonzero(counts[codes] > 1)
    if divided.size == 0:
        raise InputError(
            f"Each of the {classes.size} classes has a single row, so no row can be set aside; "
            "bring more rows per class."
        )

    notes: list[str] = []
    in_second = np.zeros(codes.size, dtype=bool)
    in_second[divided[_draw(codes[divided], fraction, seed, use, notes)]] = True
    untrained = np.bincount(codes[~in_second], minlength=classes.size) == 0
    in_second &= ~untrained[codes]
    for c in np.flatnonzero((counts == 1) | untrained):
        notes.append(
            f"Class {str(classes[c])!r} has only {counted(counts[c], use.row)}: too few to divide, "
            f"all {use.first}, none {use.second}."
        )
    return Split(np.flatnonzero(~in_second), np.flatnonzero(in_second), tuple(notes))


def bootstrap_rows(n_rows: int, seed: int = 0) -> RowArray:
    """Return *n_rows* row numbers drawn with replacement, ascending.

    The weighting set of the paper: a bootstrap sample of the training rows (Yin, Yang & Hao 2014,
    Algorithm I). Not stratified; a class may be absent.

    Raises
    ------
    InputError
        When *n_rows* is below 1 or *seed* is no seed.
    """
    if n_rows < 1:
        raise InputError(f"There are {n_rows} rows to draw from; at least 1 is needed.")
    check_seed(seed)
    return np.sort(np.random.default_rng(seed).integers(0, n_rows, n_rows)).astype(np.intp)


@dataclass(frozen=True)
class Score:
    """The number of rows that were classified correctly, with a 95 % interval for the accuracy.

    Attributes
    ----------
    correct, n_rows
        Counts, ``0 ≤ correct ≤ n_rows``, ``n_rows ≥ 1``.
    accuracy
        ``correct / n_rows``, in [0, 1].
    low, high
        Wilson score interval for one set of this many rows, or of groups of rows
        (``grouped_interval``). It does not cover the choice of training rows.
    """

    correct: int
    n_rows: int
    accuracy: float
    low: float
    high: float

    @classmethod
    def of(
        cls,
        predicted_codes: npt.ArrayLike,
        true_codes: npt.ArrayLike,
        group: npt.NDArray[np.intp] | None = None,
    ) -> Score:
        """Compare predictions with the truth, both ``(n_rows,)`` and coded alike. *group*
        ``(n_rows,)`` has equal entries on rows that belong together.

        Raises
        ------
        InputError
            When the lengths differ or there are no rows.
        """
        predicted, true = np.asarray(predicted_codes), np.asarray(true_codes)
        if predicted.ndim != 1 or predicted.shape != true.shape:
            raise InputError(
                f"Predictions have shape {predicted.shape} and the truth {true.shape}; give one of "
                "each per row."
            )
        correct = int(np.count_nonzero(predicted == true))
        low, high = wilson_interval(correct, true.size)
        if group is not None and np.unique(group).size < true.size:
            low, high = grouped_interval(predicted == true, group)
        return cls(correct, true.size, correct / true.size, low, high)


def wilson_interval(correct: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Return the Wilson score interval for a share of right answers.

    The shares q for which ``|correct/n − q| ≤ z √(q(1 − q)/n)``, z the normal quantile of
    ``(1 + level)/2``. Source: Wilson 1927.

    Parameters
    ----------
    correct, n
        ``0 ≤ correct ≤ n``, ``n ≥ 1``.
    level
        Between 0 and 1, both excluded.

    Returns
    -------
    low, high with ``0 ≤ low ≤ correct/n ≤ high ≤ 1``.

    Raises
    ------
    InputError
        When an argument is out of range.
    """
    if n < 1:
        raise InputError("There are no rows to score; give at least 1.")
    if not 0 <= correct <= n:
        raise InputError(f"{correct} of {n} rows right is impossible; allowed are 0 to {n}.")
    if not 0 < level < 1:
        raise InputError(f"The confidence level is {level}; it must lie between 0 and 1.")
    return _wilson(int(correct), int(n), level)


# A page needs the same few intervals many times, and SciPy computes an exact p-value with each.
@lru_cache(maxsize=4096)
def _wilson(correct: int, n: int, level: float) -> tuple[float, float]:
    interval = binomtest(correct, n).proportion_ci(level, method="wilson")
    return float(interval.low), float(interval.high)


def _draw(
    codes: npt.NDArray[np.intp], fraction: float, seed: int, use: SplitUse, notes: list[str]
) -> npt.NDArray[np.intp]:
    """Return positions of the second part among rows whose classes all have two rows or more."""
    n_classes = np.unique(codes).size
    # The small allowance keeps 0.07 × 100 = 7.000000000000001 from becoming 8 rows.
    wanted = math.ceil(fraction * codes.size - 1e-9)
    # Both parts need a place for every class. As each class has two rows, there is room for that.
    size = min(max(wanted, n_classes), codes.size - n_classes)
    if size != wanted:
        notes.append(
            f"{size} {use.row}s were {use.second} instead of {wanted}, so that each of the "
            f"{n_classes} classes with two or more can be in both parts."
        )
    splitter = StratifiedShuffleSplit(n_splits=1, test_size=size, random_state=int(seed))
    _, second = next(splitter.split(np.zeros((codes.size, 1)), codes))
    return np.asarray(second)
