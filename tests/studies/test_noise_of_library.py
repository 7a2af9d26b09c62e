"""The noise study on the library of models."""

from __future__ import annotations

from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.noise_records import REFERENCE
from l2dwk_core.studies.noise_study import noise_study


def test_whole_ensembles_beside_the_library_have_their_own_number_of_trees():
    run = RunRecipe.of("zoo", pool="library", n_members=4, n_folds=2)
    found = noise_study(
        "zoo", run=run, methods=("bagging",), shares=(0.0, 0.2), repeats=1, n_jobs=1
    )
    assert not found.refusals
    kept = {r.method: r.kept for r in found.records}
    assert kept["bagging"] == 301
    assert kept[REFERENCE] == 4
    assert run.weighting == "out_of_fold"
