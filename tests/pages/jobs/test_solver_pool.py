"""Runs solved in a process beside the server: the same to the last bit, and nothing left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.saved import answers_only, load_run
from pages.charts import packing, run_charts
from pages.jobs import caches, first_view, solver_pool
from pages.jobs.prepared_runs import Prepared
from pages.jobs.solver_pool import SolverPool
from pages.runtime.byte_size import byte_size
from pages.runtime.worker_connection import WorkerEnded
from tests import event_loop
from tests.benchmarks.sessions import session
from tests.browser.conftest import start_server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stopped by signals of POSIX")

ROOT = Path(__file__).resolve().parents[3]
READY = 60.0


def _wait(condition, seconds=READY):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def solver():
    solver = SolverPool(1)
    solver.start()
    _wait(lambda: solver.pids)
    yield solver
    solver.close()


@pytest.fixture(scope="module")
def glass():
    return prepare_run("glass", n_members=60, label_noise=0.1)


def _same(one, other):
    """Whether two runs agree to the last bit."""
    for a, b in zip(one.trace.rounds, other.trace.rounds, strict=True):
        for name, value in vars(a).items():
            assert np.array_equal(value, vars(b)[name], equal_nan=value is not None), name
    np.testing.assert_array_equal(one.trace.weights, other.trace.weights)
    assert one.accuracy == other.accuracy
    assert one.as_dict() == other.as_dict()


@pytest.mark.parametrize(
    ("changes", "n_members"),
    [
        ({}, 60),
        ({"kernel": "gaussian", "lam": 3.0}, 41),
        ({"lam": 0.0, "update": "none"}, 60),
        ({"update": "exp", "damping": "1/t"}, 7),
    ],
)
def test_process_gives_the_same_run_and_figures(solver, glass, changes, n_members):
    settings = Settings(**changes)
    run = solver.ask(glass, settings, n_members).result(READY)
    here = glass.solve(settings, n_members=n_members)
    _same(run, here)
    assert (run.prepared, run.settings, run.n_members) == (glass, settings, n_members)
    assert run.pool.n_members == n_members
    np.testing.assert_array_equal(run.pair_cloud().accuracy, here.pair_cloud().accuracy)
    assert run_charts.comparison(run) == run_charts.comparison(here)
    assert run_charts.packed_verdict(run) == run_charts.packed_verdict(here)
    for name in run_charts.FIGURES:
        if name == "convergence" and len(run.trace.rounds) == 1:
            continue
        figure, chart = run_charts.shown(run, name), run_charts.figure(here, name)
        assert isinstance(figure, packing.PackedChart) == (not name.startswith("plane "))
        assert packing.sent(figure) == packing.packed(chart)
        whole = packing.whole(figure)
        assert (figure.name, whole.title, whole.reading) == (chart.name, chart.title, chart.reading)
        for title, table in whole.tables.items():
            assert table().equals(chart.tables[title]())


def test_process_solves_votes_with_gaps_and_recorded_runs(solver):
    for prepared in (
        prepare_run("zoo", n_members=20, weighting="out_of_bag"),
        load_run(first_view.PATH),
    ):
        settings = Settings(lam=2.0)
        _same(
            solver.ask(prepared, settings, 15).result(READY), prepared.solve(settings, n_members=15)
        )


def test_process_refuses_in_the_same_words(solver, glass):
    with pytest.raises(InputError) as here:
        glass.solve(Settings(), n_members=61)
    with pytest.raises(InputError) as there:
        solver.ask(glass, Settings(), 61).result(READY)
    assert str(there.value) == str(here.value)


def test_members_stay_at_home_and_so_do_their_probabilities(solver, glass):
    sent = answers_only(glass)
    assert sent.pool.n_members == glass.pool.n_members
    assert len(sent.dataset.X) == 1
    with pytest.raises(InputError, match="train them"):
        sent.pool.predict_codes(glass.dataset.X)
    assert solver.ask(glass, Settings(outputs="probabilities"), 60) is None


def test_more_recipes_than_a_process_keeps(solver, monkeypatch):
    recipes = [prepare_run("zoo", n_members=5, seed=seed) for seed in range(4)]
    monkeypatch.setattr(solver_pool, "MAX_HELD", 2 * byte_size(answers_only(recipes[0])))
    for prepared in [*recipes, *recipes]:
        _same(solver.ask(prepared, Settings(), 5).result(READY), prepared.solve())


def test_first_run_starts_nothing_and_the_second_does_not_wait(glass):
    solver = SolverPool(1)
    prepared = Prepared(glass, 0.0, solver)
    try:
        prepared.begin(Settings(lam=1.0), 60)
        prepared.solve(Settings(lam=1.0), 60)
        time.sleep(0.1)
        assert not solver._workers
        prepared.solve(Settings(lam=2.0), 60)
        assert not solver.pids
        _wait(lambda: solver.pids)
        run = prepared.solve(Settings(lam=3.0), 60)
        assert isinstance(run_charts.shown(run, "classifier_weights"), packing.PackedChart)
        assert prepared.solve(Settings(lam=3.0), 60) is run
        assert not prepared._solving
    finally:
        solver.close()


def test_training_starts_the_processes(monkeypatch):
    solver = SolverPool(1)
    monkeypatch.setattr(caches, "_solver", lambda: solver)
    queue, recipe = caches.run_jobs.__wrapped__(), RunRecipe.of("zoo", n_members=5)
    try:
        assert not solver._started
        queue.start(recipe, "a session")
        _wait(lambda: queue.prepared(recipe))
        assert solver._started
    finally:
        solver.close()


def test_on_one_core_everything_is_solved_here(glass):
    solver = SolverPool(0)
    assert [solver.ask(glass, Settings(), 60) for _ in range(3)] == [None] * 3
    assert not solver._workers


def test_whoever_waits_too_long_solves_it_himself(solver, glass, monkeypatch):
    monkeypatch.setattr("pages.jobs.prepared_runs.PATIENCE", 0.05)
    (pid,) = solver.pids
    os.kill(pid, signal.SIGSTOP)
    prepared = Prepared(glass, 0.0, solver)
    prepared.begin(Settings(lam=9.0), 60)  # keeps the process busy
    _same(prepared.solve(Settings(lam=2.5), 60), glass.solve(Settings(lam=2.5)))
    assert len(prepared._solving) == 1
    os.kill(pid, signal.SIGCONT)
    _same(prepared.solve(Settings(lam=9.0), 60), glass.solve(Settings(lam=9.0)))
    _wait(lambda: not prepared._solving)


def _stopped_in_a_run(solver, prepared):
    """Stop the only process while it has a run to solve, and return the run's future.

    A process that still packs the figures of an earlier run when it is stopped never comes to the
    new one: then it goes on, and the next attempt finds it with less to do.
    """
    (pid,) = solver.pids
    for _ in range(20):
        os.kill(pid, signal.SIGSTOP)
        asked = solver.ask(prepared, Settings(), 60)
        with suppress(AssertionError):
            _wait(asked.running, seconds=1.0)
            return asked
        os.kill(pid, signal.SIGCONT)
        asked.result(READY)
        time.sleep(0.5)
    raise AssertionError("the process was never free when it was stopped")


def test_a_page_survives_the_process_and_another_is_started(solver, glass):
    (pid,) = solver.pids
    assert solver.ask(glass, Settings(lam=3.0), 60).result(READY)  # its figures still follow
    asked = _stopped_in_a_run(solver, glass)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerEnded):
        asked.result(READY)
    _wait(lambda: solver.pids and solver.pids != [pid])
    os.kill(solver.pids[0], signal.SIGKILL)  # while it has nothing to do
    prepared = Prepared(glass, 0.0, solver)
    _same(prepared.solve(Settings(lam=1.5), 60), glass.solve(Settings(lam=1.5)))
    assert not prepared._solving


@pytest.mark.slow
def test_a_process_that_does_not_answer_is_ended_and_the_page_solves_the_run(
    solver, glass, monkeypatch
):
    _wait(lambda: solver.pids)
    (pid,) = solver.pids
    monkeypatch.setattr("pages.jobs.solver_pool.LONGEST", 1.0)
    _stopped_in_a_run(solver, glass)
    _wait(lambda: solver.pids and solver.pids != [pid])
    monkeypatch.setattr("pages.jobs.solver_pool.LONGEST", READY)
    prepared = Prepared(glass, 0.0, solver)
    _same(prepared.solve(Settings(lam=6.5), 60), glass.solve(Settings(lam=6.5)))


SERVER = """
import sys, time
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.method.settings import Settings
from pages.jobs.solver_pool import SolverPool
solver = SolverPool(1)
solver.start()
while not solver.pids:
    time.sleep(0.05)
