"""Models, or true labels, that are the majority vote or another combination of the models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from l2dwk_core.common.text import short_name, words_of
from l2dwk_core.votes.beside_models.combinations import combination_findings
from l2dwk_core.votes.votes import Votes

_FEWEST = 3
"""So many models vote: of two the majority is where they agree."""
_LEVEL = 0.01
_NAMES = frozenset("ensemble majority vote voting votes committee combined fusion".split())
_SAMPLE = 64


def majority_findings(votes: Votes) -> list[str]:
    """Return a finding on each model that equals the majority vote of all others, and on true
    labels that equal that of all models, in every row without a tie; it says in how many.

    Rows with a tie tell nothing. With missing votes it is the majority of those there are in all
    rows, or in the rows where none is missing. There are at least 3 voters, and good models would
    not agree like this by chance (``_by_chance``), or the name says that it is an ensemble.
    Also a finding on other models whose names are those of a combination (or_rule, stacking,
    mean; ``combination_findings``).
    """
    found = _equal_to_majority(votes)
    named = [
        text
        for model, text in combination_findings(votes).items()
        if not any(line.startswith(f"Model {short_name(model)} is the") for line in found)
    ]
    return [*found, *named]


def _equal_to_majority(votes: Votes) -> list[str]:
    """Return a finding on each model and on true labels that equal the majority vote."""
    if votes.n_models < _FEWEST:
        return []
    found, models = list[str](), dict[int, int]()
    for rows, cast in _rows_that_tell(votes):
        codes, truth = votes.codes[rows], votes.label_codes[rows]
        counts = _counts(codes, cast, votes.classes.size)
        if (
            not found
            and _is_majority(truth, counts)
            and _by_chance(truth, codes, cast, counts) < _LEVEL
        ):
            told = _in_rows(int(np.count_nonzero(_margins(counts))), votes.n_rows)
            found.append(
                f"The true label is the majority vote of the models in {told}: was it made of "
                "them? Then it does not say which of them is right."
            )
        models = _models_of_others(votes.models, codes, cast, counts) | models
    return found + [
        f"Model {short_name(votes.models[j])} is the majority vote of the other models in "
        f"{_in_rows(models[j], votes.n_rows)}: if it was made of them, it is no model of its own. "
        "Leave its column out of the file."
        for j in sorted(models)
    ]


def _in_rows(told: int, n_rows: int) -> str:
    return "every row" if told == n_rows else f"all {told:,} of {n_rows:,} rows without a tie"


def _rows_that_tell(votes: Votes) -> Iterator[tuple[NDArray[np.intp], NDArray[np.bool_]]]:
    """Yield rows and which votes are cast in them: all rows, and those without a missing vote."""
    rows = np.arange(votes.n_rows)
    cast = votes.available
    if cast is not None:
        yield rows, cast
        rows = rows[cast.all(axis=1)]
    if rows.size:
        yield rows, np.ones((len(rows), votes.n_models), dtype=bool)


def _models_of_others(
    names: Sequence[str],
    codes: NDArray[np.int16],
    cast: NDArray[np.bool_],
    counts: NDArray[np.intp],
) -> dict[int, int]:
    """Return which models equal the majority vote of the others, where they voted, and in how many
    rows that has no tie."""
    found = {}
    # A few rows are looked at first, so that many models take little time.
    for j, model in enumerate(names if len(names) > _FEWEST else ()):
        rows = np.flatnonzero(cast[:, j])
        few = rows[np.unique(np.linspace(0, rows.size - 1, _SAMPLE).astype(int))]
        if not _is_majority(codes[few, j], _without(counts[few], codes[few, j])):
            continue
        own, others = codes[rows, j], _without(counts[rows], codes[rows, j])
        if not _is_majority(own, others) or not (_margins(others) > 0).any():
            continue
        voters, theirs = np.delete(codes, j, axis=1)[rows], np.delete(cast, j, axis=1)[rows]
        if (
            not _NAMES.isdisjoint(words_of(model))
            or _by_chance(own, voters, theirs, others) < _LEVEL
        ):
            found[j] = int(np.count_nonzero(_margins(others)))
    return found


def _counts(codes: NDArray[np.int16], cast: NDArray[np.bool_], n_classes: int) -> NDArray[np.intp]:
    """Return how many models vote for each class, (rows, C)."""
    classes = range(n_classes)
    return np.stack([np.count_nonzero((codes == c) & cast, axis=1) for c in classes], axis=1)


def _without(counts: NDArray[np.intp], codes: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return the counts without one model's votes."""
    others = counts.copy()
    others[np.arange(len(codes)), codes] -= 1
    return others


def _is_majority(codes: NDArray[np.int16], counts: NDArray[np.intp]) -> bool:
    """Return whether the classes have the largest count in every row without a tie."""
    tells = _margins(counts) > 0
    return bool((counts.argmax(axis=1) == codes)[tells].all())


def _by_chance(
    codes: NDArray[np.int16],
    voters: NDArray[np.int16],
    cast: NDArray[np.bool_],
    counts: NDArray[np.intp],
) -> float:
    """Return the probability that the majority equals the classes wherever it has no tie, if the
    voters did so independently of each other, each with the share of its votes that do.

    Their other votes are on each of the C − 1 other classes alike. In a row class c then has the
    weight ``w_c = Π_{j votes for c} (C − 1) a_j/(1 − a_j)``, and that of the majority is the true
    one with probability ``w/Σ w_c``: the product over the rows is returned. Exact for two classes;
    where errors are on a few of the others, the product is rather too large, which finds less.
    Rows with a tie count when in all of them the class is one of those with the most votes.
    """
    agrees = (voters == codes[:, None]) & cast
    n = np.maximum(np.count_nonzero(cast, axis=0), 1)
    share = np.clip(np.count_nonzero(agrees, axis=0) / n, 0.5 / n, 1 - 0.5 / n)
    n_classes = counts.shape[1]
    odds = np.log(share / (1 - share) * max(n_classes - 1, 1))
    weights = np.stack([((voters == c) & cast) @ odds for c in range(n_classes)], axis=1)
    first = counts == counts.max(axis=1, keepdims=True)
    of_first = logsumexp(np.where(first, weights, -np.inf), axis=1) - logsumexp(weights, axis=1)
    is_first = np.take_along_axis(first, codes[:, None].astype(np.intp), axis=1)
    return float(np.exp(of_first[is_first.all() | (_margins(counts) > 0)].sum()))


def _margins(counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return by how much the largest count is above the second largest."""
    two = np.sort(counts, axis=1)[:, -2:]
    return two[:, 1] - two[:, 0]
