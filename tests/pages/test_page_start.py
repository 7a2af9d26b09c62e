"""Start: its six steps, the drawn points, the shipped run and the studies' result."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.start.drawn_points import drawn_trees_sentence
from l2dwk_core.figures.start.regime_differences import regime_sentence
from pages.jobs import caches
from pages.jobs.job_queue import JobQueue
from pages.models import drawn_points, start_charts
from pages.models.drawn_points import FIRST_POINTS
from pages.models.start_charts import StartChoice
from pages.widgets import glossary
from tests import page_apps as apps

FIRST = drawn_trees_sentence(start_charts.trees_of(StartChoice()))


def _points(app):
    return app.session_state["record of start"].points


def test_the_steps_stand_in_order_and_each_has_a_link():
    app = apps.open_page("start.py")
    heads = [head.proto for head in app.header]
    assert [head.body[0] for head in heads] == list("123456")
    links = re.findall(r"\]\(#([\w-]+)\)", apps.texts(app))
    assert links == [head.anchor for head in heads]


def test_nothing_is_trained_when_start_opens(monkeypatch):
    def refused(self, *given, **named):
        raise AssertionError("a training was started")

    monkeypatch.setattr(JobQueue, "start", refused)
    app = apps.open_page("start.py")
    apps.check(app)
    shown = {figure["title"] for figure in apps.figures(app)}
    run = start_charts.run_of(StartChoice())
    assert f"{run.trace.n_selected} of {run.n_members} trees keep weight" in shown
    assert len(shown) == 9


def test_points_are_added_moved_and_removed_by_buttons_and_numbers():
    app = apps.open_page("start.py", **{"start.new_class": "B"})
    assert FIRST in apps.texts(app)
    apps.button(app, "start-add").click().run()
    assert _points(app) == (*FIRST_POINTS, "b4949")
    assert app.number_input(key="start-point").value == 25
    app.number_input(key="start-x").set_value(7).run()
    app.number_input(key="start-y").set_value(93).run()
    assert _points(app)[24] == "b0793"
    here = replace(StartChoice(), points=_points(app))
    assert drawn_trees_sentence(start_charts.trees_of(here)) in apps.texts(app)
    app.number_input(key="start-point").set_value(1).run()
    apps.button(app, "start-remove").click().run()
    assert _points(app) == (*FIRST_POINTS[1:], "b0793")
    assert apps.address(app)["start.points"].endswith("b0793")
    apps.button(app, "start-again").click().run()
    assert FIRST in apps.texts(app)
    assert "start.points" not in apps.address(app)


def test_a_word_that_is_no_point_is_named_and_the_first_points_are_shown():
    app = apps.open_page("start.py", **{"start.points": "a1234,c1,a1111,b2222"})
    apps.check(app)
    (said,) = (box.value.replace("\\", "") for box in app.warning)
    assert "'c1' is no point" in said and "letter a or b and four digits" in said
    assert FIRST in apps.texts(app)


@pytest.mark.parametrize(
    "sent",
    [
        (("a1234", "<b>", "a1111", "b2222"), 1),
        (("a1234",), 1),
        (FIRST_POINTS * 3, 1),
        (FIRST_POINTS[1:], 9999),
    ],
)
def test_what_no_hand_sends_is_refused(sent):
    assert start_charts.edited_points(*sent) is None
    assert start_charts.edited_points(FIRST_POINTS[1:], 3) == (FIRST_POINTS[1:], 3)
    assert start_charts.edited_points(FIRST_POINTS, 3) == ((), 3)  # nothing for the address


def test_the_numbers_of_the_run_follow_lambda():
    app = apps.open_page("start.py", **{"start.lam": "10.0"})
    accuracy = start_charts.run_of(replace(StartChoice(), lam=10.0)).accuracy
    assert apps.metric(app, "L2DWK") == f"{accuracy.l2dwk.accuracy:.1%}"
    assert apps.metric(app, "All trees, equal votes") == f"{accuracy.uniform.accuracy:.1%}"
    assert apps.metric(app, "Trees trained on all rows") == f"{accuracy.uniform_all.accuracy:.1%}"


def test_without_the_shipped_run_the_page_says_so(monkeypatch):
    monkeypatch.setattr(caches, "at_once", lambda recipe: None)
    app = apps.open_page("start.py")
    apps.check(app)
    assert "nothing to show before a training" in apps.texts(app)
    assert [head.proto.body[0] for head in app.header] == list("1236")


def test_what_the_studies_found_is_said_after_a_guess():
    app = apps.open_page("start.py")
    found = start_charts.regimes()
    said = [regime_sentence(regime) for regime in found]
    assert not any(sentence in apps.texts(app) for sentence in said)
    app = apps.open_page("start.py", **{"start.guess": "models"})
    apps.check(app)
    assert all(sentence in apps.texts(app) for sentence in said)
    assert "Your guess: different models." in apps.texts(app)


def test_words_in_texts_are_explained():
    app = apps.open_page("start.py")
    assert "[[" not in apps.texts(app)
    for word in ("member", "margin", "kernel", "kernel weight α", "λ", "sparsity"):
        told = escape(glossary.meaning(word).replace("*", ""))
        assert f'data-meaning="{told}"' in apps.texts(app)
    with pytest.raises(KeyError):
        glossary.marked("[[a word that nobody explains]]")
    assert "<b>" not in glossary.marked("[[<b>|margin]]")


def test_a_point_as_a_word_comes_back():
    points, codes = drawn_points.parsed(("a0099", "b9900", "a5050", "b0001"))
    assert codes.tolist() == [0, 1, 0, 1]
    assert points[0].tolist() == [0.0, 1.0]
    assert drawn_points.place_of("b9900") == (99, 0)
    assert drawn_points.moved("b9900", 3, 41) == "b0341"
    with pytest.raises(InputError, match="There are 2 points; 4 to 60"):
        drawn_points.parsed(("a0000", "b1111"))
