"""How much memory the files take that visitors upload.

Streamlit takes any file for a session that is open, under any name for it, and keeps it until the
session ends. So a file is taken here only by an address that the server gave for it. A session that
uploads more than its share loses its oldest file, and all sessions together have a limit too, of
which those of one network address get half. A page has read a file before that: it keeps the bytes
it needs, within limits of its own.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import exists, get_instance

from pages.runtime.client_address import address_of

MOST_FILES, MOST_BYTES = 6, 150_000_000
"""Files, and their bytes, that are kept of one session."""
TOTAL_BYTES = 1_000_000_000
"""Bytes of all sessions together, on a computer with at least 4 GB."""
MOST_GIVEN = 20
"""Addresses for files that a session may have asked for at a time."""
NEW = 30.0
"""Seconds in which a page surely reads a file. An older one may be dropped for another session's.
"""
PATIENCE, LEAST = 30.0, 100_000
"""In so many seconds so many bytes of an upload must come: a file that stops in the middle, or
comes byte by byte, takes no other's room."""
_FORM = 1_000_000
"""Bytes of a request that may be no part of its file."""
_MANY_SESSIONS = 200
_FULL = "The server holds too many files; try later."
_SLOW = "The file came too slowly. Choose it again."


def middleware() -> list[Middleware]:
    """Return the middleware for the server."""
    return [Middleware(_UploadLimits)]


def total_bytes(most: int = TOTAL_BYTES) -> int:
    """Return how many bytes are kept: ``most``, or a quarter of the computer's memory if that is
    less."""
    with suppress(AttributeError, ValueError, OSError):
        return min(most, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4)
    return most


class KeptFiles:
    """The files in Streamlit's store, those that are arriving, and the addresses that it gave."""

    def __init__(
        self, store: Any, total: int, address_of: Callable[[str], str] = address_of
    ) -> None:
        self._store, self._total, self._address_of = store, total, address_of
        self._given: dict[str, OrderedDict[str, None]] = {}
        self._addresses: dict[str, str] = {}
        self._since: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._arriving: dict[object, tuple[str, int]] = {}
        self._arrived: dict[object, int] = {}
        self._give = store.get_upload_urls
        store.get_upload_urls = self._get_upload_urls

    def _get_upload_urls(self, session: str, names: Sequence[str]) -> Any:
        found = self._give(session, list(names[:MOST_GIVEN]))
        if len(self._given) >= _MANY_SESSIONS:
            open_now = get_instance().is_active_session if exists() else lambda name: True
            self._given = {s: ids for s, ids in self._given.items() if open_now(s)}
            known = self._given.keys() | self._store.file_storage.keys()
            self._addresses = {s: a for s, a in self._addresses.items() if s in known}
        self._addresses[session] = self._address_of(session)
        given = self._given.setdefault(session, OrderedDict())
        for one in found:
            given[one.file_id] = None
        while len(given) > MOST_GIVEN:
            given.popitem(last=False)
        return found

    def refusal(self, session: str, file: str, announced: int) -> tuple[int, str] | None:
        """Return the status and the reason why a file is not taken; None when it is.

        Make room for it within the session.
        """
        if file not in self._given.get(session, ()):
            return 403, "The server gave no such address for a file. Choose the file again."
        size = max(0, announced - _FORM)
        mine = [bytes_ for name, bytes_ in self._arriving.values() if name == session]
        while True:
            kept = {i: len(one.data) for i, one in self._of(session).items() if i != file}
            too_many = len(kept) + len(mine) >= MOST_FILES
            if not too_many and sum(kept.values()) + sum(mine) + size <= MOST_BYTES:
                break
            if not kept:
                return 413, "Other files of this page are still being uploaded; wait for them."
            self._store.remove_file(session, next(iter(kept)))
        return None if self._has_room(session, size) else (413, _FULL)

    def begin(self, upload: object, session: str, announced: int) -> None:
        """Note that a file arrives."""
        self._arriving[upload], self._arrived[upload] = (session, announced), 0

    def arrived(self, upload: object, size: int) -> bool:
        """Count bytes that have arrived; return whether there is room for them."""
        self._arrived[upload] += size
        return self._has_room(self._arriving[upload][0], 0)

    def end(self, upload: object, session: str, file: str) -> None:
        """Note that a file has arrived, or arrives no more."""
        del self._arriving[upload], self._arrived[upload]
        self._since.pop((session, file), None)
        if file in self._of(session):
            self._since[session, file] = time.monotonic()

    def _of(self, session: str) -> dict[str, Any]:
        return dict(self._store.file_storage.get(session, {}))

    def _has_room(self, session: str, size: int) -> bool:
        """Return whether so many more bytes may come; drop files that were read long ago."""
        address = self._addresses.get(session, "")
        return self._make_room(size, self._total // 2, address) and self._make_room(
            size, self._total
        )

    def _make_room(self, size: int, most: int, address: str | None = None) -> bool:
        """The same within a limit, for the files of one address, or of all."""
        while self._bytes(address) + size > most:
            oldest = next(
                (one for one in self._since.items() if self._is_of(one[0][0], address)), None
            )
            if oldest is None or time.monotonic() - oldest[1] < NEW:
                return False
            del self._since[oldest[0]]
            self._store.remove_file(*oldest[0])
        return True

    def _bytes(self, address: str | None) -> int:
        arrived = sum(
            size
            for upload, size in self._arrived.items()
            if self._is_of(self._arriving[upload][0], address)
        )
        return arrived + sum(
            len(one.data)
            for session, files in list(self._store.file_storage.items())
            if self._is_of(session, address)
            for one in list(files.values())
        )

    def _is_of(self, session: str, address: str | None) -> bool:
        return address is None or self._addresses.get(session, "") == address


