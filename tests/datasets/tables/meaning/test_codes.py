"""Whole numbers that are codes are no quantities; categories that differ in case are told."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
FEW = [8001, 8032, 3011, 4051, 1201]


def draft(name, cells):
    rows = "\n".join(
        f"{i % 13}.5,{cell},{'ab'[i * 7 % 5 > 2]}" for i, cell in zip(range(N), cells, strict=True)
    )
    return inspect_table(f"x,{name},class\n{rows}".encode())


NAMES = [
    *["PLZ", "zip code", "ZIP", "postcode", "NAICS", "SIC", "occupation_code", "ISCO-08", "icd9"],
    *["station id", "Postleitzahl", "code postal", "region_code", "store_nr", "naics 4 digit"],
    *["pincode", "Postnummer", "邮编", "우편번호", "postal", "cod_postal", "PSČ", "kod pocztowy"],
]


@pytest.mark.parametrize("name", NAMES)
def test_few_codes_are_categories(name):
    found = draft(name, [FEW[i * i % 5] for i in range(N)])
    assert (found.columns[1].role, found.target) == ("symbolic", "class")
    assert "codes" in found.columns[1].reason
    assert [one.role for one in found.proposals if one.column == name] == ["numeric"]
    assert str(found.to_dataset().X[name].dtype) == "category"


@pytest.mark.parametrize("name", NAMES)
def test_many_codes_are_left_out(name):
    found = draft(name, [1000 + (i * i * 37 % 8999) // 2 for i in range(N)])
    assert found.columns[1].role in ("ignored", "identifier")
    assert list(found.to_dataset().X) == ["x"]
    assert list(found.to_dataset(roles={name: "symbolic"}).X) == ["x", name]


@pytest.mark.parametrize(
    "name",
    ["codes_per_hour", "zip_size_kb", "station_count", "sick days", "stations", "store size"],
)
def test_quantities_stay(name):
    assert draft(name, [FEW[i * i % 5] for i in range(N)]).columns[1].role == "numeric"


def test_italian_postcodes_are_codes_and_caps_are_counted():
    codes = [10121, 20121, 40121, 50121, 80121]
    assert draft("CAP", [codes[i * i % 5] for i in range(N)]).columns[1].role == "symbolic"
    assert draft("CAP", [10_000 + i * i * 37 % 8999 for i in range(N)]).columns[1].role == "ignored"
    assert draft("cap", [FEW[i * i % 5] for i in range(N)]).columns[1].role == "numeric"
    assert draft("cap_size", [codes[i * i % 5] for i in range(N)]).columns[1].role == "numeric"


def test_a_code_is_not_the_class_of_numbers():
    rows = "\n".join(f"{i}.5,{FEW[i * i % 5]},{i * 37 % 59}.25" for i in range(N))
    assert inspect_table(f"x,zip,z\n{rows}".encode()).target is None


def test_categories_of_numbers_in_parquet_are_categories():
    values = pd.Series([1 + i % 3 for i in range(N)])
    table = pd.DataFrame({"x": [i % 13 / 2 for i in range(N)], "site": values.astype("category")})
    table["plain"] = values
    table["class"] = ["ab"[i * 7 % 5 > 2] for i in range(N)]
    file = io.BytesIO()
    table.to_parquet(file)
    found = inspect_table(file.getvalue())
    assert [column.role for column in found.columns[:3]] == ["numeric", "symbolic", "numeric"]
    assert str(found.to_dataset().X["site"].dtype) == "category"


def test_categories_that_differ_in_case_are_told():
    words = ["Male", "male", "Female", "female"]
    notes = draft("sex", [words[i * 3 % 4] for i in range(N)]).to_dataset().notes
    told = [note for note in notes if "'sex'" in note and "differ only in case" in note]
    assert len(told) == 1
    assert "1 other group" in told[0]
    notes = draft("sex", [words[0 if i % 3 else 2] for i in range(N)]).to_dataset().notes
    assert not any("differ only in case" in note for note in notes)


def test_zip_codes_of_which_some_have_four_digits_more_are_codes():
    cells = [98108 + i % 15 for i in range(N - 2)]
    found = draft("zip_code", [*cells, "98115-4820", "98112-4729"]).columns[1]
    assert found.role == "symbolic"
    assert "are codes, no quantities" in found.reason
    assert found.n_missing == 0
    assert draft("lots", [*cells, "98115-4820", "98112-4729"]).columns[1].role == "numeric"
