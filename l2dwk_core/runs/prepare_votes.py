"""A run on votes that are given: nothing is trained, the rest is as ever."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, label_codes
from l2dwk_core.votes.dataset import VotesDataset
from l2dwk_core.votes.splits import split_votes


def prepare_votes(data: VotesDataset, **choices: Any) -> PreparedRun:
    """Split the rows and look the votes up; ``solve`` then learns weights from them.

    All rows that are not for testing judge the models. On a row where votes are missing, those of
    the other models decide.

    Parameters
    ----------
    data
        The votes.
    choices
        settings, seed and test_fraction as in ``prepare_run``, and n_members, which takes the first
        so many models.

    Raises
    ------
    InputError
        For a choice about training, a value out of range, or rows that cannot be split.
    """
    votes = data.votes
    size = check_whole("n_members", choices.pop("n_members", votes.n_models), 1, votes.n_models)
    recipe = RunRecipe.of(data.name, choices.pop("pool", GIVEN), n_members=size, **choices)
    if recipe.pool.kind != GIVEN:
        raise InputError(
            f"pool is {recipe.pool.kind!r}, but the models' votes are given, so none is trained; "
            "leave pool out."
        )
    split = split_votes(votes, recipe.test_fraction, recipe.seed)
    pool = data.pool.prefix(size)
    oracle, test_oracle = (
        Oracle.from_codes(
            pool.predict_codes(table),
            label_codes(data, data.y, rows),
            data.classes,
            available=pool.voted(table),
        )
        for rows in (split.first_rows, split.second_rows)
        for table in (data.X.iloc[rows],)
    )
    nobody = np.empty(0, dtype=np.intp)
    return PreparedRun(
        recipe,
        data,
        pool,
        pool,
        nobody,
        split.first_rows,
        split.second_rows,
        oracle,
        test_oracle,
        test_oracle.codes,
        tuple(dict.fromkeys([*data.notes, *split.notes])),
        data.y,
        nobody,
    )
