"""Lessons on their page: nothing gives an answer away, and a reader can walk to the end."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from l2dwk_core.common.text import as_sentence
from l2dwk_core.figures.predicted_place import ANSWER, PREDICTION
from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.placeholders import filled
from l2dwk_core.lessons.quantities import number_shown
from l2dwk_core.lessons.reader import LessonFileError
from pages.choices.choice import Choice, from_address, to_address
from pages.choices.pair_choice import PairChoice
from pages.lessons import lessons as lessons_module
from pages.lessons.lessons import LESSONS, View, read_view
from pages.lessons.own_lesson import MAX_PACKED, own_lesson, packed, unpacked
from pages.lessons.rules import step_choice, step_pair
from pages.models import lesson_charts
from tests import page_apps as apps
from tests.trainings import run_of_step

SHIPPED = Path(lessons_module.__file__).parents[2] / "l2dwk_core" / "lessons" / "shipped"
FEW = (SHIPPED / "5_few.md").read_text(encoding="utf-8")


def open_step(key, number, **more):
    app = apps.open_page("lessons.py", v="1", lesson=key, step=str(number), **more)
    apps.check(app)
    return app


def answer(app, place=0):
    """Answer the question: with the slider as it stands, or with an option."""
    key = f"option_{place}" if apps.button(app, f"option_{place}") else "predict"
    app.button(key=key).click().run()
    apps.check(app)
    return app


# Words of a step in which a digit stands that is also its answer: they say something else.
OTHER_ONES = {
    ("kernels", 3): ("x·y is 1", "(x·y − 1)²", "it is −1"),
    ("training_votes", 1): ("step 1 of 4",),
    ("perfect_member", 3): ("this one mistake", "one mistake", "−1 to 1", "74, 25, 1 and 0", "−1"),
    ("perfect_member", 4): ("12, 32 and 8",),
}


def visible(app, figures=True):
    """Everything a reader can see or have read aloud, but for the options and the slider's label.

    Also what stands in a figure: titles of axes, legends, notes, and texts of its points.
    """
    parts = [*app.title, *app.markdown, *app.caption, *app.subheader, *app.info, *app.success]
    words = [str(part.value) for part in (*parts, *app.warning, *app.error)]
    words += [f"{m.label} {m.value} {m.delta} {m.help}" for m in app.metric]
    words += [f"{b.label} {b.help}" for b in app.button if not str(b.key).startswith("option_")]
    for figure in apps.figures(app) if figures else ():
        words += [figure["title"], figure["reading"], figure["alternative"]]
        layout = figure["layout"]
        words += [str(note.get("text")) for note in layout.get("annotations", [])]
        words += [str(trace.get(name)) for trace in figure["data"] for name in ("name", "text")]
    return "\n".join(words).replace("\\", "")


def gives_away(words, answered):
    """Whether an answer, a number or an option, stands in a text."""
    if re.search(r"\d", answered):
        return re.search(rf"(?<![\d.,−-]){re.escape(answered)}(?![\d%]|[.,]\d)", words) is not None
    return answered.lower() in words.lower()


# What tells a word or a difference: the numbers that it is made of.
EVIDENCE = {
    "verdict": ("accuracy", "uniform_accuracy"),
    "points_over_uniform": ("accuracy", "uniform_accuracy"),
    "points_over_all_rows": ("accuracy", "all_rows_accuracy"),
    "points_over_best_member": ("accuracy", "best_member_accuracy"),
    "hold_out_cost": ("all_rows_accuracy", "uniform_accuracy"),
}


def evidence(question):
    return EVIDENCE.get(question.answer, (question.answer,))


def same_run(step, earlier):
    """Whether the figures that are shown with the question are of the run that is asked about."""
    return step.of == earlier.of and (
        step_choice(step) == step_choice(earlier)
        if step.of == "run"
        else step_pair(step) == step_pair(earlier)
    )


def holds(figure, wanted):
    """Whether all of these numbers, shares in percent, stand among the data of a figure."""
    columns = [apps.numbers(trace[n]) for trace in figure["data"] for n in "xy" if n in trace]
    numbers = np.concatenate([c.ravel() for c in columns if c.dtype.kind in "if"])
    return all(np.isclose(numbers, v).any() or np.isclose(numbers, v / 100).any() for v in wanted)


def test_a_figure_that_holds_the_answer_would_be_found():
    step = LESSONS["few"].steps[3]
    values = lesson_charts.step_values(step)
    found = {
        name: holds(
            vars(chart)["figure"].to_plotly_json(), [values(n) for n in evidence(step.question)]
        )
        for name in ("test_accuracy", "sparsity")
        for chart in _whole(lesson_charts.step_charts(step, (name,)))
    }
    assert found == {"test_accuracy": True, "sparsity": False}


def test_an_answer_in_a_text_would_be_found():
    assert gives_away("so 17 of 301 are left.", "17") and gives_away("It is 52%.", "52%")
    assert not gives_away("117, 17.5, 1,017, 170 or 1.17", "17")
    assert gives_away("It rises.", "it rises") and not gives_away("It falls.", "it rises")


@pytest.mark.parametrize("key", LESSONS)
def test_nothing_gives_an_answer_before_it_is_given(key):
    app = open_step(key, 1)
    for number, step in enumerate(LESSONS[key].steps, 1):
        question = step.question
        values = lesson_charts.step_values(step)
        earlier = LESSONS[key].steps[step.before - 1] if step.before else None
        before = lesson_charts.step_values(earlier) if earlier else None
        value = question.value(values, before)
        place = isinstance(question, PlaceQuestion)
        numeric = not place and not question.options
        # A figure has every number below 10 on its axes and among its rounds. Figures of the step's
        # own run are looked for below.
        words = visible(app, figures=not numeric or abs(value) >= 10)
        for harmless in OTHER_ONES.get((key, number), ()):
            words = words.replace(harmless, "")
        words = words.replace(f"step {number} of {len(LESSONS[key].steps)}", "")
        if place:
            answered = [number_shown(a.kind, v) for a, v in zip(question.axes, value, strict=True)]
            for one in answered:
                assert not gives_away(words, one), (number, one)
            for figure in apps.figures(app):
                assert not holds(figure, value[:1]) and not holds(figure, value[1:])
        elif question.options:
            answered = question.options[question.right_option(value)]
            if len(answered) > 2:  # "0" and "+1" are in every text
                assert not gives_away(words, answered), (number, answered)
        else:
            answered = number_shown(question.kind, value)
            assert not gives_away(words, answered.removesuffix(" points")), (number, answered)
        own = {chart.title for chart in _whole(lesson_charts.step_charts(step, step.figures))}
        if earlier is not None and not same_run(step, earlier):
            # Another run can have the same figure by chance: that is what step 2 of kernels asks.
            own -= {
                c.title for c in _whole(lesson_charts.step_charts(earlier, step.before_figures))
            }
        assert not own & {figure["title"] for figure in apps.figures(app)}
        if earlier is not None and same_run(step, earlier):
            for figure in apps.figures(app):
                assert not holds(figure, [values(name) for name in evidence(question)]), number
        after = filled(step.after, values, before).replace("\\", "")
        assert after not in visible(app)
        assert not apps.button(app, "lesson_reset")  # no control before the answer
        app = answer(app)
        assert after in visible(app)
        if place:
            for words in question.distances(question.start, value):
                assert words in visible(app)
            assert holds(apps.figures(app)[0], value)
        elif question.options:
            assert answered in apps.said(app) or answered in app.info[0].value
        else:
            assert question.distance(question.start, value) in visible(app)
        assert {f["title"] for f in apps.figures(app)[place:]} == {
            chart.title for chart in _whole(lesson_charts.step_charts(step, step.figures))
        }
        if number < len(LESSONS[key].steps):
            app.button(key="lesson_next").click().run()
            apps.check(app)


def _whole(charts):
    return [getattr(chart, "whole", lambda chart=chart: chart)() for chart in charts]


@pytest.mark.parametrize("key", LESSONS)
def test_a_step_is_its_own_short_address_and_moved_controls_come_back(key):
    for number in range(1, len(LESSONS[key].steps) + 1):
        base = View(key, number).base()
        assert to_address(base, base) == {"v": "1"}
        other = base.with_preset("paper")
        assert from_address(to_address(other, base), base=base) == (other, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"lesson": "kernel"}, "Lesson .lesson. is 'kernel'.*did you mean 'kernels'"),
        ({"lesson": "few", "step": "0"}, "is '0'; the lesson 'Many could be few' has steps 1 to 4"),
        ({"lesson": "few", "step": "two"}, "is 'two'; the lesson .* Step 1 is shown"),
        ({"lesson": "few", "step": "5"}, "is '5'; the lesson .* has steps 1 to 4. Step 4 is shown"),
        ({"step": "3"}, "step is for a lesson, but the address names none"),
        ({"file": "abc"}, "file is for a lesson, but the address names none"),
        ({"hide": "lam,size"}, "Hidden controls .hide. is 'lam,size'; allowed are dataset, pool"),
        ({"lock": ""}, "Locked controls .lock. is empty"),
        ({"lesson": "own"}, "This link has no lesson file"),
        ({"lesson": "own", "file": "abc"}, "damaged or cut off"),
        ({"lesson": "own", "file": "ä" * 9}, "damaged or cut off"),
        ({"lesson": "own", "file": "A" * (MAX_PACKED + 1)}, "damaged or cut off"),
        ({"lesson": "own", "file": packed("nothing")}, "Line 1: the file has no step"),
        ({"lesson": "own", "file": packed(FEW.replace("lam = 1.0", "lam = -1"))}, "Line 12: .*lam"),
        ({"lesson": "own", "file": packed(FEW)[:-9]}, "damaged or cut off"),
    ],
)  # fmt: skip
def test_unknown_views_are_diagnosed(query, said):
    view, notes = read_view(query)
    assert view.chosen is None or view.lesson == "few"
    assert re.search(said, notes[0]), notes[0]


def test_the_faults_of_a_lesson_in_the_address_are_one_list():
    text = FEW.replace("lam = 1.0", "lam = -1").replace('control = "lam"', 'control = "lamb"')
    with pytest.raises(LessonFileError) as found:
        own_lesson(packed(text))
    faults = found.value.problems
    assert len(faults) > 1
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    apps.check(app)
    (box,) = app.warning
    first, *items = box.value.replace("\\", "").split("\n")
    assert first == f"The lesson in this address has {len(faults)} faults:"
    assert items == [f"- {fault}" for fault in faults]


def test_a_misspelt_name_does_not_unlock_the_others():
    view, notes = read_view({"lock": "lam,nosuch,seed", "hide": "kernle"})
    assert (view.lock, view.hide) == (("lam", "seed"), ())
    assert len(notes) == 2
    assert "Used instead: lam,seed" in notes[0]


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


def test_other_choices_of_an_address_do_not_change_a_lesson():
    app = answer(open_step("few", 1, dataset="zoo", n_members="21"))
    assert f"{run_of_step('few', 1).trace.n_selected} of 301 members" in apps.titles(app)


def test_what_a_link_locks_stays_so_through_the_steps_and_after_the_lesson():
    app = open_step("few", 1, lock="lam", hide="seed")
    app.button(key="lesson_next").click().run()
    answer(app)
    assert app.select_slider(key="choice.lam").disabled
    query = apps.address(app)
    assert (query["lock"], query["hide"]) == ("lam", "seed")
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == Choice(lam=10.0)
    app = open_step("margin_target", 3)
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == Choice()


def test_another_page_leads_back_to_the_lesson():
    app = apps.open_page("lab.py", v="1", lesson="perfect_member", step="2")
    assert "you are at step 2 of 4" in apps.said(app)
    app.button(key="lesson_continue").click().run()
    assert "What is Q now?" in apps.said(app)


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


# A lesson of one's own.


def test_a_lesson_in_an_address_is_the_file():
    assert unpacked(packed(FEW)) == FEW
    assert own_lesson(packed(FEW)).steps == LESSONS["few"].steps
    assert len(packed(FEW)) < MAX_PACKED / 2


def test_a_file_is_opened_and_its_link_holds_the_lesson():
    app = apps.open_page("lessons.py", v="1")
    text = FEW.replace("Many could be few", "Mine").replace("How many of the 301 members", "Many?")
    app.file_uploader(key="lesson_file").set_value(
        ("mine.md", text.encode(), "text/markdown")
    ).run()
    apps.check(app)
    app.button(key="start_own").click().run()
    apps.check(app)
    assert "Mine · step 1 of 4" in apps.said(app) and "Many? keep weight?" in apps.said(app)
    query = apps.address(app)
    assert query == {"v": "1", "lesson": "own", "file": packed(text)}
    other = apps.open_page("lessons.py", **query)
    assert "Mine · step 1 of 4" in apps.said(other)
    assert "Your prediction was" in apps.said(answer(other)) + answer_words(other)


def test_the_end_of_an_own_lesson_is_said():
    text = FEW[: FEW.index("## More diversity")]
    app = answer(apps.open_page("lessons.py", v="1", lesson="own", file=packed(text)))
    assert "step 1 of 1" not in apps.said(app)
    app.button(key="lesson_finish").click().run()
    apps.check(app)
    assert f"Finished: {LESSONS['few'].title}.** {LESSONS['few'].learnt}" in apps.said(app)
    app.button(key="start-few").click().run()
    app.button(key="lesson_leave").click().run()
    assert "Finished:" not in apps.said(app)


def answer_words(app):
    return "\n".join(str(part.value) for part in app.info)


def test_faults_of_a_file_are_listed_with_their_lines():
    app = apps.open_page("lessons.py", v="1")
    text = FEW.replace('control = "lam"', 'control = "seed"', 1).replace(
        "high = 301", "high = 0", 1
    )
    app.file_uploader(key="lesson_file").set_value(
        ("mine.md", text.encode(), "text/markdown")
    ).run()
    apps.check(app)
    assert "This lesson has 2 faults." in app.error[0].value
    assert "- Line 30: control is 'seed'" in apps.said(app) and "- Line 17: low" in apps.said(app)
    assert not apps.button(app, "start_own")


def test_a_slider_of_a_lesson_file_is_made_longer_until_it_holds_the_answer():
    kept = run_of_step("few", 1).trace.n_selected
    for low, high in ((0, 4), (100, 301)):
        text = FEW.replace("low = 0\nhigh = 301", f"low = {low}\nhigh = {high}", 1)
        app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
        apps.check(app)
        slider = app.slider(key="prediction.own.1")
        assert slider.min <= kept <= slider.max
        assert slider.min <= low and high <= slider.max
        assert abs(kept - (slider.min + slider.max) / 2) >= (slider.max - slider.min) / 10


PLACE = """low = [0.0, 40]
high = [0.1, 60]
marks = [["uniform vote", "uniform_test_diversity", "uniform_accuracy"]]
"""


def test_the_axes_of_a_place_are_made_longer_until_they_hold_the_answer_and_the_marks():
    text = FEW.replace(
        'answer = "members_kept"\nlow = 0\nhigh = 301\n',
        f'across = "test_diversity"\nup = "accuracy"\n{PLACE}', 1,
    )  # fmt: skip
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    apps.check(app)
    values = lesson_charts.step_values(LESSONS["few"].steps[0])
    for way, names in (
        ("across", ("test_diversity", "uniform_test_diversity")),
        ("up", ("accuracy", "uniform_accuracy")),
    ):
        slider = app.slider(key=f"prediction.own.1.{way}")
        assert all(slider.min <= values(name) <= slider.max for name in names)
        assert (slider.max - slider.min) / slider.step <= 99
    assert apps.trace(answer(app), ANSWER)["y"] == [values("accuracy")]


@pytest.mark.usefixtures("few_members")
def test_a_lesson_on_another_dataset_trains_by_itself():
    text = FEW.replace(
        "lam = 1.0\n\n[question]", 'lam = 1.0\ndataset = "zoo"\nn_members = 21\n\n[question]', 1
    )
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    app = apps.waited(app)
    assert apps.button(app, "predict")
    assert "of 21 members carry" in apps.titles(answer(app))


@pytest.mark.parametrize("key", LESSONS)
def test_what_is_true_of_the_earlier_figure_goes_with_the_answer(key):
    for number, step in enumerate(LESSONS[key].steps, 1):
        if not step.before or isinstance(step.question, PlaceQuestion):
            continue
        # A sentence on the figure that stays would be read beside another figure.
        assert "figure" not in step.text and "figure" in step.until
        app = open_step(key, number)
        assert step.until in visible(app, figures=False)
        answer(app)
        assert step.until not in visible(app, figures=False)


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
