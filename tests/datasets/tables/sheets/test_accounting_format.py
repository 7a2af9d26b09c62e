"""A dash among amounts is 0 where Excel's accounting format wrote it, and missing elsewhere."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables import read_table

ROWS = 60


def _values(cells):
    lines = [f"{cell};{i % 7};{'ab'[i // 2 % 2]}" for i, cell in enumerate(cells)]
    dataset = read_table("\n".join(["v;x;class", *lines]).encode(), "class")
    return dataset.X["v"], [note for note in dataset.notes if "'v'" in note]


def test_a_dash_with_the_blanks_of_the_format_is_0_and_told() -> None:
    forms = {
        "comma style": (lambda i: f" {i * 155:,}.50 ", " -   "),
        "negative numbers": (lambda i: f" ({i * 155:,}.50)" if i % 4 == 1 else " 1.50 ", " -   "),
        "dollars": (lambda i: f" $ {i * 155:,}.50 ", " $-   "),
        "dollars apart": (lambda i: f" $ {i * 155:,}.50 ", " $ -   "),
        "euros": (lambda i: f" {i * 15},50 € ", " -   € "),
    }
    for what, (written, dash) in forms.items():
        values, notes = _values([dash if i % 3 == 0 else written(i) for i in range(ROWS)])
        assert (np.asarray(values)[::3] == 0).all(), (what, list(values[:6]), notes)
        assert not np.isnan(values).any() and (values == 0).sum() == ROWS / 3, (what, notes)
        told = [note for note in notes if "is read as 0" in note and "20 rows" in note]
        assert len(told) == 1, (what, notes)


def test_other_dashes_among_amounts_are_missing_and_told() -> None:
    for what, written in {
        "no blanks": lambda i: f"{i + 1},{100 + i}.50",
        "dollars": lambda i: f"${i + 1}.50",
        "brackets": lambda i: f"({i + 1}.50)",
    }.items():
        values, notes = _values(["-" if i % 3 == 0 else written(i) for i in range(ROWS)])
        assert np.isnan(values).sum() == ROWS / 3, (what, notes)
        told = [note for note in notes if "A dash counts as missing, in 20 rows" in note]
        assert len(told) == 1, (what, notes)


def test_a_dash_in_a_column_of_one_width_or_of_measurements_is_missing() -> None:
    for what, written, dash in (
        ("left", lambda i: f"{i % 7}.5 ", "-   "),
        ("padded", lambda i: f"{i}.5".ljust(8), "-       "),
        ("right", lambda i: f"{i}.5".rjust(8), "       -"),
        ("plain", lambda i: f"{i}.5", "-   "),
    ):
        values, notes = _values([dash if i % 3 == 0 else written(i) for i in range(ROWS)])
        assert np.isnan(values).sum() == ROWS / 3, (what, notes)
        assert not any("dash" in note for note in notes), (what, notes)
