"""Columns named by numbers keep these names beside a name in words; a row of numbers is a row."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.votes.read import read_votes


def table(first, row, n=60):
    return "\n".join([first, *(row(i) for i in range(n))]).encode()


def fractions(i, k):
    return ",".join(f"0.{(i * (7 + j) + j) % 97:02d}" for j in range(k))


@pytest.mark.parametrize(
    ("first", "row"),
    [
        ("0,1,2,class", lambda i: f"{fractions(i, 3)},{'ab'[i % 2]}"),
        ("0,1,2,class", lambda i: f"{fractions(i, 3)},{i % 3}"),
        ("0,1,class", lambda i: f"{fractions(i, 2)},{i % 3}"),
        ("0,1,group", lambda i: f"{fractions(i, 2)},{i % 3}"),
        ("1,2,3,4,kind", lambda i: f"{fractions(i, 4)},{'ab'[i % 2]}"),
        ("id,0,1,2,class", lambda i: f"{i},{fractions(i, 3)},{'ab'[i % 2]}"),
        ("sample,0,1,2,kind", lambda i: f"s{i},{fractions(i, 3)},{'ab'[i % 2]}"),
        ("0,1,2,3,4,5,target", lambda i: ",".join(str(i * k % 17) for k in range(1, 8))),
        ("0,1,quality", lambda i: f"{i % 5},{i % 7},{i % 3}"),
        ("class,0,1,2", lambda i: f"{'ab'[i % 2]},{fractions(i, 3)}"),
        (",0,1,2,class", lambda i: f"{i},{fractions(i, 3)},{'ab'[i % 2]}"),
        ("400,402,404,406,class", lambda i: f"{fractions(i, 4)},{'ab'[i % 2]}"),
        ("sample,400,402,404,soil", lambda i: f"s{i},{fractions(i, 3)},{'ab'[i % 2]}"),
        ("400.5,401.2,402.0,403.1,soil", lambda i: f"{fractions(i, 4)},{'ab'[i % 2]}"),
        ("2500.1,1802.3,950.2,402.0,soil", lambda i: f"{fractions(i, 4)},{'ab'[i % 2]}"),
        ("17,3,42,target", lambda i: f"{fractions(i, 3)},{i % 2}"),
        ("0h,6h,12h,strain", lambda i: f"{i % 7},{i % 11},{i % 5},{'ab'[i % 2]}"),
        ("1kHz,2kHz,4kHz,ill", lambda i: f"{i % 7},{i % 11},{i % 5},{i % 2}"),
        ("0h,6h,12h,24h,cluster", lambda i: f"{fractions(i, 4)},{i % 3}"),
        ("0,5mg,10mg,grp", lambda i: f"{i % 7},{i % 11},{i % 5},{'ab'[i % 2]}"),
        ("5mg,grp", lambda i: f"{i % 7},{'ab'[i % 2]}"),
        ("10%,25%,soil", lambda i: f"{i % 7},{i % 11},{'ab'[i % 2]}"),
        ("$5,$10,bought", lambda i: f"{i % 7},{i % 11},{i % 2}"),
        ("400nm,500nm,soil", lambda i: f"{fractions(i, 2)},{'ab'[i % 2]}"),
        ("1 week,2 weeks,4 weeks,soil", lambda i: f"{fractions(i, 3)},{'ab'[i % 2]}"),
        ("0,0.1,0.5,1,dose", lambda i: f"{i % 7},{i % 11},{i % 5},{i % 9},{i % 3}"),
        ("1,10,100,1000,grp", lambda i: f"{i % 7},{i % 11},{i % 5},{i % 9},{'ab'[i % 2]}"),
        ("1000,100,1,grp", lambda i: f"{i % 7},{i % 11},{i % 5},{i % 2}"),
        ("1,2,3,4,5", lambda i: f"{fractions(i, 4)},{i % 2}"),
        ("1,2,3,4,5", lambda i: f"{fractions(i, 5)}"),
    ],
)
def test_numbers_beside_a_name_are_names(first, row):
    draft = inspect_table(table(first, row))
    names = [name or "column 1" for name in first.split(",")]
    assert [column.name for column in draft.columns] == names
    assert draft.n_rows == 60


@pytest.mark.parametrize(
    ("first", "row"),
    [
        ("0,1,2,a", lambda i: f"{fractions(i, 3)},{'ab'[i % 2]}"),
        ("400,402,404,a", lambda i: f"{fractions(i, 3)},{'ab'[i % 2]}"),
        # Not in equal steps, and within what stands below.
        ("0.1,0.3,0.4,0.42,c", lambda i: f"{fractions(i, 4)},{'ab'[i % 2]}"),
        ("1,2,z", lambda i: f"{i % 5},{i % 7},{'ab'[i % 2]}"),
        ("1,2,3,z", lambda i: f"{i % 5},{i % 7},{i % 4},{'ab'[i % 2]}"),
        ("5,3,4,y", lambda i: f"{fractions(i, 3)},n"),
        ("5,3,4,c", lambda i: f"{fractions(i, 3)},{'ab'[i % 2]}"),
        ("5mg,10mg,grp", lambda i: f"{i % 7}mg,{i % 11}mg,{'ab'[i % 2]}"),
        ("$5,7,grp", lambda i: f"{i % 7},{i % 11},{['grp', 'gap'][i % 2]}"),
        ("120 mg,35,late", lambda i: f"{i % 7},{i % 11},{['early', 'on time'][i % 2]}"),
        ("5.1,3.5,1.4,red", lambda i: f"{fractions(i, 3)},{['blue', 'green'][i % 2]}"),
        ("1.5,3.5,7.4,w", lambda i: f"{fractions(i, 3)},{['blue', 'green'][i % 2]}"),
        ("0.1,0.3,0.4,red", lambda i: f"{fractions(i, 3)},{['blue', f'tint {i}'][i % 9 == 0]}"),
        ("1,2,3,4,5", lambda i: f"{i % 7},{i % 11},{i % 5},{i % 9},{i % 2}"),
        ("1,2,3,4,5", lambda i: f"{fractions(i, 4)},{i % 5 + 1}"),
        # Words that do not repeat say nothing about the first of them.
        ("1,2,3,w", lambda i: f"{fractions(i, 3)},w{i}"),
        ("0,1,2,?", lambda i: f"{fractions(i, 3)},{i % 2}"),
        ("0,0,1,class", lambda i: f"{i % 2},{i % 3},{fractions(i, 1)},{['class', 'order'][i % 2]}"),
    ],
)
def test_a_first_row_of_numbers_stays_a_row(first, row):
    assert inspect_table(table(first, row)).n_rows == 61


def test_a_word_that_comes_back_after_many_rows_is_a_value():
    rows = table("0.1,0.3,0.4,red", lambda i: f"{fractions(i, 3)},{['blue', 'red'][i > 80]}", 90)
    assert inspect_table(rows).n_rows == 91


def test_amounts_with_a_decimal_comma():
    rows = table("0;0,1;0,5;1;strain", lambda i: f"{i % 7};0,{i % 9};{i % 5};1;{'ab'[i % 2]}")
    names = [column.name for column in inspect_table(rows).columns]
    assert names == ["0", "0,1", "0,5", "1", "strain"]


def test_names_of_a_worksheet_may_be_numbers():
    frame = pd.DataFrame({at: [(i * (7 + at)) % 97 / 100 for i in range(60)] for at in range(3)})
    frame["class"] = ["ab"[i % 2] for i in range(60)]
    buffer = io.BytesIO()
    frame.to_excel(buffer, index=False)
    data = read_table(buffer.getvalue(), name="t.xlsx")
    assert list(data.X) == ["0", "1", "2"]
    assert data.classes.tolist() == ["a", "b"]
    assert len(data.y) == 60


def test_numbered_models_keep_their_names():
    votes = read_votes(
        table("0,1,2,y_true", lambda i: f"{i % 3},{(i + i % 5 // 4) % 3},{i * 2 % 3},{i % 3}"),
        name="v.csv",
    )
    assert votes.models == ("0", "1", "2")
    assert len(votes.labels) == 60
