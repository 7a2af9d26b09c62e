"""Figures that follow the token: while a slider moves, its page's figures in sight are fetched from
a route of the server's, without running the page; the page runs once the slider rests.

    /live/<page>/<name of a figure>?token=<whose>&<the choice, as in the address>

answers with the figure as it would be sent to the page, or with nothing (204) where the page must
speak first, where the same hand has asked for something newer, or where nobody waits any more.
Only the token of an open page is answered at all, one figure at a time: without a limit, questions
sent by the dozen and abandoned would keep everybody else waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.jobs import caches
from pages.live import live_charts
from pages.live.newest_request import NewestRequest
from pages.live.request_priority import PRIORITY
from pages.runtime import plotly_route
from pages.runtime.page_slots import PAGE_SLOTS

_FOLLOWING = st.components.v2.component(
    "l2dwk_live", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def follow(
    page: str,
    query: Mapping[str, str],
    figures: Mapping[str, str],
    *,
    sliders: Iterable[str] = (),
    steps: Iterable[str] = (),
) -> None:
    """From now on these figures follow the sliders of the page that is running.

    ``query``: the page's choice as in the address. ``figures``: by the key under which a figure is
    shown, its name for ``live_figures``. ``sliders`` and ``steps``: keys of the sliders over
    numbers, and of those over a list, whose value is what they show.
    """
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
    """The word by which this page's questions are known; no other page can guess it."""
    token: str = st.session_state.setdefault("page_token", token_hex(16))
    PRIORITY.register(token, caches.session_id(), caches.is_open)
    return token


def routes() -> list[Route]:
    """For the server."""
    return [Route(f"{plotly_route.base()}/live/{{page}}/{{name}}", _answer)]


_REQUESTS = NewestRequest()


async def _answer(request: Request) -> Response:
    page, name = request.path_params["page"], request.path_params["name"]
    query = dict(request.query_params)
    token = query.pop("token", "")
    session = PRIORITY.session(token)
    if session is None or not caches.is_open(session):
        return Response(status_code=403)
    question = repr((page, sorted(query.items())))
    with PRIORITY.answering(token):
        found = await _REQUESTS.answer(
            token, question, partial(_packed, page, name, query), request.is_disconnected
        )
    if found is None:
        return Response(status_code=204)
    # Deflated JSON is packed already; the browser unpacks it as it comes.
    return Response(found, media_type="application/json", headers={"Content-Encoding": "deflate"})


def _packed(page: str, name: str, query: dict[str, str]) -> bytes | None:
    with PAGE_SLOTS:
        return live_charts.packed(page, name, query)
