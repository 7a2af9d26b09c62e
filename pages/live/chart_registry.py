"""The figures that follow a slider, made from the choice in an address.

A page registers its figures when it runs (``live_route.follow``). There is no figure where the page
itself must speak first: when a choice is refused, when its members are not trained yet, or when its
table was uploaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.chart import Chart
from pages.charts.packing import PackedChart, PackedWords, sent
from pages.choices.choice import Choice, from_address
from pages.choices.query import from_query

Query = dict[str, str]
ChartOf = Callable[[Any, str], Chart | PackedChart | PackedWords | None]
"""Returns the figure, or the words, of this name for a page's choice; None where there is none."""

_REGISTERED: dict[str, tuple[type, ChartOf]] = {}


def register(page: str, kind: type, chart_of: ChartOf) -> None:
    """Note how the figures of a page are made.

    ``page``: what its parameters start with in the address; ``kind``: the class of its choices.
    """
    _REGISTERED[page] = kind, chart_of


def packed(page: str, name: str, query: Query) -> bytes | None:
    """Return the figure as it is sent to the page; None where there is none."""
    if page not in _REGISTERED:
        return None
    kind, chart_of = _REGISTERED[page]
    choice, notes = from_address(query) if kind is Choice else _read(page, kind, query)
    if notes:
        return None
    try:
        found = chart_of(choice, name)
    except InputError:
        return None
    if found is None:
        return None
    return found.sent if isinstance(found, PackedWords) else sent(found)


def _read(page: str, kind: type, query: Query) -> tuple[Any, list[str]]:
    start = f"{page}."
    return from_query(
        kind(), {key.removeprefix(start): words for key, words in query.items()}, start
    )
