"""The real server and command line where a school or a container puts them: another user, no home,
folders and a disk that cannot be written, another folder, a prefix of the address.

Marked slow: it starts servers.
"""

from __future__ import annotations

import asyncio
import errno
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from l2dwk_core.study.run import read_study
from tests.browser.conftest import ROOT
from tests.trust.faulty_server import (
    as_user,
    faulty_server,
    looked_at,
    mounted_read_only,
    pressed,
    works,
)
from tests.trust.raw_http import raw_request
from tests.trust.raw_session import raw_session

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="users, /proc and setpriv of Linux"),
]
NOBODY, UNKNOWN = 65534, 54321
"""A user without a home folder, and a number that the system does not know."""
PLACE = "lab?v=1&dataset=zoo&n_members=11"
CORE = (sys.executable, "-m", "l2dwk_core")


def _written_by(number: int) -> list[Path]:
    """Return the files of the project that belong to a user."""
    skipped = {".git", ".venv"}
    tops = [top for top in ROOT.iterdir() if top.name not in skipped]
    files = [top for top in tops if top.is_file()]
    files += [file for top in tops if top.is_dir() for file in top.rglob("*")]
    return [file for file in files if file.lstat().st_uid == number]


def _used(server) -> None:
    """Train on a page, take a figure while a slider moves, and open the pages with files."""

    async def visit():
        async with raw_session(server.address, PLACE) as page:
            await pressed(page, await page.run(), "Run")
            found = await looked_at(page, lambda found: not works(found) and found.live)
            assert not found.errors
            name = next(iter(found.live["figures"].values()))
            query = urlencode({"token": found.live["token"]}) + "&" + found.live["query"]
            answer = await raw_request(
                server.address, f"{found.live['path']}/{name}?{query}&lam=0.7"
            )
            assert answer.status == 200
            assert answer.body
        for place in ("data", "start", "compare?v=1&studies.show=many&studies.study=new"):
            async with raw_session(server.address, place) as page:
                found = await page.run()
                assert not found.exceptions, found.exceptions
                assert found.finished

    asyncio.run(visit())


@pytest.mark.parametrize("home", ["/nonexistent", None, "/"])
def test_a_user_without_a_home_who_may_not_write_to_the_project(tmp_path, home):
    with faulty_server(tmp_path, before=as_user(NOBODY), environment={"HOME": home}) as server:
        _used(server)
        assert "Traceback" not in server.log.read_text("utf-8")
    assert not _written_by(NOBODY)


def test_a_user_the_system_does_not_know_starts_the_app_by_the_command(tmp_path):
    """Streamlit's own command does not start without a home folder."""
    with faulty_server(
        tmp_path, start=(*CORE, "app"), before=as_user(UNKNOWN), environment={"HOME": None}
    ) as server:
        _used(server)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    yield from mounted_read_only(tmp_path / "project")


def test_from_a_disk_that_cannot_be_written_for_a_user_without_a_home(tmp_path, read_only):
    with pytest.raises(OSError) as refused:  # root may write to a folder without the permission
        (read_only / "file").touch()
    assert refused.value.errno == errno.EROFS
    with faulty_server(
        tmp_path, start=(*CORE, "app"), before=as_user(UNKNOWN), environment={"HOME": None},
        cwd=read_only,
    ) as server:  # fmt: skip
        for pid in (server.process.pid, *server.processes()):
            assert Path(f"/proc/{pid}/cwd").resolve() == read_only
        _used(server)
        assert "Traceback" not in server.log.read_text("utf-8")


def test_such_users_run_the_command_line_and_are_told_where_downloads_may_go(tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    work.chmod(0o777)
    for folder in tmp_path.parents:  # pytest's own folders are closed to others
        if folder.owner() == "root" and "pytest" in folder.name:
            folder.chmod(0o755)
    tmp_path.chmod(0o755)
    commands = [
        ("run", "--dataset", "zoo", "--members", "11"),
        ("study", "--file", "study.db", "--datasets", "zoo", "--methods", "uniform_vote",
         "--folds", "2", "--members", "5", "--export", "rows.csv"),
    ]  # fmt: skip
    for words in commands:
        done = _command(UNKNOWN, words, work)
        assert done.returncode == 0, done.stderr
    assert (work / "rows.csv").read_text().count("\n") == 3
    done = _command(UNKNOWN, ("run", "--dataset", "artificial"), work)
    assert done.returncode == 2
    assert "L2DWK_CACHE" in done.stderr
    assert "Traceback" not in done.stderr
    work.chmod(0o755)
    for file in ("study.db", "other.db"):
        done = _command(UNKNOWN, ("study", "--file", file, *commands[1][3:]), work)
        assert done.returncode == 2
        assert "name a file in a folder you may write to" in done.stderr
        assert "Traceback" not in done.stderr
    assert len(read_study(work / "study.db").records) == 2


def _command(user: int, words: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*as_user(user), *CORE, *words], cwd=folder, env=environment, capture_output=True,
        text=True, timeout=240, check=False,
    )  # fmt: skip


def test_started_from_another_folder_it_is_the_same_server(tmp_path):
    with faulty_server(tmp_path, cwd=tmp_path) as server:
        _used(server)
        answer = asyncio.run(raw_request(server.address, "/"))
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        said = asyncio.run(raw_request(server.address, "/_stcore/host-config"))
        assert b'"allowedOrigins":[]' in said.body.replace(b" ", b"")


def test_under_a_prefix_pages_figures_and_plotly_are_found_and_nothing_without_it(tmp_path):
    with faulty_server(
        tmp_path, "--server.baseUrlPath", "class/lab", prefix="/class/lab"
    ) as server:
        _used(server)
        root = server.address.removesuffix("/class/lab")
        page = asyncio.run(raw_request(root, "/class/lab/"))
        script = page.body.decode().partition('async src="')[2].partition('"')[0]
        assert script.startswith("/class/lab/plotly-")
        assert asyncio.run(raw_request(root, script)).status == 200
        for path in ("/live/lab/alpha?token=x", "/_stcore/health"):
            assert asyncio.run(raw_request(root, path)).status == 404
