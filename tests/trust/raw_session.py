"""A page without a browser: any message may be sent, and what comes back is looked at."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

_REPLACES = re.compile(r"history\.replaceState\(history\.state, '', (\".*?\")\)")
LIVE = "l2dwk_live"
"""The part of a page that has figures follow a slider."""


@dataclass
class Answer:
    """What one run of a page's script sent."""

    seconds: float = 0.0
    finished: bool = False
    exceptions: list[str] = field(default_factory=list)
    widgets: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """By id: the kind of the element and its message."""
    buttons: dict[str, str] = field(default_factory=dict)
    """Ids of buttons, by label."""
    errors: list[str] = field(default_factory=list)
    """Texts of the boxes that say what is wrong."""
    progress: list[tuple[int, str]] = field(default_factory=list)
    """Bars of progress: how far, in percent, and the text."""
    live: dict[str, Any] = field(default_factory=dict)
    """The path, the token and the query of the figures that follow a slider."""
    fragment: str = ""
    """The part of the page that the server wants to run again by itself, such as a progress bar."""


class RawSession:
    """One open page. ``query`` is the query of its address as the server last said it.

    ``name`` is the session's own id, ``pages`` the script of each page by its place in the address.
    """

    def __init__(self, channel: Any, page: str, query: str) -> None:
        self._channel, self._page, self.query = channel, page, query
        self._script = ""
        self.session = ""
        """The number of the session, with which a browser finds it again after a break."""
        self.pages: dict[str, str] = {}
        self.written = False
        """Whether the server has written the address."""

    async def run(self, *states: WidgetState, limit: float = 60.0, fragment: str = "") -> Answer:
        """Run the page's script, or one fragment of it, with these states of widgets.

        Wait at most ``limit`` seconds.
        """
        found, begun = Answer(), time.perf_counter()
        await self.send(self._asked(*states, fragment=fragment))
        try:
            async with asyncio.timeout(limit):
                while not found.finished:
                    self._note(found, await self._channel.recv())
        except TimeoutError:
            pass
        found.seconds = time.perf_counter() - begun
        return found

    async def ask(self) -> None:
        """Ask for a run, and wait for nothing."""
        await self.send(self._asked())

    async def receive(self) -> bytes:
        """Return the next message of the server."""
        words: bytes = await self._channel.recv()
        return words

    def _asked(self, *states: WidgetState, fragment: str = "") -> bytes:
        message = BackMsg()
        wanted = message.rerun_script
        wanted.query_string, wanted.page_name = self.query, self._page
        wanted.page_script_hash, wanted.fragment_id = self._script, fragment
        wanted.widget_states.widgets.extend(states)
        return message.SerializeToString()

    async def send(self, words: bytes) -> None:
        """Send what need not be a message at all."""
        await self._channel.send(words)

    async def go(self, page: str, query: str = "", limit: float = 60.0) -> Answer:
        """Go to another page of the app, as its menu does, or by a link with a query."""
        self._page, self._script, self.query = page, self.pages[page], query
        return await self.run(limit=limit)

    async def file_url(self, name: str) -> Any:
        """Return where a file of this name may be uploaded to: its ids and paths."""
        message = BackMsg()
        message.file_urls_request.request_id = message.file_urls_request.session_id = self.session
        message.file_urls_request.file_names.append(name)
        await self._channel.send(message.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(await self._channel.recv())
            if answer.HasField("file_urls_response"):
                return answer.file_urls_response.file_urls[0]

    def _replace_address(self, element: Any) -> None:
        """Do what a browser does with the script by which a page replaces its address."""
        if replaced := _REPLACES.search(element.html.body):
            self.query = json.loads(replaced[1]).removeprefix("?")

    def received(self, words: bytes) -> None:
        """Take a message of the server, as it came. Does nothing; a subclass may keep it."""

    def _note(self, found: Answer, words: bytes) -> None:
        self.received(words)
        message = ForwardMsg()
        message.ParseFromString(words)
        if message.HasField("page_info_changed"):
            self.query, self.written = message.page_info_changed.query_string, True
        elif message.HasField("navigation"):
            self._script = message.navigation.page_script_hash
            for page in message.navigation.app_pages:
                self.pages["" if page.is_default else page.url_pathname] = page.page_script_hash
        elif message.HasField("new_session"):
            self.session = message.new_session.initialize.session_id or self.session
        elif message.HasField("auto_rerun"):
            found.fragment = message.auto_rerun.fragment_id
        elif message.HasField("delta"):
            if message.delta.HasField("new_element"):
                self._replace_address(message.delta.new_element)
                _element(found, message.delta.new_element)
            elif message.delta.HasField("add_block"):
                _block(found, message.delta.add_block)
        elif message.HasField("script_finished"):
            found.finished = message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


def _element(found: Answer, element: Any) -> None:
    kind = element.WhichOneof("type")
    content = getattr(element, kind) if kind else None
    if kind == "exception":
        found.exceptions.append(content.message or content.type)
    elif kind == "alert" and content.format == content.ERROR:
        found.errors.append(content.body)
    elif kind == "progress":
        found.progress.append((content.value, content.text))
    elif kind == "bidi_component" and content.component_name == LIVE:
        found.live = json.loads(content.json)
    if kind == "button":
        found.buttons[content.label] = content.id
    if getattr(content, "id", ""):
        found.widgets[content.id] = kind, content


def _block(found: Answer, block: Any) -> None:
    kind = block.WhichOneof("type")
    content = getattr(block, kind) if kind else None
    if getattr(content, "id", ""):
        found.widgets[content.id] = kind, content


@asynccontextmanager
async def raw_session(
    address: str,
    place: str,
    kind: type[RawSession] = RawSession,
    *,
    session: str = "",
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[RawSession]:
    """Open a page by its link; with a number, as the session that the server knows by it.
    ``headers`` are sent with the request for the socket."""
    page, _, query = place.partition("?")
    url = address.replace("http", "ws", 1) + "/_stcore/stream"
    # The second word is where a browser puts the token of its cookie.
    known = ["token", session] if session else []
    async with connect(
        url,
        subprotocols=["streamlit", *known],
        max_size=None,
        ping_timeout=None,
        additional_headers=headers,
    ) as channel:
        yield kind(channel, page, query)


async def seconds_to_the_lab(address: str) -> float:
    """Return how long a visitor waits for the Lab."""
    begun = time.monotonic()
    async with raw_session(address, "lab?v=1") as page:
        found = await page.run(limit=60)
    assert found.finished and not found.exceptions
    return time.monotonic() - begun
