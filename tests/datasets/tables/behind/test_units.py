"""Units that are in no list: known by what all cells of a column have behind their numbers."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
FEW = [998, 1197, 1497]
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
MANY = [50 + 2.5 * (i * 37 % N) for i in range(N)]


def draft(cell, name: str = "m"):
    lines = [f'{i * 17 % 101}.5,"{cell(i)}",{"pq"[i * 3 % 5 > 1]}' for i in range(N)]
    return inspect_table("\n".join([f"a,{name},class", *lines]).encode())


def notes(read) -> list[str]:
    return [note for note in read.to_dataset("class").notes if "'m'" in note]


@pytest.mark.parametrize(
    "unit",
    [
        *("ng/ml", "ng/dL", "pg/mL", "ug/L", "µmol/l", "nmol/L", "mEq/L", "mU/L", "µIU/mL"),
        *("kU/L", "10^9/L", "x10^9/L", "10^3/uL", "mL/min/1.73m2", "mg/kg KG", "% (v/v)"),
        *("10*3/uL", "10³/µl", "x10³/µL", "10**3/uL", "10E9/L", "10⁹/l", "*10¹²/l"),
        *("cmH2O", "cells/µL", "mS/cm", "N/mm²", "€/m²", "sqft", "sq ft", "acres", "Punkte"),
        *("Stück", "SSW", "years old", "CC", "bhp", "J.", "Mio. €", "/min"),
    ],
)
@pytest.mark.parametrize("values", [FEW, MANY], ids=["few", "many"])
def test_numbers_with_the_same_words_are_numbers_in_that_unit(unit, values):
    read = draft(lambda i: f"{values[i % len(values)]} {unit}")
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", unit), column.reason
    assert read.to_dataset("class").X["m"].tolist() == [values[i % len(values)] for i in range(N)]
    assert notes(read) == [f"Numbers of 'm': They are amounts in {unit.rstrip('.')}."]


@pytest.mark.parametrize(
    "unit", ["dpt", "SD", "D", "points", "LUFS", "dBFS", "HU", "dBm", "kg", "ng/ml"]
)
@pytest.mark.parametrize(
    ("write", "value"),
    [
        (lambda i: f"{i % 9 - 9}", lambda i: i % 9 - 9),
        (lambda i: f"{i - 75}", lambda i: i - 75),
        (lambda i: f"{i % 10 * 2 - 9:+}", lambda i: i % 10 * 2 - 9),
        (lambda i: f"−{i + 1}", lambda i: -i - 1),
        (lambda i: f"-{i % 12 + 1},25", lambda i: -(i % 12) - 1.25),
        (lambda i: f"+{i % 12 + 1}.25", lambda i: i % 12 + 1.25),
    ],
)
def test_a_sign_may_stand_in_front_of_every_number(unit, write, value):
    read = draft(lambda i: f"{write(i)} {unit}")
    assert read.columns[1].role == "numeric", read.columns[1].reason
    assert read.to_dataset("class").X["m"].tolist() == [value(i) for i in range(N)]


@pytest.mark.parametrize(
    "unit",
    ["% vol", "% Vol.", "%vol", "% ABV", "% w/w", "% (w/w)", "%(v/v)", "% predicted", "% off"],
)
@pytest.mark.parametrize("values", [[8, 10, 22], [4.5 + i * 37 % N for i in range(N)]])
def test_words_may_follow_a_per_cent_sign_without_a_blank_before_it(unit, values):
    read = draft(lambda i: f"{values[i % len(values)]}{unit}")
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", unit), column.reason
    assert read.to_dataset("class").X["m"].tolist() == [values[i % len(values)] for i in range(N)]


def test_a_file_of_a_laboratory_with_decimal_commas():
    rows = [
        f"{i + 1};{i},{i % 7} ng/ml;{60 + i} µmol/l;{'ja' if i % 3 else 'nein'}" for i in range(N)
    ]
    read = inspect_table("\n".join(["Pat;PSA;Kreatinin;Karzinom", *rows]).encode())
    data = read.to_dataset("Karzinom")
    assert data.X["PSA"].tolist() == [i + i % 7 / 10 for i in range(N)]
    assert data.X["Kreatinin"].tolist() == [60 + i for i in range(N)]


@pytest.mark.parametrize("cell", ["{}y", "{}/min", "{}ng/ml"])
def test_some_units_need_no_blank(cell):
    read = draft(lambda i: cell.format(i + 10))
    assert read.columns[1].role == "numeric"
    assert read.to_dataset("class").X["m"].tolist() == [i + 10 for i in range(N)]


@pytest.mark.parametrize(
    "unit", [*"ACDFJKLNVW", "l", "g", "x", "dpt", "dBm", "cps", "円", "cm", "Hz", "bar"]
)
@pytest.mark.parametrize("values", [[1.5, 2], [1.6, 2.0, 2.5], MANY], ids=["two", "few", "many"])
@pytest.mark.parametrize("mark", [".", ","])
def test_decimals_with_the_same_letters_glued_to_each_are_quantities(unit, values, mark):
    read = draft(lambda i: f"{values[i % len(values)]}{unit}".replace(".", mark))
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", unit), column.reason
    assert read.to_dataset("class").X["m"].tolist() == [values[i % len(values)] for i in range(N)]


@pytest.mark.parametrize("unit", "ACFJKLNVW")
@pytest.mark.parametrize("values", [[25, 40, 60], [*range(5, 65)], [-12, 110, 230]])
def test_whole_numbers_with_the_letter_of_a_unit_in_every_cell_are_quantities(unit, values):
    read = draft(lambda i: f"{values[i % len(values)]}{unit}")
    column = read.columns[1]
    assert (column.role, column.unit) == ("numeric", unit), column.reason
    assert read.to_dataset("class").X["m"].tolist() == [values[i % len(values)] for i in range(N)]


@pytest.mark.parametrize(
    "cell",
    [
        *("{}円", "{}元", "{}人", "{}歳", "{}岁", "{} 岁", "{}세", "{}살", "{} 원", "{}원", "{}年"),
        *(
            "{}年間",
            "{}か月",
            "{}个月",
            "{}개월",
            "{}週間",
            "{}天",
            "{}日",
            "{}時間",
            "{}分钟",
            "{}分",
        ),
        *("{}秒", "{}回", "{}次", "{}명", "{}名", "{}個", "{}个", "{}本", "{}枚", "{}件", "{}点"),
        *("￥{}", "¥{}", "￦{}", "￡{}", "{}公斤", "{}平方米", "{} 坪", "{}℃"),
    ],
)
@pytest.mark.parametrize("values", [FEW, [*range(5, 65)]], ids=["few", "many"])
def test_units_in_chinese_japanese_and_korean(cell, values):
    for form in (str, lambda value: f"{value:,}", lambda value: str(value).translate(FULL_WIDTH)):
        read = draft(lambda i, form=form: cell.format(form(values[i % len(values)])))
        column = read.columns[1]
        assert column.role == "numeric" and column.unit, column.reason
        found = read.to_dataset("class").X["m"].tolist()
        assert found == [values[i % len(values)] for i in range(N)]


@pytest.mark.parametrize("cell", ["{}月", "{}班", "{}号", "{}組", "第{}回", "{}丁目"])
def test_numbers_of_months_rooms_and_classes_are_no_quantities(cell):
    assert draft(lambda i: cell.format(i % 6 + 1)).columns[1].role == "symbolic"


def test_a_bound_an_odd_cell_and_a_bare_number_are_treated_as_beside_known_units():
    odd = {3: "<0.5 ng/ml", 7: "not done", 11: "12.5"}
    read = draft(lambda i: odd.get(i, f"{i}.25 ng/ml"))
    assert read.columns[1].role == "numeric"
    values = read.to_dataset("class").X["m"]
    assert (values[3], values[11], values[12]) == (0.5, 12.5, 12.25)
    assert values.isna().tolist() == [i == 7 for i in range(N)]
    told = " ".join(notes(read))
    assert "'not done'" in told and "Bounds" in told and "ng/ml" in told


def test_the_singular_stands_behind_one_with_a_sign_too():
    read = draft(lambda i: f"{i % 7 - 3:+} point{'' if abs(i % 7 - 3) == 1 else 's'}")
    assert (read.columns[1].role, read.columns[1].unit) == ("numeric", "points")
    assert read.to_dataset("class").X["m"].tolist() == [i % 7 - 3 for i in range(N)]


@pytest.mark.parametrize(("one", "many"), [("Season", "Seasons"), ("year", "years")])
def test_the_singular_stands_behind_one(one, many):
    read = draft(lambda i: f"1 {one}" if i % 4 == 0 else f"{i % 7 + 2} {many}")
    assert (read.columns[1].role, read.columns[1].unit) == ("numeric", many)
    expected = [1 if i % 4 == 0 else i % 7 + 2 for i in range(N)]
    assert read.to_dataset("class").X["m"].tolist() == expected


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: ["1st", "2nd", "3rd", "4th"][i % 4],
        lambda i: f"{i % 9 + 1}B",
        lambda i: f"{i % 9 + 1}X",
        lambda i: f"{i % 9 + 10}{'AB'[i * 7 % 3 > 1]}",
        lambda i: f"{i + 1}{'VW'[i % 2]}",
        lambda i: f"{i + 1}A" if i else "3B",
        lambda i: f"0{i % 9 + 1}A",
        lambda i: f"{i % 2 + 1}C",
        lambda i: f"{i % 9 + 1}th",
        lambda i: f"{i % 9 + 10},{100 + i}B",
        lambda i: f"{i % 9 + 1}.{i % 2 + 1}{'AB'[i * 7 % 3 > 1]}",
        lambda i: f"{i % 9 + 1} X",
        lambda i: f"{i % 9 + 1}. X",
        lambda i: ["A+", "A-", "B+", "0-"][i % 4],
        lambda i: f"+49 30 {1234567 + i}",
        lambda i: f"{i % 40 + 1} {['Main Street', 'Oak Avenue', 'High Street'][i * 7 % 3]}",
        lambda i: f"{i % 40 + 1} Main Street",
        lambda i: f"{10115 + 7 * i} Berlin",
        lambda i: f"{8001 + 3 * i} Zürich",
        lambda i: f"Room {i % 12}",
        lambda i: ["1 Poor", "2 Fair", "3 Good"][i % 3],
        lambda i: ["1", "2", "3", "4 or more"][i % 4],
        lambda i: f"{i % 28 + 1} March 2020",
    ],
)
def test_what_is_no_quantity_is_no_number(cell):
    assert draft(cell).columns[1].role != "numeric"


def test_different_units_are_named():
    read = draft(lambda i: f"{i}.5 {['ng/ml', 'pg/ml'][i % 2]}")
    assert read.columns[1].role != "numeric"
    assert "mixes the signs of its numbers (ng/ml, pg/ml)" in read.columns[1].reason


def test_words_that_the_file_declares_stay_words():
    values = ["5 qq", "6 qq", "7 qq"]
    lines = [f"{i}.5,'{values[i % 3]}',{'pq'[i % 2]}" for i in range(N)]
    head = "@relation r\n@attribute a numeric\n@attribute m {'5 qq','6 qq','7 qq'}\n"
    text = head + "@attribute class {p,q}\n@data\n" + "\n".join(lines)
    column = inspect_table(text.encode(), name="t.arff").columns[1]
    assert (column.role, column.examples) == ("symbolic", tuple(values))


@pytest.mark.parametrize("money", ["Rp", "RM", "IDR", "VND", "руб.", "Kč", "TL", "Ft"])
def test_more_currencies(money):
    rows = [f"{i},{money} {1 + i % 9}.{i * 37 % 1000:03d}.000,{'pq'[i % 3 > 1]}" for i in range(N)]
    read = inspect_table("\n".join(["a,price,class", *rows]).encode())
    assert read.columns[1].role == "numeric", read.columns[1].reason
    assert read.to_dataset().X["price"][1] == 2_037_000


def test_ages_as_dicom_writes_them():
    read = draft(lambda i: f"{20 + i:03d}Y")
    assert (read.columns[1].role, read.columns[1].unit) == ("numeric", "Y")
    assert read.to_dataset("class").X["m"].tolist() == [float(20 + i) for i in range(N)]
    mixed = draft(lambda i: f"{20 + i:03d}Y" if i % 4 else f"{i + 1:03d}M")
    assert mixed.columns[1].role != "numeric"
    assert "mixes the signs of its numbers (Y, M)" in mixed.columns[1].reason
    months = draft(lambda i: f"{i + 1:03d}M")
    assert (months.columns[1].role, months.columns[1].unit) == ("numeric", "M")
    assert months.to_dataset("class").X["m"].tolist() == [float(i + 1) for i in range(N)]
    codes = draft(lambda i: f"1{i:02d}Y" if i % 2 else f"1{i:02d}M")
    assert "signs" not in codes.columns[1].reason
