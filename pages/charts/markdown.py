"""A user's words in Markdown: every one of them reaches a page's text through ``escaped``.

A name of a column, a class or a file, a cell, a diagnosis that repeats one, a parameter of an
address: each may hold any sign, and what a browser makes of it must be the word and nothing else.
"""

from __future__ import annotations

import re

from l2dwk_core.common.text import one_line

MAX_SIGNS = 4_000
"""Of one text; longer ones are cut."""

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$&!])")
_LIST = re.compile(r"^([-+=]|\d+(?=[.)]))")
# Links and icons are also looked for in text that was escaped: what they begin with is taken apart
# by a sign that is not seen.
_ADDRESS = re.compile(r"(:)(?=[\w/+-])|(@)(?=[\w-])|(www)(?=\.)", re.IGNORECASE)
# Arrows and the like that stand alone are drawn as one sign, again after escapes are gone.
_DRAWN = re.compile(r"(?<!\S)(<->|->|<-|--|>=|<=|~=)(?!\S)")
_UNSEEN = "\u2060"


def escaped(text: object) -> str:
    """The text as Markdown that shows it as it is, in one line."""
    line = one_line(str(text)[: 2 * MAX_SIGNS])
    if len(line) > MAX_SIGNS:
        line = line[: MAX_SIGNS - 1] + "…"
    line = _ADDRESS.sub(lambda found: found[0] + _UNSEEN, line)
    line = _DRAWN.sub(lambda found: _UNSEEN.join(found[0]), line)
    return _LIST.sub(_list, _SIGNS.sub(r"\\\1", line))


def _list(found: re.Match[str]) -> str:
    mark = found[0]
    return f"\\{mark}" if mark in "-+=" else f"{mark}\\"
