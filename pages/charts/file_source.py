"""What the figures of a page were made from: columns and names of the files a reader takes away."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from l2dwk_core import __version__
from l2dwk_core.common.csv_text import csv_text
from pages.charts.file_on_demand import file_on_demand
from pages.choices.choice import Choice
from pages.state import session, session_tables
from pages.state.own_votes import OwnVotes

_STATE = "source of files"
_SHOWN = ("dataset", "pool", "weighting", "n_members", "seed", "kernel", "lam")
_COLUMNS = {"pool": "base_ensemble", "lam": "lambda"}


def begin() -> None:
    """Forget the page before. Call it once a run, before a page says what it shows."""
    st.session_state[_STATE] = {}


def say(choice: Choice, without: Collection[str] = (), *, n_members: int | None = None) -> None:
    """Keep the choice that the page's figures are made from. Of votes that are given, their file
    and the number of their models stand for the choices of a training.

    ``without``: fields of the choice that the page does not use, or takes several values of.
    ``n_members``: how many members its run has, where that may be fewer than were chosen.
    """
    values = {name: getattr(choice, name) for name in _SHOWN if name not in without}
    if n_members is not None and "n_members" in values:
        values["n_members"] = n_members
    values["dataset"] = session_tables.file_stem(choice.dataset)
    own = session_tables.own(choice.dataset)
    if own is not None:
        values["file"] = own.file_name
    if isinstance(own, OwnVotes):
        for name in ("pool", "weighting", "n_members"):
            values.pop(name, None)
        if own.dataset.votes.part is not None:  # the file says which rows test the vote
            values.pop("seed", None)
        values |= {"members": "own votes", "n_models": own.dataset.votes.n_models}
    st.session_state[_STATE] = {_COLUMNS.get(name, name): value for name, value in values.items()}


def csv_file(table: pd.DataFrame) -> str:
    """Return the table as CSV. Columns behind its own say what it was made from: the page, the
    choice, the page's address and the version. A column that the table has itself stays."""
    return _with_source(table, _page_source())


def later_csv_file(make: Callable[[], pd.DataFrame]) -> Callable[[], str]:
    """Return a function that makes the table and returns it as CSV. It runs when a button is
    pressed, outside the page and its session: what is said of the page is taken now."""
    source = _page_source()
    return file_on_demand(lambda: _with_source(make(), source))


def _page_source() -> dict[str, Any]:
    return _source() | {
        "page": session.page() or "start",
        "address": "?" + urlencode(st.session_state.get("address", {}), doseq=True),
        "l2dwk": __version__,
    }


def _with_source(table: pd.DataFrame, source: dict[str, Any]) -> str:
    new = {name: value for name, value in source.items() if name not in table.columns}
    return csv_text(table.assign(**new))


def file_name(name: str, ending: str) -> str:
    """Return a name such as ``kernel_weights_glass_bagging_gaussian_lambda-1_seed-0.csv``."""
    source = _source()
    parts = [name.replace(" ", "_")]
    parts += [source[key] for key in ("dataset", "base_ensemble") if key in source]
    parts += [f"own-votes-of-{source['n_models']}"] if "n_models" in source else []
    parts += [source[key] for key in ("kernel",) if key in source]
    parts += [f"{key}-{source[key]:g}" for key in ("lambda", "seed") if key in source]
    return "_".join(parts) + f".{ending}"


def _source() -> dict[str, Any]:
    found: dict[str, Any] = st.session_state.get(_STATE, {})
    return found
