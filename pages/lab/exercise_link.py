"""A link to this run, or a file with it, for a class. Both can hide or lock controls."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

from pages.choices.choice import Choice, to_address
from pages.choices.dataset_key import OWN
from pages.choices.field_rules import limits, option
from pages.choices.query import to_query
from pages.lab import class_file_button, own_question, selection
from pages.lessons.lessons import View
from pages.state import page_record, session
from pages.widgets.choice_widgets import control_label
from pages.widgets.controls import CONTROLS

PAGE = "exercise"


@dataclass(frozen=True)
class Exercise:
    """What the link hides and locks.

    It describes another address, so it is not in the address of the page itself.
    """

    hide: tuple[str, ...] = option((), CONTROLS, "Hidden controls")
    lock: tuple[str, ...] = option((), CONTROLS, "Locked controls")


def show(choice: Choice) -> None:
    """Show the drawer. Where a link hides or locks controls, there is none."""
    view = session.view()
    if view.hide or view.lock:
        return
    exercise = page_record.read(PAGE, Exercise())
    place = selection.drawer(
        "A link or a file for a class",
        key="exercise_drawer",
        icon=":material/assignment:",
        opened=False,
    )
    if place.open:
        with place:
            _choose()
            _link(choice, exercise)
            question = own_question.show(choice)
            class_file_button.show(_query(choice, exercise), question)


def link(choice: Choice, exercise: Exercise) -> str:
    """Return the address of this run in the Lab, with its controls hidden and locked.

    A control chosen for both is locked, so that its value can be seen.
    """
    return f"{st.context.url or '/lab'}?{urlencode(_query(choice, exercise), safe=',')}"


def _query(choice: Choice, exercise: Exercise) -> dict[str, str]:
    hide = tuple(name for name in exercise.hide if name not in exercise.lock)
    shown = to_query(View(hide=hide, lock=exercise.lock), View())
    return to_address(choice) | selection.address() | shown


def _choose() -> None:
    st.markdown(
        "**A link** opens the run as it is now, at the round it returns. Controls that you hide "
        "are not there; controls that you lock cannot be moved. It is for an exercise or a "
        "lecture, not for an exam: everybody can read and change an address. Put its `&hide=…` and "
        "`&lock=…` behind the address of a lesson, and they hold in all its steps."
    )
    for place, name in zip(st.columns(2), ("hide", "lock"), strict=True):
        place.multiselect(
            limits(Exercise, name)["label"],
            CONTROLS,
            format_func=control_label,
            placeholder="None",
            key=page_record.key(PAGE, name),
        )


def _link(choice: Choice, exercise: Exercise) -> None:
    if not exercise.hide and not exercise.lock:
        st.caption(
            "A link appears once a control is chosen. It cannot share your table: whoever opens it "
            "is asked for the file. The file for the class, below, holds all of it."
            if OWN.fullmatch(choice.dataset)
            else "The link appears once a control is chosen."
        )
        return
    st.code(link(choice, exercise), language=None, wrap_lines=True)
    if OWN.fullmatch(choice.dataset):
        st.caption(
            "The link cannot share your table: whoever opens it is asked for the file. The file "
            "for the class, below, holds all of it."
        )
