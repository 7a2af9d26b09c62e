"""Figures that follow the hand: while a slider moves, its page's figures in sight are fetched from
a route of the server's, without running the page; the page runs once the slider rests.

    /live/<page>/<name of a figure>?hand=<whose>&<the choice, as in the address>

answers with the figure as it would be sent to the page, or with nothing (204) where the page must
speak first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlencode

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.shared import live_figures, plotly_script
from pages.shared.hands import HANDS

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
            "path": f"{plotly_script.base()}/live/{page}",
            "hand": hand(),
            "query": urlencode(query),
            "figures": dict(figures),
            "sliders": {
                key.replace(".", "-"): {"name": key.removeprefix("choice."), "shown": shown}
                for keys, shown in ((sliders, False), (steps, True))
                for key in keys
            },
        },
    )


def hand() -> str:
    """The word by which this page's questions are known."""
    return st.session_state.setdefault("hand", token_hex(8))


def routes() -> list[Route]:
    """For the server."""
    return [Route(f"{plotly_script.base()}/live/{{page}}/{{name}}", _answer)]


async def _answer(request: Request) -> Response:
    page, name = request.path_params["page"], request.path_params["name"]
    query = dict(request.query_params)
    with HANDS.asks(query.pop("hand", "")):
        found = await run_in_threadpool(live_figures.packed, page, name, query)
    if found is None:
        return Response(status_code=204)
    # Deflated JSON is packed already; the browser unpacks it as it comes.
    return Response(found, media_type="application/json", headers={"Content-Encoding": "deflate"})
