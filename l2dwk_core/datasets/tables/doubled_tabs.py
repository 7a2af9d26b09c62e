"""Tables in which some cells are separated by two tabs or more, as in UCI's seeds."""

from __future__ import annotations

import io
import re

_TABS = re.compile(r"\t{2,}")


def without_doubled_tabs(text: str) -> str | None:
    """Return the text with one tab for each run of them, or None when a run stands for empty cells.

    It does not when only so all lines have the same number of cells, at least two.
    """
    if "\t\t" not in text or '"' in text:
        return None
    widths: set[int] = set()
    collapsed = 0
    for written in io.StringIO(text):
        line = written.rstrip("\r\n").strip("\t")
        if not line.strip():
            continue
        widths.add(line.count("\t"))
        found = _TABS.sub("\t", line).count("\t")
        if found == 0 or (collapsed and found != collapsed):
            return None
        collapsed = found
    return _TABS.sub("\t", text) if len(widths) > 1 else None
