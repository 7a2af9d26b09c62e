"""Rows that stand more than once are said, where they are many enough to mislead."""

from __future__ import annotations

import io

import numpy as np

from l2dwk_core import read_table


def said(times):
    rng = np.random.default_rng(0)
    lines = [f"{a:.4f},{b:.4f},{'xy'[i % 2]}" for i, (a, b) in enumerate(rng.normal(size=(40, 2)))]
    text = "\n".join(["a,b,class", *np.repeat(lines, times)])
    notes = read_table(io.BytesIO(text.encode()), target="class").notes
    return [note for note in notes if "exact copies" in note]


def test_a_table_with_every_row_three_times_is_told():
    (note,) = said([3] * 40)
    assert note.startswith("80 rows of 120 are exact copies of others, class included.")


def test_few_copies_are_no_news():
    assert said([1] * 40) == []
    assert said([2] * 8 + [1] * 32) == []  # 8 of 48 rows
    assert len(said([2] * 10 + [1] * 30)) == 1  # 10 of 50


def test_rows_that_differ_in_a_column_that_is_left_out_are_copies_in_those_used():
    rows = [f"P{at:03},{at % 5},{'xy'[at % 2]}" for at in range(60)]
    text = "\n".join(["patient_id,a,class", *rows])
    notes = read_table(io.BytesIO(text.encode()), target="class").notes
    (note,) = [note for note in notes if "exact copies" in note]
    assert note.startswith(
        "50 rows of 60 are exact copies of others in the columns used, class included."
    )
