"""Estimators given by name, as StackingClassifier takes them: votes, parameters, input."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.ensemble import StackingClassifier
from sklearn.exceptions import FitFailedWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import l2dwk_core as l2
from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.optimisation.l2dwk_cv import L2DWKClassifierCV
from l2dwk_core.combiners.reference.single_best import SingleBest
from l2dwk_core.combiners.reference.uniform_vote import UniformVote
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.fit_models import fit_models
from tests.combiners.given_wines import (
    BAYES,
    LABELS,
    NAMES,
    SVM,
    TABLE,
    THREE,
    TREE,
    X,
    Y,
    classifier,
)

WORDS = ["good fun", "bad pain", "good joy", "bad loss", "fun joy", "pain loss", "good loss"] * 9
MOODS = np.array(["up", "down", "up", "down", "up", "down", "up"] * 9)


@pytest.mark.parametrize(
    "cv", [5, 3, None, StratifiedKFold(4, shuffle=True, random_state=1), KFold(4, shuffle=True,
           random_state=2), list(KFold(3, shuffle=True, random_state=0).split(X))],
    ids=["5", "3", "None", "stratified", "plain", "pairs"],
)  # fmt: skip
def test_weights_are_those_of_self_training_on_the_votes_of_cross_val_predict(cv):
    votes = np.column_stack([cross_val_predict(model, X, LABELS, cv=cv) for _, model in THREE])
    trace = self_train(votes, LABELS, Settings(lam=1.0))
    model = classifier(cv=cv).fit(X, LABELS)
    np.testing.assert_array_equal(model.weights_, trace.weights)
    assert np.count_nonzero(model.weights_) >= 2
    answers = [clone(member).fit(X, LABELS).predict(X) for _, member in THREE]
    for found, expected in zip(model.estimators_, answers, strict=True):
        np.testing.assert_array_equal(found.predict(X), expected)
    for_each = sum(
        weight * (answer[:, None] == model.classes_)
        for weight, answer in zip(model.weights_, answers, strict=True)
    )
    np.testing.assert_array_equal(model.predict(X), model.classes_[for_each.argmax(axis=1)])


def test_probabilities_are_those_of_the_fits_without_the_fold():
    folds = list(StratifiedKFold(5).split(X, LABELS))
    fits = fit_models(THREE, X, LABELS, folds=folds, probabilities=True, n_jobs=1)
    codes = np.searchsorted(fits.classes, LABELS).astype(np.int16)
    oracle = Oracle.from_probabilities(fits.probabilities, codes, fits.classes)
    trace = train_on(oracle, Settings(lam=1.0, outputs="probabilities"))
    model = classifier(outputs="probabilities").fit(X, LABELS)
    np.testing.assert_array_equal(model.weights_, trace.weights)
    assert model.notes_ == (
        "Without probabilities of their own, these give 1 to the class they vote for: svm.",
    )


def test_held_out_rows_judge_estimators_fitted_on_the_others():
    split = split_rows(LABELS, 0.4, 3)
    first, second = split.first_rows, split.second_rows
    fitted = [clone(model).fit(X[first], LABELS[first]) for _, model in THREE]
    votes = np.column_stack([model.predict(X[second]) for model in fitted])
    model = classifier(weighting="hold_out", weighting_fraction=0.4, random_state=3)
    model.fit(X, LABELS)
    np.testing.assert_array_equal(
        model.weights_, self_train(votes, LABELS[second], Settings(lam=1.0)).weights
    )
    np.testing.assert_array_equal(
        model.estimators_[0].decision_function(X), fitted[0].decision_function(X)
    )


def test_a_uniform_vote_needs_no_folds():
    model = UniformVote(estimators=THREE).fit(X, LABELS)
    assert model.weights_by_name_ == dict.fromkeys(("svm", "bayes", "tree"), 1 / 3)
    # As many rows as classes: no fold could be made.
    assert UniformVote(estimators=THREE[1:]).fit(X[::60], NAMES).classes_.size == 3


TREES = [(f"depth {d}", DecisionTreeClassifier(max_depth=d, random_state=0)) for d in (1, 2, 4, 8)]
LEARNING = [key for key, info in COMBINERS.items() if info.family != "whole_ensembles"]


@pytest.mark.parametrize("key", LEARNING)
def test_every_combiner_weighs_estimators(key):
    two = Y < 2
    weighting = {} if key not in ("l2dwk_paper", "l2dwk_authors") else {"weighting": None}
    model = COMBINERS[key].create(estimators=TREES, cv=3, **weighting).fit(X[two], LABELS[two])
    assert list(model.weights_by_name_) == [name for name, _ in TREES]
    assert list(model.weights_by_name_.values()) == model.weights_.tolist()
    assert model.score(X[two], LABELS[two]) > 0.8
    assert clone(model).estimators[0][1] is not model.estimators[0][1]


@pytest.mark.parametrize("key", ["l2dwk_paper", "l2dwk_authors"])
def test_rows_that_judge_freshly_trained_members_judge_estimators_too(key):
    assert COMBINERS[key].create(estimators=THREE).fit(X, LABELS).score(X, LABELS) > 0.9


def test_names_give_access():
    model = classifier().fit(X, LABELS)
    assert model.named_estimators_.bayes is model.estimators_[1]
    assert list(model.named_estimators_) == ["svm", "bayes", "tree"]
    assert model.weights_by_name_["svm"] == model.weights_[0]
    assert model.pool_.names == ("svm", "bayes", "tree")
    with pytest.raises(AttributeError):
        _ = classifier().estimators_


def test_parameters_of_estimators():
    model = classifier()
    reference = StackingClassifier(THREE)
    ours = model.get_params()
    for name, value in reference.get_params().items():
        if name.partition("__")[0] in ("svm", "bayes", "tree"):
            assert ours[name] is value or ours[name] == value
    assert "svm" not in model.get_params(deep=False)
    copied = clone(model).set_params(svm__C=30.0, lam=0.1)
    assert dict(copied.estimators)["svm"].C == 30.0
    assert copied.lam == 0.1
    assert SVM.C == 2.0
    line = LogisticRegression()
    assert dict(copied.set_params(tree=line).estimators)["tree"] is line
    assert [name for name, _ in copied.estimators] == ["svm", "bayes", "tree"]
    with pytest.raises(ValueError, match="Invalid parameter"):
        copied.set_params(forest__C=1)


def test_a_dropped_estimator_takes_no_part():
    model = classifier().set_params(svm="drop").fit(X, LABELS)
    assert list(model.weights_by_name_) == ["bayes", "tree"]
    assert model.named_estimators_["svm"] == "drop"
    alone = classifier(estimators=THREE[1:]).fit(X, LABELS)
    np.testing.assert_array_equal(model.weights_, alone.weights_)


def test_grid_search_over_an_estimators_parameter_and_lambda():
    grid = {"svm__C": [1e-6, 10.0], "lam": [0.1, 5.0]}
    search = GridSearchCV(classifier(estimators=THREE[:2]), grid, cv=3).fit(X, LABELS)
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    for chosen, score in zip(
        search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
    ):
        by_hand = cross_val_score(
            l2.L2DWKClassifier(
                estimators=[("svm", SVC(C=chosen["svm__C"])), ("bayes", GaussianNB())],
                lam=chosen["lam"],
            ),
            X,
            LABELS,
            cv=3,
        )
        assert by_hand.mean() == pytest.approx(score, abs=1e-12)
    assert search.best_params_["svm__C"] == dict(search.best_estimator_.estimators)["svm"].C


def test_as_a_step_of_a_pipeline():
    scaled = StandardScaler().fit_transform(X)
    model = make_pipeline(StandardScaler(), clone(classifier())).fit(X, LABELS)
    np.testing.assert_array_equal(model[-1].weights_, classifier().fit(scaled, LABELS).weights_)
    model.set_params(l2dwkclassifier__svm__C=7.0)
    assert dict(model[-1].estimators)["svm"].C == 7.0


TEXT_MEMBERS = [
    ("bayes", make_pipeline(TfidfVectorizer(), MultinomialNB())),
    ("line", make_pipeline(TfidfVectorizer(), LogisticRegression())),
    ("stump", make_pipeline(TfidfVectorizer(), DecisionTreeClassifier(max_depth=1))),
]


@pytest.mark.parametrize("words", [WORDS, np.array(WORDS), pd.Series(WORDS, index=range(9, 72))])
@pytest.mark.parametrize("weighting", [None, "hold_out", "bootstrap", "training"])
def test_texts_are_passed_on(words, weighting):
    model = classifier(estimators=TEXT_MEMBERS, weighting=weighting).fit(words, MOODS)
    assert model.score(words, MOODS) > 0.8
    assert model.predict_proba(words[:4]).shape == (4, 2)
    if weighting is None:
        votes = [cross_val_predict(member, WORDS, MOODS) for _, member in TEXT_MEMBERS]
        trace = self_train(np.column_stack(votes), MOODS, Settings(lam=1.0))
        np.testing.assert_array_equal(model.weights_, trace.weights)
        search = GridSearchCV(model, {"line__logisticregression__C": [0.1, 1.0]}, cv=2)
        assert not np.isnan(search.fit(words, MOODS).cv_results_["mean_test_score"]).any()


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_sparse_matrices_are_passed_on(kind):
    table = TfidfVectorizer().fit_transform(WORDS)
    estimators = [("line", LogisticRegression()), ("bayes", MultinomialNB()), ("tree", TREE)]
    model = classifier(estimators=estimators).fit(table.asformat(kind), MOODS)
    dense = classifier(estimators=estimators).fit(table.toarray(), MOODS)
    np.testing.assert_array_equal(model.weights_, dense.weights_)
    np.testing.assert_array_equal(model.predict(table), dense.predict(table.toarray()))
    assert model.n_features_in_ == table.shape[1]


def test_lambda_by_cross_validation_groups_copies_of_a_sparse_row():
    table = TfidfVectorizer().fit_transform(WORDS)
    estimators = [("line", LogisticRegression()), ("tree", TREE)]
    chosen = [
        L2DWKClassifierCV(estimators=estimators, weighting="bootstrap").fit(rows, MOODS)
        for rows in (table, table.toarray())
    ]
    assert chosen[0].choice_.as_dict() == chosen[1].choice_.as_dict()


def test_a_data_frame_reaches_the_members_with_its_column_names():
    first = make_pipeline(
        make_column_transformer((StandardScaler(), ["c0", "c12"])), LogisticRegression()
    )
    second = make_pipeline(make_column_transformer(("passthrough", ["c6"])), TREE)
    model = classifier(estimators=[("first", first), ("second", second)]).fit(TABLE, LABELS)
    assert model.feature_names_in_.tolist() == TABLE.columns.tolist()
    assert model.n_features_in_ == 13
    turned = TABLE.iloc[:, ::-1]  # each of these members finds its columns by name
    np.testing.assert_array_equal(model.predict(turned), model.predict(TABLE))


def test_methods_that_compare_rows_need_a_table():
    rse = COMBINERS["rse"]
    table = TfidfVectorizer().fit_transform(WORDS)
    for rows in (WORDS, table):
        with pytest.raises(InputError, match="RSE compares the rows themselves"):
            rse.create(estimators=[("never", Untouched())]).fit(rows, MOODS)
    assert rse.create(estimators=THREE).fit(TABLE, LABELS).score(TABLE, LABELS) > 0.9


class Untouched(SVC):
    def fit(self, X, y):
        raise AssertionError("it was fitted")


@pytest.mark.parametrize("weighting", [None, "hold_out"])
def test_prefit_estimators_are_the_same_as_prefit(weighting):
    fitted = [(name, clone(model).fit(X[::2], LABELS[::2])) for name, model in THREE]
    named = classifier(estimators=fitted, cv="prefit", weighting=weighting)
    named.fit(X[1::2], LABELS[1::2])
    listed = l2.L2DWKClassifier(prefit=[model for _, model in fitted], lam=1.0)
    listed.fit(X[1::2], LABELS[1::2])
    np.testing.assert_array_equal(named.weights_, listed.weights_)
    np.testing.assert_array_equal(named.predict(X), listed.predict(X))
    assert named.estimators_[0] is listed.estimators_[0] is fitted[0][1]
    assert list(named.weights_by_name_) == ["svm", "bayes", "tree"]
    assert clone(named).estimators is fitted
    grid = {"lam": [0.1, 5.0]}
    scores = [
        GridSearchCV(model, grid, cv=3).fit(X[1::2], LABELS[1::2]).cv_results_["mean_test_score"]
        for model in (named, listed)
    ]
    np.testing.assert_array_equal(*scores)
    listed.set_params(cv="prefit").fit(X[1::2], LABELS[1::2])
    np.testing.assert_array_equal(named.weights_, listed.weights_)


def test_a_fitted_classifier_can_be_cloned_and_pickled():
    model = classifier().fit(X, LABELS)
    again = clone(model)
    assert not hasattr(again, "estimators_")
    np.testing.assert_array_equal(again.fit(X, LABELS).weights_, model.weights_)
    restored = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(restored.predict_proba(X), model.predict_proba(X))
    assert restored.weights_by_name_ == model.weights_by_name_
    assert restored.named_estimators_.svm is restored.estimators_[0]


def test_processes_change_nothing():
    one, two = (classifier(n_jobs=jobs).fit(X, LABELS) for jobs in (1, 2))
    np.testing.assert_array_equal(one.weights_, two.weights_)


def test_a_single_class_is_always_predicted():
    model = classifier().fit(X[:20], np.full(20, "only"))
    assert model.predict(X[:2]).tolist() == ["only", "only"]
    assert model.weights_by_name_ == {"constant": 1.0}
    assert model.estimators_[0].predict(X[:2]).tolist() == ["only", "only"]
    assert "Only one class" in model.notes_[0]
    texts = classifier(estimators=TEXT_MEMBERS).fit(WORDS[:3], ["a"] * 3)
    assert texts.predict(["anything"]).tolist() == ["a"]


def test_an_estimator_that_fails_is_left_out_with_its_reason():
    estimators = [("svm", SVC(C=-1.0)), *THREE[1:]]
    model = classifier(estimators=estimators)
    with pytest.warns(FitFailedWarning, match="svm is left out, as it could not be"):
        model.fit(X, LABELS)
    assert list(model.weights_by_name_) == list(model.named_estimators_) == ["bayes", "tree"]
    assert model.notes_[0].startswith("svm is left out, as it could not be fitted: The 'C'")
    alone = classifier(estimators=THREE[1:]).fit(X, LABELS)
    np.testing.assert_array_equal(model.weights_, alone.weights_)
    with pytest.raises(InputError, match="None of 1 model could be fitted; of the first, svm"):
        classifier(estimators=estimators[:1]).fit(X, LABELS)


def test_folds_of_lambda_are_not_those_of_the_estimators():
    model = L2DWKClassifierCV(estimators=THREE, n_folds=3, cv=4).fit(X, LABELS)
    assert model.choice_.n_folds == 3


CHECKED = {
    "l2dwk": l2.L2DWKClassifier(estimators=THREE[1:]),
    "some take gaps": l2.L2DWKClassifier(
        estimators=[("line", LogisticRegression()), ("tree", TREE)]
    ),
    "near": SingleBest(estimators=[("near", KNeighborsClassifier()), ("bayes", BAYES)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("model", CHECKED.values(), ids=CHECKED)
def test_scikit_learns_own_checks(model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they provoke scikit-learn's deprecations on purpose
        check_estimator(model)
