"""Numbers and names of rows are proposed for leaving out, in small tables and with gaps too."""

from __future__ import annotations

import random

import pytest
from sklearn.datasets import load_iris

from l2dwk_core.datasets.tables import inspect_table, read_table


def first_column(name, values, more=()):
    """Return the first of three columns, of which the last is the class."""
    rows = [f"{value};{i % 4};{'ab'[i % 2]}" for i, value in enumerate(values)]
    return inspect_table("\n".join([f"{name};x;kind", *rows, *more]).encode()).columns[0]


@pytest.mark.parametrize("rows", [15, 45, 90])
@pytest.mark.parametrize("name", [None, "Unnamed: 0", "index"])
def test_the_index_of_a_shuffled_sample(rows, name):
    sample = load_iris(as_frame=True).frame.sample(rows, random_state=1).rename_axis(name)
    draft = inspect_table(sample.to_csv().encode())
    assert draft.columns[0].role == "identifier", draft.columns[0].reason
    assert draft.target == "target"
    assert any(proposal.column == draft.columns[0].name for proposal in draft.proposals)
    data = draft.to_dataset()
    assert data.X.shape == (rows, 4)
    assert any("is left out: " in note and "no value occurs twice" in note for note in data.notes)


@pytest.mark.parametrize("rows", [5, 10, 12, 19, 25])
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("name", ["", "id", "ID", "Nr.", "No", "index", "Lfd. Nr.", "number"])
def test_row_numbers_of_a_small_table(name, start, rows):
    found = first_column(name, range(start, start + rows))
    assert found.role == "identifier", found.reason


@pytest.mark.parametrize("name", ["Name", "name", "Nom", "id", ""])
def test_names_of_a_small_list(name):
    found = first_column(name, [f"K{i}" for i in range(12)])
    assert found.role == "identifier", found.reason


@pytest.mark.parametrize("name", ["id", "v"])
def test_an_empty_cell_does_not_make_row_numbers_a_quantity(name):
    values = [*map(str, random.Random(0).sample(range(1, 51), 50))]
    values[7] = ""
    found = first_column(name, values)
    assert found.role == "identifier", found.reason


def test_rows_below_without_a_number():
    found = first_column("Nr.", range(1, 25), [";1866;", ";155;"])
    assert found.role == "identifier", found.reason


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("", range(4), "numeric"),  # too few to say
        ("", [i / 3 for i in range(12)], "numeric"),
        ("", [*range(11), 3], "numeric"),
        ("", range(-6, 6), "numeric"),
        ("id", [*range(11), 3], "numeric"),
        ("dose", range(12), "numeric"),
        ("v", [*range(1, 25), *[""] * 12], "numeric"),  # counts less than all rows
        ("soil", [f"K{i}" for i in range(9)], "symbolic"),  # too few to say
        ("soil", [f"K{i % 11}" for i in range(12)], "symbolic"),
        ("Name", range(12), "numeric"),
        ("number", [3, 7, 2, 9, 5, 4], "numeric"),
        ("", [f"2020-01-{i + 1:02d}" for i in range(12)], "date"),
        ("index", [20200101 + i for i in range(12)], "date"),
    ],
)
def test_what_does_not_name_the_rows(name, values, role):
    found = first_column(name, values)
    assert found.role == role, found.reason


def test_words_that_all_differ_are_left_out_from_ten_rows_on():
    words = "ant bee cat dog elk fox gnu hen ibis jay kiwi lion mole newt owl pig rat seal toad yak"
    columns = {"Day": [f"D{i + 1}" for i in range(20)], "Animal": words.split()}
    columns |= {name: [f"{name[0]}-{i:02d}" for i in range(20)] for name in ("Run", "Team", "Tag")}
    for name, values in columns.items():
        for rows, again in ((10, 0), (14, 0), (19, 0), (20, 0), (10, 1), (14, 1), (17, 1)):
            values[rows - 1] = values[0] if again else values[rows - 1]
            lines = [f"{values[i]},{'uvw'[i % 3]},{'yes no'.split()[i % 2]}" for i in range(rows)]
            dataset = read_table("\n".join([f"{name},wind,play", *lines]).encode(), "play")
            told = [n for n in dataset.notes if f"Column {name!r} is left out: It has" in n]
            assert bool(told) != bool(again), (name, rows, dataset.notes)
            assert list(dataset.X) == (["wind"] if told else [name, "wind"]), (name, rows)
