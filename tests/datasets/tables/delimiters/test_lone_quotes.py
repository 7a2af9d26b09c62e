"""A double quote that is a cell alone, as a ditto mark, opens no quoted cell."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 300
ROWS = [["AB"[i // 9 % 2], str(20 + i % 60), "yn"[i % 3 > 0]] for i in range(N)]


def text(rows: list[list[str]], mark: str = "\t", end: str = "\n") -> bytes:
    return "".join(mark.join(row) + end for row in [["st", "age", "class"], *rows]).encode()


def with_dittos(places: list[tuple[int, int]]) -> list[list[str]]:
    rows = [list(row) for row in ROWS]
    for at, column in places:
        rows[at][column] = '"'
    return rows


def content(draft) -> list[list[str]]:
    columns = [
        [column.levels[code] if code >= 0 else "" for code in column.codes]
        for column in draft.cells
    ]
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("mark", ["\t", ";", ","])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "places",
    [[(50, 0), (200, 0)], [(50, 0), (199, 2)], [(7, 0)], [(i, 0) for i in range(1, 299, 2)]],
)
def test_every_row_is_read_and_it_is_said(mark, end, places):
    rows = with_dittos(places)
    draft = inspect_table(text(rows, mark, end), name="t.txt")
    assert content(draft) == rows
    assert [w for w in draft.warnings if "ditto" in w and f"line {places[0][0] + 2:,}" in w]


def test_two_dittos_side_by_side():
    rows = with_dittos([(9, 0), (9, 1), (80, 0), (80, 1)])
    assert content(inspect_table(text(rows))) == rows


def test_quotes_around_cells_and_behind_numbers_stay_what_they_are():
    rows = with_dittos([(50, 0), (200, 0)])
    rows[60][0], rows[70][0] = '"A"', 'A 5"'
    rows_read = [list(row) for row in rows]
    rows_read[60][0] = "A"
    assert content(inspect_table(text(rows))) == rows_read


@pytest.mark.parametrize(
    "data",
    [
        b"a,b,class\n" + b'1,",",x\n2,"\n",y\n' * 20,  # a comma and a line break in quotes
        b"a,b,class\n" + b'1,"note\n",x\n2,"note\n",y\n' * 20,
    ],
)
def test_quoted_commas_and_line_breaks_stay_quoted(data):
    draft = inspect_table(data, name="t.csv")
    assert draft.n_rows == 40
    assert not any("quote" in note for note in draft.warnings)


def test_rows_within_a_cell_of_two_distant_quotes_are_said():
    rows = [list(row) for row in ROWS]
    rows[50][0], rows[200][0] = '"Oh dear', 'said"'
    draft = inspect_table(text(rows))
    assert draft.n_rows == 150
    note = next(w for w in draft.warnings if "look like a row" in w)
    assert "in line 52 holds 149 lines" in note
    assert "1 other" not in note


def test_a_text_of_several_lines_is_no_row():
    cell = '"One, two\nthree\n\nfour, five, six\nseven"'
    data = ("a,b,class\n" + f"1,{cell},x\n2,{cell},y\n" * 20).encode()
    draft = inspect_table(data)
    assert draft.n_rows == 40
    assert not any("look like a row" in note for note in draft.warnings)
