"""What the Lab looks into: one member, and a few rows. Kept, and in the address as ``look.…``."""

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
"""Which rows are offered."""


@dataclass(frozen=True)
class LabSelection:
    """``member``: None for the heaviest; ``rows``: row numbers in the dataset, none for a few
    telling ones; ``find`` and ``only`` narrow the rows that are offered."""

    member: int | None = number(None, 0, MAX_MEMBERS - 1, label="Member")
    rows: tuple[str, ...] = several(MOST_ROWS, "Rows to follow")
    find: str = ""
    only: str = option("all", ONLY, "Rows offered")


def address() -> dict[str, str]:
    """What the Lab puts into the address beside the choice, after taking over the address and the
    widgets; before any of them is drawn."""
    look = page_record.read(PAGE, LabSelection())
    return pinned_run.address_part() | page_record.query(PAGE, look, LabSelection())


def drawer(label: str, *, key: str, icon: str, opened: bool) -> Any:
    """An expander whose ``open`` says whether to fill it; ``opened`` counts at first sight only, so
    that what is chosen inside does not close it."""
    first = st.session_state.setdefault(f"{key} at first", opened)
    return st.expander(label, expanded=first, icon=icon, key=key, on_change="rerun")