if sys.argv[1] == "busy":
    prepared = prepare_run("glass", n_members=60)
    for seed in range(2000):
        solver.ask(prepared, Settings(lam=1 + seed / 7, max_rounds=400), 60)
print(solver.pids[0], flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("work", "way"),
    [
        ("busy", "SIGKILL"),
        pytest.param("busy", "SIGTERM", marks=pytest.mark.slow),
        pytest.param("idle", "SIGINT", marks=pytest.mark.slow),
        pytest.param("idle", "SIGKILL", marks=pytest.mark.slow),
    ],
)
def test_no_process_outlives_its_server(work, way):
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, work],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        pid = int(server.stdout.readline())
        assert _runs(pid)
        server.send_signal(getattr(signal, way))
        server.wait(10)
        _wait(lambda: not _runs(pid), 5)
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def _runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    # One whose end nobody has taken note of yet is still listed.
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are looked for in /proc")
@pytest.mark.parametrize("way", ["SIGTERM", "SIGINT"])
def test_server_of_the_pages_takes_its_process_along(tmp_path, way):
    server, address = start_server(tmp_path / "server.log")

    async def walk():
        async with session(address, "lab?v=1") as page:
            await page.run()
            for place in range(100):
                page.slide("λ", 3 + 2 * place)
                await page.run()
                if _children(server.pid):
                    return
                await asyncio.sleep(0.1)

    try:
        event_loop.run(walk())
        (child,) = _children(server.pid)
        server.send_signal(getattr(signal, way))
        server.wait(20)
        _wait(lambda: not _runs(child), 5)
    finally:
        server.kill()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


def _children(pid):
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended since
            words = path.read_text()
            if words.rpartition(")")[2].split()[1] == str(pid):
                found.append(int(words.split()[0]))
    return found


def test_the_solving_process_is_ready_only_when_its_libraries_are_imported():
    code = """
import sys
from pages.jobs import solver_worker

class Server:
    def send(self, content):
        assert content == "ready"
        assert "pages.charts.run_charts" in sys.modules and "plotly.graph_objects" in sys.modules
        print("imported")
    def receive(self):
        sys.exit(0)

assert "plotly.graph_objects" not in sys.modules
solver_worker.WorkerSide = Server
solver_worker.main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr
