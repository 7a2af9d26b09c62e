"""The file of a study: whole tasks, one writer, and messages for what goes wrong."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.study import writer
from l2dwk_core.study.file import SCHEMA, DamagedStudyError, StudyFile, explained
from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.record import StudyRecord
from l2dwk_core.study.repair import repair
from l2dwk_core.study.run import read_study, run_study
from l2dwk_core.study.task import TaskResult
from l2dwk_core.study.writer import only_writer

RECIPE = StudyRecipe(("glass", "sonar"), folds=50)
VERSIONS = {"numpy": "1"}


def result(dataset="glass", fold=0, methods=("uniform_vote", "l2dwk")):
    records = tuple(
        StudyRecord(
            dataset, "bagging", "hold_out", method, 0, fold, 7, 90, 30, 10, 5,
            correct=fold, right="ff" * 40,
            weighting_measures={"disagreement": 0.25, "entropy": None},
        )
        for method in methods
    )  # fmt: skip
    return TaskResult(Task(dataset, "bagging", 0, fold), records, 1.5)


def filled(path, n_folds=3):
    with StudyFile(path) as file:
        study = file.study(RECIPE, VERSIONS)
        for fold in range(n_folds):
            file.add(study, result(fold=fold))
    return study


def refused(file, said):
    with pytest.raises(InputError, match=said), only_writer(file):
        pass


def test_what_is_stored_is_read_back(tmp_path):
    path = tmp_path / "a.db"
    study = filled(path)
    with StudyFile(path, read_only=True) as file:
        assert file.studies() == {study: (RECIPE, VERSIONS)}
        assert set(file.finished(study)) == {Task("glass", "bagging", 0, k) for k in range(3)}
        expected = [r for k in range(3) for r in result(fold=k).records]
        assert sorted(file.records(study), key=lambda r: r.key) == sorted(
            expected, key=lambda r: r.key
        )


def test_a_task_is_stored_once_and_as_a_whole(tmp_path):
    path = tmp_path / "a.db"
    study = filled(path, 1)
    twice = result(fold=1)
    broken = TaskResult(twice.task, (*twice.records, twice.records[0]), 1.0)
    with StudyFile(path) as file:
        file.add(study, result(methods=("gasen",)))  # the same task again: left as it is
        with pytest.raises(InputError):
            file.add(study, broken)
        assert list(file.finished(study)) == [result().task]
        assert len(file.records(study)) == 2


def test_more_datasets_are_the_same_study_and_any_other_change_another(tmp_path):
    with StudyFile(tmp_path / "a.db") as file:
        first = file.study(replace(RECIPE, datasets=("glass",)), VERSIONS)
        assert file.study(RECIPE, VERSIONS) == first
        assert file.studies()[first][0].datasets == ("glass", "sonar")
        others = {
            file.study(replace(RECIPE, seed=1), VERSIONS),
            file.study(replace(RECIPE, folds=49), VERSIONS),
            file.study(replace(RECIPE, methods=("l2dwk",)), VERSIONS),
            file.study(RECIPE, {"numpy": "2"}),
        }
        assert len(others | {first}) == 5


def test_another_table_of_the_same_name_is_refused(tmp_path):
    with StudyFile(tmp_path / "a.db") as file:
        study = file.study(RECIPE, VERSIONS)
        file.note_dataset(study, "mine", "abc", ("a note",))
        file.note_dataset(study, "mine", "abc", ("a note",))
        assert file.notes(study) == {"mine": ("a note",)}
        with pytest.raises(InputError, match="another table named 'mine'"):
            file.note_dataset(study, "mine", "xyz", ())


def test_a_second_writer_is_refused_while_the_first_is_alive(tmp_path):
    path = tmp_path / "a.db"
    said = f"Process {os.getpid()} on .* is running a study"
    with StudyFile(path) as first, only_writer(first), StudyFile(path) as second:
        refused(second, said)
    with StudyFile(path) as third, only_writer(third):
        pass


@pytest.mark.parametrize("host", ["elsewhere", socket.gethostname()])
def test_a_dead_writer_whose_last_word_is_later_than_the_clock_is_replaced(
    tmp_path, monkeypatch, host
):
    monkeypatch.setattr(writer, "BEAT_SECONDS", 0.02)
    with StudyFile(tmp_path / "a.db") as file:
        with file.writing() as connection:
            connection.execute(
                "INSERT INTO writer VALUES (1, 'other', ?, ?, ?)",
                (host, os.getpid(), time.time() + 3600),
            )
        with only_writer(file):
            pass


def test_a_writer_that_is_alive_keeps_its_place_when_the_clock_is_set_back(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "BEAT_SECONDS", 0.2)
    now = time.time
    with StudyFile(tmp_path / "a.db") as first, only_writer(first):
        monkeypatch.setattr(time, "time", lambda: now() - 3600)
        with StudyFile(tmp_path / "a.db") as second:
            refused(second, "is running a study")


def test_the_place_of_a_killed_writer_is_taken_at_once(tmp_path):
    path = tmp_path / "a.db"
    script = (
        "import sys, time\nfrom l2dwk_core.study.file import StudyFile\n"
        "from l2dwk_core.study.writer import only_writer\n"
        "with StudyFile(sys.argv[1]) as f, only_writer(f):\n    print('in', flush=True)\n"
        "    time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
    assert process.stdout.readline().strip() == b"in"
    with StudyFile(path) as file:
        refused(file, "running a study")
    process.kill()
    process.wait()
    process.stdout.close()
    with StudyFile(path) as file, only_writer(file):
        pass


def test_a_silent_writer_of_another_computer_is_replaced_within_ten_seconds(tmp_path):
    path = tmp_path / "a.db"
    with StudyFile(path) as file:
        for seen, alive in ((time.time() - 2, True), (time.time() - 9.9, False)):
            with file.writing() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO writer VALUES (1, 'x', 'elsewhere', 1, ?)", (seen,)
                )
            if alive:
                refused(file, "elsewhere")
            else:
                with only_writer(file):
                    pass
    assert writer.STALE_SECONDS < 10
    assert writer.BEAT_SECONDS < writer.STALE_SECONDS / 2


def test_whatever_page_is_damaged_what_is_whole_is_kept(tmp_path):
    path = tmp_path / "a.db"
    study = filled(path, 50)
    with StudyFile(path) as file:
        file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = file.connection.execute("PRAGMA page_size").fetchone()[0]
    whole, numbers = path.read_bytes(), []
    for start in range(size, len(whole), size):
        damaged = whole[:start] + b"\x5a" * size + whole[start + size :]
        path.write_bytes(damaged)
        with pytest.raises(DamagedStudyError, match="--repair"):
            StudyFile(path)
        try:
            aside, kept, _ = repair(path)
        except InputError:  # the page that says which studies there are
            numbers.append(0)
            continue
        assert aside.read_bytes() == damaged
        aside.unlink()
        with StudyFile(path) as file:
            assert len(file.finished(study)) == kept
            assert len(file.records(study)) == 2 * kept
            for record in file.records(study):
                assert record in result(fold=record.fold).records
        numbers.append(kept)
    assert min(numbers) < max(numbers) == 50
    assert sum(kept > 0 for kept in numbers) > len(whole) // size / 2


def test_files_that_cannot_be_used_are_said(tmp_path):
    with pytest.raises(InputError, match="is no study file"), _written(tmp_path, b"a,b\n" * 200):
        pass
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (a)")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="another program"), StudyFile(other):
        pass
    later = tmp_path / "later.db"
    with StudyFile(later) as file:
        file.connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(InputError, match="later version"), StudyFile(later):
        pass
    with pytest.raises(InputError, match="no folder"), StudyFile(tmp_path / "none" / "a.db"):
        pass
    with pytest.raises(InputError, match="is a folder"), StudyFile(tmp_path):
        pass
    with pytest.raises(InputError, match="no study file"):
        StudyFile(tmp_path / "missing.db", read_only=True)


def test_a_file_of_the_first_version_is_read_and_continued(tmp_path):
    path = tmp_path / "a.db"
    recipe = StudyRecipe(("glass",), methods=("uniform_vote",), folds=2, n_members=3, max_depth=2)
    done = run_study(recipe, path, n_jobs=1)
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE records DROP COLUMN correlations")
    connection.execute("ALTER TABLE records DROP COLUMN unanswered")
    connection.execute("ALTER TABLE records DROP COLUMN test_groups")
    connection.execute("DELETE FROM tasks WHERE fold = 1")
    connection.execute("DELETE FROM records WHERE fold = 1")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    half = read_study(path)
    assert [r.right for r in half.records] == [done.records[0].right]
    again = run_study(recipe, path, n_jobs=1)
    assert [r.right for r in again.records] == [r.right for r in done.records]
    assert {len(r.correlations) for r in again.records} == {0}


def test_a_file_of_the_second_version_is_read_and_continued(tmp_path):
    path, row = tmp_path / "a.db", "ff" * 40
    with StudyFile(path) as file:
        number = file.study(RECIPE, VERSIONS)
        file.add(number, result())
        file.connection.execute("ALTER TABLE records DROP COLUMN unanswered")
        file.connection.execute("ALTER TABLE records DROP COLUMN test_groups")
        file.connection.execute("PRAGMA user_version = 2")
    with StudyFile(path, read_only=True) as file:
        assert [(r.unanswered, r.test_groups) for r in file.records(number)] == [("", "")] * 2
    with StudyFile(path) as file:
        records = tuple(
            replace(r, unanswered="0f", test_groups="0 1 1") for r in result(fold=1).records
        )
        file.add(number, replace(result(fold=1), records=records))
        stored = file.records(number)
    assert [(r.fold, r.right, r.unanswered, r.test_groups) for r in stored] == [
        (0, row, "", ""), (1, row, "0f", "0 1 1"), (0, row, "", ""), (1, row, "0f", "0 1 1"),
    ]  # fmt: skip
    assert [r.correlations for r in stored] == [{}] * 4


def _written(folder, content):
    path = folder / "text.db"
    path.write_bytes(content)
    return StudyFile(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("database or disk is full", "make room"),
        ("attempt to write a readonly database", "may write to"),
        ("unable to open database file", "may write to"),
        ("database is locked", "in use"),
        ("database disk image is malformed", "--repair"),
    ],
)
def test_every_error_of_the_database_says_what_to_do(tmp_path, text, said):
    problem = explained(tmp_path / "a.db", sqlite3.OperationalError(text))
    assert re.search(said, str(problem))


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path):
    path = tmp_path / "a.db"
    study = filled(path)
    with StudyFile(path) as file:
        pages = file.connection.execute("PRAGMA page_count").fetchone()[0]
        file.connection.execute(f"PRAGMA max_page_count = {pages}")
        for fold in range(3, 50):
            try:
                file.add(study, result(fold=fold))
            except InputError as problem:
                said = str(problem)
                break
        assert "make room" in said
        stored = len(file.finished(study))
        assert len(file.records(study)) == 2 * stored
    with StudyFile(path) as file:
        file.add(study, result(fold=49))
        assert len(file.finished(study)) == stored + 1


def test_several_processes_may_make_the_file_at_the_same_moment(tmp_path):
    # Without a second look inside the transaction, the later one finds the tables made.
    for n in range(20):
        path, start, problems = tmp_path / f"{n}.db", threading.Barrier(4), []

        def opened(path=path, start=start, problems=problems):
            start.wait()
            try:
                StudyFile(path).connection.close()
            except InputError as problem:
                problems.append(problem)

        threads = [threading.Thread(target=opened) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []


@pytest.mark.parametrize("path", [None, b"study.db", 3])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(InputError, match=r"The study file is .*; give its path as text"):
        read_study(path)
