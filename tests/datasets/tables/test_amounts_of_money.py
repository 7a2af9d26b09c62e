"""Amounts of money with signs and codes of many countries, pairs of amounts, dashes for none."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables import inspect_table, read_table


def _file(cells: list[str]) -> bytes:
    lines = [f"{cell}\t{i % 7}\t{'ab'[i // 2 % 2]}" for i, cell in enumerate(cells)]
    return ("v\tx\tclass\n" + "\n".join(lines)).encode()


def test_amounts_are_read_as_written_and_told() -> None:
    forms = {
        # How row i writes its amount, and the amount.
        "USD behind": (lambda i: f"{63 + i},{871 - i} USD", lambda i: 1000 * (63 + i) + 871 - i),
        "code before": (lambda i: f"PKR {10 + i},{400 + i}", lambda i: 1000 * (10 + i) + 400 + i),
        "rand": (lambda i: f"R {103 + i}.00", lambda i: 103 + i),
        "rand and thousands": (lambda i: f"R {1 + i},{100 + i}.50", lambda i: 1001 * i + 1100.5),
        "taka": (lambda i: f"Tk {500 * i}", lambda i: 500 * i),
        "taka with a point": (lambda i: f"Tk. {1 + i},{500 + i}", lambda i: 1001 * i + 1500),
        "rupees of Nepal": (lambda i: f"NRs {7 * i}", lambda i: 7 * i),
        "letters": (lambda i: f"{i + 1}{'MK'[i % 2]}", lambda i: (i + 1) * (1e6, 1e3)[i % 2]),
    }
    for what, (written, amount) in forms.items():
        dataset = read_table(_file([written(i) for i in range(40)]), "class")
        assert "v" in dataset.X, f"{what}: {dataset.notes}"
        np.testing.assert_allclose(dataset.X["v"], [amount(i) for i in range(40)], err_msg=what)
        notes = [note for note in dataset.notes if "'v'" in note]
        assert len(notes) == 1 and ("amounts in" in notes[0] or "factors" in notes[0]), notes


def test_numbers_of_rooms_are_no_amounts() -> None:
    assert inspect_table(_file([f"R {i % 9}" for i in range(40)])).columns[0].role == "symbolic"


def test_a_pair_of_amounts_in_a_cell_is_told() -> None:
    dataset = read_table(_file([f"{i + 1}K/{2 * i + 1}M" for i in range(40)]), "class")
    told = [n for n in dataset.notes if "'1K/1M'" in n and "one plain number in each cell" in n]
    assert told, dataset.notes


def test_dashes_with_blanks_and_marks_between_count_as_missing() -> None:
    for mark in ("- -", "– –", "-.-", "--.--", "-,-"):
        cells = [mark if i % 8 == 0 else f"{i}.5" for i in range(40)]
        values = read_table(_file(cells), "class").X["v"]
        assert np.isnan(values).sum() == 5, f"{mark}: {list(values[:9])}"
    words = ["- -" if i % 8 == 0 else "red blue green".split()[i % 3] for i in range(40)]
    assert any("'- -' in 5 rows" in note for note in read_table(_file(words), "class").notes)


def test_amounts_with_three_digits_behind_every_mark_are_thousands_and_told() -> None:
    for delimiter in ",;\t":
        for before, behind in (("Rp ", ""), ("", " €"), ("", " EUR"), ("R$ ", "")):
            for other in ("7", "7.5"):
                rows = [f"{before}{9 + i}.{100 + 9 * i}{behind}" for i in range(40)]
                lines = [
                    delimiter.join((cell, other + str(i % 7), "ab"[i // 2 % 2]))
                    for i, cell in enumerate(rows)
                ]
                text = "\n".join([delimiter.join(("v", "x", "class")), *lines])
                dataset = read_table(text.encode(), "class")
                meant = np.array([1009 * i + 9100 for i in range(40)])
                # A decimal point elsewhere is one here, but rupiahs have no decimals.
                decimals = other == "7.5" and before != "Rp "
                meant = meant / 1000 if decimals else meant
                np.testing.assert_allclose(dataset.X["v"], meant, err_msg=text[:60])
                told = [n for n in dataset.notes if "It is not sure whether '9.100'" in n]
                either = "is 9.1 or 9100" if decimals else "is 9100 or 9.1"
                assert len(told) == 1 and either in told[0], dataset.notes


def test_prices_of_petrol_where_decimals_have_a_comma_keep_three_and_are_told() -> None:
    lines = [f"1,{400 + i} €;{i % 7},5;{'ab'[i // 2 % 2]}" for i in range(40)]
    dataset = read_table(("v;x;class\n" + "\n".join(lines)).encode(), "class")
    np.testing.assert_allclose(dataset.X["v"], [1.4 + i / 1000 for i in range(40)])
    assert any("It is not sure whether '1,400'" in note for note in dataset.notes)


def test_a_comma_that_is_advised_for_a_comma_file_is_quoted() -> None:
    lines = [f'Rp {9 + i}.{100 + 9 * i},"7,{i % 7}",{"ab"[i // 2 % 2]}' for i in range(40)]
    notes = read_table(("v,x,class\n" + "\n".join(lines)).encode(), "class").notes
    assert any('write "9,1" with its double quotes' in note for note in notes), notes


def test_dinars_have_1000_parts() -> None:
    data = _file([f"KWD {1 + i % 8}.{100 + i}" for i in range(40)])
    np.testing.assert_allclose(
        read_table(data, "class").X["v"], [1.1 + i % 8 + i / 1000 for i in range(40)]
    )
