"""Values that a control cannot have: the page is shown all the same, and the log stays short.

Marked slow: it starts a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.conftest import start_server
from tests.trust.raw_session import raw_session

pytestmark = pytest.mark.slow
PAGES = ("", "playground", "lab", "data", "noise")


def _chat(state: WidgetState) -> None:
    state.chat_input_value.SetInParent()


WRONG: dict[str, Callable[[WidgetState], object]] = {
    "trigger": lambda state: setattr(state, "trigger_value", True),
    "bool": lambda state: setattr(state, "bool_value", True),
    "nan": lambda state: setattr(state, "double_value", float("nan")),
    "smallest": lambda state: setattr(state, "int_value", -(2**63)),
    "text": lambda state: setattr(state, "string_value", "x"),
    "texts": lambda state: state.string_array_value.data.extend(["zz"] * 3),
    "infinite": lambda state: state.double_array_value.data.extend([float("inf"), 1e308]),
    "whole": lambda state: state.int_array_value.data.extend([10**12, -5]),
    "json": lambda state: setattr(state, "json_value", '{"a":1}'),
    "deep": lambda state: setattr(state, "json_value", "[" * 3000),
    "deep and closed": lambda state: setattr(state, "json_value", "[" * 900 + "]" * 900),
    "event": lambda state: setattr(state, "json_trigger_value", '{"event":"x","value":[1e999]}'),
    "bytes": lambda state: setattr(state, "bytes_value", b"\xff"),
    "arrow": lambda state: state.arrow_value.SetInParent(),
    "file": lambda state: state.file_uploader_state_value.uploaded_file_info.add(),
    "chat": _chat,
    "nothing": lambda state: None,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    log = tmp_path_factory.mktemp("server") / "server.log"
    process, address = start_server(log)
    yield address, log
    process.terminate()
    process.wait(10)


def _state(control: str, change: Callable[[WidgetState], object]) -> WidgetState:
    state = WidgetState(id=control)
    change(state)
    return state


@pytest.mark.parametrize("page", PAGES)
def test_a_value_of_another_kind_is_dropped(server, page):
    address, _ = server

    async def visit() -> None:
        async with raw_session(address, page) as one:
            controls = (await one.run()).widgets
            kinds = {content: control for control, (content, _) in controls.items()}
            for name, change in WRONG.items():
                states = [_state(control, change) for control in kinds.values()]
                found = await one.run(*states, limit=30)
                assert found.finished, name
                assert not found.exceptions, name
        for name in ("text", "deep", "bool", "chat"):  # in the first message of a session
            async with raw_session(address, page) as one:
                states = [_state(control, WRONG[name]) for control in kinds.values()]
                found = await one.run(*states, limit=30)
                assert found.finished, name
                assert not found.exceptions, name

    asyncio.run(visit())


def test_the_log_does_not_grow_with_what_a_visitor_sends(server):
    address, log = server

    async def visit() -> int:
        async with raw_session(address, "data") as page:
            controls = (await page.run()).widgets
            section = next(one for one in controls if one.endswith("data.section"))
            before = log.stat().st_size
            for at in range(30):
                await page.run(_state(section, WRONG["text"]), limit=30)
                await page.run(fragment=f"made up {at}", limit=0.05)
            return log.stat().st_size - before

    assert asyncio.run(visit()) < 3000
    assert "Traceback" not in log.read_text("utf-8")
