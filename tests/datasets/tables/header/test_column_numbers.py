"""A row under the names that numbers the columns holds no values and no units."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 40
WORDS = [f"{i * 7 % 31}.5;{i % 13};{'ab'[i % 2]}" for i in range(N)]
NUMBERS = [f"{i * 7 % 31};{i % 13};{i % 2 + 4}" for i in range(N)]


@pytest.mark.parametrize(
    "line",
    ["1;2;3", "(1);(2);(3)", "[1];[2];[3]", "0;1;2", "1.;2.;3.", "(0);(1);(2)", ";(1);(2)"],
)
@pytest.mark.parametrize("rows", [WORDS, NUMBERS])
@pytest.mark.parametrize("units", [[], ["mm;kg;"]])
def test_the_row_is_left_out_and_noted(line, rows, units):
    text = "\n".join(["len;mass;kind", *units, line, *rows])
    draft = inspect_table(text.encode())
    assert draft.n_rows == N
    assert [column.unit for column in draft.columns] == (["mm", "kg", ""] if units else [""] * 3)
    (note,) = [note for note in draft.warnings if "numbers the columns" in note]
    assert note.startswith(f"Line {2 + len(units)} numbers the columns")
    assert inspect_table(text.encode(), units=False).n_rows == N + 1 + len(units)
    assert {"units": False} in [proposal.reading for proposal in draft.proposals]


@pytest.mark.parametrize(
    ("names", "line", "rows"),
    [
        # Ranks, values that come again, a step of 2, and two columns.
        ("a;b;c", "1;2;3", ["1;2;3", "3;2;1", "2;1;3", "2;3;1"] * 10),
        ("a;b;c", "1;2;3", [f"{i % 5};{i % 7};{i % 4}" for i in range(N)]),
        ("a;b;c", "1;3;5", WORDS),
        ("a;b", "1;2", [f"{i % 9}.5;{'ab'[i % 2]}" for i in range(N)]),
        ("a;b;c", "1;2;3", [f"{i};{i * 2};{i * 3}" for i in range(2, N + 2)]),
    ],
)
def test_rows_of_values_stay(names, line, rows):
    draft = inspect_table("\n".join([names, line, *rows]).encode())
    assert draft.n_rows == len(rows) + 1
