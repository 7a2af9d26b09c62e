"""The only column of words at the beginning is the class where the last column is like others."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table


def balance_scale():
    for a, b, c, d in itertools.product(range(1, 6), repeat=4):
        yield f"{'LBR'[1 + int(np.sign(c * d - a * b))]},{a},{b},{c},{d}"


def letters():
    draw = np.random.default_rng(0).integers(0, 16, (600, 16))
    return [f"{chr(65 + i % 26)},{','.join(map(str, row))}" for i, row in enumerate(draw)]


@pytest.mark.parametrize(
    ("rows", "classes"), [(balance_scale(), 3), (letters(), 26)], ids=["balance", "letter"]
)
def test_words_before_numbers_of_one_kind(rows, classes):
    draft = inspect_table("\n".join(rows).encode())
    assert draft.target == "c1"
    assert len(draft.to_dataset().classes) == classes
    assert "like others" in draft.target_reason


def test_words_before_named_ratings():
    head = "kind,left weight,left distance,right weight,right distance"
    assert inspect_table("\n".join([head, *balance_scale()]).encode()).target == "kind"


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("sex,age,income,ill", lambda i: f"{'mf'[i % 2]},{20 + i % 50},{i % 37}.5,{i % 3 % 2}"),
        ("sex,smoker,tall,ill", lambda i: f"{'mf'[i % 2]},{i % 3 % 2},{i % 5 % 2},{i % 7 % 2}"),
        ("sex,length,rings", lambda i: f"{'mfi'[i % 3]},0.{i % 89:02d},{i % 20}"),
    ],
)
def test_a_last_column_of_its_own_kind_stays_the_class(head, row):
    rows = [row(i) for i in range(90)]
    assert inspect_table("\n".join([head, *rows]).encode()).target == head.split(",")[-1]
