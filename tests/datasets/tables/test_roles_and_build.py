"""Proposed roles and targets with their reasons, and what becomes of them."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, load_dataset
from l2dwk_core.datasets.tables import ROLES, inspect_table, read_table
from l2dwk_core.datasets.tables.make_columns import make_columns

N = 60


def table(**columns) -> bytes:
    return pd.DataFrame(columns).to_csv(index=False).encode()


def role_of(values, name="v"):
    draft = inspect_table(table(**{name: values, "class": list("ab") * (len(values) // 2)}))
    return draft.columns[0].role, draft.columns[0].reason


SHUFFLED = random.Random(0).sample(range(1, N + 1), N)
SENTENCES = [f"the patient number {i} felt rather well on this day" for i in range(N)]


@pytest.mark.parametrize(
    ("values", "name", "role", "reason"),
    [
        ([i + 0.5 for i in range(N)], "v", "numeric", "numbers"),
        ([0, 1] * 30, "v", "numeric", "makes no difference"),
        (SHUFFLED, "v", "identifier", "counts the rows"),
        ([7 * i for i in range(N)], "patient_id", "identifier", "By its name"),
        ([7 * i for i in range(N)], "PatientID", "identifier", "By its name"),
        ([7 * i for i in range(N)], "fluid", "numeric", "numbers"),
        ([i % 30 for i in range(N)], "id", "identifier", "to which case"),
        ([i % 30 for i in range(N)], "fluid", "numeric", "numbers"),
        ([i % 4 for i in range(N)], "store_id", "symbolic", "are codes"),
        ([f"k{i}" for i in range(N)], "v", "identifier", "60 different values in 60 rows"),
        ([f"{7 * i:05d}" for i in range(N)], "v", "identifier", "leading zeros"),
        ([f"{i % 7:03d}" for i in range(N)], "zip", "symbolic", "leading zeros"),
        ([5] * N, "v", "constant", "Every value is '5'"),
        ([None] * N, "v", "constant", "no values"),
        (["x"] * N, "v", "constant", "Every value is 'x'"),
        ([f"k{i % 7}" for i in range(N)], "v", "symbolic", "7 different values"),
        ([True, False] * 30, "v", "symbolic", "2 different values"),
        (SENTENCES, "v", "text", "60 different texts in 60 rows"),
        ([f"2020-01-{1 + i % 28:02d}" for i in range(N)], "v", "date", "dates or times"),
        ([f"{1 + i % 28}.{1 + i % 12}.2020" for i in range(N)], "v", "date", "dates"),
        ([f"{1 + i % 12}/{1 + i % 28}/20" for i in range(N)], "v", "date", "dates"),
        ([f"2020-01-{1 + i % 28:02d}T10:00:00Z" for i in range(N)], "v", "date", "dates"),
        ([f"{1 + i % 28} Mar 2020" for i in range(N)], "v", "date", "dates"),
        ([f"{i % 24}:{i:02d}" for i in range(N)], "v", "date", "dates"),
        (["30-34", "5-9", "10-14"] * 20, "v", "symbolic", "3 different values"),
        ([*range(0, 114, 2), "low", "low", "?"], "v", "numeric", r"57 of 59.*\('low'\)"),
        ([*range(0, 80, 2), *["low"] * 20], "v", "symbolic", "mixes numbers with words: 40 of 60"),
    ],
)
def test_roles(values, name, role, reason):
    found, why = role_of(values, name)
    assert found == role, why
    assert re.search(reason, why), why
    assert why.endswith(".")


@pytest.mark.parametrize("name", ["heart-c", "credit-a", "zoo", "german", "autos", "sonar", "flag"])
def test_a_shipped_dataset_written_to_csv_comes_back(name):
    """Roles are proposed as UCI documents them, but for digit codes, which look like numbers."""
    dataset, facts = load_dataset(name), DATASETS[name]
    data = dataset.X.assign(**{"class": dataset.y}).to_csv(index=False).encode()
    symbolic = {c: "symbolic" for c in dataset.X if dataset.X[c].dtype != np.float64}
    back = read_table(data, "class", roles={**symbolic, "class": "symbolic"})
    assert back.X.shape == (facts.n_rows, facts.n_columns)
    assert (back.y == dataset.y).all()
    for column in dataset.X:
        ours, theirs = back.X[column], dataset.X[column]
        if theirs.dtype == np.float64:
            np.testing.assert_array_equal(ours, theirs)
        else:
            assert (
                ours.astype(object).fillna("").tolist() == theirs.astype(object).fillna("").tolist()
            )
    proposed = {c.name: c.role for c in inspect_table(data).columns}
    for column, role in symbolic.items():
        digits = all(str(v).isdigit() for v in dataset.X[column].cat.categories)
        assert proposed[column] == ("numeric" if digits else role), column


@pytest.mark.parametrize(
    ("columns", "target", "reason"),
    [
        (
            {"u": list("abc") * 20, "Target": list("xyz") * 20, "v": list("de") * 30},
            "Target",
            "usual",
        ),
        ({"u": list("abc") * 20, "y": [1, 2] * 30, "v": list("de") * 30}, "y", "usual"),
        ({"u": list("abc") * 20, "w": [0.5, 1.5] * 30, "v": list("de") * 30}, "v", "last"),
        ({"u": list("abc") * 20, "w": [0.5, 1.5] * 30, "v": [1, 2, 3] * 20}, "v", "whole-number"),
        ({"u": list("abc") * 20, "w": [i / 7 for i in range(N)]}, "u", "first"),
        (
            {
                "r": [i / 9 for i in range(N)],
                "u": list("abc") * 20,
                "t": list("de") * 30,
                "w": [i / 7 for i in range(N)],
            },
            "t",
            "fewest values, 2",
        ),
        ({"u": [i / 9 for i in range(N)], "w": [i / 7 for i in range(N)]}, None, "No column"),
    ],
)
def test_proposed_targets(columns, target, reason):
    draft = inspect_table(table(**columns))
    assert draft.target == target
    assert reason in draft.target_reason


def test_changed_roles_are_obeyed():
    data = table(
        code=[1, 2, 3] * 20,
        name=[f"k{i}" for i in range(N)],
        mixed=[*["low"] * 30, *range(30)],
        z=[f"{i % 7:03d}" for i in range(N)],
        **{"class": list("ab") * 30},
    )
    draft = inspect_table(data)
    assert list(draft.to_dataset().X.columns) == ["code", "mixed", "z"]
    dataset = draft.to_dataset(
        roles={"code": "symbolic", "name": "symbolic", "mixed": "numeric", "z": "text"}
    )
    assert list(dataset.X.columns) == ["code", "name", "mixed"]
    assert list(dataset.X["code"].cat.categories) == ["1", "2", "3"]
    assert dataset.X["name"].nunique() == N
    assert int(dataset.X["mixed"].isna().sum()) == 30
    assert any("30 values of 'mixed'" in note for note in dataset.notes)
    assert f"Column 'z' is {ROLES['text']}." in dataset.notes
    no_numbers = draft.to_dataset(roles={"name": "numeric"})
    assert any("'name' is left out: it has no value" in note for note in no_numbers.notes)


def test_the_draft_shows_what_it_read():
    draft = inspect_table(table(x=[1.5, None, *range(18)], s=list("pq") * 10, y=list("ab") * 10))
    assert draft.n_rows == 20
    assert draft.preview.shape == (10, 3)
    assert draft.preview["x"].tolist()[:3] == ["1.5", "", "0.0"]
    assert draft.columns[0].n_missing == 1
    assert draft.columns[1].examples == ("p", "q")
    assert draft.detected == {
        "format": "delimited text",
        "delimiter": "comma",
        "header": "yes",
        "encoding": "utf-8",
        "decimal": ".",
    }


def test_reading_is_inspecting_and_deciding():
    data = table(x=[i / 3 for i in range(N)], s=list("pqr") * 20, y=list("ab") * 30)
    read, drafted = read_table(data), inspect_table(data).to_dataset()
    pd.testing.assert_frame_equal(read.X, drafted.X)
    assert (read.y == drafted.y).all()


def test_rows_without_target_are_dropped_and_counted():
    y = ["a", "b", None, "?", "a", "b"] * 10
    dataset = read_table(table(x=[i / 3 for i in range(N)], **{"class": y}))
    assert len(dataset.y) == 40
    assert dataset.X["x"].tolist() == [i / 3 for i in range(N) if i % 6 not in (2, 3)]
    (note,) = [n for n in dataset.notes if n.startswith("20 rows are left out: no value of")]
    assert note.endswith(
        "'?' in 10 rows counts as missing; if that is a class, keep it with keep=('?',)."
    )


def test_a_column_with_one_value_left_goes_and_one_with_gaps_stays():
    s = ["p", "q", "p", "p"] * 15
    y = ["a", None, "b", "a"] * 15
    dataset = read_table(table(s=s, x=[1.5, 2.0, None, 1.5] * 15, **{"class": y}))
    assert list(dataset.X.columns) == ["x"]
    assert any(
        "'s' is left out: it has one value in the rows that are kept" in n for n in dataset.notes
    )


def test_leaks_are_named():
    y = ["a", "b", "c"] * 20
    dataset = read_table(
        table(copy=["u", "v", "w"] * 20, code=[3, 1, 2] * 20, near=["u", "v", "v"] * 20, y=y)
    )
    leaks = [note for note in dataset.notes if "one to one" in note]
    assert len(leaks) == 2
    assert "'copy'" in leaks[0]
    assert "'code'" in leaks[1]
    assert list(dataset.X.columns) == ["copy", "code", "near"]


def test_rare_classes_are_named():
    y = ["a"] * 30 + ["b"] * 27 + ["c"] * 2 + ["d"]
    dataset = read_table(table(x=[i / 3 for i in range(N)], y=y))
    assert any("fewer than 3 rows" in n and "'c' (2), 'd' (1)" in n for n in dataset.notes)


def test_numeric_target_with_few_whole_numbers_is_a_class():
    dataset = read_table(table(x=[i / 3 for i in range(N)], y=[1.0, 2.0, None] * 20))
    assert dataset.classes.tolist() == ["1", "2"]
    mixed = b"x,y\n" + b"".join(b"%d.5,%s\n" % (i, (b"1", b"1.0", b"2")[i % 3]) for i in range(30))
    assert read_table(mixed).classes.tolist() == ["1", "2"]
    assert read_table(mixed, roles={"y": "symbolic"}).classes.tolist() == ["1", "1.0", "2"]


def test_equal_frequency_classes():
    values = [i**2 / 4 for i in range(N)]
    dataset = read_table(table(s=list("pqr") * 20, x=values), "x", bins=4)
    assert sorted(Counter(dataset.y.tolist()).values()) == [15, 15, 15, 15]
    order = sorted(range(N), key=lambda i: values[i])
    quarters = [set(dataset.y[order[k : k + 15]]) for k in range(0, N, 15)]
    assert all(len(quarter) == 1 for quarter in quarters)
    assert quarters[0] == {"up to 49"}
    assert quarters[1] == {"over 49 to 210.25"}
    assert any("cut into 4 classes of about equal frequency." in note for note in dataset.notes)


def test_equal_frequency_with_repeated_numbers_makes_fewer_classes_and_says_so():
    values = [0.0] * 50 + [i + 1.0 for i in range(10)]
    dataset = read_table(table(s=list("pqr") * 20, x=values), "x", bins=5)
    assert set(dataset.y) == {"up to 0", "over 0"}
    assert any("into 2 classes of about equal frequency instead of 5" in n for n in dataset.notes)
    with pytest.raises(InputError, match="one class"):
        read_table(table(s=list("pqr") * 20, x=[1.5] * N), "x", roles={"x": "numeric"}, bins=3)


def test_large_tables_are_sampled_by_class_and_seed():
    n = 3000
    y = ["common"] * (n - 35) + ["some"] * 30 + ["rare"] * 5
    random.Random(1).shuffle(y)
    data = table(x=[i + 0.5 for i in range(n)], **{"class": y})
    dataset = read_table(data, max_rows=300, seed=3)
    counts = Counter(dataset.y.tolist())
    assert counts.total() == 300
    # In proportion, but no class below three rows while it has them.
    assert counts == {"common": 294, "some": 3, "rare": 3}
    kept = [int(x) for x in dataset.X["x"]]
    assert kept == sorted(kept)
    assert [y[i] for i in kept] == dataset.y.tolist()
    assert any("300 of 3000 rows are kept: a random sample with seed 3" in n for n in dataset.notes)
    same, other = read_table(data, max_rows=300, seed=3), read_table(data, max_rows=300, seed=4)
    assert dataset.X.equals(same.X)
    assert not dataset.X.equals(other.X)
    everything = read_table(data, max_rows=n)
    assert len(everything.y) == n
    assert not any("sample" in note for note in everything.notes)


def test_a_sample_smaller_than_the_classes_is_refused():
    y = [f"k{i % 15}" for i in range(N)]
    with pytest.raises(InputError, match="fewer than the classes"):
        read_table(table(x=[i / 3 for i in range(N)], **{"class": y}), max_rows=10)


def test_values_are_numbered_by_first_appearance_without_the_blanks_around_them():
    cells = ["b ", "a", " b", "", " ", "a ", "c", "b"]
    (column,), _, _ = make_columns(["letter"], [cells], [""], None)
    stripped = [cell.strip() for cell in cells]
    levels = list(dict.fromkeys(cell for cell in stripped if cell))
    assert list(column.levels) == levels
    assert column.codes.tolist() == [levels.index(c) if c else -1 for c in stripped]


def test_all_rows_of_a_column_are_the_column_itself_with_what_is_known_of_it():
    column = inspect_table(b"a,y\n1,p\n2,q\n3,p\n4,q\n", name="t.csv").cells[0]
    assert column.take(np.arange(4)) is column
    for rows in ([0, 1, 2], [1, 0, 2, 3], [0, 1, 2, 3, 3]):
        part = column.take(np.array(rows))
        assert part is not column
        assert [part.levels[code] for code in part.codes] == [str(row + 1) for row in rows]
