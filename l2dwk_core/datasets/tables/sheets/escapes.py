"""Signs that Excel writes by their number in a text: _x000D_ for a carriage return."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """Return a text with such signs as they are, a line break as one sign, and signs that cannot
    be printed left out. _x005F_ stands for the underscore of a text that looks like one of these.
    """
    if "_x" not in text:
        return text
    return _ESCAPE.sub(_sign, text).replace("\r\n", "\n").replace("\r", "\n")


def _sign(found: re.Match[str]) -> str:
    sign = chr(int(found[1], 16))
    return sign if sign.isprintable() or sign in "\t\n\r" else ""
