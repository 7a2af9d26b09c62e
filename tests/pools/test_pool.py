"""Trained pools against scikit-learn's own members, and by the properties others rely on."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
)
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.mixed import FAMILIES
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool


@pytest.fixture(scope="module")
def symbolic():
    """150 flowers with gaps, a symbolic column with gaps, a boolean one, and text labels."""
    X, codes = load_iris(return_X_y=True)
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame.loc[rng.random(150) < 0.2, "c"] = np.nan
    colour = np.array(["red", "green", "blue"])[(codes + (rng.random(150) < 0.3)) % 3]
    frame["colour"] = pd.Series(colour).where(rng.random(150) > 0.1).astype("category")
    frame["wet"] = rng.random(150) < 0.5
    return frame, np.array(["setosa", "versicolor", "virginica"])[codes]


@pytest.fixture(scope="module")
def pools(symbolic):
    X, y = symbolic
    return {kind: train_pool(X, y, kind=kind, n_members=25, seed=3) for kind in POOL_KINDS}


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_the_first_n_of_a_pool_are_the_pool_of_n(symbolic, pools, kind):
    X, y = symbolic
    small = train_pool(X, y, kind=kind, n_members=7, seed=3)
    prefix = pools[kind].prefix(7)
    np.testing.assert_array_equal(prefix.predict_codes(X), small.predict_codes(X))
    np.testing.assert_array_equal(prefix.predict_proba(X), small.predict_proba(X))
    assert prefix.recipe == small.recipe
    assert prefix.n_members == small.n_members == 7
    assert (prefix.out_of_bag is None) == (small.out_of_bag is None)
    if small.out_of_bag is not None:
        np.testing.assert_array_equal(prefix.out_of_bag, small.out_of_bag)


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_reporting_in_chunks_and_the_number_of_threads_change_nothing(symbolic, pools, kind):
    X, y = symbolic
    seen = []
    chunked = train_pool(
        X, y, kind=kind, n_members=25, seed=3, n_jobs=1, progress=lambda *at: seen.append(at)
    )
    np.testing.assert_array_equal(chunked.predict_proba(X), pools[kind].predict_proba(X))
    if chunked.out_of_bag is not None:
        np.testing.assert_array_equal(chunked.out_of_bag, pools[kind].out_of_bag)
    # The models of the library differ in cost: they count by it.
    total = sum(model.cost for model in LIBRARY[:25]) if kind == "library" else 25
    assert seen[0] == (0, total)
    assert seen[-1] == (total, total)
    done = [at[0] for at in seen]
    assert done == sorted(done)
    assert {at[1] for at in seen} == {total}
    if kind != "adaboost":  # which reports by the clock: once in so short a time
        assert len(seen) > 3


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_another_seed_gives_other_members(symbolic, pools, kind):
    X, y = symbolic
    other = train_pool(X, y, kind=kind, n_members=25, seed=4)
    if kind != "adaboost":  # boosting draws nothing but the order of equally good splits
        assert not np.array_equal(other.predict_proba(X), pools[kind].predict_proba(X))
    again = train_pool(X, y, kind=kind, n_members=25, seed=3)
    np.testing.assert_array_equal(again.predict_proba(X), pools[kind].predict_proba(X))


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_an_exception_in_progress_stops_the_training(symbolic, kind):
    class Cancelled(Exception):
        pass

    calls = []

    def cancel(done, total):
        calls.append(done)
        if done > 0 or len(calls) > 1:
            raise Cancelled
        return total

    n_members = None if kind == "library" else 2000
    with pytest.raises(Cancelled):
        train_pool(*symbolic, kind=kind, n_members=n_members, progress=cancel)
    assert calls[-1] < (n_members or len(LIBRARY))


def test_a_cancellation_that_is_a_value_error_stays_what_it_is(symbolic):
    def cancel(done, total):
        raise InputError(f"stopped by hand at {done} of {total}")

    for kind in POOL_KINDS:
        with pytest.raises(InputError, match=r"stopped by hand at 0 of \d"):
            train_pool(*symbolic, kind=kind, n_members=5, progress=cancel)


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_answers_are_the_members_own(symbolic, pools, kind):
    X, _ = symbolic
    pool = pools[kind]
    views = pool.encode(X)
    codes, proba = pool.predict_codes(X), pool.predict_proba(X)
    assert codes.dtype == np.int16
    assert proba.dtype == np.float32
    assert codes.shape == (150, 25)
    assert proba.shape == (150, 25, 3)
    np.testing.assert_allclose(proba.sum(axis=2), 1, atol=1e-5)
    for j, (member, encoding) in enumerate(zip(pool.members, pool.member_encodings, strict=True)):
        Z = views[encoding.view]
        np.testing.assert_array_equal(codes[:, j], member.predict(Z).astype(int))
        known = member.classes_.astype(int)
        if hasattr(member, "predict_proba"):
            np.testing.assert_allclose(proba[:, j, known], member.predict_proba(Z), atol=1e-6)
        else:
            np.testing.assert_array_equal(proba[:, j], np.eye(3)[codes[:, j]])
        assert proba[:, j].sum() == pytest.approx(proba[:, j, known].sum())
    np.testing.assert_array_equal(pool.predict_labels(X), pool.classes[codes])


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_members_learned_something(symbolic, pools, kind):
    X, y = symbolic
    right = pools[kind].predict_labels(X) == y[:, None]
    assert right.mean() > 0.7  # chance is 1/3; boosted members mind the hard rows only


@pytest.mark.parametrize("kind", ["bagging", "random_forest", "extra_trees", "adaboost"])
def test_members_are_those_of_the_library(kind):
    X, y = load_wine(return_X_y=True)
    limits = {"max_depth": 2, "min_samples_split": 10, "min_samples_leaf": 3}
    cart = DecisionTreeClassifier(**limits)
    library = {
        "bagging": BaggingClassifier(cart, n_estimators=9, random_state=5),
        "random_forest": RandomForestClassifier(9, **limits, random_state=5),
        "extra_trees": ExtraTreesClassifier(9, **limits, random_state=5),
        "adaboost": AdaBoostClassifier(cart, n_estimators=9, random_state=5),
    }[kind].fit(X.astype(np.float32), y)
    pool = train_pool(X, y, kind=kind, n_members=9, seed=5, **limits)
    theirs = np.stack([m.predict(X.astype(np.float32)) for m in library.estimators_], axis=1)
    np.testing.assert_array_equal(pool.predict_codes(X), theirs)
    if POOL_KINDS[kind].has_out_of_bag:
        for j, rows in enumerate(library.estimators_samples_):
            assert set(np.flatnonzero(~pool.out_of_bag[:, j])) == set(rows)
    else:
        assert pool.out_of_bag is None
    if kind == "adaboost":
        np.testing.assert_array_equal(
            pool.own_weights, library.estimator_weights_[: len(library.estimators_)]
        )


@pytest.mark.parametrize("kind", [k for k, facts in POOL_KINDS.items() if facts.has_out_of_bag])
def test_a_member_never_saw_its_out_of_bag_rows(kind):
    # Labels are noise: a member is right on rows it saw far more often than on others.
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 4)), rng.integers(0, 2, 300)
    pool = train_pool(X, y, kind=kind, n_members=10, seed=0)
    right = pool.predict_codes(X) == y[:, None]
    assert pool.out_of_bag.shape == (300, 10)
    assert pool.out_of_bag.mean() == pytest.approx(np.exp(-1), abs=0.03)
    trees = [j for j, m in enumerate(pool.members) if isinstance(m, DecisionTreeClassifier)]
    assert right[:, trees][~pool.out_of_bag[:, trees]].all()
    assert right[:, trees][pool.out_of_bag[:, trees]].mean() == pytest.approx(0.5, abs=0.08)


def test_every_prefix_of_the_mixed_pool_holds_the_families_in_turn(pools):
    names = [type(member).__name__ for member in pools["mixed"].members]
    expected = [
        "DecisionTreeClassifier",
        "KNeighborsClassifier",
        "GaussianNB",
        "LogisticRegression",
        "MLPClassifier",
    ]
    assert names == expected * 5
    assert len(FAMILIES) == 5


def test_mixed_members_that_drew_one_class_answer_it():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    y = np.array(["many"] * 11 + ["one"])
    pool = train_pool(X, y, kind="mixed", n_members=40, seed=0)
    without_one = np.flatnonzero(pool.out_of_bag[11])
    assert without_one.size > 5  # about 37 % of 40
    codes, proba = pool.predict_codes(X), pool.predict_proba(X)
    assert (codes[:, without_one] == 0).all()
    assert (proba[:, without_one, 1] == 0).all()
    np.testing.assert_allclose(proba.sum(axis=2), 1, atol=1e-6)


def test_adaboost_says_when_a_perfect_member_ended_it():
    X = np.arange(20.0)[:, None]
    y = (X[:, 0] > 9).astype(int)
    pool = train_pool(X, y, kind="adaboost", n_members=10)
    assert pool.n_members == 1
    assert pool.recipe.n_members == 10
    assert pool.notes == (
        "AdaBoost stopped at member 1: it is right on every training row, which shallower trees "
        "may avoid.",
    )
    # Training four would have stopped at the same member and said the same.
    four = train_pool(X, y, kind="adaboost", n_members=4)
    assert pool.prefix(4).notes == four.notes
    assert pool.prefix(4).n_members == four.n_members == 1
    assert pool.prefix(1).notes == train_pool(X, y, kind="adaboost", n_members=1).notes == ()


def test_adaboost_says_when_chance_ended_it():
    X = np.zeros((40, 1))
    y = np.array([0] * 30 + [1] * 10)  # after one reweighting no tree beats chance
    pool = train_pool(X, y, kind="adaboost", n_members=10)
    assert pool.n_members < 10
    assert pool.notes == (
        f"AdaBoost stopped at member {pool.n_members}: the next one was no better than chance.",
    )


def test_adaboost_that_cannot_start_is_diagnosed():
    with pytest.raises(InputError, match="first tree is no better than chance"):
        train_pool(np.zeros((40, 1)), [0, 1] * 20, kind="adaboost", n_members=10)


def test_adaboost_trees_can_name_every_class_unless_told_otherwise():
    X, y = load_iris(return_X_y=True)
    assert {m.max_depth for m in train_pool(X, y, kind="adaboost", n_members=3).members} == {2}
    told = train_pool(X, y, kind="adaboost", n_members=3, max_depth=1)
    assert {m.get_depth() for m in told.members} == {1}


def test_tree_limits_are_kept(symbolic):
    X, y = symbolic
    pool = train_pool(X, y, n_members=5, max_depth=3, min_samples_leaf=4)
    for tree in pool.members:
        assert tree.get_depth() <= 3
        leaves = tree.tree_.children_left == -1
        assert tree.tree_.n_node_samples[leaves].min() >= 4
    coarse = train_pool(X, y, n_members=5, min_samples_split=10)
    fine = train_pool(X, y, n_members=5)
    for few, many in zip(coarse.members, fine.members, strict=True):
        split = few.tree_.children_left != -1
        assert few.tree_.n_node_samples[split].min() >= 10
        assert few.get_n_leaves() <= many.get_n_leaves()


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_only_the_asked_members_answer(symbolic, pools, kind):
    X, _ = symbolic
    pool, chosen = pools[kind], [4, 0, 9]
    codes = pool.predict_codes(X)
    np.testing.assert_array_equal(pool.predict_codes(X, members=chosen), codes[:, chosen])
    np.testing.assert_array_equal(
        pool.predict_proba(X, members=np.array(chosen)), pool.predict_proba(X)[:, chosen]
    )
    np.testing.assert_array_equal(pool.subset(chosen).predict_codes(X), codes[:, chosen])
    assert pool.predict_codes(X, members=[]).shape == (150, 0)


def test_members_that_are_not_asked_are_not_evaluated(symbolic):
    X, y = symbolic
    pool = train_pool(X, y, kind="mixed", n_members=5)
    del pool.members[2].theta_  # the naive Bayes member can no longer answer
    with pytest.raises(AttributeError, match="theta_"):
        pool.predict_codes(X)
    assert pool.predict_codes(X, members=[0, 1, 3, 4]).shape == (150, 4)


def test_a_subset_takes_its_columns_along(pools):
    pool = pools["bagging"].subset([5, 2])
    np.testing.assert_array_equal(pool.out_of_bag, pools["bagging"].out_of_bag[:, [5, 2]])
    boosted = pools["adaboost"].subset([1])
    assert boosted.own_weights.tolist() == [pools["adaboost"].own_weights[1]]


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_no_rows_and_one_row(symbolic, pools, kind):
    X, _ = symbolic
    assert pools[kind].predict_codes(X.iloc[:0]).shape == (0, 25)
    assert pools[kind].predict_proba(X.iloc[:0]).shape == (0, 25, 3)
    np.testing.assert_array_equal(
        pools[kind].predict_codes(X.iloc[:1]), pools[kind].predict_codes(X)[:1]
    )


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_many_rows_in_threads_equal_few_rows(symbolic, pools, kind):
    X, _ = symbolic
    many = pd.concat([X] * 60, ignore_index=True)  # 9,000 rows × 25 members use threads
    np.testing.assert_array_equal(
        pools[kind].predict_codes(many), np.tile(pools[kind].predict_codes(X), (60, 1))
    )


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_a_pool_survives_pickling(symbolic, pools, kind):
    X, _ = symbolic
    copy = pickle.loads(pickle.dumps(pools[kind]))
    np.testing.assert_array_equal(copy.predict_codes(X), pools[kind].predict_codes(X))


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_training_leaves_the_table_alone(symbolic, kind):
    X, y = symbolic
    before, labels = X.copy(deep=True), y.copy()
    train_pool(X, y, kind=kind, n_members=5)
    pd.testing.assert_frame_equal(X, before)
    np.testing.assert_array_equal(y, labels)


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        # The models of the library take seconds.
        pytest.param(kind, labels, marks=pytest.mark.slow if kind == "library" and i else ())
        for kind in POOL_KINDS
        for i, labels in enumerate([("no", "yes"), (-1, 1), (1, 2), (False, True), (3.0, 70.0)])
    ],
)
def test_names_of_classes_do_not_matter(kind, labels):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    codes = (X[:, 0] + 0.5 * rng.normal(size=60) > 0).astype(int)
    plain = train_pool(X, codes, kind=kind, n_members=5, seed=2)
    named = train_pool(X, np.array(labels)[codes], kind=kind, n_members=5, seed=2)
    assert named.classes.tolist() == list(labels)
    np.testing.assert_array_equal(named.predict_codes(X), plain.predict_codes(X))
    assert set(np.unique(named.predict_labels(X)).tolist()) <= set(labels)


def test_recipes_are_hashable_and_go_through_json(symbolic, pools):
    recipe = pools["bagging"].recipe
    assert recipe == PoolRecipe("bagging", np.int64(25), seed=np.uint32(3))
    assert hash(recipe) == hash(PoolRecipe("bagging", 25, seed=3))
    back = PoolRecipe(**json.loads(json.dumps(recipe.as_dict())))
    assert back == recipe
    X, y = symbolic
    np.testing.assert_array_equal(
        train_pool(X, y, **back.as_dict()).predict_codes(X), pools["bagging"].predict_codes(X)
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "baging"}, r"Unknown base ensemble 'baging'.*Did you mean 'bagging'"),
        ({"n_members": 0}, "n_members is 0; it must be a whole number from 1 to 5000"),
        ({"n_members": 5001}, "n_members is 5001"),
        ({"n_members": 2.5}, r"n_members is 2\.5"),
        ({"max_depth": 0}, "max_depth is 0; it must be a whole number at least 1"),
        ({"min_samples_split": 1}, "min_samples_split is 1; it must be a whole number at least 2"),
        ({"min_samples_leaf": 0}, "min_samples_leaf is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"n_jobs": 0}, "n_jobs is 0"),
    ],
)
def test_parameters_out_of_range_are_refused(symbolic, changes, message):
    with pytest.raises(InputError, match=message):
        train_pool(*symbolic, **{"n_members": 3, **changes})


def test_unusable_rows_are_diagnosed(symbolic):
    X, y = symbolic
    with pytest.raises(InputError, match=r"Only one class left .*: 'setosa' \(50 rows\)"):
        train_pool(X[y == "setosa"], y[y == "setosa"])
    with pytest.raises(InputError, match="X has 150 rows but y 149 labels"):
        train_pool(X, y[1:])
    with pytest.raises(InputError, match="1 of 150 labels is missing"):
        train_pool(X, np.where(np.arange(150) == 7, None, y))
    with pytest.raises(InputError, match="Column 'a' holds 150 values that are infinite"):
        train_pool(X.assign(a=np.inf), y)


def test_members_and_prefixes_that_do_not_exist_are_refused(symbolic, pools):
    X, _ = symbolic
    pool = pools["bagging"]
    with pytest.raises(InputError, match="run from 3 to 25; allowed are 0 to 24"):
        pool.predict_codes(X, members=[3, 25])
    with pytest.raises(InputError, match="run from -1 to"):
        pool.subset([-1])
    with pytest.raises(InputError, match=r"a mask goes through np\.flatnonzero"):
        pool.subset(np.ones(25, dtype=bool))
    with pytest.raises(InputError, match="at least one member, and each at most once"):
        pool.subset([1, 1])
    with pytest.raises(InputError, match="n_members is 26; it must be a whole number from 1 to 25"):
        pool.prefix(26)
