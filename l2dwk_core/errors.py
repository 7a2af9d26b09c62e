"""The one exception a caller of the core is meant to show to a person."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from l2dwk_core.wording import shown


class InputError(ValueError):
    """A choice, a file or an array that cannot be used.

    Its message is one line: what was found, what is allowed, what to do. Pages show it as it is;
    the command line prints it and exits with status 2.
    """


MAX_LISTED = 25
"""Longer registries are not listed in a diagnosis: nobody reads three lines of names."""


def unknown_choice(
    what: str, found: object, allowed: Iterable[str], *, see: str = ""
) -> InputError:
    """The diagnosis for a name that is not in a registry, with the nearest one as the remedy.

    Up to ``MAX_LISTED`` names are listed; of more, the three nearest, how many there are, and
    *see*: where all of them are.
    """
    names = list(allowed)
    near = difflib.get_close_matches(str(found), names, n=3)
    begins = f"Unknown {what} {shown(found)}; "
    if len(names) <= MAX_LISTED:
        hint = f"Did you mean {near[0]!r}?" if near else "Choose one of these."
        return InputError(f"{begins}allowed are {', '.join(names)}. {hint}")
    begins += f"there are {len(names)} to choose from{see and ', ' + see}. "
    if near:
        return InputError(f"{begins}Did you mean {' or '.join(map(repr, near))}?")
    return InputError(f"{begins}Choose one of them, such as {names[0]!r}.")
