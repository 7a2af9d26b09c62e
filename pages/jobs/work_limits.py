"""What each queue refuses to begin: how much work its recipes ask for."""

from __future__ import annotations

from l2dwk_core.datasets import DATASETS, Dataset
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run_cost import check_plan, check_trainings, weighting_rows
from l2dwk_core.studies.comparison_records import ComparisonRecipe
from l2dwk_core.studies.noise_records import NoiseRecipe
from pages.jobs.sweep_work import SplitsRecipe, SweepRecipe

Rows = str | Dataset
"""As ``tables.find`` gives them: a name of the catalogue, or a dataset."""


def n_rows(rows: Rows) -> int:
    """How many rows there are, without loading them."""
    return DATASETS[rows].n_rows if isinstance(rows, str) else len(rows.y)


def anything(recipe: object, rows: Rows) -> None:
    """Work that is bounded by itself."""


def training(recipe: RunRecipe, rows: Rows) -> None:
    """Of one pool."""
    check_trainings(n_rows(rows), recipe.pool.n_members)


def splits(recipe: SplitsRecipe, rows: Rows) -> None:
    """Of further splits."""
    check_trainings(n_rows(rows), recipe.run.pool.n_members, recipe.n_splits)


def sweep(recipe: SweepRecipe, rows: Rows) -> None:
    """Of a sweep: its trainings and its runs."""
    n_trainings = recipe.n_splits * len(recipe.plan.parts())
    check_trainings(n_rows(rows), recipe.run.pool.n_members, n_trainings)
    check_plan(
        recipe.plan.points, weighting_rows(recipe.run, n_rows(rows)), recipe.n_splits,
        missing=recipe.run.weighting == "out_of_bag",
    )  # fmt: skip


def comparison(recipe: ComparisonRecipe, rows: Rows) -> None:
    """Of a comparison: a training each split, and runs where L2DWK takes part."""
    n_splits = recipe.folds * recipe.repeats
    check_trainings(n_rows(rows), recipe.pool.n_members, n_splits)
    if "l2dwk" in recipe.methods:
        check_plan([(recipe.settings or Settings(), recipe.pool.n_members)], n_rows(rows), n_splits)


def noise(recipe: NoiseRecipe, rows: Rows) -> None:
    """Of a study of label noise: a training for each share and repeat, each solved per kernel."""
    n_trainings = len(recipe.shares) * recipe.repeats
    check_trainings(n_rows(rows), recipe.run.pool.n_members, n_trainings)
    check_plan(
        [(recipe.settings, recipe.run.pool.n_members)] * len(KERNELS),
        weighting_rows(recipe.run, n_rows(rows)), n_trainings,
        missing=recipe.run.weighting == "out_of_bag",
    )  # fmt: skip
