"""A comparison of methods on votes that are given: nothing is trained in any fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import short_name, shown
from l2dwk_core.oracle.weighting_votes import WeightingVotes
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe
from l2dwk_core.votes.dataset import VotesDataset
from l2dwk_core.votes.splits import GROUP_NOTE
from l2dwk_core.votes.votes import Votes


def given_recipe(
    data: VotesDataset, pool: str | PoolRecipe, members: Mapping[str, Any]
) -> PoolRecipe:
    """Return the recipe of given members: their number and the seed of the folds.

    Raise ``InputError`` for choices about training. The default *pool* counts as no choice.
    """
    chosen = dict(members)
    if isinstance(pool, PoolRecipe) and pool.kind == GIVEN:
        chosen = {"n_members": pool.n_members, "seed": pool.seed} | chosen
    elif pool not in ("bagging", GIVEN):
        raise InputError(
            f"pool is {shown(pool)}, but the models' votes are given, so none is trained; leave "
            "pool out."
        )
    for name in chosen:
        if name not in ("n_members", "seed"):
            raise InputError(
                f"{name} is about training, but the models' votes are given; leave it out."
            )
    most = data.votes.n_models
    size = check_whole("n_members", chosen.pop("n_members", most), 1, most)
    return PoolRecipe(GIVEN, size, **chosen)


def refusal_of_votes(info: CombinerInfo, votes: Votes) -> str | None:
    """Return why a method cannot weigh given votes, as one short clause; None when it can."""
    if info.family == "whole_ensembles":
        return "trains members of its own; here the models' votes are given"
    if "features" in info.needs:
        return "needs the table's columns, not only votes; here votes are all there is"
    if "probabilities" in info.needs and votes.probabilities is None:
        return "needs class probabilities; here predicted labels are given"
    if "complete_votes" in info.needs and votes.available is not None:
        return "needs every model's vote on every row; some are missing here"
    return info.refusal(votes.classes.size, votes.n_models)


def fold_note(votes: Votes) -> tuple[str, ...]:
    """Return what is to be said of the folds: groups are kept together, or rows are not
    independent; given parts are not used."""
    notes = []
    if votes.group is not None:
        notes.append("Folds keep the rows of a group together.")
        notes.append(GROUP_NOTE)
    elif votes.cases_column:
        notes.append(
            f"Rows with one {short_name(votes.cases_column)!r} are not independent, but can be in "
            "different folds, and each counts as a case. Name that column 'group' in the file."
        )
    if votes.part is not None:
        notes.append(
            "Folds are drawn from all rows: the parts that were given are not used for comparing."
        )
    return tuple(notes)


def given_votes(
    pool: Pool, X: Any, y: NDArray[Any], groups: NDArray[Any] | None, *, probabilities: bool
) -> WeightingVotes:
    """Return the votes of given members on the rows of a fold that judge them. A method that
    divides these rows again keeps the *groups* together."""
    return WeightingVotes(
        GIVEN,
        pool,
        pool.classes,
        X,
        np.searchsorted(pool.classes, y).astype(np.int16),
        pool.predict_codes(X),
        pool.predict_proba(X) if probabilities else None,
        pool.voted(X),
        None,
        (),
        groups,
    )


def right_rows(model: Combiner, X: Any, y: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which rows a fitted method classifies rightly, (N,) bool.

    A row on which no member with weight has a vote counts as wrong: no answer is no right one.
    """
    right = np.asarray(model.predict(X) == y)
    answered = answered_rows(model, X)
    return right if answered is None else right & answered


def answered_rows(model: Combiner, X: Any) -> NDArray[np.bool_] | None:
    """Return on which rows a member with weight has a vote, (N,) bool; None when no vote is
    missing."""
    voted = model.pool_.voted(X, np.flatnonzero(model.weights_))
    return None if voted is None else np.asarray(voted.any(axis=1))
