"""Numbers whose comma or point may be a decimal mark or one of thousands."""

from __future__ import annotations

import io

import openpyxl
import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 60


def table(cells: list[str], delimiter: str, more: list[str] | None = None) -> bytes:
    """The cells and, if given, more of them as columns beside whole numbers and a class."""
    quote = '"{}"'.format if delimiter == "," else str
    lines = [delimiter.join(["v", "w", "n", "class"])]
    for i in range(N):
        second = more[i % len(more)] if more else str(i % 7)
        row = [quote(cells[i % len(cells)]), quote(second), str(i % 5), "ab"[i % 2]]
        lines.append(delimiter.join(row))
    return "\n".join(lines).encode()


def in_doubt(data: bytes) -> list[dict]:
    """The readings that undo a decision about the decimal mark; each is a note as well."""
    draft = inspect_table(data)
    found = [p for p in draft.proposals if "decimal" in p.reading]
    for proposal in found:
        assert proposal.text in draft.to_dataset().notes
    return [dict(proposal.reading) for proposal in found]


THOUSANDS = ["8.144", "644", "132", "27.530", "12"]
THREE = ["34,672", "13,136", "7,831", "25,588"]


@pytest.mark.parametrize(
    ("cells", "delimiter", "values", "undo"),
    [
        (THOUSANDS, ";", [8144, 644, 132, 27530, 12], []),
        (THOUSANDS, "\t", [8144, 644, 132, 27530, 12], [{"decimal": "."}]),
        (THOUSANDS, ",", [8144, 644, 132, 27530, 12], [{"decimal": "."}]),
        (["8,144", "644", "12"], ",", [8144, 644, 12], []),
        (["8,144", "644", "12"], ";", [8144, 644, 12], [{"decimal": ","}]),
        (THREE, ";", [34.672, 13.136, 7.831, 25.588], [{"decimal": "."}]),
        (THREE, "\t", [34.672, 13.136, 7.831, 25.588], [{"decimal": "."}]),
        (THREE, ",", [34672, 13136, 7831, 25588], [{"decimal": ","}]),
        (["8.144", "1644", "2.500"], ",", [8.144, 1644, 2.5], []),
        (["8.144", "6.440", "1.250"], ",", [8.144, 6.44, 1.25], []),
        (["8.144", "6.440", "1.250"], "\t", [8.144, 6.44, 1.25], [{"decimal": ","}]),
        # What can be read in one way only decides without a word.
        (["0,672", "1,250", "12,125"], ",", [0.672, 1.25, 12.125], []),
        (["0.672", "1.250", "12"], ";", [0.672, 1.25, 12], []),
        (["1.234.567", "8.144", "12"], "\t", [1234567, 8144, 12], []),
        (["1,234,567", "8,144", "2,000"], ";", [1234567, 8144, 2000], []),
        (["34,672", "1,5"], "\t", [34.672, 1.5], []),
        (["2,953e-05", "1,250E-04"], ";", [2.953e-05, 1.25e-04], []),
        (["2,953e-05", "1,250e-04"], ",", [2.953e-05, 1.25e-04], []),
        (["2,953e-05", "1,250e+04", "8,144"], "\t", [2.953e-05, 1.25e04, 8.144], []),
        (["-2,953 x 10^-5", "1,250 x 10^-4"], "\t", [-2.953e-05, 1.25e-04], []),
        (["2.953E-05", "1.250E+04", "8.144"], ";", [2.953e-05, 1.25e04, 8.144], []),
        (["$1,234K", "$2,500K", "$950.5K"], ",", [1234000, 2500000, 950500], []),
        (["8.144", "1.5", "12"], ";", [8.144, 1.5, 12], []),
    ],
)
def test_a_mark_before_three_digits_is_read_by_evidence_and_doubt_is_said(
    cells, delimiter, values, undo
):
    data = table(cells, delimiter)
    assert read_table(data).X["v"].tolist()[: len(values)] == values
    assert in_doubt(data) == undo


def test_the_proposal_reads_the_numbers_the_other_way():
    data = table(THREE, ";")
    proposal = next(p for p in inspect_table(data).proposals if "decimal" in p.reading)
    assert proposal.undo == "Read 34,672 as 34672"
    assert "'34,672' in column 'v' is 34.672 or 34672" in proposal.text
    other = read_table(data, **proposal.reading)
    assert other.X["v"].tolist()[:4] == [34672, 13136, 7831, 25588]
    assert not any("not sure" in note for note in other.notes)
    assert inspect_table(data).detected["decimal"] == ","


def test_another_column_may_prove_the_mark():
    data = table(THREE, ";", more=["0,5", "1,5"])
    assert read_table(data).X["v"].tolist()[:2] == [34.672, 13.136]
    assert in_doubt(data) == []
    # The column alone would say thousands, the file says decimals: not silently.
    data = table(THOUSANDS, ";", more=["0.5", "1.5"])
    read = read_table(data)
    assert read.X["v"].tolist()[:2] == [8.144, 644]
    # With the other mark for the whole file, the other column would be lost.
    assert in_doubt(data) == []
    assert any("If that is wrong, write 8144 in the file" in note for note in read.notes)


def test_points_before_three_digits_beside_a_decimal_comma_are_in_doubt():
    data = table([f"10.{900 + i}" for i in range(N)], ";", more=["0,5", "1,5"])
    read = read_table(data)
    assert read.X["v"].tolist()[:2] == [10900, 10901]
    (note,) = [note for note in read.notes if note.startswith("It is not sure")]
    assert "is 10900 or 10.9; it was read as 10900" in note


def test_numbers_of_a_workbook_have_no_doubtful_mark():
    book = openpyxl.Workbook()
    book.active.append(["v", "class"])
    for i in range(N):
        book.active.append([[8.144, 644, 12][i % 3], "ab"[i % 2]])
    out = io.BytesIO()
    book.save(out)
    assert read_table(out.getvalue()).X["v"].tolist()[:3] == [8.144, 644, 12]
    assert in_doubt(out.getvalue()) == []
