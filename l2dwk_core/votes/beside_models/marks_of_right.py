"""Models that say in every row whether another model is right, so that they know the true label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import short_name
from l2dwk_core.votes.against_chance import cast_rows
from l2dwk_core.votes.votes import Votes

_NAMED = 5


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
    notes = []
    for j in range(votes.n_models):
        cast, answers = cast_rows(votes, j), votes.codes[:, j]
        given = answers[cast]
        if (given == given[0]).all():  # its right answers are one of the classes itself
            continue
        marks = two_valued.get(_key((answers == votes.label_codes) & cast, cast), [])
        notes += [
            f"Model {short_name(votes.models[mark])} says in every row whether the model "
            f"{short_name(votes.models[j])} is right, so it knows the true label: leave it out."
            for mark in marks[:_NAMED]
            if mark != j
        ]
    return notes


def _key(rows: NDArray[np.bool_], cast: NDArray[np.bool_]) -> bytes:
    return np.packbits(rows).tobytes() + np.packbits(cast).tobytes()
