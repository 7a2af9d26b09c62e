"""Numbers written as text in files that store numbers: the stored point proves nothing for them."""

from __future__ import annotations

import io

import numpy as np
import openpyxl
import pandas as pd

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 60
TEMP = [round(16 + i * 37 % 110 / 10 + 0.05, 2) for i in range(N)]


def sheet(columns: dict[str, list]) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(list(columns))
    for row in zip(*columns.values(), strict=True):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(columns: dict[str, list]) -> bytes:
    out = io.BytesIO()
    pd.DataFrame(columns).to_parquet(out)
    return out.getvalue()


def arff(columns: dict[str, list]) -> bytes:
    lines = ["@relation t"]
    for name, cells in columns.items():
        kind = "string" if isinstance(cells[0], str) else "real"
        lines.append(f"@attribute {name} {'{a,b}' if name == 'class' else kind}")
    lines.append("@data")
    for row in zip(*columns.values(), strict=True):
        lines.append(",".join(f"'{x}'" if isinstance(x, str) else str(x) for x in row))
    return "\n".join(lines).encode()


WRITERS = {"xlsx": sheet, "parquet": parquet, "arff": arff}


def columns(cells: list, **more: list) -> dict[str, list]:
    return {"temp": TEMP, "v": cells, **more, "class": ["ab"[i * 3 % 7 % 2] for i in range(N)]}


def grouped(values: list[int], sign: str = "", mark: str = ".") -> list[str]:
    return [f"{value:,}".replace(",", mark) + sign for value in values]


THOUSANDS = [1000 + i * 151 for i in range(N)]
MIXED = [(950, 12500, 880, 3400)[i % 4] + i for i in range(N)]
HALVES = [f"{20 + i},{1 + i % 9}" for i in range(N)]


def doubt(notes) -> bool:
    return any("It is not sure whether" in note and "'v'" in note for note in notes)


def test_texts_are_read_by_what_texts_prove_and_doubt_is_told() -> None:
    cases = {
        # Cells, further columns, the numbers meant, and whether doubt is told.
        "amounts": (grouped(THOUSANDS, " €"), {}, THOUSANDS, True),
        "amounts below 1000 too": (grouped(MIXED, " €"), {}, MIXED, True),
        "plain, below 1000 too": (grouped(MIXED), {}, MIXED, True),
        "another text proves": (grouped(THOUSANDS), {"w": HALVES}, THOUSANDS, True),
        "a comma": (grouped(THOUSANDS, mark=","), {}, THOUSANDS, True),
        "a comma proved": (HALVES, {}, [float(x.replace(",", ".")) for x in HALVES], False),
        "a point proved": ([f"{t} kg" for t in TEMP], {}, TEMP, False),
    }
    for what, (cells, more, meant, told) in cases.items():
        for form, write in WRITERS.items():
            data = read_table(write(columns(cells, **more)), "class", name=f"t.{form}")
            np.testing.assert_allclose(data.X["v"], meant, err_msg=f"{what}, {form}")
            np.testing.assert_allclose(data.X["temp"], TEMP, err_msg=f"{what}, {form}")
            assert doubt(data.notes) == told, f"{what}, {form}: {data.notes}"


def test_texts_among_stored_numbers_of_a_column() -> None:
    large = [3000 + i * 115 for i in range(N)]
    small = [round(value / 1000 + 0.0004, 4) for value in large]
    cases = {
        # The stored numbers, the text in each ninth row, the number meant, whether doubt is told.
        "a bound": (large, ">10.000", 10000, True),
        "an amount": ([v + 0.5 for v in large], "4.391 €", 4391, True),
        "whole below 1000": ([300 + i for i in range(N)], "4.391", 4391, True),
        "small": (small, "8.391", 8.391, True),
        "a decimal comma": ([v + 0.25 for v in large], "4,5", 4.5, False),
        "a decimal point": ([v + 0.25 for v in large], "<4.5", 4.5, False),
    }
    for what, (stored, text, value, told) in cases.items():
        cells = [text if i % 9 == 3 else stored[i] for i in range(N)]
        meant = [value if i % 9 == 3 else stored[i] for i in range(N)]
        data = read_table(sheet(columns(cells)), "class")
        np.testing.assert_allclose(data.X["v"], meant, err_msg=what)
        assert doubt(data.notes) == told, f"{what}: {data.notes}"


def test_thousands_that_a_spreadsheet_took_for_decimals_are_in_doubt() -> None:
    small = [100.101 + i * 7.013 for i in range(N)]
    for text in ("1.234.567", "2,345,678"):
        cells = [text if i % 9 == 3 else round(small[i], 3) for i in range(N)]
        data = read_table(sheet(columns(cells)), "class")
        (note,) = [note for note in data.notes if "It is not sure" in note]
        assert "is 100.101 or 100101" in note and "write 100101 in the file" in note
        # With other decimals they are decimals.
        cells = [text if i % 9 == 3 else small[i] + 0.00005 for i in range(N)]
        assert not doubt(read_table(sheet(columns(cells)), "class").notes)


def test_a_given_decimal_mark_is_one_of_texts_only() -> None:
    cells = grouped(THOUSANDS, mark=",")
    for form, write in WRITERS.items():
        draft = inspect_table(write(columns(cells)), name=f"t.{form}")
        (other,) = [p.reading for p in draft.proposals if "decimal" in p.reading]
        data = read_table(write(columns(cells)), "class", name=f"t.{form}", **other)
        np.testing.assert_allclose(data.X["v"], [value / 1000 for value in THOUSANDS])
        np.testing.assert_allclose(data.X["temp"], TEMP)
    cells = [4.25 + i if i % 2 else f"{i},5" for i in range(N)]
    data = read_table(sheet(columns(cells)), "class", decimal=",")
    np.testing.assert_allclose(data.X["v"], [4.25 + i if i % 2 else i + 0.5 for i in range(N)])
