"""On the page of lessons: the classes of the server, and the place for a file of a class."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pages.charts import layout
from pages.charts.markdown import escaped
from pages.classes import server_classes
from pages.data import reading_card
from pages.data.reading_card import MEGABYTES
from pages.runtime import class_folder
from pages.state import session_address

PAGE = "lessons"
"""What the parameters of the page start with in the address."""


@dataclass(frozen=True)
class LessonsView:
    """The page's own choice: whether a link opens the place for a file of a class."""

    class_file: bool = False


def show(view: LessonsView) -> None:
    """Show the classes, if the server has any, and the place for a file."""
    entries, left_out = server_classes.entries(), class_folder.left_out()
    if entries or left_out:
        with st.container(border=True, key="class-list"):
            st.markdown("**Classes on this server**")
            for name, entry in entries.items():
                if entry.problem:
                    layout.error(entry.problem)
                    continue
                st.button(
                    escaped(entry.title), key=f"class.{name}", icon=":material/school:",
                    type="tertiary", on_click=session_address.ask_for_class, args=(name,),
                )  # fmt: skip
            for line in left_out:
                layout.error(line)
    with st.expander(
        "Open a file for your class",
        expanded=view.class_file,
        icon=":material/school:",
        key="class-file",
    ):
        st.markdown(
            "Your lecturer gave you a file. It may hold a table, a run, controls that are hidden "
            "or locked, and questions. It stays in this session: after reloading the page (F5) "
            "you are asked for it again."
        )
        file = st.file_uploader(
            "File for your class", key="class_upload", max_upload_size=MEGABYTES
        )
        if file is not None and not reading_card.begin_class_file(file):
            layout.error(
                f"{file.name!r} is no file for a class, which is a .zip made in the Lab. A table "
                "or votes are opened on the Data page, a lesson in the drawer below."
            )
