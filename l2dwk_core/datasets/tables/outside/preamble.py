"""Rows above a table that are as wide as it is: pairs of a word and a value (Class, 10b, Teacher,
Smith), or a title with a date at its right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.datasets.tables.header.several_rows import is_unit
from l2dwk_core.datasets.tables.notation import is_written_number
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.row import reach
from l2dwk_core.datasets.tables.target.outcome_names import rank_of_outcome
from l2dwk_core.datasets.tables.values import is_date, is_missing

_LOOKED_AT = 60
_MOST_ROWS = 10
_LEAST_BELOW = 3
_MOSTLY = 0.8
_DIGITS = re.compile(r"[0-9]+")
# A small table above another one, which has three times its rows.
_LEAST_ROWS, _TIMES = 10, 3
# What such a pair begins with, in English, German, French, Spanish and Italian.
_WORDS = frozenset(
    "class course school teacher term semester year date subject period instructor lecturer room "
    "operator instrument device project experiment study author version title site page source "
    "lab laboratory clinic hospital department institute station location place city country "
    "region customer client company firm user analyst technician investigator contact batch "
    "machine sensor exported created printed report file owner supervisor sponsor "
    "klasse kurs schule lehrer lehrerin lehrkraft schuljahr jahr datum fach halbjahr dozent raum "
    "bediener gerät projekt versuch studie autor titel ort seite quelle stand prüfer prüfung "
    "standort labor klinik krankenhaus abteilung institut prüfstelle leiter leiterin bearbeiter "
    "arzt ärztin ville hôpital médecin pays laboratoire ciudad hospital médico país laboratorio "
    "città ospedale medico paese pi doctor physician ward "
    "firma kunde auftraggeber messgerät erstellt maschine stadt "
    "classe cours école professeur enseignant année matière période salle projet auteur source "
    "clase curso escuela profesor profesora año fecha asignatura proyecto título "
    "corso scuola insegnante docente anno data materia progetto titolo".split()
)


def rows_of_preamble(rows: Sequence[Sequence[str]], gaps: Sequence[bool]) -> int:
    """Return how many of the first rows stand above a table, 0 when the first one names its columns
    or holds values. *gaps* says for each row whether a blank line stands before it.

    The row below them names the columns: it has different words and no blank cell, also above
    columns of numbers. The rows above hold pairs of a word and a value; or a blank line or shorter
    rows stand below them, and they have blank cells or a value that is no name; or they are a small
    table; or words alone, where only the row below has a usual name of a class.
    """
    width = max(map(reach, rows[:_LOOKED_AT]), default=0)
    if width < 2:
        return 0
    if above := _above_names(rows, width):
        return above
    apart = False
    for at in range(min(_MOST_ROWS, len(rows) - _LEAST_BELOW)):
        apart = apart or (at > 0 and at < len(gaps) and gaps[at])
        if at and _names_columns(rows[at], rows[at + 1 : _LOOKED_AT], width):
            filled = [row for row in rows[:at] if reach(row)]
            if all(map(_are_pairs, filled)):
                return at
            loose = all(_is_loose(row, width) for row in filled)
            return at if apart and loose else 0
        far = reach(rows[at])
        apart = apart or (at > 0 and far <= width / 2)
        if far and not _is_loose(rows[at], width) and not _are_pairs(rows[at]):
            return 0
    return 0


def _above_names(rows: Sequence[Sequence[str]], width: int) -> int:
    """Return how many rows stand above one that is sure to name the columns, or 0."""
    first = [cell.strip() for cell in rows[0]]
    filled = [cell for cell in first if cell]
    if len(filled) < 2 or len(set(filled)) < len(filled):
        return 0
    for at in range(1, min(_MOST_ROWS, len(rows) - _LEAST_BELOW)):
        row = rows[at]
        below = rows[at + 1 :]
        if [cell.strip() for cell in row] == first:
            return 0
        if not _names_columns(row, below[:_LOOKED_AT], width):
            continue
        above = [other for other in rows[:at] if reach(other)]
        words = not any(is_written_number(cell.strip()) for other in above for cell in other)
        if not words and _is_like_others(row, above[1:], below[:_LOOKED_AT], width):
            continue
        if not words:
            small = len(below) >= max(_LEAST_ROWS, _TIMES * at)
            return at if small and _is_table(above) else 0
        if not all(reach(other) == width and all(map(str.strip, other[:width])) for other in above):
            return 0
        if at + 1 < len(rows) and _names_columns(rows[at + 1], below[1:_LOOKED_AT], width):
            continue
        long = any(" " in cell.strip() for cell in row)
        classes = [any(map(_names_a_class, other[:width])) for other in (row, *above)]
        usual = all(map(_are_usual_pairs, above))
        return at if not long and not any(classes[1:]) and (classes[0] or usual) else 0
    return 0


def _are_usual_pairs(row: Sequence[str]) -> bool:
    """Return whether a row holds two pairs or more of a usual word and a value with a capital
    letter."""
    pairs = _parts(row)
    return len(pairs) > 1 and all(
        _plain(key) in _WORDS
        and _plain(value) not in _WORDS
        and value[:1].isupper()
        and not (value.isupper() and is_unit(value))
        for key, value in pairs
    )


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row holds words alone and the others a number each."""
    return not any(is_written_number(cell.strip()) for cell in rows[0]) and all(
        any(is_written_number(cell.strip()) for cell in row) for row in rows[1:]
    )


