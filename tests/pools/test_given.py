"""Members of which only votes are known answer for the rows they voted on, and no others."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.given import GivenPool
from l2dwk_core.pools.kinds import POOL_KINDS, fully_grown, kind_label
from l2dwk_core.pools.recipe import GIVEN, PoolRecipe

CODES = np.array([[0, 1], [1, 1], [0, 0]], dtype=np.int16)
PROBA = np.eye(2, dtype=np.float32)[CODES]
MASK = np.array([[True, True], [False, True], [True, True]])
X = pd.DataFrame({"m": ["a", "b", "a"]})


def pool(**more):
    return GivenPool(GIVEN, (), (), np.array(["a", "b"]), {}, codes=CODES, names=("m", "n"), **more)


def test_answers_are_looked_up_by_the_rows_number():
    rows = X.iloc[[2, 0]]
    given = pool(probabilities=PROBA)
    np.testing.assert_array_equal(given.predict_codes(rows), CODES[[2, 0]])
    np.testing.assert_array_equal(given.predict_codes(rows, [1]), CODES[[2, 0]][:, [1]])
    np.testing.assert_array_equal(given.predict_proba(rows), PROBA[[2, 0]])
    assert given.predict_labels(rows).tolist() == [["a", "a"], ["a", "b"]]
    assert given.voted(rows) is None


def test_missing_votes_are_marked_where_asked_rows_have_some():
    given = pool(mask=MASK)
    np.testing.assert_array_equal(given.voted(X), MASK)
    assert given.voted(X.iloc[[0, 2]]) is None
    assert given.voted(X, [1]) is None


def test_subsets_keep_names_and_votes():
    second = pool(probabilities=PROBA, mask=MASK).subset([1])
    assert second.names == ("n",) and second.n_members == 1
    np.testing.assert_array_equal(second.predict_codes(X), CODES[:, [1]])
    np.testing.assert_array_equal(second.predict_proba(X), PROBA[:, [1]])
    assert pool().prefix(1).names == ("m",)


@pytest.mark.parametrize(
    "rows", [X.set_index(pd.Index(["x", "y", "z"])), X.set_index(pd.Index([0, 1, 3])), X.to_numpy()]
)
def test_other_rows_are_refused(rows):
    with pytest.raises(InputError, match="votes are known for the rows they were given with"):
        pool().predict_codes(rows)


def test_without_probabilities_there_are_none():
    with pytest.raises(InputError, match="only the predicted labels were given"):
        pool().predict_proba(X)


def test_the_kind_is_no_choice_of_training():
    assert GIVEN not in POOL_KINDS
    assert kind_label(GIVEN) == "Models whose votes are given"
    assert kind_label("bagging") == POOL_KINDS["bagging"].label
    assert not fully_grown(PoolRecipe(GIVEN, 3))
