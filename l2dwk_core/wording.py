"""Small helps for sentences: a number with its noun, a time, a value in short."""

from __future__ import annotations

import reprlib
import unicodedata

MAX_NAME = 60
"""Signs of a name that a sentence, a menu or a figure repeats."""


def counted(n: int, noun: str, many: str = "") -> str:
    """``counted(1, "row")`` is "1 row", ``counted(3, "row")`` "3 rows"; *many* if irregular."""
    return f"{n:,} {noun if n == 1 else many or noun + 's'}"


def duration(seconds: float) -> str:
    """About how long: ``"9 s"``, from 90 seconds on ``"4 min"``; at least ``"1 s"``."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(seconds, 1):.0f} s"


def shown(value: object) -> str:
    """*value* in a diagnosis: its ``repr`` in one line of at most 60 characters."""
    text = " ".join(reprlib.repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"


def one_line(text: object) -> str:
    """A user's words in one line, without signs that steer a display: control characters, and
    marks that turn the direction of what stands beside them."""
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in str(text)
        if sign.isspace() or sign in _JOINERS or unicodedata.category(sign) not in _STEERING
    )
    return " ".join(visible.split())


def short_name(text: object, most: int = MAX_NAME) -> str:
    """A name as ``one_line``, of at most so many signs."""
    line = one_line(str(text)[: 20 * most])
    return line if len(line) <= most else line[: most - 1] + "…"


_STEERING = ("Cc", "Cf", "Cs", "Cn")
_JOINERS = "\u200c\u200d"  # of which words of Persian and Hindi, and some emoji, are made
