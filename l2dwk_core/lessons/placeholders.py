"""Numbers in the text of a lesson: ``{{members_kept}}`` is replaced by the value of a run."""

from __future__ import annotations

import re

from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.question import Values

# Spaces are taken off afterwards: a pattern for them would try every way to share them out.
_PLACE = re.compile(r"\{\{([^{}]*)\}\}")
_BEFORE = "before."


def placeholders(text: str) -> list[tuple[bool, str]]:
    """Return each placeholder of a text: whether it is about the run before, and its name."""
    return [_parts(words) for words in _PLACE.findall(text)]


def filled(text: str, values: Values | None, before: Values | None) -> str:
    """Return the text with every placeholder replaced by its value.

    ``values``, ``before``: of the run of the step and of the run before it; None where the text
    has no placeholder for them.
    """

    def value(found: re.Match[str]) -> str:
        is_before, name = _parts(found[1])
        source = before if is_before else values
        assert source is not None  # the reader has checked it
        return QUANTITIES[name].shown(source(name))

    return _PLACE.sub(value, text)


def _parts(words: str) -> tuple[bool, str]:
    """Return whether the words between the braces are about the run before, and the name."""
    words = words.strip()
    return words.startswith(_BEFORE), words.removeprefix(_BEFORE)
