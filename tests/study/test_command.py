"""The command line of a study."""

from __future__ import annotations

import re
import shlex

import pandas as pd
import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.run import read_study

SMALL = [
    "--datasets", "zoo", "--methods", "uniform_vote, l2dwk(lam=0.3, kernel=linear)", "--folds", "3",
    "--members", "5", "--jobs", "1",
]  # fmt: skip


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("command") / "study.db"
    assert main(["study", "--file", str(path), *SMALL]) == 0
    return str(path)


def test_it_says_how_far_it_is_and_what_came_out(tmp_path, capsys):
    path, rows = tmp_path / "a.db", tmp_path / "rows.csv"
    assert main(["study", "--file", str(path), *SMALL, "--export", str(rows)]) == 0
    said = capsys.readouterr()
    assert said.err.count("of 3 tasks") == 4
    frame = pd.read_csv(rows)
    mean = (frame["correct"] / frame["n_test"]).groupby(frame["method"]).mean()
    for method, accuracy in mean.items():
        assert f"{accuracy:7.2%}  {method} (1 dataset)" in said.out
    assert "6 records written to" in said.out


def test_without_choices_the_study_in_the_file_is_continued(file, capsys):
    assert main(["study", "--file", file, "--jobs", "1"]) == 0
    assert "3 of 3 tasks" in capsys.readouterr().err


def test_a_dry_run_computes_nothing_and_names_what_is_there(file, tmp_path, capsys):
    assert main(["study", "--file", file, *SMALL, "--dry-run"]) == 0
    assert "3 tasks, of which 3 are in" in capsys.readouterr().out
    fresh = tmp_path / "fresh.db"
    assert main(["study", "--file", str(fresh), *SMALL, "--dry-run"]) == 0
    assert "3 tasks, of which 0 are in" in capsys.readouterr().out
    assert not fresh.exists()


@pytest.mark.parametrize(
    "recipe",
    [
        StudyRecipe(("glass", "zoo")),
        StudyRecipe(
            ("zoo",), pools=("bagging", "library"), weighting=("hold_out", "out_of_bag"),
            methods=("l2dwk(kernel='linear', lam=0.3)", "l2dwk_cv(rounds=(1, 30))"), folds=5,
            repeats=2, n_members=20, weighting_fraction=0.4, seed=3, measures=False,
        ),
        StudyRecipe(("zoo",), max_depth=3, min_samples_split=10, min_samples_leaf=2),
    ],
)  # fmt: skip
def test_the_printed_command_means_the_same_study(recipe, tmp_path, capsys):
    words = shlex.split(recipe.command(str(tmp_path / "a.db")))
    assert words[0] == "l2dwk"
    assert main([*words[1:], "--dry-run"]) == 0
    printed = re.search(r"The command: (.*)", capsys.readouterr().out)[1]
    assert shlex.split(printed) == words


def test_all_means_the_datasets_of_the_package(tmp_path, capsys):
    assert main(["study", "--file", str(tmp_path / "a.db"), "--datasets", "all", "--dry-run"]) == 0
    assert "31 datasets: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--datasets", "glas"], "Did you mean 'glass'"),
        (["--datasets", "zoo", "--folds", "0"], "folds is 0"),
        (["--datasets", "zoo", "--folds", "many"], "must be a whole number"),
        (["--datasets", "zoo", "--pools", "bag"], "base ensemble"),
        (["--datasets", "zoo", "--export", "rows.xlsx"], "must end with"),
        (["--methods", "l2dwk"], "No datasets are named"),
        ([], "Nothing says what to study"),
        (["--repair", "none.db"], "no study file"),
        (["--datasets", "zoo", "--scheduler", "nowhere", "--dry-run"], "No scheduler answers"),
    ],
)
def test_what_cannot_be_done_is_one_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["study", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_rows_are_those_of_the_library(file):
    outcome = read_study(file)
    assert outcome.recipe.methods == ("uniform_vote", "l2dwk(kernel='linear', lam=0.3)")
    assert len(outcome.records) == 6
