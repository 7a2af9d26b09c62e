"""Profiles against counts by hand, scikit-learn's own tools, and known facts of the datasets."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn import decomposition
from sklearn.decomposition import PCA

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, Dataset, load_dataset, profile, wide_projection
from l2dwk_core.datasets.profile import (
    challenge,
    class_balance,
    column_summary,
    missing_pattern,
    projection,
    table_counts,
)
from l2dwk_core.datasets.teaching import teaching_set


def test_class_balance_counts_and_orders():
    table = class_balance(load_dataset("glass"))
    assert table["rows"].tolist() == [76, 70, 29, 17, 13, 9]
    assert table["share"].sum() == pytest.approx(1)
    assert table["class"][0] == "building_windows_non_float"


@pytest.mark.parametrize("name", ["colic", "heart-h", "zoo", "glass"])
def test_table_counts_agree_with_the_facts(name):
    facts, counts = DATASETS[name], table_counts(load_dataset(name))
    assert (counts.n_rows, counts.n_classes) == (facts.n_rows, facts.n_classes)
    assert counts.n_numeric == facts.n_numeric
    assert counts.n_numeric + counts.n_symbolic == facts.n_columns
    assert counts.n_cells == facts.n_rows * facts.n_columns
    assert counts.n_missing == facts.n_missing
    assert counts.missing_share == pytest.approx(facts.n_missing / counts.n_cells)


def test_column_summary_agrees_with_the_facts():
    for name in ("colic", "heart-h", "zoo"):
        facts, table = DATASETS[name], column_summary(load_dataset(name))
        assert (table["kind"] == "numeric").sum() == facts.n_numeric
        assert table["missing"].sum() == facts.n_missing
    table = column_summary(load_dataset("zoo"))
    assert table.loc["legs", ["kind", "distinct", "typical"]].tolist() == ["numeric", 6, "4"]
    assert table.loc["milk", ["kind", "distinct", "typical"]].tolist() == ["symbolic", 2, "no"]


def test_missing_pattern_by_hand():
    X = pd.DataFrame(
        {
            "a": [1.0, np.nan, np.nan, np.nan, 2.0],
            "b": pd.Categorical(["u", None, None, "v", "u"]),
            "c": [1.0, 2.0, 3.0, 4.0, 5.0],
        }
    )
    table = missing_pattern(Dataset("t", X, np.array(list("xyxyx"))))
    assert list(table.columns) == ["a", "b", "rows"]
    assert sorted(map(tuple, table.to_numpy().tolist())) == [
        (False, False, 2),
        (True, False, 1),
        (True, True, 2),
    ]
    assert missing_pattern(load_dataset("sonar"))["rows"].tolist() == [208]
    pattern = missing_pattern(load_dataset("heart-h"))
    assert pattern["rows"].sum() == 294
    gaps = pattern.drop(columns="rows").sum(axis=1) * pattern["rows"]
    assert gaps.sum() == DATASETS["heart-h"].n_missing


def test_columns_of_a_summary_against_pandas():
    dataset = load_dataset("colic")
    table = column_summary(dataset)
    assert table.index.tolist() == list(dataset.X) and table.index.name == "column"
    for name, line in table.iterrows():
        values = dataset.X[name]
        numeric = values.dtype == np.float64
        assert line["kind"] == ("numeric" if numeric else "symbolic")
        assert (line["distinct"], line["missing"]) == (values.nunique(), values.isna().sum())
        assert line["missing share"] == values.isna().mean()
        assert line["typical"] == (f"{values.median():g}" if numeric else values.mode().iloc[0])


def test_projection_of_numbers_is_principal_component_analysis():
    dataset = load_dataset("sonar")
    view = projection(dataset)
    numbers = dataset.X.to_numpy()
    standard = (numbers - numbers.mean(axis=0)) / numbers.std(axis=0)
    values, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    for at in (0, 1):
        expected = standard @ vectors[:, -1 - at]
        np.testing.assert_allclose(np.abs(view.points[:, at]), np.abs(expected), atol=1e-8)
    np.testing.assert_allclose(view.explained, values[::-1][:2] / values.sum())


def test_projection_of_numbers_with_gaps_has_a_direction_for_each_column_alone():
    rng = np.random.default_rng(8)
    numbers = rng.normal(size=(120, 4))
    gaps = rng.random(120) < 0.4  # together: missing or not would vary most
    numbers[gaps, :3] = np.nan
    table = pd.DataFrame(numbers, columns=list("abcd"))
    view = projection(Dataset("t", table, np.array(list("ab") * 60)))
    filled = np.where(np.isnan(numbers), np.nanmedian(numbers, axis=0), numbers)
    standard = (filled - filled.mean(axis=0)) / filled.std(axis=0)
    values, vectors = np.linalg.eigh(standard.T @ standard / len(standard))
    np.testing.assert_allclose(view.explained, values[::-1][:2] / 4)
    np.testing.assert_allclose(np.abs(view.points), np.abs(standard @ vectors[:, :-3:-1]))


@pytest.mark.parametrize("name", ["audiology", "colic", "heart-h", "balloons", "clean1", "led24"])
def test_projection_with_symbols_and_gaps(name):
    view = projection(load_dataset(name))
    assert view.points.shape == (DATASETS[name].n_rows, 2)
    assert np.isfinite(view.points).all()
    assert 1 >= view.explained[0] >= view.explained[1] > 0
    assert view.explained.sum() <= 1


def full_pca(width, svd_solver, random_state):
    """Exact principal components, also of more columns than scikit-learn's are exact for here."""
    return PCA(width, svd_solver="full")


