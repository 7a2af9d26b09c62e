"""From the word of a dataset to its rows, its title and its code, in this session."""

from __future__ import annotations

import re
import weakref
from collections import OrderedDict
from collections.abc import Callable

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, short_name
from l2dwk_core.datasets import DATASETS, TEACHING_SETS, Dataset, load_dataset
from pages.choices.dataset_key import OWN, check_dataset, teaching_choice
from pages.state.own_table import OwnTable

MAX_OWN = 3
"""Uploaded tables of one session; each takes up to 50 MB with its file."""
_MAX_STEM = 60
"""Characters of a file's name; lists of files cut off a longer name."""


def own_tables() -> OrderedDict[str, OwnTable]:
    """Return the tables this session uses, the latest last."""
    tables: OrderedDict[str, OwnTable] = st.session_state.setdefault("own_tables", OrderedDict())
    return tables


def draft() -> OwnTable | None:
    """Return the table that the Data page works on."""
    found: OwnTable | None = st.session_state.get("own_draft")
    return found


def hold(table: OwnTable, on_end: Callable[[str], None]) -> OwnTable:
    """Make this the table the Data page works on.

    ``on_end(word)`` is called when the session gives it up: when it ends, or takes another table.
    """
    if table.word in own_tables():
        table = own_tables()[table.word]
    elif (now := draft()) is not None and now.word == table.word:
        return now
    else:
        weakref.finalize(table, on_end, table.word).atexit = False
    st.session_state["own_draft"] = table
    return table


def forget() -> None:
    """Give up every uploaded table."""
    st.session_state.pop("own_draft", None)
    own_tables().clear()


def keep(table: OwnTable) -> str:
    """Let the other pages of this session use the table; return its word."""
    tables = own_tables()
    tables[table.word] = table
    tables.move_to_end(table.word)
    while len(tables) > MAX_OWN:
        tables.popitem(last=False)
    return table.word


def has(word: str) -> bool:
    """Return whether this session has the rows of a dataset.

    Everybody has those of the catalogue and the teaching sets. Outside a session nobody has an
    uploaded table.
    """
    if not OWN.fullmatch(word):
        return True
    if get_script_run_ctx() is None:
        return False
    held = draft()
    return word in own_tables() or (held is not None and held.word == word)


def find(word: str) -> str | Dataset:
    """Return what the core trains on: a catalogue name, which it loads itself, or a dataset."""
    if word in DATASETS:
        return word
    if word in own_tables():
        return own_tables()[word].dataset
    if (held := draft()) is not None and held.word == word:
        return held.dataset
    check_dataset(word)
    teaching = teaching_choice(word)
    if teaching is None:
        raise InputError(f"The dataset {word!r} is not in this session.")
    return teaching.dataset()


def load(word: str) -> Dataset:
    """Return the dataset that a word stands for."""
    found = find(word)
    return load_dataset(found) if isinstance(found, str) else found


def options(current: str) -> list[str]:
    """Return the entries of a menu: this session's tables, the catalogue, and the teaching sets."""
    listed = [*own_tables(), *DATASETS, *TEACHING_SETS]
    return listed if current in listed else [current, *listed]


def title(word: str) -> str:
    """Return the line for a menu."""
    if word in DATASETS:
        facts = DATASETS[word]
        classes = counted(facts.n_classes, "class", "classes")
        return f"{word}: {counted(facts.n_rows, 'row')}, {classes}"
    if OWN.fullmatch(word):
        table = own_tables().get(word)
        return f"{short_title(word)}: class {short_name(table.target)} (yours)" if table else word
    teaching = teaching_choice(word)
    return teaching.title if teaching else word


def short_title(word: str) -> str:
    """Return a name for a sentence."""
    return short_name(_own_name(word))


def _own_name(word: str) -> str:
    return own_tables()[word].draft.name if word in own_tables() else word


def file_stem(word: str) -> str:
    """Return a name for files about the dataset.

    An uploaded table gives its name, as letters, digits, - and _.
    """
    if not OWN.fullmatch(word):
        return word
    return re.sub(r"[^\w-]+", "-", _own_name(word)).strip("-")[:_MAX_STEM] or "table"


def code(word: str) -> str:
    """Return the first argument of ``run`` in a script that gives the same rows."""
    if word in own_tables():
        table = own_tables()[word]
        listed = "".join(f", {name}={value!r}" for name, value in table.arguments().items())
        return f"l2dwk_core.read_table({table.file_name!r}{listed})"
    teaching = teaching_choice(word) if word not in DATASETS else None
    if teaching:
        changes = "".join(f", {name}={value!r}" for name, value in teaching.changes().items())
        return f"l2dwk_core.teaching_set({teaching.kind!r}{changes})"
    return repr(word)


def fetch(name: str) -> None:
    """Download a dataset that is not shipped.

    Raise InputError when it cannot be downloaded.
    """
    load_dataset(name, offline=False)
