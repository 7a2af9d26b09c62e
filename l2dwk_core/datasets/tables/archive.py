"""A workbook's archive, unpacked within limits and checked before its content is used.

openpyxl trusts the archive. So it gets another archive with only the XML parts, which are unpacked
here with every byte counted, because the sizes in the directory may be false. External entities and
entity expansion need a document type; real workbooks declare none.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import NamedTuple

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.limits import (
    MAX_BYTES,
    MAX_MERGED_RANGES,
    MAX_OTHER_TAGS,
    MAX_SHEET_TAGS,
    MAX_ZIP_ENTRIES,
)
from l2dwk_core.datasets.tables.lost_cells import places_without_result
from l2dwk_core.datasets.tables.sheets.hidden import Hidden, find_hidden
from l2dwk_core.datasets.tables.sheets.merged import MergedRange, count_merged, merged_ranges

SHEETS = "xl/worksheets/"
_XML = (".xml", ".rels", ".vml")
_FORBIDDEN = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# What the parts of a workbook of the strict kind of the format name as their own.
_STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
_STEP = 1 << 16
# Methods whose unpacking can be stopped after so many bytes.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Checked(NamedTuple):
    """An archive of the XML parts, and of each sheet by the part's name the places of formulas
    without a stored result, the merged ranges, and what is hidden."""

    archive: io.BytesIO
    unsolved: dict[str, set[tuple[int, int]]]
    merged: dict[str, list[MergedRange]]
    hidden: dict[str, Hidden]


def checked_archive(title: str, data: bytes) -> Checked:
    """Return the checked archive of a workbook, and what openpyxl does not say of its sheets."""
    entries = data.count(b"PK\x01\x02")
    if entries > MAX_ZIP_ENTRIES:
        raise InputError(
            f"{title!r} is an archive of {entries:,} files; a workbook has at most "
            f"{MAX_ZIP_ENTRIES:,} here. Save the table as CSV."
        )
    try:
        parts = _parts(title, data)
    except InputError:
        raise
    except Exception as problem:
        # BadZipFile, or whatever the decompressor met; RuntimeError when a password is asked for.
        raise InputError(
            f"{title!r} is a damaged or encrypted workbook ({type(problem).__name__}); save it "
            "again without a password, or save the table as CSV."
        ) from problem
    tags = ranges = 0
    unsolved: dict[str, set[tuple[int, int]]] = {}
    merged: dict[str, list[MergedRange]] = {}
    hidden: dict[str, Hidden] = {}
    for name, part in parts.items():
        # Encodings other than UTF-8 put zeros between the letters.
        plain = part.replace(b"\0", b"") if b"\0" in part else part
        if _FORBIDDEN.search(plain):
            raise InputError(
                f"{title!r} declares a document type or entities in {name}, which no spreadsheet "
                "does; save the table as CSV."
            )
        if name.startswith("xl/") and _STRICT in plain:
            raise InputError(
                f"{title!r} is a 'Strict Open XML Spreadsheet', which is not read; save it in "
                "Excel as 'Excel Workbook (.xlsx)', or as CSV."
            )
        if name.startswith(SHEETS):
            _check_tags(title, plain.count(b"<"), MAX_SHEET_TAGS)
            unsolved[name] = places_without_result(plain)
            ranges += count_merged(plain)
            if ranges > MAX_MERGED_RANGES:
                raise InputError(
                    f"{title!r} has more than {MAX_MERGED_RANGES:,} merged ranges of cells; at "
                    "most that many are read. Split the merged cells, or save the table as CSV."
                )
            merged[name] = list(merged_ranges(plain))
            hidden[name] = find_hidden(plain)
        else:
            tags += plain.count(b"<")
    _check_tags(title, tags, MAX_OTHER_TAGS)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as clean:
        for name, part in parts.items():
            clean.writestr(zipfile.ZipInfo(name), part)
    out.seek(0)
    return Checked(out, unsolved, merged, hidden)


def _check_tags(title: str, tags: int, most: int) -> None:
    if tags > most:
        raise InputError(
            f"{title!r} has more than {most:,} tags in one part of the workbook; at most that many "
            "are read. Keep fewer rows, columns or formats, or save the table as CSV."
        )


def _parts(title: str, data: bytes) -> dict[str, bytes]:
    """Return the XML parts by name."""
    parts: dict[str, bytes] = {}
    room = MAX_BYTES
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        names = {member.filename for member in members}
        if {"mimetype", "content.xml"} <= names:
            raise InputError(
                f"{title!r} is an OpenDocument file (.ods), which is not read; save the table as "
                ".xlsx or CSV."
            )
        if "[Content_Types].xml" not in names or not any(n.startswith("xl/") for n in names):
            raise InputError(
                f"{title!r} is a zip archive but no Excel workbook; unpack it and give the table "
                "itself."
            )
        for member in members:
            if not member.filename.lower().endswith(_XML):
                continue  # pictures, macros
            if member.compress_type not in _METHODS:
                raise InputError(
                    f"{title!r} packs {member.filename} in a way no spreadsheet does; save the "
                    "table as CSV."
                )
            pieces: list[bytes] = []
            with archive.open(member) as file:
                while piece := file.read(_STEP):
                    pieces.append(piece)
                    room -= len(piece)
                    if room < 0:
                        raise InputError(
                            f"{title!r} unpacks to more than {MAX_BYTES:,} bytes; at most that "
                            "many are read. Keep fewer rows or columns."
                        )
            parts[member.filename] = b"".join(pieces)
    return parts
