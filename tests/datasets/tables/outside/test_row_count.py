"""What a database writes below its result is no row."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 40
ROWS = [(1000 + i, f"{i * 7 % 31}.25", ["Normal", "Tumor"][i * 3 % 5 > 1]) for i in range(N)]


def columns_of_sql_server() -> str:
    lines = ["PatientID   Wert     Gruppe    ", "----------- -------- ----------"]
    return "\n".join([*lines, *(f"{a:<12}{b:<9}{c:<10}" for a, b, c in ROWS)]) + "\n\n"


def commas() -> str:
    return "\n".join(["Wert,Gruppe", *(f"{b},{c}" for _, b, c in ROWS)]) + "\n"


def bars_of_psql() -> str:
    lines = [" Wert | Gruppe ", "------+--------", *(f" {b} | {c} " for _, b, c in ROWS)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("table", [columns_of_sql_server, commas, bars_of_psql])
@pytest.mark.parametrize(
    "below",
    [
        *("(40 rows affected)", "(40 row(s) affected)", "(40 rows)", "(1,040 rows)"),
        *("(40 Zeilen betroffen)", "(40 Zeile(n) betroffen)", "(40 lignes)", "(40 filas)"),
        "(40 rows affected)\n\nCompletion time: 2023-05-01T10:00:00.1+02:00",
        "(40 Zeilen betroffen)\n\nAbschlusszeit: 2023-05-01T10:00:00.1+02:00\n",
        "40 rows in set (0.01 sec)",
    ],
)
def test_the_number_of_rows_is_left_out_and_noted(table, below):
    read = inspect_table((table() + below + "\n").encode())
    assert read.n_rows == N
    data = read.to_dataset("Gruppe")
    assert data.classes.tolist() == ["Normal", "Tumor"]
    assert data.X["Wert"].tolist() == [float(b) for _, b, _ in ROWS]
    line = table().count("\n") + 1
    (note,) = [note for note in data.notes if "below it" in note]
    assert f"before line {line:,};" in note and below.splitlines()[0] in note
    assert {"trim": False} in [dict(p.reading) for p in read.proposals if p.reading]


def test_the_number_of_rows_is_read_when_asked_for():
    assert inspect_table((commas() + "(40 rows)\n").encode(), trim=False).n_rows == N + 1


def test_a_last_row_with_brackets_is_a_row():
    for last in ("7.5,(unknown)\n", "(7.5),Tumor\n"):
        assert inspect_table((commas() + last).encode()).n_rows == N + 1
