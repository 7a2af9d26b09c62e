"""The banner of a lesson: what this step is about, Back and Next, and at the end a question."""

from __future__ import annotations

from dataclasses import asdict, replace

import streamlit as st

from pages.choices.choice import Choice
from pages.choices.page_choices import PAIR, PairChoice
from pages.jobs import caches
from pages.lessons.lessons import LAB, LESSONS, Lesson, View
from pages.state import page_record, session

_LESSONS_PAGE, _LAB_PAGE = "views/lessons.py", "views/lab.py"
_FINISHED = "lessons finished"
_FOLDED = "lesson folded"
_ANSWERS = "lesson answers"


def show(page: str) -> None:
    """The banner, when a lesson runs on this page; the way to it, when it runs on the other."""
    view = session.view()
    lesson = view.on(page)
    if lesson is None:
        _elsewhere(view)
        return
    step = view.step
    now = lesson.steps[step - 1]
    with st.container(border=True, key="lesson"):
        _head(lesson, step)
        if st.session_state.get(_FOLDED):
            return
        waits = lesson.page == LAB and caches.at_once(session.choice().recipe()) is None
        look = "Once the members are trained, look for" if waits else "Look for"
        st.markdown(f"{now.text}  \n:material/visibility: **{look}:** {now.look}")
        if lesson.page == LAB:
            with st.container(key="phone-controls"):
                st.caption("On a phone the controls are behind » at the top left.")
        if step == len(lesson.steps):
            _question(lesson)


def first() -> str:
    """The figures of the Lab that come first in this step of a lesson; empty without any."""
    view = session.view()
    lesson = view.on(LAB)
    return "" if lesson is None else lesson.steps[view.step - 1].first


def wants_training(choice: Choice) -> bool:
    """A lesson trains its steps by itself, but not again after Cancel."""
    lesson = session.view().on(LAB)
    return lesson is not None and session.first_time(("lesson training", choice.recipe()))


def go(lesson: Lesson, step: int) -> None:
    """Show a step: its controls, and its place in the address."""
    st.session_state[_FOLDED] = False
    session.put_view(replace(session.view(), lesson=lesson.key, step=step))
    if lesson.page == LAB:
        session.put(lesson.choice(step))
        recipe = lesson.choice(step).recipe()
        if caches.run_jobs().prepared(recipe) is None:
            caches.run_jobs().start(recipe, caches.session_id())
    else:
        page_record.put(PAIR, **asdict(session.view().pair()))


def leave() -> None:
    """End the lesson; the controls stay where they are."""
    session.put_view(replace(session.view(), lesson="", step=1))


def finished() -> list[Lesson]:
    """The lessons this session has gone through to their end, the latest last."""
    return [LESSONS[key] for key in st.session_state.get(_FINISHED, {})]


def following(lesson: Lesson) -> Lesson | None:
    """The next lesson that was not finished, from the first again after the last."""
    keys = list(LESSONS)
    place = keys.index(lesson.key) + 1
    done = st.session_state.get(_FINISHED, {})
    return next((LESSONS[k] for k in [*keys[place:], *keys[:place]] if k not in done), None)


def _finish(lesson: Lesson) -> None:
    done = st.session_state.setdefault(_FINISHED, {})
    done.pop(lesson.key, None)
    done[lesson.key] = True
    leave()
    # What the last step had set was for the lesson; who wants to stay with it leaves instead.
    if lesson.page == LAB:
        view, now = session.view(), session.choice()
        session.put_for_next_page(
            replace(Choice(), **{n: getattr(now, n) for n in (*view.hide, *view.lock)})
        )
        session.switch_page(_LESSONS_PAGE)
    page_record.put(PAIR, **asdict(PairChoice()))
    st.rerun()


def _elsewhere(view: View) -> None:
    lesson = LESSONS.get(view.lesson)
    if lesson is None:
        return
    with st.container(border=True, key="lesson-elsewhere"):
        row = st.container(horizontal=True, key="lesson-buttons", vertical_alignment="center")
        row.subheader(
            f":gray[Lesson: {lesson.title} ·] you are at step {view.step} of {len(lesson.steps)}",
            anchor=False,
        )
        if row.button(
            "Continue", icon=":material/arrow_forward:", key="lesson_continue", type="primary"
        ):
            session.switch_page(_LAB_PAGE if lesson.page == LAB else _LESSONS_PAGE)
        row.button(
            "Leave", icon=":material/close:", key="lesson_leave", type="tertiary",
            help="End the lesson; the controls stay where they are.", on_click=leave,
        )  # fmt: skip


def _head(lesson: Lesson, step: int) -> None:
    """Title and buttons in one row, to leave the screen to the figures."""
    row = st.container(horizontal=True, key="lesson-buttons", vertical_alignment="center")
    row.subheader(
        f":gray[Lesson: {lesson.title} · step {step} of {len(lesson.steps)} ·] "
        f"{lesson.steps[step - 1].title}",
        anchor=False,
    )
    row.button(
        "Back", icon=":material/arrow_back:", key="lesson_back", disabled=step == 1,
        on_click=go, args=(lesson, step - 1),
    )  # fmt: skip
    if step < len(lesson.steps):
        row.button(
            "Next", icon=":material/arrow_forward:", key="lesson_next", type="primary",
            on_click=go, args=(lesson, step + 1),
        )  # fmt: skip
    elif row.button("Finish", icon=":material/check:", key="lesson_finish", type="primary"):
        _finish(lesson)
    row.button(
        "Reset", icon=":material/replay:", key="lesson_reset", type="tertiary",
        help="Set the controls of this step anew.", on_click=go, args=(lesson, step),
        disabled=not _moved(lesson, step),
    )  # fmt: skip
    row.button(
        "Leave", icon=":material/close:", key="lesson_leave", type="tertiary",
        help="End the lesson; the controls stay where they are.", on_click=leave,
    )  # fmt: skip
    folded = st.session_state.get(_FOLDED, False)
    row.button(
        "Show text" if folded else "Hide text",
        icon=f":material/{'expand_more' if folded else 'expand_less'}:",
        key="lesson_fold", type="tertiary", on_click=_fold,
    )  # fmt: skip


def _moved(lesson: Lesson, step: int) -> bool:
    """Whether the reader has changed something, and the text speaks of other settings."""
    if lesson.page == LAB:
        return session.choice() != lesson.choice(step)
    return bool(page_record.current(PAIR) != session.view().pair())


def _fold() -> None:
    st.session_state[_FOLDED] = not st.session_state.get(_FOLDED, False)


def _question(lesson: Lesson) -> None:
    check = lesson.check
    # Kept apart from the widget, which is gone while another step is shown.
    answers: dict[str, int | None] = st.session_state.setdefault(_ANSWERS, {})
    answer = st.radio(
        f"**{check.text}**",
        range(len(check.options)),
        format_func=check.options.__getitem__,
        index=answers.get(lesson.key),
        horizontal=True,
        key=f"answer.{lesson.key}",
    )
    answers[lesson.key] = answer
    if answer is None:
        return
    if answer == check.answer:
        st.success(f"Right. {check.why}", icon=":material/check_circle:")
    else:
        st.warning("The figures say otherwise: look again.", icon=":material/replay:")
