"""A question about a run, made in the Lab: the link asks it before anything is shown."""

from __future__ import annotations

import math
import re
from urllib.parse import parse_qs, urlsplit

from l2dwk_core.lessons.quantities import QUANTITIES, values_of
from pages.choices.choice import Choice
from tests import page_apps as apps
from tests.trainings import prepared_once


def test_the_link_asks_and_its_answer_is_that_of_the_run():
    app = apps.lab(n_members="21", lam="3.0")
    app.session_state["exercise_drawer"] = True
    app.run()
    assert "once the question is written" in apps.said(app)
    assert "The other pages stay open" in apps.said(app)
    app.text_input(key="question_ask").set_value("How many trees stay?").run()
    app.number_input(key="to members_kept").set_value(21.0).run()
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
    told = "\n".join(str(part.value) for part in (*student.info, *student.success))
    assert re.search(rf"it is {kept('members_kept')}\.", told)
    assert student.select_slider(key="choice.lam").value == 3.0


def test_the_slider_of_an_own_question_holds_the_answer_and_says_when_it_does_not():
    app = apps.lab(n_members="21")
    app.session_state["exercise_drawer"] = True
    app.run()
    run = prepared_once("zoo", n_members=45).solve(Choice().settings(), n_members=21)
    values = values_of("run", run)
    numbers = [key for key, item in QUANTITIES.items() if item.of == "run" and item.kind != "word"]
    for key in numbers:
        value = values(key)
        app.selectbox(key="question_answer").set_value(key).run()
        apps.check(app)
        low, high = (app.number_input(key=f"{end} {key}").value for end in ("from", "to"))
        assert math.isnan(value) or low <= value <= high, key
        # The answer is not on the screen before it is asked for.
        (closed,) = (b for b in app.get("popover") if b.proto.popover.label == "Show the answer")
        assert f"In this run: **{QUANTITIES[key].shown(value)}**" == closed.markdown[0].value
        assert apps.said(app).count("In this run:") == 1
        assert not app.warning
    app.selectbox(key="question_answer").set_value("members_kept").run()
    app.number_input(key="to members_kept").set_value(1.0).run()
    assert values("members_kept") > 1
    assert "The slider from 0 to 1 cannot reach the answer" in app.warning[0].value
    app.text_input(key="question_ask").set_value("How many trees stay?").run()
    (link,) = (block.value for block in app.code if "lesson=own" in block.value)
    query = {name: words[0] for name, words in parse_qs(urlsplit(link).query).items()}
    student = apps.waited(apps.open_page("lessons.py", **query))
    slider = student.slider(key="prediction.own.1")
    assert slider.min <= values("members_kept") <= slider.max
    assert f"A question about the {apps.EASY} data · from a file or a link" in apps.said(student)
