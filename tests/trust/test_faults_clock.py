"""The clock of the computer is set back while the program runs.

What takes time is measured with the monotonic clock. Two places have to read the clock: a study's
file says when its writer was last heard of (``tests/study/test_file.py`` has those cases), and
temporary folders are deleted by their age.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT

MAY_READ_THE_CLOCK = {
    "l2dwk_core/study/writer.py": "processes on several computers have no other time in common",
    "l2dwk_core/study/repair.py": "the name of the damaged file holds the date",
    "pages/study/study_file.py": "the age of folders that a server left behind",
}
CLOCK = {
    ("time", name) for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")
} | {(owner, name) for owner in ("datetime", "date") for name in ("now", "utcnow", "today")}
PRELOADED = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


def _reads_the_clock(file: Path) -> bool:
    calls = ast.walk(ast.parse(file.read_text("utf-8")))
    return any(
        isinstance(each, ast.Attribute)
        and isinstance(each.value, ast.Name | ast.Attribute)
        and (getattr(each.value, "id", getattr(each.value, "attr", "")), each.attr) in CLOCK
        for each in calls
    )


def test_only_places_that_have_to_read_the_clock_do():
    files = [file for top in ("l2dwk_core", "pages") for file in (ROOT / top).rglob("*.py")]
    found = {str(file.relative_to(ROOT)) for file in files if _reads_the_clock(file)}
    assert found == set(MAY_READ_THE_CLOCK)
    for file in files:
        assert "from time import time" not in file.read_text("utf-8"), file


@pytest.mark.slow
@pytest.mark.skipif(not Path(PRELOADED).exists(), reason="libfaketime is not installed (Debian)")
def test_a_study_goes_on_and_is_continued_when_the_clock_is_set_back_in_its_middle(tmp_path):
    wanted = tmp_path / "clock"
    wanted.write_text("+0")
    environment = {
        **os.environ, "LD_PRELOAD": PRELOADED, "FAKETIME_TIMESTAMP_FILE": str(wanted),
        "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip
    command = [
        sys.executable, "-m", "l2dwk_core", "study", "--file", str(tmp_path / "a.db"),
        "--datasets", "zoo,glass,sonar", "--methods", "uniform_vote,l2dwk", "--folds", "10",
        "--repeats", "20", "--members", "51", "--jobs", "1",
    ]  # fmt: skip

    def begun():
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
        )

    first = begun()
    _line_after(first, 3)
    wanted.write_text("-1h")
    second = begun()
    refused = second.communicate(timeout=120)[1]
    assert second.returncode == 2, "the first one is alive"
    assert "is running a study" in refused
    done = _line_after(first, 20)
    first.kill()
    first.wait(10)
    first.stderr.close()
    wanted.write_text("-2h")  # the last word of the killed one is an hour ahead
    third = begun()
    assert _line_after(third, 0) >= done
    third.kill()
    third.wait(10)
    third.stderr.close()


def _line_after(process, tasks):
    """Wait until a study says that it has finished more tasks, and return how many."""
    for line in process.stderr:
        assert not line.startswith(("error", "Traceback")), line + process.stderr.read()
        if line.split()[0].isdigit() and (done := int(line.split()[0])) > tasks:
            return done
    raise AssertionError("the study has ended")
