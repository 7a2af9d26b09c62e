"""Encoders against hand-made tables: learned on training rows only, clear errors."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import encoding
from l2dwk_core.datasets.encoding import encode_labels, tree_encoder, vector_encoder


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "size": [1.0, np.nan, 3.0, 8.0],
            "colour": pd.Categorical(["red", "blue", None, "red"], ["blue", "green", "red"]),
            "wet": [True, False, True, True],
        }
    )


def test_trees_get_numbers_with_gaps_and_one_indicator_per_category(table):
    nan = np.nan
    expected = np.array(
        # size, wet, then blue, red, missing; green never occurs
        [[1, 1, 0, 1, 0], [nan, 0, 1, 0, 0], [3, 1, 0, 0, 1], [8, 1, 0, 1, 0]],
        dtype=np.float32,
    )
    encoded = tree_encoder(table).transform(table)
    assert encoded.dtype == np.float32
    assert encoded.flags.c_contiguous
    np.testing.assert_array_equal(encoded, expected)


def test_imputing_trees_get_the_training_median_and_a_flag(table):
    encoder = tree_encoder(table, impute=True)
    later = table.iloc[[1, 0]].assign(size=[np.nan, 100.0])
    np.testing.assert_array_equal(
        encoder.transform(later), [[3, 0, 1, 1, 0, 0], [100, 1, 0, 0, 1, 0]]
    )


def test_vectors_are_filled_flagged_and_scaled_by_training_rows(table):
    encoder = vector_encoder(table)
    encoded = encoder.transform(table)
    filled = np.array([[1.0, 1, 0], [3, 0, 1], [3, 1, 0], [8, 1, 0]])  # size, wet, size missing
    scaled = (filled - filled.mean(axis=0)) / filled.std(axis=0)
    np.testing.assert_allclose(encoded[:, :3], scaled, atol=1e-12)
    np.testing.assert_array_equal(encoded[:, 3:], [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]])
    assert not np.isnan(encoded).any()
    # Later rows are measured with the training rows' median and scale.
    later = encoder.transform(table.iloc[:1].assign(size=[1000.0]))
    assert later[0, 0] == pytest.approx((1000 - filled[:, 0].mean()) / filled[:, 0].std())


def test_an_unseen_category_and_an_unseen_gap_are_ignored(table):
    encoder = tree_encoder(table.iloc[[0, 1, 3]])  # no missing colour among these
    later = table.iloc[[2, 0]].assign(colour=["violet", None])
    np.testing.assert_array_equal(encoder.transform(later)[:, 2:], np.zeros((2, 2)))


@pytest.mark.parametrize(
    "retype",
    [
        lambda s: s.astype(object),
        lambda s: s.astype("string"),
        lambda s: s.astype("category"),
        lambda s: pd.Series(s.astype(object).to_numpy(), dtype=object),
    ],
    ids=["object", "string", "category", "object from array"],
)
def test_every_type_of_symbolic_column_is_encoded_alike(table, retype):
    other = table.assign(colour=retype(table["colour"]))
    np.testing.assert_array_equal(
        tree_encoder(other).transform(table), tree_encoder(table).transform(other)
    )


def test_nullable_numbers_are_numbers(table):
    nullable = table.assign(
        size=table["size"].astype("Int64"), wet=pd.array([True, False, True, None], dtype="boolean")
    )
    encoded = tree_encoder(nullable).transform(nullable)
    np.testing.assert_array_equal(encoded[:, 0], [1, np.nan, 3, 8])
    np.testing.assert_array_equal(encoded[:, 1], [1, 0, 1, np.nan])


def test_plain_arrays_of_numbers_and_of_objects():
    numbers = np.array([[1.5, 2], [3, 4]])
    np.testing.assert_array_equal(tree_encoder(numbers).transform(numbers), numbers)
    mixed = np.array([[1.5, "a"], [np.nan, "b"]], dtype=object)
    np.testing.assert_array_equal(
        tree_encoder(mixed).transform(mixed), [[1.5, 1, 0], [np.nan, 0, 1]]
    )
    letters = np.array([["a"], ["b"], ["a"]])
    np.testing.assert_array_equal(tree_encoder(letters).transform(letters)[:, 0], [1, 0, 1])


def test_columns_are_found_by_name(table):
    encoder = tree_encoder(table)
    shuffled = table[["wet", "size", "colour"]].assign(more=1)
    np.testing.assert_array_equal(encoder.transform(shuffled), encoder.transform(table))


def test_columns_with_one_name_and_names_that_are_no_text():
    twice = pd.DataFrame([[1.0, 2.0, "x"], [3.0, 4.0, "y"]], columns=["a", "a", 7]).infer_objects()
    encoded = tree_encoder(twice).transform(twice)
    np.testing.assert_array_equal(encoded, [[1, 2, 1, 0], [3, 4, 0, 1]])


def test_whole_numbers_stay_one_category_when_they_become_floats():
    first = pd.DataFrame({"code": pd.Categorical([1, 2, 2])})
    later = pd.DataFrame({"code": pd.Categorical([2.0, np.nan, 1.0])})
    np.testing.assert_array_equal(tree_encoder(first).transform(later), [[0, 1], [0, 0], [1, 0]])


def test_a_column_without_values_neither_fails_nor_shifts_the_others():
    frame = pd.DataFrame({"empty": [np.nan] * 3, "x": [1.0, 2.0, 3.0]})
    np.testing.assert_array_equal(tree_encoder(frame).transform(frame)[:, 1], [1, 2, 3])
    vectors = vector_encoder(frame).transform(frame)
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(vectors[:, 1], (np.array([1, 2, 3]) - 2) / np.std([1, 2, 3]))


def test_serial_numbers_do_not_blow_up_the_table():
    frame = pd.DataFrame({"id": [f"row {i}" for i in range(3 * encoding.MAX_CATEGORIES)]})
    assert tree_encoder(frame).transform(frame).shape[1] == encoding.MAX_CATEGORIES


@pytest.mark.parametrize("make", [tree_encoder, vector_encoder])
def test_no_rows_keep_the_width(table, make):
    encoder = make(table)
    width = encoder.transform(table).shape[1]
    assert encoder.transform(table.iloc[:0]).shape == (0, width)


def test_the_given_table_is_left_as_it_was(table):
    before = table.copy(deep=True)
    vector_encoder(table).transform(table)
    pd.testing.assert_frame_equal(table, before)


@pytest.mark.parametrize("make", [tree_encoder, vector_encoder])
@pytest.mark.parametrize("value", [np.inf, -np.inf, 1e39])
def test_infinite_numbers_are_refused_by_name(table, make, value):
    bad = table.assign(size=[1.0, value, value, 2.0])
    with pytest.raises(InputError, match=r"Column 'size' holds 2 values that are infinite or bey"):
        make(bad)
    with pytest.raises(InputError, match="Column 'size'"):
        make(table).transform(bad)


def test_wrong_tables_are_diagnosed(table):
    encoder = tree_encoder(table)
    with pytest.raises(InputError, match=r"Column 'size' is missing \(1 of 3 training columns"):
        encoder.transform(table.drop(columns="size"))
    with pytest.raises(InputError, match="X has 2 columns, but the pool was trained on 3"):
        encoder.transform(np.ones((4, 2)))
    with pytest.raises(InputError, match="Column 'size' was numeric in training but holds 'big'"):
        encoder.transform(table.assign(size=["1", "big", None, "2"]))
    with pytest.raises(InputError, match=r"Column 'day' is of type datetime64.* text, or drop it"):
        tree_encoder(table.assign(day=pd.Timestamp("2020-01-01")))
    with pytest.raises(InputError, match="Column 0 holds complex numbers"):
        tree_encoder(np.ones((2, 1), dtype=complex))
    with pytest.raises(InputError, match=r"X has shape \(3,\); give a table"):
        tree_encoder([1, 2, 3])
    with pytest.raises(InputError, match="sparse"):
        tree_encoder(scipy.sparse.eye_array(3))
    with pytest.raises(InputError, match="0 rows and 3 columns"):
        tree_encoder(table.iloc[:0])


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        (["b", "a", "b"], ["a", "b"]),
        (np.array(["b", "a", "b"], dtype=object), ["a", "b"]),
        (pd.Series(["b", "a", "b"], dtype="string"), ["a", "b"]),
        (pd.Series(["b", "a", "b"]).astype("category"), ["a", "b"]),
        ([1, -1, 1], [-1, 1]),
        (np.array([7.0, 2.0, 7.0]), [2.0, 7.0]),
        (np.array([True, False, True], dtype=object), [False, True]),
    ],
)
def test_labels_become_positions_among_the_sorted_classes(labels, classes):
    found, codes = encode_labels(labels)
    assert found.tolist() == classes
    assert codes.tolist() == [1, 0, 1]
    assert found.dtype != object


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", None, "b"], r"1 of 3 labels is missing \(first in row 2; row 1 is the first\)"),
        (pd.Series(["a", "b", pd.NA], dtype="string"), "first in row 3;"),
        (np.array([1.0, np.nan]), "1 of 2 labels is missing"),
        (np.array([1, "a"], dtype=object), "mix text with other values"),
        ([0.5, 1.0], "hold the value 0.5"),
        ([["a"], ["b"]], r"shape \(2, 1\)"),
        ([], r"shape \(0,\)"),
    ],
)
def test_unusable_labels_are_diagnosed(labels, message):
    with pytest.raises(InputError, match=message):
        encode_labels(labels)


@pytest.mark.parametrize("make", [tree_encoder, vector_encoder])
@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ([1, 2], r"\[1, 2\] in row 2 .type list."),
        ((1, 2), r"\(1, 2\) in row 2 .type tuple"),
        ({"a": 1}, ".* in row 2 .type dict."),
        ({3}, r"\{3\} in row 2 .type set"),
        (np.arange(3), r"array\(.*\) in row 2 .type ndarray."),
        (len, ".* in row 2 .type builtin"),
    ],
    ids=["list", "tuple", "dict", "set", "array", "function"],
)
@pytest.mark.parametrize("others", [["x", None, "y"], [1.0, 2.0, 3.0], [None, None, None]])
def test_a_cell_that_is_no_single_value_is_named(make, cell, said, others):
    column = pd.Series([None] * 4, dtype=object)
    column[:] = [*others[:2], None, others[2]]
    column.iat[2] = cell
    with pytest.raises(InputError, match=f"Column 'odd' holds {said}"):
        make(pd.DataFrame({"fine": range(4), "odd": column}))
    # In rows that come later too, in a column of words and in one of numbers.
    for first in (["x", "y", "x", "z"], [1.0, 2.0, 3.0, 4.0]):
        encoder = make(pd.DataFrame({"fine": range(4), "odd": first}))
        with pytest.raises(InputError, match=f"Column 'odd' holds {said}"):
            encoder.transform(pd.DataFrame({"fine": range(4), "odd": column}))


def test_a_column_of_lists_is_named_in_an_array_too():
    table = np.empty((3, 2), dtype=object)
    table[:, 0] = [1, 2, 3]
    for i in range(3):
        table[i, 1] = [i]
    with pytest.raises(InputError, match=r"Column 1 holds \[0\] in row 0 .type list.; each cell"):
        tree_encoder(table)
    with pytest.raises(InputError, match="give rows of one length"):
        tree_encoder([[1, 2], [3]])


def test_single_values_of_every_kind_are_categories():
    cells = [
        "text", b"bytes", 3, 2.5, True, Decimal("1.5"), date(2020, 1, 2),
        pd.Timestamp("2021-01-02"), pd.Interval(0, 1), None,
    ]  # fmt: skip
    encoder = tree_encoder(pd.DataFrame({"odd": pd.Series(cells, dtype=object)}))
    assert len(encoder.columns()) == len(cells)
