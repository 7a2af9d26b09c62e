"""Nouns agree with their numbers wherever a count may be one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import (
    abbreviated,
    as_sentence,
    counted,
    decimals_apart,
    duration,
    p_text,
    per_cent,
)
from l2dwk_core.datasets import read_table
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.train_pool import train_pool


def test_counted():
    assert [counted(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert counted(1, "row is", "rows are") == "1 row is"
    assert counted(np.int64(3), "row is", "rows are") == "3 rows are"


@pytest.mark.parametrize(
    ("a", "b", "least", "decimals"),
    [(0.2, 0.3, 1, 1), (4.52, 4.50, 1, 2), (4.549, 4.551, 1, 3), (7.0, 7.0, 2, 2),
     (0.1 + 0.2, 0.3, 3, 3), (0.0, 0.0004, 1, 4), (3, 4, 0, 0)],
)  # fmt: skip
def test_decimals_that_show_a_difference(a, b, least, decimals):
    assert decimals_apart(a, b, least) == decimals_apart(b, a, least) == decimals


def test_duration():
    said = [duration(s) for s in (0.2, 89.4, 90.6, 238)]
    assert said == ["1 s", "89 s", "2 min", "4 min"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Dataset("d", pd.DataFrame({"a": [1.0]}), np.array([])), "has 1 row but 0 labels"),
        (lambda: Dataset("d", pd.DataFrame(index=[0]), np.array(["a"])), "1 row and 0 columns"),
        (lambda: train_pool([[1.0]], ["a", "b"]), "X has 1 row but y 2 labels"),
        (lambda: train_pool([[1.0], [2.0]], ["a", "a"]), r"'a' \(2 rows\)"),
        (lambda: Oracle.from_predictions([[1]], [1, 2]), "predictions have 1 row;"),
        (lambda: tree_encoder(np.ones((3, 2))).transform(np.ones((3, 1))), "X has 1 column,"),
        (lambda: tree_encoder([[np.inf]]), "holds 1 value that is infinite"),
        (lambda: read_table(b"x,class\n1,a\n2,b\n"), "has 2 rows with a value"),
    ],
)
def test_diagnoses_agree_with_one(call, said):
    with pytest.raises(InputError, match=said):
        call()


def test_notes_agree_with_one():
    rows = [f"{i % 7},{i % 2}" for i in range(30)]
    text = "x,class\n" + "\n".join([*rows[:10], "inf,1", "4", *rows[10:]]) + "\n"
    notes = read_table(text.encode(), "class").notes
    assert any(note.startswith("1 line has fewer cells") for note in notes)
    assert any(note.startswith("1 row is left out") for note in notes)
    assert any(note.startswith("1 value of 'x' not read as a finite number") for note in notes)


def test_a_title_that_is_a_question_gets_no_full_stop():
    assert as_sentence("When does weighting pay?") == "When does weighting pay?"
    assert as_sentence("Many could be few") == "Many could be few."


def test_long_names_of_classes_that_begin_and_end_alike_stay_apart():
    kinds = ("building_windows_float", "building_windows_non_float", "vehicle_windows_float")
    for most in (13, 15, 17):
        cut = [abbreviated(kind, most) for kind in kinds]
        assert len(set(cut)) == 3
        assert all(len(name) <= most for name in cut)
    assert abbreviated(kinds[1], 17) == "bui.win.non_flo."
    assert abbreviated("tableware", 12) == "tableware"
    assert abbreviated("a" * 20 + "b" * 20, 9) == "aaaa…bbbb"


@pytest.mark.parametrize(
    ("p", "said"),
    [(0.0004, "p < 0.001"), (0.012, "p = 0.012"), (0.0494, "p = 0.049"), (0.0498, "p < 0.05"),
     (0.05, "p = 0.05"), (0.0512, "p = 0.05"), (0.23, "p = 0.23"), (1.0, "p = 1.00")],
)  # fmt: skip
def test_rounding_takes_no_p_value_across_the_level(p, said):
    assert p_text(p) == said


@pytest.mark.parametrize(
    ("share", "text"),
    [
        *((0.0, "0%"), (1.0, "100%"), (0.5, "50%"), (0.126, "13%"), (0.004, "0.4%")),
        *((0.998, "99.8%"), (0.99976, "99.98%"), (670 / 672, "99.7%"), (1e-9, "0.000%")),
        (1 - 3e-16, "100%"),
    ],
)
def test_whole_per_cents_say_nothing_and_all_of_these_alone(share, text):
    assert per_cent(share) == text
