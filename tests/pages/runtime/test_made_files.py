"""Files that were made on demand are kept for a while, and so many bytes of them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from pages.runtime import made_files
from pages.runtime.made_files import MadeFiles

SIZE = 1000


class _Pages:
    """Pages whose buttons make files, with Streamlit's own store."""

    def __init__(self) -> None:
        self._store = MemoryMediaFileStorage("/media")
        self.manager = MediaFileManager(self._store)
        self._files = MadeFiles(self.manager)

    @property
    def bytes(self) -> int:
        return sum(len(file.content) for file in self._store._files_by_id.values())

    def press(self, number: int, address: str = "one", size: int = SIZE) -> str:
        content = number.to_bytes(4, "big") * (size // 4)
        button = self.manager.add_deferred(lambda: content, "text/html", str(number))
        url = self._files.make(button)
        self._files.add(url, address)
        return url

    def has(self, url: str) -> bool:
        return self.manager.read_file(url.rpartition("/")[2]) is not None


def _run(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_the_oldest_files_of_an_address_give_way_and_no_others(monkeypatch):
    monkeypatch.setattr(made_files, "OF_ADDRESS", 5 * SIZE)

    async def look() -> None:
        pages = _Pages()
        other = pages.press(1000, "other")
        made = [pages.press(n) for n in range(20)]
        assert [pages.has(url) for url in made] == [False] * 15 + [True] * 5
        assert pages.has(other)
        assert pages.has(pages.press(0))  # pressed again
        assert pages.bytes == 6 * SIZE

    _run(look())


def test_all_addresses_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(made_files, "TOTAL", 5 * SIZE)

    async def look() -> None:
        pages = _Pages()
        made = [pages.press(n, str(n)) for n in range(20)]
        assert [pages.has(url) for url in made] == [False] * 15 + [True] * 5

    _run(look())


def test_a_file_larger_than_the_limit_is_kept_until_the_next(monkeypatch):
    monkeypatch.setattr(made_files, "OF_ADDRESS", SIZE)

    async def look() -> None:
        pages = _Pages()
        large = pages.press(1, size=10 * SIZE)
        assert pages.has(large)
        assert pages.has(pages.press(2))
        assert not pages.has(large)

    _run(look())


def test_files_go_after_a_while_without_any_page(monkeypatch):
    monkeypatch.setattr(made_files, "SECONDS", 0.1)

    async def look() -> None:
        pages = _Pages()
        for n in range(3):
            pages.press(n)
            await asyncio.sleep(0.05)
        for _ in range(100):
            if not pages.bytes:
                break
            await asyncio.sleep(0.02)
        assert pages.bytes == 0

    _run(look())


def test_a_file_stays_however_many_pages_run_meanwhile(monkeypatch):
    monkeypatch.setattr(made_files, "OF_ADDRESS", SIZE)

    async def look() -> None:
        pages = _Pages()
        made = pages.press(1)
        for _ in range(100):
            pages.manager.remove_orphaned_files()  # as the end of each run does
        assert pages.has(made)
        pages.press(2)
        assert not pages.has(made)

    _run(look())


def test_a_file_that_is_removed_while_it_is_made_is_made_again(monkeypatch):
    async def look() -> None:
        pages, made = _Pages(), []
        make = pages.manager.execute_deferred

        def removed_at_once(button: str) -> str:
            made.append(make(button))
            if len(made) == 1:
                with pages.manager._lock:
                    pages.manager._delete_file(made[0].rpartition("/")[2].partition(".")[0])
            return made[-1]

        monkeypatch.setattr(pages.manager, "execute_deferred", removed_at_once)
        assert pages.has(pages.press(1))
        assert len(made) == 2

    _run(look())


def test_a_file_that_is_also_on_a_page_stays(monkeypatch):
    monkeypatch.setattr(made_files, "OF_ADDRESS", SIZE)

    async def look() -> None:
        pages = _Pages()
        content = (7).to_bytes(4, "big") * (SIZE // 4)
        shown = pages.manager.add(content, "text/html", "shown", is_for_static_download=True)
        assert pages.press(7) == shown
        pages.press(8)
        assert pages.has(shown)

    _run(look())
