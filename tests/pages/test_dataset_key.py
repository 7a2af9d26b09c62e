"""The word for a dataset survives the address; a table's word stands for all that was decided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import l2dwk_core
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, TEACHING_SETS, read_table, teaching_set
from pages.choices.choice import Choice, from_address, to_address
from pages.choices.dataset_key import OWN, TeachingChoice, check_dataset, teaching_choice
from pages.data.catalogue_view import SIZES, DataView, filtered, row_steps
from pages.lab.snippets import python_snippet
from pages.state.own_table import FIRST_BINS, OwnTable, Reading

TEACHING = [
    TeachingChoice(),
    TeachingChoice("xor", 37, 0.0, 1.0, 2**32 - 1),
    TeachingChoice("blobs", noise=1e-07, label_noise=0.123456789),
    TeachingChoice("spirals", n_rows=5000, noise=2.0),
]
CSV = b"""id,ward,visits,pressure,outcome
""" + b"".join(
    f"P{i:03d},{('', 'north', 'south')[i % 3]},{i % 4},{'NA' if i % 7 == 0 else 100 + i * 7 % 53},"
    f"{'ill' if (i * 5) % 9 > 4 else 'well'}\n".encode()
    for i in range(90)
)


@pytest.mark.parametrize("choice", TEACHING)
def test_teaching_word_brings_the_choice_back_also_through_the_address(choice):
    assert teaching_choice(str(choice)) == choice
    address = to_address(Choice(dataset=str(choice)))
    back, notes = from_address(address)
    assert not notes
    assert teaching_choice(back.dataset) == choice
    data = choice.dataset()
    expected = teaching_set(
        choice.kind, choice.n_rows, choice.noise, choice.label_noise, choice.seed
    )
    pd.testing.assert_frame_equal(data.X, expected.X)
    np.testing.assert_array_equal(data.y, expected.y)


@pytest.mark.parametrize("kind", TEACHING_SETS)
def test_default_teaching_set_is_its_name(kind):
    assert str(TeachingChoice(kind)) == kind
    check_dataset(kind)


@pytest.mark.parametrize("word", ["circles_noise-0", "moons_noise-0.0_labels-0_seed-0"])
def test_minus_zero_is_zero(word):
    choice = teaching_choice(word)
    assert choice is not None
    assert "-" not in str(choice)
    assert np.isfinite(choice.dataset().X.to_numpy()).all()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("glas", "Unknown dataset 'glas'.*Did you mean 'glass'"),
        ("moons_rows3", "moons with 3 points; a page draws 10 to 5000"),
        ("moons_rows1000000", "a page draws 10 to 5000"),
        ("moons_rows4.5", "'rows4.5' in the dataset .* is unknown"),
        ("moons_noise9", "out of range; noise is 0 to 2"),
        ("moons_noise-1", "out of range"),
        ("moons_labels1.5", "labels 0 to 1"),
        ("moons_seed99999999999", "the seed below"),
        ("moons_flavour2", "'flavour2' in the dataset 'moons_flavour2' is unknown"),
        ("moons_noisenan", "is unknown"),
        ("moons_", "is unknown"),
        ("own-0123456789abcdef", "lives in the session that uploaded it and cannot be shared"),
        ("own-xyz", "Unknown dataset"),
        ("<script>" * 50, "Unknown dataset"),
    ],
)
def test_bad_word_falls_back_with_one_line(word, said):
    with pytest.raises(InputError, match=said):
        check_dataset(word)
    choice, notes = from_address({"dataset": word, "lam": "2.0"})
    assert choice == Choice(lam=2.0)
    assert len(notes) == 1
    assert "\n" not in notes[0]
    assert notes[0].endswith("Used instead: glass.")


def test_own_word_counts_only_where_the_table_is():
    word = OwnTable.read("t.csv", CSV).word
    assert OWN.fullmatch(word)
    assert from_address({"dataset": word}, [word]) == (Choice(dataset=word), [])
    assert from_address({"dataset": word})[0] == Choice()


def test_own_table_is_read_table():
    table = OwnTable.read("t.csv", CSV)
    assert (table.target, table.bins) == ("outcome", None)
    table = table.with_roles({"id": "identifier", "visits": "symbolic", "pressure": "numeric"})
    assert table.roles == {"visits": "symbolic"}
    expected = read_table(CSV, target="outcome", roles={"visits": "symbolic"}, name="t.csv")
    pd.testing.assert_frame_equal(table.dataset.X, expected.X)
    np.testing.assert_array_equal(table.dataset.y, expected.y)
    assert table.dataset.notes == expected.notes


def test_word_changes_with_content_and_with_every_decision_only():
    table = OwnTable.read("t.csv", CSV)
    assert OwnTable.read("t.csv", CSV).word == table.word
    others = [
        OwnTable.read("t.csv", CSV + b"P900,north,1,120,ill\n"),
        OwnTable.read("u.csv", CSV),
        table.with_roles({"visits": "symbolic"}),
        table.aimed_at("ward"),
        table.read_anew(Reading(header=True)),
        replace(table.aimed_at("pressure"), bins=4),
        table.aimed_at("pressure"),
    ]
    words = {table.word, *(other.word for other in others)}
    assert len(words) == len(others) + 1


def test_quantity_is_cut_to_begin_with_and_codes_are_not():
    table = OwnTable.read("t.csv", CSV)
    assert table.aimed_at("pressure").bins == FIRST_BINS
    assert table.aimed_at("visits").bins is None
    assert len(table.aimed_at("pressure").dataset.classes) == FIRST_BINS
    as_symbols = table.aimed_at("pressure").with_roles({"pressure": "symbolic"})
    assert as_symbols.bins is None


def test_reading_anew_keeps_roles_and_target_that_are_still_there():
    table = OwnTable.read("t.csv", CSV).with_roles({"visits": "symbolic"}).aimed_at("ward")
    again = table.read_anew(Reading(encoding="latin-1"))
    assert (again.target, again.roles) == ("ward", {"visits": "symbolic"})
    headless = table.read_anew(Reading(header=False))
    assert headless.roles == {}
    assert headless.target != "ward"
    with pytest.raises(InputError, match="Unknown encoding 'nonsense'"):
        table.read_anew(Reading(encoding="nonsense"))


def test_snippet_for_an_own_table_gives_the_same_rows(tmp_path, monkeypatch):
    from pages.state import session_tables

    table = (
        OwnTable.read("t.csv", CSV)
        .with_roles({"visits": "symbolic"})
        .aimed_at("pressure")
        .read_anew(Reading(decimal="."))
    )
    monkeypatch.setattr(session_tables, "own_tables", lambda: {table.word: table})
    (tmp_path / "t.csv").write_bytes(CSV)
    monkeypatch.chdir(tmp_path)
    asked = {}

    def record(dataset, **arguments):
        asked.update(dataset=dataset, **arguments)
        raise InterruptedError

    monkeypatch.setattr(l2dwk_core, "run", record, raising=False)
    choice = Choice(dataset=table.word, lam=2.0)
    with pytest.raises(InterruptedError):
        exec(python_snippet(choice, session_tables.code(table.word)), {})
    pd.testing.assert_frame_equal(asked["dataset"].X, table.dataset.X)
    np.testing.assert_array_equal(asked["dataset"].y, table.dataset.y)
    assert asked["dataset"].name == table.dataset.name
    assert asked["settings"].lam == 2.0


@pytest.mark.parametrize(
    ("file", "stem"),
    [
        ("students.csv", "students"),
        ("my pupils, 2.b.csv", "my-pupils-2-b"),
        ("Schüler_1-2.tsv", "Schüler_1-2"),
        ("..\\<a>:b?.csv", "a-b"),
        ("(?).csv", "table"),
        ("x" * 200 + ".csv", "x" * 60),
    ],
)
def test_files_about_an_own_table_bear_its_name(file, stem, monkeypatch):
    from pages.state import session_tables

    table = OwnTable.read(file, CSV)
    monkeypatch.setattr(session_tables, "own_tables", lambda: {table.word: table})
    assert session_tables.file_stem(table.word) == stem
    assert session_tables.file_stem("glass") == "glass"
    assert session_tables.file_stem("moons_noise0.3") == "moons_noise0.3"


@pytest.mark.parametrize("choice", TEACHING)
def test_code_of_a_teaching_set_makes_it(choice):
    from pages.state import session_tables

    made = eval(session_tables.code(str(choice)), {"l2dwk_core": l2dwk_core})
    pd.testing.assert_frame_equal(made.X, choice.dataset().X)
    np.testing.assert_array_equal(made.y, choice.dataset().y)


def test_filters_keep_what_they_say():
    assert len(filtered(DataView())) == len(DATASETS)
    table = filtered(DataView(min_rows=200, max_rows=500, max_classes=3, gaps="some"))
    expected = [
        name
        for name, facts in DATASETS.items()
        if 200 <= facts.n_rows <= 500 and facts.n_classes <= 3 and facts.n_missing
    ]
    assert list(table.index) == expected
    assert expected
    assert list(filtered(DataView(find="HEART hungar")).index) == ["heart-h"]
    assert filtered(DataView(find="zzz")).empty


def test_steps_of_the_row_filter_reach_from_the_smallest_to_the_largest_dataset():
    assert (min(f.n_rows for f in DATASETS.values()), 200, 500, 1_000,
                     max(f.n_rows for f in DATASETS.values())) == SIZES  # fmt: skip
    assert row_steps([76, 5_109, 300]) == (76, 200, 500, 1_000, 5_109)
    assert row_steps([200, 1_000]) == (200, 500, 1_000)
    assert row_steps([20, 60]) == (20, 60)


def test_every_disagreement_with_the_paper_has_its_reason():
    table = filtered(DataView())
    for name, line in table[table["rows (paper)"].notna()].iterrows():
        differs = any(
            line[what] != line[f"{what} (paper)"] for what in ("rows", "columns", "classes")
        )
        assert differs == (line["reason"] != "The two agree."), name
