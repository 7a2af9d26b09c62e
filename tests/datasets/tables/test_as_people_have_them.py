"""Tables with all that stands around numbers in practice: signs, bounds, titles, units, covers."""

from __future__ import annotations

import io
import re

import numpy as np
import openpyxl
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.notation import BOUND, MARKED, NEGATIVE, PLAIN, number_parts

N = 60


def column(cells: list[str], name: str = "v") -> bytes:
    """One column, repeated to 60 rows, beside a class; separated by tabs."""
    lines = [f"{cells[i % len(cells)]}\t{'ab'[i % 2]}" for i in range(N)]
    return "\n".join([f"{name}\tclass", *lines]).encode()


def plain(n: int = N) -> str:
    return "x,y,class\n" + "".join(f"{i}.5,{i % 7},{'ab'[i % 2]}\n" for i in range(n))


def check_plain(data: bytes, n: int = N, **reading) -> list[str]:
    """The rows of ``plain``, however much stands around them; returns the notes."""
    dataset = read_table(data, **reading)
    assert list(dataset.X) == ["x", "y"]
    assert dataset.X["x"].tolist() == [i + 0.5 for i in range(n)]
    assert dataset.X["y"].tolist() == [i % 7 for i in range(n)]
    assert dataset.y.tolist() == ["ab"[i % 2] for i in range(n)]
    return list(dataset.notes)


def refusing(data: bytes, words: str, **reading) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read_table(data, **reading)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("cells", "values", "sign"),
    [
        (["10%", "20%", "2.5%", "-3%"], [10, 20, 2.5, -3], "%"),
        (["10,5%", "20,25%", "7%"], [10.5, 20.25, 7], "%"),
        (["10 %", "20 %", "0"], [10, 20, 0], "%"),
        (["$1,000.50", "$2", "-$3.25", "$-4"], [1000.5, 2, -3.25, -4], "$"),
        (["($1,000.50)", "$2.00", "$3.00"], [-1000.5, 2, 3], "$"),
        (["12,50 €", "1.000,75 €", "-3,00 €"], [12.5, 1000.75, -3], "€"),
        (["EUR 12.50", "€ 13.50", "14.50"], [12.5, 13.5, 14.5], "€"),
        (["CHF 12.50", "CHF 1'000.50", "CHF 5.–"], [12.5, 1000.5, 5], "CHF"),
        (["1 000,50 zł", "2,25 zł", "3,00 zł"], [1000.5, 2.25, 3], "zł"),
        (["12 kg", "13.5 kg", "900 kg"], [12, 13.5, 900], "kg"),
        (["37.2 °C", "36.9°C", "38 °C"], [37.2, 36.9, 38], "°C"),
        (["90 mg/dl", "110 mg/dl", "95 mg/dl"], [90, 110, 95], "mg/dl"),
        (["1,00,000", "12,34,567", "500"], [100000, 1234567, 500], ""),
        (["−5", "3", "−2.5", "4"], [-5, 3, -2.5, 4], ""),
        (["5-", "3", "2.5-", "4"], [-5, 3, -2.5, 4], ""),
        (["1'000.50", "2'000.25", "3"], [1000.5, 2000.25, 3], ""),
        (["1.000,50", "2.000,25", "3,5"], [1000.5, 2000.25, 3.5], ""),
        (["1 000,50", "2 000,25", "3,5"], [1000.5, 2000.25, 3.5], ""),
        (["1,000.50", "2,000.25", "3"], [1000.5, 2000.25, 3], ""),
    ],
)
def test_numbers_with_a_sign_are_numbers_and_the_sign_is_named(cells, values, sign):
    draft = inspect_table(column(cells))
    assert draft.columns[0].role == "numeric", draft.columns[0].reason
    assert draft.columns[0].unit == sign
    dataset = draft.to_dataset()
    expected = (values * N)[: N // len(values) * len(values)]
    assert dataset.X["v"].tolist()[: len(expected)] == expected
    if sign:
        assert sign in draft.columns[0].reason
        assert any("'v'" in note and sign in note for note in dataset.notes)
        assert [(p.column, p.role) for p in draft.proposals] == [("v", "symbolic")]


def test_per_cents_say_what_ten_per_cent_is():
    dataset = read_table(column([f"{i}%" for i in range(N)]))
    assert dataset.X["v"].tolist() == list(range(N))
    assert any("1% is read as 1" in note for note in dataset.notes)


def test_every_row_another_amount_is_no_name_of_the_row():
    for cells in ([f'"$1,{i:03d}.50"' for i in range(N)], [f"{i},50 €" for i in range(N)]):
        assert inspect_table(column(cells)).columns[0].role == "numeric"


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        (["12 kg", "900 g"], "kg, g|g, kg"),
        (["$5", "7 €"], "€"),
        (["10%", "0.2"], "%"),
    ],
)
def test_two_signs_are_not_one_quantity(cells, named):
    draft = inspect_table(column(cells))
    assert draft.columns[0].role == "symbolic"
    assert "mixes the signs" in draft.columns[0].reason
    assert re.search(named, draft.columns[0].reason)


