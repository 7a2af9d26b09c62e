"""Files that are made when their button is pressed: few at a time, by turns of addresses.

Streamlit makes each in a thread of asyncio's own, of which there are few, in the order in which
they were asked for. So whoever presses on and on in ten windows has all of these threads, and
hundreds of files that wait before that of anybody else.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse
from streamlit.runtime import get_instance
from streamlit.runtime.backend_operation_handler import DeferredFileHandler

from pages.runtime.address_turns import AddressTurns
from pages.runtime.client_address import address_of
from pages.runtime.made_files import MadeFiles

OF_ADDRESS, AT_ONCE = 2, 4
"""Files that are made at a time, for one address and for all."""
OF_SESSION, WAITING = 4, 60
"""Files that one session, and one address, may have asked for and not got yet. A page has some six
buttons, and a class of thirty may have one address."""
_BUSY = "Other files are being made; press again when they are there."
_REDRAWN = "This page was being drawn again. Press again."
_LOG = logging.getLogger(__name__)


class FileTurns:
    """The files that are being made, or wait. Use it from one event loop only."""

    def __init__(self, files: MadeFiles) -> None:
        self._files, self._turns = files, AddressTurns(OF_ADDRESS, AT_ONCE)
        self._threads = ThreadPoolExecutor(2 * AT_ONCE, "file")
        self._asked: dict[tuple[str, str], tuple[str, asyncio.Task[str]]] = {}

    async def made(self, session: str, address: str, file: str) -> str:
        """Return the path of the file that a button makes, in a thread when its turn has come;
        empty if too much is asked for.

        Who asks again for a file that is not made yet gets the same one.
        """
        if (session, file) not in self._asked:
            of_session = sum(name == session for name, _ in self._asked)
            of_address = sum(name == address for name, _ in self._asked.values())
            if of_session >= OF_SESSION or of_address >= WAITING:
                return ""
            task = asyncio.create_task(self._make(address, file))
            self._asked[session, file] = address, task
            task.add_done_callback(lambda _: self._asked.pop((session, file)))
        # Streamlit may cancel what one press waits for; another may wait for the same file.
        return await asyncio.shield(self._asked[session, file][1])

    async def _make(self, address: str, file: str) -> str:
        place, loop = self._turns.ask(address), asyncio.get_running_loop()
        try:
            await place.given
            path = await loop.run_in_executor(self._threads, self._files.make, file)
            # Here, so that also a file nobody waits for any more is dropped in time.
            self._files.add(path, address)
            return path
        finally:
            place.end()


@cache
def install() -> None:
    """Have Streamlit make such files by turns."""
    turns: FileTurns | None = None

    async def handle(self: DeferredFileHandler, request: Any, session_id: str) -> Any:
        nonlocal turns
        manager = get_instance().media_file_mgr
        turns = turns or FileTurns(MadeFiles(manager))
        file, address = request.deferred_file.file_id, address_of(session_id)
        answer = BackendOperationResponse(request_id=request.request_id)
        if file not in manager._deferred_callables:
            # The button has another name after each run, and until the browser has it, the runs of
            # others may have removed this one.
            answer.error_msg = _REDRAWN
            return answer
        try:
            url = await turns.made(session_id, address, file)
        except Exception:  # whatever a page's function may raise
            _LOG.exception("A file could not be made.")
            answer.error_msg = "The file could not be made. Load the page again."
            return answer
        if url:
            answer.deferred_file.url = url
        else:
            answer.error_msg = _BUSY
        return answer

    # An extension of Streamlit's own class, which has no hook for this.
    DeferredFileHandler.handle = handle  # type: ignore[method-assign]
