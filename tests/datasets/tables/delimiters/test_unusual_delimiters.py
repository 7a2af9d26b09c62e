"""Texts whose delimiter is none of the usual ones: the refusal names it, and so it is read."""

from __future__ import annotations

import re

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

N = 40


def table(mark: str) -> bytes:
    rows = [f"{i}{mark}{20.5 + i % 7}{mark}{'ab'[i % 3 > 0]}" for i in range(N)]
    return "\n".join([mark.join(["id", "age", "class"]), *rows]).encode()


@pytest.mark.parametrize("mark", list("~^:#!@&$*§=¦/\\"))
def test_the_delimiter_that_a_refusal_names_reads_the_file(mark):
    with pytest.raises(InputError, match="give it as the delimiter") as caught:
        inspect_table(table(mark))
    said = re.search(r"\(delimiter=('.+?')\)", str(caught.value))[1]
    assert said == repr(mark)
    draft = inspect_table(table(mark), delimiter=mark)
    assert [column.name for column in draft.columns] == ["id", "age", "class"]
    assert draft.n_rows == N


def test_a_wrong_delimiter_is_answered_with_the_one_that_the_lines_hold():
    with pytest.raises(InputError, match="delimiter=','"):
        inspect_table(table(","), delimiter="|")


def test_lines_with_no_such_character_name_none():
    with pytest.raises(InputError, match="If an unusual character separates the cells"):
        inspect_table("\n".join(f"w{i * i}" for i in range(N)).encode())


def test_a_sheet_with_one_column_is_not_asked_for_a_delimiter():
    from tests.datasets.tables.test_excel import workbook

    with pytest.raises(InputError, match="has one column") as caught:
        inspect_table(workbook([["x"], *([i] for i in range(N))]), name="t.xlsx")
    assert "delimiter" not in str(caught.value)


@pytest.mark.parametrize(
    "code", [0, 1, 10, 13, 32, 34, 0x85, 0xA0, 0x2028, 0xD800, 0xFEFF, 0x1F600]
)
def test_any_character_is_read_or_refused_in_words(code):
    with pytest.raises(InputError):
        inspect_table(table(","), delimiter=chr(code))
