"""Models, or true labels, that are the majority vote of the other models."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import short_name
from l2dwk_core.votes.votes import Votes

_FEWEST = 3
"""So many models vote: of two the majority is where they agree."""
_DIFFER = 10
"""In so many rows the voters differ: in a few rows a good model equals the majority by chance."""
_SAMPLE = 64


def majority_findings(votes: Votes) -> list[str]:
    """Return a finding on each model that equals the majority vote of all others, and on true
    labels that equal that of all models, in every row without a tie.

    Rows with a tie or a missing vote tell nothing. There are at least 3 voters, and 10 rows without
    a tie in which they differ.
    """
    rows = np.arange(votes.n_rows)
    if votes.available is not None:
        rows = rows[votes.available.all(axis=1)]
    if votes.n_models < _FEWEST or rows.size < _DIFFER:
        return []
    counts = _counts(votes, rows)
    found = []
    if _is_majority(votes.label_codes[rows], counts):
        found.append(
            "The true label is the majority vote of the models in every row: was it made of them? "
            "Then it does not say which of them is right."
        )
    # A few rows are looked at first, so that many models take little time.
    few = np.unique(np.linspace(0, rows.size - 1, _SAMPLE).astype(int))
    for j, model in enumerate(votes.models if votes.n_models > _FEWEST else ()):
        codes = votes.codes[rows, j]
        if _is_majority(codes[few], _without(counts[few], codes[few]), 1) and _is_majority(
            codes, _without(counts, codes)
        ):
            found.append(
                f"Model {short_name(model)} is the majority vote of the other models in every row: "
                "if it was made of them, it is no model of its own. Leave its column out of the "
                "file."
            )
    return found


def _counts(votes: Votes, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return how many models vote for each class, (rows, C)."""
    classes = range(votes.classes.size)
    return np.stack([np.count_nonzero(votes.codes[rows] == c, axis=1) for c in classes], axis=1)


def _without(counts: NDArray[np.intp], codes: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return the counts without one model's votes."""
    others = counts.copy()
    others[np.arange(len(codes)), codes] -= 1
    return others


def _is_majority(codes: NDArray[np.int16], counts: NDArray[np.intp], differ: int = _DIFFER) -> bool:
    """Return whether the classes have the largest count in every row without a tie, of which the
    voters *differ* in so many at least."""
    two = np.sort(counts, axis=1)[:, -2:]
    tells = two[:, 1] > two[:, 0]
    apart = tells & (two[:, 1] < counts.sum(axis=1))
    fits = counts.argmax(axis=1) == codes
    return bool(fits[tells].all()) and int(np.count_nonzero(apart)) >= differ
