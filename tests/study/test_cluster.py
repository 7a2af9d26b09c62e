"""The same study on a Dask cluster: a real scheduler and two workers on this computer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.study import cluster as cluster_module
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import TIMES
from l2dwk_core.study.run import run_study

RECIPE = StudyRecipe(("glass", "zoo"), methods=("uniform_vote", "l2dwk"), folds=5, n_members=9)
pytest.importorskip("distributed")


def rows(outcome):
    return [replace(record, **dict.fromkeys(TIMES, 0.0)) for record in outcome.records]


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler, and the processes of its two workers."""
    file, local = tmp_path / "scheduler.json", str(tmp_path)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    env = {**os.environ, "PYTHONPATH": root}
    quiet = {"env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
         "0", "--no-dashboard", "--scheduler-file", str(file)], **quiet,
    )  # fmt: skip
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file),
             "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard",
             "--local-directory", local], **quiet,
        )
        for _ in range(2)
    ]  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not file.is_file() or not file.read_text(encoding="utf-8").endswith("}"):
            assert time.monotonic() < until, "the scheduler did not start"
            time.sleep(0.1)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        from distributed import Client

        with Client(address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_two_workers_one_killed_give_the_rows_of_a_serial_run(cluster, tmp_path):
    address, workers = cluster
    said = []

    def kill(progress):
        said.append(progress.new)
        if progress.new == 2:
            workers[0].send_signal(signal.SIGKILL)

    on_cluster = run_study(RECIPE, tmp_path / "a.db", scheduler=address, progress=kill)
    serial = run_study(RECIPE, tmp_path / "b.db", n_jobs=1)
    assert rows(on_cluster) == rows(serial)
    assert said == list(range(11))
    assert workers[0].wait(timeout=10) == -signal.SIGKILL
    assert workers[1].poll() is None


def test_a_scheduler_that_does_not_answer_is_said_within_ten_seconds(tmp_path, monkeypatch):
    assert cluster_module.CONNECT_SECONDS < 10
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1)
    with pytest.raises(InputError, match=r"No scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        run_study(RECIPE, tmp_path / "a.db", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="No scheduler answers"):
        run_study(RECIPE, tmp_path / "a.db", scheduler="no address")
