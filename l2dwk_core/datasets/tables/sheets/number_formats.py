"""Signs that number formats show beside numbers in Excel: 41% for 0.41, $5 and 51.0 kg.

A column with one format holds its stored numbers. Where formats differ, numbers are read as they
are shown, with their sign, so that 41% and a typed 41 are not taken for one scale.
"""

from __future__ import annotations

import re
from array import array
from functools import cache
from typing import NamedTuple

from l2dwk_core.datasets.tables.row import Row
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

    def add(self, row: int, at: int, number_format: str | None) -> None:
        """Add a cell with a number: the position of its row and its column."""
        of_column = self._rows.setdefault(at, {})
        of_column.setdefault(shown_by(number_format or "General"), array("l")).append(row)

    def put_into(self, rows: list[Row]) -> None:
        """Write the numbers of *rows* as they are shown, in columns whose formats show different
        signs."""
        for at, found in self._rows.items():
            # A year as a name stands above numbers with another format.
            if sum([*places] != [0] for places in found.values()) < 2:
                continue
            for shown, places in found.items():
                if shown != PLAIN:
                    for place in places:
                        cells = rows[place].cells
                        cells[at] = shown.text(float(cells[at]))
