"""Words in the names of columns that hold what a model predicts, here and among votes."""

from __future__ import annotations

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.meaning.scored_names import is_scored_label, is_scored_number

CERTAINTY_WORDS = frozenset("conf confidence certainty margin threshold maxprob max".split())
CONFIDENCE_WORDS = CERTAINTY_WORDS | frozenset(
    "score scores prob probs proba probability probabilities".split()
)
PREDICTION_WORDS = frozenset(
    "pred preds predict predicted predicts prediction predictions yhat hat".split()
)

ESTIMATOR_WORDS = frozenset(
    "rf svm svc knn dt rpart lr logreg xgb xgboost lgb lgbm lightgbm catboost adaboost gbm mlp "
    "clf qda classifier perceptron logit glm glmnet gam kknn nnet ann cnn rnn lstm gru resnet "
    "densenet efficientnet mobilenet vgg vit transformer bert roberta distilbert deberta xlnet gpt "
    "claude llama mistral mixtral gemini qwen deepseek tabnet tabpfn lasso elasticnet".split()
)
ESTIMATOR_ENDS = frozenset("tree forest nb bayes boosting bagging regression model".split())
"""Words of estimators, which begin other names too: tree_species, nb_visits, model_year."""


def names_a_prediction(name: str) -> bool:
    """Return whether the name says that a column holds predictions, so that it is no truth."""
    return (
        not PREDICTION_WORDS.isdisjoint(words_of(name))
        or is_scored_label(name)
        or is_scored_number(name)
    )


def names_an_estimator(name: str) -> bool:
    """Return whether the name is that of an estimator or a model, such as SVC or model_a."""
    words = [word.strip("0123456789") for word in words_of(name)]
    words = [word for word in words if len(word) > 1]
    return bool(words) and (
        not ESTIMATOR_WORDS.isdisjoint(words)
        or words[-1] in ESTIMATOR_ENDS
        or words[-1].endswith("classifier")
    )
