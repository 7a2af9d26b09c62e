"""Files of other programs are refused by name, bytes or first lines, with what to do instead."""

from __future__ import annotations

import bz2
import lzma
import pickle

import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

FRAME = pd.DataFrame({"x": range(40), "class": ["a", "b"] * 20})
TEXT = FRAME.to_csv(index=False).encode()
TITLE = "                 The SAS System       10:25 Monday, January 5, 2015   1\n\n"
ROWS = "".join(f"     {i:5}    {20 + i}     {'MF'[i % 2]}    {'yn'[i % 2]}\n" for i in range(30))
HEAD = "       Obs    age   sex  class\n\n"


def _error(name: str, data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        inspect_table(data, name=name)
    return str(caught.value)


def test_files_of_programs_are_refused_with_what_to_do(tmp_path) -> None:
    FRAME.rename(columns={"class": "kind"}).to_stata(tmp_path / "t.dta")
    stata = (tmp_path / "t.dta").read_bytes()
    binary = b"\x01\x02\0\xff" * 50
    cases = [
        ("t.pkl", pickle.dumps(FRAME), "pickle", "to_csv"),
        ("t.pickle", pickle.dumps({"a": 1}, protocol=0), "pickle", "to_csv"),
        ("table", pickle.dumps(FRAME), "pickle", "to_csv"),
        ("t.joblib", pickle.dumps(FRAME, protocol=3), "pickle", "to_csv"),
        ("t.dta", stata, "Stata", "export delimited"),
        ("table", stata, "Stata", "export delimited"),
        ("t.dta", binary, "Stata", "export delimited"),
        ("T.SAV", binary, "SPSS", "Save As, CSV"),
        ("t.por", b"ASCII SPSS PORT FILE", "SPSS", "Save As, CSV"),
        ("t.rds", b"A\n3\n262144\n", "R", "write.csv"),
        ("t.RData", bz2.compress(b"RDX3\nX\n"), "R", "write.csv"),
        ("t.rds", lzma.compress(b"X\n\0\0\0\x03"), "R", "write.csv"),
        ("t.sas7bdat", binary, "SAS", "proc export"),
        ("t.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB", "writetable"),
        ("t.feather", binary, "Feather", "to_csv"),
        ("t.ods", b"PK\x03\x04\x14\0" + binary, "LibreOffice", "CSV"),
        ("t.mdb", binary, "database", "CSV"),
    ]
    for name, data, what, how in cases:
        message = _error(name, data)
        assert what in message and "is not read; write the table as CSV" in message, message
        assert how in message, f"{name}: {message}"


def test_a_text_with_such_a_name_is_read() -> None:
    for name in ("t.dta", "t.sav", "t.mat", "t.db", "t.xls", "t.lst", "t.sas", "t.rdata.csv"):
        assert inspect_table(TEXT, name=name).n_rows == 40, name


def test_listings_and_programs_of_sas_are_refused() -> None:
    freq = (
        "The FREQ Procedure\n\n     sex    Frequency    Percent\n     M   10   52\n     F   9  48\n"
    )
    program = "data a;\ninput age sex $ class $;\ndatalines;\n" + ROWS + ";\nrun;\n"
    for text, what in (
        (TITLE + HEAD + ROWS, "a listing of SAS"),
        ("\f" + TITLE + HEAD + ROWS + "\f" + TITLE + HEAD + ROWS, "a listing of SAS"),
        ("              The SAS System\n\n" + HEAD + ROWS, "a listing of SAS"),
        (freq, "a listing of SAS"),
        (program, "a program of SAS"),
    ):
        message = _error("t.lst", text.encode())
        assert what in message and "dbms=csv" in message, message


def test_commands_of_sql_are_refused() -> None:
    rows = "".join(f"INSERT INTO `t` VALUES ({i},'a');\n" for i in range(40))
    create = "CREATE TABLE `t` (\n  `x` int,\n  `class` text\n);\n"
    for above in (
        create,
        "-- MySQL dump 10.13\n--\n-- Host: localhost\n\n/*!40101 SET NAMES utf8 */;\n" + create,
        "--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n" + create,
        "",
    ):
        message = _error("t.sql", (above + rows).encode())
        assert "SQL commands" in message and "Export the table" in message, message
    table = "Create Table,Set = x\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(40))
    assert inspect_table(table.encode(), name="t.csv").n_rows == 40


def test_a_table_below_a_title_of_sas_is_read() -> None:
    draft = inspect_table(b'"The SAS System"\n\n' + TEXT, name="t.csv")
    assert [column.name for column in draft.columns] == ["x", "class"]
