"""Votes that a session uploads stay its own, and go with it."""

from __future__ import annotations

import time

import pytest

from l2dwk_core.votes.votes import Votes
from pages.choices.choice import Choice, from_address
from pages.choices.dataset_key import OWN, VOTES
from pages.jobs import caches
from pages.state import session_tables
from tests import injection
from tests import page_apps as apps
from tests import votes_page as page
from tests.living_objects import living
from tests.pages.test_injection import _harmless
from tests.pages.test_other_sessions import sends  # noqa: F401
from tests.votes import answers

SECRET = answers.csv(answers.table(secret_model=answers.labels()[::-1]))


def test_the_word_is_of_votes_and_of_nothing_else():
    app = page.with_votes()
    word = app.session_state["votes_draft"].word
    assert VOTES.fullmatch(word)
    assert OWN.fullmatch(word)
    assert not VOTES.fullmatch(word.replace("votes", "own"))
    choice, notes = from_address({"v": "1", "dataset": word})
    assert choice == Choice()
    assert "somebody's own" in notes[0]


@pytest.mark.parametrize("view", ["lab.py", "sweep.py", "diversity.py", "noise.py", "compare.py"])
def test_no_other_session_gets_them(view, sends):  # noqa: F811
    owner = page.lab(SECRET)
    word = owner.session_state["choice"].dataset
    recipe = Choice(dataset=word).recipe()
    assert caches.run_jobs().available(recipe) is not None
    assert not session_tables.has(word)
    assert caches.run_jobs().prepared(recipe) is None
    stranger = apps.open_page(view, v="1", dataset=word)
    assert "a link cannot share it" in apps.said(stranger)
    sends("choice.dataset", word)
    stranger.run()
    apps.check(stranger)
    assert stranger.session_state["choice"].dataset == Choice().dataset
    assert "secret_model" not in apps.texts(stranger)


def test_forget_it_leaves_nothing():
    old = living(Votes)
    before = {id(thing) for thing in old}
    app = page.lab(SECRET.replace(b"secret", b"forgotten"))
    word = app.session_state["choice"].dataset
    recipe = Choice(dataset=word).recipe()
    page.go(app, "compare.py", **{"compare.folds": "2", "compare.methods": "single_best"})
    apps.button(app, "compare_run").click().run()
    apps.waited(app)
    page.go(app, "sweep.py", **{"sweep.points": "2"})
    app.query_params.clear()
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "votes"
    app.run()
    apps.button(app, "votes_forget").click().run()
    apps.check(app)
    app.run()
    assert app.session_state["choice"].dataset == Choice().dataset
    assert "votes_draft" not in app.session_state

    def alive() -> int:
        return sum(id(votes) not in before for votes in living(Votes))

    limit = time.monotonic() + 20
    while alive() and time.monotonic() < limit:
        time.sleep(0.2)
    assert alive() == 0
    assert caches.run_jobs().available(recipe) is None
    assert old is not None


def _hostile() -> bytes:
    """Votes of models, on classes, in a file, whose names try to be more than names."""
    names = dict(zip(sorted(set(answers.labels())), injection.classes(), strict=True))
    frame = answers.table()
    frame.columns = [*injection.columns()[:3], "label"]
    frame = frame.map(names.__getitem__)
    frame[injection.columns()[11]] = frame[injection.columns()[0]]
    return answers.csv(frame)


def test_no_name_becomes_anything_else_on_any_page():
    app = page.with_votes(_hostile(), injection.FILE)
    assert not app.error
    assert _harmless(app) >= 2
    page.to_lab(app)
    for drawer in ("take_drawer", "members", "row_drawer"):
        app.session_state[drawer] = True
    app.run()
    seen = _harmless(app)
    for view in ("sweep.py", "diversity.py", "compare.py", "noise.py"):
        seen += _harmless(page.go(app, view, **{"compare.folds": "2", "sweep.points": "2"}))
    assert seen
