"""Whether a study is small enough for a page, estimated before it begins.

As with ``runs/run_cost``, only the pages call this. The command line has no such limit.
"""

from __future__ import annotations

from collections.abc import Mapping

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, duration
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.out_of_fold import N_FOLDS
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.library_cost import MAX_STUDY_SECONDS, check_library, library_seconds
from l2dwk_core.runs.run_cost import (
    MAX_STUDY_ANSWERS,
    check_methods,
    check_trainings,
)
from l2dwk_core.study.recipe import StudyRecipe


def check_study(recipe: StudyRecipe, n_rows: Mapping[str, int]) -> None:
    """Raise ``InputError`` when a study trains, or weighs, more than a page computes.

    ``n_rows``: by dataset. Each dataset is checked as a comparison on it, and all together.
    """
    splits = recipe.folds * recipe.repeats
    pools = [recipe.pool_recipe(kind) for kind in recipe.all_pools]
    fits = 1 + N_FOLDS * ("out_of_fold" in {s for p in recipe.pools for s in recipe.sources(p)})
    for rows in n_rows.values():
        for pool in pools:
            check_trainings(rows, pool.n_members, splits)
            check_library(pool, rows, fits, splits)
        _check_l2dwk(recipe, pools[0], rows, splits)
    answers = study_answers(recipe, n_rows)
    if answers > MAX_STUDY_ANSWERS:
        raise InputError(
            f"Members on all datasets and folds give {answers:,} answers; a page computes at most "
            f"{MAX_STUDY_ANSWERS:,}. Choose fewer or smaller datasets, fewer folds or members. The "
            "command line has no such limit."
        )
    seconds = sum(
        splits * library_seconds(rows, pool.n_members, fits)
        for rows in n_rows.values()
        for pool in pools
        if pool.kind == "library"
    )
    if seconds > MAX_STUDY_SECONDS:
        raise InputError(
            f"Fitting the library on {counted(len(n_rows), 'dataset')} in {splits} folds would "
            f"take about {duration(seconds)} of processor time; a page computes for at most "
            f"{duration(MAX_STUDY_SECONDS)}. Choose fewer or smaller datasets, fewer folds, or "
            "another base ensemble. The command line has no such limit."
        )


def study_answers(recipe: StudyRecipe, n_rows: Mapping[str, int]) -> int:
    """Return how many answers (rows times members) all trainings of a study give."""
    members = sum(recipe.pool_recipe(kind).n_members for kind in recipe.all_pools)
    return sum(n_rows.values()) * members * recipe.folds * recipe.repeats


def _check_l2dwk(recipe: StudyRecipe, pool: PoolRecipe, rows: int, splits: int) -> None:
    for method in recipe.all_methods:
        if method.key in ("l2dwk", "l2dwk_cv"):
            settings = getattr(method.create(), "settings", Settings())
            check_methods((method.key,), settings, rows, pool.n_members, splits)
