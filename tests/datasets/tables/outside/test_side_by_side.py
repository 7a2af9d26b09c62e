"""Two tables side by side, with an empty column between them, are told."""

from __future__ import annotations

import io
import itertools

import openpyxl

from l2dwk_core.datasets.tables import inspect_table

LEFT = ["id", "age", "weight", "class"]


def _rows(right: list[str], n_left: int, n_right: int, gap: int) -> list[list[object]]:
    rows: list[list[object]] = [[*LEFT, *[None] * gap, *right]]
    for i in range(max(n_left, n_right)):
        left = [i, 20 + i * i % 37, 50 + i % 9, "ab"[i // 3 % 2]] if i < n_left else [None] * 4
        values = [i, 150 + i % 11, "xy"[i // 2 % 2]][: len(right)]
        rows.append([*left, *[None] * gap, *(values if i < n_right else [None] * len(right))])
    return rows


def _files(rows: list[list[object]]) -> tuple[bytes, bytes]:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(buffer := io.BytesIO())
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in rows]
    return buffer.getvalue(), "\n".join(lines).encode()


def _told(data: bytes) -> list[str]:
    return [note for note in inspect_table(data).warnings if "side by side" in note]


def test_tables_of_many_lengths_are_told() -> None:
    lengths = ((40, 40), (40, 30), (30, 40), (15, 40))
    for (n_left, n_right), gap in itertools.product(lengths, (1, 2)):
        for data in _files(_rows(["id2", "height", "label"], n_left, n_right, gap)):
            told = _told(data)
            assert len(told) == 1, f"{n_left} and {n_right} rows, {gap} between: {told}"
            assert "'id' to 'class' and 'id2' to 'label'" in told[0]


def test_the_same_names_are_told_as_they_were_numbered() -> None:
    for data in _files(_rows(["id", "age", "class"], 40, 40, 1)):
        assert ["'id (2)' to 'class (2)'" in note for note in _told(data)] == [True]


def test_one_table_is_not_told() -> None:
    one = [[*row[:4], *row[5:]] for row in _rows(["id2", "height", "label"], 40, 40, 1)]
    remark = _rows(["remark"], 40, 40, 1)
    named = _rows(["id2", "height", "label"], 40, 40, 1)
    named[0][4] = "spare"
    for rows in (one, remark, named):
        for data in _files(rows):
            assert _told(data) == [], rows[0]
