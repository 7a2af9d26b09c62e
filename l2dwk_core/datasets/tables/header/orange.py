"""Types and flags of columns, as the program Orange writes them: in two lines under the names, or
in front of each name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from l2dwk_core.datasets.tables.row import Row, reach

# The roles of ``roles``, which reads columns made of what is read here.
_TYPES = {
    "c": "numeric", "continuous": "numeric", "n": "numeric", "numeric": "numeric",
    "d": "symbolic", "discrete": "symbolic", "categorical": "symbolic",
    "s": "text", "string": "text", "text": "text",
    "t": "date", "time": "date", "datetime": "date",
}  # fmt: skip
_CLASS = "class"
_NO_INPUTS = frozenset("meta m ignore i weight w".split())
# The values of a discrete column may stand instead of its type.
_VALUES = re.compile(r"\S+(?: \S+)+")
# Attributes of a column, such as hidden=yes, may stand alone or behind its flag.
_FLAGS = re.compile(r"(?:class|c|meta|m|ignore|i|weight|w|\w+=\S+)(?: \w+=\S+)* ?", re.IGNORECASE)
_PREFIXED = re.compile(r"([mciw]?)([CDSTN]?)#(\S.*)", re.DOTALL)
_LETTERS = {"c": "numeric", "n": "numeric", "d": "symbolic", "s": "text", "t": "date"}


@dataclass(frozen=True)
class Stated:
    """What the lines of names say: the names, the role of each column ("" when it is not said), the
    name of the class ("" when it is not said), the rows below, and a note."""

    names: list[str]
    roles: list[str]
    target: str
    rows: list[Row]
    note: str


def stated_by_orange(rows: Sequence[Row], what: str) -> Stated | None:
    """Return what the first rows say about the columns, or None when they say nothing of that kind.
    *what* is the word for a row.

    Columns marked as meta, ignore or weight are no inputs, and of several classes the first is the
    class: the others get the role "ignored".
    """
    return _three_lines(rows, what) or _prefixes(rows, what)


def _three_lines(rows: Sequence[Row], what: str) -> Stated | None:
    if len(rows) < 4:
        return None
    width = reach(rows[0].cells)
    types, flags = (_padded(row.cells, width) for row in rows[1:3])
    if len(types) > width or len(flags) > width or not width:
        return None
    if not all(cell.casefold() in _TYPES or _VALUES.fullmatch(cell) for cell in types):
        return None
    if not all(_FLAGS.fullmatch(flag) for flag in flags if flag):
        return None
    kinds = [flag.casefold().partition(" ")[0] for flag in flags]
    classes = [at for at, kind in enumerate(kinds) if kind in (_CLASS, "c")]
    # Rows of letters may look like that when no cell is blank.
    if _CLASS not in kinds and ("" not in kinds or any(" " in cell for cell in types)):
        return None
    names = [name.strip() for name in rows[0].cells[:width]]
    said = [_TYPES.get(cell.casefold(), "symbolic") for cell in types]
    ignored = [kind in _NO_INPUTS for kind in kinds]
    lines = f"{what.capitalize()}s {rows[1].line:,} and {rows[2].line:,} hold"
    return _stated(names, said, classes, ignored, list(rows[3:]), f"{lines} types and flags of")


def _prefixes(rows: Sequence[Row], what: str) -> Stated | None:
    if not rows:
        return None
    cells = [cell.strip() for cell in rows[0].cells[: reach(rows[0].cells)]]
    found = [_PREFIXED.fullmatch(cell) for cell in cells]
    parts = [match for match in found if match and (match[1] or match[2])]
    # "C#4" alone may be a tone; a flag is written in no other place.
    sure = any(match[1] for match in parts)
    if not parts or not (
        sure or (len(parts) == len(cells) and any(m[3][0].isalpha() for m in parts))
    ):
        return None
    names, said, flags = [], [], []
    for cell, match in zip(cells, found, strict=True):
        used = match if match in parts else None
        names.append(used[3].strip() if used else cell)
        said.append(_LETTERS.get(used[2].casefold(), "") if used else "")
        flags.append(used[1] if used else "")
    classes = [at for at, flag in enumerate(flags) if flag == "c"]
    ignored = [flag in _NO_INPUTS for flag in flags]
    line = f"{what.capitalize()} {rows[0].line:,} holds"
    return _stated(
        names, said, classes, ignored, list(rows[1:]), f"{line} types and flags in front of"
    )


def _stated(
    names: list[str],
    said: list[str],
    classes: Sequence[int],
    ignored: Sequence[bool],
    rows: list[Row],
    begin: str,
) -> Stated:
    others = set(classes[1:])
    roles = [
        "ignored" if no_input or at in others else role
        for at, (role, no_input) in enumerate(zip(said, ignored, strict=True))
    ]
    target = names[classes[0]] if classes else ""
    named = f"the class is {target!r}" if classes else "none is marked as the class"
    note = f"{begin} the columns, as the program Orange writes them: {named}"
    if left := [repr(names[at]) for at, role in enumerate(roles) if role == "ignored"]:
        more = f" and {len(left) - 5} more" if len(left) > 5 else ""
        note += f", and {', '.join(left[:5])}{more} {'is' if len(left) == 1 else 'are'} no input"
    return Stated(names, roles, target, rows, f"{note}.")


def _padded(cells: Sequence[str], width: int) -> list[str]:
    """Return the stripped cells without blank ones at the end beyond the width."""
    stripped = [cell.strip() for cell in cells[: max(width, reach(cells))]]
    return [*stripped, *[""] * (width - len(stripped))]
