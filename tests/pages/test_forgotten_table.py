"""A table that a session forgets leaves nothing behind that was made from it, in any cache."""

from __future__ import annotations

import gc
import threading
import time
from collections import Counter
from typing import Any

import numpy as np

from l2dwk_core.datasets import DATASETS, Dataset
from l2dwk_core.method.weight_path import CriticalLine
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.studies.comparison_records import ComparisonResult
from l2dwk_core.studies.diversity_report import DiversityReport
from l2dwk_core.studies.noise_records import NoiseResult
from l2dwk_core.studies.repeated_trainings import TrialsResult
from l2dwk_core.studies.subensembles import Predictions, SubensembleStudy
from l2dwk_core.studies.sweeps import Sweep
from pages.jobs import caches
from pages.jobs.job_queue import JobQueue
from pages.runtime import dataset_cache
from pages.runtime.dataset_cache import DatasetCache, forget
from pages.state.own_table import OwnTable
from tests import page_apps as apps
from tests.living_objects import living
from tests.pages.test_dataset_key import CSV

KINDS = (
    Dataset, PreparedRun, Run, Oracle, DiversityReport, SubensembleStudy, Predictions,
    CriticalLine, Sweep, ComparisonResult, NoiseResult, TrialsResult, OwnTable,
)  # fmt: skip
TABLE = CSV.replace(b"ward", b"forgotten_ward")


def _alive(before: set[int]) -> Counter[str]:
    """How many there are of each kind that were not there before and are not of the catalogue."""
    return Counter(
        type(thing).__name__
        for thing in living(KINDS)
        if id(thing) not in before and not (isinstance(thing, Dataset) and thing.name in DATASETS)
    )


def _go(app: Any, view: str, **query: str) -> Any:
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    apps.waited(app.run())
    for key in ("run", "compare_run", "noise_run", "trials_run"):
        if pressed := apps.button(app, key):
            apps.waited(pressed.click().run())
    return app


def test_nothing_that_came_of_a_forgotten_table_is_kept():
    apps.open_page("lab.py")  # the run that a session begins with is kept for all of them
    # Held, so that no new object gets the place of an old one.
    old = living(KINDS)
    before = {id(thing) for thing in old}
    app = apps.open_page("data.py", **{"v": "1", "data.section": "own"})
    app.file_uploader[0].upload("t.csv", TABLE).run()
    app.button(key="use_in_lab").click().run()
    here = {"v": "1", "dataset": app.session_state["choice"].dataset, "n_members": "9"}
    _go(app, "diversity.py", **here, **{"diversity.trials": "2", "diversity.depth": "2"})
    _go(app, "sweep.py", **here)
    _go(app, "compare.py", **here, **{"compare.folds": "2", "compare.methods": "single_best"})
    _go(
        app, "noise.py", **here,
        **{"noise.levels": "2", "noise.repeats": "1", "noise.methods": "none"},
    )  # fmt: skip
    seen = _alive(before)
    assert set(seen) >= {kind.__name__ for kind in KINDS}, seen
    app.query_params.clear()
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "own"
    app.run()
    apps.button(app, "own_forget").click().run()
    app.run()
    limit = time.monotonic() + 20
    while (left := _alive(before)) and time.monotonic() < limit:
        time.sleep(0.2)
    assert left == {}
    assert old is not None


def test_what_another_session_with_the_same_file_has_trained_stays():
    """A class works on one file, and one of it leaves."""
    table = CSV.replace(b"ward", b"shared_ward")
    sessions = [apps.open_page("data.py", **{"v": "1", "data.section": "own"}) for _ in "ab"]
    for app in sessions:
        app.file_uploader[0].upload("t.csv", table).run()
        app.button(key="use_in_lab").click().run()
    recipe = sessions[1].session_state["choice"].recipe()
    assert recipe == sessions[0].session_state["choice"].recipe()
    address = apps.address(sessions[1])
    _go(sessions[1], "lab.py", **address)
    trained = caches.run_jobs().available(recipe)
    assert trained is not None
    for app in sessions:
        app.query_params.clear()
        app.switch_page("views/data.py")
        app.query_params["data.section"] = "own"
        apps.button(app.run(), "own_forget").click().run()
        app.run()
        gc.collect()
        for thread in threading.enumerate():
            if thread.name == "forget":
                thread.join(20)
        kept = caches.run_jobs().available(recipe)
        assert kept is (trained if app is sessions[0] else None)


def test_work_that_ends_after_its_dataset_has_gone_is_not_kept():
    go_on = threading.Event()

    def work(**recipe: Any) -> str:
        recipe["progress"]("half", 1, 2)
        assert go_on.wait(10)
        return "made"

    queue = JobQueue(lambda session: True, work, keep=lambda found, seconds: found)
    recipe = _Recipe()
    job = queue.start(recipe, "one")
    queue.forget("own-1")
    go_on.set()
    limit = time.monotonic() + 10
    while not job.finished and time.monotonic() < limit:
        time.sleep(0.01)
    assert job.finished
    assert queue.available(recipe) is None


class _Recipe:
    def __init__(self) -> None:
        self.dataset = "own-1"


def test_a_cache_keeps_the_latest_and_drops_what_a_dataset_left():
    cache, made = DatasetCache(2), []

    def ask(dataset: str, key: str) -> str:
        def make() -> str:
            made.append((dataset, key))
            return dataset + key

        return cache.get(dataset, key, make)

    assert [ask("a", "1"), ask("a", "1"), ask("b", "1")] == ["a1", "a1", "b1"]
    assert made == [("a", "1"), ("b", "1")]
    ask("a", "1")
    ask("c", "1")  # b is the oldest
    ask("a", "1")
    assert made == [("a", "1"), ("b", "1"), ("c", "1")]
    forget("a")
    ask("c", "1")
    ask("a", "1")
    assert made[3:] == [("a", "1")]


def test_a_cache_is_bounded_in_bytes(monkeypatch):
    monkeypatch.setattr(dataset_cache, "MAX_BYTES", 2_500)
    cache, made = DatasetCache(100), []

    def make() -> np.ndarray:
        made.append(1)
        return np.zeros(125)  # 1,000 bytes

    for key in ("1", "2", "3", "3", "2", "1"):
        cache.get("a", key, make)
    assert len(made) == 4
