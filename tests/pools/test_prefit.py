"""Wrapped classifiers answer as they do by themselves, whatever their labels."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.vote_rules import class_votes, mean_probability, plurality
from l2dwk_core.pools.prefit import pool_from_fitted

X, CODES = load_iris(return_X_y=True)
LABELS = {
    "minus one to one": np.array([-1, 0, 1]),
    "one to three": np.array([1, 2, 3]),
    "gaps": np.array([2, 30, 400]),
    "floats": np.array([-1.0, 5.0, 7.0]),
    "text": np.array(["a", "bb", "ccc"]),
    "objects": np.array(["a", "bb", "ccc"], dtype=object),
}


def three_members():
    scaled = make_pipeline(StandardScaler(), LogisticRegression())
    return [("tree", DecisionTreeClassifier(max_depth=2)), ("nb", GaussianNB()), ("lr", scaled)]


ENSEMBLES = {
    "forest": RandomForestClassifier(5, max_depth=2, random_state=0),
    "extra": ExtraTreesClassifier(5, max_depth=2, random_state=0),
    "bagged trees": BaggingClassifier(DecisionTreeClassifier(max_depth=2), 5, random_state=0),
    "bagged on columns": BaggingClassifier(
        DecisionTreeClassifier(max_depth=2), 5, max_features=2, random_state=0
    ),
    "bagged neighbours": BaggingClassifier(
        make_pipeline(StandardScaler(), KNeighborsClassifier()), 5, max_features=3, random_state=0
    ),
    "boosted": AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=5),
    "voting": VotingClassifier([*three_members(), ("left out", "drop")]),
}


def own_answers(ensemble, rows):
    """Each member's labels, by what the library documents about its members."""
    if isinstance(ensemble, AdaBoostClassifier):
        return np.stack([m.predict(rows) for m in ensemble.estimators_], axis=1)
    if isinstance(ensemble, BaggingClassifier):
        pairs = zip(ensemble.estimators_, ensemble.estimators_features_, strict=True)
        codes = [m.predict(rows[:, features]) for m, features in pairs]
    else:
        codes = [m.predict(rows) for m in ensemble.estimators_]
    return ensemble.classes_[np.stack(codes, axis=1).astype(int)]


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("ensemble", ENSEMBLES.values(), ids=ENSEMBLES)
def test_answers_are_the_members_own(ensemble, labels):
    ensemble.fit(X, labels[CODES])
    pool = pool_from_fitted(ensemble)
    assert pool.kind == "prefit"
    assert pool.classes.tolist() == sorted(labels.tolist())
    predicted = pool.predict_labels(X)
    np.testing.assert_array_equal(predicted, own_answers(ensemble, X))
    assert (predicted == labels[CODES][:, None]).mean() > 0.6  # not merely self-consistent


def test_equal_shares_give_the_ensembles_own_decisions():
    forest = ENSEMBLES["forest"].fit(X, CODES)
    proba = mean_probability(pool_from_fitted(forest).predict_proba(X), np.full(5, 0.2))
    np.testing.assert_allclose(proba, forest.predict_proba(X), atol=1e-6)

    voting = ENSEMBLES["voting"].fit(X, LABELS["text"][CODES])
    pool = pool_from_fitted(voting)
    winner, _ = plurality(class_votes(pool.predict_codes(X), np.full(3, 1 / 3), 3))
    np.testing.assert_array_equal(pool.classes[winner], voting.predict(X))

    boosted = ENSEMBLES["boosted"].fit(X, CODES)
    pool = pool_from_fitted(boosted)
    winner, _ = plurality(class_votes(pool.predict_codes(X), pool.own_weights, 3))
    np.testing.assert_array_equal(pool.classes[winner], boosted.predict(X))


def test_pipelines_on_a_data_frame_get_the_data_frame():
    frame = pd.DataFrame(X.copy(), columns=list("abcd"))
    frame.iloc[::9, 2] = np.nan
    y = LABELS["text"][CODES]
    members = [
        make_pipeline(SimpleImputer(), model).fit(frame, y)
        for model in (GaussianNB(), SVC(), DecisionTreeClassifier(max_depth=2))
    ]
    pool = pool_from_fitted(members)
    np.testing.assert_array_equal(
        pool.predict_labels(frame), np.stack([m.predict(frame) for m in members], axis=1)
    )
    np.testing.assert_allclose(
        pool.predict_proba(frame)[:, 2], members[2].predict_proba(frame), atol=1e-6
    )


def test_members_that_know_fewer_classes_are_placed_by_label():
    y = LABELS["gaps"][CODES]
    all_three = DecisionTreeClassifier(max_depth=2).fit(X, y)
    last_two = GaussianNB().fit(X[CODES > 0], y[CODES > 0])
    pool = pool_from_fitted([last_two, all_three])
    assert pool.classes.tolist() == [2, 30, 400]
    np.testing.assert_array_equal(pool.predict_labels(X)[:, 0], last_two.predict(X))
    proba = pool.predict_proba(X)
    assert (proba[:, 0, 0] == 0).all()
    np.testing.assert_allclose(proba[:, 0, 1:], last_two.predict_proba(X), atol=1e-6)


