"""The catalogue against the paper's printed table, and its own promises."""

from __future__ import annotations

import re

from l2dwk_core.datasets import DATASETS, catalogue_table
from l2dwk_core.datasets.catalogue.credits import PATH, sources_markdown

# Yin, Yang & Hao 2014, data table, in its order: rows, columns, classes.
PAPER = """
artificial 5109 7 10 | audiology 226 69 24 | auto-mpg 399 7 4 | autos 205 25 7
balance-scale 626 4 3 | balloons 76 4 2 | breast-cancer 286 9 2 | bridges2 108 11 6
clean1 476 166 2 | colic 368 22 2 | credit-a 695 15 2 | diabetes 768 8 2
echocardiogram 132 8 2 | flag 194 27 6 | german 1000 24 2 | glass 214 9 7
hayes-roth 132 4 3 | heart-c 303 13 5 | heart-h 294 13 5 | heart-statlog 270 13 2
hepatitis 155 19 2 | kr-vs-kp 3196 36 2 | led24 3200 24 10 | led7 3200 7 10
lymph 148 18 4 | machine 209 7 8 | sonar 208 60 2 | vehicle 848 18 4
vowel 990 13 11 | wave21 5000 21 3 | wave40 5000 40 3 | zoo 104 17 7
"""


def test_paper_columns_repeat_the_printed_table():
    rows = [line.split() for line in re.split(r"[|\n]", PAPER) if line.strip()]
    assert len(rows) == 32
    assert [row[0] for row in rows] == [f.name for f in DATASETS.values() if f.paper_sizes]
    for name, *sizes in rows:
        facts = DATASETS[name]
        assert [facts.paper_rows, facts.paper_columns, facts.paper_classes] == list(map(int, sizes))
        assert facts.paper_sizes == tuple(map(int, sizes))


def test_a_difference_is_explained_exactly_where_there_is_one():
    for facts in DATASETS.values():
        real = (facts.n_rows, facts.n_columns, facts.n_classes)
        differs = facts.paper_sizes is not None and facts.paper_sizes != real
        assert bool(facts.difference) == differs, facts.name


def test_counts_agree_with_each_other():
    for facts in DATASETS.values():
        assert sum(facts.class_counts.values()) == facts.n_rows, facts.name
        assert min(facts.class_counts.values()) >= 1
        assert 0 <= facts.missing_share < 1


def test_every_card_is_filled_in():
    for facts in DATASETS.values():
        for field in ("title", "about", "target", "donors", "year", "source", "licence", "roles"):
            assert getattr(facts, field).strip(), (facts.name, field)
        assert re.fullmatch(r"(19\d\d|undated)", facts.year)
        for sentence in (facts.about, facts.difference, facts.roles, *facts.changes):
            assert not sentence or sentence.endswith("."), (facts.name, sentence)


def test_the_table_has_paper_and_real_side_by_side():
    table = catalogue_table()
    assert list(table.index) == list(DATASETS)
    assert table.loc["vehicle", ["rows", "rows (paper)"]].tolist() == [846, 848]
    assert table.loc["zoo", ["columns", "columns (paper)"]].tolist() == [16, 17]
    assert table.loc["glass", ["classes", "classes (paper)"]].tolist() == [6, 7]


def test_sources_file_says_what_the_facts_say():
    assert PATH.name == "SOURCES.md"
    assert PATH.read_text(encoding="utf-8") == sources_markdown(), (
        "Write it again: python -m l2dwk_core.datasets.catalogue.credits"
    )
