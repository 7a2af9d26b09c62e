"""Titres such as 1:40 are read as numbers, and times stay times."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def read(cell):
    lines = [f"{cell(i)};{i * 17 % 101};{'pq'[i * 3 % 5 > 1]}" for i in range(N)]
    return inspect_table("\n".join(["ana;a;class", *lines]).encode())


@pytest.mark.parametrize(
    "titres",
    [
        [10 * 2**k for k in range(8)],
        [10, 20, 40],
        [8, 16, 32, 64, 128],
        [5, 25, 50, 100],
        [100, 320, 1000, 3200],
        [2, 4, 8],
        [40, 80],
        [16, 32, 64],
    ],
)
@pytest.mark.parametrize("form", ["1:{}", "1 : {}", "1: {}"])
def test_the_second_number_is_read_and_noted(titres, form):
    draft = read(lambda i: form.format(titres[i * 7 % len(titres)]))
    column = draft.columns[0]
    assert (column.role, column.unit) == ("numeric", "1:n"), column.reason
    data = draft.to_dataset()
    assert data.X["ana"].tolist() == [titres[i * 7 % len(titres)] for i in range(N)]
    first = form.format(titres[0])
    (note,) = [note for note in data.notes if note.startswith("Numbers of 'ana': They are ratios")]
    assert note.endswith(f"such as titres, of which n is taken: {first!r} is read as {titres[0]}.")


def test_bounds_words_and_thousands_among_titres():
    cells = ["<1:20", "1:40", "1:80", "1:160", "1:320", "1:640", "1:1,280", ">1:2560", "negative"]
    cells += ["1:5120", "1:10240", "1:20480", "1:40960"]
    draft = read(lambda i: cells[i % len(cells)])
    values = draft.to_dataset().X["ana"]
    assert values[:8].tolist() == [20, 40, 80, 160, 320, 640, 1280, 2560]
    assert values.isna().sum() == sum(cells[i % len(cells)] == "negative" for i in range(N))


@pytest.mark.parametrize(
    "times",
    [
        ["09:30", "10:15", "13:45"],
        ["1:10", "13:45", "1:20", "1:40"],
        ["1:15", "1:30"],
        ["1:15", "1:30", "1:45"],
        ["1:10:20", "1:20:40", "1:40:10"],
        ["1:23", "1:24", "1:47", "1:51"],
        ["1:00", "1:10", "1:20"],
        ["01:10", "01:20", "01:40"],
    ],
)
def test_times_stay_times(times):
    draft = read(lambda i: times[i % len(times)])
    assert draft.columns[0].role == "date", draft.columns[0].reason


@pytest.mark.parametrize("ratios", [["1:1", "1:2", "2:1"], ["3:1", "9:3", "1:3"], ["1:1"]])
def test_other_ratios_are_no_numbers(ratios):
    assert read(lambda i: ratios[i % len(ratios)]).columns[0].role != "numeric"
