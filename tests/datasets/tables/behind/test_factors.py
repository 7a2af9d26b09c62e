"""K, M, Mio., Lac and their like are factors; the comma of $63,871 groups thousands."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def read(cell, mark="\t", other=lambda i: i * 17 % 101):
    lines = [mark.join([cell(i), str(other(i)), "pq"[i * 3 % 5 > 1]]) for i in range(N)]
    return inspect_table("\n".join([mark.join(["v", "a", "class"]), *lines]).encode())


def alternate(*forms):
    """Return the cell of row i, one form after the other, and its value."""
    return (
        lambda i: forms[i % len(forms)][0].format(i + 2),
        lambda i: forms[i % len(forms)][1] * (i + 2) + forms[i % len(forms)][2],
    )


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        alternate(("{}k", 1e3, 0), ("{}.5M", 1e6, 0.5e6)),
        alternate(("{}K", 1e3, 0), ("{}", 1, 0), ("{}.2M", 1e6, 0.2e6)),
        alternate(("{}.5K", 1e3, 500), ("{}00", 100, 0)),
        alternate(("${}K", 1e3, 0), ("${}.1M", 1e6, 0.1e6)),
        alternate(("${}K", 1e3, 0)),
        alternate(("{}.2M", 1e6, 0.2e6)),
        alternate(("{}M", 1e6, 0)),
        alternate(("{}k", 1e3, 0)),
        alternate(("{}.5B", 1e9, 0.5e9), ("{}M", 1e6, 0)),
        alternate(("{},5 Mio. €", 1e6, 0.5e6), ("{} Tsd. €", 1e3, 0)),
        alternate(("{}.5 Cr", 1e7, 0.5e7), ("{} Lac", 1e5, 0)),
        alternate(("{}.5万", 1e4, 5e3), ("{}亿", 1e8, 0)),
        alternate(("{}万円", 1e4, 0)),
        alternate(("-{}.5k", -1e3, -500), ("{}M", 1e6, 0)),
        alternate(("{}K+", 1e3, 0), ("{}M+", 1e6, 0)),
    ],
)
def test_a_factor_is_read_and_noted(cell, value):
    draft = read(cell)
    assert draft.columns[0].role == "numeric", draft.columns[0].reason
    data = draft.to_dataset()
    assert data.X["v"].tolist() == pytest.approx([value(i) for i in range(N)], rel=1e-12)
    assert any("'v'" in note and "are factors:" in note for note in data.notes)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("1,5 Mio.", "200.000", "3 Mio."), (1.5e6, 2e5, 3e6)),
        (("1,5 Mio. €", "200.000 €", "3 Mio. €"), (1.5e6, 2e5, 3e6)),
        (("1.5 million", "200000", "3 million"), (1.5e6, 2e5, 3e6)),
        (("1.5 Cr", "20,00,000", "3 Cr"), (1.5e7, 2e6, 3e7)),
        (("60 Lac", "75000", "75000"), (6e6, 7.5e4, 7.5e4)),
        (("800 Tsd.", "2000", "3 Tsd."), (8e5, 2e3, 3e3)),
    ],
)
def test_one_or_two_different_cells_with_a_word_are_enough_beside_full_numbers(cells, values):
    draft = read(lambda i: cells[i % 3])
    found = draft.to_dataset().X["v"]
    assert found.tolist() == pytest.approx([values[i % 3] for i in range(N)], rel=1e-12)
    assert "are factors:" in draft.columns[0].reason


def test_one_word_behind_all_of_few_numbers_is_a_unit():
    draft = read(lambda i: f"{2 + i % 2} Mio.")
    assert "amounts in Mio." in draft.columns[0].reason


def test_amounts_that_differ_in_every_row_are_no_numbers_of_rows():
    rows = "\n".join(f"{i}.{i * 7 % 10}{'KM'[i % 2]},{i % 9},{'pq'[i % 2]}" for i in range(300))
    assert inspect_table(f"v,a,class\n{rows}".encode()).columns[0].role == "numeric"


def test_a_word_among_factors_is_missing_and_named():
    draft = read(
        lambda i: "Varies with device" if i % 9 == 4 else f"{i}M" if i % 2 else f"{i + 100}k"
    )
    data = draft.to_dataset()
    assert data.X["v"].isna().sum() == 7
    assert any("Varies with device" in note for note in data.notes)


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{i % 9 + 1}{'KMAB'[i * 7 % 4]}",
        lambda i: f"{i % 30 + 20}{'MF'[i * 7 % 2]}",
        lambda i: ["S", "M", "L", "2K"][i % 4],
        lambda i: f"{i % 9 + 1}B",
        lambda i: f"12{'BM'[i % 2]}" if i % 2 else f"{i % 7}A",
    ],
)
def test_codes_with_letters_stay_codes(cell):
    assert read(cell).columns[0].role != "numeric"


def test_a_letter_beside_numbers_as_large_may_be_a_unit_and_is_no_factor():
    column = read(lambda i: f"{290 + i % 20}K" if i % 3 else str(290 + i % 20)).columns[0]
    assert column.role == "symbolic"
    assert "numbers" in column.reason


AMOUNTS = [63_871 + i * 1_009 for i in range(N)]


@pytest.mark.parametrize("sign", ["$", "£", "¥", "₹", "US$", "￥", "$ "])
@pytest.mark.parametrize("mark", ["\t", "|"])
@pytest.mark.parametrize(
    "other", [lambda i: i, lambda i: f"{i}.25", lambda i: f"{i},25"], ids=["whole", ".", ","]
)
def test_the_comma_of_dollars_groups_thousands(sign, mark, other):
    draft = read(lambda i: f"{sign}{AMOUNTS[i]:,}", mark, other)
    data = draft.to_dataset()
    assert data.X["v"].tolist() == AMOUNTS
    assert not any("It is not sure" in note for note in data.notes)


@pytest.mark.parametrize("cell", ["{:,}円", "{:,}元", "{:,} 원", "{:,}人"])
@pytest.mark.parametrize("mark", ["\t", "|"])
def test_the_comma_before_an_east_asian_unit_groups_thousands(cell, mark):
    data = read(lambda i: cell.format(AMOUNTS[i]), mark).to_dataset()
    assert data.X["v"].tolist() == AMOUNTS
    assert not any("It is not sure" in note for note in data.notes)


def test_between_semicolons_the_comma_of_dollars_is_said_to_be_unsure():
    data = read(lambda i: f"${AMOUNTS[i]:,}", ";").to_dataset()
    assert data.X["v"].tolist() == AMOUNTS
    assert any("It is not sure whether '$63,871'" in n or "'63,871'" in n for n in data.notes)


def test_other_currencies_keep_their_comma():
    data = read(lambda i: f"R$ {i + 10},{i % 90 + 10}").to_dataset()
    assert data.X["v"].tolist() == pytest.approx([i + 10 + (i % 90 + 10) / 100 for i in range(N)])
