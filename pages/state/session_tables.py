"""From the word of a dataset to its rows, its title and its code, in this session."""

from __future__ import annotations

import re
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, short_name
from l2dwk_core.datasets import DATASETS, TEACHING_SETS, Dataset, load_dataset
from pages.choices.dataset_key import OWN, check_dataset, teaching_choice
from pages.state.own_table import OwnTable
from pages.state.own_votes import OwnVotes
from pages.state.table_limits import TABLES

Own = OwnTable | OwnVotes
"""What a session can upload."""
MAX_OWN = 3
"""Uploaded tables and votes of one session; what those of all take, ``table_limits`` says."""
_MAX_STEM = 60
"""Characters of a file's name; lists of files cut off a longer name."""
_DRAFTS: Mapping[type[Own], str] = {OwnTable: "own_draft", OwnVotes: "votes_draft"}
"""Where the session keeps what the Data page works on."""


def own_tables() -> OrderedDict[str, Own]:
    """Return the uploaded tables and votes this session uses, the latest last."""
    tables: OrderedDict[str, Own] = st.session_state.setdefault("own_tables", OrderedDict())
    return tables


def draft() -> OwnTable | None:
    """Return the table that the Data page works on."""
    found: OwnTable | None = st.session_state.get("own_draft")
    return found


def votes_draft() -> OwnVotes | None:
    """Return the votes that the Data page works on."""
    found: OwnVotes | None = st.session_state.get("votes_draft")
    return found


def _held() -> list[Own]:
    return [held for held in (draft(), votes_draft()) if held is not None]


AnyOwn = TypeVar("AnyOwn", OwnTable, OwnVotes)
_EVERYBODYS: weakref.WeakValueDictionary[int, Own] = weakref.WeakValueDictionary()
"""What sessions hold, by identity. A word stands for rows: sessions with the same file share it."""


def hold(table: AnyOwn, on_end: Callable[[str], None], address: str = "") -> AnyOwn:
    """Make this the table, or the votes, the Data page works on.

    ``on_end(word)`` is called when the session gives it up: when it ends, or takes another table;
    other sessions may hold the same rows (``anybody_has``). ``address``: where the session comes
    from. Raise InputError when all tables would take too much memory; then what was held stays.
    """
    kind = type(table)
    known = own(table.word)
    if isinstance(known, kind):
        table = known
    else:
        TABLES.take(table, address, _only_held(kind))
        _EVERYBODYS[id(table)] = table
        weakref.finalize(table, on_end, table.word).atexit = False
    st.session_state[_DRAFTS[kind]] = table
    return table


def _only_held(kind: type[Own]) -> Own | None:
    """Return what the Data page works on, when no table or votes of other pages share its file."""
    held: Own | None = st.session_state.get(_DRAFTS[kind])
    shared = held is not None and any(kept.draft is held.draft for kept in own_tables().values())
    return None if shared else held


def forget(kind: type[Own] = OwnTable) -> None:
    """Give up every uploaded table, or all votes."""
    st.session_state.pop(_DRAFTS[kind], None)
    tables = own_tables()
    for word in [word for word, uploaded in tables.items() if isinstance(uploaded, kind)]:
        del tables[word]


def keep_held(word: str) -> None:
    """Let the other pages of this session use what the Data page works on, if this is its word."""
    for held in _held():
        if held.word == word:
            keep(held)


def keep(table: Own) -> str:
    """Let the other pages of this session use the table or the votes; return its word."""
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
    found = own(word)
    return found is not None and not _is_unfinished(found)


def _is_unfinished(found: Own) -> bool:
    """Return whether a table would have to be put together within a page, for which it is too
    large."""
    return isinstance(found, OwnTable) and not found.is_ready


def anybody_has(word: str) -> bool:
    """Return whether a session, this one or another, holds uploaded rows under this word."""
    return any(held.word == word for held in list(_EVERYBODYS.values()))


def find(word: str) -> str | Dataset:
    """Return what the core trains on: a catalogue name, which it loads itself, or a dataset."""
    if word in DATASETS:
        return word
    if (found := own(word)) is not None:
        if _is_unfinished(found):
            raise InputError(
                f"The columns of {found.file_name!r} are not put together yet; open the Data page "
                "and wait until it shows 'Use in Lab'."
            )
        return found.dataset
    check_dataset(word)
    teaching = teaching_choice(word)
    if teaching is None:
        raise InputError(f"The dataset {word!r} is not in this session.")
    return teaching.dataset()


def own(word: str) -> Own | None:
    """Return what this session uploaded under this word; None for other words."""
    everything = (*own_tables().values(), *_held())
    return next((uploaded for uploaded in everything if uploaded.word == word), None)


def votes(word: str) -> OwnVotes | None:
    """Return this session's votes of this word; None when it stands for something else."""
    found = own(word)
    return found if isinstance(found, OwnVotes) else None


def n_models(word: str) -> int | None:
    """Return how many models this session's votes of this word have; None for other words."""
    found = votes(word)
    return None if found is None else found.dataset.votes.n_models


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
        found = own_tables().get(word)
        if found is None:
            return word
        if isinstance(found, OwnVotes):
            models = counted(found.dataset.votes.n_models, "model")
            return f"{short_title(word)}: votes of {models} (yours)"
        return f"{short_title(word)}: class {short_name(found.target)} (yours)"
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
        found = own_tables()[word]
        reader = "read_votes" if isinstance(found, OwnVotes) else "read_table"
        listed = "".join(f", {name}={value!r}" for name, value in found.arguments().items())
        return f"l2dwk_core.{reader}({found.file_name!r}{listed})"
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
