"""All tables and votes that sessions hold take no more memory than their share."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import pytest

from l2dwk_core.bundles import write_bundle
from l2dwk_core.common.errors import InputError
from pages.classes import missing_table
from pages.jobs import caches
from pages.state import session_tables
from pages.state.own_table import OwnTable
from pages.state.own_votes import OwnVotes, read_draft
from pages.state.table_limits import TableLimits, bytes_of
from tests import page_apps as apps
from tests import votes_page
from tests.data_page import to_lab, with_upload
from tests.pages.classes import test_page_class_file as class_files
from tests.pages.test_dataset_key import CSV

FREE = 1_000_000_000
N_ROWS = 3000


def _table(name: str = "t.csv", content: bytes = CSV) -> OwnTable:
    return OwnTable.read(name, content)


SIZE = bytes_of(_table())


def _lines(cells) -> bytes:
    lines = [",".join([*map(str, cells(row)), "xyz"[row % 3]]) for row in range(N_ROWS)]
    return "\n".join(["a,b,c,d,y", *lines]).encode()


@pytest.mark.parametrize(
    "cells",
    [
        lambda row: (f"{row}" * 400, row % 7, row % 5, row % 3),
        lambda row: (row * 0.1234567, row * 1.7654321, 1 / (row + 3), row * row),
        lambda row: (row % 3, row % 5, row % 7, row % 2),
    ],
    ids=["long texts", "different numbers", "few values"],
)
def test_what_is_counted_is_about_what_python_takes(cells):
    content = _lines(cells)
    OwnTable.read("warm.csv", content).dataset  # noqa: B018  what is imported now counts for nothing
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        table = OwnTable.read("t.csv", bytes(bytearray(content)))
        dataset = table.dataset
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert dataset.X.shape[0] == N_ROWS
    assert 0.6 * taken < bytes_of(table) < 2 * taken


def test_one_address_has_at_most_half_and_all_together_no_more_than_the_whole():
    limits = TableLimits(4 * SIZE + 100)
    held = [_table() for _ in range(6)]
    limits.take(held[0], "a")
    limits.take(held[1], "a")
    with pytest.raises(InputError, match="of your network address take"):
        limits.take(held[2], "a")
    limits.take(held[3], "b")
    limits.take(held[4], "c")
    with pytest.raises(InputError, match=r"of all visitors take .* at most .* are allowed\. Press"):
        limits.take(held[5], "d")
    assert limits.held == 4 * SIZE


def test_what_is_given_up_makes_room_for_others():
    limits = TableLimits(2 * SIZE)
    first, second = _table(), _table()
    limits.take(first, "a")
    with pytest.raises(InputError):
        limits.take(second, "a")
    del first
    gc.collect()
    assert limits.held == 0
    limits.take(second, "a")
    assert limits.held == SIZE


def test_what_shares_a_file_and_its_cells_counts_once_until_the_last_of_it_is_given_up():
    limits = TableLimits(2 * SIZE)
    first = _table()
    second = replace(first, roles={"id": "numeric"})
    for table in (first, second, first):
        limits.take(table, "a")
    del table, first
    gc.collect()
    assert limits.held == SIZE
    del second
    gc.collect()
    assert limits.held == 0


def test_what_is_given_up_for_a_table_does_not_stand_in_its_way():
    limits = TableLimits(2 * SIZE)
    old, new = _table(), _table()
    limits.take(old, "a")
    limits.take(new, "a", instead=old)
    assert limits.held == 2 * SIZE  # until the old one has gone
    del old
    gc.collect()
    assert limits.held == SIZE


def test_votes_count_like_tables():
    draft = read_draft(votes_page.CSV, name="v.csv")
    held = OwnVotes("v.csv", votes_page.CSV, draft)
    assert draft.dataset is not None
    assert bytes_of(held) > len(votes_page.CSV) + draft.dataset.votes.predictions.nbytes
    limits = TableLimits(2 * bytes_of(held) - 2)
    with pytest.raises(InputError, match="no room"):
        limits.take(held, "a")


@pytest.fixture
def limit(monkeypatch):
    """Set the bytes of all tables that this server holds."""

    def to(total: int) -> TableLimits:
        limits = TableLimits(total)
        monkeypatch.setattr(session_tables, "TABLES", limits)
        monkeypatch.setattr(missing_table, "TABLES", limits)
        return limits

    return to


def test_a_table_without_room_is_refused_and_those_of_the_session_stay(limit):
    limits = limit(FREE)
    app = with_upload()
    to_lab(app)
    word = app.session_state["choice"].dataset
    held = limits.held
    assert held == pytest.approx(SIZE, rel=0.01)
    limits._total = 3 * held  # half of it has room for one table, and not for two
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "own"
    app.run()
    app.file_uploader[0].upload("more.csv", CSV.replace(b"ward", b"wall")).run()
    assert not app.exception
    said = apps.said(app) + "".join(error.value for error in app.error)
    assert "There is no room for this file" in said
    assert "Still here: **t" in said
    assert list(app.session_state["own_tables"]) == [word]
    assert app.session_state["own_draft"].word == word


def test_the_next_file_takes_the_place_of_one_that_no_page_uses(limit):
    limit(int(2.5 * SIZE))
    app = with_upload()
    app.file_uploader[0].upload("more.csv", CSV.replace(b"ward", b"wall")).run()
    apps.check(app)
    assert not app.error
    assert app.session_state["own_draft"].file_name == "more.csv"


def test_a_session_that_forgets_its_tables_gives_their_bytes_back(limit):
    limits = limit(FREE)
    app = with_upload()
    to_lab(app)
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "own"
    app.run()
    apps.button(app, "own_forget").click().run()
    apps.check(app)
    gc.collect()
    assert limits.held == 0


@pytest.mark.parametrize(
    "open_page",
    [
        with_upload,
        votes_page.with_votes,
        lambda: class_files.opened(write_bundle(class_files.held())),
    ],
    ids=["table", "votes", "class file"],
)
def test_every_kind_of_file_is_refused_with_the_reason(limit, open_page):
    limits = limit(100)
    app = open_page()
    assert not app.exception
    assert "There is no room for this file" in "".join(error.value for error in app.error)
    assert limits.held == 0
    for name in ("own_draft", "votes_draft", "opened class"):
        assert name not in app.session_state or app.session_state[name] is None


def test_the_address_of_the_session_is_counted(monkeypatch, limit):
    limits = limit(FREE)
    monkeypatch.setattr(caches, "address_of", lambda session: "10.0.0.1")
    with_upload()
    assert {where for where, _ in limits._held.values()} == {"10.0.0.1"}


def test_a_class_file_that_waits_to_be_opened_counts_too(limit):
    limits = limit(FREE)
    app = apps.open_page("lab.py", v="1", dataset=_table("other.csv").word)
    content = write_bundle(class_files.held())
    app.file_uploader(key="missing_file").upload("x.zip", content).run()
    apps.check(app)
    assert "holds another table" in app.warning[0].value
    assert limits.held == pytest.approx(SIZE, rel=0.1)
    limits._total = 3 * SIZE  # it is counted once, so there is room to open it
    app.button(key="missing_other").click().run()
    apps.check(app)
    assert app.session_state["own_draft"].file_name == "t.csv"
