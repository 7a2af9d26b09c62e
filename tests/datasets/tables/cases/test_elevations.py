"""``elev`` is short for elevation, and a pupil in Swedish only beside a word for a number."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 200


def draft_of(name, cell):
    rows = "".join(
        f"{47 + at * 37 % 100 / 100},{8 + at * 53 % 100 / 100},{cell(at)},{'ab'[at // 3 % 2]}\n"
        for at in range(N)
    )
    return inspect_table(f"lat,lon,{name},kind\n{rows}".encode())


METRES = {
    "all different": lambda at: 200 + at * 37 % 1801,
    "of fifty stations": lambda at: 200 + at % 50 * 37,
    "of some stations": lambda at: 200 + at * at % 120 * 7,
    "decimals": lambda at: 200.5 + at * 37 % 1801,
}


@pytest.mark.parametrize("cell", METRES.values(), ids=METRES)
@pytest.mark.parametrize("name", ["elev", "Elev", "ELEV", "elev_m"])
def test_an_elevation_is_an_input(name, cell):
    draft = draft_of(name, cell)
    assert draft.columns[2].role == "numeric", draft.columns[2].reason
    assert list(draft.to_dataset("kind").X) == ["lat", "lon", name]


@pytest.mark.parametrize("name", ["elev_id", "elevnr", "Elev-ID"])
def test_the_number_of_a_pupil_is_left_out(name):
    assert draft_of(name, lambda at: 101 + at % 50).columns[2].role == "identifier"
