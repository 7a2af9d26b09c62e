"""Folds, parts of a split and weights are no inputs; a weight in kg and a test's result are."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 90


def draft(name, cell):
    rows = "\n".join(f"{i % 13}.5,{cell(i)},{'ab'[i * 7 % 5 > 2]}" for i in range(N))
    return inspect_table(f"x,{name},class\n{rows}".encode())


@pytest.mark.parametrize(
    ("name", "cell", "why"),
    [
        ("kfold", lambda i: i % 5, "in which fold"),
        ("fold", lambda i: f"Fold{i % 10}", "in which fold"),
        ("cv_fold", lambda i: i % 5 + 1, "in which fold"),
        ("Fold ID", lambda i: i % 5 + 1, "in which fold"),
        ("sample_weight", lambda i: 1 + i % 3 / 2, "how much a row counts"),
        ("weights", lambda i: 1 + i % 3 / 2, "how much a row counts"),
        ("caseWeight", lambda i: 1 + i % 3, "how much a row counts"),
        ("split", lambda i: ["train", "test"][i % 5 == 0], "part of a split"),
        ("kind", lambda i: ["Training", "Validation", "Test"][i % 3], "part of a split"),
        ("is_train", lambda i: int(i % 5 > 0), "part of a split"),
        ("in_test", lambda i: i % 5 == 0, "part of a split"),
    ],
)
def test_how_rows_were_used_is_no_input(name, cell, why):
    found = draft(name, cell)
    assert (found.columns[1].role, found.target) == ("ignored", "class")
    assert why in found.columns[1].reason
    data = found.to_dataset()
    assert list(data.X) == ["x"]
    assert any(f"{name!r} is left out" in note and why in note for note in data.notes)
    other = next(one.role for one in found.proposals if one.column == name)
    assert list(found.to_dataset(roles={name: other}).X) == ["x", name]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("weight", lambda i: 50 + i % 40),
        ("fold change", lambda i: i % 5),
        ("fold", lambda i: f"{i % 5}.25"),
        ("folds", lambda i: ["deep", "flat"][i % 2]),
        ("test", lambda i: i % 2),
        ("training", lambda i: i % 2),
        ("transport", lambda i: ["train", "car"][i % 2]),
        ("split", lambda i: ["left", "right"][i % 2]),
        ("sample_weight", lambda i: f"{i % 40 + 2} kg"),
        ("sample_weight", lambda i: ["light", "heavy"][i % 2]),
    ],
)
def test_what_may_be_known_of_a_new_case_stays(name, cell):
    assert list(draft(name, cell).to_dataset().X) == ["x", name]


def test_a_split_can_be_the_class():
    found = draft("split", lambda i: ["train", "test"][i % 5 == 0])
    assert sorted(found.to_dataset("split").classes) == ["test", "train"]