def test_codes_and_dates_stay_what_they_are():
    for cells in (["5A", "6A", "7B"], ["30-34", "5-9"], ["120/80", "130/85"], ["1.2.3", "1.3.0"]):
        assert inspect_table(column(cells)).columns[0].role == "symbolic", cells
    assert inspect_table(column(["2020-01-01", "2020-02-03"])).columns[0].role == "date"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (">=90", ("90", "", BOUND)),
        ("≤ 0,5", ("0,5", "", BOUND)),
        ("<5%", ("5", "%", BOUND)),
        ("1.2*", ("1.2", "", MARKED)),
        ("1.2 †", ("1.2", "", MARKED)),
        ("3.4[1]", ("3.4", "", MARKED)),
        ("~5", ("5", "", MARKED)),
        ("(1,234)", ("-1,234", "", NEGATIVE)),
        ("−5", ("-5", "", NEGATIVE)),
        ("US$ 3", ("3", "$", PLAIN)),
        ("5 5", ("5 5", "", PLAIN)),  # `number` decides whether this groups thousands
        ("(-5)", None),
        ("5)", None),
        ("$5 €", None),
        ("n.d.", None),
        ("k5", None),
        ("1" * 41, None),
    ],
)
def test_parts_of_a_written_number(text, parts):
    assert number_parts(text) == parts


ODD = {3: ">=90", 7: "<0.5", 9: "n.d.", 11: "1.2*", 20: "n.d.", 21: "not done"}


def test_a_few_odd_cells_do_not_make_words_of_a_column_of_numbers():
    cells = [ODD.get(i, str(i * 1.5)) for i in range(N)]
    draft = inspect_table(column(cells))
    reason = draft.columns[0].reason
    assert draft.columns[0].role == "numeric"
    for odd in ("57 of 60", "'n.d.'", "'not done'", "'>=90'", "'<0.5'", "'1.2*'"):
        assert odd in reason
    assert [(p.column, p.role) for p in draft.proposals] == [("v", "symbolic")]
    dataset = draft.to_dataset()
    values = dataset.X["v"].to_numpy()
    assert np.flatnonzero(np.isnan(values)).tolist() == [9, 20, 21]
    assert (values[3], values[7], values[11], values[12]) == (90, 0.5, 1.2, 18)
    told = " ".join(dataset.notes)
    assert "3 values of 'v' not read as a number: missing ('n.d.' in 2 rows, 'not done')" in told
    assert "Bounds are taken as the number they name: '>=90', '<0.5'" in told
    assert "Marks beside numbers are left off: '1.2*'" in told
    as_words = draft.to_dataset(roles={"v": "symbolic"}).X["v"]
    assert (as_words.iloc[3], as_words.iloc[9]) == (">=90", "n.d.")


def test_a_tenth_of_odd_cells_is_still_a_column_of_numbers_and_a_few_codes_are_not():
    many = [("n.d." if i % 8 == 0 else f"{i / 7:.3f}") for i in range(N)]
    assert inspect_table(column(many)).columns[0].role == "numeric"
    codes = [("unknown" if i % 8 == 0 else str(i % 5)) for i in range(N)]
    draft = inspect_table(column(codes))
    assert draft.columns[0].role == "symbolic"
    assert [(p.column, p.role) for p in draft.proposals] == [("v", "numeric")]


