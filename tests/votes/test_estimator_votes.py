"""``out_of_fold`` against scikit-learn's ``cross_val_predict``, and what it refuses."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.ensemble import StackingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError
from tests.slow_models import Failing

X, Y = load_wine(return_X_y=True)
NAMES = np.array(["barolo", "grignolino", "barbera"])
LABELS = NAMES[Y]
GROUPS = np.arange(len(Y)) % 17
MODELS = [
    ("tree", DecisionTreeClassifier(random_state=0)),
    ("bayes", GaussianNB()),
    ("search", GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, cv=3)),
    ("drawn", DecisionTreeClassifier(max_features=1, random_state=np.random.RandomState(3))),
]
SPLITTERS = {
    "number": 4,
    "shuffled": StratifiedKFold(5, shuffle=True, random_state=2),
    "plain": KFold(3),  # the rows are sorted by class: models are asked about classes unknown
    "groups": GroupKFold(4),
    "pairs": list(KFold(3, shuffle=True, random_state=0).split(X)),
}


@pytest.mark.filterwarnings("ignore:Number of classes in training fold")
@pytest.mark.parametrize("cv", SPLITTERS.values(), ids=SPLITTERS)
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_votes_are_those_of_cross_val_predict(cv, n_jobs):
    groups = GROUPS if isinstance(cv, GroupKFold) else None
    votes = l2.out_of_fold(MODELS, X, LABELS, cv, groups=groups, n_jobs=n_jobs)
    assert votes.models == ("tree", "bayes", "search", "drawn")
    np.testing.assert_array_equal(votes.labels, LABELS)
    np.testing.assert_array_equal(votes.classes, np.sort(NAMES))
    for j, (_, model) in enumerate(MODELS):
        asked = {"groups": groups, "cv": cv}
        np.testing.assert_array_equal(
            votes.predictions[:, j], cross_val_predict(model, X, LABELS, **asked)
        )
        if cv != SPLITTERS["plain"]:
            proba = cross_val_predict(model, X, LABELS, method="predict_proba", **asked)
            np.testing.assert_allclose(votes.probabilities[:, j], proba, atol=1e-6)
    assert votes.group is None if groups is None else (votes.group == groups).all()
    assert votes.notes == ()


WORDS = np.array(["good fun", "bad pain", "good joy", "bad loss", "fun joy", "pain loss"] * 10)
MOODS = np.array([1, 0, 1, 0, 1, 0] * 10)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("texts", list(WORDS)),
        ("text array", WORDS),
        ("series", pd.Series(WORDS)),
        ("sparse", scipy.sparse.csr_matrix(TfidfVectorizer().fit_transform(WORDS))),
        ("sparse columns", scipy.sparse.csc_array(TfidfVectorizer().fit_transform(WORDS))),
        ("frame", pd.DataFrame(TfidfVectorizer().fit_transform(WORDS).toarray()).add_prefix("w")),
        ("lists", TfidfVectorizer().fit_transform(WORDS).toarray().tolist()),
    ],
)
def test_rows_of_every_kind_reach_the_models(kind, rows):
    text = kind in ("texts", "text array", "series")
    learners = [MultinomialNB(), LogisticRegression(), LinearSVC()]
    models = [make_pipeline(TfidfVectorizer(), m) if text else m for m in learners]
    votes = l2.out_of_fold(models, rows, MOODS, 3, n_jobs=1)
    for j, model in enumerate(models):
        np.testing.assert_array_equal(
            votes.predictions[:, j], cross_val_predict(model, rows, MOODS, cv=3)
        )


def test_models_without_probabilities_give_one_to_their_vote():
    models = [("line", LinearSVC()), ("bayes", GaussianNB())]
    votes = l2.out_of_fold(models, X, Y, 3, n_jobs=1)
    np.testing.assert_array_equal(votes.probabilities[:, 0], np.eye(3)[votes.predictions[:, 0]])
    assert votes.notes == (
        "Without probabilities of their own, these give 1 to the class they vote for: line.",
    )
    assert l2.out_of_fold(models, X, Y, 3, n_jobs=1, probabilities=False).probabilities is None


def test_a_kernel_of_all_pairs_of_rows_is_cut_on_both_sides():
    kernel = X @ X.T / 1e6
    model = SVC(kernel="precomputed", C=10)
    votes = l2.out_of_fold([model], kernel, Y, 3, n_jobs=1)
    np.testing.assert_array_equal(
        votes.predictions[:, 0], cross_val_predict(model, kernel, Y, cv=3)
    )


def test_names_are_given_or_types():
    votes = l2.out_of_fold([GaussianNB(), SVC(), GaussianNB()], X, Y, 2, n_jobs=1)
    assert votes.models == ("GaussianNB 1", "SVC", "GaussianNB 2")


def test_a_class_of_one_row_and_a_model_that_fails():
    labels = np.array([0] * 10 + [1] * 9 + [2])
    models = [("bayes", GaussianNB()), ("never", Failing())]
    votes = l2.out_of_fold(models, X[:20], labels, 4, n_jobs=1)
    assert votes.models == ("bayes",)
    assert "never is left out" in votes.notes[0]
    assert votes.predictions[19, 0] != 2  # who answers it never saw its class
    assert votes.classes.tolist() == [0, 1, 2]


class Undecided(GaussianNB):
    """It gives no probabilities for one of the rows."""

    def predict_proba(self, rows):
        proba = super().predict_proba(rows)
        proba[0] = np.nan
        return proba


def test_probabilities_that_are_no_numbers_are_refused_with_what_to_do():
    models = [("bayes", GaussianNB()), ("odd", Undecided())]
    with pytest.raises(InputError, match=r"of model 'odd' .* sum to nan.*Leave the model out, or"):
        l2.out_of_fold(models, X, Y, 3, n_jobs=1)
    votes = l2.out_of_fold(models, X, Y, 3, n_jobs=1, probabilities=False)
    assert votes.models == ("bayes", "odd")


@pytest.mark.parametrize(
    ("estimators", "changes", "message"),
    [
        ([], {}, "The list of estimators is empty"),
        ("tree", {}, "estimators is 'tree'; give a list"),
        ([DecisionTreeClassifier], {}, "is no classifier of scikit-learn's kind"),
        ([("a", 3)], {}, "3 is no classifier"),
        ([("a", SVC()), ("a", SVC())], {}, "'a' is the name of 2 classifiers"),
        ([SVC()], {"cv": 1}, "cannot be split by cv=1: .* Give a number of folds from 2"),
        ([SVC()], {"cv": 100}, "cannot be split by cv=100"),
        ([SVC()], {"cv": [(np.arange(9), np.arange(9, 20))]}, r"Row 1 \(row 1 .* answered 0 times"),
        ([SVC()], {"y": np.zeros(178)}, "Only one class"),
        ([SVC()], {"y": np.linspace(0, 1, 178)}, "Labels"),
        ([SVC()], {"y": Y[:99]}, "X has 178 rows but y 99 labels; give one for each row"),
        ([SVC()], {"y": np.array(["a", "a\0"] * 89, dtype=object)}, "ends with the character NUL"),
        ([SVC()], {"y": ["a", "a\0"] * 89}, "ends with the character NUL"),
        ([("a", SVC()), ("", SVC())], {}, "number 2 is '', which is empty; give it a name"),
        ([Failing()], {}, "None of 1 model could be fitted"),
    ],
)
def test_what_cannot_be_used_is_named(estimators, changes, message):
    with pytest.raises(InputError, match=message):
        l2.out_of_fold(estimators, X, changes.pop("y", Y), n_jobs=1, **changes)


def test_the_votes_can_be_weighed():
    votes = l2.out_of_fold(MODELS, X, LABELS, n_jobs=1)
    run = l2.run(votes)
    assert run.pool.names == votes.models
    assert run.accuracy.l2dwk.accuracy > 0.8


def test_an_unfitted_stack_is_a_classifier_although_it_cannot_predict_yet():
    stack = StackingClassifier([("a", GaussianNB())])
    models = [("stack", stack), ("piped", make_pipeline(StandardScaler(), stack)),
              ("bayes", GaussianNB())]  # fmt: skip
    votes = l2.out_of_fold(models, X, LABELS, 3, n_jobs=1)
    assert votes.models == ("stack", "piped", "bayes")
    for kept, left_out in StratifiedKFold(3).split(X, LABELS):  # cross_val_predict refuses it
        told = clone(stack).fit(X[kept], LABELS[kept]).predict(X[left_out])
        np.testing.assert_array_equal(votes.predictions[left_out, 0], told)
    fitted = l2.L2DWKClassifier(estimators=models).fit(X, LABELS)
    assert fitted.weights_by_name_.keys() == {"stack", "piped", "bayes"}
    with pytest.raises(InputError, match="is no classifier of scikit-learn's kind"):
        l2.out_of_fold([("scale", StandardScaler())], X, LABELS, 3)


def test_a_number_of_folds_keeps_groups_together():
    votes = l2.out_of_fold(MODELS, X, LABELS, 4, groups=GROUPS, n_jobs=1)
    told = cross_val_predict(MODELS[0][1], X, LABELS, groups=GROUPS, cv=StratifiedGroupKFold(4))
    np.testing.assert_array_equal(votes.predictions[:, 0], told)
    np.testing.assert_array_equal(votes.group, GROUPS)


def test_folds_that_separate_groups_and_missing_groups_are_refused():
    with pytest.raises(InputError, match="separates the rows of group"):
        l2.out_of_fold(MODELS, X, LABELS, KFold(4, shuffle=True, random_state=0), groups=GROUPS)
    with pytest.raises(InputError, match="up to the number of groups"):
        l2.out_of_fold(MODELS, X, LABELS, 5, groups=np.arange(len(LABELS)) % 2)
    missing = np.where(np.arange(len(LABELS)) % 3, GROUPS, None)
    with pytest.raises(InputError, match="60 of 178 groups are missing"):
        l2.out_of_fold(MODELS, X, LABELS, 4, groups=missing)
