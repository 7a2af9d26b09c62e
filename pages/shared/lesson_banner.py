"""The banner of a lesson: what this step is about, Back and Next, and at the end a question."""

from __future__ import annotations

from dataclasses import asdict, replace

import streamlit as st

from pages.shared import compute, page_record, state
from pages.shared.choice import Choice
from pages.shared.lessons import LAB, Lesson, View
from pages.shared.page_choices import PAIR


def show(page: str) -> None:
    """The banner, when a lesson runs on this page."""
    view = state.view()
    lesson = view.on(page)
    if lesson is None:
        return
    step = view.step
    now = lesson.steps[step - 1]
    with st.container(border=True, key="lesson"):
        st.caption(f"Lesson: **{lesson.title}** · step {step} of {len(lesson.steps)}")
        st.subheader(now.title, anchor=False)
        st.markdown(f"{now.text}  \n:material/visibility: **Look for:** {now.look}")
        _buttons(lesson, step)
        if step == len(lesson.steps):
            _question(lesson)


def wants_training(choice: Choice) -> bool:
    """A lesson trains its steps by itself, but not again after Cancel."""
    lesson = state.view().on(LAB)
    return lesson is not None and state.once(("lesson training", choice.recipe()))


def go(lesson: Lesson, step: int) -> None:
    """Show a step: its controls, and its place in the address."""
    state.put_view(View(lesson.key, step))
    if lesson.page == LAB:
        state.put(lesson.choice(step))
        recipe = lesson.choice(step).recipe()
        if compute.board().prepared(recipe) is None:
            compute.board().start(recipe, compute.session_id())
    else:
        page_record.put(PAIR, **asdict(state.view().pair()))


def leave() -> None:
    """End the lesson; the controls stay where they are."""
    state.put_view(replace(state.view(), lesson="", step=1))


def _buttons(lesson: Lesson, step: int) -> None:
    row = st.container(horizontal=True, key="lesson-buttons")
    row.button(
        "Back", icon=":material/arrow_back:", key="lesson_back", disabled=step == 1,
        on_click=go, args=(lesson, step - 1),
    )  # fmt: skip
    row.button(
        "Next", icon=":material/arrow_forward:", key="lesson_next", type="primary",
        disabled=step == len(lesson.steps), on_click=go, args=(lesson, step + 1),
    )  # fmt: skip
    row.button(
        "Reset this step", key="lesson_reset", type="tertiary", on_click=go, args=(lesson, step)
    )
    row.button("Leave the lesson", key="lesson_leave", type="tertiary", on_click=leave)


def _question(lesson: Lesson) -> None:
    check = lesson.check
    answer = st.radio(
        f"**Check yourself.** {check.text}",
        range(len(check.options)),
        format_func=check.options.__getitem__,
        index=None,
        key=f"answer.{lesson.key}",
    )
    if answer is None:
        return
    if answer == check.answer:
        st.success(f"Right. {check.why}", icon=":material/check_circle:")
    else:
        st.warning("The figures say otherwise: look again.", icon=":material/replay:")
