"""A cell with another unit than the one in the name of its column is not in that of the others."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.behind.named_units import named_unit, other_unit, same_unit

N = 48
VALUES = [40 + i * 37 % N for i in range(N)]


def draft(name, cells):
    rows = [f'{i * 17 % 101}.5,"{cell}",{"pq"[i * 7 % 5 > 2]}' for i, cell in enumerate(cells)]
    return inspect_table("\n".join([f'a,"{name}",diagnosis', *rows]).encode())


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        *(("Weight (kg)", "150 lbs"), ("Age (years)", "6 months"), ("Alter (Jahre)", "6 Monate")),
        *(("âge (ans)", "6 mois"), ("age [years]", "5 weeks"), ("Glucose (mg/dL)", "5.0 mmol/L")),
        *(("time_min", "1 h"), ("time_s", "350 ms"), ("distance_km", "800 m")),
        *(("dose (mg)", "0.5 g"), ("Druck (bar)", "980 mbar"), ("price_usd", "€50")),
        *(("Preis (€)", "$10"), ("storage (GB)", "512 MB"), ("Größe in cm", "1.8 m")),
        *(("weight..kg.", "150 lbs"), ("WeightKg", "150 lbs"), ("mass/kg", "500 g")),
        *(("weight_kg_baseline", "11 st"), ("年龄 (岁)", "6个月"), ("Height, cm", "5 ft")),
    ],
)
@pytest.mark.parametrize("often", [1, 2])
def test_few_cells_with_another_unit_are_named_and_missing(name, odd, often):
    places = [3, 9][:often]
    read = draft(name, [odd if i in places else VALUES[i] for i in range(N)])
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", ""), column.reason
    assert repr(odd) in column.reason
    data = read.to_dataset()
    expected = [np.nan if i in places else float(VALUES[i]) for i in range(N)]
    np.testing.assert_array_equal(data.X[name], expected)
    assert any(repr(odd) in note and "missing" in note for note in data.notes)


@pytest.mark.parametrize(
    ("name", "unit"), [("Weight (kg)", "lbs"), ("PSA (pg/ml)", "ng/ml"), ("price_usd", "€")]
)
def test_half_of_the_cells_with_another_unit_are_mixed_units(name, unit):
    read = draft(name, [f"{100 + i} {unit}" if i % 4 else VALUES[i] for i in range(N)])
    assert read.columns[1].role != "numeric"
    assert "It mixes the signs of its numbers" in read.columns[1].reason
    assert unit in read.columns[1].reason


def test_of_most_cells_with_another_unit_those_without_are_missing():
    read = draft("Weight (kg)", [f"{100 + i} lbs" if i != 4 else 40 for i in range(N)])
    assert (read.columns[1].role, read.columns[1].unit) == ("numeric", "lbs")
    assert np.isnan(read.to_dataset().X["Weight (kg)"][4])


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        *(("Weight (kg)", "70 kg"), ("age_years", "3 Jahre"), ("Dauer (h)", "3 Stunden")),
        *(("temp_min", "3 °C"), ("Preis (EUR)", "€70"), ("Glucose (mg/dl)", "99 mg/dL")),
    ],
)
def test_the_same_unit_or_a_name_that_gives_none_is_no_contradiction(name, cell):
    read = draft(name, [cell if i in (3, 9) else VALUES[i] for i in range(N)])
    assert (read.columns[1].role, read.columns[1].n_missing) == ("numeric", 0)
    assert not read.to_dataset().X[name].isna().any()


def test_a_unit_that_few_cells_name_is_told_with_their_number():
    read = draft("m", ["150 lbs" if i in (3, 9) else VALUES[i] for i in range(N)])
    assert "They are amounts in lbs. 2 of 48 values say so" in read.columns[1].reason


def test_a_line_of_units_counts_like_the_name():
    cells = ["800 m" if i == 3 else VALUES[i] for i in range(N)]
    rows = [f'{i * 17 % 101}.5,"{cell}",{"pq"[i * 7 % 5 > 2]}' for i, cell in enumerate(cells)]
    read = inspect_table("\n".join(["a,way,diagnosis", "mm,km,", *rows]).encode())
    assert read.columns[1].n_missing == 0
    assert np.isnan(read.to_dataset().X["way"][3])


def test_units_in_names():
    assert named_unit("Weight (kg)") == ("kg", True)
    assert named_unit("Preis in €") == ("€", True)
    assert named_unit("time_min") == ("min", False)
    assert named_unit("Cells (dead)") == ("", False)
    assert same_unit("µg/l", "ug/L")
    assert not same_unit("kg", "lbs")
    assert other_unit("lbs", "Weight (kg)")
    assert not other_unit("°C", "temp_min")
    assert other_unit("m", "way", "km")
