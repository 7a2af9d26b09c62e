"""Lines inside a table that are no rows: names again, data types, and the rule of Markdown."""

from __future__ import annotations

import io

import openpyxl
import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table
from tests.datasets.tables.test_as_people_have_them import N, check_plain, plain

LINES = plain().splitlines()


def with_line(line: str, *places: int) -> bytes:
    """The plain table with this line before the lines at these places."""
    made = [
        text for at, old in enumerate(LINES) for text in ([line] if at in places else []) + [old]
    ]
    return "\n".join(made).encode()


def test_names_that_come_again():
    notes = check_plain(with_line("x,y,class", 20, 41))
    assert (
        "2 lines repeat the names of the columns and are left out, the first in line 21." in notes
    )


def test_names_that_come_again_in_a_table_of_words():
    lines = [
        "colour,form,class",
        *(f"{'rgb'[i % 3]},{'xy'[i % 2]},{'uv'[i // 4 % 2]}" for i in range(40)),
    ]
    dataset = read_table("\n".join([*lines[:21], lines[0], *lines[21:]]).encode())
    assert list(dataset.X) == ["colour", "form"] and len(dataset.y) == 40
    assert "1 line repeats the names of the columns and is left out, the first in line 22." in (
        dataset.notes
    )


def test_rows_like_the_first_of_a_table_without_names_are_kept():
    lines = [f"{i % 5}.5,{i % 7},{'ab'[i % 2]}" for i in range(35)] * 4
    assert len(read_table("\n".join(lines).encode()).y) == 140
    words = [f"{'rgb'[i % 3]},{'xy'[i % 2]},{'uv'[i // 4 % 2]}" for i in range(48)]
    assert len(read_table("\n".join(words).encode(), header=False).y) == 48
    assert inspect_table(b"r,x,u\n" * 20, header=True).n_rows == 19
    assert inspect_table(b"2,x,u\n3,y,v\n4,y,v\n" * 20, header=True).n_rows == 59


@pytest.mark.parametrize("types", ["float64,int64,object", "double,int,", "Float32,Int16,category"])
def test_a_line_of_types(types):
    assert "Line 2 holds data types and is left out." in check_plain(with_line(types, 1))


def test_words_like_types_above_words_are_values():
    lines = [
        "x,kind,class",
        *(f"{i}.5,{('object', 'bool', 'str')[i % 3]},{'ab'[i % 2]}" for i in range(N)),
    ]
    assert len(read_table("\n".join(lines).encode()).y) == N


@pytest.mark.parametrize("rule", ["---,---,---", ":---,:---:,---:", "-----,----,======"])
def test_a_line_of_dashes(rule):
    assert "Line 2 holds dashes only and is left out." in check_plain(with_line(rule, 1))


def test_rules_between_rows_are_no_class():
    for mark in ",;\t|":
        for rule in ("-----", mark.join(["-----"] * 3), mark.join(["---", "", ""])):
            lines = [mark.join(["x", "y", "class"])]
            for i in range(60):
                if i % 10 == 5:
                    lines.append(rule)
                lines.append(mark.join([f"{i % 7}.5", str(i % 9), "ab"[i % 2]]))
            data = read_table("\n".join(lines).encode(), "class")
            assert (len(data.y), data.classes.tolist()) == (60, ["a", "b"]), rule
            note = "6 lines hold dashes only and are left out, the first is line 7."
            assert note in data.notes, data.notes


def test_a_table_of_markdown():
    lines = [LINES[0], "---,---:,---", *LINES[1:]]
    text = "\n".join("| " + line.replace(",", " | ") + " |" for line in lines)
    assert "Line 2 holds dashes only and is left out." in check_plain(text.encode())


def test_names_that_come_again_in_a_worksheet():
    book = openpyxl.Workbook()
    rows = [[i + 0.5, i % 7, "ab"[i % 2]] for i in range(N)]
    names = ["x", "y", "class"]
    for row in [names, *rows[:30], names, *rows[30:]]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    notes = check_plain(out.getvalue())
    assert "1 row repeats the names of the columns and is left out, the first in row 32." in notes


def test_a_rule_as_short_as_a_name():
    lines = ["id,height,grp", "--,------,---", *(f"{i},{i % 7}.5,{'ab'[i % 2]}" for i in range(60))]
    data = read_table("\n".join(lines).encode())
    assert data.classes.tolist() == ["a", "b"]
    assert "Line 2 holds dashes only and is left out." in data.notes
    # A row of missing cells is none.
    lines[1] = "--,--,a"
    assert len(read_table("\n".join(lines).encode(), "grp").y) == 61


@pytest.mark.parametrize(
    ("types", "flags"), [("c\td\td", "\t\tclass"), ("continuous\tdiscrete\td", "meta\t\tclass")]
)
def test_the_types_and_the_class_of_orange(types, flags):
    lines = ["x\tz\tcls", types, flags, *(f"{i % 7}.5\t{i % 3}\t{'ab'[i % 2]}" for i in range(40))]
    data = read_table("\n".join(lines).encode())
    assert (len(data.y), data.classes.tolist()) == (40, ["a", "b"])
    assert any("as the program Orange writes them" in note for note in data.notes)


def test_cells_in_single_quotes():
    lines = ["'name','x','class'", *(f"'n, {i % 5}','{i}.5','{'ab'[i % 2]}'" for i in range(40))]
    data = read_table("\n".join(lines).encode())
    assert list(data.X) == ["name", "x"] and data.X["x"].tolist()[:2] == [0.5, 1.5]
    assert data.X["name"].tolist()[0] == "n, 0"
    assert "Cells stand in single quotes, which are taken off." in data.notes