BEFORE = {
    "sentences": "Spring survey of the ward\nMeasured by hand, in June\n",
    "comments": "# made in 2020, by us\n# see the notes, all of them\n# x: length\n",
    "blank lines between": "Report\n\nMeasured in spring\n\n",
    "padded as a spreadsheet does": "Report,,\nDate,2020,\n,,\n",
    "keys and values": "station,7\nday,Monday\n",
    "an open quote": '5" pipes of the ward\n',
    "tabs inside": "Report\tof 2020\n",
}


@pytest.mark.parametrize("name", BEFORE)
def test_lines_before_the_table_are_skipped_and_said(name):
    data = (BEFORE[name] + plain()).encode()
    lines = BEFORE[name].count("\n")
    notes = check_plain(data)
    assert any(f"The table begins at line {lines + 1}" in note for note in notes)
    draft = inspect_table(data)
    assert dict(draft.proposals[0].reading) == {"skip": 0}
    assert draft.proposals[0].text in draft.warnings
    assert check_plain(data, skip=lines) is not None


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_lines_before_a_table_with_another_delimiter(mark):
    check_plain(("A title, with commas, in it\n\n" + plain().replace(",", mark)).encode())


def test_blank_lines_before_the_table_are_nothing_to_speak_of():
    assert check_plain(("\n\n \n" + plain()).encode()) == []


def test_names_in_a_comment_above_the_rows():
    rows = "".join(f"{i}.5 {i % 7} {'ab'[i % 2]}\n" for i in range(N))
    notes = check_plain(f"# made in 2020\n# x y class\n{rows}".encode())
    assert any("names of the columns stand in a comment, line 2" in note for note in notes)


@pytest.mark.parametrize(
    ("header", "first"),
    [
        ('"#","Temp, C","class"', "#"),  # a logger's running number
        ("#\tTemp, C\tclass", "column 1"),
        ('"# 4711, by us"\n"#","Temp, C","class"', "#"),
    ],
)
def test_a_column_called_by_the_mark_of_comments_is_a_column(header, first):
    mark = "\t" if "\t" in header else ","
    rows = "\n".join(f"{i}{mark}{20 + i % 7}.5{mark}{'ab'[i % 2]}" for i in range(1, 40))
    read = inspect_table(f"{header}\n{rows}\n".encode(), name="t.csv")
    assert [column.name for column in read.columns] == [first, "Temp, C", "class"]


def test_comments_among_the_rows_are_skipped_and_counted():
    lines = plain().splitlines()
    lines[20:20] = ["# here the machine, was, repaired, by us"]
    lines[40:40] = ["# lunch"]
    notes = check_plain("\n".join(lines).encode())
    assert any("2 comments are skipped, the first in line 21" in note for note in notes)


def test_foot_notes_are_left_out_and_said():
    for foot in ("\n\nSource: the ward\n", "Total of all rows: see text\n* corrected\n"):
        notes = check_plain((plain() + foot).encode())
        assert any("The table ends before line" in note for note in notes)


def test_a_table_that_is_not_found_is_said_to_begin_somewhere():
    data = ("A line of text\n" * 40 + plain()).encode()
    refusing(data, r"begin at line 41: say that 40 lines stand before the table \(skip=40\)")
    check_plain(data, skip=40)
    refusing(b"a,b,c\n1,2,3\n2,3,4\n3,4,5\n4,5,6\n" + b"1,2,3,4\n" * 9, "line 6: 4 cells.*skip=5")


def test_a_second_table_below_is_not_mixed_in():
    below = "\n\nOther things\nname,size,kind\n" + "q,2,3\n" * 12
    notes = check_plain((plain() + below).encode())
    assert any("A second table seems to begin at line 64" in note for note in notes)
    wider = "\n\nname,size,kind,more\n" + "q,2,3,4\n" * 12
    refusing((plain() + wider).encode(), "line 64: 4 cells.*a second table seems to begin there")


@pytest.mark.parametrize(
    "line", ["mm,kg,", "[mm],(kg),-", "cm,kg/m2,", "(s),[unit of yield],", "%,€,"]
)
def test_a_line_of_units_is_no_row(line):
    data = plain().replace("class\n", f"class\n{line}\n", 1).encode()
    notes = check_plain(data)
    first, second = (text.strip("[]()") for text in line.split(",")[:2])
    assert any(f"x in {first}, y in {second}" in note for note in notes)
    draft = inspect_table(data)
    assert [column.unit for column in draft.columns] == [first, second, ""]
    assert dict(draft.proposals[0].reading) == {"units": False}
    as_row = inspect_table(data, units=False)
    assert as_row.n_rows == N + 1


