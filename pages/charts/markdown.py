"""Text of a user in Markdown. All of it goes through ``escaped``.

Such text is a name of a column, a class or a file, a cell, a message that repeats one of these, or
a parameter of an address. It may hold any sign. The browser must show the text and do nothing else
with it.
"""

from __future__ import annotations

import re

from l2dwk_core.common.text import one_line

MAX_SIGNS = 4_000
"""Signs of one text; the rest of a longer text is cut off."""

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&!])")
_LIST = re.compile(r"^([-+=]|\d+(?=[.)]))")
# Streamlit also looks for links and icons in escaped text. An invisible sign behind their first
# characters prevents that.
_ADDRESS = re.compile(r"(:)(?=[\w/+-])|(@)(?=[\w-])|(www)(?=\.)", re.IGNORECASE)
# Arrows and the like that stand alone are drawn as one sign, again after escapes are gone.
_DRAWN = re.compile(r"(?<!\S)(<->|->|<-|--|>=|<=|~=)(?!\S)")
_UNSEEN = "\u2060"


def escaped(text: object) -> str:
    """Return the text as Markdown that shows it unchanged, in one line."""
    line = one_line(str(text)[: 2 * MAX_SIGNS])
    if len(line) > MAX_SIGNS:
        line = line[: MAX_SIGNS - 1] + "…"
    line = _ADDRESS.sub(lambda found: found[0] + _UNSEEN, line)
    line = _DRAWN.sub(lambda found: _UNSEEN.join(found[0]), line)
    return _LIST.sub(_list, _SIGNS.sub(r"\\\1", line))


def _list(found: re.Match[str]) -> str:
    mark = found[0]
    return f"\\{mark}" if mark in "-+=" else f"{mark}\\"
