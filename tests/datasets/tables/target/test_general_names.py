"""Class, target, label and the like name other things too: an outcome in the last column wins."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
VALUES = {
    "Class": ["Eco", "Business", "Eco Plus"],
    "class": ["7a", "7b", "7c"],
    "Response": ["CR", "PR", "SD", "PD"],
    "Target": ["EGFR", "KRAS", "BRAF", "ALK", "MET"],
    "label": ["Zara", "Mango", "Esprit"],
    "category": ["toys", "books", "garden"],
    "diagnosis": ["sepsis", "trauma", "stroke"],
    "target": ["EGFR", "KRAS"],
}
PAIRS = [
    ("Class", "satisfaction"),
    ("class", "survived"),
    ("class", "passed"),
    ("Response", "Recurred"),
    ("Target", "Group"),
    ("label", "return"),
    ("category", "purchased"),
    ("diagnosis", "mortality"),
    ("diagnosis", "hospital_death"),
    ("label", "returned"),
    ("target", "clicked"),
    ("Class", "churn"),
]


def draft(*names, values=VALUES, words=("yes", "no")):
    rows = [
        [
            values[name][i * 7 % 11 % len(values[name])] if name in values
            else f"{i * (at + 3) % 37}.5" if name in ("age", "size", "dose")
            else words[i * 5 % 13 % 2]
            for at, name in enumerate(names)
        ]
        for i in range(N)
    ]  # fmt: skip
    return inspect_table("\n".join(",".join(row) for row in [names, *rows]).encode())


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("words", [("yes", "no"), ("1", "0")])
@pytest.mark.parametrize(("general", "outcome"), PAIRS)
def test_an_outcome_in_the_last_column_wins(general, outcome, words, first):
    names = [general, "age", "size"] if first else ["age", general, "size"]
    found = draft(*names, outcome, words=words)
    assert found.target == outcome
    assert f"{general!r} has a usual name of a class too" in found.target_reason
    assert any(general in note for note in found.to_dataset().notes)


@pytest.mark.parametrize(
    ("names", "target"),
    [
        (("class", "age", "size", "dose"), "class"),
        (("age", "size", "class"), "class"),
        (("age", "class", "size"), "class"),
        (("satisfaction", "age", "Class"), "Class"),
        (("mortality", "age", "diagnosis"), "diagnosis"),
        (("class", "age", "mortality", "size"), "class"),
        (("age", "stroke", "diagnosis", "size"), "diagnosis"),
        (("age", "diagnosis", "mortality", "size"), "mortality"),
        (("age", "target", "size", "Group"), "target"),
        (("age", "class", "size", "smoker"), "class"),
    ],
)
def test_a_general_name_stays_without_a_rival(names, target):
    assert draft(*names).target == target


def test_an_outcome_of_many_values_is_no_rival():
    values = VALUES | {"satisfaction": [str(rating) for rating in range(1, 11)]}
    assert draft("Class", "age", "satisfaction", values=values).target == "Class"
