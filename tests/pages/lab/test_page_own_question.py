"""A question about a run, made in the Lab: the link asks it before anything is shown."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from l2dwk_core.lessons.quantities import values_of
from tests import page_apps as apps
from tests.trainings import prepared_once


@pytest.mark.usefixtures("few_members")
def test_the_link_asks_and_its_answer_is_that_of_the_run():
    app = apps.lab(n_members="21", lam="3.0")
    app.session_state["exercise_drawer"] = True
    app.run()
    assert "once the question is written" in apps.said(app)
    app.text_input(key="question_ask").set_value("How many trees stay?").run()
    app.number_input(key="to count").set_value(21.0).run()
    app.selectbox(key="question_control").set_value("lam").run()
    apps.check(app)
    (link,) = (block.value for block in app.code if "lesson=own" in block.value)
    query = {name: words[0] for name, words in parse_qs(urlsplit(link).query).items()}
    assert urlsplit(link).path.endswith("/lessons")
    student = apps.waited(apps.open_page("lessons.py", **query))
    assert "How many trees stay?" in apps.said(student)
    assert not apps.figures(student)
    student.button(key="predict").click().run()
    apps.check(student)
    prepared = prepared_once("zoo", n_members=45)
    kept = values_of("run", prepared.solve(prepared.recipe.settings.changed(lam=3.0), n_members=21))
    assert re.search(rf"It is {kept('members_kept')}\.", apps.said(student))
    assert student.select_slider(key="choice.lam").value == 3.0
