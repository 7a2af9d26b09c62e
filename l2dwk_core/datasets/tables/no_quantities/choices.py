"""Several choices in one cell, such as "1,2" beside 1 and 3: no decimals with a comma."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

CHOICES = re.compile(r"(?:0|[1-9][0-9]?)(?:\s?,\s?[1-9][0-9]?)*")
"""One number of a choice or several."""
_MOST = 30
# Of more, cells with all of them increasing would be written without commas somewhere.
_MOST_ALONE = 9


def are_choices(levels: Sequence[str], points: bool) -> bool:
    """Return whether the values of a column are numbers of choices, one or several in a cell.

    In each cell the numbers increase, and at least two sorts of cells, a tenth of them, have a
    comma. With two in a cell at most, the column may hold decimals: the second numbers are
    different, and half of the choices stand alone in other cells, or all numbers from the first to
    the last occur. *points* says that the file writes decimals with a point: then one of the two is
    enough.
    """
    several = [level for level in levels if "," in level]
    if len(several) < 2 or 10 * len(several) < len(levels):
        return False
    if not all(map(CHOICES.fullmatch, levels)):
        return False
    cells = [[int(part) for part in level.split(",")] for level in several]
    if any(a >= b for cell in cells for a, b in pairwise(cell)):
        return False
    options = {option for cell in cells for option in cell}
    alone = {int(level) for level in levels if "," not in level}
    if max(options | alone) > _MOST:
        return False
    if max(map(len, cells)) > 2:
        return True
    seconds = {cell[1] for cell in cells}
    if points:
        return len(seconds) > 1 or bool(seconds & alone)
    if len(seconds) < 2:
        return False
    if alone:
        return 2 * len(options & alone) >= len(options)
    return min(options) <= 1 and max(options) - min(options) < len(options) <= _MOST_ALONE
