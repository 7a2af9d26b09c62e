"""The server asks for as many open files as the system allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pages.runtime.startup import MOST_OPEN

ROOT = Path(__file__).parents[3]
PROGRAM = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from pages.runtime import startup
startup.raise_open_files()
print(*resource.getrlimit(resource.RLIMIT_NOFILE), startup.open_files())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "then"), [(256, 900, 900), (256, 256, 256), (64, 4000, min(4000, MOST_OPEN))]
)
def test_it_takes_what_is_allowed(soft, hard, then):
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(soft=soft, hard=hard)],
        capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout  # fmt: skip
    assert said.split() == [str(then), str(hard), str(then)]
