"""Numbers in the text of a lesson: ``{{members_kept}}`` is replaced by the value of a run."""

from __future__ import annotations

import re

from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Values

_PLACE = re.compile(r"\{\{\s*(before\.)?([^{}]*?)\s*\}\}")


def placeholders(text: str) -> list[tuple[bool, str]]:
    """Return each placeholder of a text: whether it is about the run before, and its name."""
    return [(bool(before), name) for before, name in _PLACE.findall(text)]


def filled(text: str, values: Values | None, before: Values | None) -> str:
    """Return the text with every placeholder replaced by its value.

    ``values``, ``before``: of the run of the step and of the run before it; None where the text
    has no placeholder for them.
    """

    def value(found: re.Match[str]) -> str:
        source = before if found[1] else values
        assert source is not None  # the reader has checked it
        return QUANTITIES[found[2]].shown(source(found[2]))

    return _PLACE.sub(value, text)
