"""Another table, or a legend, below a table of words is not read as rows of it."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from l2dwk_core.datasets.tables import inspect_table

N = 48
NAMES = ["cap", "odor", "habitat", "kind"]
CELLS = [["bxf"[i % 3], "an"[i % 2], "dgl"[i * 5 % 7 % 3], "ep"[i % 5 > 1]] for i in range(N)]


def as_csv(rows):
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def padded(rows):
    """Return what a spreadsheet writes: all lines have four cells, also blank ones."""
    return as_csv([[*row, *[""] * (4 - len(row))] for row in rows])


def as_excel(rows):
    book = Workbook()
    for at, row in enumerate(rows, start=1):
        for place, cell in enumerate(row, start=1):
            book.active.cell(at, place, cell)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


BELOW = {
    "results": [["model", "accuracy"], ["rf", 0.81], ["svm", 0.7]],
    "one result": [["model", "accuracy"], ["rf", 0.81]],
    "matrix": [["", "e", "p"], ["e", 20, 3], ["p", 4, 21]],
    "title and matrix": [["Confusion matrix"], ["", "e", "p"], ["e", 20, 3], ["p", 4, 21]],
    "title and results": [["Summary"], ["accuracy", 0.81, 0.7, 0.6], ["kappa", 0.71, 0.5, 0.4]],
    "title and one result": [["Summary"], ["accuracy", 0.81]],
    "title, blank line": [["Summary"], [], ["model", "accuracy"], ["rf", 0.81]],
    "legend": [["code", "meaning"], ["b", "bell"], ["x", "convex"], ["f", "flat"]],
    "legend of one column and another": [["Legend:"], ["b", "bell"], ["x", "convex"]],
    "two of them": [["", "e", "p"], ["e", 20, 3], [], ["model", "F1"], ["rf", 0.8]],
}


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
@pytest.mark.parametrize("write", [as_csv, padded, as_excel])
def test_what_stands_below_words(below, write):
    draft = inspect_table(write([NAMES, *CELLS, [], *below]))
    assert draft.n_rows == N
    assert draft.to_dataset().y.tolist() == [row[3] for row in CELLS]
    assert any(f" {N + 3}" in note for note in draft.warnings)
    (proposal,) = [found for found in draft.proposals if found.reading]
    assert proposal.reading == {"trim": False}


@pytest.mark.parametrize("write", [as_csv, padded, as_excel])
def test_blocks_of_one_table_stay_together(write):
    blocks = [NAMES, *CELLS[:20], [], *CELLS[20:40], [], *CELLS[40:]]
    more = [["b", "a", "d", "new"], ["x", "c", "g", "other"]]
    for rows in (blocks, [*blocks, [], *more]):
        data = inspect_table(write(rows)).to_dataset()
        assert data.y.tolist() == [row[3] for row in rows[1:] if row]


@pytest.mark.parametrize("write", [padded, as_excel])
def test_rows_that_lack_their_last_cells_stay(write):
    short = [["b", "a", "d"], ["x", "n", "g"]]
    draft = inspect_table(write([NAMES, *CELLS, [], *short]))
    assert draft.n_rows == N + 2 + (write is padded)


@pytest.mark.parametrize("write", [padded, as_excel])
def test_a_title_without_a_blank_line(write):
    below = [["Summary"], ["rf", 0.81], ["svm", 0.7]]
    draft = inspect_table(write([NAMES, *CELLS, *below]))
    assert draft.n_rows == N
    assert any(f"begin at {'line' if write is padded else 'row'} {N + 2}" in w
               for w in draft.warnings)  # fmt: skip
    groups = [
        row for at, row in enumerate(CELLS) for row in ([["Block"]] if at % 12 == 0 else []) + [row]
    ]
    assert inspect_table(write([NAMES, *groups])).n_rows == N + 4
