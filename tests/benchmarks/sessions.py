"""Sessions without a browser: the messages a page exchanges with the server, and their times."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

SESSIONS = 20
MOVES = 15
PAUSE = 2.0
"""Seconds between two moves of one session."""


class Session:
    """One open page: knows its controls and the values they have."""

    def __init__(self, channel: Any, page: str, query: str) -> None:
        self._channel, self._page, self._query = channel, page, query
        self._script = ""
        self._sliders: dict[str, Any] = {}
        self._values: dict[str, str] = {}
        self._pressed = ""
        self.buttons: dict[str, str] = {}
        self.exceptions = 0

    async def run(self) -> float:
        """Run the page's script with the controls as they are; milliseconds until it ended."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_name = self._query, self._page
        state.page_script_hash = self._script
        for name, value in self._values.items():
            widget = state.widget_states.widgets.add()
            widget.id = name
            widget.string_array_value.data.append(value)
        if self._pressed:
            widget = state.widget_states.widgets.add()
            widget.id, widget.trigger_value = self._pressed, True
        self._pressed, self.buttons = "", {}
        begun = time.perf_counter()
        await self._channel.send(message.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(await self._channel.recv())
            if answer.HasField("page_info_changed"):
                self._query = answer.page_info_changed.query_string
            elif answer.HasField("navigation"):
                self._script = answer.navigation.page_script_hash
            elif answer.HasField("delta"):
                self._note(answer.delta.new_element)
            elif answer.HasField("script_finished"):
                return 1e3 * (time.perf_counter() - begun)

    def press(self, label: str) -> None:
        """The next run finds this button pressed."""
        self._pressed = self.buttons[label]

    def slide(self, label: str, place: int) -> None:
        """The next run finds the slider whose label starts so at the place of an option."""
        slider = next(s for s in self._sliders.values() if s.label.startswith(label))
        self._values[slider.id] = slider.options[place % len(slider.options)]

    def _note(self, element: Any) -> None:
        if element.HasField("slider"):
            self._sliders[element.slider.id] = element.slider
        elif element.HasField("button"):
            self.buttons[element.button.label] = element.button.id
        elif element.HasField("exception"):
            self.exceptions += 1


@asynccontextmanager
async def session(address: str, place: str) -> AsyncIterator[Session]:
    """A page opened by its link."""
    page, _, query = place.partition("?")
    url = address.replace("http", "ws") + "/_stcore/stream"
    async with connect(
        url, subprotocols=["streamlit"], max_size=None, ping_timeout=None
    ) as channel:
        yield Session(channel, page, query)


async def twenty_sessions(address: str, place: str) -> tuple[list[float], int]:
    """Milliseconds of every move of λ, and how many exceptions the pages showed.

    The sessions walk the slider in pairs: the second of a pair follows half a pause behind the
    first, so that half of all moves come to a value that is already cached.
    """
    async with session(address, place) as first:
        await first.run()
        if "Run" in first.buttons:
            first.press("Run")
            await first.run()
            while "Cancel" in first.buttons:
                await asyncio.sleep(1)
                await first.run()

        opened = asyncio.Barrier(SESSIONS)

        async def walk(number: int) -> tuple[list[float], int]:
            pair, second = divmod(number, 2)
            # Pairs use ensembles of different sizes, so that they share no solved run.
            async with session(address, f"{place}&n_members={301 - 2 * pair}") as mine:
                await mine.run()
                await opened.wait()
                await asyncio.sleep(PAUSE * (pair / SESSIONS + second / 2))
                times = []
                for move in range(MOVES):
                    begun = time.perf_counter()
                    mine.slide("λ", 3 + 2 * move)
                    times.append(await mine.run())
                    await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - begun)))
                return times, mine.exceptions

        walks = await asyncio.gather(*(walk(number) for number in range(SESSIONS)))
    return [t for times, _ in walks for t in times], sum(errors for _, errors in walks)
