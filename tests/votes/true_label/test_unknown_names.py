"""The true label beside models whose names are not known: a model is never taken for it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.names_of_models import looks_like_a_tool, names_a_model
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

PROGRAMS = {
    "caret": "ranger, xgbTree, svmRadial, glmnet, treebag, C5.0, kknn, avNNet, lda, nn, earth",
    "mlr": "classif.ranger, classif.log_reg, classif.featureless",
    "tidymodels": "rand_forest, boost_tree, logistic_reg, nearest_neighbor, svm_rbf, mars",
    "Weka": "J48, SMO, IBk, JRip, OneR, RandomTree, REPTree, weka.classifiers.trees.J48, LMT",
    "scikit-learn": "LinearSVC, GaussianProcessClassifier, ExtraTrees, SGDClassifier, HistGB",
    "PyCaret": "lr, knn, nb, dt, svm, rbfsvm, gpc, mlp, ridge, rf, qda, ada, gbc, lda, et, xgboost",
    "AutoGluon": "LightGBMXT_BAG_L1, WeightedEnsemble_L2, NeuralNetTorch, KNeighborsUnif",
    "H2O": "GBM_1_AutoML_1, XRT_1_AutoML, DRF, StackedEnsemble_AllModels, DeepLearning_1",
    "Keras and torch": "resnet50, ResNet-18, unet, InceptionV3, Xception, convnext_tiny, swin_t",
    "timm": "vit_base_patch16_224, tf_efficientnetv2_s, mobilenetv3_large_100, deit_small",
    "Hugging Face": "google/flan-t5-base, albert-base-v2, xlm-roberta-large, bert-base-uncased",
    "numbered": "my_model_3, model_a, clf1",
}
TRUTHS = "animal, decision, rule, vote, key, risk, stage, class, tree_species, party, FDA approval"


def among(name, models, place, classes=("0", "1"), n=80):
    """A table with a column of true labels at a place, and these."""
    rng = np.random.default_rng(3)
    truth = rng.choice(classes, n)
    items = [(m, np.where(rng.random(n) < 0.8, truth, rng.choice(classes, n))) for m in models]
    items.insert(place, (name, truth))
    return pd.DataFrame(dict(items)), truth.tolist()


def test_names_of_models_in_programs_are_known():
    unknown = {
        p: [n for n in names.split(", ") if not names_a_model(n)] for p, names in PROGRAMS.items()
    }
    assert unknown == {program: [] for program in PROGRAMS}
    assert [n for n in TRUTHS.split(", ") if names_a_model(n)] == []


def test_a_word_of_its_own_at_the_end_is_the_truth_beside_names_of_tools():
    tools = ("ranger, J48, SMO", "nn, lda, GP", "unet, resnet50, my_model_3", "qx7, zzt, B2")
    for name in ("stage", "grade", "severity", "risk", "status", "group", "Key", "mood"):
        for models in tools:
            for place in (0, 3):
                frame, truth = among(name, models.split(", "), place)
                read = read_votes(answers.csv(frame))
                where = name, models, place
                assert read.models == tuple(models.split(", ")), where
                assert read.labels.tolist() == truth, where


def test_where_nothing_tells_the_reader_is_asked():
    for name, models, place, asked in (
        ("mood", ("Anna", "Bert", "Cleo"), 0, "'Cleo' and 'mood'"),
        ("mood", ("Anna", "Bert", "Cleo"), 3, "'mood' and 'Anna'"),
        ("stage", ("Anna", "Bert", "Cleo"), 0, "'Cleo' and 'stage'"),
        ("stage", ("rf", "svm", "phoenix"), 0, "'phoenix' and 'stage'"),
        ("stage", ("rf", "phoenix", "svm"), 0, "'phoenix' and 'stage'"),
        ("qx7", ("zzt", "B2b"), 0, "'B2b', 'qx7' and 'zzt'"),
        ("mood", ("reader 1", "reader 2", "reader 3"), 1, "'reader 3', 'reader 1' and 'mood'"),
    ):
        frame, truth = among(name, models, place)
        with pytest.raises(InputError) as refused:
            read_votes(answers.csv(frame))
        assert f"{asked} may be the true label, or a model" in str(refused.value), (name, models)
        read = read_votes(answers.csv(frame), name)
        assert read.models == models and read.labels.tolist() == truth


def test_words_that_are_seldom_those_of_a_tool():
    assert [n for n in ("mood", "cell type", "outcome 30d", "Güte") if looks_like_a_tool(n)] == []
    assert all(map(looks_like_a_tool, ("GP", "nn", "a", "LSTM", "J49", "b0", "net3a")))
