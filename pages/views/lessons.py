"""Lessons: cards of all of them, and the steps of the one that is open."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.chart import Chart
from l2dwk_core.lessons.lesson import Lesson, Step
from l2dwk_core.lessons.place import Place, PlaceQuestion
from l2dwk_core.lessons.placeholders import filled, placeholders
from l2dwk_core.lessons.question import Question, Values
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS, SETTING_FACTS
from pages.charts import layout
from pages.charts.packing import PackedChart
from pages.choices.choice import to_address
from pages.choices.pair_choice import PAIR, PairChoice
from pages.choices.query import to_query
from pages.classes import class_list
from pages.classes.class_list import PAGE, LessonsView
from pages.jobs import caches
from pages.jobs.job_card import begin_unasked, train_here
from pages.lab import pinned_run
from pages.lessons.lessons import View
from pages.lessons.own_lesson import OWN
from pages.lessons.rules import step_choice
from pages.live import live_route
from pages.models import lesson_charts, pair_panel
from pages.state import page_record, session, session_address, session_tables
from pages.widgets import (
    address_notes,
    controls,
    fields,
    lesson_cards,
    lesson_file,
    lesson_head,
    lesson_place,
    lesson_progress,
    lesson_question,
)
from pages.widgets.lesson_place import Marks
from pages.widgets.lesson_progress import Given

MENU_ICON, MENU_PLACE = ":material/school:", 40

_STYLE = f"<style>{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>"
_COUNTS = tuple(field.name for field in dataclasses.fields(PairChoice))


def main() -> None:
    view = session.view()
    base = view.pair()
    pair = page_record.read(PAIR, base)
    own = page_record.read(PAGE, LessonsView())
    choice = session.read_widgets()
    if view.now is not None:
        choice = session.present(lesson_charts.moved(view.now, choice))
    # A lesson has no such place.
    more = {} if view.chosen else page_record.query(PAGE, own, LessonsView())
    session_address.write_address(choice, page_record.query(PAIR, pair, base) | more)
    st.html(_STYLE)
    lesson_progress.keep()
    address_notes.show()
    lesson = view.chosen
    if lesson is None:
        _overview(own)
    else:
        _lesson(lesson, lesson.steps[view.step - 1])


def _overview(view: LessonsView) -> None:
    st.title("Lessons: predict, then look", anchor=False)
    st.markdown(
        "Each step asks what you expect before it shows what happens. A lesson takes a few "
        "minutes; take them in any order."
    )
    class_list.show(view)
    lesson_cards.finished_card()
    lesson_cards.lesson_cards(4)
    lesson_file.show()


def _lesson(lesson: Lesson, step: Step) -> None:
    """Show a step: its text and question, then its figures and what they mean."""
    earlier = None if step.before is None else lesson.steps[step.before - 1]
    given = lesson_progress.answer()
    answered = step.question is None or given is not None
    lesson_head.show(lesson, answered=answered)
    if not all(map(_has_rows, (step, earlier))):
        st.caption("This step is about an uploaded table; give its file above.")
        return
    try:
        # What is not shown yet need not be there yet, but it is begun.
        hidden = not answered and not _needs_values(lesson, step)
        if hidden and step.of == "run":
            caches.begin_lesson(step_choice(step))
        values = None if hidden else lesson_charts.step_values(step)
        before = None if earlier is None else lesson_charts.step_values(earlier)
    except InputError as problem:
        layout.error(problem)
        return
    for one in (step, earlier):
        if one is not None and not lesson_charts.is_ready(one):
            _train(one)
            return
    question, marks, value = _asked(step, values, before)
    left, right = st.columns([5, 7], gap="large")
    with left.container(key="lesson-text"):
        _text(filled(step.text, values, before))
        if not answered:
            _text(filled(step.until, values, before))
        if question is not None:
            _question(question, given, value)
        if answered:
            _text(filled(step.after, values, before))
            _onwards(step)
    with right:
        if isinstance(question, PlaceQuestion):
            _place(question, marks, given, value)
        if answered:
            _result(step)
        elif earlier is not None and step.before_figures:
            for chart in lesson_charts.step_charts(earlier, step.before_figures):
                layout.show(chart)
        elif not isinstance(step.question, PlaceQuestion):
            with st.container(border=True, key="lesson-waiting"):
                st.markdown(":gray[The figure comes with your answer.]", text_alignment="center")


def _text(words: str) -> None:
    if words:
        st.markdown(words)


def _needs_values(lesson: Lesson, step: Step) -> bool:
    """Return whether a step needs the values of its run before its question is answered.

    A slider must hold the answer. The tests know that those of the shipped lessons do.
    """
    if isinstance(step.question, PlaceQuestion) or placeholders(step.text + step.until):
        return True
    return lesson.key == OWN and step.question is not None and not step.question.options


def _asked(
    step: Step, values: Values | None, before: Values | None
) -> tuple[Question | PlaceQuestion | None, Marks, Any]:
    """Return the question with sliders that hold its answer, its known places, and the answer;
    None for the answer where it is not needed yet."""
    question = step.question
    if question is None or values is None:
        return question, [], None
    if isinstance(question, PlaceQuestion):
        marks, place = question.marked(values, before), question.value(values, before)
        return question.holding([place, *(known for _, known in marks)]), marks, place
    value = question.value(values, before)
    return question.holding(value), [], value


def _question(question: Question | PlaceQuestion, given: Given | None, value: Any) -> None:
    """Show the question, and with its answer how the two compare."""
    if isinstance(question, PlaceQuestion):
        if isinstance(given, tuple):
            lesson_place.compare(question, given, value)
        else:
            lesson_place.ask(question)
    elif isinstance(given, int | float):
        lesson_question.compare(question, given, value)
    else:
        lesson_question.ask(question)


def _place(question: PlaceQuestion, marks: Marks, given: Given | None, value: Place) -> None:
    """Show the figure in which the reader predicts a place, and with the answer both."""
    if isinstance(given, tuple):
        lesson_place.reveal(question, marks, given, value)
    else:
        lesson_place.draw(question, marks)


def _has_rows(step: Step | None) -> bool:
    """Return whether this session has the rows of a step."""
    return step is None or step.of == "pair" or session_tables.has(step_choice(step).dataset)


def _train(step: Step) -> None:
    """Train the members of a step that are not recorded; after Cancel only when asked."""
    recipe = step_choice(step).recipe()
    if session.first_time(("lesson training", recipe)):
        begin_unasked(recipe)
    train_here(recipe)


def _onwards(step: Step) -> None:
    row = st.container(horizontal=True, key="lesson-onwards", vertical_alignment="center")
    if step.question is not None:
        row.button(
            "Ask me again", icon=":material/replay:", type="tertiary", key="lesson_again",
            on_click=lesson_progress.forget_answer,
        )  # fmt: skip
    if step.of == "run":
        row.page_link(
            "views/lab.py",
            label="This run in the Lab",
            icon=":material/science:",
            query_params=to_address(lesson_charts.moved(step, session.choice()))
            | to_query(session.view().without_lesson(), View())
            | pinned_run.in_address(),
        )


def _result(step: Step) -> None:
    """Show the control of a step and the figures that follow it."""
    if step.of == "pair":
        _pair_result(step)
        return
    choice = lesson_charts.moved(step, session.choice())
    if step.control:
        with st.container(horizontal=True, vertical_alignment="bottom", key="lesson-bar"):
            controls.one_control(step.control)
            _reset(disabled=choice == step_choice(step))
    try:
        run = lesson_charts.run_of(choice)
    except InputError as problem:
        layout.error(problem)
        return
    assert run is not None  # a control needs no new training
    shown: dict[str, str] = {}
    for name in step.figures:
        chart = lesson_charts.chart_of(choice, name)
        assert chart is not None
        layout.show(chart)
        shown[chart.name] = name
    if not step.control:
        return
    key, in_steps = f"choice.{step.control}", _is_list_slider(step.control)
    live_route.follow(
        lesson_charts.PAGE,
        choice,
        lesson_charts.chart_of,
        shown,
        sliders=[] if in_steps else [key] if step.control == "n_members" else [],
        steps=[key] if in_steps else [],
    )


def _is_list_slider(name: str) -> bool:
    """Return whether the control is a slider over a list of values."""
    return name == "lam" or (name in KERNEL_PARAMETERS and bool(SETTING_FACTS[name].slider))


def _pair_result(step: Step) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="lesson-bar"):
        fields.slider(PAIR, step.control or _COUNTS[0])
        _reset(disabled=page_record.current(PAIR) == session.view().pair())
    pair = page_record.read_drawn(PAIR)
    try:
        chart: Chart | PackedChart = pair_panel.pair_chart(pair)
    except InputError as problem:
        layout.error(problem)
    else:
        layout.show(chart)
        live_route.follow(
            PAIR,
            pair,
            pair_panel.chart_of,
            {chart.name: chart.name},
            sliders=[f"{PAIR}.{name}" for name in _COUNTS],
        )
    others = [name for name in _COUNTS if name != (step.control or _COUNTS[0])]
    row = st.container(horizontal=True, key="pair-counts")
    for name in others:
        fields.slider(PAIR, name, place=row)


def _reset(*, disabled: bool) -> None:
    st.button(
        "Reset", icon=":material/replay:", type="tertiary", key="lesson_reset", disabled=disabled,
        on_click=lesson_progress.reset,
    )  # fmt: skip


main()
