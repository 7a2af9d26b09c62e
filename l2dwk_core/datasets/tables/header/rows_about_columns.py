"""A row under the names that says which values the columns may have: ranges such as 0-100, the
points possible in an exam, or "Response", as SurveyMonkey writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.datasets.tables.grid import Proposal
from l2dwk_core.datasets.tables.header.several_rows import rows_of_names
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.row import Row
from l2dwk_core.datasets.tables.values import is_missing, number

_LOOKED_AT = 60
_LEAST_BELOW = 10
_MOSTLY = 0.8
_INSIDE = 0.95
_NUMBER = r"[-+−]?[0-9]+(?:[.,][0-9]+)?"
_RANGE = re.compile(
    rf"(?:min\.?\s?)?[\[(]?\s?({_NUMBER})\s?(?:[-–—~]|to|bis|\.\.\.?|[,;]|,?\s?max\.?)"
    rf"\s?({_NUMBER})\s?[\])]?",
    re.IGNORECASE,
)
_RESPONSES = frozenset(
    {"response", "open-ended response", "open ended response", "antwort", "offene antwort"}
    | {"réponse", "réponse ouverte", "respuesta", "respuesta abierta", "resposta", "risposta"}
)

_POINTS = frozenset(
    {"points possible", "possible points", "max points", "max. points", "maximum points", "out of"}
    | {"maximum", "max", "höchstpunktzahl", "maximalpunktzahl", "max. punkte", "maximale punkte"}
    | {"mögliche punkte", "points maximum", "barème", "puntos posibles", "puntos máximos"}
    | {"pontos possíveis", "punteggio massimo", "maximumscore", "满分", "満点"}
)


def without_ranges(
    rows: list[Row], what: str, notes: list[str], decided: list[Proposal]
) -> list[Row]:
    """Return the rows without one under the names that holds a range above each column of numbers
    in which it has a cell, with a note and what undoes it. *what* is the word for a row.

    Nearly all numbers below lie in the range; no other cell of the row comes again below it.
    """
    if len(rows) <= 1 + _LEAST_BELOW:
        return rows
    below = [row.cells for row in rows[2 : 2 + _LOOKED_AT]]
    told = []
    for at, cell in enumerate(rows[1].cells):
        text = cell.strip()
        present = [row[at].strip() for row in below if at < len(row)]
        present = [other for other in present if not is_missing(other)]
        if is_missing(text) or not present:
            continue
        numbers = [value for other in present if (value := number(other, ".")) is not None]
        if len(numbers) > _MOSTLY * len(present):
            found = _RANGE.fullmatch(text)
            if found is None or is_written_number(text) or not _holds(found, numbers):
                return rows
            told.append(text)
        elif text in present:
            return rows
    if not told:
        return rows
    note = (
        f"{what.capitalize()} {rows[1].line:,} holds ranges of values ({', '.join(told[:4])}"
        f"{', …' * (len(told) > 4)}), not values, and is left out."
    )
    return _left_out(rows, note, notes, decided)


def _holds(found: re.Match[str], numbers: Sequence[float]) -> bool:
    """Return whether nearly all numbers lie between the two ends of a range."""
    low, high = (float(end.replace(",", ".").replace("−", "-")) for end in found.groups())
    inside = sum(low <= value <= high for value in numbers)
    return low < high and inside >= _INSIDE * len(numbers)


def without_points_possible(
    rows: list[Row], what: str, notes: list[str], decided: list[Proposal]
) -> list[Row]:
    """Return the rows without one under the names that begins with "Points Possible", as Canvas
    writes it, or the like, with a note and what undoes it. *what* is the word for a row.

    It holds numbers, and nearly all numbers below each are not larger, for points may be added.
    """
    if len(rows) <= 1 + _LEAST_BELOW:
        return rows
    cells = [cell.strip() for cell in rows[1].cells]
    word = next(filter(None, cells), "")
    most = [
        (at, value) for at, cell in enumerate(cells) if (value := number(cell, ".")) is not None
    ]
    if word.casefold() not in _POINTS or not most:
        return rows
    for at, value in most:
        texts = [row.cells[at] for row in rows[2 : 2 + _LOOKED_AT] if at < len(row.cells)]
        below = [other for text in texts if (other := number(text.strip(), ".")) is not None]
        if sum(other <= value for other in below) < _MOSTLY * len(below):
            return rows
    note = (
        f"{what.capitalize()} {rows[1].line:,} begins with {word!r}: it holds the largest values "
        "that are possible, is no case and is left out."
    )
    return _left_out(rows, note, notes, decided)


def without_responses(
    rows: list[Row], what: str, notes: list[str], decided: list[Proposal]
) -> list[Row]:
    """Return the rows without one under the names that holds "Response" and "Open-Ended Response"
    alone, with a note and what undoes it. Beside the names of options, these words are blanked.

    They come again nowhere below. *what* is the word for a row.
    """
    if len(rows) < 3:
        return rows
    names, cells = rows[0].cells, [cell.strip() for cell in rows[1].cells]
    places = [at for at, cell in enumerate(cells) if cell.casefold() in _RESPONSES]
    if not places or any(
        row.cells[at].strip().casefold() in _RESPONSES
        for row in rows[2 : 2 + _LOOKED_AT]
        for at in places
        if at < len(row.cells)
    ):
        return rows
    if len(places) == sum(map(bool, cells)):
        if len(places) < 2 and cells[places[0]].casefold() == "response":
            return rows
        note = (
            f"{what.capitalize()} {rows[1].line:,} holds the kinds of answers "
            f"({cells[places[0]]!r}, …), as SurveyMonkey writes them, and is left out."
        )
        return _left_out(rows, note, notes, decided)
    options = [
        "" if at in places and names[at : at + 1] != [""] else c for at, c in enumerate(cells)
    ]
    if not rows_of_names(names, [options, *(row.cells for row in rows[2 : 2 + _LOOKED_AT])]):
        return rows
    return [rows[0], rows[1]._replace(cells=options), *rows[2:]]


def _left_out(rows: list[Row], note: str, notes: list[str], decided: list[Proposal]) -> list[Row]:
    notes.append(note)
    decided.append(Proposal(note, "It holds values", {"units": False}))
    return [rows[0], *rows[2:]]
