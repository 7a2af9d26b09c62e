"""A copy of the program in which a test may add a file, as a contributor would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ("l2dwk_core", "pages", ".streamlit", "app.py")


def copied(folder: Path, *tests: str) -> None:
    """Copy the program, and these files or folders of its tests, into the folder."""
    # Another test may be compiling: its half-written files come and go.
    unfinished = shutil.ignore_patterns("*.pyc.*")
    for part in (*PROGRAM, *tests):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=unfinished)
        else:
            shutil.copy2(ROOT / part, folder / part)


def run(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, which it then imports."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
