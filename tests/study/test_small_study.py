"""A study for a page has the records of ``run_study``, goes on where it ended, and is bounded."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.runs.run_cost import MAX_STUDY_ANSWERS
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import TIMES
from l2dwk_core.study.run import read_study, run_study
from l2dwk_core.study.small_study import small_study
from l2dwk_core.study.study_cost import check_study, study_answers
from l2dwk_core.study.writer import only_writer

RECIPE = StudyRecipe(
    ("zoo", "hayes-roth"), methods=("uniform_vote", "single_best", "l2dwk"), folds=2, n_members=5,
    measures=False,
)  # fmt: skip


def _timeless(outcome):
    return [replace(r, **dict.fromkeys(TIMES, 0.0)) for r in outcome.records]


def _small(recipe, file, *, own="", dataset="zoo", told=None, so_far=None):
    return small_study(
        dataset=dataset,
        study=recipe,
        own=own,
        file=str(file),
        progress=lambda *words: None if told is None else told(*words),
        on_change=lambda found: None if so_far is None else so_far(found),
    )


def test_records_are_those_of_run_study(tmp_path):
    told, sizes = [], []
    found = _small(
        RECIPE, tmp_path / "a.db", told=lambda *words: told.append(words),
        so_far=lambda outcome: sizes.append(len(outcome.records)),
    )  # fmt: skip
    expected = run_study(RECIPE, tmp_path / "b.db", n_jobs=1)
    assert _timeless(found) == _timeless(expected)
    assert told[0] == ("begins", 0, 4)
    assert told[-1] == ("dataset 2 of 2, fold 2 is finished", 4, 4)
    assert sizes == [3, 6, 9, 12]


def test_what_is_finished_is_not_computed_again(tmp_path):
    file = tmp_path / "a.db"

    def stop(what, done, total):
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        _small(RECIPE, file, told=stop)
    kept = read_study(file, RECIPE).records
    assert len(kept) == 9
    told = []
    found = _small(RECIPE, file, told=lambda *words: told.append(words[1]))
    assert told == [3, 4]
    assert all(record in found.records for record in kept)  # with their times


def test_a_study_that_is_just_ending_is_waited_for(tmp_path, monkeypatch):
    file = tmp_path / "a.db"
    with StudyFile(file) as stored:
        writing = only_writer(stored)
        writing.__enter__()
        threading.Timer(0.5, lambda: _release(file)).start()
        assert len(_small(RECIPE, file).records) == 12
        writing.__exit__(None, None, None)
    monkeypatch.setattr("l2dwk_core.study.small_study.PATIENCE", 0.2)
    with (
        StudyFile(file) as stored,
        only_writer(stored),
        pytest.raises(InputError, match="is running a study"),
    ):
        _small(RECIPE, file)


def _release(file):
    with StudyFile(file) as stored, stored.writing() as connection:
        connection.execute("DELETE FROM writer")


def test_a_table_takes_part_under_its_name(tmp_path):
    recipe = replace(RECIPE, datasets=("mine", "zoo"))
    found = _small(recipe, tmp_path / "a.db", own="mine", dataset=load_dataset("hayes-roth"))
    expected = run_study(RECIPE, tmp_path / "b.db", n_jobs=1)
    right = {r.key[1:]: r.right for r in expected.records if r.dataset == "hayes-roth"}
    assert {r.key[1:]: r.right for r in found.records if r.dataset == "mine"} == right


def test_answers_are_rows_times_members_times_trainings():
    recipe = replace(RECIPE, methods=("uniform_vote", "random_forest"), folds=3, repeats=2)
    assert study_answers(recipe, {"zoo": 100, "hayes-roth": 32}) == 132 * (5 + 5) * 6


def test_a_page_takes_a_study_up_to_its_limits():
    check_study(RECIPE, {"zoo": 101, "hayes-roth": 132})
    large = replace(RECIPE, n_members=1000, methods=("uniform_vote", "single_best"))
    each = MAX_STUDY_ANSWERS // (1000 * 2)
    rows = {"zoo": each // 10, "hayes-roth": each // 10}
    check_study(large, rows)
    many = {f"d{i}": each // 10 for i in range(11)}
    with pytest.raises(InputError, match="on all datasets and folds"):
        check_study(large, many)
    with pytest.raises(InputError, match="Choose at most"):
        check_study(large, {"zoo": 2 * each})


def test_the_library_is_bounded_over_all_datasets():
    library = replace(RECIPE, pools=("library",), n_members=40, folds=10)
    check_study(library, {"zoo": 101})
    with pytest.raises(InputError, match="Fitting the library on 12 datasets"):
        check_study(library, {f"d{i}": 4000 for i in range(12)})


def test_learning_the_weights_is_bounded():
    long = replace(RECIPE, methods=("uniform_vote", "l2dwk(max_rounds=10000)"), n_members=1000)
    with pytest.raises(InputError, match="Learning the weights"):
        check_study(long, {"zoo": 3000})
