"""Models that say in every row whether another model is right, so that they know the true label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import short_name, words_of
from l2dwk_core.votes.against_chance import cast_rows, seems_more
from l2dwk_core.votes.votes import Votes

_NAMED = 5
_MARKS = frozenset("match matches matched correct right hit hits ok wrong error errors".split())


def marks_of_right(votes: Votes) -> list[str]:
    """Return a note on each model whose two answers say where another model is right."""
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
        marks = two_valued.get(_key((answers == votes.label_codes) & cast, cast), [])
        pairs += [(mark, j) for mark in marks[:_NAMED] if mark != j]
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
    words, others = (set(words_of(votes.models[at])) for at in (j, other))
    by_name = [words > others or (bool(words & _MARKS) and not others & _MARKS),
               others > words or (bool(others & _MARKS) and not words & _MARKS)]  # fmt: skip
    if by_name[0] != by_name[1]:
        return by_name[0]
    return not seems_more(votes, j) and seems_more(votes, other)


def _key(rows: NDArray[np.bool_], cast: NDArray[np.bool_]) -> bytes:
    return np.packbits(rows).tobytes() + np.packbits(cast).tobytes()
