"""Full disks: of a study's file, of what is exported, and of the server's temporary files.

Marked slow. A small disk is mounted, which needs root on Linux; elsewhere it is skipped.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError
from l2dwk_core.study.run import read_study
from l2dwk_core.votes.build import votes_of
from tests.browser.conftest import ROOT
from tests.trust.faulty_server import faulty_server, fill, looked_at, mounted, pressed, works
from tests.trust.raw_session import raw_session
from tests.trust.test_faults_processes import LIBRARY, STUDY

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="mounts a disk as Linux does"),
]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    yield from mounted(tmp_path / "disk", "1m")


def _study(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    words = ("--datasets", "zoo,glass", "--methods", "uniform_vote,l2dwk", "--folds", "10",
             "--members", "5", "--jobs", "1")  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "l2dwk_core", "study", "--file", str(file), *words, *more],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_a_study_on_a_full_disk_keeps_what_is_finished_and_goes_on(disk, tmp_path):
    file = disk / "study.db"
    stuffing = fill(disk)
    with stuffing.open("r+b") as some:  # room for the file and for some of its records
        some.truncate(stuffing.stat().st_size - 160_000)
    full = _study(file)
    assert full.returncode == 2
    assert "is full; make room and run the same command again" in full.stderr
    assert "Traceback" not in full.stderr
    kept = len(read_study(file).records)
    assert 0 < kept < 40
    again = _study(file)  # still full
    assert again.returncode == 2
    assert "is full" in again.stderr
    assert len(read_study(file).records) >= kept
    stuffing.unlink()
    done = _study(file)
    assert done.returncode == 0, done.stderr
    begun = next(line for line in done.stderr.splitlines() if " of 20 tasks" in line)
    assert int(begun.split()[0]) >= kept // 2  # two records a task
    assert _study(tmp_path / "whole.db").returncode == 0
    rows = [
        [(r.key, r.correct, r.right) for r in read_study(path).records]
        for path in (file, tmp_path / "whole.db")
    ]
    assert rows[0] == rows[1]


def test_an_export_to_a_full_disk_leaves_the_file_of_before(disk, tmp_path):
    rows = disk / "rows.csv"
    assert _study(tmp_path / "a.db", "--export", str(rows)).returncode == 0
    before = rows.read_bytes(), Path(f"{rows}.json").read_bytes()
    stuffing = fill(disk)
    full = _study(tmp_path / "a.db", "--export", str(rows))
    assert full.returncode == 2
    assert "cannot be written (No space left on device)" in full.stderr
    assert (rows.read_bytes(), Path(f"{rows}.json").read_bytes()) == before
    assert {path.name for path in disk.iterdir()} == {"rows.csv", "rows.csv.json", "stuffing"}
    stuffing.unlink()
    assert _study(tmp_path / "a.db", "--export", str(rows)).returncode == 0
    assert rows.read_bytes() == before[0]


def test_votes_saved_to_a_full_disk_leave_the_file_of_before(disk):
    rng = np.random.default_rng(0)
    small, large = (
        votes_of("v", rng.integers(0, 3, n), predictions=rng.integers(0, 3, (n, 9)))
        for n in (50, 40_000)
    )
    path = disk / "votes.npz"
    l2.save_votes(path, small)
    before = path.read_bytes()
    stuffing = fill(disk)
    with pytest.raises(InputError, match="No space left on device"):
        l2.save_votes(path, large)
    assert path.read_bytes() == before
    assert {each.name for each in disk.iterdir()} == {"votes.npz", "stuffing"}
    stuffing.unlink()
    l2.save_votes(path, large)
    assert l2.read_votes(path).n_rows == 40_000


def test_without_room_for_temporary_files_training_goes_on_and_a_study_says_so_until_there_is_room(
    disk, tmp_path
):
    async def visit(server):
        async with raw_session(server.address, STUDY) as study:
            offered = await study.run()  # the folder of its file is made
            assert list(disk.glob("l2dwk_study_*"))
            stuffing = fill(disk)
            async with raw_session(server.address, "lab?v=1&dataset=zoo&n_members=11") as page:
                await pressed(page, await page.run(), "Run")  # needs no file
                found = await looked_at(page, lambda found: not works(found))
                assert not found.errors
            async with raw_session(server.address, LIBRARY) as library:
                # Its process has looked for a folder with room: Python takes /tmp, or where it is.
                await pressed(library, await library.run(), "Run")
                found = await looked_at(library, lambda found: server.processes("LokyProcess"))
                assert not found.errors
                await pressed(library, found, "Cancel")
                await pressed(study, offered, "Start")
                found = await looked_at(study, lambda found: found.errors)
                assert "is full; make room" in found.errors[0]
                stuffing.unlink()
                found = await pressed(study, found, "Try again")
                await pressed(study, found, "Start")
                await looked_at(study, lambda found: found.progress and found.progress[0][0] > 5)

    with faulty_server(tmp_path, environment={"TMPDIR": str(disk)}) as server:
        asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text("utf-8")
