"""Versions and sections, such as 9.1 and 9.10, are no decimals: no two of them become one."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 48


def draft(name, values, classes=("benign", "malignant"), mark=","):
    rows = [
        f"{i * 17 % 101}{mark}{values[i * 11 % len(values)]}{mark}"
        f"{classes[i * 5 % 7 % len(classes)]}"
        for i in range(N)
    ]
    return inspect_table("\n".join([f"a{mark}{name}{mark}diagnosis", *rows]).encode())


@pytest.mark.parametrize(
    ("name", "values"),
    [
        *(("os_version", ["9.1", "9.10", "10.2"]), ("Python version", ["3.8", "3.9", "3.10"])),
        *(("section", ["1.1", "1.10", "2.1"]), ("Kapitel", ["2.9", "2.10", "2.11", "3.1"])),
        *(("icd9", ["250.1", "250.10", "401.9"]), ("dx_code", ["250.0", "250.00", "401.9"])),
        *(("firmware", ["1.2", "1.20", "1.21"]), ("icd", ["428", "250.01", "401.9"])),
    ],
)
def test_columns_named_for_versions_and_codes_are_categories(name, values):
    read = draft(name, values)
    assert read.columns[1].role == "symbolic", read.columns[1].reason
    assert set(read.to_dataset().X[name]) == set(values)
    undo = [found.role for found in read.proposals if found.column == name]
    assert undo == ["numeric"]


@pytest.mark.parametrize("values", [["9.1", "9.10", "10.2"], ["3.8", "3.9", "3.10"]])
def test_under_other_names_it_is_told_that_they_were_read_as_decimals(values):
    read = draft("x", values)
    assert read.columns[1].role == "numeric"
    notes = [note for note in read.to_dataset().notes if "'x'" in note]
    assert len(notes) == 1
    assert "Read as decimals" in notes[0]
    assert "role symbolic" in notes[0]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        *(("x", ["1.5", "2.25", "3.75"]), ("version", ["1.0", "1.1", "2.0"])),
        *(("x", ["1", "1.0", "2.0", "3.5"]), ("ratio", ["0.1", "0.10", "0.25"])),
        *(("x", ["1.50", "2.25", "3.10"]), ("x", ["-1.5", "-1.50", "2.5"])),
    ],
)
def test_decimals_stay_numbers_without_a_note(name, values):
    read = draft(name, values)
    assert read.columns[1].role == "numeric", read.columns[1].reason
    assert not [note for note in read.to_dataset().notes if f"'{name}'" in note]


@pytest.mark.parametrize(
    "classes", [("1.1", "1.10", "2.1"), ("9.1", "9.10", "9.2", "10.1"), ("1.5", "1.50", "2")]
)
def test_two_texts_are_never_one_class(classes):
    data = draft("x", [str(i) for i in range(7)], classes).to_dataset()
    assert sorted(data.classes) == sorted(classes)
    assert any("would be one class" in note for note in data.notes)


@pytest.mark.parametrize("classes", [("1", "1.0", "2.0"), ("1", "2", "2.0"), ("1.0", "2.0")])
def test_whole_numbers_are_one_class_however_they_are_written(classes):
    data = draft("x", [str(i) for i in range(7)], classes).to_dataset()
    assert sorted(data.classes) == ["1", "2"]


@pytest.mark.parametrize(
    ("classes", "shown"),
    [
        *((("1.50", "2.00"), ["1.50", "2.00"]), (("3.8", "3.9", "3.10"), ["3.10", "3.8", "3.9"])),
        *((("1.5", "2.0"), ["1.5", "2"]), (("2.00", "3.00"), ["2", "3"])),
    ],
)
def test_labels_keep_a_zero_behind_their_decimals(classes, shown):
    assert sorted(draft("x", [str(i) for i in range(7)], classes).to_dataset().classes) == shown


def test_labels_with_a_decimal_comma_keep_it_too():
    data = draft("x", [str(i) for i in range(7)], ("1,50", "2,00"), mark=";").to_dataset()
    assert sorted(data.classes) == ["1.50", "2.00"]


def test_decimals_of_a_revenue_are_no_versions():
    assert draft("ev_over_rev", ["7.3", "3.36", "4.1", "2.25"]).columns[1].role == "numeric"