def _is_like_others(
    row: Sequence[str],
    above: Sequence[Sequence[str]],
    below: Sequence[Sequence[str]],
    width: int,
) -> bool:
    """Return whether a row of words is one of the same table as the rows above and below it, where
    some numbers are missing: one of its cells comes again in its column, or differs from another
    one in its digits alone (P02, P03); or above it there are numbers in the same columns as
    below."""
    for at, cell in enumerate(map(str.strip, row[:width])):
        others = {line[at].strip() for line in (*above, *below) if at < len(line)}
        if cell in others:
            return True
        forms = {_DIGITS.sub("0", other) for other in others}
        if _DIGITS.search(cell) and _DIGITS.sub("0", cell) in forms:
            return True
    return bool(above) and _columns_of_numbers(above, width) == _columns_of_numbers(below, width)


def _columns_of_numbers(rows: Sequence[Sequence[str]], width: int) -> list[bool]:
    """Return which columns hold mostly numbers."""
    found = []
    for at in range(width):
        present = [cell for row in rows if at < len(row) and (cell := row[at].strip())]
        present = [cell for cell in present if not is_missing(cell)]
        found.append(sum(map(is_written_number, present)) > _MOSTLY * len(present))
    return found


def _names_a_class(cell: str) -> bool:
    name = cell.strip()
    return name.casefold() in CLASS_NAMES or rank_of_outcome(name) is not None


def _names_columns(row: Sequence[str], below: Sequence[Sequence[str]], width: int) -> bool:
    names = [cell.strip() for cell in row[:width]]
    if len(names) < width or not all(names) or len(set(names)) < width:
        return False
    if any(is_written_number(name) or is_missing(name) or is_date(name) for name in names):
        return False
    of_numbers = _columns_of_numbers(below, width)
    above_numbers = [name for name, numbers in zip(names, of_numbers, strict=True) if numbers]
    return bool(above_numbers) and not all(map(is_unit, above_numbers))


def _parts(row: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of cells that stand side by side from the first one on; none when a cell has
    no other beside it."""
    cells = [cell.strip() for cell in row[: reach(row)]]
    cells += [""] * (len(cells) % 2)
    pairs = [pair for pair in zip(cells[::2], cells[1::2], strict=True) if any(pair)]
    return pairs if all(map(all, pairs)) else []


def _are_pairs(row: Sequence[str]) -> bool:
    """Return whether a row holds pairs alone whose first part is a usual word for that or ends with
    a colon."""
    pairs = _parts(row)
    if not pairs:
        return False
    colons = all(first.endswith(":") for first, _ in pairs)
    usual = all(_plain(first) in _WORDS and _plain(other) not in _WORDS for first, other in pairs)
    return colons or (usual and any(any(map(str.isdigit, other)) for _, other in pairs))


def _is_loose(row: Sequence[str], width: int) -> bool:
    """Return whether a row is no row of names: it is blank or short, has gaps, or a pair in it has
    a usual first part or a value with a digit."""
    far = reach(row)
    if far < width or not all(map(str.strip, row[:far])):
        return True
    return any(
        first.endswith(":")
        or (not any(map(str.isdigit, first)) and any(map(str.isdigit, other)))
        or _plain(first) in _WORDS
        for first, other in _parts(row)
    )


def _plain(cell: str) -> str:
    return cell.rstrip(": ").casefold()
