"""A file that is made when its button is pressed, after the pages that wait for a slot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pages.runtime.client_address import address_of_this_run
from pages.runtime.page_slots import PAGE_SLOTS

Content = TypeVar("Content", str, bytes)
LATER = 5.0
"""Seconds by which a file counts as having come later than a page. A report takes some tenths of a
second of the interpreter that all sessions share, and can be asked for again and again."""


def file_on_demand(make: Callable[[], Content]) -> Callable[[], Content]:
    """Return a function that makes the file in a slot of the pages (``page_slots``)."""
    address = address_of_this_run()

    def made() -> Content:
        with PAGE_SLOTS.turn(address, -LATER):
            return make()

    return made
