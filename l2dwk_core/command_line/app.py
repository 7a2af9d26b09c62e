"""The command ``app``, which opens the dashboard."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from l2dwk_core.common.errors import InputError


def open_app(classes: str | None, options: Sequence[str]) -> int:
    """Start the dashboard and wait until it ends. Its pages are next to the core in the
    repository."""
    folders = Path(__file__).resolve().parents[2], Path.cwd()
    found = [folder for folder in folders if (folder / "pages" / "shell.py").is_file()]
    if not found:
        raise InputError(
            f"There is no dashboard in {folders[0]} or {folders[1]}: an installed package holds "
            "the core alone. Get the project's repository, install its requirements.txt, and run "
            "this again in its folder."
        )
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    if classes is not None:
        folder = Path(classes)
        if not folder.is_dir():
            raise InputError(f"--classes is {classes!r}, which is no folder; give one that exists.")
        command += ["--", "--classes", str(folder.resolve())]
    with _home() as home:
        return subprocess.run(command, cwd=found[0], env=home, check=False).returncode


@contextmanager
def _home() -> Iterator[dict[str, str]]:
    """Yield the environment for Streamlit, which does not start where it finds no home folder: a
    user without one gets a temporary one."""
    try:
        Path.home()
    except RuntimeError:
        with tempfile.TemporaryDirectory(prefix="l2dwk-home-") as home:
            yield {**os.environ, "HOME": home}
    else:
        yield dict(os.environ)
