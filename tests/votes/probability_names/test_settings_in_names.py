"""Words such as max and margin within a name are those of a setting or a model, not of how sure a
prediction is; with names of models each column is a probability."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.names_of_models import names_a_model
from l2dwk_core.votes.other_columns import names_a_certainty, names_a_confidence, names_a_summary
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

N = 120


def table(names, **more):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, N)
    shares = {name: (rng.uniform(0, 0.7, N) + 0.3 * truth).round(3) for name in names}
    return pd.DataFrame({"y_true": truth, **shares, **{k: f(shares) for k, f in more.items()}})


@pytest.mark.parametrize(
    "names",
    [("rf_max_depth_3", "lr", "svm"), ("rf_max_depth_3", "rf_max_depth_5", "rf_max_depth_10"),
     ("lr_max_iter_100", "lr_max_iter_500"), ("MaxEnt", "NB", "SVM"), ("qwen-max", "qwen-plus"),
     ("cnn_max_pool", "cnn_avg_pool"), ("FixedThresholdClassifier", "SVC", "Perceptron"),
     ("rf_max_depth_3_proba", "lr_proba", "svm_proba"), ("svm_std_scaler", "svm_raw", "rf"),
     ("large_margin_nn", "rf", "svm"), ("lstm_max", "lstm_mean"),
     ("RandomForestClassifier", "LogisticRegression", "LinearDiscriminantAnalysis"),
     ("RidgeClassifier", "SVC", "QuadraticDiscriminantAnalysis"),
     ("SVC", "RidgeClassifier", "LabelPropagation", "NearestCentroid")],
)  # fmt: skip
def test_each_column_is_read_as_a_model(names):
    read = read_votes(answers.csv(table(names)))
    assert read.models == names
    np.testing.assert_allclose(read.probabilities[:, :, 1], table(names)[list(names)], atol=1e-6)


@pytest.mark.parametrize("name", ["confidence", "max_prob", "rf_conf", "maxprob", "conf_rf"])
def test_a_certainty_beside_probabilities_is_refused_and_named(name):
    frame = table(("svm", "nb"), **{name: lambda its: np.maximum(its["svm"], 1 - its["svm"])})
    with pytest.raises(InputError, match=f"Column '{name}' says by its name how sure"):
        read_votes(answers.csv(frame))


def test_columns_that_all_say_how_sure_a_prediction_is_are_refused_with_that_reason():
    frame = table(("a", "b"))
    frame[["rf_max", "svm_max"]] = np.maximum(frame[["a", "b"]], 1 - frame[["a", "b"]])
    frame.loc[0, ["rf_max", "svm_max"]] = 0.5
    with pytest.raises(InputError, match="'rf_max' says by its name how sure a prediction is, whi"):
        read_votes(answers.csv(frame[["y_true", "rf_max", "svm_max"]]))


def test_where_a_word_stands_tells_what_it_says():
    sure = "max max_prob prob_max rf_max max_rf margin rf_margin confidence conf_svm max_1"
    assert [name for name in sure.split() if not names_a_certainty(name)] == []
    none = "rf_max_depth_3 MaxEnt max_pool cnn_max_pool ThresholdClassifier lr_max_iter max_model"
    assert [name for name in none.split() if names_a_certainty(name)] == []
    assert [name for name in none.split() if names_a_confidence(name, ())] == []
    sums = "entropy rf_entropy entropy_rf std_pred kappa_2 rf_upper_95 mean_prob loss_of_rf std"
    assert [name for name in sums.split() if not names_a_summary(name)] == []
    none = "svm_std_scaler large_margin_nn svm_loss_hinge knn_std_pca"
    assert [name for name in none.split() if names_a_summary(name)] == []


def test_the_classifiers_of_scikit_learn_are_known():
    discovery = pytest.importorskip("sklearn.utils.discovery")
    names = [name for name, _ in discovery.all_estimators(type_filter="classifier")]
    assert len(names) > 30
    assert [name for name in names if not names_a_model(name)] == []


def test_a_column_named_part_with_probabilities_is_the_learner():
    read = read_votes(answers.csv(table(("J48", "PART", "IBk"))))
    assert read.models == ("J48", "PART", "IBk") and read.part is None
