"""Figures that follow the hand: while a slider of the Lab moves, its figures in sight are fetched
from a route of the server's, without running the page; the page runs once the slider rests.

    /live/<name of a figure>?hand=<whose>&<the choice, as in the address>

answers with the figure as it would be sent to the page, or with nothing (204) where the page must
speak first: members not trained yet, a choice that is refused, somebody's own table.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlencode

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from l2dwk_core.errors import InputError
from l2dwk_core.run_record import Run
from pages.shared import compute, lab_figures, plotly_script
from pages.shared.choice import Choice, from_address, to_address
from pages.shared.hands import HANDS
from pages.shared.packing import sent

_FOLLOWING = st.components.v2.component(
    "l2dwk_live", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def follow(run: Run, choice: Choice, names: Iterable[str]) -> None:
    """From now on the figures of these names, which are on the page, follow its sliders."""
    shown = {lab_figures.shown(run, name).name: name for name in names}
    _FOLLOWING(
        key="live_figures",
        data={
            "path": f"{plotly_script.base()}/live",
            "hand": hand(),
            "query": urlencode(to_address(choice)),
            "figures": shown,
        },
    )


def hand() -> str:
    """The word by which this page's questions are known."""
    return st.session_state.setdefault("hand", token_hex(8))


def routes() -> list[Route]:
    """For the server."""
    return [Route(f"{plotly_script.base()}/live/{{name}}", _answer)]


async def _answer(request: Request) -> Response:
    name, query = request.path_params["name"], dict(request.query_params)
    with HANDS.asks(query.pop("hand", "")):
        found = await run_in_threadpool(figure, name, query)
    if found is None:
        return Response(status_code=204)
    # Deflated JSON is packed already; the browser unpacks it as it comes.
    return Response(found, media_type="application/json", headers={"Content-Encoding": "deflate"})


def figure(name: str, query: dict[str, str]) -> bytes | None:
    """The figure for a choice in the words of an address; None where there is none at once."""
    choice, notes = from_address(query)
    if notes or name not in lab_figures.FIGURES:
        return None
    try:
        prepared = compute.at_once(choice.recipe())
        if prepared is None:
            return None
        run = compute.solve(prepared, choice)
    except InputError:
        return None
    return sent(lab_figures.shown(run, name))
