"""Studies that come with the package: their lists, and rows that anybody can compute again."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.study.identity import versions
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.record import KEY, TIMES
from l2dwk_core.study.shipped_study import SHIPPED, shipped
from l2dwk_core.study.task import run_task


@pytest.mark.parametrize("study", SHIPPED.values(), ids=list(SHIPPED))
def test_the_lists_fit_together(study):
    names = study.recipe.datasets
    assert len(set(names)) == 31
    assert not study.design or set(study.design) | set(study.judged) == set(names)
    assert not set(study.design) & set(study.judged)
    for family in study.families:
        # A family on both sides would be judged on what it was chosen on.
        assert {name in study.design for name in family} in ({True}, {False})
    assert set(study.candidates) | set(study.contrasts) <= set(study.recipe.methods)


@pytest.mark.parametrize("study", SHIPPED.values(), ids=list(SHIPPED))
def test_records_are_complete_and_belong_to_the_study(study):
    records = study.records
    assert set(records["dataset"]) <= set(study.recipe.datasets)
    if not len(records):
        assert study.facts == {}
        assert study.missing == study.recipe.datasets
        return
    made = StudyRecipe.from_dict(study.facts["recipe"])
    assert made.key == study.recipe.key
    assert study.facts["records"] == len(records)
    assert not records.duplicated(list(KEY)).any()
    for name in study.finished:
        data = load_dataset(name)
        rows = records[(records["dataset"] == name)]
        for _, mine in rows.groupby(["pool", "weighting", "method"]):
            assert mine["n_test"].sum() == len(data.y) * study.recipe.repeats
    scored = records[records["correct"].notna()]
    assert (scored["correct"] <= scored["n_test"]).all()


def test_accuracies_are_means_over_folds():
    study = shipped("library")
    table = study.accuracies("library", "out_of_fold")
    records = study.records
    assert tuple(table.index) == study.finished
    name = study.finished[0]
    for method in ("uniform_vote", "l2dwk_paper", "l2dwk_cv"):
        rows = records[(records["dataset"] == name) & (records["method"] == method)]
        assert table.loc[name, method] == pytest.approx(np.mean(rows["correct"] / rows["n_test"]))


@pytest.mark.slow
def test_a_fold_computed_again_has_the_same_rows_to_the_last_digit():
    study = shipped("library")
    if study.facts["versions"] != versions():
        pytest.skip("the shipped rows were computed with other versions of the packages")
    again = run_task(study.recipe, Task("lymph", "library", 0, 4), load_dataset("lymph"))
    records = study.records
    found = records[(records["dataset"] == "lymph") & (records["fold"] == 4)]
    found = found.set_index("method")
    assert set(found.index) == {r.method for r in again.records}
    for record in again.records:
        kept = found.loc[record.method]
        for name, value in record.as_row().items():
            if name in TIMES or name == "method":
                continue
            missing = value is None or value == ""
            assert pd.isna(kept[name]) if missing else kept[name] == value, (record.method, name)


def test_an_unknown_study_is_said():
    with pytest.raises(InputError, match="Did you mean 'library'"):
        shipped("librar")
