"""Numbers in notations of other programs are read; what cannot be read is named, not lost."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 60


def table(cell) -> bytes:
    rows = (f"{cell(i)}\t{i % 9}.5\t{'ab'[i % 2]}" for i in range(N))
    return "\n".join(["v\tx\tclass", *rows]).encode()


def tenths(i: int) -> str:
    return f"{i // 10}.{i % 10}"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (lambda i: f"- {tenths(i + 1)}", lambda i: -(i + 1) / 10),
        (lambda i: f'="{tenths(i)}"', lambda i: i / 10),
        (lambda i: f"'{tenths(i)}", lambda i: i / 10),
        (lambda i: f"'-{tenths(i + 1)}", lambda i: -(i + 1) / 10),
        (lambda i: f"{tenths(i)}00D+02", lambda i: i * 10.0),
        (lambda i: f"{tenths(i)} x 10^3", lambda i: i * 100),
        (lambda i: f"{tenths(i)}·10⁻¹", lambda i: i / 100),
    ],
)
def test_what_can_be_read_in_one_way_only_is_read_and_noted(cell, value):
    draft = inspect_table(table(cell))
    assert draft.columns[0].role == "numeric", draft.columns[0].reason
    data = draft.to_dataset()
    assert data.X["v"].tolist() == pytest.approx([value(i) for i in range(N)])
    assert any(note.startswith("Numbers of 'v': ") for note in data.notes)


def test_a_quoted_code_with_a_leading_zero_stays_a_code():
    assert inspect_table(table(lambda i: f'="00{i % 30}"')).columns[0].role == "symbolic"


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{tenths(i)} ± 0.1",
        lambda i: f"{tenths(i)} ± 0.1 mg/dl",
        lambda i: f"{tenths(i)} (0.1)",
        lambda i: f"{tenths(i)} (0.1 to 7.5)",
        lambda i: f"ca. {tenths(i)}",
        lambda i: f"{100 + i}/{60 + i % 20}",
        lambda i: f"{i}–{i + 5}",
    ],
)
def test_numbers_that_cannot_be_read_are_hinted_at(cell, step):
    data = table(lambda i: cell(i // step))
    assert "not readable as numbers: 0 of 60" in inspect_table(data).columns[0].reason
    assert any("'v'" in n and "not readable as numbers" in n for n in read_table(data).notes)


FULL_WIDTH = str.maketrans("0123456789.,%-", "０１２３４５６７８９．，％－")
ARABIC = str.maketrans("0123456789.,", "٠١٢٣٤٥٦٧٨٩٫٬")


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{i - 30}.5".translate(FULL_WIDTH),
        lambda i: f"{i - 30}.5".translate(ARABIC),
        lambda i: f"{i - 30}.5" if i % 2 else f"{i - 30}.5".translate(FULL_WIDTH),
    ],
)
def test_digits_of_other_scripts_are_read_and_noted(cell):
    data = table(cell)
    column = inspect_table(data).columns[0]
    assert column.role == "numeric"
    assert "Written in another way" in column.reason
    got = read_table(data).X["v"].to_numpy(float)
    assert np.allclose(got, [float(f"{i - 30}.5") for i in range(60)])


def test_full_width_per_cents_and_thousands():
    assert read_table(table(lambda i: f"{i}%".translate(FULL_WIDTH))).X["v"].tolist() == [
        float(i) for i in range(60)
    ]
    many = read_table(table(lambda i: f"{i + 1},234.5".translate(ARABIC))).X["v"]
    assert many.tolist() == [1000.0 * (i + 1) + 234.5 for i in range(60)]


@pytest.mark.parametrize("dash", "-–—−－")
def test_a_dash_alone_is_a_missing_cell(dash):
    column = read_table(table(lambda i: dash if i % 6 == 0 else str(i))).X["v"]
    assert int(column.isna().sum()) == 10
    signs = inspect_table(table(lambda i: dash if i % 2 else "+")).columns[0]
    assert (signs.n_missing, signs.n_distinct) == (0, 2)


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"+49 171 23{i}4567",
        lambda i: f"+4917123{i + 10}4567",
        lambda i: f"0171/23{i}45",
        lambda i: f"0{i + 30} 12345{i}",
        lambda i: f"555-12{i + 10}",
        lambda i: f"555-123-12{i + 10}",
        lambda i: f"192.168.1.{i}",
        lambda i: f"{i + 1} Main Street",
        lambda i: f"{i + 10}a7f-{i}",
        lambda i: f"{i // 2}{'AC'[i % 2]}",
        lambda i: f"{i + 250}.5A",
        lambda i: f"{10115 + 17 * i}-{1000 + i}",
    ],
)
def test_telephone_numbers_and_codes_are_not(cell):
    assert "readable" not in inspect_table(table(cell)).columns[0].reason


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u2009", "\u2007"])
@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("{n}_{i:03}", lambda n, i: 1000 * n + i),
        ("-{n}_{i:03},5", lambda n, i: -1000 * n - i - 0.5),
        ("{n},{i}_kg", lambda n, i: float(f"{n}.{i}")),
        ("{n}_{i:03}_kg", lambda n, i: 1000 * n + i),
        ("{n},{i}_ng/ml", lambda n, i: float(f"{n}.{i}")),
        ("€_{n}_{i:03}", lambda n, i: 1000 * n + i),
        ("{n}_/_100", lambda n, i: n),
        ("{n}_von_100", lambda n, i: n),
    ],
)
def test_a_blank_of_any_width_stands_between_thousands_and_before_a_unit(blank, cell, value):
    pairs = [(i % 9 + 1, i) for i in range(N)]
    texts = [cell.replace("_", blank).format(n=n, i=i) for n, i in pairs]
    draft = inspect_table(table(lambda i: texts[i]))
    assert draft.columns[0].role == "numeric", draft.columns[0].reason
    assert draft.to_dataset().X["v"].tolist() == [value(n, i) for n, i in pairs]


@pytest.mark.parametrize("blank", ["\u202f", "\u2009", "\u2007"])
def test_digits_in_groups_that_are_no_thousands_stay_words(blank):
    draft = inspect_table(table(lambda i: f"{i % 9}{blank}{i:02}"))
    assert draft.columns[0].role != "numeric"
