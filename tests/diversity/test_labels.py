"""Label kappa against its definition and scikit-learn, for labels of every kind."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES, kappa_error_pairs
from tests import reference_diversity as exact
from tests.diversity.strategies import thorough, whole_weights

KAPPA = MEASURES["label_kappa"]


@st.composite
def label_matrices(draw: st.DrawFn) -> np.ndarray:
    n_samples, n_members = draw(st.integers(1, 8)), draw(st.integers(2, 4))
    n_classes = draw(st.integers(1, 4))
    row = st.lists(st.integers(0, n_classes - 1), min_size=n_members, max_size=n_members)
    return np.array(draw(st.lists(row, min_size=n_samples, max_size=n_samples)))


def test_golden_pair() -> None:
    codes = np.array([[0, 0, 1, 2, 2, 1], [0, 1, 1, 2, 0, 1]]).T
    assert KAPPA.value(codes) == pytest.approx(0.5, rel=1e-15)


@thorough
@given(codes=label_matrices(), data=st.data())
def test_matrix_is_the_definition(codes: np.ndarray, data: st.DataObject) -> None:
    weights = data.draw(st.one_of(st.none(), whole_weights(len(codes))))
    matrix = KAPPA.matrix(codes, weights)
    columns = codes.T.tolist()
    values = []
    for i, first in enumerate(columns):
        for j, second in enumerate(columns):
            wanted = exact.label_kappa_of(first, second, weights)
            if wanted is None:
                assert math.isnan(matrix[i, j])
            else:
                assert matrix[i, j] == pytest.approx(float(wanted), abs=1e-12)
            if i < j:
                values.append(wanted)
    detail = KAPPA.detail(codes, weights)
    defined = [value for value in values if value is not None]
    assert detail.n_pairs == len(values)
    assert detail.n_undefined == len(values) - len(defined)
    if defined:
        assert detail.value == pytest.approx(float(sum(defined) / len(defined)), abs=1e-12)
    else:
        assert math.isnan(detail.value)
        assert "always predict the same one label" in detail.reason


@pytest.mark.parametrize("n_classes", [2, 3, 26])
def test_agrees_with_scikit_learn(n_classes: int) -> None:
    rng = np.random.default_rng(n_classes)
    truth = rng.integers(0, n_classes, size=(200, 1))
    codes = np.where(rng.random((200, 5)) < 0.6, truth, rng.integers(0, n_classes, size=(200, 5)))
    weights = rng.random(200)
    plain, weighted = KAPPA.matrix(codes), KAPPA.matrix(codes, weights)
    for i in range(5):
        for j in range(5):
            wanted = cohen_kappa_score(codes[:, i], codes[:, j])
            assert plain[i, j] == pytest.approx(wanted, abs=1e-12)
            wanted = cohen_kappa_score(codes[:, i], codes[:, j], sample_weight=weights)
            assert weighted[i, j] == pytest.approx(wanted, abs=1e-12)


def test_rounding_never_carries_kappa_below_minus_one() -> None:
    # Two members that always contradict each other, each label taking half of the mass.
    rng = np.random.default_rng(6)
    for _ in range(200):
        half = rng.random(3)
        codes = np.array([[0, 1]] * 3 + [[1, 0]] * 3)
        found = KAPPA.value(codes, np.concatenate([half, rng.permutation(half)]))
        assert -1 <= found <= -1 + 1e-12


def test_constant_members() -> None:
    one_constant = np.array([[0, 0], [0, 1], [0, 2]])
    assert KAPPA.value(one_constant) == 0.0
    different_constants = np.array([[0, 1], [0, 1]])
    assert KAPPA.value(different_constants) == 0.0
    same_constant = np.array([[3, 3], [3, 3]])
    detail = KAPPA.detail(same_constant)
    assert math.isnan(detail.value)
    assert detail.n_undefined == 1
    assert detail.reason.startswith("1 of 1 pairs undefined (0/0)")
    # Constant only where there is weight.
    assert math.isnan(KAPPA.value([[3, 3], [1, 2]], [1.0, 0.0]))


def test_any_kind_of_labels_gives_the_same_answer() -> None:
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 3, size=(60, 4))
    wanted = KAPPA.matrix(codes)
    renamings = [
        np.array([-1, 1, 40]),
        np.array([7, 10**9, -(10**12)]),
        np.array([0.5, 2.0, -1.0]),
        np.array(["setosa", "virginica", "versicolor"]),
        np.array(["a", "b", "c"], dtype=object),
        np.array([200, 3, 255], dtype=np.uint8),
    ]
    for names in renamings:
        np.testing.assert_array_equal(KAPPA.matrix(names[codes]), wanted)
    frame = pd.DataFrame(np.array(["x", "y", "z"])[codes])
    np.testing.assert_array_equal(KAPPA.matrix(frame), wanted)


def test_members_wrong_in_different_ways_differ_only_on_labels() -> None:
    truth = np.array([0, 0, 1, 1, 2, 2])
    codes = np.array([[0, 0], [1, 2], [1, 1], [0, 2], [2, 2], [0, 1]])
    oracle = np.where(codes == truth[:, None], 1, -1)
    assert MEASURES["disagreement"].value(oracle) == 0.0
    assert MEASURES["interrater_kappa"].value(oracle) == 1.0
    assert KAPPA.value(codes) < 0.5


def test_label_kappa_is_not_the_interrater_kappa() -> None:
    # On the published 15 × 10 oracle read as two-class labels the two differ.
    rows = (
        "1000001000 0100101000 1011010110 1001110011 1101110001 1111010000 1010001011 0000100001 "
        "0010011001 0100100000 0000010011 1011000001 0101100110 1011111010 1111001001"
    )
    oracle = np.array([[2 * int(bit) - 1 for bit in row] for row in rows.split()])
    assert KAPPA.value(oracle) == pytest.approx(0.01461, abs=5e-6)
    assert MEASURES["interrater_kappa"].value(oracle) == pytest.approx(1 / 126)


def test_kappa_error_pairs() -> None:
    codes = np.array([[0, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1]])
    labels = np.array([0, 0, 1, 1])
    found = kappa_error_pairs(codes, labels)
    np.testing.assert_array_equal(found.first, [0, 0, 1])
    np.testing.assert_array_equal(found.second, [1, 2, 2])
    np.testing.assert_allclose(found.error, [0.25, 0.375, 0.125])  # errors ½, 0, ¼
    np.testing.assert_allclose(found.kappa, [0.0, 0.5, 0.5])
    assert found.n_undefined == 0
    for i, j, kappa in zip(found.first, found.second, found.kappa, strict=True):
        wanted = cohen_kappa_score(codes[:, i], codes[:, j])
        assert kappa == pytest.approx(wanted, abs=1e-15)


def test_kappa_error_pairs_keep_undefined_pairs_and_count_them() -> None:
    found = kappa_error_pairs([["a", "a", "b"], ["a", "a", "a"]], ["a", "b"])
    assert found.n_undefined == 1
    assert np.isnan(found.kappa[0])
    np.testing.assert_allclose(found.error, [0.5, 0.75, 0.75])


def test_kappa_error_pairs_of_one_member_are_none() -> None:
    assert kappa_error_pairs([[0], [1]], [0, 1]).kappa.size == 0


@pytest.mark.parametrize(
    ("codes", "labels", "message"),
    [
        ([[0, 1]], [0, 1], r"shape \(2,\), the predictions 1 rows; give one true label per row"),
        ([["a", "b"]], [0], "give both in the same coding"),
        ([[0, 1]], [float("nan")], "label vector holds NaN"),
        ([[0, 1]], [None], "label vector mixes kinds of labels or has missing ones"),
    ],
)
def test_kappa_error_pairs_refuse(codes: list, labels: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kappa_error_pairs(codes, labels)


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        ([0, 1, 2], "label matrix has 1 dimensions"),
        (np.empty((0, 3)), r"label matrix has shape \(0, 3\)"),
        ([[0.0, float("nan")]], "label matrix holds NaN"),
        (np.array([["a", 1]], dtype=object), "mixes kinds of labels"),
        (np.array([["a", None]], dtype=object), "has missing ones"),
        (np.array([[1j, 0]]), "dtype complex128"),
    ],
)
def test_bad_label_matrices_are_diagnosed(predictions: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        KAPPA.value(predictions)  # type: ignore[arg-type]