def test_projection_of_many_columns_is_that_of_few(monkeypatch):
    """Numbers and categories, with gaps, rare values and a constant: against scikit-learn."""
    rng = np.random.default_rng(4)
    columns = {}
    for i in range(40):
        numbers = rng.normal(size=90)
        numbers[rng.random(90) < 0.1 * (i % 2)] = np.nan
        values = rng.integers(0, 2 + 3 * i, 90).astype(float)
        values[rng.random(90) < 0.1 * (i % 3)] = np.nan
        columns |= {f"n{i}": numbers, f"s{i}": pd.Categorical(values)}
    columns |= {"same": np.full(90, 3.7), "none": np.full(90, np.nan)}
    dataset = Dataset("t", pd.DataFrame(columns), np.array(list("ab") * 45))
    monkeypatch.setattr(profile, "_MANY_COLUMNS", 1_000)
    monkeypatch.setattr(decomposition, "PCA", full_pca)
    expected = projection(dataset)
    for at_a_time in (wide_projection._CELLS_AT_A_TIME, 500):
        monkeypatch.setattr(wide_projection, "_CELLS_AT_A_TIME", at_a_time)
        monkeypatch.setattr(profile, "_MANY_COLUMNS", 10)
        found = projection(dataset)
        np.testing.assert_allclose(found.points, expected.points, atol=1e-8)
        np.testing.assert_allclose(found.explained, expected.explained, atol=1e-12)


def test_projection_of_one_column_is_a_line():
    X = pd.DataFrame({"a": np.arange(12.0)})
    view = projection(Dataset("t", X, np.array(list("ab") * 6)))
    assert (view.points[:, 1] == 0).all()
    assert view.explained.tolist() == [1.0, 0.0]
    same = PCA(1).fit_transform((X - X.mean()) / X.std(ddof=0))
    np.testing.assert_allclose(np.abs(view.points[:, :1]), np.abs(same))


def test_challenge_orders_the_classifiers_and_repeats():
    result = challenge(load_dataset("sonar"), n_trees=25)
    again = challenge(load_dataset("sonar"), n_trees=25)
    other = challenge(load_dataset("sonar"), n_trees=1, seed=1)
    np.testing.assert_array_equal(result.forest, again.forest)
    assert (result.tree != other.tree).any()
    table = result.table()["accuracy"]
    assert table["majority class"] < table["single tree"] < table["random forest"]
    assert table["majority class"] == pytest.approx(111 / 208, abs=0.005)
    assert 0.75 < table["random forest"] < 0.92


def test_challenge_on_a_set_that_is_easy_and_one_that_cannot_be_learned():
    easy = challenge(teaching_set("blobs", noise=0.05), n_trees=20).table()["accuracy"]
    assert easy["single tree"] == easy["random forest"] == 1
    coin = challenge(teaching_set("xor", 2000, label_noise=0.5), n_trees=20).table()["accuracy"]
    assert abs(coin["random forest"] - 0.5) < 0.06


def test_challenge_takes_rare_classes_gaps_and_symbols_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = challenge(load_dataset("audiology"), folds=3, n_trees=10)
    assert result.table()["accuracy"]["random forest"] > 0.6


def test_folds_are_a_partition_and_stratified():
    from l2dwk_core.datasets.profile import _folds

    y = load_dataset("glass").y
    parts = _folds(y, 5, 0)
    assert sorted(np.concatenate(parts).tolist()) == list(range(len(y)))
    for label in np.unique(y):
        counts = [int((y[part] == label).sum()) for part in parts]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("folds", [1, 21, 0])
def test_impossible_folds(folds):
    with pytest.raises(InputError, match=f"folds is {folds}; give 2 to 20"):
        challenge(load_dataset("sonar"), folds=folds)


def test_challenge_with_a_column_that_is_empty_in_some_training_folds():
    X = pd.DataFrame({"a": [1.0, *[np.nan] * 19], "b": np.arange(20.0)})
    dataset = Dataset("t", X, np.array(["x"] * 10 + ["y"] * 10))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert challenge(dataset, n_trees=5).table()["accuracy"]["single tree"] > 0.8
