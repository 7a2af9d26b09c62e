"""Sums and means between the blocks of a table are no cases and no classes."""

from __future__ import annotations

import io

import numpy as np
import pytest
from openpyxl import Workbook

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table

KINDS = ["setosa", "versicolor", "virginica"]
X = np.random.default_rng(5).normal(70, 10, (3, 12)).round(1)
Z = np.random.default_rng(6).normal(5, 1, (3, 12)).round(2)


def blocks(*summaries, end=(), first=lambda kind, at: kind):
    """Return rows of three blocks; the summaries below each are functions of its kind, x and z."""
    rows = []
    for kind, x, z in zip(KINDS, X, Z, strict=True):
        rows += [[first(kind, at), x[at], z[at]] for at in range(len(x))]
        rows += [summary(kind, x, z) for summary in summaries]
    return [["species", "x", "z"], *rows, *end]


def as_csv(rows):
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def as_excel(rows):
    book = Workbook()
    for row in rows:
        book.active.append([float(c) if isinstance(c, np.floating) else c for c in row])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def is_right(data):
    return (
        data.y.tolist() == [kind for kind in KINDS for _ in range(12)]
        and data.X["x"].tolist() == X.ravel().tolist()
        and data.X["z"].tolist() == Z.ravel().tolist()
    )


@pytest.mark.parametrize(
    "form",
    [
        *["{} Total", "Total {}", "{} Ergebnis", "{} Summe", "Somme {}", "Totale {}", "{} Suma"],
        *["{} Mittelwert", "Mean of {}", "Summe von {}", "{}: total", "Moyenne de {}"],
        *["Teilergebnis {}", "Zwischensumme {}", "Totaal {}", "Summa {}", "{} (mean)"],
    ],
)
@pytest.mark.parametrize("write", [as_csv, as_excel])
def test_a_word_beside_the_class(form, write):
    made = write(blocks(lambda kind, x, z: [form.format(kind), round(x.sum(), 1), 9.9]))
    data = read_table(made, "species")
    assert is_right(data)
    (note,) = [note for note in data.notes if "sum up" in note]
    assert f"3 {'lines' if write is as_csv else 'rows'} sum up" in note
    assert repr(form.format("setosa")) in note
    assert "14" in note


def test_a_grand_total_below_them():
    total = ["Gesamtergebnis", X.sum().round(1), Z.sum().round(2)]
    data = read_table(as_csv(blocks(lambda k, x, z: [f"{k} Ergebnis", 1, 2], end=[total])))
    assert is_right(data)


def test_words_alone_between_blocks_of_one_value():
    mean = lambda k, x, z: ["Mean", f"{x.mean():.2f}", f"{z.mean():.2f}"]  # noqa: E731
    deviation = lambda k, x, z: ["SD", f"{x.std(ddof=1):.2f}", f"{z.std(ddof=1):.2f}"]  # noqa: E731
    data = read_table(as_csv(blocks(mean, deviation)))
    assert is_right(data)
    assert any(
        "6 lines sum up the lines above and are left out: 'Mean', 'SD', the first in line 14." in n
        for n in data.notes
    )


def numbered(last):
    """Return rows whose first column numbers the cases, and whose class is the last."""
    rows, names = [], ["who", "x", "z", "species"]
    for kind, x, z in zip(KINDS, X, Z, strict=True):
        rows += [[f"{kind[:2]}{at}", x[at], z[at], kind] for at in range(len(x))]
        rows.append([*last(x, z), ""])
    return as_csv([names, *rows])


@pytest.mark.parametrize("word", ["Mean", "Max", "n"])
def test_words_alone_below_names_of_cases_need_the_numbers(word):
    right = {"Mean": np.mean, "Max": np.max, "n": np.size}[word]
    made = numbered(lambda x, z: [word, f"{right(x):.3f}", f"{right(z):.3f}"])
    assert is_right(read_table(made, "species"))
    made = numbered(lambda x, z: [word, x[0], z[0]])
    assert inspect_table(made).n_rows == 39


def test_they_can_be_kept():
    made = as_csv(blocks(lambda kind, x, z: [f"{kind} Total", 1, 2]))
    (proposal,) = [p for p in inspect_table(made).proposals if p.reading]
    assert inspect_table(made, **proposal.reading).n_rows == 39


@pytest.mark.parametrize(
    "rows",
    [
        # A class that is such a word, values that hold one, and statistics in rows of their own.
        [[["part", "total"][i % 2], i, i * 7 % 11] for i in range(40)],
        [[["setosa total", "virginica total"][i % 2], i, i * 7 % 11] for i in range(40)],
        [[["setosa", "virginica total"][i // 4 % 2], i, i * 7 % 11] for i in range(40)],
        [[["mean", "sd", "q25", "q75"][i % 4], i, i * 7 % 11] for i in range(40)],
        [[["Anna", "Anna", "Max"][i % 3], i, i * 7 % 11] for i in range(42)],
        [[["Anna", "Anna", "Max", "Ben", "Ben", "Max"][i % 6], i, i * 7 % 11] for i in range(42)],
    ],
)
def test_words_that_are_values_stay(rows):
    assert inspect_table(as_csv([["kind", "x", "z"], *rows])).n_rows == len(rows)


def test_what_describe_of_pandas_writes_below():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": X.ravel(), "z": Z.ravel(), "species": np.repeat(KINDS, 12)})
    made = pandas.concat([frame, frame.describe()]).to_csv().encode()
    assert is_right(read_table(made, "species"))


def test_a_letter_behind_the_name_of_the_row_above_is_no_summary():
    names = ["AS/3000", "AS/3000 N", "AS/5000", "AS/5000 E", "AS/5000 N", "AS/6130", "AS/7000"]
    names += ["AS/7000 N", *(f"AS/80{at}" for at in range(10, 22))]
    rows = [f"{name},{100 + 7 * at % 31},{'ab'[at % 2]}" for at, name in enumerate(names)]
    draft = inspect_table("\n".join(["model,speed,class", *rows]).encode())
    assert draft.n_rows == len(names)
    assert not [line for line in draft.warnings if "sum" in line]


def test_counts_below_each_block_are_summaries():
    data = read_table(as_csv(blocks(lambda kind, x, z: [f"{kind} N", 12, 12])), "species")
    assert is_right(data)


def test_a_rare_class_that_is_called_as_a_count_is_kept():
    draw = np.random.default_rng(11)
    rare = {11, 40, 78, 101, 133}
    rows = [
        ("N" if at in rare else "P", *draw.choice(["P", "N"], 2, p=[0.9, 0.1]), draw.integers(1, 4))
        for at in range(150)
    ]
    draft = inspect_table(as_csv([["y_true", "rf", "svm", "fold"], *rows]))
    assert draft.n_rows == 150
    assert not [line for line in draft.warnings if "sum" in line]
