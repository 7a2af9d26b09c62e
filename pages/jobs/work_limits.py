"""How much work each queue accepts. Every function raises InputError when a recipe is too much."""

from __future__ import annotations

import math

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, Dataset
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.library_cost import check_library, fits_of
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run_cost import (
    check_methods,
    check_plan,
    check_trainings,
    check_trials,
    weighting_rows,
)
from l2dwk_core.studies.comparison_records import ComparisonRecipe
from l2dwk_core.studies.noise_records import NoiseRecipe
from l2dwk_core.studies.repeated_trainings import TrialsRecipe
from l2dwk_core.study.study_cost import check_study
from l2dwk_core.votes.dataset import VotesDataset
from pages.jobs.study_work import MOST_DATASETS, StudyWork
from pages.jobs.sweep_work import SplitsRecipe, SweepRecipe

Rows = str | Dataset
"""What ``session_tables.find`` returns: a name of the catalogue, or a dataset."""


def n_rows(rows: Rows) -> int:
    """Return the number of rows, without loading them."""
    return DATASETS[rows].n_rows if isinstance(rows, str) else len(rows.y)


def n_classes(rows: Rows) -> int:
    """Return the number of classes, without loading a catalogue dataset."""
    return DATASETS[rows].n_classes if isinstance(rows, str) else len(set(rows.y))


def _check_trainings(rows: Rows, pool: PoolRecipe, n_fits: int, number: int) -> None:
    """Check trainings, each of so many fits of every model where the members are the library's.

    Of models' votes nothing is trained; their file bounds them.
    """
    if not isinstance(rows, VotesDataset):
        check_trainings(n_rows(rows), pool.n_members, number)
        check_library(pool, n_rows(rows), n_fits, number)


def _has_gaps(recipe: RunRecipe, rows: Rows) -> bool:
    """Return whether not every member may judge every row."""
    if isinstance(rows, VotesDataset):
        return rows.votes.available is not None
    return recipe.weighting == "out_of_bag"


def anything(recipe: object, rows: Rows) -> None:
    """Accept everything: this work has limits of its own."""


def _trainings(recipe: RunRecipe, rows: Rows, number: int) -> None:
    _check_trainings(rows, recipe.pool, fits_of(recipe), number)


def training(recipe: RunRecipe, rows: Rows) -> None:
    """Check the training of one base ensemble."""
    _trainings(recipe, rows, 1)


def splits(recipe: SplitsRecipe, rows: Rows) -> None:
    """Check the training of further splits."""
    _trainings(recipe.run, rows, recipe.n_splits)


def sweep(recipe: SweepRecipe, rows: Rows) -> None:
    """Check the trainings and the runs of a sweep."""
    _trainings(recipe.run, rows, recipe.n_splits * len(recipe.plan.parts()))
    check_plan(
        recipe.plan.points, weighting_rows(recipe.run, n_rows(rows)), recipe.n_splits,
        missing=_has_gaps(recipe.run, rows),
    )  # fmt: skip


def comparison(recipe: ComparisonRecipe, rows: Rows) -> None:
    """Check a comparison: a training for each split, and runs where L2DWK takes part."""
    n_splits = recipe.folds * recipe.repeats
    _check_trainings(rows, recipe.pool, recipe.n_folds + 1, n_splits)
    check_methods(
        recipe.methods, recipe.settings or Settings(), n_rows(rows), recipe.pool.n_members,
        n_splits, missing=isinstance(rows, VotesDataset) and rows.votes.available is not None,
    )  # fmt: skip


def noise(recipe: NoiseRecipe, rows: Rows) -> None:
    """Check a noise study: a training for each share and repeat, with a run for each kernel."""
    n_trainings = len(recipe.shares) * recipe.repeats
    _trainings(recipe.run, rows, n_trainings)
    check_plan(
        [(recipe.settings, recipe.run.pool.n_members)] * len(KERNELS),
        weighting_rows(recipe.run, n_rows(rows)), n_trainings,
        missing=recipe.run.weighting == "out_of_bag",
    )  # fmt: skip


def trials(recipe: TrialsRecipe, rows: Rows) -> None:
    """Check repeated trainings, and the probabilities that are kept of one value."""
    largest = recipe.pool_of(recipe.values[-1], 0)
    _check_trainings(rows, largest, 1, recipe.n_trainings)
    n_test = math.ceil(n_rows(rows) * recipe.test_fraction)
    check_trials(n_test, largest.n_members, n_classes(rows), recipe.trials)


def small_study(recipe: StudyWork, rows: Rows) -> None:
    """Check the trainings and runs of a study made on a page."""
    n = len(recipe.study.datasets)
    if n > MOST_DATASETS:
        raise InputError(
            f"{n} datasets are chosen; a page takes at most {MOST_DATASETS}. Choose fewer; the "
            "command line (l2dwk study) has no such limit."
        )
    check_study(recipe.study, rows_of_study(recipe, rows))


def rows_of_study(recipe: StudyWork, rows: Rows) -> dict[str, int]:
    """Return the number of rows of every dataset of a study. Votes that are given are counted too,
    though nothing is trained for them."""
    return {name: n_rows(rows if name == recipe.own else name) for name in recipe.study.datasets}
