"""Memory of large blocks is given back when it is free, also between blocks that stay."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_SCRIPT = """
import os
from pages.runtime import startup

def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

if {mended}:
    startup.return_memory()
large = b"x" * 20_000_000
del large  # from here on, glibc by itself takes less than this for small
files, kept = [], []
for n in range(20):
    files.append(b"x" * 5_000_000)
    kept.append(b"x" * 10_000)  # lies behind the file
full = megabytes()
del files
print(full - megabytes())
"""


def _freed(*, mended: bool) -> float:
    words = [sys.executable, "-c", _SCRIPT.format(mended=mended)]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(
    sys.platform != "linux" or "CS_GNU_LIBC_VERSION" not in os.confstr_names,
    reason="a setting of glibc",
)
def test_large_blocks_are_given_back():
    assert _freed(mended=True) > 95
    assert _freed(mended=False) < 50  # else glibc does so by itself and the setting can go
