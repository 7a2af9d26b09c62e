"""Nothing that a reader can see tells the answer of a step before it is given."""

from __future__ import annotations

import re

import numpy as np
import pytest

from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.placeholders import filled
from l2dwk_core.lessons.quantities import number_shown
from pages.lessons.lessons import LESSONS
from pages.lessons.rules import step_choice, step_pair
from pages.models import lesson_charts
from tests import page_apps as apps
from tests.lesson_page import answer, open_step

# Answers of lessons are recorded: they are of 301 members.
pytestmark = pytest.mark.all_members

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
