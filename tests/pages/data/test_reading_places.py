"""Files that take long hold up none that are read at once, and addresses take turns."""

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


def _address(session: str) -> str:
    """The letter before the number: ``a1`` and ``a2`` come from one address."""
    return session[:1]


def _places(at_once: int) -> ReadingPlaces:
    return ReadingPlaces(at_once, _address)


def _never() -> None:
    raise AssertionError("it had to wait")


class _Visitors:
    """Files that are read in places, each by a thread of its own, until the test ends them."""

    def __init__(self, places: ReadingPlaces) -> None:
        self.places, self.order, self.waiting = places, [], []
        self._over: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []

    def come(self, *sessions: str) -> None:
        """Bring a file of each session, one after the other."""
        for session in sessions:
            self._over[session] = threading.Event()
            thread = threading.Thread(target=self._read, args=(session,), daemon=True)
            self._threads.append(thread)
            thread.start()
            assert _within(10, lambda name=session: name in self.order + self.waiting)

    def end(self, session: str) -> None:
        """End the reading of a file, and wait until another one is read, if one waits."""
        n = len(self.order)
        self._over[session].set()
        assert _within(10, lambda: len(self.order) > n)

    def end_all(self) -> None:
        for event in self._over.values():
            event.set()
        for thread in self._threads:
            thread.join(10)

    def _read(self, session: str) -> None:
        def waits() -> None:
            if session not in self.waiting:
                self.waiting.append(session)

        with self.places.place(session, waits):
            self.order.append(session)
            self._over[session].wait(60)


def test_of_one_address_the_file_that_came_first_is_next():
    visitors = _Visitors(_places(1))
    visitors.come("a1", "a2", "a3")
    assert visitors.order == ["a1"]
    visitors.end("a1")
    visitors.end("a2")
    assert visitors.order == ["a1", "a2", "a3"]
    visitors.end_all()


def test_another_address_has_a_place_at_once_however_many_files_one_has():
    visitors = _Visitors(_places(2))
    visitors.come(*(f"a{i}" for i in range(9)))
    assert visitors.order == ["a0", "a1"]
    visitors.come("b0")
    assert visitors.order == ["a0", "a1", "b0"]
    visitors.end_all()


def test_addresses_take_turns_and_so_do_their_sessions():
    visitors = _Visitors(_places(1))
    visitors.come("a1", "b1", "a2", "a3", "b2", "c1")
    assert visitors.order == ["a1", "b1"]  # the second beside the full place
    visitors.end("a1")
    assert visitors.order[2:] == ["c1"]  # nothing of this address was read yet
    visitors.end("b1")
    assert visitors.order[3:] == ["a2"]  # the address that had a turn longest ago
    visitors.end("c1")
    assert visitors.order[4:] == ["b2"]
    visitors.end("a2")
    assert visitors.order[5:] == ["a3"]
    visitors.end_all()


def test_so_many_files_are_read_at_a_time_from_however_many_addresses():
    visitors = _Visitors(_places(2))
    visitors.come(*(f"{letter}{i}" for letter in "abcdef" for i in range(2)))
    assert len(visitors.order) == 3
    visitors.end_all()
    assert sorted(visitors.order) == sorted(f"{letter}{i}" for letter in "abcdef" for i in range(2))


def test_the_places_are_wanted_by_an_address_of_which_none_is_read():
    visitors = _Visitors(_places(1))
    visitors.come("a1", "a2", "b1", "b2")
    assert not visitors.places.are_wanted()
    visitors.come("c1")
    assert visitors.places.are_wanted()
    visitors.end("a1")
    assert visitors.order == ["a1", "b1", "c1"]
    assert visitors.places.are_wanted()  # by a2
    visitors.end_all()
    assert not visitors.places.are_wanted()


def test_a_file_that_waits_no_more_leaves_the_line():
    places = _places(1)

    def wanted_no_more() -> None:
        raise _Enough

    with places.place("a1", _never), pytest.raises(_Enough), places.place("a2", wanted_no_more):
        raise AssertionError("two in one place")
    with places.place("a3", _never):
        pass


def test_a_place_is_free_again_after_a_failure():
    places = _places(1)
    with pytest.raises(InputError), places.place("a1", _never):
        raise InputError("unreadable")
    with places.place("a1", _never):
        pass


