"""The one exception a caller of the core is meant to show to a person."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """A choice, a file or an array that cannot be used.

    Its message is one line: what was found, what is allowed, what to do. Pages show it as it is;
    the command line prints it and exits with status 2.
    """


def unknown_choice(what: str, found: object, allowed: Iterable[str]) -> InputError:
    """The diagnosis for a name that is not in a registry, with the nearest one as the remedy."""
    names = list(allowed)
    near = difflib.get_close_matches(str(found), names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else " Choose one of these."
    return InputError(f"Unknown {what} {found!r}; allowed are {', '.join(names)}.{hint}")