def test_no_line_of_units_where_words_come_back_or_numbers_stand():
    for line in ("1.5,2,a", "mm,3,b", "mm,kg,a", "low mark of all,high,"):
        data = plain().replace("class\n", f"class\n{line}\n", 1).encode()
        assert inspect_table(data).n_rows == N + 1, line


def test_na_as_a_class_is_named_and_can_be_kept():
    y = ["yes", "no", "NA"]
    data = ("x,class\n" + "".join(f"{i}.5,{y[i % 3]}\n" for i in range(N))).encode()
    dataset = read_table(data)
    note = next(note for note in dataset.notes if "left out: no value" in note)
    assert "'NA' in 20 rows counts as missing" in note
    assert "keep=('NA',)" in note
    kept = read_table(data, keep=("NA",))
    assert kept.y.tolist() == [y[i % 3] for i in range(N)]
    assert not any("left out" in note for note in kept.notes)
    refusing(data, r"Unknown word for a missing 'class' 'nil'", keep=("nil",))
    refusing(data, "give a tuple of words", keep="NA")


def test_na_beside_one_class_says_how_to_keep_it():
    data = ("x,class\n" + "".join(f"{i}.5,{('yes', 'NA')[i % 2]}\n" for i in range(N))).encode()
    refusing(data, r"one class \('yes'\).*'NA' in 30 rows counts as missing.*keep=\('NA',\)")
    assert read_table(data, keep=("NA",)).classes.tolist() == ["NA", "yes"]


def test_none_is_a_class_and_an_empty_cell_is_nobodys():
    y = ["yes", "None", ""]
    data = ("x,class\n" + "".join(f"{i}.5,{y[i % 3]}\n" for i in range(N))).encode()
    dataset = read_table(data)
    assert dataset.classes.tolist() == ["None", "yes"]
    assert "20 rows are left out: no value of 'class'." in dataset.notes


def test_uci_wine_has_its_class_first_and_no_names():
    from sklearn.datasets import load_wine

    wine = load_wine()
    lines = [
        ",".join([str(label + 1), *(f"{value:g}" for value in row)])
        for label, row in zip(wine.target, wine.data, strict=True)
    ]
    dataset = read_table("\n".join(lines).encode(), name="wine.data")
    draft = inspect_table("\n".join(lines).encode())
    assert draft.target == "c1"
    assert draft.target_reason.startswith("It is the first column and has 3 values;")
    assert dataset.X.shape == (178, 13)
    np.testing.assert_allclose(dataset.X.to_numpy(), wine.data, rtol=1e-5)
    np.testing.assert_array_equal(dataset.y.astype(int), wine.target + 1)


def test_a_target_within_a_longer_name():
    for name in ("class_label", "Target class", "y_target"):
        data = f"{name},u,w\n" + "".join(f"{i % 2},{'ab'[i % 2]},{i}.5\n" for i in range(N))
        draft = inspect_table(data.encode())
        assert draft.target == name
        assert "speaks of" in draft.target_reason


@pytest.mark.parametrize("make", [lambda i: f"A{i}", lambda i: str(100_000 + 37 * i)])
def test_an_almost_unique_column_is_proposed_for_leaving_out(make):
    cells = [make(max(i, 3)) for i in range(600)]  # 597 different ones
    lines = [f"{cell},{i}.5,{'ab'[i % 2]}" for i, cell in enumerate(cells)]
    draft = inspect_table("\n".join(["v,x,class", *lines]).encode())
    assert draft.columns[0].role == "identifier"
    assert "597 different" in draft.columns[0].reason
    assert "in 600 rows" in draft.columns[0].reason
    assert draft.proposals[0].column == "v"
    role = draft.proposals[0].role
    assert draft.to_dataset(roles={"v": role}).X.shape == (600, 2)


QUANTITIES = (
    "Temperature (K)", "body_mass_g", "ApplicantIncome", "steps", "Salary", "Price (EUR)",
    "Thrombozyten", "CD4 count", "Weight (g)", "Fläche m²", "distance_km", "population", "views",
    "Geburtsgewicht", "Einkommen", "NT-proBNP [pg/ml]", "account balance", "energy_kcal",
)  # fmt: skip