class _Slow:
    """Readers for which some files take as long as they are given."""

    def __init__(self) -> None:
        self.given: list[tuple[str, float]] = []
        self.over, self.first_try = threading.Event(), 0.3

    def read(self, name, data, arguments, wanted, seconds, file_kind):
        self.given.append((name, seconds))
        begun = time.monotonic()
        while name.startswith("slow") and not self.over.is_set():
            wanted(True)
            if seconds == FIRST_TRY and time.monotonic() - begun > self.first_try:
                raise TookTooLong("too long")
            time.sleep(0.02)
        return name


@pytest.fixture
def slow(monkeypatch):
    made = _Slow()
    monkeypatch.setattr(reading_card, "readers", lambda: made)
    monkeypatch.setattr(reading_card, "FIRST", _places(1))
    monkeypatch.setattr(reading_card, "LONGER", _places(2))
    return made


def _upload(name: str, session: str = "a1") -> reading_card.Upload:
    return reading_card.Upload(name, name, Reading(), session=session)


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


@pytest.mark.parametrize("session", ["a9", "b1"])
@pytest.mark.parametrize("size", [100, SMALL + 1])
def test_a_small_file_is_read_while_many_take_long(slow, size, session):
    queue, small = _files(size), _files(100)
    jobs = [queue.start(_upload(f"slow-{i}", f"a{i}"), f"a{i}") for i in range(6)]
    mine = _upload("small", session)
    small.start(mine, session)
    assert _within(15, lambda: small.prepared(mine) == "small")
    # Two take their time; the others say that they wait.
    assert _within(15, lambda: [j.what for j in jobs].count(job_queue.WAITS) == 4)
    reading = [job for job in jobs if job.what == reading_card._READS]
    assert len(reading) == 2
    slow.over.set()
    assert _within(10, lambda: all(job.finished for job in jobs))


def test_a_first_try_ends_early_for_an_address_of_which_none_is_tried(slow, monkeypatch):
    monkeypatch.setattr(reading_card, "SHORT_TRY", 0.1)
    slow.first_try = 600.0
    queue = _files(100)
    # Two addresses have every place, also those beside: three for what takes long, two first tries.
    jobs = []
    for session in ("a1", "a2", "b1", "a3", "b2"):
        jobs.append(queue.start(_upload(f"slow-{session}", session), session))
        assert _within(10, lambda: len(slow.given) == len(jobs))
    assert [seconds for _, seconds in slow.given] == [reading_card.SECONDS] * 3 + [FIRST_TRY] * 2
    mine = _upload("small", "c1")
    queue.start(mine, "c1")
    assert _within(10, lambda: queue.prepared(mine) == "small")
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
    jobs = [queue.start(_upload(f"slow-{i}", f"a{i}"), f"a{i}") for i in range(4)]
    assert _within(5, lambda: [j.what for j in jobs].count(job_queue.WAITS) == 2)
    slow.over.set()
    assert _within(10, lambda: all(job.finished for job in jobs))
    assert {seconds for _, seconds in slow.given} == {reading_card.SECONDS}


def test_a_free_place_is_taken_only_when_nobody_waits_for_it():
    places = _places(1)
    with places.free_place("a1") as first, places.free_place("a2") as second:
        assert (first, second) == (True, False)
        with places.free_place("b1") as beside, places.free_place("c1") as another:
            assert (beside, another) == (True, False)
    with places.free_place("a1") as again:
        assert again


def test_the_page_says_that_a_file_waits_and_counts_no_time(monkeypatch):
    app = with_upload()
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    places = [ReadingPlaces(1), ReadingPlaces(1)]
    monkeypatch.setattr(reading_card, "FIRST", places[0])
    monkeypatch.setattr(reading_card, "LONGER", places[1])
    # Without a server every session has the same address.
    with places[0].place("other", _never), places[1].place("other", _never):
        app.file_uploader[0].upload("again.csv", CSV).run()
        apps.check(app)
        bar = app.get("progress")[0].proto
        assert "again.csv waits until other files have been read." in bar.text
        assert bar.value == 0
        apps.button(app, "own_cancel").click().run()
    apps.check(app)
    assert "was cancelled" in app.error[0].value
