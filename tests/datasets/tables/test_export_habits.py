"""Tables as programs write them: R, LabVIEW, surveys, fixed columns, joined files."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from l2dwk_core import read_table
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

N = 30


def classes(i: int) -> str:
    return "pq"[i * 3 % 5 > 1]


def table(head: str, row) -> bytes:
    return (head + "".join(row(i) + "\n" for i in range(N))).encode()


@pytest.mark.parametrize("numbered", [True, False])
def test_r_separates_by_blanks_and_quotes_words(numbered):
    data = table(
        '"age" "home town" "class"\n',
        lambda i: (
            (f'"{i + 1}" ' if numbered else "") + f'{i * 7 % 13} "New {i % 3}" "{classes(i)}"'
        ),
    )
    read = read_table(data, "class")
    assert read.classes.tolist() == ["p", "q"]
    assert list(read.X) == ["age", "home town"]
    assert set(read.X["home town"]) == {"New 0", "New 1", "New 2"}


def test_labview_names_a_last_column_that_rows_lack():
    read = read_table(
        table("t\tCh0\tstate\tComment\n", lambda i: f"{i},5\t{i % 13},25\t{classes(i)}")
    )
    assert read.X["Ch0"].tolist()[:2] == [0.25, 1.25]
    assert read.classes.tolist() == ["p", "q"]
    assert any("fewer cells than the first line" in note for note in read.notes)


@pytest.mark.parametrize(
    "head", ['age;"w\n[kg]";class\n', '"age\n[y]";"w\r\n[kg]";class\n', 'age;w;"class\n(ICD)"\n']
)
def test_a_line_break_in_a_name(head):
    read = read_table(table(head, lambda i: f"{i * 7 % 13};{i * 5 % 11};{classes(i)}"))
    assert [name.split()[0] for name in read.X] == ["age", "w"]
    assert (len(read.y), read.classes.tolist()) == (N, ["p", "q"])


def test_a_title_with_an_open_quote_is_still_skipped():
    data = table('Study "A\nage;w;class\n', lambda i: f"{i * 7 % 13};{i * 5 % 11};{classes(i)}")
    assert list(read_table(data).X) == ["age", "w"]


def test_a_blank_cell_of_aligned_columns_is_missing_where_it_stands():
    read = read_table(
        table(
            "class  x1     x2\n", lambda i: f"{classes(i):7}{'' if i % 5 == 0 else i:<7}{i + 100}"
        ),
        "class",
    )
    assert read.X["x1"].isna().tolist() == [i % 5 == 0 for i in range(N)]
    assert read.X["x2"].tolist() == [i + 100 for i in range(N)]


def test_a_blank_cell_of_columns_that_are_not_aligned_is_refused():
    data = table("class x1 x2\n", lambda i: f"{classes(i)} {'' if i % 5 == 0 else i} {i * 37}")
    with pytest.raises(InputError, match=r"unknown which cell is blank\. Write NA there"):
        read_table(data)


def test_the_questions_of_a_survey_are_no_row():
    data = table(
        'Q1,Q2,class\n"How old are you?","How tall?","Your group"\n',
        lambda i: f"{i * 7 % 13},{i * i % 17},{classes(i)}",
    )
    draft = inspect_table(data)
    assert draft.n_rows == N
    assert [p.reading for p in draft.proposals if p.reading] == [{"units": False}]
    assert inspect_table(data, units=False).n_rows == N + 1


def test_names_in_two_rows_of_pandas_are_joined():
    data = table("a,a,b\nx,y,class\n", lambda i: f"{i * 7 % 13},{i * i % 17},{classes(i)}")
    assert [column.name for column in inspect_table(data).columns] == ["a x", "a y", "b class"]


def test_a_first_row_with_a_missing_number_stays():
    data = table("x,y,class\nunknown,3,p\n", lambda i: f"{i * 7 % 13},{i * i % 17},{classes(i)}")
    assert inspect_table(data).n_rows == N + 1


def test_files_that_were_joined():
    part = table("\ufeffa,b,class\n", lambda i: f"{i * 7 % 13},{i * i % 17},{classes(i)}")
    read = read_table(part + part)
    assert (len(read.y), read.classes.tolist()) == (2 * N, ["p", "q"])


STAMPS = [datetime(2023, 1, 1, 10) + timedelta(days=i // 2) for i in range(N)]


@pytest.mark.parametrize(
    "form",
    [
        "%d%b%Y", "%d%b%y:%H:%M:%S", "%a %b %d %H:%M:%S %Y", "%a %b %d %H:%M:%S +0000 %Y",
        "[%d/%b/%Y:%H:%M:%S +0000]", "%d-%b-%y %I.%M.%S.000000 %p", "%d. Januar %Y",
        "%d de enero de %Y", "%Y年%m月%d日", "Mo. %d.%m.%Y",
    ],
)  # fmt: skip
def test_dates_of_other_programs(form):
    data = table("when,x,class\n", lambda i: f"{STAMPS[i].strftime(form)},{i % 7},{classes(i)}")
    assert inspect_table(data).columns[0].role == "date"


def test_words_are_no_dates():
    for word in ("may be 3", "March", "mar 12 b", "dec 5", "12 monkeys 2000", "sep. 4th"):
        data = table("when,x,class\n", lambda i, w=word: f"{w}{'abc'[i % 3]},{i % 7},{classes(i)}")
        assert inspect_table(data).columns[0].role == "symbolic"


@pytest.mark.parametrize(("cell", "unit"), [("{} Jahre", "Jahre"), ("{} días", "días")])
def test_units_of_other_languages(cell, unit):
    column = inspect_table(
        table("age,x,class\n", lambda i: f"{cell.format(i)},{i % 7},{classes(i)}")
    ).columns[0]
    assert (column.role, column.unit) == ("numeric", unit)


def test_numbers_with_underscores_are_hinted_at():
    data = table("age,x,class\n", lambda i: f"1_2{i + 10},{i % 7},{classes(i)}")
    assert "not readable as numbers" in inspect_table(data).columns[0].reason


@pytest.mark.parametrize("mark", ["\u200e", "\u200b", "\ufeff", "\u00ad"])
def test_signs_that_are_not_seen_before_numbers(mark):
    read = read_table(table("a,x,class\n", lambda i: f"{mark}{i}.5,{i % 7},{classes(i)}"), "class")
    assert read.X["a"].tolist() == [i + 0.5 for i in range(N)]


def test_x_and_y_are_a_place():
    named = lambda head: read_table(  # noqa: E731
        table(head, lambda i: f"{i % 8},{i // 8},{i * i % 91},{['ill', 'well'][i % 2]}")
    )
    assert named("x,y,z,group\n").classes.tolist() == ["ill", "well"]
    assert named("x,y,z,diagnosis\n").classes.tolist() == ["ill", "well"]
    data = table("x,z,y\n", lambda i: f"{i % 8},{'ab'[i % 2]},{i % 3}")
    assert inspect_table(data).target == "y"


def test_a_class_in_several_columns_is_noted():
    data = table(
        "a,cat,dog,bird\n",
        lambda i: ",".join(str(int(v)) for v in (i % 7, i % 3 == 0, i % 3 == 1, i % 3 == 2)),
    )
    for target in ("cat", "dog", "bird"):
        notes = read_table(data, target).notes
        assert any("exactly one of the columns 'cat', 'dog', 'bird' is 1" in n for n in notes)


@pytest.mark.parametrize("yes_no", [("True", "False"), ("yes", "no"), ("1", "0"), ("ja", "nein")])
def test_a_class_as_columns_of_true_and_false_is_noted(yes_no):
    rows = [
        f"{i % 7}.5," + ",".join(yes_no[i * 5 % 3 != kind] for kind in range(3)) for i in range(N)
    ]
    data = "\n".join(["x,is_cat,is_dog,is_bird", *rows]).encode()
    notes = read_table(data, "is_bird").notes
    found = f"is {yes_no[0]!r}" if yes_no[0] != "1" else "is 1"
    (note,) = [note for note in notes if "exactly one of the columns" in note]
    assert "'is_cat', 'is_dog', 'is_bird'" in note
    assert found in note


@pytest.mark.parametrize("yes_no", [("True", "False"), ("1", "0")])
def test_indicators_of_the_class_beside_it_are_noted(yes_no):
    kinds = [i * 5 % 3 for i in range(N)]
    rows = [
        f"{i % 7}.5,{'abc'[kind]}," + ",".join(yes_no[kind != k] for k in range(3))
        for i, kind in enumerate(kinds)
    ]
    notes = read_table("\n".join(["x,species,a,b,c", *rows]).encode(), "species").notes
    assert any("Columns 'a', 'b', 'c' tell the class 'species'" in note for note in notes)
    rows[0] = rows[0].replace(f"{yes_no[0]},{yes_no[1]}", f"{yes_no[1]},{yes_no[0]}")
    notes = read_table("\n".join(["x,species,a,b,c", *rows]).encode(), "species").notes
    assert not any("Columns 'a', 'b', 'c'" in note for note in notes)


def test_a_turned_table_is_refused():
    data = ("gene," + ",".join(f"s{i}" for i in range(N)) + "\n").encode() + "".join(
        f"g{k}," + ",".join(str(i * k % 17) for i in range(N)) + "\n" for k in range(12)
    ).encode()
    with pytest.raises(InputError, match="turn the table"):
        read_table(data, "gene")


@pytest.mark.parametrize("option", ["header", "units", "trim"])
def test_a_word_for_a_choice_is_refused(option):
    data = table("a,class\n", lambda i: f"{i % 7}.5,{classes(i)}")
    with pytest.raises(InputError, match=f"{option} is 'no'; give True, False, or None"):
        read_table(data, **{option: "no"})


def test_a_target_may_be_named_as_the_file_has_it():
    data = table('a,"my\n class"\n', lambda i: f"{i % 7}.5,{classes(i)}")
    assert read_table(data, "my\n class").classes.tolist() == ["p", "q"]


def test_joiners_in_names_stay():
    name = "می\u200cخواهم"
    assert (
        inspect_table(table(f"{name},class\n", lambda i: f"{i},{classes(i)}")).columns[0].name
        == name
    )
