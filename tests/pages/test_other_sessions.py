"""What one session uploads, no other session sees: a client need not be a browser, and may send any
word as the value of a menu."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import element_tree

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices import query
from pages.choices.choice import Choice
from pages.data.catalogue_view import DataView
from pages.jobs import caches
from pages.jobs.job_queue import JobQueue
from pages.lab.selection import LabSelection
from pages.models.paper import PaperChoice
from pages.models.playground import PlaygroundChoice
from pages.models.sweep import SweepView
from pages.state import session, session_tables
from tests import page_apps as apps
from tests.pages.test_dataset_key import CSV

OWNS = CSV.replace(b"ward", b"secret_ward")
"""A table no other test has."""


@pytest.fixture
def sends(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """``sends(key, words)``: from now on the menu of this key says so, offered or not."""
    as_usual = element_tree.Selectbox._widget_state.fget
    sent: dict[str, str] = {}

    def wire(box: Any) -> WidgetState:
        if box.key in sent:
            return WidgetState(id=box.id, string_value=sent[box.key])
        return as_usual(box)

    monkeypatch.setattr(element_tree.Selectbox, "_widget_state", property(wire))
    return sent.__setitem__


@pytest.fixture
def word() -> Iterator[str]:
    """The word of a table that another session has uploaded and trained members on."""
    owner = apps.open_page("data.py", **{"v": "1", "data.section": "own"})
    owner.file_uploader[0].upload("t.csv", OWNS).run()
    owner.button(key="use_in_lab").click().run()
    address = apps.address(owner)
    owner.switch_page("views/lab.py")
    for name, value in address.items():
        owner.query_params[name] = value
    owner = apps.trained(owner.run())
    assert len(apps.figures(owner)) > 5
    shared = owner.session_state["choice"].dataset
    recipe = Choice(dataset=shared).recipe()
    assert caches.run_jobs().available(recipe) is not None
    yield shared
    del owner


@pytest.mark.parametrize("view", ["lab.py", "sweep.py", "diversity.py", "noise.py", "compare.py"])
def test_a_menu_cannot_be_made_to_show_anothers_table(view, word, sends):
    stranger = apps.open_page(view, v="1")
    before = stranger.selectbox(key="choice.dataset").value
    sends("choice.dataset", word)
    stranger.run()
    apps.check(stranger)
    assert stranger.session_state["choice"].dataset == before == Choice().dataset
    assert word not in str(stranger.selectbox(key="choice.dataset").options)
    assert "secret_ward" not in apps.texts(stranger)
    assert word not in str(apps.address(stranger))


def test_a_choice_of_anothers_table_gets_nothing_however_it_was_made(word, sends, monkeypatch):
    """Had a value slipped past every check, the queues still give nothing away."""
    stranger = apps.open_page("lab.py", v="1")
    monkeypatch.setattr(session, "may_choose", lambda name, value: True)
    stranger.session_state["pinned choice"] = replace(Choice(), dataset=word, lam=2.0)
    sends("choice.dataset", word)
    stranger.run()
    assert stranger.session_state["choice"].dataset == word
    assert not apps.figures(stranger)
    apps.button(stranger, "run").click().run()
    said = apps.said(stranger)
    assert "is about a table of somebody's own" in said
    assert not apps.figures(stranger)
    assert "secret_ward" not in said


def test_nobody_has_anybodys_table_outside_a_session(word):
    assert not session_tables.has(word)
    assert session_tables.has("glass")
    recipe = Choice(dataset=word).recipe()
    queue = caches.run_jobs()
    assert queue.prepared(recipe) is None
    assert queue.unfinished(recipe) is None
    assert queue.start(recipe, "stranger").error
    assert queue.available(recipe) is not None


def test_a_training_under_way_is_not_joined_without_the_rows():
    """Progress, partial results, errors and the kept result alike."""
    owner, go_on = threading.local(), threading.Event()

    def find(dataset: str) -> Any:
        if not has(dataset):
            raise InputError("not yours")
        return load_dataset("zoo")

    def has(dataset: str) -> bool:
        return getattr(owner, "here", False)

    def work(**recipe: Any) -> Any:
        recipe["progress"]("half", 1, 2, "partial")
        go_on.wait(5)
        return prepare_run(**recipe)

    queue = JobQueue(lambda session: True, work, find=find, has=has)
    recipe = RunRecipe.of("own-0123456789abcdef", n_members=2)
    owner.here = True
    job = queue.start(recipe, "owner")
    owner.here = False
    assert queue.job(recipe) is None
    refused = queue.start(recipe, "stranger")
    assert refused is not job
    assert refused.error == "not yours"
    assert refused.partial is None
    assert queue.job(recipe) is refused
    assert set(job.watchers) == {"owner"}
    queue.forget_error(recipe)
    assert queue.job(recipe) is None
    queue.leave(recipe, "stranger")
    assert not job.cancelled
    owner.here = True
    assert queue.job(recipe) is job
    go_on.set()


@pytest.mark.parametrize(
    ("kind", "name", "right", "wrong"),
    [
        (Choice, "n_members", 5, [0, 10**9, 5.0, "5", True, None]),
        (Choice, "lam", 2.0, [-1.0, float("nan"), float("inf"), "2", None]),
        (Choice, "max_depth", None, [0, 10**9, 2.5, False]),
        (Choice, "solver", "cvxpy", ["scs", "", None, 1]),
        (Choice, "stop_on", ("cycle",), [("cycle", "x"), "cycle", (1,), None]),
        (SweepView, "splits", 5, [10**6, -1]),
        (PlaygroundChoice, "points", 600, [601, 10**7]),
        (PlaygroundChoice, "boundaries", True, [1, "yes", None]),
        (PaperChoice, "example", "", ["../x", None]),
        (DataView, "show", "glass", ["own-0123456789abcdef"]),
        (LabSelection, "rows", ("1", "2"), [("1",) * 1000, ["1"], ("1", 2)]),
    ],
)
def test_what_a_widget_says_has_the_limits_of_an_address(kind, name, right, wrong):
    assert query.is_allowed(kind, name, right)
    for value in wrong:
        assert not query.is_allowed(kind, name, value), value


def test_a_menu_of_a_page_keeps_its_value_when_a_word_is_sent_that_it_does_not_offer(sends):
    app = apps.open_page("data.py", v="1")
    sends("data.show", "../../etc/passwd")
    app.run()
    apps.check(app)
    assert app.selectbox(key="data.show").value == "glass"
