"""ARFF, dense and sparse, as Weka writes it and with KEEL's variations.

scipy's reader knows neither sparse rows nor text attributes and stops at undeclared values; this
one reads them and adds a note.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.grid import (
    Grid,
    check_cells,
    check_line,
    check_shape,
    check_width,
)
from l2dwk_core.datasets.tables.limits import MAX_CELL_CHARACTERS

# Quoted text with escapes, written so that matching it never goes back.
_QUOTES = r"""'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*\""""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTES}|[^\s{{]+)\s*(.*)", re.IGNORECASE)
_QUOTED = re.compile(rf"\s*({_QUOTES})\s*")
_SPARSE_ITEM = re.compile(rf"\s*([0-9]{{1,9}})\s+({_QUOTES}|[^,]*)\s*(?:,|\Z)")
_ESCAPED = re.compile(r"\\.", re.S)
_WEIGHT = re.compile(r"\{\s*[0-9.eE+-]+\s*\}")
_NUMERIC = ("numeric", "real", "integer")


def looks_like_arff(title: str, text: str) -> bool:
    """Return whether a file is ARFF, judged by its name or by its first line that is not a
    comment."""
    if title.lower().endswith(".arff"):
        return True
    for line in text[:100_000].split("\n"):
        line = line.strip().lower()
        if line and not line.startswith("%"):
            return line.startswith("@relation")
    return False


def read_arff(title: str, text: str) -> Grid:
    """Return the grid of an ARFF text. Nominal attributes are symbolic, numeric ones numeric.

    Values that are used but not declared are kept and named in a warning.
    """
    lines = _lines(title, text)
    names, kinds, levels, target = _header(title, lines)
    if not names:
        raise InputError(f"{title!r} declares no @attribute; ARFF needs one for each column.")
    check_width(title, len(names))
    rows: list[list[str]] = []
    sparse = weighted = 0
    for line, content in lines:
        content = content.strip()
        if not content or content.startswith("%"):
            continue
        if content.startswith("{"):
            rows.append(_sparse_row(title, line, content, kinds, levels))
            sparse += 1
        else:
            row = _split(title, line, content)
            if len(row) == len(names) + 1 and _WEIGHT.fullmatch(row[-1]):
                row.pop()
                weighted += 1
            if len(row) != len(names):
                raise InputError(
                    f"{title!r}, line {line:,}: {counted(len(row), 'value')} where "
                    f"{counted(len(names), 'attribute is', 'attributes are')} declared; correct "
                    f"the line."
                )
            rows.append(row)
        check_cells(title, len(rows), len(names))
    check_shape(title, len(rows), len(names))
    columns = [[row[at] for row in rows] for at in range(len(names))]
    warnings = (
        [f"{counted(weighted, 'row weight is', 'row weights are')} ignored."] if weighted else []
    )
    for name, declared, column in zip(names, levels, columns, strict=True):
        warnings += _compare(name, declared, column)
    roles = {"numeric": "numeric", "nominal": "symbolic", "date": "date", "string": ""}
    return Grid(
        names,
        columns,
        [roles[kind] for kind in kinds],
        target,
        {"format": "sparse ARFF" if sparse else "ARFF", "header": "yes"},
        warnings,
        # Some write numbers with a decimal comma, in quotes.
        stored=[
            kind == "numeric" and not any("," in cell for cell in column)
            for kind, column in zip(kinds, columns, strict=True)
        ],
    )


def _lines(title: str, text: str) -> Iterator[tuple[int, str]]:
    for line, content in enumerate(io.StringIO(text, newline=None), start=1):
        check_line(title, line, content, ",")
        yield line, content


def _header(
    title: str, lines: Iterator[tuple[int, str]]
) -> tuple[list[str], list[str], list[list[str]], str]:
    names: list[str] = []
    kinds: list[str] = []
    levels: list[list[str]] = []
    target = ""
    for line, content in lines:
        content = content.strip()
        word = content.split(None, 1)[0].lower() if content else ""
        if not content or content.startswith("%") or word in ("@relation", "@inputs", "@input"):
            continue
        if word in ("@outputs", "@output"):  # KEEL's name for the class
            target = content.split(None, 1)[1].strip() if " " in content else ""
        elif word == "@data":
            break
        elif found := _ATTRIBUTE.fullmatch(content):
            kind, values = _kind(title, line, found.group(2).strip())
            names.append(_unquote(found.group(1)))
            kinds.append(kind)
            levels.append(values)
            check_width(title, len(names))
        else:
            raise InputError(
                f"{title!r}, line {line:,}: {content[:60]!r} is no ARFF header line; @relation, "
                "@attribute and @data are expected before the rows."
            )
    else:
        raise InputError(f"{title!r} has no @data line; add it before the rows.")
    return names, kinds, levels, target if target in names else ""