@pytest.mark.parametrize("name", QUANTITIES)
def test_whole_numbers_of_a_quantity_are_used_when_they_all_differ(name):
    for many, first in ((150, 2_707), (600, 100_003)):
        lines = [f"{first + i * 7919 % 60_013},{i}.5,{'ab'[i % 2]}" for i in range(many)]
        draft = inspect_table("\n".join([f"{name},x,class", *lines]).encode())
        assert draft.columns[0].role == "numeric", draft.columns[0].reason
        assert "name the row" not in " ".join(draft.to_dataset().notes)


@pytest.mark.parametrize("name", ["v", "serial", "account", "order id", "policy", "id_mass"])
def test_whole_numbers_of_other_things_are_left_out_when_they_all_differ(name):
    lines = [f"{100_003 + i * 7919 % 60_013},{i}.5,{'ab'[i % 2]}" for i in range(600)]
    draft = inspect_table("\n".join([f"{name},x,class", *lines]).encode())
    assert draft.columns[0].role == "identifier"


def test_whole_numbers_that_repeat_or_have_parts_stay_quantities():
    rng = np.random.default_rng(0)
    for values in (rng.integers(0, 5_000, 600), rng.normal(0, 1e6, 600).round(1)):
        lines = [f"{value},{'ab'[i % 2]}" for i, value in enumerate(values)]
        assert inspect_table("\n".join(["v,class", *lines]).encode()).columns[0].role == "numeric"


def test_an_almost_unique_target_is_cut_into_classes_all_the_same():
    lines = [f"{100 + 37 * i},{i % 5}" for i in range(600)]
    data = "\n".join(["v,x", *lines]).encode()
    assert inspect_table(data).columns[0].role == "identifier"
    counts = np.unique(read_table(data, "v", bins=3).y, return_counts=True)[1]
    assert counts.tolist() == [200, 200, 200]


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


ROWS = [["x", "y", "class"], *([i + 0.5, i % 7, "ab"[i % 2]] for i in range(N))]
COVER = [["Project", "Alpha"], ["Author", "A. Person"], [], ["Date", "2020-01-01"], ["See Data"]]


def test_a_cover_sheet_and_a_table_that_begins_in_row_four():
    data = workbook(Cover=COVER, Data=[["Spring survey"], [], ["by hand"], *ROWS])
    notes = check_plain(data)
    assert any("Sheet 'Data' was read" in note and "'Cover'" in note for note in notes)
    assert any("The table begins in row 4" in note for note in notes)
    draft = inspect_table(data)
    assert draft.detected["sheet"] == "Data"
    assert [dict(p.reading) for p in draft.proposals] == [{"sheet": "Cover"}, {"skip": 0}]
    refusing(data, "The sheet is 'Cover'; the file has 'Cover', 'Data'", sheet="Cover")


def test_a_long_cover_of_keys_and_values_is_no_table():
    cover = [[f"key {i}", f"some text {i}"] for i in range(20)]
    check_plain(workbook(Cover=cover, Data=ROWS))


def test_a_sheet_with_units_an_offset_a_foot_and_another_table():
    shifted = [[None, None, *row] for row in [ROWS[0], ["mm", "kg", None], *ROWS[1:]]]
    foot = [[], [None, None, "Source: the ward"]]
    other = [[], [], [None, None, "name", "size", "kind"], *([[None, None, "q", 2, 3]] * 4)]
    notes = check_plain(workbook(Data=[["Title"], *shifted, *foot]))
    assert any("Row 3 holds units, not values: x in mm, y in kg" in note for note in notes)
    notes = check_plain(workbook(Data=[*shifted, *other]))
    assert any("second table seems to begin at row" in note for note in notes)


def test_errors_name_the_sheets_there_are():
    data = workbook(Cover=[["nothing"]], More=[["here"]], Other=[])
    refusing(data, r"The file|the file has 'Cover', 'More', 'Other'")


def test_names_in_two_rows_are_joined_and_said():
    rows = [["Group A", None, "class"], ["x", "y", None], *ROWS[1:]]
    dataset = read_table(workbook(Data=rows))
    assert list(dataset.X) == ["Group A x", "Group A y"]
    assert dataset.X["Group A x"].tolist() == [i + 0.5 for i in range(N)]
    assert dataset.y.tolist() == ["ab"[i % 2] for i in range(N)]
    assert any("Two rows hold names, rows 1 and 2; those of one" in note for note in dataset.notes)


