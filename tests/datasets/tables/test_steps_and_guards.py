"""Dashes that are steps of a scale, marks read as missing by name, and guards as in ="benign"."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.missing_marks import kept_dashes

N = 48


def draft(values, classes=("benign", "malignant")):
    rows = [
        f"{i * 17 % 101},{values[i * 11 % len(values)]},{classes[i * 5 % 7 % len(classes)]}"
        for i in range(N)
    ]
    return inspect_table("\n".join(["a,x,diagnosis", *rows]).encode())


@pytest.mark.parametrize(
    "steps",
    [
        ["--", "-", "o", "+", "++"],
        ["--", "-", "0", "+", "++"],
        ["---", "--", "-", "+", "++", "+++"],
        ["-", "+", "++", "+++"],
        ["-", "1+", "2+", "3+"],
        ["-", "(+)", "+", "++"],
        ["-", "±", "+", "++", "not done"],
        ["-", "o"],
    ],
)
def test_dashes_in_a_scale_are_values(steps):
    assert set(draft(steps).to_dataset().X["x"]) == set(steps)
    data = draft(["1", "2", "3.5"], steps).to_dataset()
    assert sorted(data.classes) == sorted(steps)
    assert len(data.y) == N
    assert set(draft([*steps, ""]).to_dataset().X["x"].dropna()) == set(steps)


@pytest.mark.parametrize("mark", ["--", "-", "—", "－"])
def test_a_dash_among_words_is_missing_and_named(mark):
    data = draft(["mild", mark, "severe"]).to_dataset()
    assert data.X["x"].isna().sum() == N // 3
    assert any(f"{mark!r} in 16 rows of 'x' counts as missing" in note for note in data.notes)


@pytest.mark.parametrize("mark", ["--", "-", "?", "？", "NA", "<missing>"])
def test_a_mark_that_costs_rows_of_the_class_is_named(mark):
    data = draft(["1", "2", "3.5"], ["a", mark, "b"]).to_dataset()
    assert sorted(data.classes) == ["a", "b"]
    (note,) = [note for note in data.notes if "left out: no value of 'diagnosis'" in note]
    assert repr(mark) in note


def test_dashes_among_numbers_are_missing():
    assert kept_dashes(["-", "--", "1", "2.5", "3"]) == []
    assert kept_dashes(["-", "--", "yes", "no"]) == []
    assert kept_dashes(["-", "", "+", "++"]) == ["-"]


def test_a_guard_is_no_part_of_a_cell():
    rows = [
        f'{i},"=""{["low", "high", "0012"][i % 3]}""","=""{["benign", "malignant"][i % 5 > 1]}"""'
        for i in range(N)
    ]
    read = inspect_table("\n".join(['a,"=""level""",diagnosis', *rows]).encode())
    data = read.to_dataset()
    assert sorted(data.classes) == ["benign", "malignant"]
    assert read.columns[1].name == "level"
    assert {"low", "high"} < set(data.X["level"])
