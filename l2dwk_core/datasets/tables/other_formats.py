"""Files of other programs, known by their first bytes, their name or their first lines: they are
refused with what to do."""

from __future__ import annotations

import re
from pathlib import PurePath

from l2dwk_core.common.errors import InputError

# What a file is, and how its program writes CSV.
_STATA = ("a Stata file (.dta)", "In Stata: export delimited using table.csv")
_SPSS = ("an SPSS file (.sav)", "In SPSS: File, Save As, CSV")
_R = ("a file of R (.rds or .RData)", 'In R: write.csv(x, "table.csv", row.names = FALSE)')
_SAS = ("a SAS file (.sas7bdat)", "In SAS: proc export with dbms=csv")
_SAS_TRANSPORT = ("a SAS transport file (.xpt)", _SAS[1])
_PYTHON = 'In Python with pandas: table.to_csv("table.csv", index=False)'
_PICKLE = ("a pickle of Python (.pkl)", _PYTHON)
_FEATHER = ("a Feather file", _PYTHON)
_MATLAB = ("a file of MATLAB (.mat)", 'In MATLAB: writetable(t, "table.csv")')
_SPREADSHEET = "In the spreadsheet: File, Save As or Export, CSV"
_DATABASE = ("a database", "Export the table from it as CSV")
_OF_PROGRAMS = {
    b"<stata_dta>": _STATA,
    **{bytes([version, order, 1, 0]): _STATA for version in range(105, 116) for order in (1, 2)},
    **dict.fromkeys((b"$FL2", b"$FL3", b"ASCII SPSS PORT FILE"), _SPSS),
    **dict.fromkeys((b"X\n\0\0\0", b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n"), _R),
    b"\0" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00": _SAS,
    b"HEADER RECORD*******LIB": _SAS_TRANSPORT,
    **{bytes([0x80, version]): _PICKLE for version in range(2, 6)},
    b"MATLAB 5.0 MAT-file": _MATLAB,
    b"\x00\x01\x00\x00Standard ": _DATABASE,
}

# First bytes of files people upload by mistake.
_OTHER_FORMATS = {
    b"\xd0\xcf\x11\xe0": "an old Excel (.xls) or a password-protected workbook",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"ARROW1": "an Arrow file",
    b"BZh": "a bzip2 archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\xfd7zXZ": "an xz archive",
    b"(\xb5/\xfd": "a Zstandard archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"SQLite format 3": "an SQLite database",
    b"\x93NUMPY": "a NumPy array",
    b"\x89HDF": "an HDF5 file",
    b"PK\x05\x06": "an empty zip archive",
}

# By the ending of a name: of no text file, and of those that may also be one.
_NEVER_TEXT = {
    **dict.fromkeys((".pkl", ".pickle", ".joblib"), _PICKLE),
    **dict.fromkeys((".rds", ".rda", ".rdata"), _R),
    **dict.fromkeys((".sas7bdat", ".sd2"), _SAS),
    ".por": ("an SPSS file (.por)", _SPSS[1]),
}
_SELDOM_TEXT = {
    ".dta": _STATA,
    **dict.fromkeys((".sav", ".zsav"), _SPSS),
    ".xpt": _SAS_TRANSPORT,
    ".mat": _MATLAB,
    **dict.fromkeys((".feather", ".arrow", ".ipc"), _FEATHER),
    ".orc": ("an ORC file", _PYTHON),
    ".avro": ("an Avro file", _PYTHON),
    ".npz": ("an archive of NumPy arrays", _PYTHON),
    ".jmp": ("a JMP file (.jmp)", "In JMP: File, Export, Text"),
    **dict.fromkeys((".mtw", ".mpx", ".mwx"), ("a Minitab worksheet", "In Minitab: File, Save As")),
    ".ods": ("a spreadsheet of LibreOffice (.ods)", f"{_SPREADSHEET} or .xlsx"),
    ".numbers": ("a spreadsheet of Numbers", f"{_SPREADSHEET} or .xlsx"),
    ".xlsb": ("a binary workbook (.xlsb)", f"{_SPREADSHEET} or .xlsx"),
    **dict.fromkeys((".mdb", ".accdb", ".dbf", ".db"), _DATABASE),
}
# How texts begin that are something else; some programs call a web page .xls.
_NO_TABLES = {
    '{"': "JSON",
    "[{": "JSON",
    "[[": "JSON",
    "<!doctype html": "a web page (HTML)",
    "<html": "a web page (HTML)",
    "<table": "a web page (HTML)",
    "<?xml": "XML",
}
# Dumps of databases, with comments above the first command.
_SQL = re.compile(
    r"\s*(?:(?:--|#).*\n\s*|/\*[^*]*\*/;?\s*)*"
    r"(?:(?:create|drop)\s+(?:table|database|schema)\s|insert\s+into\s|set\s+\w+\s*=[^,;\n]*;)",
    re.IGNORECASE,
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HEAD = 4_000
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

# Pages of SAS: a title with the date and the number of the page, or the name of a procedure.
_LISTING = re.compile(
    r"\A\s*?(?:^[ \t\f]*The SAS System[ \t]{2,}\S.*|^[ \t\f]{5,}The SAS System"
    r"|^[ \t\f]*The [A-Z][A-Za-z0-9]+ Procedure)[ \t]*$",
    re.MULTILINE,
)
_DATA_STEP = re.compile(r"^[ \t]*data[ \t]+\w[^;\n]*;", re.MULTILINE | re.IGNORECASE)
_LINES_OF_DATA = re.compile(
    r"^[ \t]*(?:datalines|cards|lines)4?[ \t]*;[ \t]*$", re.MULTILINE | re.IGNORECASE
)


def refuse_other_formats(title: str, data: bytes) -> None:
    """Raise ``InputError`` for a file of a known kind that is no table that can be read."""
    ending = PurePath(title).suffix.lower()
    for magic, found in _OF_PROGRAMS.items():
        if data.startswith(magic):
            raise _refused(title, *found)
    if ending in _NEVER_TEXT:
        raise _refused(title, *_NEVER_TEXT[ending])
    head = data[:_HEAD]
    if ending in _SELDOM_TEXT and not head.startswith(_UTF_16) and _CONTROL.search(head):
        raise _refused(title, *_SELDOM_TEXT[ending])
    for magic, what in _OTHER_FORMATS.items():
        if data.startswith(magic):
            raise InputError(
                f"{title!r} is {what}, not a table that can be read; save it as CSV, ARFF, Parquet "
                "or .xlsx."
            )


def is_other_text(text: str) -> str:
    """Return what a text is that is no table by its first characters, such as JSON, or ""."""
    begin = text[:100].lstrip().lower()
    return next((what for start, what in _NO_TABLES.items() if begin.startswith(start)), "")


def refuse_other_texts(title: str, text: str) -> None:
    """Raise ``InputError`` for commands of SQL and for a text of SAS: a listing, which is laid out
    in pages, or a program with the table in it."""
    head = text[:_HEAD]
    if _SQL.match(head):
        raise _refused(title, "a text of SQL commands", _DATABASE[1])
    if _LISTING.search(head):
        raise _refused(title, "a listing of SAS, laid out in pages", _SAS[1])
    if _DATA_STEP.search(head) and _LINES_OF_DATA.search(head):
        raise _refused(
            title,
            "a program of SAS",
            "Run it and use proc export with dbms=csv, or keep only the lines of the table below "
            "a line with the names of its columns",
        )


def _refused(title: str, what: str, how: str) -> InputError:
    return InputError(f"{title!r} is {what}, which is not read; write the table as CSV. {how}.")
