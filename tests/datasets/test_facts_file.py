"""Facts as TOML files: what is read, and every fault named with its file, its key and a remedy."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, TEACHING_SETS, DatasetFacts
from l2dwk_core.datasets.catalogue.facts_file import read_catalogue, read_facts
from l2dwk_core.datasets.generators import GENERATORS

PLAIN = """
title = "Ferns"
about = "Ferns of one wood."
target = "the kind of fern"
n_rows = 5
n_numeric = 1
n_symbolic = 0
n_missing = 0
donors = "A. Walker"
year = "1999"
source = "counted by hand"
licence = "Free"
roles = "The length is numeric."
sha256 = "0"
[class_counts]
"tall fern" = 2
"1" = 3
"""
PAPER = "paper_rows = 6\npaper_columns = 1\npaper_classes = 2\n"


def written(folder, text, name="ferns"):
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_left_out_has_its_default(tmp_path):
    facts = read_facts(written(tmp_path, PLAIN))
    assert (facts.name, facts.title, facts.year) == ("ferns", "Ferns", "1999")
    assert dict(facts.class_counts) == {"tall fern": 2, "1": 3}
    assert (facts.changes, facts.difference, facts.openml_copies) == ((), "", 1)
    assert (facts.paper_rows, facts.paper_columns, facts.paper_classes) == (None, None, None)
    assert facts.paper_sizes is None
    assert facts.paper_remark == "The paper does not list it."
    assert facts.sizes == (5, 1, 2)


def test_what_is_given_is_kept(tmp_path):
    more = PAPER + 'difference = "One is gone."\nchanges = ["First.", "Then."]\n'
    facts = read_facts(written(tmp_path, more + PLAIN))
    assert facts.paper_sizes == (6, 1, 2)
    assert facts.paper_remark == facts.difference == "One is gone."
    assert facts.changes == ("First.", "Then.")
    assert facts.licence == "Free"
    agreeing = read_facts(written(tmp_path, PAPER.replace("6", "5") + PLAIN))
    assert agreeing.paper_remark == "The two agree."


def test_a_folder_is_read_by_name_and_other_files_are_left_alone(tmp_path):
    for name in ("mosses", "ferns", "algae"):
        written(tmp_path, PLAIN, name)
    (tmp_path / "notes.txt").write_text("no facts")
    found = read_catalogue(tmp_path)
    assert list(found) == ["algae", "ferns", "mosses"]
    assert found["mosses"].name == "mosses"
    with pytest.raises(TypeError):
        found["lichens"] = found["ferns"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Ferns"', 'titel = "Ferns"', r"Unknown key 'titel'; .*roles.*mean 'title'"),
        ('title = "Ferns"', 'name = "x"\ntitle = "Ferns"', "Unknown key 'name'"),
        ('title = "Ferns"', "", r"'title' is missing; required are title, about, .*roles\. Add"),
        ('title = "Ferns"', "title = 3", "title is 3; give a text in quotes"),
        ('title = "Ferns"', 'title = " "', "title is ' '; give a text in quotes that is not empty"),
        ('year = "1999"', "year = 1999", "year is 1999; give a text in quotes"),
        ("n_rows = 5", "n_rows = 5.0", r"n_rows is 5\.0; it must be a whole number at least 1"),
        ("n_rows = 5", "n_rows = true", "n_rows is True; it must be a whole number"),
        ("n_rows = 5", "n_rows = 6", "n_rows is 6 and class_counts add up to 5"),
        ("n_missing = 0", "n_missing = -1", "n_missing is -1; it must be .* at least 0"),
        ('"1" = 3', '"1" = 0', r"class_counts\.1 is 0; it must be .* at least 1"),
        ('"1" = 3', '"1" = "3"', r"class_counts\.1 is '3'; it must be a whole number"),
        ('sha256 = "0"', 'sha256 = "0"\nchanges = "One."', r"changes is 'One\.'; give a list"),
        ('sha256 = "0"', 'sha256 = "0"\nchanges = ["One.", 2]', r"changes\[1\] is 2; give a text"),
        ('sha256 = "0"', "", "it has none of the keys sha256, generator, openml_id"),
        ('sha256 = "0"', 'sha256 = "0"\nopenml_id = 3', "it has sha256 and openml_id of the keys"),
        ('sha256 = "0"', 'generator = "led8"', r"generator 'led8'; allowed are .*wave21.*'led7'"),
        ('sha256 = "0"', "openml_id = 1\nopenml_copies = 0", "openml_copies is 0; it must be"),
        ('sha256 = "0"', 'sha256 = "0"\npaper_rows = 5', "only paper_rows; give all of paper_rows"),
        ('sha256 = "0"', 'sha256 = "0"\ndifference = "One."', "none are given; leave it out"),
    ],
)  # fmt: skip
def test_faults_name_the_file_the_key_and_what_is_allowed(tmp_path, old, new, message):
    assert old in PLAIN
    with pytest.raises(InputError, match=rf"^ferns\.toml: .*{message}"):
        read_facts(written(tmp_path, PLAIN.replace(old, new)))


def test_class_counts_are_a_table(tmp_path):
    text = PLAIN[: PLAIN.index("[class_counts]")]
    for faulty in ("class_counts = 5\n", "[class_counts]\n"):
        with pytest.raises(InputError, match=r'^ferns\.toml: class_counts is .*"label" = rows'):
            read_facts(written(tmp_path, text + faulty))


@pytest.mark.parametrize("content", [b"title = ", b'title = "\xff"', b"a = 1\na = 2"])
def test_what_is_no_toml_is_named(tmp_path, content):
    path = tmp_path / "ferns.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"^ferns\.toml is not a TOML file in UTF-8: "):
        read_facts(path)


KEYS = [field.name for field in fields(DatasetFacts) if field.name != "name"]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_checked_and_documented(tmp_path, key):
    top, counts = PLAIN.split("[class_counts]")
    lines = [line for line in top.splitlines() if not line.startswith(f"{key} =")]
    lines.append(f"{key} = 1999-12-31")  # a date is the value of no key
    if key != "class_counts":
        lines.append(f"[class_counts]{counts}")
    with pytest.raises(InputError, match=rf"^ferns\.toml: {key} is datetime\.date"):
        read_facts(written(tmp_path, "\n".join(lines)))
    assert re.search(rf"\b{key}\b", DatasetFacts.__doc__)


def test_every_generator_is_of_a_dataset_and_no_name_has_two_meanings():
    assert sorted(f.generator for f in DATASETS.values() if f.generator) == sorted(GENERATORS)
    assert not set(DATASETS) & set(TEACHING_SETS)
