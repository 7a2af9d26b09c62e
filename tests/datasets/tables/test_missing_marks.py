"""Marks beside numbers, and in the class, that stand for a missing value."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.missing_marks import dots, usual_marks

N = 90


def column(mark, values=None, often=3):
    values = values or [f"{i * 37 % 89}.{i % 9}" for i in range(N)]
    return [mark if i % often == 0 else values[i] for i in range(N)]


def table(cells, classes=None):
    classes = classes or ["ab"[i * 7 % 5 > 2] for i in range(N)]
    rows = [f'{i % 13}.5;"{cell}";{classes[i]}' for i, cell in enumerate(cells)]
    return "\n".join(["u;x;class", *rows]).encode()


@pytest.mark.parametrize("mark", [".", "..", "...", ":", ".a", ".Z"])
def test_a_dot_beside_numbers_counts_as_missing_however_often(mark):
    data = read_table(table(column(mark, often=2)))
    assert data.X["x"].isna().tolist() == [i % 2 == 0 for i in range(N)]
    assert data.X["x"].dtype == float
    assert any(f"'x': {mark!r} in 45 rows counts as missing" in note for note in data.notes)
    few = inspect_table(table(column(mark, [str(i % 3) for i in range(N)])))
    assert (few.columns[1].role, few.columns[1].n_missing) == ("numeric", 30)


@pytest.mark.parametrize("mark", ["*", "/", "None", "n.d.", "nd", "Missing", "unknown", "†"])
def test_a_mark_beside_many_numbers_is_no_value_however_often(mark):
    draft = inspect_table(table(column(mark, often=2)))
    data = draft.to_dataset()
    assert data.X["x"].isna().tolist() == [i % 2 == 0 for i in range(N)]
    assert any(f"missing ({mark!r} in 45 rows)" in note for note in data.notes)
    assert ("x", "symbolic") in [(found.column, found.role) for found in draft.proposals]
    assert mark in draft.to_dataset(roles={"x": "symbolic"}).X["x"].tolist()


@pytest.mark.parametrize(
    "mark",
    ["\\N", "(null)", "#NV", "#N/D", "k.A.", "#WERT!", "#¡VALOR!", "<undefined>", "<missing>"],
)
def test_marks_that_mean_missing_everywhere(mark):
    assert np.isnan(read_table(table(column(mark))).X["x"].iloc[0])
    words = column(mark, ["red", "blue", "green"] * 30)
    assert inspect_table(table(words)).columns[1].n_missing == 30
    data = read_table(table([str(i) for i in range(N)], column(mark, [*"abbab"] * 18)), "class")
    assert sorted(data.classes) == ["a", "b"]
    assert len(data.y) == 60
    assert any(mark in note.replace("\\\\", "\\") for note in data.notes)


@pytest.mark.parametrize("classes", [["a", "b", "a", "b", "c"], ["0", "1"], ["10", "20", "30"]])
@pytest.mark.parametrize("mark", [".", ".."])
def test_a_dot_is_no_class(classes, mark):
    labels = [mark if i % 6 == 0 else classes[i % len(classes)] for i in range(N)]
    data = read_table(table([str(i % 7) for i in range(N)], labels), "class")
    assert mark not in data.classes
    assert len(data.y) == 75
    assert any(f"{mark!r} in 15 rows counts as missing" in note for note in data.notes)


def test_a_mark_can_be_kept():
    data = read_table(table(column(".")), keep={"x": (".",)}, roles={"x": "symbolic"})
    assert "." in data.X["x"].tolist()
    labels = ["." if i % 6 == 0 else "abc"[i % 5 % 3] for i in range(N)]
    data = read_table(table([str(i % 7) for i in range(N)], labels), "class", keep=(".",))
    assert "." in data.classes
    assert len(data.y) == N


@pytest.mark.parametrize("word", ["NA", "."])
def test_a_word_beside_classes_that_are_numbers_can_be_kept(word):
    labels = [word if i % 6 == 0 else str(i % 2) for i in range(N)]
    data = read_table(table([str(i % 7) for i in range(N)], labels), "class", keep=(word,))
    assert sorted(data.classes) == sorted([word, "0", "1"])
    assert len(data.y) == N


def test_several_marks_of_one_program():
    cells = [[".", ".a", ".b"][i % 3] if i % 2 else str(i) for i in range(N)]
    assert inspect_table(table(cells)).columns[1].n_missing == 45


@pytest.mark.parametrize(
    "levels",
    [
        # Marks of punctuation, signs, and one word beside a dot.
        [".", ",", "NN", "VB"],
        [".", "+", "ab"],
        [".", "PASS"],
        [":", "a", "b"],
        [".", "A1", "1"],
    ],
)
def test_a_dot_that_may_be_a_value_stays_one(levels):
    assert dots(levels) == []


@pytest.mark.parametrize(
    "levels", [["none", "1", "2", "3"], ["1", "2", "*"], ["unknown", "0", "1"]]
)
def test_a_word_beside_few_numbers_is_a_category(levels):
    cells = [levels[i % len(levels)] for i in range(N)]
    assert inspect_table(table(cells)).columns[1].role == "symbolic"


def test_two_signs_are_marks_of_something_else():
    assert usual_marks(["*", "†", "None"]) == ["None"]


def test_a_declared_value_stays_one():
    rows = "\n".join(f"{i % 7},{['.', 'a', 'b'][i % 3]}" for i in range(N))
    head = "@relation r\n@attribute x numeric\n@attribute class {.,a,b}\n@data\n"
    assert "." in read_table((head + rows).encode(), name="t.arff").classes


@pytest.mark.parametrize("marks", [(".A",), (".A", ".B"), (".", ".A", ".Z"), (".b",)])
def test_a_dot_with_a_letter_among_words_counts_as_missing(marks):
    cells = [
        marks[i // 4 % len(marks)] if i % 4 == 0 else "red blue green".split()[i % 3]
        for i in range(N)
    ]
    data = read_table(table(cells))
    assert data.X["x"].isna().tolist() == [i % 4 == 0 for i in range(N)]
    assert any(
        "'x'" in note and repr(marks[0]) in note and "missing" in note for note in data.notes
    )


@pytest.mark.parametrize("endings", [(".c", ".h", "none", "other"), (".c", ".py", "no", "yes")])
def test_endings_of_files_are_no_missing_values(endings):
    draft = inspect_table(table([endings[i % 4] for i in range(N)]))
    assert draft.columns[1].n_missing == 0
