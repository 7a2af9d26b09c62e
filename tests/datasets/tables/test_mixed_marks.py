"""A column that writes 12.5 in some cells and 12,5 in others: what is wrong is said."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

HINT = "Some decimals have a point and others a comma"


def draft(cells):
    rows = [f"{cell};{i % 7};{'ab'[i % 2]}" for i, cell in enumerate(cells)]
    return inspect_table("\n".join(["x;n;class", *rows]).encode())


@pytest.mark.parametrize(
    "pair", [("12.5", "12,5"), ("12.5 €", "12,5 €"), ("1.25", "13,5"), ("-0.5", "-0,5")]
)
@pytest.mark.parametrize("share", [2, 3])
def test_few_values_with_two_marks(pair, share):
    # A third value, so that it is no pair of answers.
    found = draft([*(pair[i % share > 0] for i in range(40)), "7"])
    assert found.columns[0].role == "symbolic"
    assert HINT in found.columns[0].reason
    assert "with words" not in found.columns[0].reason
    (note,) = [note for note in found.to_dataset().notes if "'x'" in note]
    assert note.startswith(f"Column 'x' is used as categories. {HINT}")
    assert repr(pair[0]) in note
    assert repr(pair[1]) in note


def test_many_values_with_two_marks():
    found = draft([f"{i}{'.,'[i % 2]}{i % 9 + 1}" for i in range(40)])
    assert HINT in found.columns[0].reason
    assert any(f"Column 'x' is left out: {HINT}" in note for note in found.to_dataset().notes)


def test_few_cells_with_the_other_mark():
    found = draft([f"{i}{'.,'[i % 10 == 3]}{i % 9 + 1}" for i in range(40)])
    assert found.columns[0].role == "numeric"
    assert HINT in found.columns[0].reason
    assert any("4 values of 'x'" in n and HINT in n for n in found.to_dataset().notes)


@pytest.mark.parametrize(
    "cells",
    [
        ["12.5", "low", "7.5"] * 14,
        ["12.5", "low", "7.5", "none", "high", "1,5"] * 7,  # most of them are words
        ["5", "12,5", "7"] * 14,
        ["1,234.5", "12.5", "7"] * 14,
    ],
)
def test_words_and_one_mark_are_no_mixed_marks(cells):
    found = draft(cells)
    assert HINT not in found.columns[0].reason
    assert not any(HINT in note for note in found.to_dataset().notes)