def test_a_hidden_sheet_is_read_only_where_no_other_is_a_table_and_then_it_is_said():
    other = [["x", "y", "class"], *([i + 0.25, i % 5, "cd"[i % 2]] for i in range(N))]
    book = openpyxl.load_workbook(io.BytesIO(workbook(Old=other, Data=ROWS)))
    book["Old"].sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    assert not any("hidden" in note for note in check_plain(out.getvalue()))
    assert sorted(set(read_table(out.getvalue(), sheet="Old").y)) == ["c", "d"]
    book["Data"].delete_rows(1, N + 1)
    book["Data"]["A1"] = "see the other sheet"
    out = io.BytesIO()
    book.save(out)
    dataset = read_table(out.getvalue())
    assert sorted(set(dataset.y)) == ["c", "d"]
    assert "Sheet 'Old' is hidden in the file." in dataset.notes


@pytest.mark.parametrize(
    "groups", [["<90", ">=90"], ["<18", "18", ">18"], ["1*", "1"], ["<$50", ">=$50"], ["~5", "5"]]
)
def test_few_values_that_differ_by_a_bound_or_mark_alone_are_groups(groups):
    lines = [f"{i + 0.5},{groups[i % len(groups)]},{'ab'[i // 3 % 2]}" for i in range(60)]
    data = "\n".join(["v,group,class", *lines]).encode()
    assert sorted(set(read_table(data, "group").y)) == sorted(groups)
    draft = inspect_table(data)
    assert draft.columns[1].role == "symbolic"
    assert "would be the same" in draft.columns[1].reason
    assert sorted(draft.to_dataset("class").X["group"].cat.categories) == sorted(groups)


def test_how_the_numbers_of_a_target_are_read_is_said():
    lines = [f"{i + 0.5},{(['1-', '1', '2'])[i % 3]}" for i in range(60)]
    dataset = read_table("\n".join(["v,grade", *lines]).encode(), "grade")
    assert sorted(set(dataset.y)) == ["-1", "1", "2"]
    assert (
        "Numbers of the target 'grade': Read as negative numbers: '1-' in 20 rows." in dataset.notes
    )


@pytest.mark.parametrize("other", ["NO", "n\u006f\u200b", "\uff4eo", "no."])
def test_classes_that_look_alike_are_named(other):
    lines = [f"{i * 7 % 50}.5,{['no', other, 'yes'][i % 3]}" for i in range(60)]
    notes = read_table("\n".join(["v,class", *lines]).encode()).notes
    (note,) = [note for note in notes if "differ only in case" in note]
    assert "'no'" in note and repr(other) in note and "yes" not in note


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[{"v": 1, "class": "a"}]', "JSON"),
        ('{"v": 1, "class": "a"}\n{"v": 2, "class": "b"}', "JSON"),
        ("\n<html><table><tr><td>1</td></tr></table>", r"a web page \(HTML\)"),
        ("<!DOCTYPE html>\n<p>", r"a web page \(HTML\)"),
        ('<?xml version="1.0"?><rows/>', "XML"),
    ],
)
def test_texts_that_are_something_else_are_called_so(text, what):
    with pytest.raises(InputError, match=f"'t.xls' is {what}, not a table that can be read"):
        inspect_table(text.encode(), name="t.xls")


def test_decimal_commas_that_part_cells_are_no_names_of_rows():
    lines = [f"{i % 50},{i * 7 % 100},{i % 5},{'ab'[i % 2]}" for i in range(60)]
    data = "\n".join(["v,w,class", *lines]).encode()
    with pytest.raises(InputError, match=r"4 cells where the first line has 3.* decimal comma"):
        read_table(data)


def test_names_of_rows_as_r_writes_them_are_said_to_be_such():
    lines = [f"r{i},{i * 7 % 50}.5,{'ab'[i % 2]}" for i in range(60)]
    dataset = read_table("\n".join(["v,class", *lines]).encode())
    assert list(dataset.X) == ["v"]
    assert any("taken for the name of the row" in note for note in dataset.notes)
