"""Several rows of one case, such as visits of a patient, are noted."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import read_table

RNG = np.random.default_rng(3)
NOISE = RNG.normal(size=(320, 2)).round(2)


def visits(name="patient_id", case=str, label=lambda i: i % 2):
    rows = [
        f"{case(1000 + i)},{NOISE[8 * i + k, 0]},{NOISE[8 * i + k, 1]},{'ab'[label(i)]}"
        for i in range(40)
        for k in range(8)
    ]
    return "\n".join([f"{name},crp,hb,class", *rows]).encode()


def noted(data):
    return [note for note in data.notes if "both sides, so accuracies" in note]


@pytest.mark.parametrize("name", ["patient_id", "Subject", "case no", "person-nr", "store id"])
def test_the_number_of_a_case_is_left_out_and_its_rows_are_noted(name):
    data = read_table(visits(name), "class")
    assert list(data.X) == ["crp", "hb"]
    assert any(f"Column {name!r} is left out: By its name it says" in note for note in data.notes)
    (note,) = noted(data)
    assert note.startswith(f"Column {name!r} names 40 cases with 320 rows")


def test_words_are_noted_too():
    data = read_table(visits(case=lambda i: f"P{i}"), "class")
    assert noted(data)


def test_cases_of_several_classes_and_other_columns_are_not_noted():
    changing = visits().decode().splitlines()
    changing[1:] = [f"{line[:-1]}{'ab'[i % 3 > 0]}" for i, line in enumerate(changing[1:])]
    assert not noted(read_table("\n".join(changing).encode(), "class"))
    for name in ("order", "fluid", "crp level"):
        data = read_table(visits(name), "class")
        assert name in data.X
        assert not noted(data)
