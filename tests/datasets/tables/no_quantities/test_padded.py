"""Quantities filled up with zeros to a fixed number of digits are numbers; codes are not."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 120


def column(name, cell):
    rows = (f"{cell(i)},{i % 13}.5,{'ab'[i * 7 % 5 > 2]}" for i in range(N))
    return inspect_table((f"{name},x,class\n" + "\n".join(rows)).encode())


@pytest.mark.parametrize(
    "name", ["age", "weight_kg", "glucose", "systolic", "Größe (cm)", "Alter", "x_mmHg"]
)
@pytest.mark.parametrize("step", [7, 1])
def test_a_padded_quantity_is_a_number(name, step):
    found = column(name, lambda i: f"{31 + i * step % 120:03d}")
    first = found.columns[0]
    assert first.role == "numeric", first.reason
    assert "'031' is read as 31" in first.reason
    X = found.to_dataset().X
    assert X.iloc[:, 0].tolist() == [31 + i * step % 120 for i in range(N)]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("zip", lambda i: f"{i % 7 + 95:03d}"),
        ("age_code", lambda i: f"{i % 7 + 95:03d}"),
        ("age group", lambda i: f"{i % 7 + 95:03d}"),
        ("weight_id", lambda i: f"{i % 7 + 95:03d}"),
        ("batch_a", lambda i: f"{i % 7 + 95:03d}"),
        ("v", lambda i: f"{i % 7 + 95:03d}"),
        ("age", lambda i: ["01", "012", "3"][i % 3]),
    ],
)
def test_other_numbers_with_leading_zeros_stay_codes(name, cell):
    found = column(name, cell).columns[0]
    assert (found.role, "codes with leading zeros" in found.reason) == ("symbolic", True)


def test_a_padded_quantity_can_be_used_as_categories():
    found = column("weight_kg", lambda i: f"{61 + i * i % 37:03d}")
    undo = [one.role for one in found.proposals if one.column == "weight_kg"]
    assert undo == ["symbolic"], found.proposals
