"""The figures that follow a slider, page by page, made from the choice in an address.

There is no figure where the page itself must speak first: when a choice is refused, when its
members are not trained yet, or when its table was uploaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.chart import Chart
from pages.charts import run_charts
from pages.charts.packing import PackedChart, sent
from pages.choices.choice import from_address
from pages.choices.page_choices import KINDS, PAIR, PAPER, PLAYGROUND, START
from pages.choices.query import from_query
from pages.jobs import caches
from pages.lessons.lessons import LAB
from pages.models import pair_panel, playground, start_charts
from pages.models.paper import EXAMPLES

Query = dict[str, str]
Figure = Chart | PackedChart | None


def packed(page: str, name: str, query: Query) -> bytes | None:
    """Return the figure as it is sent to the page; None where there is none."""
    if page not in _PAGES:
        return None
    try:
        found = _PAGES[page](name, query)
    except InputError:
        return None
    return None if found is None else sent(found)


def _lab(name: str, query: Query) -> Figure:
    choice, notes = from_address(query)
    if notes or name not in run_charts.FIGURES:
        return None
    prepared = caches.at_once(choice.recipe())
    return None if prepared is None else run_charts.shown(caches.solve(prepared, choice), name)


def _start(name: str, query: Query) -> Figure:
    choice = _record(START, query)
    return None if choice is None else start_charts.charts_of(choice).get(name)


def _playground(name: str, query: Query) -> Figure:
    choice = _record(PLAYGROUND, query)
    if choice is None:
        return None
    return next((chart for chart in playground.charts_of(choice) if chart.name == name), None)


def _paper(name: str, query: Query) -> Figure:
    choice = _record(PAPER, query)
    return None if choice is None or name not in EXAMPLES else EXAMPLES[name].figure(choice)


def _pair(name: str, query: Query) -> Figure:
    choice = _record(PAIR, query)
    if choice is None:
        return None
    chart = pair_panel.chart_of(choice)
    return chart if chart.name == name else None


def _record(page: str, query: Query) -> Any:
    start = f"{page}."
    named = {key.removeprefix(start): value for key, value in query.items()}
    record, notes = from_query(KINDS[page](), named, start)
    return None if notes else record


_PAGES: Mapping[str, Callable[[str, Query], Figure]] = MappingProxyType(
    {LAB: _lab, START: _start, PLAYGROUND: _playground, PAPER: _paper, PAIR: _pair}
)
