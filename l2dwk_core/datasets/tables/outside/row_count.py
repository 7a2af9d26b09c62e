"""What a database writes below a table: (60 rows affected), (60 Zeilen), and when it was done."""

from __future__ import annotations

import re

from l2dwk_core.common.text import counted

_WORD = r"[^\W\d_]{2,12}(?:\([^\W\d_]{1,3}\))?"
_COUNT = re.compile(
    rf"\n[ \t]*(?:\([0-9][0-9.,]* {_WORD}(?: {_WORD}){{0,2}}\)[;,\t ]*"
    # MySQL says how long it took, and SQL Server when it was done.
    r"|[0-9]+ rows? in set \([0-9.,]+ sec\)[ \t]*)"
    r"(?:\s*\n[^\n:]{3,30}: [0-9]{4}-[0-9]{2}-[0-9]{2}T[^\n]{0,40})?\s*\Z"
)
_END = 400
"""Characters; it is the last of a file."""


def without_row_count(text: str, before: int, notes: list[str]) -> str:
    """Return the text without the number of its rows in brackets at its end, in any language.
    *before* are lines left out above it, for the note."""
    start = max(0, len(text) - _END)
    found = _COUNT.search(text, start)
    if found is None:
        return text
    at = found.start() + 1
    lines = [line for line in text[at:].splitlines() if line.strip()]
    left = counted(len(lines), "line below it is", "lines below it are")
    line = text.count("\n", 0, at) + 1 + before
    notes.append(
        f"The table ends before line {line:,}; {left} left out ({lines[0].strip()[:40]!r})."
    )
    return text[:at]
