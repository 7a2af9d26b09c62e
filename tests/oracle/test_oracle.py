"""Who is right where, for every kind of label, and the diagnosis of arrays that do not fit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity.registry import measure_all
from l2dwk_core.oracle.oracle import Oracle
from tests.problems import class_problem, probabilities

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=80)

LABELS = {
    "zero and one": np.array([0, 1]),
    "minus and plus one": np.array([-1, 1]),
    "one and two": np.array([1, 2]),
    "with gaps": np.array([3, 10, 500]),
    "small integers": np.array([1, 2, 3], dtype=np.int8),
    "unsigned": np.array([0, 5, 200], dtype=np.uint8),
    "many": np.arange(90),
    "more than int8 holds": np.arange(200),
    "whole floats": np.array([1.0, 2.0, 4.0]),
    "booleans": np.array([False, True]),
    "strings": np.array(["a", "bb", "ccc"]),
    "objects": np.array(["x", "y", "zebra"], dtype=object),
    "one class": np.array(["only"]),
}


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("every_class_is_a_label", [True, False])
def test_the_matrix_says_who_is_right(kind, every_class_is_a_label):
    names = LABELS[kind]
    rng = np.random.default_rng(0)
    predictions = names[rng.integers(0, len(names), (40, 7))]
    labels = names[rng.integers(0, len(names), 40)]
    if not every_class_is_a_label:  # members may vote for a class the rows do not have
        labels = np.full_like(labels, names[0])
    oracle = Oracle.from_predictions(predictions, labels)
    for k in range(40):
        for j in range(7):
            assert oracle.matrix[k, j] == (1 if predictions[k, j] == labels[k] else -1)
    assert oracle.matrix.dtype == np.int8
    np.testing.assert_array_equal(oracle.classes[oracle.codes], predictions)
    np.testing.assert_array_equal(oracle.classes[oracle.label_codes], labels)
    assert list(oracle.classes) == sorted(set(oracle.classes))
    assert (oracle.n_rows, oracle.n_members) == (40, 7)


def test_lists_and_frames_are_taken():
    as_list = Oracle.from_predictions([["a", "b"], ["b", "b"]], ["a", "b"])
    assert as_list.matrix.tolist() == [[1, -1], [1, 1]]
    frame = pd.DataFrame({"m1": ["a", "b"], "m2": ["b", "b"]})
    from_frame = Oracle.from_predictions(frame, pd.Series(["a", "b"]))
    np.testing.assert_array_equal(from_frame.matrix, as_list.matrix)
    strings = pd.Series(["a", "b"], dtype="string")
    np.testing.assert_array_equal(Oracle.from_predictions(frame, strings).matrix, as_list.matrix)
    categories = pd.Series(["a", "b"], dtype="category")
    np.testing.assert_array_equal(Oracle.from_predictions(frame, categories).matrix, as_list.matrix)


def test_different_string_lengths_compare_equal():
    predictions = np.array([["cat"], ["dog"]], dtype="<U3")
    labels = np.array(["cat", "dog"], dtype="<U20")
    assert Oracle.from_predictions(predictions, labels).matrix.tolist() == [[1], [1]]


@pytest.mark.parametrize(
    ("predictions", "labels"),
    [
        ([[1.0, 2.0], [2.0, 2.0]], ["1", "2"]),
        ([["1", "2"], ["2", "2"]], [1.0, 2.0]),
        (np.array([[1, "a"], [2, 2]], dtype=object), [1, 2]),
    ],
    ids=str,
)
def test_labels_of_different_kinds_are_refused_not_scored_as_wrong(predictions, labels):
    with pytest.raises(
        InputError, match=r"one type for predictions and labels|Predictions mix text"
    ):
        Oracle.from_predictions(predictions, labels)


def test_available_votes_only():
    predictions, labels = class_problem(0, 30, 6)
    available = np.random.default_rng(0).random((30, 6)) < 0.4
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    assert (oracle.matrix[~available] == 0).all()
    complete = Oracle.from_predictions(predictions, labels)
    np.testing.assert_array_equal(oracle.matrix[available], complete.matrix[available])
    assert (complete.matrix != 0).all()


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (3,), (2, 2, 2), ()], ids=str)
def test_predictions_that_are_no_table(shape):
    with pytest.raises(InputError, match=r"Predictions have shape .*; needed is rows × members"):
        Oracle.from_predictions(np.zeros(shape), np.zeros(shape[:1]))


@pytest.mark.parametrize("shape", [(2,), (4,), (3, 1), ()], ids=str)
def test_labels_that_do_not_fit(shape):
    with pytest.raises(InputError, match=r"Labels have shape .*predictions have 3 rows"):
        Oracle.from_predictions(np.zeros((3, 2)), np.zeros(shape))


@pytest.mark.parametrize("missing", [np.nan, None, pd.NA, pd.NaT], ids=repr)
def test_missing_values_are_refused(missing):
    holes = np.array([[1, 2], [missing, 1]], dtype=object)
    whole = np.array([[1, 2], [2, 1]], dtype=object)
    with pytest.raises(
        InputError,
        match=r"1 of 4 predictions is missing .first in row 2; row 1 is the first.; leave those",
    ):
        Oracle.from_predictions(holes, np.array([1, 2], dtype=object))
    with pytest.raises(InputError, match=r"1 of . labels? is missing"):
        Oracle.from_predictions(whole, np.array([1, missing], dtype=object))


def test_nan_is_refused():
    with pytest.raises(InputError, match=r"1 of . predictions? is missing"):
        Oracle.from_predictions([[1.0, np.nan]], [1.0])
    with pytest.raises(InputError, match=r"1 of . labels? is missing"):
        Oracle.from_predictions([[1.0, 1.0]], [np.nan])


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (
            np.ones((2, 2), dtype=bool),
            r"available has shape \(2, 2\) and type bool; needed is bool",
        ),
        (np.ones((2, 3), dtype=int), "type int64; needed is bool"),
        (np.full((2, 3), np.nan), "type float64; needed is bool"),
        (np.zeros((2, 3), dtype=bool), "No member may judge any row; use a hold-out"),
    ],
)
def test_a_mask_that_does_not_fit(mask, message):
    with pytest.raises(InputError, match=message):
        Oracle.from_predictions(np.ones((2, 3)), np.ones(2), available=mask)


# ---------------------------------------------------------------------------------------------
# A bare matrix


def test_a_bare_matrix_is_a_two_class_problem():
    matrix = np.array([[1, -1, 1], [-1, -1, 1]])
    oracle = Oracle.from_matrix(matrix)
    np.testing.assert_array_equal(oracle.matrix, matrix)
    assert len(oracle.classes) == 2
    np.testing.assert_array_equal(
        oracle.classes[oracle.codes] == oracle.classes[oracle.label_codes][:, None], matrix > 0
    )


@pytest.mark.parametrize("bad", [np.nan, 0.0, 2.0, 0.5, -np.inf], ids=str)
def test_a_bare_matrix_holds_plus_and_minus_one_only(bad):
    matrix = np.ones((3, 2))
    matrix[2, 1] = bad
    with pytest.raises(InputError, match=r"oracle holds .* at row 2, member 1; allowed are \+1"):
        Oracle.from_matrix(matrix)


@pytest.mark.parametrize("shape", [(0, 2), (2, 0), (2,), (1, 1, 1)], ids=str)
def test_a_bare_matrix_is_a_table(shape):
    with pytest.raises(InputError, match=r"oracle has shape .*; needed is rows × members"):
        Oracle.from_matrix(np.ones(shape))


@pytest.mark.parametrize(
    "matrix",
    [[["a", "b"]], np.array([[True, False]]), np.array([[None, 1]], dtype=object)],
    ids=str,
)
def test_a_bare_matrix_of_something_else_is_refused(matrix):
    with pytest.raises(InputError, match=r"The oracle holds .* allowed are \+1"):
        Oracle.from_matrix(matrix)


# ---------------------------------------------------------------------------------------------
# Probabilities


def test_soft_outputs():
    _, labels = class_problem(1, 25, 5)
    proba = probabilities(1, labels, 5, 3)
    oracle = Oracle.from_probabilities(proba, labels, ["a", "b", "c"])
    for k in range(25):
        for j in range(5):
            assert oracle.soft[k, j] == pytest.approx(2 * proba[k, j, labels[k]] - 1, abs=1e-15)
            guess = max(range(3), key=lambda c: proba[k, j, c])
            assert oracle.codes[k, j] == guess
            assert oracle.matrix[k, j] == (1 if guess == labels[k] else -1)


def test_probabilities_of_zero_and_one_are_votes():
    predictions, labels = class_problem(2, 20, 4)
    oracle = Oracle.from_probabilities(np.eye(3)[predictions], labels, np.arange(3))
    np.testing.assert_array_equal(oracle.soft, oracle.matrix)
    np.testing.assert_array_equal(
        oracle.matrix, Oracle.from_predictions(predictions, labels).matrix
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p * 0.9, r"miss a sum of 1 by up to 0\.1"),
        (lambda p: p + np.array([0.6, -0.6, 0.0]), r"range over \[-"),
        (lambda p: np.where(p == p.max(), np.nan, p), "each member's row must be a distribution"),
        (lambda p: p[:, :, :2], r"needed is rows × members × 3 classes"),
        (lambda p: p[:, 0], r"Probabilities have shape \(10, 3\)"),
        (lambda p: p[:0], r"Probabilities have shape \(0, 4, 3\)"),
        (lambda p: p[:9], r"Labels have shape \(10,\), but the probabilities have 9 rows"),
    ],
)
def test_what_is_no_distribution_is_refused(change, message):
    _, labels = class_problem(3, 10, 4)
    proba = probabilities(3, labels, 4, 3)
    with pytest.raises(InputError, match=message):
        Oracle.from_probabilities(change(proba), labels, np.arange(3))


# ---------------------------------------------------------------------------------------------
# Merged rows and prefixes


@often
@given(st.integers(1, 40), st.integers(1, 20), st.integers(0, 2**32 - 1), st.booleans())
def test_equal_rows_are_merged_and_no_others(n_rows, n_members, seed, with_mask):
    rng = np.random.default_rng(seed)
    matrix = rng.choice([-1, 1], size=(max(1, n_rows // 3), n_members))
    matrix = matrix[rng.integers(0, len(matrix), n_rows)]
    predictions, labels = (matrix > 0).astype(int), np.ones(n_rows, dtype=int)
    mask = rng.random(matrix.shape) < 0.7 if with_mask else None
    if mask is not None:
        mask[0, 0] = True
    oracle = Oracle.from_predictions(predictions, labels, available=mask)
    rows = [tuple(row) for row in oracle.matrix.tolist()]
    merged = oracle.merged
    table = [tuple(row) for row in merged.table[:, :-1].tolist()]
    assert (merged.table[:, -1] == 1).all()  # the all-right vector comes last
    if merged.inverse is None:  # too few equal rows to be worth it
        assert table == rows
        assert len(set(rows)) > 0.8 * n_rows
        return
    assert len(table) == len(set(rows))
    assert [table[i] for i in merged.inverse] == rows
    assert merged.counts.tolist() == [rows.count(row) for row in table]
    if mask is not None:
        seen = oracle.merged_availability
        np.testing.assert_array_equal(seen.table[seen.inverse][:, :-1], mask)


@pytest.mark.parametrize("with_mask", [False, True])
def test_a_prefix_is_the_oracle_of_the_first_members(with_mask):
    predictions, labels = class_problem(4, 30, 8)
    mask = np.random.default_rng(0).random((30, 8)) < 0.6 if with_mask else None
    part = Oracle.from_predictions(predictions, labels, available=mask).prefix(3)
    fresh = Oracle.from_predictions(
        predictions[:, :3], labels, available=None if mask is None else mask[:, :3]
    )
    np.testing.assert_array_equal(part.matrix, fresh.matrix)
    np.testing.assert_array_equal(part.codes, fresh.codes)
    if with_mask:
        np.testing.assert_array_equal(part.available, fresh.available)


def test_a_prefix_keeps_the_probabilities():
    _, labels = class_problem(5, 12, 6)
    proba = probabilities(5, labels, 6, 3)
    part = Oracle.from_probabilities(proba, labels, np.arange(3)).prefix(2)
    np.testing.assert_array_equal(part.probabilities, proba[:, :2])
    assert part.soft.shape == (12, 2)


@pytest.mark.parametrize("n_members", [0, -1, 9])
def test_a_prefix_that_does_not_exist_is_refused(n_members):
    predictions, labels = class_problem(6, 10, 8)
    with pytest.raises(InputError, match=r"members"):
        Oracle.from_predictions(predictions, labels).prefix(n_members)


def test_many_rows_are_encoded_in_parts(monkeypatch):
    predictions, labels = class_problem(4, 25, 3)
    whole = Oracle.from_predictions(predictions, labels).matrix
    monkeypatch.setattr("l2dwk_core.oracle.oracle._CELLS", 12)
    # Backwards: rows that are left out could otherwise find the right answers in reused memory.
    in_parts = Oracle.from_predictions(predictions[::-1], labels[::-1]).matrix
    np.testing.assert_array_equal(in_parts[::-1], whole)


def test_an_oracle_may_stand_for_its_matrix():
    oracle = Oracle.from_predictions([[0, 1, 1], [1, 1, 0], [0, 0, 0]], [0, 1, 1])
    np.testing.assert_array_equal(np.asarray(oracle), oracle.matrix)
    assert np.asarray(oracle) is oracle.matrix
    assert np.asarray(oracle, dtype=float).dtype == float
    copied = np.array(oracle)
    copied[0, 0] = 0
    assert oracle.matrix[0, 0] == 1
    assert measure_all(oracle) == measure_all(oracle.matrix)
