"""A last row of sums or means is no case."""

from __future__ import annotations

import numpy as np
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


@pytest.mark.parametrize(
    "word",
    [
        *["Mittel", "Mittelwert", "Gesamtergebnis", "Moyenne", "Media", "Promedio"],
        *["Gesamtmittelwert", "Gesamtanzahl", "Gesamtmaximum", "Grand Average", "Grand Count"],
        *["Total général", "Total\u00a0général", "Total general", "Suma total"],
    ],
)
def test_words_of_other_languages_in_the_column_of_classes(word):
    rows = [f"{'xyz'[i % 3]};{i % 7};{i % 9}" for i in range(24)]
    data = read_table("\n".join(["Klasse;a;b", *rows, f"{word};95;120"]).encode())
    assert data.classes.tolist() == ["x", "y", "z"]
    assert len(data.y) == 24
    assert any(f"Line 26 begins with {word!r}" in note for note in data.notes)


def test_totals_below_a_list_with_row_numbers():
    rows = [f"{i + 1};K{i};{150 + i};{40 + i};{['ja', 'nein'][i % 2]}" for i in range(12)]
    below = [";Summe;1866;552;", ";Mittel;155,5;46;"]
    draft = inspect_table("\n".join(["Nr.;Name;a;b;Sport", *rows, *below]).encode())
    assert draft.n_rows == 12
    assert [c.name for c in draft.columns if c.role == "identifier"] == ["Nr.", "Name"]


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


@pytest.mark.parametrize("last", ["60,390.5,180,Total", ",390.5,180,Sum:", ",3.5,5.1,Mean"])
def test_a_word_behind_the_numbers(last):
    data = read(last)
    assert len(data.y) == 60
    assert any("Line 62 holds" in note and "left out" in note for note in data.notes)


SUMS = f"{sum(i % 7 + 0.5 for i in range(60))},{sum(i % 11 for i in range(60))}"
MEANS = f"{sum(i % 7 + 0.5 for i in range(60)) / 60:.2f},{sum(i % 11 for i in range(60)) / 60:.2f}"
X = [i % 7 + 0.5 for i in range(60)]
DEVIATIONS = f"{np.std(X, ddof=1):.3f},{np.std([i % 11 for i in range(60)], ddof=1):.3f}"


@pytest.mark.parametrize(
    "last", [[f",{SUMS},36"], [f",{SUMS},"], [f",{MEANS},"], [f",{MEANS},", f",{DEVIATIONS},"]]
)
def test_sums_and_means_without_a_word(last):
    data = read(*last)
    assert len(data.y) == 60
    assert data.classes.tolist() == ["a", "b"]
    assert any("of the columns above" in note and "left out" in note for note in data.notes)


def test_sums_of_a_table_from_which_rows_were_deleted():
    data = read(",230.5,310,36")
    assert len(data.y) == 60
    assert any("Line 62 holds sums or means" in note for note in data.notes)


def test_sums_without_a_gap():
    rows = [f"{i % 7}.5,{i % 11},{i % 2}" for i in range(60)]
    data = read_table("\n".join(["x,y,class", *rows, f"{SUMS},30"]).encode())
    assert data.classes.tolist() == ["0", "1"]
    assert len(data.y) == 60


@pytest.mark.parametrize(
    "last", ["p60,400.5,300,a", ",3.5,4,a", ",390.5,4,a", ",,9,", "p60,230.5,310,a"]
)
def test_a_last_row_that_is_no_sum_stays(last):
    draft = inspect_table("\n".join(["who,x,y,class", *ROWS, last]).encode())
    assert draft.n_rows == 61


@pytest.mark.parametrize("last", [",,,60", ",,60,60", ",210,300,60", ",3.5,5.1,60"])
def test_a_count_below_the_class_without_a_word_is_left_out_and_told(last):
    data = read(last)
    assert data.classes.tolist() == ["a", "b"]
    assert len(data.y) == 60
    told = [note for note in data.notes if "left out" in note and "Line 62" in note]
    assert len(told) == 1


@pytest.mark.parametrize("last", ["p60,3.5,5,60", ",,,59", ",,,7"])
def test_a_number_below_the_class_that_counts_nothing_stays(last):
    assert len(read(last).y) == 61


def test_a_last_number_among_numbers_is_a_value():
    rows = [f"p{i},{i % 7}.5,{i % 61},{i % 3}" for i in range(60)]
    assert len(read("p60,3.5,60,1", rows=rows).y) == 61
