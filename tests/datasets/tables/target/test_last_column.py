"""A last column that cannot be a class does not take its place from the one before it."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 48


def draft(last, cell, mark=";"):
    rows = [
        mark.join([str(40 + i * 37 % N), "mn"[i % 2], ["puu", "kivi"][i * 7 % 5 > 2], cell(i)])
        for i in range(N)
    ]
    names = mark.join(["ikä", "sukupuoli", "tyyppi", last])
    return inspect_table("\n".join([names, *rows]).encode())


@pytest.mark.parametrize("mark", [";", ",", "\t"])
@pytest.mark.parametrize(
    ("last", "cell"),
    [
        ("", lambda i: ""),
        ("leer", lambda i: ""),
        ("maa", lambda i: "FI"),
        ("päivä", lambda i: f"2020-01-{i % 28 + 1:02d}"),
        ("id", lambda i: f"P{i * 37 % 99:03d}"),
        ("Kommentar", lambda i: ["hoch", "tief", "", ""][i % 4]),
        ("remarks", lambda i: f"seen again {i} days later" if i % 3 else ""),
        ("teksti", lambda i: f"potilas tuli {i * i} päivänä ja lähti kotiin {i}"),
    ],
)
def test_the_class_is_the_last_column_that_may_be_one(last, cell, mark):
    read = draft(last, cell, mark)
    assert read.target == "tyyppi", read.target_reason
    assert "the last column that may be a class" in read.target_reason
    assert sorted(read.to_dataset().classes) == ["kivi", "puu"]


def test_a_last_column_of_words_stays_the_class():
    read = draft("kunto", lambda i: ["hyvä", "huono", "ok"][i * 5 % 7 % 3])
    assert (read.target, "It is the last column and has" in read.target_reason) == ("kunto", True)
    assert draft("comment", lambda i: ["up", "down"][i % 2]).target == "comment"


def test_the_first_column_is_not_called_the_last():
    rows = [f"{'pq'[i * 7 % 5 > 2]},FI" for i in range(N)]
    read = inspect_table("\n".join(["kind,land", *rows]).encode())
    assert read.target == "kind"
    assert "first column" in read.target_reason