def test_members_without_probabilities_give_one_to_their_answer():
    member = LinearSVC().fit(X, CODES)
    pool = pool_from_fitted([member, GaussianNB().fit(X, CODES)])
    np.testing.assert_array_equal(pool.predict_proba(X)[:, 0], np.eye(3)[member.predict(X)])


def test_more_classes_than_the_members_know_may_be_named():
    pool = pool_from_fitted([GaussianNB().fit(X, LABELS["text"][CODES])], ["zz", "bb", "a", "ccc"])
    assert pool.classes.tolist() == ["a", "bb", "ccc", "zz"]
    assert (pool.predict_proba(X)[:, :, 3] == 0).all()
    with pytest.raises(InputError, match=r"Member 0 knows the class 'ccc', which is not among"):
        pool_from_fitted([GaussianNB().fit(X, LABELS["text"][CODES])], ["a", "bb"])
    with pytest.raises(InputError, match="knows the class 2"):
        pool_from_fitted(ENSEMBLES["forest"].fit(X, CODES), [0, 1])


def test_columns_of_a_data_frame_are_found_by_name():
    frame = pd.DataFrame(X, columns=list("abcd"))
    pool = pool_from_fitted(ENSEMBLES["forest"].fit(frame, CODES))
    np.testing.assert_array_equal(
        pool.predict_codes(frame[list("dcba")]), pool.predict_codes(frame)
    )
    with pytest.raises(InputError, match=r"Column 'b' is missing \(1 of 4"):
        pool.predict_codes(frame.drop(columns="b"))


def test_gaps_reach_trees_that_know_them():
    gappy = X.copy()
    gappy[::4, 2] = np.nan
    forest = RandomForestClassifier(5, random_state=0).fit(gappy, CODES)
    np.testing.assert_array_equal(
        pool_from_fitted(forest).predict_labels(gappy), own_answers(forest, gappy)
    )


def test_tables_that_do_not_fit_are_diagnosed():
    pool = pool_from_fitted(ENSEMBLES["forest"].fit(X, CODES))
    with pytest.raises(InputError, match=r"X has shape \(150, 3\); the ensemble was fitted on 4"):
        pool.predict_codes(X[:, :3])
    with pytest.raises(InputError, match="infinite or beyond the range of float32"):
        pool.predict_codes(np.where(X > 5, 1e300, X))
    with pytest.raises(InputError, match="cannot be read as numbers"):
        pool.predict_codes(X.astype(object) + 1j)


@pytest.mark.parametrize("name", ["forest", "bagged on columns", "voting"])
def test_a_wrapped_pool_survives_pickling(name):
    pool = pool_from_fitted(ENSEMBLES[name].fit(X, CODES))
    copy = pickle.loads(pickle.dumps(pool))
    np.testing.assert_array_equal(copy.predict_codes(X), pool.predict_codes(X))


@pytest.mark.parametrize(
    ("fitted", "message"),
    [
        (list, "The list of classifiers is empty"),
        (lambda: [LinearRegression().fit(X, CODES)], r"Member 0 \(LinearRegression\) is not a cl"),
        (lambda: [KMeans(2, n_init=1).fit(X)], r"\(KMeans\) is not a classifier"),
        (lambda: ["forest"], r"Member 0 \(str\) is not a classifier"),
        (lambda: [GaussianNB], "Member 0 is the class GaussianNB itself"),
        (lambda: [GaussianNB()], r"Member 0 \(GaussianNB\) is not fitted; call its fit first"),
        (lambda: [make_pipeline(StandardScaler(), GaussianNB())], r"\(Pipeline\) is not fitted"),
        (lambda: RandomForestClassifier(), "The ensemble .* is not fitted"),
        (
            lambda: RandomForestClassifier(3).fit(X, np.c_[CODES, CODES]),
            "predicts several outputs at once",
        ),
        (
            lambda: GradientBoostingClassifier(n_estimators=2).fit(X, CODES),
            "GradientBoostingClassifier is no ensemble whose members can be taken apart",
        ),
        (
            lambda: [GaussianNB().fit(X, CODES), GaussianNB().fit(X, LABELS["text"][CODES])],
            "mix text with other values",
        ),
        (lambda: [GaussianNB().fit(X[:50], CODES[:50])], "The only class is '0'"),
    ],
)
def test_what_cannot_be_wrapped_is_refused(fitted, message):
    with pytest.raises(InputError, match=message):
        pool_from_fitted(fitted())


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a"], "There is 1 name for 2 classifiers; give one for each, or none"),
        (["a", "b", "c"], "There are 3 names for 2 classifiers"),
        (["a", "a"], "'a' is the name of 2 classifiers; give each a name of its own"),
        (["a", " "], "is empty; give it a name"),
    ],
)
def test_names_are_one_for_each_and_different(names, message):
    X, y = load_iris(return_X_y=True)
    fitted = [GaussianNB().fit(X, y), LogisticRegression(max_iter=500).fit(X, y)]
    with pytest.raises(InputError, match=message):
        pool_from_fitted(fitted, names=names)
    forest = RandomForestClassifier(2, random_state=0).fit(X, y)
    with pytest.raises(InputError, match=message):
        pool_from_fitted(forest, names=names)
    assert pool_from_fitted(forest, names=["a", "b"]).names == ("a", "b")
