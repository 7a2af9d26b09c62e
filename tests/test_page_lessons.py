"""Lessons on their pages: a link shows the step it names, and a student can walk to the end."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import training
from pages.shared.choice import Choice, from_address, to_address
from pages.shared.lessons import LAB, LESSONS, View, read_view
from pages.shared.page_choices import PairChoice
from tests.page_figures import titles
from tests.trainings import run_of_step

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("key", LESSONS)
def test_a_step_is_its_own_short_address_and_moved_controls_come_back(key):
    for number in range(1, len(LESSONS[key].steps) + 1):
        base = View(key, number).base()
        assert to_address(base, base) == {"v": "1"}
        moved = replace(base, lam=1.0, sigma=1.0, dataset="glass", kernel="linear")
        assert from_address(to_address(moved, base), base=base) == (moved, [])
        other = base.with_preset("paper")
        assert from_address(to_address(other, base), base=base) == (other, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"lesson": "kernel"}, "Lesson .lesson. is 'kernel'.*did you mean 'kernels'"),
        ({"step": "0"}, "Step .step. is '0'; allowed is a whole number from 1 to 5"),
        ({"step": "9"}, "Step .step. is '9'"),
        ({"lesson": "few", "step": "5"}, "is 5; the lesson 'Many could be few' has steps 1 to 4"),
        ({"hide": "lam,size"}, "Hidden controls .hide. is 'lam,size'; allowed are dataset, pool"),
        ({"lock": ""}, "Locked controls .lock. is empty"),
    ],
)
def test_unknown_views_are_diagnosed(query, said):
    _, notes = read_view(query)
    assert len(notes) == 1
    assert re.search(said, notes[0]), notes[0]


def test_a_misspelt_name_does_not_unlock_the_others():
    view, notes = read_view({"lock": "lam,nosuch,seed", "hide": "kernle"})
    assert (view.lock, view.hide) == (("lam", "seed"), ())
    assert len(notes) == 2
    assert "Used instead: lam,seed" in notes[0]


def _open(view: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=30)
    app.run()
    app.query_params.update(query)
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def _wait(app: AppTest) -> AppTest:
    limit = time.monotonic() + 60
    while any(button.key == "cancel" for button in app.button):
        assert time.monotonic() < limit
        time.sleep(0.2)
        app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def _said(app: AppTest) -> str:
    blocks = (*app.markdown, *app.caption, *app.subheader, *app.warning, *app.success)
    told = "\n".join(str(block.value) for block in blocks).replace("\\", "")
    return f"{told}\n{titles(app)}"


def _metric(app: AppTest, label: str) -> str:
    return next(m.value for m in app.metric if m.label == label)


def _query(app: AppTest) -> dict[str, str]:
    return {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}


def test_a_student_can_walk_a_lesson_to_its_end():
    lesson = LESSONS["kernels"]
    app = _wait(_open("lab.py", v="1", lesson="kernels"))
    kept = []
    for number, shown in enumerate(lesson.steps, 1):
        assert f"step {number} of 5" in _said(app)
        assert shown.title in _said(app)
        kept.append(_metric(app, "Members with weight"))
        assert kept[-1] == f"{run_of_step('kernels', number).trace.n_selected} of 301"
        if number < len(lesson.steps):
            app = _wait(app.button(key="lesson_next").click().run())
    assert kept[0] == kept[1] == kept[2] == kept[4] != kept[3]
    radio = app.radio(key="answer.kernels")
    radio.set_value(0).run()
    assert "look again" in _said(app)
    app.radio(key="answer.kernels").set_value(lesson.check.answer).run()
    assert lesson.check.why in _said(app)
    app.button(key="lesson_back").click().run()
    app = _wait(app.button(key="lesson_next").click().run())
    assert lesson.check.why in _said(app)  # the answer was kept
    app.button(key="lesson_leave").click().run()
    assert "Lesson:" not in _said(app)
    assert app.selectbox(key="choice.dataset")  # every control is back
    assert app.select_slider(key="choice.sigma").value == 0.3


def test_every_lesson_ends_with_finish_and_leads_on_to_the_next_until_all_are_done():
    app = _open("lessons.py", v="1")
    assert "Finished:" not in _said(app)
    for key, after in zip(LESSONS, [*list(LESSONS)[1:], None], strict=True):
        lesson = LESSONS[key]
        last = {"v": "1", "lesson": key, "step": str(len(lesson.steps))}
        app.query_params.clear()
        app.switch_page("views/start.py").run()
        app.query_params.update(last)
        app.switch_page(f"views/{'lab' if lesson.page == LAB else 'lessons'}.py")
        app.query_params.update(last)
        app = _wait(app.run())
        assert not [b for b in app.button if b.key == "lesson_next"]
        app.button(key="lesson_finish").click().run()
        assert not app.exception, [e.value for e in app.exception]
        said = _said(app)
        assert f"Finished: {lesson.title}.** {lesson.learnt}" in said
        assert (f"Next: **{LESSONS[after].title}**" if after else "all 6 lessons") in said
        assert "Lesson:" not in said
        assert "lesson" not in app.session_state["address"]


def test_the_text_of_a_lesson_folds_away_and_the_next_step_unfolds_it():
    app = _open("lessons.py", v="1", lesson="perfect_member")
    first, second = LESSONS["perfect_member"].steps[:2]
    assert first.look in _said(app)
    app.button(key="lesson_fold").click().run()
    assert first.look not in _said(app) and first.title in _said(app)
    app.button(key="lesson_next").click().run()
    assert second.look in _said(app)


def test_a_lesson_hides_and_locks_controls_and_so_can_a_link():
    app = _wait(_open("lab.py", v="1", lesson="kernels", step="2"))
    keys = {w.key for w in (*app.selectbox, *app.select_slider, *app.slider, *app.number_input)}
    assert keys == {"choice.kernel", "choice.sigma", "choice.lam", "choice.kernel_form"}
    assert app.select_slider(key="choice.lam").disabled
    assert not app.select_slider(key="choice.sigma").disabled
    app = _open("lab.py", v="1", hide="lam,dataset", lock="kernel", lam="2.0")
    keys = {w.key for w in (*app.selectbox, *app.select_slider)}
    assert not keys & {"choice.lam", "choice.dataset"}
    assert app.selectbox(key="choice.kernel").disabled
    assert _query(app) == {"v": "1", "hide": "lam,dataset", "lock": "kernel", "lam": "2.0"}


def test_what_a_link_hides_and_locks_stays_so_through_the_steps():
    app = _wait(_open("lab.py", v="1", lesson="few", lock="lam", hide="seed"))
    for key in ("lesson_next", "lesson_back", "lesson_reset", "lesson_leave"):
        if key == "lesson_reset":
            app.slider(key="choice.n_members").set_value(51).run()
        app = _wait(app.button(key=key).click().run())
        query = _query(app)
        assert (query["lock"], query["hide"]) == ("lam", "seed")
        assert app.select_slider(key="choice.lam").disabled
        assert not [w for w in app.number_input if w.key == "choice.seed"]


def test_a_finished_lesson_takes_its_settings_along_and_a_left_one_leaves_them():
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="4"))
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice()
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="4", lock="lam", lam="4.0"))
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice(lam=4.0)
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="3"))
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == LESSONS["margin_target"].choice(3)
    app = _open("lessons.py", v="1", lesson="perfect_member", step="4")
    app.button(key="lesson_finish").click().run()
    assert app.slider(key="pair.both").value == PairChoice().both


@pytest.mark.parametrize(("view", "lesson"), [("lessons.py", "few"), ("lab.py", "perfect_member")])
def test_the_other_page_leads_back_to_the_lesson(view, lesson):
    app = _open(view, v="1", lesson=lesson, step="2")
    assert f"{LESSONS[lesson].title} ·] you are at step 2 of 4" in _said(app)
    app = _wait(app.button(key="lesson_continue").click().run())
    assert f"step 2 of 4 ·] {LESSONS[lesson].steps[1].title}" in _said(app)


@pytest.mark.parametrize(
    ("lesson", "number", "first"),
    [("margin_target", 1, "margins"), ("few", 1, "test_accuracy"), ("noise", 1, "kernel_weights")],
)
def test_the_figure_a_step_speaks_of_comes_first(lesson, number, first):
    app = _wait(_open("lab.py", v="1", lesson=lesson, step=str(number)))
    assert next(iter(app.session_state["shown"])) == first


def test_a_moved_control_stays_in_a_lesson_link():
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="2"))
    assert app.button(key="lesson_reset").disabled
    app.select_slider(key="choice.lam").set_value(1.0).run()  # the default of the Lab
    assert not app.button(key="lesson_reset").disabled
    query = _query(app)
    assert query == {"v": "1", "lesson": "margin_target", "step": "2", "lam": "1.0"}
    other = _wait(_open("lab.py", **query))
    assert other.select_slider(key="choice.lam").value == 1.0
    assert _metric(other, "Members with weight") == _metric(app, "Members with weight")


def test_the_panel_follows_its_lesson_and_its_sliders():
    app = _open("lessons.py", v="1", lesson="perfect_member", step="2")
    assert not app.exception
    assert "cannot be computed" in _said(app)
    assert app.button(key="lesson_reset").disabled
    app.slider(key="pair.neither").set_value(1).run()
    assert not app.button(key="lesson_reset").disabled
    assert "Every measure has a value" in _said(app)
    assert _query(app) == {"v": "1", "lesson": "perfect_member", "step": "2", "pair.neither": "1"}
    app.button(key="lesson_back").click().run()
    assert app.slider(key="pair.both").value == 45
    for name in ("both", "first", "second", "neither"):
        app.slider(key=f"pair.{name}").set_value(0)
    app.run()
    assert "All four counts are 0" in app.error[0].value


def test_bad_lesson_addresses_are_named_and_the_page_works():
    app = _open("lab.py", v="1", lesson="kernelz", step="x", dataset="zoo")
    assert not app.exception
    assert "Lesson (lesson) is 'kernelz'" in _said(app)
    assert "Step (step) is 'x'; allowed is a whole number" in _said(app)
    app = _open("lessons.py", **{"v": "1", "pair.both": "-3"})
    assert "(pair.both) is '-3'; allowed is a whole number from 0 to 100" in _said(app)
    app = _wait(_open("lab.py", v="1", lesson="few", step="5"))  # it has four
    assert "step 4 of 4" in _said(app)


def test_a_card_starts_the_lesson_of_its_own_page():
    app = _open("lessons.py", v="1", **{"pair.both": "3"})
    app.button(key="start-perfect_member").click().run()
    assert not app.exception
    assert "step 1 of 4" in _said(app)
    assert app.slider(key="pair.both").value == 45
    assert _query(app) == {"v": "1", "lesson": "perfect_member"}


def test_a_step_leaves_the_training_of_the_step_before(monkeypatch):
    calls = []

    class Recorder:
        def start(self, recipe, session):
            calls.append(("start", recipe))

        def leave(self, recipe, session):
            calls.append(("leave", recipe))

    monkeypatch.setattr(training, "board", Recorder)
    monkeypatch.setattr(training.st, "session_state", {})
    for recipe in ("one", "one", "two"):
        training.begin_unasked(recipe)
    assert calls == [("start", "one"), ("start", "one"), ("leave", "one"), ("start", "two")]
