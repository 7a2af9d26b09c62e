"""Whoever has many files read from one address holds up no file of another address.

Marked slow: it starts a server and reads files for a minute or so.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from contextlib import AsyncExitStack

import openpyxl
import pytest

from tests.trust.faulty_server import LIMIT, faulty_server
from tests.trust.raw_session import raw_session
from tests.trust.raw_upload import upload

pytestmark = pytest.mark.slow
PLACE = "data?v=1&data.section=own"
FILES = 12
SMALL = ("a,b,y\n" + "".join(f"{i},{i * i % 17},{'xyz'[i % 3]}\n" for i in range(60))).encode()
ROWS = 19_000
"""Rows of a workbook of less than 100 kB that takes some 20 s to read: most cells are empty."""


def _long_workbook() -> bytes:
    made, changed = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(made)
    cells = "".join(f"<c><v>{i % 7}</v></c>" for i in range(20)) + "<c/>" * 100
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
                rows = f"<row>{cells}</row>" * ROWS
                sheet = f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'
                content = sheet.encode()
            new.writestr(name, content)
    return changed.getvalue()


async def _uploaded(server, stack, name, content, address):
    """Upload a file from an address; return its page, on which it is read or waits."""
    headers = {"X-Forwarded-For": address}
    page = await stack.enter_async_context(raw_session(server.address, PLACE, headers=headers))
    found = await page.run(limit=LIMIT)
    box = next(content.id for kind, content in found.widgets.values() if kind == "file_uploader")
    state = await upload(server.address, page, box, name, content, headers=headers)
    await page.run(state, limit=LIMIT)
    return page


async def _looked_at(pages):
    """Do what open pages do: ask again and again. Otherwise their files count as not wanted."""
    while True:
        await asyncio.gather(*(page.run(limit=LIMIT) for page in list(pages)))
        await asyncio.sleep(1)


async def _read(page):
    """Wait until the file of the page was read."""
    async with asyncio.timeout(LIMIT):
        while "Forget it" not in (found := await page.run(limit=LIMIT)).buttons:
            assert not found.errors, found.errors
            await asyncio.sleep(0.3)


def test_a_file_of_another_address_is_read_before_those_that_came_first(tmp_path):
    long = _long_workbook()
    assert len(long) < 100_000

    async def visit(server):
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            pages = []
            looks = group.create_task(_looked_at(pages))
            for number in range(FILES):
                page = await _uploaded(server, stack, f"{number}.xlsx", long, "10.0.0.1")
                pages.append(page)
            other = await _uploaded(server, stack, "other.csv", SMALL, "10.0.0.2")
            await _read(other)
            looks.cancel()
            await asyncio.wait([looks])
            found = [await page.run(limit=LIMIT) for page in pages]
            assert sum("Forget it" not in one.buttons for one in found) > FILES // 2

    with faulty_server(tmp_path) as server:
        asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text("utf-8")
