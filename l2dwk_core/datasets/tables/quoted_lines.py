"""Other quotes than double ones around cells: single ones, and double ones around whole lines.

A spreadsheet that reads a file as one column and saves it again writes "a,b,c" for a,b,c.
"""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"(?:[^"\r\n]|"")+"')
_LINE = re.compile(r'^[ \t]*("(?:[^"\r\n]|"")+")[ \t]*(?=\r?$)', re.MULTILINE)
_MARKS = ",;\t|"
_OPENED = re.compile(r"(?:^|[,;\t|]) *'", re.MULTILINE)
# Within a cell a single quote is doubled, or has a backslash before it.
_SINGLE = re.compile(
    r"(^|[,;\t|])( *)'((?:[^'\\\r\n]|\\.|'')*)'(?= *(?:[,;\t|]|\r?$))", re.MULTILINE
)
_FEWEST_CELLS = 2
_CHARACTERS = 100_000
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


def without_single_quotes(text: str) -> str | None:
    """Return the text with double quotes around the cells that single ones enclose; None when there
    are no such cells, when a single quote opens a cell that none closes, and beside double
    quotes."""
    looked = text[:_CHARACTERS]
    if len(looked) < len(text):
        looked = looked[: looked.rfind("\n") + 1]
    opened = len(_OPENED.findall(looked))
    if opened < _FEWEST_CELLS or '"' in text or len(_SINGLE.findall(looked)) != opened:
        return None
    return _SINGLE.sub(_doubled, text)


def _doubled(found: re.Match[str]) -> str:
    inner = found[3].replace("''", "'").replace("\\'", "'")
    return f'{found[1]}{found[2]}"{inner}"'
