"""Members that take long to measure: the same numbers beside the server, and nobody is held up."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import kappa_error_pairs, measure_all
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.studies.subensembles import predictions, study_subensembles
from pages.jobs import caches, measure_work, measuring
from pages.jobs.job_queue import Cancelled, JobQueue
from pages.jobs.measure_work import (
    bare,
    measure_beside,
    measure_here,
    measured_pairs,
    measured_subensembles,
)
from pages.jobs.measuring import measured
from pages.jobs.worker import KeptWorker
from pages.runtime.page_slots import PageSlots

LONG = measure_work.MAX_SECONDS_HERE + 1


class Left(BaseException):
    """Stands for what Streamlit raises in a run that is no longer wanted."""


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> JobQueue:
    found = JobQueue(lambda session: True, measure_here, keep=lambda found, seconds: found)
    page = SimpleNamespace(session_state={}, spinner=lambda words: nullcontext())
    monkeypatch.setattr(measuring, "st", page)
    monkeypatch.setattr(caches, "measurements", lambda: found)
    monkeypatch.setattr(caches, "session_id", lambda: f"session of {threading.get_ident()}")
    return found


def _oracle() -> Oracle:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 40)
    votes = np.where(rng.random((40, 12)) < 0.6, labels[:, None], rng.integers(0, 3, (40, 12)))
    return Oracle.from_predictions(votes, labels)


def _works() -> dict[str, Callable[[], Any]]:
    """All that the Diversity page measures."""
    votes, alpha = _oracle(), np.linspace(1.0, 2.0, 40)
    assert votes.merged is not None  # computed from the votes, and not sent
    return {
        "measures": partial(measure_all, votes.matrix, alpha, codes=votes.codes),
        "pairs": partial(measured_pairs, "label_kappa", votes.codes),
        "κ and error": partial(kappa_error_pairs, votes.codes, votes.label_codes),
        "sub-ensembles": partial(
            measured_subensembles, bare(votes), bare(votes), size=4, n_subsets=30, alpha=alpha
        ),
    }


def _same(one: Any, other: Any) -> None:
    assert pickle.dumps(pickle.loads(pickle.dumps(one))) == pickle.dumps(
        pickle.loads(pickle.dumps(other))
    )


def test_what_is_sent_is_small_and_gives_the_same() -> None:
    for measure in _works().values():
        sent = pickle.dumps(measure)
        assert len(sent) < 10_000
        assert b"merged" not in sent
        _same(pickle.loads(sent)(), measure())


def test_sub_ensembles_are_the_librarys() -> None:
    study, found = _works()["sub-ensembles"]()
    expected = study_subensembles(
        _oracle(), _oracle(), size=4, n_subsets=30, alpha=np.linspace(1.0, 2.0, 40)
    )
    _same(study, expected)
    _same(found, predictions(expected))


@pytest.fixture(scope="module")
def kept() -> Iterator[KeptWorker]:
    worker = KeptWorker()
    yield worker
    worker.close()


@pytest.mark.slow
def test_it_is_the_same_beside_the_server(kept: KeptWorker) -> None:
    for measure in _works().values():
        _same(measure_beside(kept, measure=measure, progress=lambda *_: None), measure())

    def cancel(*_: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        measure_beside(kept, measure=partial(time.sleep, 600), progress=cancel)
    assert kept.pid is None


def test_short_work_is_done_by_the_page_itself(queue: JobQueue) -> None:
    here = measured("zoo", "thread", threading.get_ident, measure_work.MAX_SECONDS_HERE)
    assert here == threading.get_ident()
    assert measured("zoo", "thread", threading.get_ident, LONG) != here


def test_pages_that_ask_for_the_same_wait_for_one_measuring(queue: JobQueue) -> None:
    go_on, calls, found = threading.Event(), [], []

    def measure() -> int:
        calls.append(1)
        assert go_on.wait(60)
        return 7

    asking = [
        threading.Thread(target=lambda: found.append(measured("zoo", "one", measure, LONG)))
        for _ in range(3)
    ]
    for thread in asking:
        thread.start()
    go_on.set()
    for thread in asking:
        thread.join(60)
    assert found == [7, 7, 7]
    assert len(calls) == 1


def test_another_page_runs_while_one_waits(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    slots, begun, go_on = PageSlots(1), threading.Event(), threading.Event()
    monkeypatch.setattr(measuring, "PAGE_SLOTS", slots)
    found = []

    def measure() -> int:
        begun.set()
        assert go_on.wait(60)
        return 7

    def page() -> None:
        with slots.turn():
            found.append(measured("zoo", "slot", measure, LONG))

    asking = threading.Thread(target=page)
    asking.start()
    assert begun.wait(60)
    with slots.turn():  # before the measuring ends
        go_on.set()
    asking.join(60)
    assert found == [7]


def _asked_and_left(key: Hashable, monkeypatch: pytest.MonkeyPatch, measure: Any) -> None:
    def leave(seconds: float) -> None:
        raise Left

    with monkeypatch.context() as patch:
        patch.setattr(measuring, "time", SimpleNamespace(sleep=leave))
        with pytest.raises(Left):
            measured("zoo", key, measure, LONG)


def test_a_page_that_runs_again_goes_on_with_its_measuring_and_ends_another(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, calls = threading.Event(), []

    def measure() -> int:
        calls.append(1)
        assert go_on.wait(60)
        return 7

    _asked_and_left("first", monkeypatch, measure)
    first = queue.job(measure_work.Measurement("zoo", "first", measure))
    assert first is not None
    _asked_and_left("first", monkeypatch, measure)
    assert queue.job(measure_work.Measurement("zoo", "first", measure)) is first
    assert not first.cancelled
    assert measured("zoo", "second", int, LONG) == 0
    assert first.cancelled
    go_on.set()
    assert len(calls) == 1


def test_what_failed_is_said_and_can_be_asked_again(queue: JobQueue) -> None:
    def fails() -> None:
        raise InputError("no such members")

    for _ in range(2):
        with pytest.raises(InputError, match="no such members"):
            measured("zoo", "fails", fails, LONG)
    assert measured("zoo", "fails", int, LONG) == 0
