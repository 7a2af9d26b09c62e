"""What a page refuses to fit of the library, and that it lets pass what its controls offer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.library_cost import check_library, fits_of
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices.choice import Choice
from pages.jobs import work_limits
from pages.models.compare import CompareView
from pages.models.compare import recipe_of as comparison_of
from pages.models.noise import NoiseView
from pages.models.noise import recipe_of as noise_of

LIBRARY = Choice().with_pool("library")


class ManyRows(Dataset):
    """As many rows as are asked for, without their content."""

    def __init__(self, n_rows: int) -> None:
        object.__setattr__(self, "y", range(n_rows))


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_dataset_may_be_trained_and_compared(dataset):
    choice = replace(LIBRARY, dataset=dataset)
    work_limits.training(choice.recipe(), dataset)
    work_limits.comparison(comparison_of(choice, CompareView()), dataset)
    work_limits.noise(noise_of(choice, NoiseView()), dataset)


def test_too_much_is_refused_before_it_begins():
    rows = ManyRows(100_000)
    with pytest.raises(InputError, match=r"40 models 6 times on 100,000 rows.*fewer rows or folds"):
        work_limits.training(LIBRARY.recipe(), rows)
    work_limits.training(replace(LIBRARY, pool="bagging", weighting="hold_out").recipe(), rows)
    study = noise_of(replace(LIBRARY, dataset="wave40"), NoiseView(levels=9, repeats=20))
    with pytest.raises(InputError, match=r"180 trainings of 40 models.*Choose at most \d+ train"):
        work_limits.noise(study, "wave40")
    compared = comparison_of(replace(LIBRARY, dataset="wave40"), CompareView(folds=20, repeats=10))
    with pytest.raises(InputError, match="200 trainings of 40 models on 5,000 rows"):
        work_limits.comparison(compared, "wave40")


def test_every_fold_counts_and_other_ensembles_pass():
    library = RunRecipe.of("glass", pool="library", n_folds=7)
    assert fits_of(library) == 8
    assert fits_of(library.changed(weighting="hold_out")) == 2
    assert fits_of(library.changed(weighting="training")) == 1
    check_library(PoolRecipe("bagging"), 10**6, 6, 1000)
