"""Several rows of one case, such as visits of a patient, are noted."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import read_table
from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.cases import repeated

RNG = np.random.default_rng(3)
NOISE = RNG.normal(size=(320, 2)).round(2)


def visits(name="patient_id", case=str, label=lambda i: i % 2):
    rows = [
        f"{case(1000 + i)},{NOISE[8 * i + k, 0]},{NOISE[8 * i + k, 1]},{'ab'[label(i)]}"
        for i in range(40)
        for k in range(8)
    ]
    return "\n".join([f"{name},crp,hb,class", *rows]).encode()


def noted(data):
    return [note for note in data.notes if "both sides, so accuracies" in note]


@pytest.mark.parametrize("name", ["patient_id", "Subject", "case no", "person-nr", "store id"])
def test_the_number_of_a_case_is_left_out_and_its_rows_are_noted(name):
    data = read_table(visits(name), "class")
    assert list(data.X) == ["crp", "hb"]
    assert any(f"Column {name!r} is left out: By its name it says" in note for note in data.notes)
    (note,) = noted(data)
    assert note.startswith(f"Column {name!r} names 40 cases with 320 rows")


def test_words_are_noted_too():
    data = read_table(visits(case=lambda i: f"P{i}"), "class")
    assert noted(data)


def test_cases_of_several_classes_and_other_columns_are_not_noted():
    changing = visits().decode().splitlines()
    changing[1:] = [f"{line[:-1]}{'ab'[i % 3 > 0]}" for i, line in enumerate(changing[1:])]
    assert not noted(read_table("\n".join(changing).encode(), "class"))
    head, *rows = visits("order").decode().splitlines()
    rows = [rows[at] for at in np.random.default_rng(0).permutation(len(rows))]
    for name in ("fluid", "crp level"):
        data = read_table("\n".join([head.replace("order", name), *rows]).encode(), "class")
        assert name in data.X
        assert not noted(data)


FORMS = {
    "numbers": lambda i: i,
    "leading zeros": lambda i: f"{i - 999:04d}",
    "letter and number": lambda i: f"P{i - 1000:03d}",
    "site and number": lambda i: f"S{i % 3}-{i - 1000:03d}",
}


@pytest.mark.parametrize("case", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("name", ["patient_id", "patient", "Pat.-Nr.", "SUBJID", "MRN", "Proband"])
def test_a_case_is_left_out_however_its_cells_are_written(name, case):
    """The class changes from row to row, so that nothing but the name and the form counts."""
    head, *rows = visits(name, case).decode().splitlines()
    rows = [f"{line[:-1]}{'ab'[at % 3 > 0]}" for at, line in enumerate(rows)]
    draft = inspect_table("\n".join([head, *rows]).encode())
    assert draft.columns[0].role == "identifier", draft.columns[0].reason
    data = draft.to_dataset("class")
    assert list(data.X) == ["crp", "hb"]
    assert any(f"Column {name!r} is left out: By its name it says" in note for note in data.notes)
    (proposal,) = [p for p in draft.proposals if p.column == name]
    kept = draft.to_dataset("class", roles={name: proposal.role})
    assert name in kept.X


@pytest.mark.parametrize("name", ["patient_nbr", "ID", "patient"])
def test_a_few_visits_of_some_patients_are_enough(name):
    rows = [f"{i % 50},{i % 7}.5,{'ab'[i % 2]}" for i in range(60)]
    draft = inspect_table("\n".join([f"{name},crp,class", *rows]).encode())
    assert draft.columns[0].role == "identifier"


OF_ONE_CLASS = {
    "a few patients": ("patient_id", lambda i: 1001 + i % 6),
    "a few patients with letters": ("Pat.-Nr.", lambda i: f"P{i % 6}"),
    "a household": ("household", lambda i: i),
    "a thing by its name": ("order", lambda i: i),
}


@pytest.mark.parametrize(("name", "case"), OF_ONE_CLASS.values(), ids=OF_ONE_CLASS)
def test_what_is_only_likely_is_left_out_where_each_case_has_one_class(name, case):
    draft = inspect_table(visits(name, case))
    assert draft.columns[0].role == "ignored"
    data = draft.to_dataset("class")
    assert list(data.X) == ["crp", "hb"]
    assert any(f"Column {name!r} is left out: By its name it says" in note for note in data.notes)
    assert len(noted(data)) == 1
    (proposal,) = [p for p in draft.proposals if p.column == name]
    assert name in draft.to_dataset("class", roles={name: proposal.role}).X


@pytest.mark.parametrize(("name", "case"), OF_ONE_CLASS.values(), ids=OF_ONE_CLASS)
def test_it_is_used_and_noted_where_the_class_changes(name, case):
    head, *rows = visits(name, case).decode().splitlines()
    rows = [f"{line[:-1]}{'ab'[at % 3 > 0]}" for at, line in enumerate(rows)]
    data = read_table("\n".join([head, *rows]).encode(), "class")
    assert name in data.X
    (note,) = [note for note in data.notes if note.startswith(f"Column {name!r} is used. It may")]
    assert "leave it out" in note


FEW = "subject participant Proband VP patient ID Teilnehmer user sub Maus file recording".split()


@pytest.mark.parametrize("form", ["{}", "S{:02d}"])
@pytest.mark.parametrize("name", FEW)
def test_a_few_cases_of_one_class_each_are_left_out_by_their_name(name, form):
    rows = [f"{form.format(1 + i // 20)},{i * 7 % 13}.5,{'ab'[i // 20 % 2]}" for i in range(160)]
    data = read_table("\n".join([f"{name},f1,group", *rows]).encode())
    assert list(data.X) == ["f1"]
    (note,) = noted(data)
    assert "8 cases with 160 rows" in note


@pytest.mark.parametrize("name", ["sub", "Maus", "file", "recording"])
def test_many_cases_of_one_class_each_are_left_out_by_their_name(name):
    rows = [f"{1 + i // 8},{i * 7 % 13}.5,{'ab'[i // 8 % 2]}" for i in range(240)]
    data = read_table("\n".join([f"{name},f1,group", *rows]).encode())
    assert list(data.X) == ["f1"]
    assert len(noted(data)) == 1


@pytest.mark.parametrize("name", ["dose", "site", "batch", "x1", "level"])
def test_a_factor_of_three_levels_stays(name):
    rows = [f"{1 + i // 20},{i * 7 % 13}.5,{'ab'[i // 40 % 2]}" for i in range(60)]
    data = read_table("\n".join([f"{name},f1,group", *rows]).encode())
    assert name in data.X
    assert not noted(data)


@pytest.mark.parametrize("name", ["subject", "ID"])
def test_a_few_cases_with_the_classes_mixed_or_by_chance_stay(name):
    mixed = [f"{1 + i // 20},{i * 7 % 13}.5,{'ab'[i * 3 % 7 % 2]}" for i in range(160)]
    chance = [f"{1 + i // 2},{i * 7 % 13}.5,{'ab'[i // 2 % 2]}" for i in range(10)]
    for rows in (mixed, chance):
        data = read_table("\n".join([f"{name},f1,group", *rows]).encode())
        assert name in data.X
        assert not noted(data)


DOUBTFUL = {
    "a group by its name": ("Gruppe", lambda i: f"G{i % 17}"),
    "words of a person": ("speaker", lambda i: "abcdefgh"[i % 8] + "xyzuvw"[i % 6]),
    "numbered codes": ("v", lambda i: f"T{i - 999}"),
    "codes of adjacent rows": ("v", lambda i: f"{'QZ'[i % 2]}{7 * i % 61}"),
}


@pytest.mark.parametrize(("name", "case"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_is_only_likely_is_used_and_noted_with_what_leaves_it_out(name, case):
    draft = inspect_table(visits(name, case))
    assert "It may say to which case or group a row belongs" in draft.columns[0].reason
    data = draft.to_dataset("class")
    assert name in data.X
    (note,) = [note for note in data.notes if note.startswith(f"Column {name!r} is used. It may")]
    assert "leave it out" in note
    (proposal,) = [p for p in draft.proposals if p.column == name]
    assert (proposal.role, proposal.undo) == ("ignored", "Leave it out")
    assert name not in draft.to_dataset("class", roles={name: proposal.role}).X


CATEGORIES = {
    "weeks": ("week", lambda i, at: f"W{i:02d}"),
    "bands of age": ("band", lambda i, at: f"{5 * (i // 2)}-{5 * (i // 2) + 4}"),
    "a flag": ("patient_code", lambda i, at: at % 2),
    "a score": ("pain", lambda i, at: at % 11),
    "ages": ("age", lambda i, at: 20 + at * 7 % 50),
    "few sites": ("site", lambda i, at: f"S{at % 4}"),
    "codes of diseases": ("icd", lambda i, at: f"{'JKI'[at % 3]}{at * at % 23}.{at % 3}"),
    "towns": ("town", lambda i, at: "abcdefgh"[at % 8] + "xyzuvw"[at % 6]),
    "counts of patients": ("patients", lambda i, at: at % 19),
    "number of patients": ("number of patients", lambda i, at: at % 19),
    "size of a household": ("household", lambda i, at: at % 8),
}


@pytest.mark.parametrize(("name", "cell"), CATEGORIES.values(), ids=CATEGORIES)
def test_measurements_and_categories_are_used_without_a_word(name, cell):
    head, *rows = visits(name).decode().splitlines()
    rows = [
        f"{cell(at // 8, at)},{line.partition(',')[2][:-1]}{'ab'[at % 7 > 2]}"
        for at, line in enumerate(rows)
    ]
    draft = inspect_table("\n".join([head, *rows]).encode())
    data = draft.to_dataset("class")
    assert name in data.X
    assert not [note for note in data.notes if "case" in note and repr(name) in note]
    assert not [p for p in draft.proposals if p.column == name]


def test_codes_of_more_digits_than_python_reads_are_not_numbered():
    assert repeated.are_numbered([f"P{i}" for i in range(10, 40)])
    assert not repeated.are_numbered([f"P{'7' * 5000}{i}" for i in range(10, 40)])
