"""Numbers given as text are named, in a warning and in the notes; codes and categories are not."""

from __future__ import annotations

import io
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.tree import DecisionTreeClassifier

import l2dwk_core as l2
from l2dwk_core.datasets.text_numbers import MOST_CODES, text_numbers_note
from l2dwk_core.pools.train_pool import train_pool

RNG = np.random.default_rng(0)
MANY = [str(value) for value in RNG.normal(size=60).round(3)]
WORDS = ["red", "green", "blue"] * 20


def _note(**columns):
    return text_numbers_note(pd.DataFrame(columns))


@pytest.mark.parametrize("kind", ["bagging", "adaboost", "library"])
def test_estimators_warn_and_note_and_the_remedy_helps(kind):
    X, y = load_wine(as_frame=True, return_X_y=True)
    model = l2.L2DWKClassifier(pool=kind, n_members=5)
    with pytest.warns(UserWarning, match="13 of 13 columns of X hold numbers as text"):
        model.fit(X.astype(str), y)
    assert sum("numbers as text ('alcohol', 'malic_acid'" in note for note in model.notes_) == 1
    text = model.score(X.astype(str), y)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        model.fit(X.astype(str).apply(pd.to_numeric), y)
        assert not any("as text" in note for note in model.notes_)
        assert model.score(X, y) >= text
        train_pool(X.astype(str).astype("category"), y, n_members=2)


def test_a_file_read_as_text_is_named_with_its_gaps():
    table = pd.DataFrame({"size": MANY, "colour": WORDS, "grade": ["1", "2", "3", "4"] * 15})
    read = pd.read_csv(io.StringIO(table.to_csv(index=False)), dtype=str)
    read.loc[3, "size"] = np.nan
    read.loc[4, "size"] = " "
    assert text_numbers_note(read).startswith("1 of 3 columns of X holds numbers as text ('size')")
    assert "'size'" in text_numbers_note(read.astype("string"))
    assert text_numbers_note(np.array([MANY, MANY]).T).startswith("2 of 2 columns of X hold")
    assert "('a', 'b', 'c' and 1 more)" in _note(a=MANY, b=MANY, c=MANY, d=MANY)
    mixed = [float(v) if i % 2 else v for i, v in enumerate(MANY)]
    assert "'a'" in _note(a=pd.Series(mixed, dtype=object))


@pytest.mark.parametrize(
    "column",
    [
        [str(k % MOST_CODES) for k in range(60)],  # few-valued codes
        [f"{k:03d}" for k in range(60)],  # codes with leading zeros
        [*MANY[:-1], "about 3"],
        [*MANY[:-1], "inf"],
        [float(v) for v in MANY],
        pd.Series([float(v) for v in MANY], dtype=object),
        pd.Categorical(MANY),
        pd.Series([None] * 60, dtype=object),
        pd.Series([[1]] * 60, dtype=object),
        WORDS,
    ],
)
def test_what_is_no_text_of_many_numbers_is_not_named(column):
    assert _note(a=column) == ""


def test_the_limit_is_in_different_numbers():
    at_least = [str(k % (MOST_CODES + 1)) for k in range(60)]
    assert _note(a=at_least) != ""
    same = [f"{k % MOST_CODES}{'.0' * (k % 3 == 0)}" for k in range(60)]  # more texts, no numbers
    assert _note(a=same) == ""


def test_methods_that_compare_rows_warn_when_the_members_take_the_rows_themselves():
    X, y = pd.DataFrame({"a": MANY, "b": MANY[::-1]}), np.arange(60) % 2
    members = [DecisionTreeClassifier(max_depth=d).fit(X, y) for d in (1, 2)]
    key = next(k for k, method in l2.COMBINERS.items() if "features" in method.create().needs)
    with pytest.warns(UserWarning, match="2 of 2 columns"):
        l2.COMBINERS[key].create(prefit=members).fit(X, y)
