"""Lines with more cells than the first one: the refusal says what is wrong, and its way out
works."""

from __future__ import annotations

import re

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

N = 40


def table(rows: list[list[object]], names: str = "id,place,class", mark: str = ",") -> bytes:
    lines = [names.replace(",", mark), *(mark.join(map(str, row)) for row in rows)]
    return "\n".join(lines).encode()


def plain() -> list[list[object]]:
    return [[i, 20 + i % 7, "ab"[i % 3 > 0]] for i in range(N)]


def refusal(data: bytes, **reading: object) -> str:
    with pytest.raises(InputError) as caught:
        inspect_table(data, name="t.csv", **reading)
    return str(caught.value)


@pytest.mark.parametrize("at", [0, 1, 2, 20, 39])
def test_one_cell_with_a_comma_is_named_by_its_line_alone(at):
    rows = plain()
    rows[at][1] = "Berlin, Mitte"
    said = refusal(table(rows))
    assert said.startswith(f"'t.csv', line {at + 2}: 4 cells where the first line has 3")
    assert "Cells that hold the delimiter (comma) need double quotes." in said
    assert "skip" not in said
    assert "begin" not in said


def test_lines_before_a_wider_table_are_said_by_their_number_and_that_reads_it():
    data = b"made, by me\n1,2\n" + table(plain())
    said = refusal(data, skip=0)
    assert "if the table begins there" in said
    way_out = r"say that (\d+) lines stand before the table \(skip=(\d+)\)"
    lines, skip = re.search(way_out, said).groups()
    assert lines == skip
    assert inspect_table(data, skip=int(skip)).n_rows == N


SOME = [[f"{1 + i % 4}", f"{i % 9},{i % 8}", "ab"[i % 3 > 0]] for i in range(N)]
CASES = [[i + 1, f"{i * 7 % 9},{i % 8}", "ab"[i % 3 > 0]] for i in range(N)]
MIXED = [[1 + i % 4, f"{i % 9},5" if i % 3 else i % 9, "ab"[i % 2]] for i in range(N)]
LARGE = [[i, f"1.23{i % 9},{i % 8}", f"-{i % 9},25", "ab"[i % 3 > 0]] for i in range(N)]


@pytest.mark.parametrize(
    ("rows", "names", "shown"),
    [
        (SOME, "id,weight,class", "'1,0,0,a'"),
        (CASES, "Patient,weight,class", "'1,0,0,a'"),
        (MIXED, "id,weight,class", "'2,1,5,b'"),
        (LARGE, "id,income,change,class", "'0,1.230,0,-0,25,a'"),
    ],
)
def test_decimal_commas_between_commas_are_said_to_be_that(rows, names, shown):
    said = refusal(table(rows, names))
    assert f"seem to have a decimal comma ({shown})" in said
    assert "begin" not in said
    assert "skip" not in said
    # The two ways out that it names.
    assert inspect_table(table(rows, names, ";")).columns[1].role == "numeric"
    quoted = [[f'"{cell}"' if "," in str(cell) else cell for cell in row] for row in rows]
    assert inspect_table(table(quoted, names)).n_rows == N


def test_a_wider_table_of_whole_numbers_has_no_decimal_commas():
    data = table([[1, 2, 3]] * 4 + [[1, 2, 3, 4]] * 9, "a,b,c")
    assert "skip=5" in refusal(data)


@pytest.mark.parametrize("numbers", [range(1, N + 1), [1 + i // 4 for i in range(N)]])
def test_names_of_rows_before_numbers_of_cases_are_read(numbers):
    """As R writes them without quotes: write.table(x, sep = ",", quote = FALSE)."""
    rows = [[i + 1, number, i * 5 % 9, "ab"[i % 3 > 0]] for i, number in enumerate(numbers)]
    draft = inspect_table(table(rows, "id,visits,class"))
    assert [column.name for column in draft.columns] == ["row name", "id", "visits", "class"]


def test_blank_cells_at_the_end_are_no_decimals():
    rows = [[i, i % 7, "ab"[i % 3 > 0], ""] for i in range(N)]
    rows[30][3] = "x"
    said = refusal(table(rows))
    assert said.startswith("'t.csv', line 32: 4 cells where the first line has 3; correct the line")
    assert "decimal" not in said


def test_the_lacking_name_of_a_first_column_of_words_above_numbers():
    """As in UCI's image segmentation: the class stands first and has no name."""
    rows = [[["BRICK", "SKY", "GRASS"][i % 3], i * 1.5, i % 7, -i] for i in range(N)]
    data = b";;; Image data\n\n" + table(rows, "COL,ROW,HUE").replace(b"HUE\n", b"HUE\n\n")
    draft = inspect_table(data)
    assert [column.name for column in draft.columns] == ["column 1", "COL", "ROW", "HUE"]
    assert draft.preview["column 1"].tolist()[:3] == ["BRICK", "SKY", "GRASS"]
    assert draft.n_rows == N
    assert any("the name of the first column is taken to be lacking" in w for w in draft.warnings)


def test_where_any_column_may_lack_its_name_the_way_out_reads_the_lines_without_names():
    rows = [["xy"[i % 2], i, "uv"[i % 3 > 0], i % 5] for i in range(N)]
    data = table(rows, "one,two,three")
    said = refusal(data)
    assert "Name every column" in said
    assert "say that 1 line stands before the table (skip=1)" in said
    draft = inspect_table(data, skip=1)
    assert (draft.n_rows, len(draft.columns)) == (N, 4)
