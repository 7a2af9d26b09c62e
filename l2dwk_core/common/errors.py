"""InputError, the one exception whose message is meant to be shown to a person, and helpers that
word it."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Iterable, Sequence
from typing import Any

from l2dwk_core.common.text import shown


class InputError(ValueError):
    """A choice, a file or an array that cannot be used.

    Its message is one line: what was found, what is allowed, what to do. Pages show it as it is;
    the command line prints it and exits with status 2.
    """


MAX_LISTED = 25
"""An error message lists at most so many names."""


NEAR = 0.75
"""Share of letters, in order, that two names must have in common to count as near."""


def near_names(found: str, names: Sequence[str], most: int = 1) -> list[str]:
    """Return those of *names* that *found* may have meant, the nearest first.

    A name is near when a few letters differ, or when *found* has at least three letters and is, or
    begins, a word of the name (``forest`` of ``random_forest``).
    """
    word, small = found.strip().lower(), {name.lower(): name for name in names}
    slips = [small[near] for near in difflib.get_close_matches(word, small, n=most, cutoff=NEAR)]
    parts = [name for low, name in small.items() if len(word) >= 3 and _has_part(low, word)]
    return list(dict.fromkeys([*slips, *parts]))[:most]


def _has_part(name: str, word: str) -> bool:
    return any(part.startswith(word) for part in re.split("[-_ ]", name))


def unknown_choice(
    what: str, found: object, allowed: Iterable[str], *, see: str = ""
) -> InputError:
    """Return the error for a name that is not in a registry. It suggests the nearest name.

    Up to ``MAX_LISTED`` names are all listed. Of more names the error gives the three nearest,
    their number, and *see*, which says where all of them are.
    """
    names = list(allowed)
    near = near_names(str(found), names, 3)
    begins = f"Unknown {what} {shown(found)}; "
    if len(names) <= MAX_LISTED:
        hint = f"Did you mean {near[0]!r}?" if near else "Choose one of these."
        return InputError(f"{begins}allowed are {', '.join(names)}. {hint}")
    begins += f"there are {len(names)} to choose from{see and ', ' + see}. "
    if near:
        return InputError(f"{begins}Did you mean {' or '.join(map(repr, near))}?")
    return InputError(f"{begins}Choose one of them, such as {names[0]!r}.")


def optional_package(name: str, purpose: str, extra: str) -> Any:
    """Import the package of the module *name* and return it. It is imported only when needed,
    because the core works without it.

    Raise ``InputError``, which names the extra that brings it, when it is not installed.
    """
    package = name.partition(".")[0]
    try:
        importlib.import_module(name)
        return importlib.import_module(package)
    except ImportError as problem:
        raise InputError(
            f"{purpose} needs the package {package}, which is not installed; run "
            f"python -m pip install {package} (or 'l2dwk[{extra}]')."
        ) from problem
