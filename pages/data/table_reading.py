"""How an uploaded file is written, where it was read wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from l2dwk_core.datasets.tables.decoding.decode import ENCODINGS
from pages.charts import layout
from pages.data.table_editors import editor_key
from pages.data.table_proposals import read_as
from pages.state.own_table import OwnTable

_FOUND_OUT = "found out"
_READING: Mapping[str, dict[str, Any]] = {
    "header": {_FOUND_OUT: None, "first line has the names": True, "no names": False},
    "delimiter": {
        _FOUND_OUT: None, "comma": ",", "semicolon": ";", "tab": "\t", "bar |": "|", "space": " ",
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
}
"""What a reader can set for each format."""
MAX_SKIP = 1_000_000


def reading(table: OwnTable) -> OwnTable:
    """Show how the file was read; what a person says of it has the file read again."""
    found = table.draft.detected
    names = _READ_FROM.get(found["format"], ())
    if not names:
        return table
    chosen: dict[str, Any] = {}
    with st.expander("Read wrongly? Say how the file is written", icon=":material/tune:"):
        for name, column in zip(names, st.columns(len(names)), strict=True):
            now = getattr(table.reading, name)
            if name == "sheet":
                chosen[name] = column.text_input(
                    "Worksheet", value=now or "", key=editor_key(name), placeholder=found["sheet"]
                ) or None  # fmt: skip
            elif name == "skip":
                chosen[name] = column.number_input(
                    "Lines before the table", 0, MAX_SKIP, value=now, step=1, key=editor_key(name),
                    placeholder=_FOUND_OUT,
                )  # fmt: skip
            else:
                options = _READING[name]
                values = list(options.values())
                chosen[name] = options[
                    column.selectbox(
                        _READING_LABELS[name],
                        list(options),
                        index=values.index(now),
                        key=editor_key(name),
                    )
                ]
    wanted = replace(table.reading, **chosen)
    if wanted == table.reading:
        return table
    refused = st.session_state.get("own_refused")
    if refused is not None and refused[0] == wanted:
        layout.error(refused[1])
        return table
    read_as(table, wanted)
    return st.rerun()
