"""What the reader looks at in the Lab: one member, and a few rows. In the address as ``look.…``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from l2dwk_core.pools.recipe import MAX_MEMBERS
from pages.choices.field_rules import number, option, several
from pages.lab import pinned_run
from pages.state import page_record

PAGE = "look"
MOST_ROWS = 12
ONLY = {"all": "All rows", "wrong": "Vote wrong", "flipped": "Flipped"}
"""Which rows are offered, with the words of the page."""


@dataclass(frozen=True)
class LabSelection:
    """A member and rows to look at.

    ``member``: None for the heaviest. ``rows``: positions in the dataset from 0, as in every
    address that was copied; a reader is shown ``Dataset.numbers_of``. Without any, a few
    informative rows are shown. ``find`` and ``only`` say which rows are offered.
    """

    member: int | None = number(None, 0, MAX_MEMBERS - 1, label="Member")
    rows: tuple[str, ...] = several(MOST_ROWS, "Rows to follow")
    find: str = ""
    only: str = option("all", ONLY, "Rows offered")


def address() -> dict[str, str]:
    """Return the parameters of the Lab beside the choice.

    Read the address and the widgets before. Call it before any of these widgets is drawn.
    """
    look = page_record.read(PAGE, LabSelection())
    return pinned_run.address_part() | page_record.query(PAGE, look, LabSelection())


def drawer(label: str, *, key: str, icon: str, opened: bool) -> Any:
    """Return an expander whose ``open`` says whether to fill it.

    ``opened`` counts only the first time, so that a choice made inside does not close it.
    """
    first = st.session_state.setdefault(f"{key} at first", opened)
    return st.expander(label, expanded=first, icon=icon, key=key, on_change="rerun")