class _UploadLimits:
    """Refuses files; all other requests go on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept: KeptFiles | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # An address is given over a web socket, so the first of them begins the list.
        if self._kept is None and scope["type"] in ("http", "websocket") and exists():
            self._kept = KeptFiles(get_instance().uploaded_file_mgr, total_bytes())
        place = _upload(scope)
        if self._kept is None or place is None:
            await self._app(scope, receive, send)
        else:
            await self._put(self._kept, place, scope, receive, send)

    async def _put(
        self, kept: KeptFiles, place: tuple[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        announced = _announced(scope)
        refused = kept.refusal(*place, announced or 0)
        if announced is None:
            refused = 411, "Say in Content-Length how large the file is."
        if refused is not None:
            await PlainTextResponse(refused[1], refused[0])(scope, receive, send)
            return
        upload, stopped, answered = object(), "", False
        until, since = time.monotonic() + PATIENCE, 0

        async def counted() -> Message:
            nonlocal stopped, until, since
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                stopped = _SLOW
                return {"type": "http.disconnect"}
            since += len(message.get("body", b""))
            if since >= LEAST:
                until, since = time.monotonic() + PATIENCE, 0
            if not kept.arrived(upload, len(message.get("body", b""))):
                stopped = _FULL
                return {"type": "http.disconnect"}
            return message

        async def noted(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        kept.begin(upload, place[0], announced or 0)
        try:
            with suppress(ClientDisconnect):  # stopped here, or broken off by the client
                await self._app(scope, counted, noted)
        finally:
            kept.end(upload, *place)
        if stopped and not answered:
            status = 413 if stopped == _FULL else 408
            await PlainTextResponse(stopped, status)(scope, receive, send)


def _upload(scope: Scope) -> tuple[str, str] | None:
    """Return the session and the file when a request uploads one."""
    if scope["type"] != "http" or scope["method"] != "PUT":
        return None
    path: str = scope["path"]
    what, session, file = ["", "", *path.split("/")][-3:]
    return (session, file) if what == "upload_file" else None


def _announced(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and len(value) < 20:
            return int(value)
    return None
