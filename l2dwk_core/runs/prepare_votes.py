"""A run on votes that are given: nothing is trained, all other steps are those of any run."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, label_codes
from l2dwk_core.votes.dataset import VotesDataset
from l2dwk_core.votes.splits import split_votes


def prepare_votes(data: VotesDataset, **choices: Any) -> PreparedRun:
    """Split the rows and look up the votes. ``solve`` then learns weights from them.

    All rows that are not for testing judge the models. On a row where votes are missing, the votes
    of the other models decide.

    Parameters
    ----------
    data
        The votes.
    choices
        settings, seed and test_fraction as in ``prepare_run``, and n_members: the first *n_members*
        models take part.

    Raises
    ------
    InputError
        When a choice is about training, a value is out of range, or the rows cannot be split.
    """
    votes = data.votes
    pool = choices.pop("pool", GIVEN)
    kind, most = (pool.kind, pool.n_members) if isinstance(pool, PoolRecipe) else (pool, None)
    if kind != GIVEN:
        raise InputError(
            f"pool is {shown(kind)}, but the models' votes are given, so none is trained; leave "
            "pool out."
        )
    size = choices.pop("n_members", most)
    size = votes.n_models if size is None else check_whole("n_members", size, 1, votes.n_models)
    recipe = RunRecipe.of(data.name, pool, n_members=size, **choices)
    split = split_votes(votes, recipe.test_fraction, recipe.seed)
    members = data.pool.prefix(size)
    oracle, test_oracle = (
        Oracle.from_codes(
            members.predict_codes(table),
            label_codes(data, data.y, rows),
            data.classes,
            available=members.voted(table),
        )
        for rows in (split.first_rows, split.second_rows)
        for table in (data.X.iloc[rows],)
    )
    nobody = np.empty(0, dtype=np.intp)
    groups = None if votes.group is None else np.unique(votes.group, return_inverse=True)[1]
    return PreparedRun(
        recipe,
        data,
        members,
        members,
        nobody,
        split.first_rows,
        split.second_rows,
        oracle,
        test_oracle,
        test_oracle.codes,
        tuple(dict.fromkeys([*data.notes, *split.notes])),
        data.y,
        nobody,
        groups=groups,
        cases_column=votes.cases_column,
    )
