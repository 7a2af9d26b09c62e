"""Numbers in notations of other programs are read; what cannot be read is named, not lost."""

from __future__ import annotations

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
        lambda i: f"{i}.5k" if i % 3 else f"{i}.5M",
        lambda i: f"ca. {tenths(i)}",
        lambda i: f"{100 + i}/{60 + i % 20}",
        lambda i: f"{i}–{i + 5}",
        lambda i: tenths(i + 100).translate(str.maketrans("0123456789.", "０１２３４５６７８９．")),
        lambda i: tenths(i + 100).translate(str.maketrans("0123456789.", "٠١٢٣٤٥٦٧٨٩٫")),
    ],
)
def test_numbers_that_cannot_be_read_are_hinted_at(cell, step):
    data = table(lambda i: cell(i // step))
    assert "not readable as numbers: 0 of 60" in inspect_table(data).columns[0].reason
    assert any("'v'" in n and "not readable as numbers" in n for n in read_table(data).notes)


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
