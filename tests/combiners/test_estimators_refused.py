"""What cannot be used for estimators is refused by name, with what to do."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

import l2dwk_core as l2
from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from tests.combiners.given_wines import (
    BAYES,
    LABELS,
    SVM,
    TABLE,
    THREE,
    TREE,
    X,
    Y,
    classifier,
)

BAD = [
    ({"estimators": []}, "list of estimators is empty; give at least one"),
    ({"estimators": tuple(THREE)}, "give a list of pairs"),
    ({"estimators": "svm"}, "estimators is 'svm'; give a list of pairs"),
    ({"estimators": [SVM]}, r"SVC\(C=2.0\) among the estimators is no pair \(name, classifier\)"),
    ({"estimators": [(1, SVM)]}, "is no pair"),
    ({"estimators": [("a", SVM), ("a", TREE)]}, "'a' is the name of 2 classifiers; give each a"),
    ({"estimators": [("a", "drop"), ("a", TREE)]}, "'a' is the name of 2 classifiers"),
    ({"estimators": [("a", SVM), ("", TREE)]}, "classifier number 2 is '', which is empty; give"),
    ({"estimators": [("a__b", SVM)]}, "'a__b' contains '__'.*another name"),
    ({"estimators": [("lam", SVM)]}, "'lam' is a parameter of this classifier too"),
    ({"estimators": [("a", "drop")]}, "All estimators are 'drop'; keep at least one"),
    ({"estimators": [("a", SVC)]}, "is no classifier of scikit-learn's kind"),
    ({"estimators": [("a", None)]}, "None is no classifier of scikit-learn's kind"),
    ({"estimators": [("a", LinearRegression())]}, r"'a' \(LinearRegression\) is no classifier"),
    ({"pool": "library"}, "pool is 'library', but the members are the given estimators; leave it"),
    ({"n_members": 9}, "n_members is 9, but the members are .*leave it at None"),
    ({"max_depth": 2}, "max_depth is 2"),
    ({"min_samples_split": 3}, "min_samples_split is 3.*leave it at 2"),
    ({"min_samples_leaf": 3}, "min_samples_leaf is 3"),
    ({"n_folds": 3}, "n_folds is 3.*leave it at 5; cv is the number of folds"),
    ({"weighting": "out_of_bag"}, "estimators draw no rows.*choose 'hold_out'"),
    ({"weighting": "none"}, "'none', but L2DWKClassifier learns from votes"),
    ({"weighting": "oof"}, "Unknown weighting 'oof'"),
    ({"weighting": "hold_out", "cv": 3}, "cv is 3, but weighting is 'hold_out'.*leave one"),
    ({"cv": 1}, "The rows cannot be split by cv=1: k-fold"),
    ({"cv": 1000}, "The rows cannot be split by cv=1000"),
    ({"cv": "prefix"}, "The rows cannot be split by cv='prefix'"),
    ({"cv": "prefit"}, r"'svm' \(SVC\) is not fitted; call its fit first"),
    ({"prefit": [TREE]}, "estimators and prefit are both given; give fitted members as prefit"),
    ({"estimators": None, "prefit": [TREE], "cv": 3}, "cv is 3, but prefit members are not fitted"),
    ({"estimators": None, "cv": "prefit"}, "cv is 'prefit', but there are no fitted members"),
    ({"estimators": None, "cv": 3}, "cv is 3, but no estimators are given"),
]  # fmt: skip


@pytest.mark.parametrize(("parameters", "message"), BAD)
def test_what_cannot_be_used_is_refused_with_the_remedy(parameters, message):
    with pytest.raises(InputError, match=message):
        classifier(**parameters).fit(X, LABELS)


def test_an_ensemble_method_as_it_is_takes_no_estimators():
    with pytest.raises(InputError, match=r"trains its own members.*'uniform_vote'"):
        COMBINERS["bagging"].create(estimators=THREE).fit(X, LABELS)


class WrongProbabilities(GaussianNB):
    """A classifier whose probabilities are all the same number."""

    def __init__(self, share=np.nan):
        super().__init__()
        self.share = share

    def predict_proba(self, X):
        return np.full((len(X), len(self.classes_)), self.share)


@pytest.mark.parametrize(("share", "total"), [(np.nan, "nan"), (0.9, "2.7")])
@pytest.mark.parametrize("cv", [3, "prefit"])
def test_a_member_with_wrong_probabilities_is_named(share, total, cv):
    given = [*THREE[1:], ("odd", WrongProbabilities(share))]
    if cv == "prefit":
        given = [(name, clone(model).fit(X, LABELS)) for name, model in given]
    message = rf"of member 'odd' sum to {total} .* in row 1 .*178 rows"
    with pytest.raises(InputError, match=message):
        classifier(estimators=given, cv=cv, outputs="probabilities").fit(X, LABELS)
    assert classifier(estimators=given, cv=cv).fit(X, LABELS).weights_.size == 3


def test_a_member_whose_probabilities_become_wrong_is_named():
    given = [("bayes", GaussianNB()), ("odd", WrongProbabilities(1 / 3))]
    model = classifier(estimators=given, cv=3, outputs="probabilities").fit(X, LABELS)
    model.weights_ = np.full(2, 0.5)  # so that both are asked
    model.named_estimators_["odd"].share = np.nan
    with pytest.raises(InputError, match="of member 'odd' sum to nan"):
        model.predict(X)


@pytest.mark.parametrize("listed", [False, True])
def test_a_prefit_member_of_other_columns_is_named(listed):
    models = [clone(BAYES).fit(X, LABELS), clone(TREE).fit(X[:, :2], LABELS)]
    given = {"estimators": None, "prefit": models} if listed else {
        "estimators": list(zip(("bayes", "tree"), models, strict=True)), "cv": "prefit",
    }  # fmt: skip
    name = "member 1" if listed else "tree"
    message = rf"Member '{name}' \(DecisionTreeClassifier\) cannot predict these rows: X has 13 "
    with pytest.raises(InputError, match=message):
        classifier(**given).fit(X, LABELS)


@pytest.mark.parametrize("listed", [False, True])
def test_prefit_members_of_text_and_of_numbers_are_named(listed):
    models = [clone(BAYES).fit(X, LABELS), clone(TREE).fit(X, Y)]
    given = {"estimators": None, "prefit": models} if listed else {
        "estimators": list(zip(("bayes", "tree"), models, strict=True)), "cv": "prefit",
    }  # fmt: skip
    names = ("Member 0", "Member 1") if listed else ("'bayes'", "'tree'")
    message = rf"{names[0]} answers text \('barbera'\) and {names[1]} other values \(0\)"
    with pytest.raises(InputError, match=message):
        classifier(**given).fit(X, LABELS)


def test_two_columns_of_one_name_are_refused():
    table = TABLE.rename(columns={"c1": "c0"})
    with pytest.raises(InputError, match="'c0' is the name of 2 columns of X; give each"):
        l2.L2DWKClassifier(n_members=3).fit(table, LABELS)
    with pytest.raises(InputError, match="'c0' is the name of 2 columns"):
        l2.L2DWKClassifier(n_members=3).fit(TABLE, LABELS).predict(table)


@pytest.mark.parametrize("form", [list, np.array, pd.Series])
def test_labels_that_numpy_makes_equal_are_refused(form):
    labels = form(np.array(["a", "a\0", "c"], dtype=object)[Y])
    with pytest.raises(InputError, match="ends with the character NUL"):
        classifier().fit(X, labels)
