"""Lessons on their pages: a link shows the step it names, and a student can walk to the end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pages.choices.choice import Choice, from_address, to_address
from pages.choices.page_choices import PairChoice
from pages.jobs import job_card
from pages.lessons.lessons import LAB, LESSONS, View, read_view
from tests import page_apps as apps
from tests.trainings import run_of_step


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


def test_a_student_can_walk_a_lesson_to_its_end():
    lesson = LESSONS["kernels"]
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="kernels"))
    kept = []
    for number, shown in enumerate(lesson.steps, 1):
        assert f"step {number} of 5" in apps.said(app)
        assert shown.title in apps.said(app)
        kept.append(apps.metric(app, "Members with weight"))
        assert kept[-1] == f"{run_of_step('kernels', number).trace.n_selected} of 301"
        if number < len(lesson.steps):
            app = apps.waited(app.button(key="lesson_next").click().run())
    assert kept[0] == kept[1] == kept[2] == kept[4] != kept[3]
    radio = app.radio(key="answer.kernels")
    radio.set_value(0).run()
    assert "look again" in apps.said(app)
    app.radio(key="answer.kernels").set_value(lesson.check.answer).run()
    assert lesson.check.why in apps.said(app)
    app.button(key="lesson_back").click().run()
    app = apps.waited(app.button(key="lesson_next").click().run())
    assert lesson.check.why in apps.said(app)  # the answer was kept
    app.button(key="lesson_leave").click().run()
    assert "Lesson:" not in apps.said(app)
    assert app.selectbox(key="choice.dataset")  # every control is back
    assert app.select_slider(key="choice.sigma").value == 0.3


def test_every_lesson_ends_with_finish_and_leads_on_to_the_next_until_all_are_done():
    app = apps.open_page("lessons.py", v="1")
    assert "Finished:" not in apps.said(app)
    for key, after in zip(LESSONS, [*list(LESSONS)[1:], None], strict=True):
        lesson = LESSONS[key]
        last = {"v": "1", "lesson": key, "step": str(len(lesson.steps))}
        app.query_params.clear()
        app.switch_page("views/start.py").run()
        app.query_params.update(last)
        app.switch_page(f"views/{'lab' if lesson.page == LAB else 'lessons'}.py")
        app.query_params.update(last)
        app = apps.waited(app.run())
        assert not [b for b in app.button if b.key == "lesson_next"]
        app.button(key="lesson_finish").click().run()
        assert not app.exception, [e.value for e in app.exception]
        said = apps.said(app)
        assert f"Finished: {lesson.title}.** {lesson.learnt}" in said
        assert (f"Next: **{LESSONS[after].title}**" if after else "all 6 lessons") in said
        assert "Lesson:" not in said
        assert "lesson" not in app.session_state["address"]


def test_the_text_of_a_lesson_folds_away_and_the_next_step_unfolds_it():
    app = apps.open_page("lessons.py", v="1", lesson="perfect_member")
    first, second = LESSONS["perfect_member"].steps[:2]
    assert first.look in apps.said(app)
    app.button(key="lesson_fold").click().run()
    assert first.look not in apps.said(app) and first.title in apps.said(app)
    app.button(key="lesson_next").click().run()
    assert second.look in apps.said(app)


def test_a_lesson_hides_and_locks_controls_and_so_can_a_link():
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="kernels", step="2"))
    keys = {w.key for w in (*app.selectbox, *app.select_slider, *app.slider, *app.number_input)}
    assert keys == {"choice.kernel", "choice.sigma", "choice.lam", "choice.kernel_form"}
    assert app.select_slider(key="choice.lam").disabled
    assert not app.select_slider(key="choice.sigma").disabled
    app = apps.open_page("lab.py", v="1", hide="lam,dataset", lock="kernel", lam="2.0")
    keys = {w.key for w in (*app.selectbox, *app.select_slider)}
    assert not keys & {"choice.lam", "choice.dataset"}
    assert app.selectbox(key="choice.kernel").disabled
    assert apps.address(app) == {"v": "1", "hide": "lam,dataset", "lock": "kernel", "lam": "2.0"}


def test_what_a_link_hides_is_not_said_either():
    app = apps.lab(hide="kernel,lam", lam="2.0", n_members="21")
    line = next(m.value for m in app.markdown if m.value.startswith("**zoo**"))
    assert "kernel" not in line and "λ" not in line
    assert not [w for w in app.select_slider if w.key == "choice.sigma"]
    app = apps.lab(lam="2.0", n_members="21")
    line = next(m.value for m in app.markdown if m.value.startswith("**zoo**"))
    assert "Gaussian kernel** (σ = 1)" in line and "λ = 2" in line


def test_beside_a_kernel_that_turns_the_objective_stands_no_claim_that_it_changes_nothing():
    said = "as here, share one best w"
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="kernels", step="3"))
    assert said in apps.said(app)
    turned = {"degree": "2", "constant": "-1.0"}
    app = apps.open_page("lab.py", v="1", lesson="kernels", step="3", **turned)
    app = apps.waited(app)
    assert apps.metric(app, "Members with weight") == "1 of 301"
    assert said not in apps.said(app) and "makes b negative" in apps.said(app)


def test_what_a_link_hides_and_locks_stays_so_through_the_steps():
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="few", lock="lam", hide="seed"))
    for key in ("lesson_next", "lesson_back", "lesson_reset", "lesson_leave"):
        if key == "lesson_reset":
            app.slider(key="choice.n_members").set_value(51).run()
        app = apps.waited(app.button(key=key).click().run())
        query = apps.address(app)
        assert (query["lock"], query["hide"]) == ("lam", "seed")
        assert app.select_slider(key="choice.lam").disabled
        assert not [w for w in app.number_input if w.key == "choice.seed"]


def test_a_finished_lesson_takes_its_settings_along_and_a_left_one_leaves_them():
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="margin_target", step="4"))
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice()
    app = apps.waited(
        apps.open_page("lab.py", v="1", lesson="margin_target", step="4", lock="lam", lam="4.0")
    )
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice(lam=4.0)
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="margin_target", step="3"))
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == LESSONS["margin_target"].choice(3)
    app = apps.open_page("lessons.py", v="1", lesson="perfect_member", step="4")
    app.button(key="lesson_finish").click().run()
    assert app.slider(key="pair.both").value == PairChoice().both


@pytest.mark.parametrize(("view", "lesson"), [("lessons.py", "few"), ("lab.py", "perfect_member")])
def test_the_other_page_leads_back_to_the_lesson(view, lesson):
    app = apps.open_page(view, v="1", lesson=lesson, step="2")
    assert f"{LESSONS[lesson].title} ·] you are at step 2 of 4" in apps.said(app)
    app = apps.waited(app.button(key="lesson_continue").click().run())
    assert f"step 2 of 4 ·] {LESSONS[lesson].steps[1].title}" in apps.said(app)


@pytest.mark.parametrize(
    ("lesson", "number", "first"),
    [("margin_target", 1, "margins"), ("few", 1, "test_accuracy"), ("noise", 1, "kernel_weights")],
)
def test_the_figure_a_step_speaks_of_comes_first(lesson, number, first):
    app = apps.waited(apps.open_page("lab.py", v="1", lesson=lesson, step=str(number)))
    assert next(iter(app.session_state["shown"])) == first


def test_a_moved_control_stays_in_a_lesson_link():
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="margin_target", step="2"))
    assert app.button(key="lesson_reset").disabled
    app.select_slider(key="choice.lam").set_value(1.0).run()  # the default of the Lab
    assert not app.button(key="lesson_reset").disabled
    query = apps.address(app)
    assert query == {"v": "1", "lesson": "margin_target", "step": "2", "lam": "1.0"}
    other = apps.waited(apps.open_page("lab.py", **query))
    assert other.select_slider(key="choice.lam").value == 1.0
    assert apps.metric(other, "Members with weight") == apps.metric(app, "Members with weight")


def test_the_panel_follows_its_lesson_and_its_sliders():
    app = apps.open_page("lessons.py", v="1", lesson="perfect_member", step="2")
    assert not app.exception
    assert "cannot be computed" in apps.said(app)
    assert app.button(key="lesson_reset").disabled
    app.slider(key="pair.neither").set_value(1).run()
    assert not app.button(key="lesson_reset").disabled
    assert "Every measure has a value" in apps.said(app)
    assert apps.address(app) == {
        "v": "1",
        "lesson": "perfect_member",
        "step": "2",
        "pair.neither": "1",
    }
    app.button(key="lesson_back").click().run()
    assert app.slider(key="pair.both").value == 45
    for name in ("both", "first", "second", "neither"):
        app.slider(key=f"pair.{name}").set_value(0)
    app.run()
    assert "All four counts are 0" in app.error[0].value


def test_bad_lesson_addresses_are_named_and_the_page_works():
    app = apps.open_page("lab.py", v="1", lesson="kernelz", step="x", dataset="zoo")
    assert not app.exception
    assert "Lesson (lesson) is 'kernelz'" in apps.said(app)
    assert "Step (step) is 'x'; allowed is a whole number" in apps.said(app)
    app = apps.open_page("lessons.py", **{"v": "1", "pair.both": "-3"})
    assert "(pair.both) is '-3'; allowed is a whole number from 0 to 100" in apps.said(app)
    app = apps.waited(apps.open_page("lab.py", v="1", lesson="few", step="5"))  # it has four
    assert "step 4 of 4" in apps.said(app)


def test_a_card_starts_the_lesson_of_its_own_page():
    app = apps.open_page("lessons.py", v="1", **{"pair.both": "3"})
    app.button(key="start-perfect_member").click().run()
    assert not app.exception
    assert "step 1 of 4" in apps.said(app)
    assert app.slider(key="pair.both").value == 45
    assert apps.address(app) == {"v": "1", "lesson": "perfect_member"}


def test_a_step_leaves_the_training_of_the_step_before(monkeypatch):
    calls = []

    class Recorder:
        def start(self, recipe, session):
            calls.append(("start", recipe))

        def leave(self, recipe, session):
            calls.append(("leave", recipe))

    monkeypatch.setattr(job_card, "run_jobs", Recorder)
    monkeypatch.setattr(job_card.st, "session_state", {})
    for recipe in ("one", "one", "two"):
        job_card.begin_unasked(recipe)
    assert calls == [("start", "one"), ("start", "one"), ("leave", "one"), ("start", "two")]
