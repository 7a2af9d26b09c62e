"""A first row below the names that holds the type of each column: string, factor, numeric."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column

_TYPE = re.compile(
    r"(?:<|\[|\()?(?:u?int(?:eger)?(?:8|16|32|64)?|(?:big|small|tiny)int|long|short|float(?:32|64)?|"
    r"double(?: precision)?|decimal|real|number|numeric(?:al)?|continuous|discrete|ordinal|nominal|"
    r"categor(?:y|ical)|symbolic|polynominal|binominal|enum|factor|ordered|logical|bool(?:ean)?|"
    r"str(?:ing)?|text|char(?:acter)?|n?varchar2?|object|class|target|label|meta|feature|input|"
    r"output|attribute|id|key|index|date(?:time)?(?:64)?|time(?:stamp)?|uuid|"
    r"chr|fct|dbl|lgl|ord|num|dttm|zeichenkette|ganzzahl|kategorie|kategorial|"
    r"cha[iî]ne|texte|entier|cadena|texto|entero|stringa|testo|intero)"
    r"(?: ?\(\d+(?:, ?\d+)?\))?(?:>|\]|\))?",
    re.IGNORECASE,
)
_FEWEST = 2


def without_types(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns without a first row whose cells are types of columns, with a note.

    Such a row has two cells or more that are given, all of them such words, and none of them
    occurs in another row: a class may be named text or object.
    """
    given = [c for c in columns if len(c.codes) > 1 and c.codes[0] >= 0]
    cells = [column.levels[column.codes[0]].strip() for column in given]
    if len(cells) < _FEWEST or not all(_TYPE.fullmatch(cell) for cell in cells):
        return list(columns)
    words = {cell.casefold() for cell in cells}
    for column in columns:
        below = np.unique(column.codes[1:])
        if any(column.levels[code].strip().casefold() in words for code in below[below >= 0]):
            return list(columns)
    notes.append(
        f"The first row below the names holds the types of the columns ({shown(cells[:3])}), no "
        "case, and is left out."
    )
    return [column.take(np.arange(1, len(column.codes))) for column in columns]
