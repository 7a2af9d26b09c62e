"""How an uploaded file is written, where it was read wrongly or could not be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from l2dwk_core.common.text import short_name
from l2dwk_core.datasets.tables.decoding.decode import ENCODINGS
from l2dwk_core.datasets.tables.likely_format import likely_format
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.data import reading_card
from pages.data.reader_process import TABLE
from pages.data.table_editors import editor_key
from pages.data.table_proposals import read_as
from pages.data.uploaded_bytes import uploaded_bytes
from pages.state.own_table import OwnTable, Reading

_FOUND_OUT = "found out"
_READING: Mapping[str, dict[str, Any]] = {
    "header": {_FOUND_OUT: None, "first line has the names": True, "no names": False},
    "delimiter": {
        _FOUND_OUT: None, "comma": ",", "semicolon": ";", "tab": "\t", "bar |": "|", "space": " ",
        "colon :": ":", "tilde ~": "~", "caret ^": "^", "hash #": "#",
    },
    "units": {_FOUND_OUT: None, "holds units": True, "holds values": False},
    "trim": {_FOUND_OUT: None, "read": False},
    "decimal": {_FOUND_OUT: None, "point 1.5": ".", "comma 1,5": ","},
    "encoding": {_FOUND_OUT: None, **{name: name for name in ENCODINGS}},
}  # fmt: skip
_READING_LABELS = {
    "header": "Column names", "delimiter": "Delimiter", "decimal": "Decimal mark",
    "encoding": "Encoding", "units": "Line under the names",
    "trim": "Around the table",
}  # fmt: skip
_READ_FROM = {
    "delimited text": ("header", "delimiter", "decimal", "encoding", "skip", "units", "trim"),
    "Excel": ("header", "sheet", "decimal", "skip", "units", "trim"),
    "libsvm": ("encoding", "skip"),
    "ARFF": ("encoding", "decimal"),
    "sparse ARFF": ("encoding", "decimal"),
    "zip archive": ("header", "delimiter", "sheet", "decimal", "encoding", "skip", "trim"),
}
"""What a reader can set for each format. What is in an archive is known only when it is read."""
MAX_SKIP = 1_000_000
TRIED = "own_tried"
"""Where the session keeps how the uploaded file was read that was refused."""


def reading(table: OwnTable) -> OwnTable:
    """Show how the file was read; what a person says of it has the file read again."""
    found = table.draft.detected
    names = _READ_FROM.get(found["format"], ())
    if not names:
        return table
    with st.expander("Read wrongly? Say how the file is written", icon=":material/tune:"):
        wanted = _said(names, table.reading, editor_key, found.get("sheet", ""))
    if wanted == table.reading:
        return table
    refused = st.session_state.get("own_refused")
    if refused is not None and refused[0] == wanted:
        layout.error(refused[1])
        return table
    read_as(table, wanted)
    return st.rerun()


def reading_of_refused(file: Any) -> None:
    """Show how an upload can be written that was refused; what a person says of it has it read
    again. Its bytes are those that the place for files keeps."""
    tried: Reading | None = st.session_state.get(TRIED)
    if tried is None:
        return
    content = uploaded_bytes(file)
    names = _READ_FROM.get(likely_format(file.name, content), ())
    if not names:
        return
    name = escaped(short_name(file.name))
    with st.expander(
        f"Say how {name} is written to have it read again", icon=":material/tune:", expanded=True
    ):
        wanted = _said(names, tried, lambda setting: f"own.refused.{file.file_id}.{setting}")
    if wanted != tried:
        st.session_state.pop(reading_card.problem_key(TABLE), None)
        word = f"{file.file_id} {wanted.told()}"
        reading_card.begin(file.name, content, wanted, None, word)
        st.rerun()


def _said(
    names: Sequence[str], now: Reading, key: Callable[[str], str], sheet: str = ""
) -> Reading:
    """Show a control for each setting in a row; return what they say. *sheet* is the worksheet
    that was read."""
    chosen: dict[str, Any] = {}
    for name, column in zip(names, st.columns(len(names)), strict=True):
        value = getattr(now, name)
        if name == "sheet":
            chosen[name] = column.text_input(
                "Worksheet", value=value or "", key=key(name), placeholder=sheet or _FOUND_OUT
            ) or None  # fmt: skip
        elif name == "skip":
            chosen[name] = column.number_input(
                "Lines before the table", 0, MAX_SKIP, value=value, step=1, key=key(name),
                placeholder=_FOUND_OUT,
            )  # fmt: skip
        else:
            options = _READING[name]
            if value not in options.values():  # a delimiter that was typed
                options = options | {value: value}
            label: Any = column.selectbox(
                _READING_LABELS[name],
                list(options),
                index=list(options.values()).index(value),
                key=key(name),
                accept_new_options=name == "delimiter",
                help="Choose it or type another character." if name == "delimiter" else None,
            )
            chosen[name] = options.get(label, label)
    return replace(now, **chosen)
