"""A study is continued where it was, whatever ended it, and gives the same rows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.study import run as running
from l2dwk_core.study.export import export_study
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import TIMES
from l2dwk_core.study.run import read_study, run_study
from tests.study.killed_study import RECIPE

SMALL = StudyRecipe(("glass", "zoo"), methods=("uniform_vote", "l2dwk"), folds=3, n_members=5)
SCRIPT = Path(__file__).with_name("killed_study.py")


def rows(outcome):
    """The records without what differs from run to run."""
    return [replace(record, **dict.fromkeys(TIMES, 0.0)) for record in outcome.records]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return run_study(SMALL, tmp_path_factory.mktemp("study") / "small.db", n_jobs=1)


def test_every_method_has_a_record_on_every_fold(small):
    assert len(small.records) == 2 * 3 * 2
    assert not small.failures
    assert small.recipe == SMALL
    correct = sum(r.correct for r in small.records if r.method == "l2dwk")
    assert 0.5 < correct / (214 + 101) < 1


def test_processes_change_no_row(small, tmp_path):
    assert rows(run_study(SMALL, tmp_path / "two.db", n_jobs=2)) == rows(small)


def test_a_finished_study_computes_nothing_again(small, tmp_path, monkeypatch):
    path = tmp_path / "a.db"
    run_study(SMALL, path, n_jobs=1)
    monkeypatch.setattr(running, "run_task", lambda *_: pytest.fail("computed again"))
    said = []
    again = run_study(SMALL, path, n_jobs=1, progress=said.append)
    assert rows(again) == rows(small)
    assert [(p.done, p.total, p.new) for p in said] == [(6, 6, 0)]


def test_more_datasets_continue_a_study_and_keep_its_rows(small, tmp_path):
    path = tmp_path / "a.db"
    first = run_study(replace(SMALL, datasets=("zoo",)), path, n_jobs=1)
    said = []
    both = run_study(SMALL, path, n_jobs=1, progress=said.append)
    assert [(p.done, p.new) for p in said] == [(3, 0), (4, 1), (5, 2), (6, 3)]
    assert rows(both) == rows(small)
    assert all(record in rows(both) for record in rows(first))


def test_an_exception_in_the_progress_ends_the_run_and_keeps_what_is_done(small, tmp_path):
    path = tmp_path / "a.db"

    def stop(progress):
        if progress.new == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(SMALL, path, n_jobs=1, progress=stop)
    assert len(read_study(path).records) == 2 * 2
    assert rows(run_study(SMALL, path, n_jobs=1)) == rows(small)


def test_a_study_of_another_setting_is_kept_apart(small, tmp_path):
    path = tmp_path / "a.db"
    other = replace(SMALL, seed=1)
    run_study(SMALL, path, n_jobs=1)
    found = run_study(other, path, n_jobs=1)
    assert rows(found) != rows(small)
    assert rows(read_study(path, SMALL)) == rows(small)
    assert rows(read_study(path, other)) == rows(found)
    with pytest.raises(InputError, match="2 studies"):
        read_study(path)


def test_a_table_of_ones_own_and_its_rare_classes(tmp_path):
    glass = load_dataset("glass")
    labels = np.where(np.arange(150) < 148, glass.y[:150], "rare")
    mine = Dataset("mine", glass.X.iloc[:150], labels)
    recipe = replace(SMALL, datasets=("mine",))
    done = run_study(recipe, tmp_path / "a.db", data={"mine": mine}, n_jobs=1)
    assert len(done.records) == 6
    assert any("'rare' has 2 rows, fewer than 3 folds" in note for note in done.notes["mine"])
    changed = Dataset("mine", mine.X + 1, mine.y)
    with pytest.raises(InputError, match="another table named 'mine'"):
        run_study(recipe, tmp_path / "a.db", data={"mine": changed}, n_jobs=1)


def test_unknown_names_and_impossible_folds_are_said_before_anything_runs(tmp_path):
    path = tmp_path / "a.db"
    with pytest.raises(InputError, match="Did you mean 'glass'"):
        run_study(replace(SMALL, datasets=("glas",)), path)
    with pytest.raises(InputError, match="folds is 0"):
        replace(SMALL, folds=0)
    with pytest.raises(InputError, match="50 folds of 'zoo' need a class of at least 50"):
        run_study(replace(SMALL, folds=50), path)
    with pytest.raises(InputError, match="Unknown weighting"):
        replace(SMALL, weighting=("held_out",))
    assert not path.exists()


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet"])
def test_an_export_has_every_record_and_its_facts_beside_it(small, tmp_path, ending):
    import json

    import pandas as pd

    path = tmp_path / f"rows{ending}"
    facts = json.loads(export_study(small, path).read_text(encoding="utf-8"))
    frame = pd.read_parquet(path) if ending == ".parquet" else pd.read_csv(path)
    assert frame["correct"].tolist() == [r.correct for r in small.records]
    assert frame["method"].tolist() == [r.method for r in small.records]
    assert frame["test_disagreement"].tolist() == pytest.approx(
        [r.test_measures["disagreement"] for r in small.records]
    )
    assert StudyRecipe.from_dict(facts["recipe"]) == SMALL
    assert facts["command"].startswith("l2dwk study --file study.db --datasets glass,zoo")
    assert facts["versions"]["numpy"] == np.__version__


def test_an_export_says_what_it_cannot_write(small, tmp_path):
    with pytest.raises(InputError, match=r"must end with \.csv"):
        export_study(small, tmp_path / "rows.xlsx")
    with pytest.raises(InputError, match="no folder"):
        export_study(small, tmp_path / "none" / "rows.csv")


@pytest.mark.slow
def test_twenty_kills_change_no_row_and_no_stored_task_is_computed_twice(tmp_path):
    path = tmp_path / "killed.db"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), "20"],
        capture_output=True, text=True, check=True, timeout=400,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert "twice" not in done.stdout
    killed, failed = (int(word.split()[1]) for word in done.stdout.strip().split(", "))
    assert killed >= 15  # a run that was at its end before the kill counts for less
    assert failed == 0
    whole = run_study(RECIPE, tmp_path / "whole.db", n_jobs=1)
    assert rows(read_study(path)) == rows(whole)


@pytest.mark.slow
def test_the_command_is_killed_with_its_processes_and_continues(tmp_path):
    path, words = tmp_path / "a.db", ["--methods", ", ".join(RECIPE.methods), "--jobs", "2"]
    command = [
        sys.executable, "-m", "l2dwk_core", "study", "--file", str(path), "--datasets",
        ",".join(RECIPE.datasets), "--folds", "40", "--members", "5", "--no-measures", *words,
    ]  # fmt: skip
    for _ in range(3):
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if ": " in line:  # one task is stored
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stderr.close()
        time.sleep(1.5)  # its processes end by themselves
    subprocess.run(command, check=True, capture_output=True)
    whole = run_study(RECIPE, tmp_path / "whole.db", n_jobs=1)
    assert rows(read_study(path)) == rows(whole)


def test_the_writer_is_gone_after_a_run(small, tmp_path):
    path = tmp_path / "a.db"
    run_study(replace(SMALL, datasets=("zoo",)), path, n_jobs=1)
    with StudyFile(path) as file:
        assert file.connection.execute("SELECT count(*) FROM writer").fetchone() == (0,)
