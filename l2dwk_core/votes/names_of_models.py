"""Names of models, as programs and libraries give them: R (caret, mlr, tidymodels), Weka,
scikit-learn, PyCaret, AutoGluon, H2O, Keras, torchvision, timm and Hugging Face.

A column with such a name holds predictions and no true labels.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    names_a_prediction,
    names_an_estimator,
)

_ENOUGH = frozenset(
    "ranger cforest ctree treebag kknn multinom evtree xgbtree svmradial svmlinear svmpoly avnnet "
    "pcannet bartmachine dbarts glmboost gamboost blackboost wsrf rotf obliquerf xrt drf "
    "rbfsvm smo ibk jrip reptree oner zeror kstar lmt furia nnge aode libsvm liblinear linearsvc "
    "nusvc lssvm gpc gbc gbt gbdt hgb histgb lda plsda qda dtc rfc mnb gnb bnb sgd sgdc logreg "
    "dnn fnn gnn gcn mlpc ebm rulefit "
    "unet segnet fcn deeplab lenet alexnet googlenet inception xception squeezenet shufflenet "
    "convnext convnextv swin deit beit maxvit regnet nfnet mnasnet nasnet hrnet resnext "
    "efficientnetv mobilenetv mobilevit ghostnet yolo yolov dinov siglip coatnet nnunet "
    "albert electra xlm biobert clinicalbert scibert pubmedbert camembert longformer bigbird flan "
    "chatgpt vicuna alpaca minilm mpnet sbert fasttext textcnn setfit tfidf grok "
    "automl autogluon autosklearn tpot pycaret stacking stacked stacker oof ours".split()
)
"""Words of which one is enough, without digits."""

_ALL = frozenset(
    "nn gp gpr mda fda rda sda pda hdda pls ada et dl ridge enet net earth mars bart part cart "
    "chaid tree trees forest random rand extra bayes naive nb nbc lr log logit logistic reg "
    "regression boost boosted boosting gradient bag bagged bagging linear kernel rbf poly dummy "
    "null baseline stump decision rule rules neighbour neighbours neighbor neighbors nearest "
    "gaussian process discriminant discrim quadratic lasso elastic neural network networks deep "
    "learning support vector machine machines max maxent hmm crf gat snn rbfn pnn lvq elm som tan "
    "knearest ripper prism vote ensemble voting blend blended stack proposed analysis "
    "centroid pipeline c j id k t".split()
)
"""Words that are those of a model when all words of a name are among them, with or without
digits."""
_LETTERS = frozenset("c j id k t".split())
_NUMBERED = frozenset("c45 c50 c5 j48 id3".split())
_NOT_ALONE = frozenset(
    "decision rule rules random rand extra learning process support vector machine machines "
    "network networks deep vote voting reg log max net linear dummy null baseline analysis".split()
)

_IN_ONE = re.compile(
    "lightgbm|xgboost|catboost|randomforest|extratrees|kneighbors|neuralnet|weightedensemble|"
    "stackedensemble|automl|naivebayes|gradientboost|decisiontree|decisionstump|logisticreg|"
    "deeplearning|perceptron|adaboost|logitboost|efficientnet|mobilenet|densenet|convnext|resnet|"
    "resnext|nearestneighbo|svmradial|svmlinear|xgbtree|bayesnet|hoeffdingtree|randomtree|"
    "simplelogistic|labelpropagation|labelspreading|gridsearch|classifier"
)
_WEKA = re.compile(r"(?:weka\.classifiers\.)?(?:functions|trees|bayes|rules|lazy|meta|misc)\.\w+.*")
_MLR = re.compile(r"classif\.\w+.*")
_HUGGING_FACE = re.compile(r"[A-Za-z][\w.-]*/[\w.]*[A-Za-z][\w.]*-[\w.-]+")

_NUMBERED_WORD = re.compile(r"(?:[^\W\d]+_)?[^\W\d_]{6,}[1-9]")
_TOKEN = re.compile(r"[^\W_]+")
_SHORT = 3
_VOWELS = frozenset("aeiouy")


def names_a_model(name: str) -> bool:
    """Return whether a name is that of a model in one of these programs, or says that it is a
    model, as ``names_an_estimator``."""
    if names_an_estimator(name):
        return True
    name = name.strip()
    if any(form.fullmatch(name) for form in (_WEKA, _MLR, _HUGGING_FACE)):
        return True
    words = [without_accents(word).strip("0123456789") for word in words_of(name)]
    words = [word for word in words if word]
    together = "".join(words)
    if not words:
        return False
    if not _ENOUGH.isdisjoint([*words, together]) or _IN_ONE.search(together):
        return True
    has_digit = any(sign.isdigit() for sign in name)
    if set(words) <= _LETTERS:
        return "".join(sign for sign in name.lower() if sign.isalnum()) in _NUMBERED
    return set(words) <= _ALL and (len(words) > 1 or has_digit or words[0] not in _NOT_ALONE)


def names_a_voter(name: str) -> bool:
    """Return whether a name is that of a model (``names_a_model``), or says that a column holds
    predictions (``names_a_prediction``)."""
    return names_a_prediction(name) or names_a_model(name)


def looks_like_a_tool(name: str) -> bool:
    """Return whether an unknown name is written as those of models often are and words seldom are:
    with at most three letters (GP, nn, a), without a vowel (LSTM), or with digits in a word (J49,
    b0), but not one digit behind a longer word (species2). A true label may be written like this
    too, so it tells only between two columns."""
    tokens = _TOKEN.findall(without_accents(name.strip()))
    letters = "".join(sign for token in tokens for sign in token if sign.isalpha())
    if not letters or not letters.isascii():
        return False
    if len(letters) <= _SHORT or _VOWELS.isdisjoint(letters.lower()):
        return True
    return has_digits_in_a_word(name) and not _NUMBERED_WORD.fullmatch(name.strip())


def has_digits_in_a_word(name: str) -> bool:
    """Return whether a word of a name has digits beside letters and is no time such as 30d."""
    return any(
        any(sign.isdigit() for sign in token)
        and any(sign.isalpha() for sign in token)
        and not re.fullmatch(r"\d+[a-zA-Z]{1,3}", token)
        for token in _TOKEN.findall(name)
    )


def is_one_of_several(name: str, names: Collection[str]) -> bool:
    """Return whether a name is like another of *names*: both are one letter, numbers or single
    letters alone tell them apart (Reader 1, Reader 2), or a word of it stands in two others and not
    in all."""
    kinds = [_kind(other) for other in names if other != name]
    if _kind(name) in kinds:
        return True
    words = {other: set(_kind(other).split()) for other in names}
    return any(
        2 < sum(word in its for its in words.values()) < len(words) for word in words[name] if word
    )


def _kind(name: str) -> str:
    """Return the words of a name without digits, single letters and Roman numerals; "a letter" for
    one without other words."""
    words = [word.strip("0123456789") for word in words_of(name)]
    rest = [word for word in words if len(word) > 1 and not set(word) <= set("ivx")]
    return " ".join(rest) or "a letter"
