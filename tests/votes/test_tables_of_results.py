"""A confusion matrix and measures of models are refused with what is needed instead."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def counts():
    """The confusion matrix of a stump, with the classes as names of rows and columns."""
    names = answers.classes()
    matrix = confusion_matrix(answers.labels(), answers.predictions()[:, 1], labels=names)
    return pd.DataFrame(matrix, index=names, columns=names)


def named(row, column, corner=""):
    frame = counts().rename(index=row.format, columns=column.format)
    return frame.rename_axis(corner).reset_index().rename(columns={"index": ""})


def with_totals():
    frame = counts().assign(Total=lambda table: table.sum(axis=1))
    frame.loc["Total"] = frame.sum()
    return frame.rename_axis("Actual").reset_index()


def crosstab():
    truth = pd.Series(answers.labels(), name="true class")
    said = pd.Series(answers.predictions()[:, 0], name="said")
    return pd.crosstab(truth, said).reset_index()


MATRICES = {
    "plain": named("{}", "{}"),
    "corner": named("{}", "{}", "Actual \\ Predicted"),
    "prefixes": named("true_{}", "pred_{}", "row"),
    "words": named("actual {}", "predicted {}"),
    "totals": with_totals(),
    "crosstab": crosstab(),
    "shares": named("{}", "{}").assign(**(counts() / 50).reset_index(drop=True)),
    "numbers": pd.DataFrame([[0, 30, 5], [1, 4, 41]], columns=["y_true", "0", "1"]),
    "usual name": pd.DataFrame([["no", 30, 5], ["yes", 4, 41]], columns=["class", "no", "yes"]),
    "Weka": pd.DataFrame({"a": [30, 4], "b": [5, 41], "<-- classified as": ["a = no", "b = yes"]}),
}  # fmt: skip


@pytest.mark.parametrize("frame", MATRICES.values(), ids=MATRICES)
def test_a_confusion_matrix_is_refused_by_its_name(frame):
    with pytest.raises(InputError, match=r"This is a confusion matrix.*Needed is one row for each"):
        read_votes(answers.csv(frame))
    with pytest.raises(InputError, match="This is a confusion matrix"):
        read_votes(answers.csv(frame), target=str(frame.columns[0]) or "column 1")


@pytest.mark.parametrize("names", [("Prediction", "Reference", "Freq"), ("actual", "rf", "n")])
@pytest.mark.parametrize("some_absent", [False, True])
def test_counts_of_each_pair_of_classes_are_refused(names, some_absent):
    long = counts().stack().reset_index().set_axis(names, axis=1)
    long = long[long[names[2]] > 0] if some_absent else long
    with pytest.raises(InputError, match=rf"column '{names[2]}' counts them, as in a confusion"):
        read_votes(answers.csv(long))


def test_a_few_numbers_without_names_may_be_one():
    with pytest.raises(InputError, match=r"No column looks like.*If this is a confusion matrix"):
        read_votes(b"30,5,2\n4,41,1\n0,3,19\n")


def test_measures_of_models_are_refused():
    data = load_iris()
    said = cross_val_predict(DecisionTreeClassifier(random_state=0), data.data, data.target, cv=5)
    report = pd.DataFrame(classification_report(data.target, said, output_dict=True)).T
    with pytest.raises(InputError, match=r"\['precision', 'recall', .* hold measures of models"):
        read_votes(answers.csv(report.reset_index()))
    frame = pd.DataFrame({"model": ["rf", "svm"], "accuracy": [0.8, 0.7], "AUC": [0.9, 0.8]})
    with pytest.raises(InputError, match="hold measures of models, not their answers"):
        read_votes(answers.csv(frame))


def test_results_of_a_search_are_refused():
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]}, cv=3)
    found = pd.DataFrame(search.fit(*load_iris(return_X_y=True)).cv_results_)
    names = ["param_max_depth", "mean_test_score", "std_test_score", "rank_test_score"]
    with pytest.raises(InputError, match=r"_test_score.* hold measures of models"):
        read_votes(answers.csv(found[names]))


def test_votes_with_a_number_of_words_or_a_score_are_no_results():
    frame = answers.table()
    rng = np.random.default_rng(0)
    read = read_votes(answers.csv(frame.assign(n=rng.integers(1, 40, 150))))
    assert read.models == answers.MODELS
    read = read_votes(answers.csv(frame.assign(score=rng.random(150), support=1)))
    assert read.models == answers.MODELS
    two = frame[["bayes", "label"]].iloc[::9].assign(n=np.arange(17))
    assert read_votes(answers.csv(two)).models == ("bayes",)


@pytest.mark.parametrize("truth", ["truth", "y_true", "Label"])
@pytest.mark.parametrize("header", [True, False])
def test_a_row_for_each_model_is_refused(truth, header):
    frame = answers.table().set_axis(["rf", "svm", "nb", truth], axis=1)
    frame = frame.T.add_prefix("case ").reset_index()
    data = frame.to_csv(index=False, header=header).encode()
    with pytest.raises(InputError, match=f"'{truth}', and each column a case. Turn the table"):
        read_votes(data)
