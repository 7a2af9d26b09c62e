"""Files that take long hold up none that are read at once."""

from __future__ import annotations

import threading
import time

import pytest

from l2dwk_core.common.errors import InputError
from pages.data import reading_card
from pages.data.file_readers import TookTooLong
from pages.data.reading_places import FIRST_TRY, SMALL, ReadingPlaces
from pages.jobs import job_queue
from pages.jobs.job_queue import JobQueue
from pages.state.own_table import Reading
from tests import page_apps as apps
from tests.data_page import with_upload
from tests.pages.test_dataset_key import CSV


class _Enough(Exception):
    pass


def _never() -> None:
    raise AssertionError("it had to wait")


def test_the_file_that_came_first_is_next():
    places, order, inside = ReadingPlaces(1), [], threading.Event()
    over = threading.Event()

    def read(name: str) -> None:
        with places.place(lambda: None):
            order.append(name)
            inside.set()
            over.wait(5)

    threads = []
    for name in "abc":
        threads.append(threading.Thread(target=read, args=(name,)))
        threads[-1].start()
        time.sleep(0.1)
    assert inside.is_set()
    assert order == ["a"]
    over.set()
    for thread in threads:
        thread.join(5)
    assert order == ["a", "b", "c"]


def test_a_file_that_waits_no_more_leaves_the_line():
    places = ReadingPlaces(1)

    def wanted_no_more() -> None:
        raise _Enough

    with places.place(_never), pytest.raises(_Enough), places.place(wanted_no_more):
        raise AssertionError("two in one place")
    with places.place(_never):
        pass


def test_a_place_is_free_again_after_a_failure():
    places = ReadingPlaces(1)
    with pytest.raises(InputError), places.place(_never):
        raise InputError("unreadable")
    with places.place(_never):
        pass


class _Slow:
    """Readers for which some files take as long as they are given."""

    def __init__(self) -> None:
        self.given: list[tuple[str, float]] = []
        self.over = threading.Event()

    def read(self, name, data, arguments, wanted, seconds, file_kind):
        self.given.append((name, seconds))
        begun = time.monotonic()
        while name.startswith("slow") and not self.over.is_set():
            wanted(True)
            if seconds == FIRST_TRY and time.monotonic() - begun > 0.3:
                raise TookTooLong("too long")
            time.sleep(0.02)
        return name


@pytest.fixture
def slow(monkeypatch):
    made = _Slow()
    monkeypatch.setattr(reading_card, "readers", lambda: made)
    monkeypatch.setattr(reading_card, "FIRST", ReadingPlaces(2))
    monkeypatch.setattr(reading_card, "LONGER", ReadingPlaces(2))
    return made


def _upload(name: str) -> reading_card.Upload:
    return reading_card.Upload(name, name, Reading())


def _files(size: int) -> JobQueue:
    return JobQueue(
        lambda session: True, reading_card._read, find=lambda word: b"x" * size,
        keep=lambda found, seconds: found, at_once=reading_card.MOST_WAITING,
    )  # fmt: skip


def _within(seconds: float, true) -> bool:
    limit = time.monotonic() + seconds
    while not true() and time.monotonic() < limit:
        time.sleep(0.02)
    return bool(true())


@pytest.mark.parametrize("size", [100, SMALL + 1])
def test_a_small_file_is_read_while_many_take_long(slow, size):
    queue, small = _files(size), _files(100)
    jobs = [queue.start(_upload(f"slow-{i}"), f"session {i}") for i in range(6)]
    time.sleep(0.1)
    small.start(_upload("small"), "me")
    assert _within(5, lambda: small.prepared(_upload("small")) == "small")
    # Two take their time; the others say that they wait.
    assert _within(5, lambda: [j.what for j in jobs].count(job_queue.WAITS) == 4)
    reading = [job for job in jobs if job.what == reading_card._READS]
    assert len(reading) == 2
    slow.over.set()
    assert _within(10, lambda: all(job.finished for job in jobs))


@pytest.mark.parametrize("size", [100, SMALL + 1])
def test_where_nobody_waits_a_file_may_take_its_time_at_once(slow, size):
    queue = _files(size)
    queue.start(_upload("mine"), "me")
    assert _within(5, lambda: queue.prepared(_upload("mine")) == "mine")
    assert slow.given == [("mine", reading_card.SECONDS)]


def test_a_large_file_has_no_first_try(slow):
    queue = _files(SMALL + 1)
    jobs = [queue.start(_upload(f"slow-{i}"), f"session {i}") for i in range(4)]
    assert _within(5, lambda: [j.what for j in jobs].count(job_queue.WAITS) == 2)
    slow.over.set()
    assert _within(10, lambda: all(job.finished for job in jobs))
    assert {seconds for _, seconds in slow.given} == {reading_card.SECONDS}


def test_a_free_place_is_taken_only_when_nobody_waits_for_it():
    places = ReadingPlaces(1)
    with places.free_place() as first, places.free_place() as second:
        assert (first, second) == (True, False)
    with places.free_place() as again:
        assert again


def test_the_page_says_that_a_file_waits_and_counts_no_time(monkeypatch):
    app = with_upload()
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    monkeypatch.setattr(reading_card, "FIRST", ReadingPlaces(0))
    monkeypatch.setattr(reading_card, "LONGER", ReadingPlaces(0))
    app.file_uploader[0].upload("again.csv", CSV).run()
    apps.check(app)
    bar = app.get("progress")[0].proto
    assert "again.csv waits until other files have been read." in bar.text
    assert bar.value == 0
    apps.button(app, "own_cancel").click().run()
    apps.check(app)
    assert "was cancelled" in app.error[0].value
