"""Cells of a sheet whose number formats show different signs are read as they are shown."""

from __future__ import annotations

import io

import numpy as np
import openpyxl
import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.sheets.number_formats import PLAIN, shown_by

N = 48
ODD = (3, 9)


def draft(cell, name="x"):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["a", name, "diagnosis"])
    for i in range(N):
        value, form = cell(i)
        sheet.append([i * 17 % 101 + 0.5, value, "pq"[i * 7 % 5 > 2]])
        sheet.cell(i + 2, 2).number_format = form
    file = io.BytesIO()
    book.save(file)
    return inspect_table(file.getvalue())


def text_draft(cell, name="x"):
    rows = [f'{i * 17 % 101 + 0.5},"{cell(i)}",{"pq"[i * 7 % 5 > 2]}' for i in range(N)]
    return inspect_table("\n".join([f"a,{name},diagnosis", *rows]).encode())


@pytest.mark.parametrize(
    ("odd", "form", "usual", "odd_text", "usual_text"),
    [
        (0.41, "0%", "General", "41%", "{}"),
        (41.5, '[$€-2] #,##0.00', '"$"#,##0', "€ 41.5", "${}"),
        (141.5, '0.0" lb"', '0.0" kg"', "141.5 lb", "{} kg"),
        (800, '0\\ "m"', "0.00", "800 m", "{}"),
        (12000, '#,##0,"k"', '#,##0" km"', "12k", "{} km"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["x", "Weight (kg)"])
def test_different_formats_read_like_the_text_they_show(
    odd, form, usual, odd_text, usual_text, name
):
    values = [40 + i * 37 % N + 0.5 for i in range(N)]
    read = draft(lambda i: (odd, form) if i in ODD else (values[i], usual), name)
    text = text_draft(lambda i: odd_text if i in ODD else usual_text.format(values[i]), name)
    assert read.columns[1] == text.columns[1]
    np.testing.assert_array_equal(read.to_dataset().X[name], text.to_dataset().X[name])
    assert [n for n in read.to_dataset().notes if name in n] == [
        n for n in text.to_dataset().notes if name in n
    ]


def test_a_share_among_typed_per_cents_is_named_and_missing():
    read = draft(lambda i: (0.41, "0%") if i in ODD else (40 + i * 37 % N, "General"))
    assert np.flatnonzero(np.isnan(read.to_dataset().X["x"])).tolist() == [*ODD]
    assert "'41%'" in read.columns[1].reason


@pytest.mark.parametrize("form", ["0%", '"$"#,##0', "0.0", '0" kg"', "[Red]0.00"])
@pytest.mark.parametrize("other", ["same", "0 digits"])
def test_one_sign_in_a_column_leaves_the_stored_numbers(form, other):
    other = form if other == "same" else form.replace("0.0", "0").replace("0%", "0.00%")
    read = draft(lambda i: (i * 37 % N / 100, form if i % 3 else other))
    assert read.columns[1].role == "numeric"
    assert read.to_dataset().X["x"].tolist() == [i * 37 % N / 100 for i in range(N)]


def test_a_year_as_a_name_is_no_other_format():
    read = draft(lambda i: (i * 37 % N / 100, "0%"), name=2020)
    assert read.columns[1].unit == ""
    assert read.to_dataset().X["2020"][1] == 0.37


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("0.0%", 0.125, "12.5%"),
        ("0.0\\%", 0.125, "0.125%"),
        ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\)', -5.0, "$-5"),
        ("#,##0 [$€-407]", 5.0, "5 €"),
        ('#,##0.0,,"M"', 2_500_000.0, "2.5M"),
        ('0" Jahre";-0" Jahr"', 3.0, "3 Jahre"),
    ],
)
def test_what_a_format_shows(form, value, text):
    assert shown_by(form).text(value) == text


@pytest.mark.parametrize(
    "form", ["General", "0.00", "#,##0", "0.00E+00", "@", "# ?/?", "[$-409]0.0", "[Red]0", "00000"]
)
def test_formats_without_a_sign(form):
    assert shown_by(form) == PLAIN
