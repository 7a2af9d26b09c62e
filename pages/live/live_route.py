"""The route that sends figures while a slider moves. The page itself runs when the slider rests.

    /live/<page>/<name of a figure>?token=<token of a page>&<the choice, as in the address>

The answer is the figure as a page would get it. It is empty (204) when the page must first show a
message (see ``chart_registry``), when the query is longer than a page reads, when the same page has
asked for something newer, or when the client is gone. A token that no open page has is refused
(403). Each page gets one figure at a time: without these limits, many abandoned requests would make
everybody else wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.choices.choice import Choice, to_address
from pages.choices.query import within_length
from pages.jobs import caches
from pages.live import chart_registry
from pages.live.chart_registry import ChartOf
from pages.live.newest_request import NewestRequest
from pages.live.request_priority import PRIORITY
from pages.runtime import plotly_route
from pages.runtime.client_network import client_of
from pages.runtime.page_slots import FIGURE, PAGE_SLOTS
from pages.state import page_record

_FOLLOWING = st.components.v2.component(
    "l2dwk_live", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def follow(
    page: str,
    choice: Any,
    chart_of: ChartOf,
    figures: Mapping[str, str],
    *,
    sliders: Iterable[str] = (),
    steps: Iterable[str] = (),
) -> None:
    """Let these figures follow the sliders of the page that is running.

    ``page``: what the page's parameters start with in the address. ``choice``: the record of the
    page's choices. ``chart_of(choice, name)`` makes a figure for another choice; it may run in any
    thread, and it must be a function of an imported module, not of a view. ``figures``: by the key
    under which a figure is shown, its name for ``chart_of``. ``sliders``: keys of sliders over
    numbers. ``steps``: keys of sliders over a list; their value is the text they show.
    """
    kind = type(choice)
    chart_registry.register(page, kind, chart_of)
    query = to_address(choice) if kind is Choice else page_record.query(page, choice, kind())
    _FOLLOWING(
        key="live_figures",
        data={
            "path": f"{plotly_route.base()}/live/{page}",
            "token": page_token(),
            "query": urlencode(query),
            "figures": dict(figures),
            "sliders": {
                key.replace(".", "-"): {"name": key.removeprefix("choice."), "shown": shown}
                for keys, shown in ((sliders, False), (steps, True))
                for key in keys
            },
        },
    )


def page_token() -> str:
    """Return the token that this page sends with its requests. No other page can guess it."""
    token: str = st.session_state.setdefault("page_token", token_hex(16))
    PRIORITY.register(token, caches.session_id(), caches.is_open)
    return token


def routes() -> list[Route]:
    """Return the routes for the server."""
    return [Route(f"{plotly_route.base()}/live/{{page}}/{{name}}", _answer)]


_REQUESTS = NewestRequest()


async def _answer(request: Request) -> Response:
    page, name = request.path_params["page"], request.path_params["name"]
    query = dict(request.query_params)
    token = query.pop("token", "")
    session = PRIORITY.session(token)
    if session is None or not caches.is_open(session):
        return Response(status_code=403)
    if within_length({name: [value] for name, value in query.items()})[1]:
        return Response(status_code=204)  # the page says what it leaves out
    question = repr((page, sorted(query.items())))
    address = client_of(request.scope)
    with PRIORITY.answering(token):
        found = await _REQUESTS.answer(
            token,
            question,
            partial(_packed, address, page, name, query),
            request.is_disconnected,
            address,
        )
    if found is None:
        return Response(status_code=204)
    # The figure is deflated JSON; the browser inflates it.
    return Response(found, media_type="application/json", headers={"Content-Encoding": "deflate"})


def _packed(address: str, page: str, name: str, query: dict[str, str]) -> bytes | None:
    with PAGE_SLOTS.turn(address, FIGURE):
        return chart_registry.packed(page, name, query)
