"""Folds that suit rare classes, and the library's votes out of fold."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.out_of_fold import check_folds, stratified_folds, train_out_of_fold
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.recipe import PoolRecipe

X, Y = load_wine(return_X_y=True)
NAMES = np.array(["barolo", "grignolino", "barbera"])


@pytest.mark.parametrize(("rarest", "expected"), [(9, 5), (5, 5), (4, 4), (3, 3), (2, 2), (1, 2)])
def test_there_are_as_many_folds_as_the_rarest_class_has_rows(rarest, expected):
    y = np.array(["a"] * 20 + ["b"] * rarest)
    folds, notes = stratified_folds(y, 5, 0)
    assert len(folds) == expected
    answered = np.sort(np.concatenate([left_out for _, left_out in folds]))
    np.testing.assert_array_equal(answered, np.arange(len(y)))
    for kept, left_out in folds:
        assert np.intersect1d(kept, left_out).size == 0
        if rarest > 1:
            assert set(y[kept]) == set(y[left_out]) == {"a", "b"}
    rows = "1 training row." if rarest == 1 else f"{rarest} training rows."
    said = f"{expected} folds instead of 5, as class 'b' has {rows}"
    assert notes == (() if rarest >= 5 else (f"Votes out of fold come from {said}",))


def test_folds_follow_the_seed():
    (one, _), (same, _), (other, _) = (stratified_folds(Y, 5, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(one, same, strict=True))
    assert not all(np.array_equal(a[1], b[1]) for a, b in zip(one, other, strict=True))


def test_votes_are_those_of_scikit_learns_cross_validation():
    recipe = PoolRecipe("library", 8, seed=4)
    table = pd.DataFrame(X).add_prefix("c")
    pool, fits = train_out_of_fold(table, NAMES[Y], recipe, 3, probabilities=True, n_jobs=1)
    cv = StratifiedKFold(3, shuffle=True, random_state=4)
    codes = np.searchsorted(pool.classes, NAMES[Y])
    for j, model in enumerate(LIBRARY[:8]):
        pipeline = clone(model.unfitted(4))
        expected = cross_val_predict(pipeline, table, codes, cv=cv)
        np.testing.assert_array_equal(fits.codes[:, j], expected)
        if hasattr(pipeline, "predict_proba"):
            proba = cross_val_predict(pipeline, table, codes, cv=cv, method="predict_proba")
            np.testing.assert_allclose(fits.probabilities[:, j], proba, atol=1e-6)
        whole = pool.predict_codes(table, [j])[:, 0]
        np.testing.assert_array_equal(whole, pipeline.fit(table, codes).predict(table))
    assert fits.without_probabilities == ("SVM, C = 1",)


def test_encoders_learn_nothing_from_the_rows_they_leave_out():
    """A word that one fold alone holds is unknown to the encoder of the models that answer it."""
    y = np.array(list("ab") * 15)
    table = pd.DataFrame({"word": np.where(y == "a", "up", "down"), "x": np.arange(30.0)})
    recipe = PoolRecipe("library", 1)
    folds, _ = stratified_folds(y, 3, 0)
    odd = table.copy()
    odd.loc[folds[0][1], "word"] = "new"
    _, fits = train_out_of_fold(odd, y, recipe, 3, n_jobs=1)
    for kept, left_out in folds:
        alone = LIBRARY[0].unfitted(0).fit(odd.iloc[kept], (y == "b")[kept].astype(int))
        np.testing.assert_array_equal(fits.codes[left_out, 0], alone.predict(odd.iloc[left_out]))
        categories = alone["table"].encoder_.symbols.categories_[0]
        assert ("new" in categories) == bool((odd["word"].iloc[kept] == "new").any())


@pytest.mark.parametrize("folds", [1, 21, 2.5, "5"])
def test_the_number_of_folds_has_a_range(folds):
    with pytest.raises(InputError, match=r"n_folds is .*; it must be a whole number from 2 to 20"):
        train_out_of_fold(X, Y, PoolRecipe("library", 1), folds)


def test_two_and_twenty_folds_are_allowed():
    assert (check_folds(2), check_folds(20)) == (2, 20)
