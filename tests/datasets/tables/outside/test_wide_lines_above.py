"""Lines as wide as the table above its names: pairs of words without a number, a small table."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 48
BODY = [
    f"{40 + i * 37 % N},{i * 17 % 31 / 10},{i % 9},{['benign', 'malignant'][i * 7 % 5 > 2]}"
    for i in range(N)
]


@pytest.mark.parametrize(
    "above",
    [
        ["Site,Berlin,Operator,Smith"],
        ["Site,Berlin,Operator,Smith", ""],
        ["Prüfstelle,Köln,Leiter,Schmidt"],
        ["Site,Berlin,Operator,Smith", "Device,Alpha,Room,North"],
        ["Patients,Blood,Urine,Result of all"],
        ["Group,n,Mean,SD", "benign,30,51.2,4.1", "malignant,18,63.1,5.0"],
        ["Group,n,Mean,SD", "benign,30,51.2,4.1", "malignant,18,63.1,5.0", ""],
        ["Class,Cases,Share,Age", "benign,30,0.62,51", "malignant,18,0.38,60", "all,48,1.0,55", ""],
    ],
)
@pytest.mark.parametrize("names", ["a,b,c,diagnosis", "alter,wert,stufe,Diagnose"])
def test_the_names_are_those_above_the_rows(above, names):
    read = inspect_table("\n".join([*above, names, *BODY]).encode())
    assert [column.name for column in read.columns] == names.split(",")
    data = read.to_dataset()
    assert sorted(data.classes) == ["benign", "malignant"]
    assert len(data.y) == N
    assert any("skipped" in note for note in data.notes)
    assert {"skip": 0} in [proposal.reading for proposal in read.proposals]


@pytest.mark.parametrize("names", ["u,v,w,kind", "length,width,height,form"])
def test_pairs_without_a_name_of_a_class_below(names):
    read = inspect_table("\n".join(["Site,Berlin,Operator,Smith", names, *BODY]).encode())
    assert [column.name for column in read.columns] == names.split(",")


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["len,wid,hei,kind", "length in mm,width in mm,height in mm,kind of it"], None),
        (["len,wid,hei,diagnosis", "mm,cm,m,"], None),
        (["Site,Age,Year,Class", "Station,Alter,Jahr,Klasse"], None),
        (
            ["blood,,body,", "a,b,c,diagnosis"],
            ["blood a", "blood b", "body c", "body diagnosis"],
        ),
    ],
)
def test_names_with_what_they_mean_below_and_groups_stay_names(lines, names):
    read = inspect_table("\n".join([*lines, *BODY]).encode())
    assert [column.name for column in read.columns] == (names or lines[0].split(","))
    assert read.n_rows == N


def test_a_table_of_the_same_size_above_another_one_is_read_first():
    other = [f"{i},{i * 3 % 11},{i % 4},{'pq'[i % 2]}" for i in range(20)]
    lines = ["u,v,w,kind", *other, "", "a,b,c,diagnosis", *BODY]
    assert inspect_table("\n".join(lines).encode()).columns[0].name == "u"


ROW_NAMES = {
    "numbered": lambda i: f"P{i:02d}",
    "words": lambda i: f"{'abcdefg'[i % 7]}{'uvwxyz'[i // 7]}",
}
CLASSES = {
    "few": lambda i: ("ill", "well")[i % 3 == 0],
    "texts": lambda i: f"{'klmnopqr'[i % 8]}{'stuvw'[i // 8]}",
}


@pytest.mark.parametrize("names", ROW_NAMES.values(), ids=ROW_NAMES)
@pytest.mark.parametrize("last", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("missing", ["n.d.", "not done", ".", "?"])
@pytest.mark.parametrize("row", range(1, 9))
@pytest.mark.parametrize("width", [1, 3])
def test_a_row_without_its_numbers_is_no_row_of_names(names, last, missing, row, width):
    other = [f"w{k}" for k in range(width - 1)]
    lines = [",".join(["id", "crp", *other, "group"])] + [
        ",".join(
            [
                names(i),
                missing if i == row else f"{10 + i * 7 % 31}.5",
                *(f"t{i}" for _ in other),
                last(i),
            ]
        )
        for i in range(40)
    ]
    read = inspect_table("\n".join(lines).encode())
    assert [column.name for column in read.columns] == ["id", "crp", *other, "group"]
    assert read.n_rows == 40
