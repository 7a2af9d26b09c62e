"""Signs that number formats show beside numbers in Excel: 41% for 0.41, $5 and 51.0 kg.

A column with one format holds its stored numbers. Where formats differ, numbers are read as they
are shown, with their sign, so that 41% and a typed 41 are not taken for one scale.
"""

from __future__ import annotations

import re
from array import array
from functools import cache
from typing import Any, NamedTuple

from l2dwk_core.datasets.tables.row import Row
from l2dwk_core.datasets.tables.sheets.stored import StoredNumber
from l2dwk_core.datasets.tables.values import shortest

# [$€-407] shows a currency, [Red] and [$-409] show nothing; _ and * stand before a character that
# is left blank or repeated.
_PARTS = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]'
    r"|[_*].|(?P<digits>[0#?](?:[0#?.,/ ]*[0#?])?(?:[eE][+-][0#?]+)?)(?P<scale>,*)|(?P<plain>.)",
    re.DOTALL,
)
_SHOWN = frozenset("%$€£¥₹+-()")


class Shown(NamedTuple):
    """What a number format shows before and behind a number, and by how much it is divided."""

    before: str = ""
    behind: str = ""
    divisor: float = 1.0

    def text(self, value: float) -> str:
        """Return the number with its sign, in full precision."""
        number = shortest(float(f"{value / self.divisor:.15g}"))
        return f"{self.before}{number}{self.behind}"


PLAIN = Shown()


@cache
def shown_by(number_format: str) -> Shown:
    """Return what a number format shows beside positive numbers; `PLAIN` for nothing."""
    section = ""
    for found in re.finditer(r'"[^"]*"|\\.|.', number_format[:200], re.DOTALL):
        if found[0] == ";":
            break
        section += found[0]
    before = behind = ""
    divisor, digits = 1.0, False
    for part in _PARTS.finditer(section):
        if part["digits"]:
            digits = True
            divisor *= 1000.0 ** len(part["scale"])
            continue
        sign = part["quoted"] or part["escaped"] or part["currency"] or part["plain"] or ""
        if part["plain"] and sign not in _SHOWN and not sign.isspace():
            sign = ""
        if part["plain"] == "%":
            divisor /= 100.0
        if digits:
            behind += sign
        else:
            before += sign
    before, behind = before.strip("+-()").lstrip(), behind.rstrip(" +-()")
    if not digits or not (before + behind).strip():
        return PLAIN
    return Shown(before, behind, divisor)


class Signs:
    """Which cells of a sheet show which signs, gathered row by row."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[Shown, array[int]]] = {}
        # Columns with a number without signs below the first row.
        self._plain: set[int] = set()
        self._by_style: dict[int, Shown] = {}

    def add(self, row: int, at: int, cell: Any) -> None:
        """Add a cell of openpyxl with a number: the position of its row and its column."""
        # A sheet has few styles; looking up the format of each cell takes a tenth of the reading.
        style = cell._style_id
        shown = self._by_style.get(style)
        if shown is None:
            shown = self._by_style[style] = shown_by(cell.number_format or "General")
        if shown is not PLAIN:
            self._rows.setdefault(at, {}).setdefault(shown, array("l")).append(row)
        elif row:
            self._plain.add(at)

    def put_into(self, rows: list[Row]) -> None:
        """Write the numbers of *rows* as they are shown, in columns whose formats show different
        signs."""
        for at, found in self._rows.items():
            # A year as a name stands above numbers with another format.
            ways = sum([*places] != [0] for places in found.values()) + (at in self._plain)
            if ways < 2:
                continue
            for shown, places in found.items():
                for place in places:
                    cells = rows[place].cells
                    cells[at] = StoredNumber(shown.text(float(cells[at])))
