"""A reader can walk through a lesson to its end, and has the own choice back after it."""

from __future__ import annotations

import pytest

from l2dwk_core.common.text import as_sentence
from l2dwk_core.figures.predicted_place import ANSWER, PREDICTION
from pages.choices.pair_choice import PairChoice
from pages.lessons.lessons import LESSONS
from pages.models import lesson_charts
from tests import page_apps as apps
from tests.lesson_page import answer, open_step
from tests.trainings import run_of_step

# Answers of lessons are recorded: they are of 301 members.
pytestmark = pytest.mark.all_members


def test_every_lesson_ends_with_finish_and_leads_on_to_the_next_until_all_are_done():
    app = apps.open_page("lessons.py", v="1")
    assert "Finished:" not in apps.said(app)
    for key, after in zip(LESSONS, [*list(LESSONS)[1:], None], strict=True):
        lesson = LESSONS[key]
        place = "start" if key == "kernels" else "next"
        app.button(key=f"{place}-{key}").click().run()
        for _ in lesson.steps[1:]:
            answer(app).button(key="lesson_next").click().run()
        assert not apps.button(answer(app), "lesson_next")
        app.button(key="lesson_finish").click().run()
        apps.check(app)
        said = apps.said(app)
        assert f"Finished: {as_sentence(lesson.title)}** {lesson.learnt}" in said
        assert "?." not in said and "?**." not in said
        assert (
            f"Next: **{as_sentence(LESSONS[after].title)}** " if after else "all 7 lessons"
        ) in said
        assert "lesson" not in app.session_state["address"]


def test_finish_names_the_questions_that_are_open_and_leads_to_them():
    app = answer(open_step("few", 1, lock="lam"))
    for _ in range(3):
        app.button(key="lesson_next").click().run()
    app.button(key="lesson_finish").click().run()
    apps.check(app)
    said = apps.said(app)
    assert "Not finished yet: Many could be few.** 3 questions are not answered" in said
    assert "Finished:" not in said and LESSONS["few"].learnt not in said
    shown = [b.label for b in app.button if str(b.key).startswith("open_")]
    assert shown == [
        f"Step {n}: {LESSONS['few'].steps[n - 1].title}".replace("*", r"\*") for n in (2, 3, 4)
    ]
    app.button(key="open_3").click().run()
    apps.check(app)
    assert "step 3 of 4" in apps.said(app) and apps.button(app, "predict")
    assert apps.address(app)["lock"] == "lam"
    app.button(key="lesson_next").click().run()
    app.button(key="lesson_finish").click().run()
    app.button(key="lesson_end").click().run()
    apps.check(app)
    assert "Finished: Many could be few." in apps.said(app)


def test_a_place_is_predicted_with_sliders_and_shown_beside_the_answer():
    app = open_step("weighting_pays", 2)
    question = LESSONS["weighting_pays"].steps[1].question
    point = apps.trace(app, PREDICTION)
    assert (point["x"], point["y"]) == ([0.2], [80.0])
    assert apps.trace(app, "uniform vote")["y"] == [pytest.approx(90.4, abs=0.1)]
    app.slider(key="prediction.weighting_pays.2.across").set_value(0.05)
    app.slider(key="prediction.weighting_pays.2.up").set_value(95.0).run()
    assert apps.trace(app, PREDICTION)["x"] == [0.05]
    app = answer(app)
    assert question.ask in apps.said(app)
    (found,) = app.success or app.info
    value = question.value(lesson_charts.step_values(LESSONS["weighting_pays"].steps[1]))
    assert found.value == "  \n".join(question.distances((0.05, 95.0), value))
    assert "Test diversity: you said 0.05; it is 0.04." in found.value
    assert apps.trace(app, ANSWER)["x"] == [value[0]]
    assert apps.trace(app, PREDICTION)["x"] == [0.05]


def test_the_question_stays_in_sight_with_its_answer():
    app = open_step("few", 1)
    asked = LESSONS["few"].steps[0].question.ask
    assert f"**{asked}**" in apps.said(app)
    assert f"**{asked}**" in apps.said(answer(app))
    app = answer(open_step("few", 4), 0)
    said = apps.said(app) + app.info[0].value
    assert LESSONS["few"].steps[3].question.ask in said
    assert "You said: The few are clearly better." in said
    assert "Right is: **The two cannot be told apart**" in said


def test_the_control_of_a_step_moves_its_figure_and_the_link_keeps_it():
    app = answer(open_step("few", 2))
    assert app.button(key="lesson_reset").disabled
    app.select_slider(key="choice.lam").set_value(1.0).run()
    query = apps.address(app)
    assert query == {"v": "1", "lesson": "few", "step": "2", "lam": "1.0"}
    kept = run_of_step("few", 1).trace.n_selected
    assert f"{kept} of 301 members carry" in apps.titles(app)
    assert apps.following(app)["figures"] == {"sparsity": "sparsity"}
    other = open_step("few", 2, lam="1.0")
    assert "are left" not in apps.said(other) and apps.button(other, "predict")
    assert f"{kept} of 301 members carry" in apps.titles(answer(other))
    app.button(key="lesson_reset").click().run()
    assert app.select_slider(key="choice.lam").value == 10.0


def test_answers_are_kept_and_can_be_asked_for_again():
    app = answer(open_step("few", 4), 1)
    assert "You said: **The two cannot be told apart**. That is right" in app.success[0].value
    app.button(key="lesson_back").click().run()
    app.button(key="lesson_next").click().run()
    assert app.success and not apps.button(app, "option_1")
    app.button(key="lesson_again").click().run()
    assert apps.button(app, "option_1") and not app.success


def test_the_pair_of_a_step_has_all_its_counts():
    app = answer(open_step("perfect_member", 2))
    assert "cannot be computed" in apps.titles(app)
    app.slider(key="pair.neither").set_value(1).run()
    assert "Every measure has a value" in apps.titles(app)
    assert apps.address(app)["pair.neither"] == "1"
    for name in ("both", "first", "second", "neither"):
        app.slider(key=f"pair.{name}").set_value(0)
    app.run()
    assert "All four counts are 0" in app.error[0].value
    app.button(key="lesson_finish" if apps.button(app, "lesson_finish") else "lesson_leave").click()
    app.run()
    assert app.session_state["record of pair"] == PairChoice()


def own_choice(app):
    return app.session_state["choice"]


@pytest.mark.parametrize("end", ["lesson_leave", "lesson_finish"])
def test_the_choice_of_before_a_lesson_comes_back_after_it(end):
    app = apps.open_page("lessons.py", v="1", kernel="polynomial", lam="2.5")
    mine = own_choice(app)
    assert (mine.kernel, mine.lam) == ("polynomial", 2.5)
    app.button(key="start-few").click().run()
    for _ in range(3 if end == "lesson_finish" else 1):
        app.button(key="lesson_next").click().run()
    assert own_choice(app).lam != 2.5
    app.button(key=end).click().run()
    apps.check(app)
    assert own_choice(app) == mine


def test_a_kept_answer_that_is_none_to_the_question_is_not_used():
    app = open_step("few", 4)
    app.session_state["lesson answers"] = {"few..4": 7, "few..3": (1.0, 2.0)}
    app.run()
    apps.check(app)
    assert apps.button(app, "option_0")
