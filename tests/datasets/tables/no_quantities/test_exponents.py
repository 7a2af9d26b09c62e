"""Whole numbers with an exponent that hardly ever repeat are quantities, no names of rows."""

from __future__ import annotations

from l2dwk_core.datasets.tables import inspect_table

N = 120


def role_of(cell):
    rows = "".join(f"{at % 7}.5,{cell(at)},{'ab'[at // 2 % 2]}\n" for at in range(N))
    return inspect_table(f"x,v,class\n{rows}".encode()).columns[1].role


def number(at):
    """Return whole numbers in no order, which have three digits before their zeros."""
    return (100 + at * 37 % 900) * 10


def test_numbers_with_an_exponent_are_quantities():
    for write in ("{:.2E}", "{:.2e}", "{:.4e}"):
        assert role_of(lambda at, write=write: write.format(number(at))) == "numeric", write
    mixed = [str(number(at)) if at % 3 == 0 else f"{number(at):.2E}" for at in range(N)]
    assert role_of(mixed.__getitem__) == "numeric"


def test_numbers_of_persons_among_which_r_writes_one_with_an_exponent_name_rows():
    numbers = [99_950 + at * 37 % N for at in range(N)]
    assert 100_000 in numbers
    as_in_r = ["1e+05" if value == 100_000 else str(value) for value in numbers]
    assert role_of(as_in_r.__getitem__) == "identifier"
