"""Models whose names are those of a combination of the others, such as ensemble, final or mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import short_name
from l2dwk_core.votes.beside_models.names_of_combinations import (
    names_a_combination,
    names_surely_a_combination,
)
from l2dwk_core.votes.votes import Votes

_FEWEST = 3
_LEVEL = 0.01
_ROUNDED = 0.01
"""So much a rounded mean may be outside."""


def combination_findings(votes: Votes) -> dict[str, str]:
    """Return a finding on each model that is by its name a combination of models, by its name.

    A name such as stacking is enough. One that may say something else (final, all, weighted,
    fusion) is one where the votes support it: probabilities between those of the others in every
    row, or labels that follow the others (``_follows``), and a model of its own would not by
    chance. None when all names are such, or there are less than 3 models.
    """
    named = [j for j, model in enumerate(votes.models) if names_a_combination(model)]
    if votes.n_models < _FEWEST or len(named) == votes.n_models:
        return {}
    found = {}
    for j in named:
        model = votes.models[j]
        sure = names_surely_a_combination(model)
        if sure or (_follows(votes, j) if votes.probabilities is None else _is_between(votes, j)):
            found[model] = (
                f"Model {short_name(model)} is by its name a combination of models"
                + ("" if sure else ", and its votes are those of one")
                + ": if it was made of others here, it is no model of its own. Leave its column "
                "out of the file."
            )
    return found


def _is_between(votes: Votes, j: int) -> bool:
    """Return whether the probabilities of model *j* are nowhere outside those of the others, as
    those of a mean are. By chance the number of one of L models is in a row neither the largest nor
    the smallest with probability ``1 − 2/L``."""
    proba, cast = np.asarray(votes.probabilities), _cast(votes)
    others = [k for k in range(votes.n_models) if k != j]
    rows = cast.all(axis=1)
    low, high = proba[rows][:, others].min(axis=1), proba[rows][:, others].max(axis=1)
    its = proba[rows][:, j]
    told = np.count_nonzero((high - low).max(axis=1) > 2 * _ROUNDED)
    inside = (its >= low - _ROUNDED) & (its <= high + _ROUNDED)
    return bool(inside.all()) and bool((1 - 2 / votes.n_models) ** told < _LEVEL)


def _follows(votes: Votes, j: int) -> bool:
    """Return whether model *j* always gives an answer of the others, so that it never departs from
    them in the n rows in which they agree, and would not by chance: ``(1 − q)ⁿ`` is below 0.01.
    q is the smallest share in which one of the others departs from all the rest where these agree,
    or half the share in which *j* is wrong, if this is less."""
    models, cast = list(range(votes.n_models)), _cast(votes)
    departs = []
    for k in (j, *(k for k in models if k != j)):
        rest = [other for other in models if other != k]
        equal = (votes.codes[:, rest] == votes.codes[:, [k]]) & cast[:, rest]
        if k == j and not equal.any(axis=1)[cast[:, j] & cast[:, rest].any(axis=1)].all():
            return False
        told = cast[:, k] & _agree(votes, cast, rest)
        if not told.any():
            return False
        departs.append(float(np.mean(~equal.any(axis=1)[told])))
        if k == j:
            n = np.count_nonzero(told)
    wrong = float(np.mean((votes.codes[:, j] != votes.label_codes)[cast[:, j]]))
    return bool((1 - min(wrong / 2, *departs[1:])) ** n < _LEVEL)


def _agree(votes: Votes, cast: NDArray[np.bool_], models: list[int]) -> NDArray[np.bool_]:
    """Return the rows (N,) in which all of these models vote, and for one class."""
    codes = votes.codes[:, models]
    return np.asarray((codes == codes[:, :1]).all(axis=1) & cast[:, models].all(axis=1))


def _cast(votes: Votes) -> NDArray[np.bool_]:
    return np.ones(votes.codes.shape, dtype=bool) if votes.available is None else votes.available
