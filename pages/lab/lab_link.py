"""Links of other pages into the Lab: it opens with the run that the reader saw there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pages.choices.choice import Choice, from_address
from pages.choices.query import to_query
from pages.lab import pinned_run
from pages.lessons.lessons import View
from pages.state import session

_ICON = ":material/science:"


def show(place: Any, label: str, query: Mapping[str, str], icon: str = _ICON) -> None:
    """Show in this place a link to the Lab with the choice of an address.

    Hidden and locked controls, and a pinned run, stay. Where a control that is hidden or locked
    would change, the link leads to the Lab as it is.
    """
    wanted, now = from_address(query)[0], session.choice()
    if any(
        session.fixed(f.name) and getattr(wanted, f.name) != getattr(now, f.name)
        for f in fields(Choice)
    ):
        place.page_link("views/lab.py", label="To the Lab", icon=icon)
        return
    view = to_query(session.view().without_lesson(), View())
    place.page_link(
        "views/lab.py",
        label=label,
        icon=icon,
        query_params={**query, **view, **pinned_run.in_address()},
    )
