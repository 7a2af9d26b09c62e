"""The folder of classes on the server: ``streamlit run app.py -- --classes DIR``.

A class file ``wine.zip`` or a lesson ``wine.md`` in it is opened by ``?class=wine``. The folder is
only read. A name from an address is looked up in the list of the folder and never becomes a path.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from l2dwk_core.common.errors import InputError

OPTION = "--classes"
VARIABLE = "L2DWK_CLASSES"
ENDINGS = (".zip", ".md")
"""A class file, and a lesson. Where both have one name, the class file counts."""


def configure(options: Sequence[str]) -> None:
    """Take over the options of the app, which stand behind ``--``. The folder is kept in the
    environment, so that it may be named there instead.

    Raise InputError when the options cannot be understood or there is no such folder.
    """
    rest = list(options)
    while rest:
        name, mark, value = rest.pop(0).partition("=")
        if name != OPTION:
            raise InputError(
                f"Unknown option {name!r} behind '--'; known is {OPTION} DIR. Options of "
                "'streamlit run' stand before the '--'."
            )
        os.environ[VARIABLE] = value if mark or not rest else rest.pop(0)
        if not folder():
            raise InputError(f"{OPTION} names no folder; write {OPTION} DIR.")
    place = folder()
    if place is not None and not place.is_dir():
        raise InputError(f"{OPTION} is {str(place)!r}, which is no folder; give one that exists.")


def folder() -> Path | None:
    """Return the folder that the server was started with; None without one."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def files() -> dict[str, Path]:
    """Return the files of classes by their names in the address, in the order of the names."""
    return _listed()[0]


def left_out() -> list[str]:
    """Return a line for each file of a class that cannot be opened by a name, for the lecturer."""
    return _listed()[1]


def _listed() -> tuple[dict[str, Path], list[str]]:
    place = folder()
    if place is None:
        return {}, []
    there: list[Path] = []
    problems: list[str] = []
    try:
        with os.scandir(place) as listed:
            entries = [entry for entry in listed if Path(entry.name).suffix in ENDINGS]
    except OSError:
        return {}, []
    for entry in entries:
        try:
            entry.path.encode("utf-8")
            if entry.is_file():
                there.append(Path(entry.path))
        except UnicodeEncodeError:  # neither an address nor a page can hold such a name
            why = "its path is no text in UTF-8. Rename it."
            problems.append(f"{entry.name!r} is left out: {why}")
        except OSError as problem:  # such as a link that leads to itself
            why = (
                f"it cannot be read ({problem.strerror}). Remove it, or put the file itself there."
            )
            problems.append(f"{entry.name!r} is left out: {why}")
    found: dict[str, Path] = {}
    for ending in reversed(ENDINGS):
        found |= {path.stem: path for path in sorted(there) if path.suffix == ending}
    names = [name for name in sorted(found) if not name.startswith(".")]
    return {name: found[name] for name in names}, sorted(problems)
