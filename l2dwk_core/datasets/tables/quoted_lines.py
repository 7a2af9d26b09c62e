"""Lines that stand in quotes as a whole: a spreadsheet that reads a file as one column and saves it
again writes "a,b,c" for a,b,c."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"(?:[^"\r\n]|"")+"')
_LINE = re.compile(r'^[ \t]*("(?:[^"\r\n]|"")+")[ \t]*(?=\r?$)', re.MULTILINE)
_MARKS = ",;\t|"
_LOOKED_AT = 20
_LEAST = 3


def are_quoted(text: str) -> bool:
    """Return whether each of the first lines of a text is one cell in quotes in which cells with
    the same delimiter stand, as many in each line. The last line may be cut off."""
    lines = [line.strip() for line in text.splitlines()[:-1] if line.strip()][:_LOOKED_AT]
    if len(lines) < _LEAST or not all(map(_QUOTED.fullmatch, lines)):
        return False
    bare = [re.sub(r'"[^"]*"', "", _bare(line)) for line in lines]
    return any(
        bare[0].count(mark) > 0 and len({line.count(mark) for line in bare}) == 1 for mark in _MARKS
    )


def without_quotes(text: str) -> str:
    """Return the text without the quotes around whole lines, where a line has them."""
    return _LINE.sub(lambda found: _bare(found[1]), text)


def _bare(line: str) -> str:
    return line[1:-1].replace('""', '"')
