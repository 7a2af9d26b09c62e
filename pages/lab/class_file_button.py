"""The file for a class: this run with its table, hidden and locked controls, and a lesson."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import partial

import streamlit as st

from l2dwk_core.bundles import DATA, Bundle, write_bundle
from l2dwk_core.bundles.bundle import MAX_CLASS_NAME, check_address
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import one_line
from pages.charts import layout
from pages.charts.file_on_demand import file_on_demand
from pages.charts.markdown import escaped
from pages.choices.dataset_key import OWN as OWN_WORD
from pages.lessons.own_lesson import own_lesson, packed
from pages.state import session_tables
from pages.state.class_file import about_dataset, bundled
from pages.state.session_tables import Own

_DATASETS = ("dataset", "pin.dataset")
_MAX_STEM = 60


def show(query: Mapping[str, str], question: str | None) -> None:
    """Show the fields of the file and its button.

    ``query``: the address of the run, with what is hidden, locked and pinned. ``question``: a
    lesson file that asks about the run; empty without one, None when it has faults.
    """
    st.markdown(
        "**A file for the class** holds this run: its choices, what is hidden, locked and pinned, "
        "the question above or a lesson file, and a table or votes of your own. Students open it "
        "on the Lessons page or where tables are uploaded."
    )
    left, right = st.columns(2)
    typed = left.text_input(
        "Name of the class", key="class_file_name", max_chars=MAX_CLASS_NAME,
        placeholder="Wine tasting, week 3",
    )  # fmt: skip
    name = one_line(typed)
    given = right.file_uploader(
        "Lesson file, in place of the question", ["md", "txt"], key="class_file_lesson",
        max_upload_size=1,
    )  # fmt: skip
    try:
        check_address(query)
        own = _own(query)
        lesson = question if given is None else _lesson_text(given.getvalue(), own)
    except InputError as problem:
        for line in getattr(problem, "problems", (str(problem),)):
            layout.error(line)
        return
    if lesson is None:
        st.caption("The question above has faults. Mend it, or leave it out, to get the file.")
        return
    row = st.container(horizontal=True, vertical_alignment="center")
    row.download_button(
        "Download for the class",
        file_on_demand(partial(content, name, query, lesson, own)) if name else b"",
        file_name=f"{file_stem(name)}.zip",
        mime="application/zip",
        key="class_file",
        icon=":material/school:",
        type="primary",
        disabled=not name,
        on_click="ignore",
    )
    if not name:
        row.caption("Give the class a name first.")
        return
    if own is not None:
        row.caption(
            f"It holds {escaped(own.file_name)} as you uploaded it, also columns that are left out."
        )
    st.caption(
        f"In the folder that the server was started with (`--classes`), `{file_stem(name)}.zip` is "
        f"opened by the short link `{_start()}?class={file_stem(name)}`."
    )


def content(name: str, query: Mapping[str, str], lesson: str, own: Own | None) -> bytes:
    """Return the bytes of the class file."""
    word = "" if own is None else own.word
    address = {
        key: DATA if key in _DATASETS and value == word else value for key, value in query.items()
    }
    data = None if own is None else bundled(own)
    return write_bundle(Bundle(name, address, data, lesson.replace(word, DATA) if word else lesson))


def _lesson_text(data: bytes, own: Own | None) -> str:
    """Return the text of a lesson file. Raise InputError when it has faults, or is too long for an
    address."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("This lesson is no text in UTF-8; save it as UTF-8.") from None
    own_lesson(packed(text if own is None else about_dataset(text, own.word)))
    return text


def file_stem(name: str) -> str:
    """Return a name for the file, which also stands in the address: small letters, digits, -."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:_MAX_STEM] or "class"


def _own(query: Mapping[str, str]) -> Own | None:
    """Return the table or the votes that the run and the pinned run are about."""
    words = {query[name] for name in _DATASETS if OWN_WORD.fullmatch(query.get(name, ""))}
    if len(words) > 1:
        raise InputError(
            "The pinned run is about another table of yours than this run; a file for a class "
            "holds one table. Remove the pin, or pin a run on this table."
        )
    return session_tables.own(words.pop()) if words else None


def _start() -> str:
    """Return the address of the page Start."""
    return (st.context.url or "/lab").removesuffix("lab")
