"""Excel workbooks (.xlsx), read by openpyxl after the file was looked over.

openpyxl follows what the archive says, so the archive is checked first: its unpacked size, that it
is a workbook at all, and that its XML declares no document type (external entities and
entity-expansion bombs need one; real workbooks have none).
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from l2dwk_core.datasets.tables.grid import Grid, check_cells, check_shape, check_width
from l2dwk_core.datasets.tables.header import guess_header
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_EXCEL_CELLS
from l2dwk_core.datasets.tables.values import shortest
from l2dwk_core.errors import InputError, optional_package, unknown_choice
from l2dwk_core.wording import counted

# Empty rows between rows of a sheet; a stray cell at the end of a sheet would make a million.
_MAX_EMPTY_ROWS = 1_000

_XML = (".xml", ".rels", ".vml")
_FORBIDDEN = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# A formula, and the first character of the result stored behind it.
_FORMULA = re.compile(rb"<f(?:\s[^<>]*)?(?:/>|>[^<]*</f>)(?:<v>([^<]))?")


def read_excel(
    title: str, data: bytes, sheet: str | None = None, header: bool | None = None
) -> Grid:
    """The grid of one worksheet: the named one, or the first that holds cells.

    Formulas give the result stored with them; without one the cell counts as missing, with a
    warning.
    """
    unsolved = _look_over(title, data)
    load_workbook = optional_package("openpyxl", "Reading an Excel file", "excel").load_workbook
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # remarks on styles and names that are not read here
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            name, rows, others = _first_sheet(title, book, sheet)
    except InputError:
        raise
    except Exception as problem:
        # openpyxl raises whatever its parsing met: KeyError, TypeError, ParseError, …
        raise InputError(
            f"{title!r} is a damaged workbook ({type(problem).__name__}); open it in a spreadsheet "
            "and save it again, or save the table as CSV."
        ) from problem
    notes = []
    if others:
        unread = counted(len(others), "other sheet was", "other sheets were")
        notes.append(f"Sheet {name!r} was read; {unread} not.")
    if unsolved:
        notes.append(
            f"{counted(unsolved, 'formula has', 'formulas have')} no stored result and count as "
            f"missing; "
            "open it in a spreadsheet and save it to store them."
        )
    width = max(map(len, rows), default=0)
    if not rows or width == 0:
        raise InputError(f"{title!r} has no cells; give a sheet with a header row and rows.")
    has_header = guess_header(rows) if header is None else header
    names = rows[0] if has_header else [f"c{i}" for i in range(1, width + 1)]
    names = names + [""] * (width - len(names))
    body = rows[1:] if has_header else rows
    check_shape(title, len(body), width)
    if not has_header:
        notes.append("The first row looks like data, so columns are called c1, c2, ….")
    cells = ([row[at] if at < len(row) else "" for row in body] for at in range(width))
    detected = {"format": "Excel", "sheet": name, "header": "yes" if has_header else "no"}
    return Grid(names, cells, detected=detected, warnings=notes)


def _look_over(title: str, data: bytes) -> int:
    """Check the archive; the number of formulas without a stored result in its sheets."""
    unsolved = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            names = {member.filename for member in members}
            if "[Content_Types].xml" not in names or not any(n.startswith("xl/") for n in names):
                raise InputError(
                    f"{title!r} is a zip archive but no Excel workbook; unpack it and give the "
                    "table itself."
                )
            unpacked = sum(member.file_size for member in members)
            if unpacked > MAX_BYTES:
                raise InputError(
                    f"{title!r} unpacks to {unpacked:,} bytes; at most {MAX_BYTES:,} are read. "
                    "Keep fewer rows or columns."
                )
            for member in members:
                # Reading stops at the declared size, so a false one cannot make this larger.
                part = archive.read(member)
                # Encodings other than UTF-8 put zeros between the letters.
                plain = part.replace(b"\0", b"") if b"\0" in part else part
                if _FORBIDDEN.search(plain) and member.filename.lower().endswith(_XML):
                    raise InputError(
                        f"{title!r} declares a document type or entities in {member.filename}, "
                        "which no spreadsheet does; save the table as CSV."
                    )
                if member.filename.startswith("xl/worksheets/"):
                    unsolved += sum(not found.group(1) for found in _FORMULA.finditer(part))
    except InputError:
        raise
    except Exception as problem:
        # BadZipFile, or whatever the decompressor met; RuntimeError when a password is asked for.
        raise InputError(
            f"{title!r} is a damaged or encrypted workbook ({type(problem).__name__}); save it "
            "again without a password, or save the table as CSV."
        ) from problem
    return unsolved


def _first_sheet(
    title: str, book: Any, wanted: str | None
) -> tuple[str, list[list[str]], list[str]]:
    """The sheet's name, its rows as text, and the names of the sheets left out."""
    names = [sheet.title for sheet in book.worksheets]
    if wanted is not None and wanted not in names:
        raise unknown_choice("sheet", wanted, names)
    for sheet in book.worksheets:
        if wanted is not None and sheet.title != wanted:
            continue
        rows = list(_rows(title, sheet))
        if rows or sheet.title == wanted:
            return sheet.title, rows, [name for name in names if name != sheet.title]
    return (names[0] if names else ""), [], names[1:]


def _rows(title: str, sheet: Any) -> Iterator[list[str]]:
    sheet.reset_dimensions()  # the stated size may be wrong, or a million rows
    kept = empty = width = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            empty += 1
            if empty > _MAX_EMPTY_ROWS:
                return
            continue
        width = max(width, len(cells))
        check_width(title, width)
        kept += 1
        check_cells(title, kept, width, MAX_EXCEL_CELLS)
        yield cells


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return shortest(value) if abs(value) < float("inf") else str(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value).strip()
