"""Models that say in every row whether another model is right, so that they know the true label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from l2dwk_core.common.text import short_name, words_of
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.against_chance import cast_rows, seems_more
from l2dwk_core.votes.votes import Votes

_NAMED = 5
_MARKS = frozenset("match matches matched correct right hit hits ok wrong error errors".split())


def marks_of_right(votes: Votes) -> list[str]:
    """Return a note on each model whose two answers say where another model is right.

    Where a model is right in r of n rows, marks of r rows are those by chance with probability
    ``1/C(n, r)``. Of the ``2 L²`` pairs of a mark and a model less than ``LEVEL`` are so, or the
    name says that it is a mark.
    """
    two_valued: dict[bytes, list[int]] = {}
    for j in range(votes.n_models):
        cast, answers = cast_rows(votes, j), votes.codes[:, j]
        given = answers[cast]
        low, high = given.min(), given.max()
        if low == high or not ((given == low) | (given == high)).all():
            continue
        for value in (low, high):
            two_valued.setdefault(_key((answers == value) & cast, cast), []).append(j)
    pairs = []
    for j in range(votes.n_models):
        cast, answers = cast_rows(votes, j), votes.codes[:, j]
        given = answers[cast]
        if (given == given[0]).all():  # its right answers are one of the classes itself
            continue
        right = (answers == votes.label_codes) & cast
        n, r = np.count_nonzero(cast), np.count_nonzero(right)
        log_marks = gammaln(n + 1) - gammaln(r + 1) - gammaln(n - r + 1)
        is_rare = log_marks > np.log(2 * votes.n_models**2 / LEVEL)
        marks = two_valued.get(_key(right, cast), [])
        pairs += [
            (mark, j)
            for mark in marks[:_NAMED]
            if mark != j and (is_rare or _is_named(votes, mark, j) is not None)
        ]
    notes = []
    for mark, j in pairs:
        # Of two classes 0 and 1, a model says as well where its own mark is "right".
        mutual = (j, mark) in pairs
        is_mark, is_model = (_is_the_mark(votes, *pair) for pair in ((mark, j), (j, mark)))
        if mutual and not is_mark and (is_model or j < mark):
            continue
        one, other = (short_name(votes.models[at]) for at in (mark, j))
        notes.append(
            f"Models {one} and {other} say in every row whether the other is right, so one of them "
            "knows the true label: leave out the one that is no model."
            if mutual and not is_mark
            else f"Model {one} says in every row whether the model {other} is right, so it knows "
            "the true label: leave it out."
        )
    return notes


def _is_the_mark(votes: Votes, j: int, other: int) -> bool:
    """Return whether model *j* is the mark of two that say where the other is right: by its name
    (rf_match beside rf), or as it alone is right no more often than chance explains."""
    named = _is_named(votes, j, other)
    if named is not None:
        return named
    return not seems_more(votes, j) and seems_more(votes, other)


def _is_named(votes: Votes, j: int, other: int) -> bool | None:
    """Return whether model *j* is by its name the mark of the *other*; None where no name tells."""
    words, others = (set(words_of(votes.models[at])) for at in (j, other))
    by_name = [words > others or (bool(words & _MARKS) and not others & _MARKS),
               others > words or (bool(others & _MARKS) and not words & _MARKS)]  # fmt: skip
    return by_name[0] if by_name[0] != by_name[1] else None


def _key(rows: NDArray[np.bool_], cast: NDArray[np.bool_]) -> bytes:
    return np.packbits(rows).tobytes() + np.packbits(cast).tobytes()