def _kind(title: str, line: int, text: str) -> tuple[str, list[str]]:
    word = text.lower()
    if text.startswith("{"):
        if not text.endswith("}"):
            raise InputError(
                f"{title!r}, line {line:,}: the list of values is not closed; end it with '}}'."
            )
        inner = text[1:-1].strip()
        return "nominal", _split(title, line, inner) if inner else []
    if word.startswith(_NUMERIC):
        return "numeric", []
    if word.startswith("date"):
        return "date", []
    if word.startswith("string"):
        return "string", []
    raise InputError(
        f"{title!r}, line {line:,}: attribute type {text[:40]!r} is not known; numeric, a list "
        "{a, b}, string and date are."
    )


def _split(title: str, line: int, text: str) -> list[str]:
    """Return the values between commas. Quotes protect commas and may hold escaped quotes."""
    if "'" not in text and '"' not in text:
        return [value.strip() for value in text.split(",")]
    values: list[str] = []
    at = 0
    while True:
        quoted = _QUOTED.match(text, at)
        if quoted:
            if len(quoted.group(1)) > MAX_CELL_CHARACTERS:
                raise InputError(
                    f"{title!r}, line {line:,}: a value of more than {MAX_CELL_CHARACTERS:,} "
                    "characters; leave the column out."
                )
            values.append(_unquote(quoted.group(1)))
            at = quoted.end()
            if at < len(text) and text[at] != ",":
                raise InputError(
                    f"{title!r}, line {line:,}: broken quotes after {quoted.group(1)[:40]}; put a "
                    "comma between values."
                )
        else:
            end = text.find(",", at)
            end = len(text) if end < 0 else end
            value = text[at:end].strip()
            if value[:1] in ("'", '"'):
                raise InputError(
                    f"{title!r}, line {line:,}: broken quotes in {value[:40]!r}; close the quote."
                )
            values.append(value)
            at = end
        if at >= len(text):
            return values
        at += 1


def _unquote(text: str) -> str:
    if text[:1] in ("'", '"'):
        inner = text[1:-1]
        return _ESCAPED.sub(_second, inner) if "\\" in inner else inner
    return text


def _second(escape: re.Match[str]) -> str:
    return escape.group()[1]


def _sparse_row(
    title: str, line: int, content: str, kinds: list[str], levels: list[list[str]]
) -> list[str]:
    """Return a row whose unnamed values are zero, or the first declared value of a nominal
    attribute."""
    if not content.endswith("}"):
        raise InputError(f"{title!r}, line {line:,}: a sparse row is not closed; end it with '}}'.")
    row = [
        "0" if kind != "nominal" else (declared[0] if declared else "")
        for kind, declared in zip(kinds, levels, strict=True)
    ]
    inner = content[1:-1].strip()
    at = 0
    while at < len(inner):
        found = _SPARSE_ITEM.match(inner, at)
        value = found.group(2).strip() if found else ""
        broken = value[:1] in ("'", '"') and not _QUOTED.fullmatch(value)
        if not found or broken or int(found.group(1)) >= len(row):
            item = inner[at : at + 40].split(",")[0].strip()
            raise InputError(
                f"{title!r}, line {line:,}: {item!r} is not 'index value' with an index from 0 to "
                f"{len(row) - 1}; correct the row."
            )
        row[int(found.group(1))] = _unquote(value)
        at = found.end()
    return row


def _compare(name: str, declared: list[str], column: list[str]) -> list[str]:
    """Return warnings about declared values that do not occur and about values that are not
    declared."""
    if not declared:
        return []
    used = set(column) - {"?", ""}
    warnings = []
    if strange := sorted(used - set(declared)):
        warnings.append(
            f"Column {name[:60]!r} uses undeclared values ({_some(strange)}); they stay."
        )
    if unused := sorted(set(declared) - used):
        warnings.append(f"Column {name[:60]!r} declares unused values ({_some(unused)}).")
    return warnings


def _some(values: list[str]) -> str:
    shown = ", ".join(value[:30] for value in values[:3])
    return shown if len(values) <= 3 else f"{shown}, and {len(values) - 3} more"
