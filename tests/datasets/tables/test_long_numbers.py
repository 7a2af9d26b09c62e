"""A cell with very many digits is no number: to read it takes time with the square of them."""

from __future__ import annotations

import time

import numpy as np
import pytest

from l2dwk_core.datasets.tables.values import is_number, number, numbers

IN_FULL = "0.1000000000000000055511151231257827021181583404541015625"
LONG = "9" * 4000


@pytest.mark.parametrize(
    "text",
    [LONG, f"-{LONG}", f"0.{LONG}", f"1,{LONG}", "1" + ",234" * 500],
    ids=["whole", "negative", "fraction", "comma", "thousands"],
)
def test_a_very_long_cell_is_no_number(text):
    assert number(text, ".") is None
    assert number(text, ",") is None
    assert not is_number(text)
    found = numbers([text, "2"], ".")
    assert np.isnan(found[0])
    assert found[1] == 2


def test_a_number_in_full_is_one():
    assert number(IN_FULL, ".") == 0.1
    assert numbers([IN_FULL] * 3, ".").tolist() == [0.1] * 3
    assert len(IN_FULL) == 57


def test_many_long_cells_are_passed_over_at_once():
    begun = time.monotonic()
    assert np.isnan(numbers([LONG] * 100_000, ".")).all()
    assert time.monotonic() - begun < 5
