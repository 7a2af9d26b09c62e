"""A last row of sums or means is no case."""

from __future__ import annotations

import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

ROWS = [f"p{i},{i % 7}.5,{i % 11},{'ab'[i % 2]}" for i in range(60)]


def read(*last: str, rows=ROWS):
    return read_table("\n".join(["who,x,y,class", *rows, *last]).encode(), "class")


@pytest.mark.parametrize("word", ["Total", "SUM", "Mean:", "Summe", "Gesamt", "Average"])
@pytest.mark.parametrize("end", ["31", ""])
def test_a_last_row_of_totals_is_left_out_and_noted(word, end):
    data = read(f"{word},210.0,300,{end}")
    assert len(data.y) == 60
    assert data.classes.tolist() == ["a", "b"]
    (note,) = [note for note in data.notes if "and left out." in note]
    assert note.startswith(f"Line 62 begins with {word!r}")


def test_two_last_rows():
    data = read("Mean,3.5,5,0.5", "Max,6.5,10,31")
    assert len(data.y) == 60
    assert any("The last 2 lines begin with 'Mean', 'Max'" in note for note in data.notes)


def test_a_word_that_comes_back_or_has_no_number_beside_it_is_a_case():
    rows = [f"{['total', 'part'][i % 2]},{i % 7}.5,{i % 11},{'ab'[i % 3 > 0]}" for i in range(60)]
    assert len(read("total,3.5,4,a", rows=rows).y) == 61
    assert len(read("total,,,a").y) == 61
    assert len(read("Max,3.5,4,a").y) == 61


def test_totals_can_be_kept():
    text = "\n".join(["who,x,y,class", *ROWS, "Total,210.0,300,a"]).encode()
    (proposal,) = [p for p in inspect_table(text).proposals if p.reading]
    assert proposal.reading == {"trim": False}
    assert len(read_table(text, "class", **proposal.reading).y) == 61
