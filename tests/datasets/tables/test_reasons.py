"""What is said about a column: why it is left out, why it is the class, what counts as missing."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table

N = 60


def table(head: str, row) -> bytes:
    return "\n".join([head, *(row(i) for i in range(N))]).encode()


@pytest.mark.parametrize(
    ("cell", "named"),
    [
        (lambda i: f"{i},5" if i % 2 else f"{i}.5", "others a comma: '0.5' and '1,5'. Write one"),
        (
            lambda i: f"{i} ± 1",
            "not readable as numbers: 0 of 60 are, e.g. '0 ± 1'",
        ),
    ],
)
def test_values_that_are_no_numbers_are_not_said_to_name_the_row(cell, named):
    data = table("v\tx\tclass", lambda i: f"{cell(i)}\t{i % 9}.5\t{'ab'[i % 2]}")
    reason = inspect_table(data).columns[0].reason
    assert named in reason
    note = next(note for note in read_table(data).notes if "'v' is left out" in note)
    assert reason in note
    assert "names the row" not in note


def test_names_of_rows_are_still_left_out_as_such():
    data = table("v\tx\tclass", lambda i: f"A{i}\t{i % 9}.5\t{'ab'[i % 2]}")
    assert inspect_table(data).columns[0].reason == "It has 60 different values in 60 rows."


def test_a_column_named_class_comes_first_up_to_the_most_classes():
    data = table("x,class", lambda i: f"{i % 17},c{max(i, 2)}")  # 58 of 60
    draft = inspect_table(data)
    assert draft.target == "class"
    assert draft.target_reason == "Its name is a usual one for a class."


def test_a_column_named_class_that_is_refused_is_said_to_be():
    lines = [f"{i % 17},{i % 7}.5,c{i % 300}" for i in range(400)]
    data = "\n".join(["x,z,class", *lines]).encode()
    draft = inspect_table(data)
    assert draft.target == "x"
    said = "'class' has a usual name of a class, but 300 different values, more than the 100"
    assert said in draft.target_reason
    note = read_table(data).notes[0]
    assert note.startswith("The class is 'x', as no target was named.")
    assert said in note
    assert not any("no target was named" in note for note in read_table(data, "x").notes)


def test_which_of_several_classes_was_taken_is_noted():
    data = table("label,x,target", lambda i: f"{'ab'[i % 2]},{i}.5,{'uvw'[i % 3]}")
    said = "The class is 'target', as no target was named. Its name is a usual one for a class."
    assert said in read_table(data).notes
    data = table("u,x,w", lambda i: f"{'ab'[i % 2]},{i}.5,{'uvw'[i % 3]}")
    assert any("The class is 'w'" in note and "last column" in note for note in (
        read_table(data).notes
    ))  # fmt: skip
    data = table("x,w", lambda i: f"{i}.5,{'uvw'[i % 3]}")
    assert not any("The class is" in note for note in read_table(data).notes)


def test_na_in_a_category_is_named_and_can_be_kept():
    country = ["DE", "NA", "FR"]
    data = table("c,x,class", lambda i: f"{country[i % 3]},{i}.5,{'ab'[i % 2]}")
    dataset = read_table(data)
    assert dataset.X["c"].isna().sum() == 20
    said = "'NA' in 20 rows of 'c' counts as missing; if that is a category, keep it with "
    assert f"{said}keep={{'c': ('NA',)}}." in dataset.notes
    kept = read_table(data, keep={"c": ("NA",)})
    assert kept.X["c"].tolist() == [country[i % 3] for i in range(N)]
    assert not any("as missing" in note for note in kept.notes)
    with pytest.raises(InputError, match="Unknown word for a missing 'x' 'NA'"):
        read_table(data, keep={"x": ("NA",)})


def test_a_dash_as_class_is_named_and_can_be_kept():
    y = ["low", "high", "-"]
    data = table("x,class", lambda i: f"{i}.5,{y[i % 3]}")
    note = next(note for note in read_table(data).notes if "20 rows are left out" in note)
    assert "'-' in 20 rows counts as missing; if that is a class, keep it with keep=('-',)" in note
    assert read_table(data, keep=("-",)).y.tolist() == [y[i % 3] for i in range(N)]


@pytest.mark.parametrize("other", ["1", "2e400"])
def test_classes_that_are_numbers_beyond_the_largest_are_named(other):
    data = table("x,class", lambda i: f"{i}.5,{('1e400', other)[i % 2]}")
    with pytest.raises(InputError, match=r"'1e400'.*as missing: numbers beyond .*role symbolic"):
        read_table(data)
    assert sorted(set(read_table(data, roles={"class": "symbolic"}).y)) == sorted(["1e400", other])


@pytest.mark.parametrize("word", ["NA", "None", "?"])
def test_one_category_beside_a_word_for_missing(word):
    data = table("v,x,class", lambda i: f"{[word, 'Grvl'][i % 2]},{i % 9}.5,{'ab'[i % 3 > 0]}")
    if word == "None":
        assert "v" in read_table(data, "class").X  # an answer like others
        return
    notes = read_table(data, "class").notes
    assert any(f"'{word}' in 30 rows of 'v' counts as missing; if that is" in n for n in notes)
    kept = read_table(data, "class", keep={"v": (word,)})
    assert set(kept.X["v"].astype(str)) == {word, "Grvl"}


def test_a_class_of_one_word_and_empty_cells_says_what_to_write():
    data = table("v,class", lambda i: f"{i % 9}.5,{'x' if i % 2 else ''}")
    with pytest.raises(InputError, match="write a word into the 30 empty cells"):
        read_table(data, "class")


def test_codes_with_a_letter_in_front_are_no_unreadable_numbers():
    for letter in "CPK":
        data = table("v,x,class", lambda i, c=letter: f"{c}{i},{i % 9}.5,{'ab'[i % 2]}")
        assert "not readable" not in inspect_table(data).columns[0].reason
    data = table("v,x,class", lambda i: f"c. {i}.5,{i % 9}.5,{'ab'[i % 2]}")
    assert "not readable as numbers" in inspect_table(data).columns[0].reason
