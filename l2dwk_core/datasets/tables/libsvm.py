"""Files of libsvm and SVMlight: ``class index:value index:value``. Values that are not named are
zero."""

from __future__ import annotations

import io
import re
from itertools import islice

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.grid import Grid, check_cells, check_line, check_shape, check_width

# Written so that there is one way to match: two would take quadratic time for many digits.
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?"
_LINE = re.compile(
    rf"(?:{_NUMBER})(?:[ \t]+qid:[0-9]+)?(?:[ \t]+[0-9]{{1,9}}:{_NUMBER})+[ \t]*(?:#.*)?"
)
# Several classes a row. Of two pairs, for one may be a time of day behind a comma.
_SEVERAL = re.compile(
    rf"[0-9]{{1,6}}(?:,[0-9]{{1,6}})+(?:[ \t]+[0-9]{{1,9}}:{_NUMBER}){{2,}}[ \t]*(?:#.*)?"
)
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_LOOKED_AT = 20
CLASS = "class"


def looks_like_libsvm(text: str) -> bool:
    """Return whether the first lines each hold a number, followed by numbers with their index."""
    lines = [line.strip() for line in islice(io.StringIO(text[:1_000_000]), 10 * _LOOKED_AT)]
    lines = [line for line in lines if line and not line.startswith("#")][:_LOOKED_AT]
    short = [line for line in lines if len(line) < 200_000]
    found = sum(bool(_LINE.fullmatch(line) or _SEVERAL.fullmatch(line)) for line in short)
    # A row of zeros alone names no value.
    bare = sum(re.fullmatch(_NUMBER, line) is not None for line in lines)
    return found > 0 and found + bare >= len(lines) - 1


def read_libsvm(title: str, text: str) -> Grid:
    """Return the grid of the values that occur, named after their index, with the class as last
    column.

    ``qid:n`` becomes a column that is left out: it groups the rows of a query.
    """
    labels: list[str] = []
    queries: list[str] = []
    rows: list[dict[int, str]] = []
    indices: set[int] = set()
    for line, content in enumerate(io.StringIO(text, newline=None), start=1):
        check_line(title, line, content, ":")
        parts = content.split("#", 1)[0].split()
        if not parts:
            continue
        label, parts = parts[0], parts[1:]
        if re.fullmatch(_NUMBER, label) is None:
            if "," in label:
                raise InputError(
                    f"{title!r}, line {line:,}: {label[:40]!r} names several classes; a row has "
                    "one class here. Keep one class in each row, or leave such rows out."
                )
            raise InputError(
                f"{title!r}, line {line:,}: the class {label[:40]!r} is no number; in a libsvm "
                "file one number stands first."
            )
        query = parts.pop(0)[4:] if parts and parts[0].startswith("qid:") else ""
        row: dict[int, str] = {}
        for part in parts:
            index, colon, value = part.partition(":")
            if not colon or not index.isascii() or not index.isdigit() or len(index) > 9 or not (
                re.fullmatch(_NUMBER, value)
            ):  # fmt: skip
                raise InputError(
                    f"{title!r}, line {line:,}: {part[:40]!r} is not 'index:value'; correct the "
                    "line."
                )
            if int(index) in row:
                raise InputError(
                    f"{title!r}, line {line:,}: index {int(index)} stands twice; give each index "
                    "of a row one value."
                )
            row[int(index)] = value
        labels.append(str(int(label)) if _WHOLE.fullmatch(label) else label)
        queries.append(query)
        rows.append(row)
        indices.update(row)
        check_width(title, len(indices) + 1)
        check_cells(title, len(rows), len(indices) + 1)
    order = sorted(indices)
    check_shape(title, len(rows), len(order) + 1)
    names = [f"feature {index}" for index in order]
    cells = [[row.get(index, "0") for row in rows] for index in order]
    roles = ["numeric"] * len(order)
    warnings = [
        f"A libsvm file: {counted(len(order), 'column')} named after the index, with 0 where a row "
        "does not name it."
    ]
    if any(queries):
        names, cells, roles = ["qid", *names], [queries, *cells], ["identifier", *roles]
        warnings.append("qid groups the rows of a query and is left out.")
    return Grid(
        [*names, CLASS],
        [*cells, labels],
        # Numbers to be predicted, not classes, are a quantity.
        [*roles, "symbolic" if all(map(_WHOLE.fullmatch, labels)) else "numeric"],
        CLASS,
        detected={"format": "libsvm", "header": "no"},
        stored=[True] * (len(names) + 1),
        warnings=warnings,
    )
