"""Names of columns that stand beside votes and hold no votes: folds, marks of right answers, ages.

Where classes are numbers, the values of such columns look like predicted labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    CERTAINTY_WORDS,
    CONFIDENCE_WORDS,
    ESTIMATOR_ENDS,
    ESTIMATOR_WORDS,
    PREDICTION_WORDS,
)
from l2dwk_core.datasets.tables.meaning.scored_names import (
    is_scored_confidence,
    is_scored_label,
    is_scored_number,
)
from l2dwk_core.datasets.tables.procedure import SPLIT_WORDS
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.model_settings import names_a_setting
from l2dwk_core.votes.names_of_models import names_a_voter

_PASSES = frozenset(
    "repeat repeats repetition repetitions run runs rep reps resample resamples iteration "
    "iterations round rounds seed seeds session sessions trial trials epoch week weeks time kfold "
    "kfolds cvfold cvfolds bootstrap "
    "lauf laufe durchlauf durchgang durchgange wiederholung wiederholungen runde runden sitzung "
    "sitzungen woche wochen "
    "pli plis tour tours seance graine semaine pliegue pliegues ronda repeticion sesion semilla "
    "semana ripetizione giro settimana repeticao rodada sessao".split()
)
"""Words, without accents, for folds, repeats and seeds, and for when a case was taken."""
_BESIDE_FOLD = frozenset("k outer inner nested stratified".split())

_OTHER_WORDS = (
    SPLIT_WORDS
    | _PASSES
    | frozenset(
        "flag correct agree agreement disagreement entropy variance std sd stdev uncertainty votes "
        "weight weights sample id ids index idx row rows nr no num number count counts".split()
    )
)
"""A name that consists of these words alone is that of no model."""

_WEIGHTS = frozenset(
    "weight weights wt wts wgt wgts ipw iptw gewicht gewichte poids peso pesos".split()
)
_BESIDE_WEIGHTS = frozenset(
    "sample samples case instance obs observation survey sampling row class frequency freq design "
    "inverse probability propensity final normalized normalised w".split()
)

_MARK_WORDS = frozenset("correct right hit hits wrong agree agreement".split())
"""A name that ends with one of these is that of a mark, when the values are marks."""

_MARKS = (
    frozenset({"0", "1"}),
    frozenset({"false", "true"}),
    frozenset({"f", "t"}),
    frozenset({"no", "yes"}),
    frozenset({"n", "y"}),
)
_SPREAD_WORDS = frozenset(
    "agreement agree disagreement consensus unanimity unanimous entropy variance var std sd stdev "
    "stddev uncertainty margin dispersion kappa lower upper lwr upr lcl ucl ci loss logloss brier "
    "resid residual residuals shap ubereinstimmung einigkeit entropie varianz "
    "streuung standardabweichung".split()
)
_AT_AN_END = frozenset({"max", "margin", "threshold"})
_SURE = CERTAINTY_WORDS - _AT_AN_END
_NUMBERS_OF_ONE = CONFIDENCE_WORDS - _AT_AN_END
_MIDDLE_WORDS = frozenset(
    "mean average avg median majority votes vote mittel mittelwert durchschnitt moyenne media "
    "promedio".split()
)
_BESIDE_MIDDLE = frozenset("all of the models ensemble share fraction ratio percent p".split())

_NO_CLASSES = (
    CONFIDENCE_WORDS | PREDICTION_WORDS | ESTIMATOR_WORDS | ESTIMATOR_ENDS | _OTHER_WORDS
    | frozenset("oof out cal calibrated raw models modell class".split())
)  # fmt: skip


def speaks_of_something_else(name: str, levels: Collection[str]) -> bool:
    """Return whether the name says that a column with these values holds no predicted labels. A
    name with the word "model" never does."""
    return (
        describes_the_case(name)
        or speaks_of_the_procedure(name, levels)
        or (len(levels) == 1 and names_a_setting(name))
    )


def speaks_of_the_procedure(name: str, levels: Collection[str]) -> bool:
    """Return whether the name of a column with these values is that of a fold, a repeat, a mark of
    right answers, a confidence or a number of the row, so that it is no true label either."""
    words = [without_accents(word) for word in words_of(name)]
    # "no" beside "yes" is a class; a number of the row has other values.
    if not words or "model" in words or words == ["no"] or is_scored_label(name):
        return False
    if is_scored_confidence(name):
        return True
    beside = _BESIDE_FOLD if {"fold", "folds"} & set(words) else frozenset()
    if set(words) <= _OTHER_WORDS | beside or (words[0] == "n" and len(words) > 1):
        return True
    values = {level.strip().lower().removesuffix(".0") for level in levels}
    return words[-1] in _MARK_WORDS and any(values <= marks for marks in _MARKS)


def names_a_weight(name: str, beyond_one: bool) -> bool:
    """Return whether the name of a column of fractions says how much a row counts: sample_weight,
    class weight, ipw; also w alone when some are larger than 1 (*beyond_one*)."""
    words = {without_accents(word) for word in words_of(name)}
    if words == {"w"}:
        return beyond_one
    return not words.isdisjoint(_WEIGHTS) and words <= _WEIGHTS | _BESIDE_WEIGHTS


def speaks_of_right(name: str) -> bool:
    """Return whether a name ends with a word such as correct or wrong, as ``svm_correct`` does."""
    words = words_of(name)
    return bool(words) and words[-1] in _MARK_WORDS


def named_as_models(names: Collection[str]) -> list[str]:
    """Return which of the columns that look like predicted labels are such by their names: where
    two share a word such as ``pred``, or one is named by SPSS Modeler or Azure ML, those whose
    names speak of predictions or of an estimator; all of them otherwise."""
    shared = Counter(word for name in names for word in PREDICTION_WORDS & set(words_of(name)))
    twice = any(count > 1 for count in shared.values())
    if not twice and not any(map(is_scored_label, names)):
        return list(names)
    return [name for name in names if names_a_voter(name)]


def names_a_confidence(name: str, models: Collection[str]) -> bool:
    """Return whether the name says that a column of fractions stands beside the labels that one of
    these models predicts, as ``svm_conf`` stands beside ``svm``."""
    words = set(words_of(name))
    if not words.isdisjoint(_NUMBERS_OF_ONE | PREDICTION_WORDS) or names_a_certainty(name):
        return True
    if is_scored_number(name):
        return True
    return any(
        not words.isdisjoint(words_of(model)) and not differ_by_number(name, model)
        for model in models
    )


def differ_by_number(name: str, other: str) -> bool:
    """Return whether numbers alone tell the names apart, as ``model_1`` and ``model_2``."""
    words, others = words_of(name), words_of(other)
    if words == others or len(words) != len(others):
        return False
    return {w.strip("0123456789") for w in set(words) ^ set(others)} <= {""}


def words_of_probabilities(name: str) -> set[str]:
    """Return the words of a name that speak of a probability."""
    return set(words_of(name)) & (CONFIDENCE_WORDS - CERTAINTY_WORDS | {"p"})


def may_name_a_model(word: str) -> bool:
    """Return whether a word of a column's name may be that of a model: it does not speak of a
    prediction or a probability."""
    return word not in CONFIDENCE_WORDS | PREDICTION_WORDS | {"p", "y", "label", "class"}


def names_a_summary(name: str) -> bool:
    """Return whether the name says that a column of numbers sums up the votes of all models, or
    says how sure or wrong one is: agreement, rf_entropy, std, rf_upper, mean_prob, vote_share.

    A word such as entropy stands first or last, perhaps before a number, or beside other such words
    only; between others it is part of a setting (svm_std_scaler).
    """
    words = [without_accents(word) for word in words_of(name)]
    known = _MIDDLE_WORDS | _BESIDE_MIDDLE | CONFIDENCE_WORDS | PREDICTION_WORDS
    if set(words) <= known | _SPREAD_WORDS | ESTIMATOR_WORDS and set(words) & _SPREAD_WORDS:
        return True
    while len(words) > 1 and words[-1].isdigit():
        words.pop()
    return not _SPREAD_WORDS.isdisjoint((*words[:1], *words[-1:])) or (
        not _MIDDLE_WORDS.isdisjoint(words) and set(words) <= known
    )


def names_a_certainty(name: str) -> bool:
    """Return whether the name says how sure a prediction is, whichever class it is.

    The words max, margin and threshold say it at the end of a name, or where all others are those
    of a probability, a prediction or a model (max_prob, margin_rf). Elsewhere they are part of a
    setting or a model (rf_max_depth_3, MaxEnt).
    """
    words = words_of(name)
    if not _SURE.isdisjoint(words):
        return True
    if _AT_AN_END.isdisjoint(words):
        return False
    beside = _NUMBERS_OF_ONE | PREDICTION_WORDS | _AT_AN_END | {"p", "of"}
    rest = {word for word in words if not word.isdigit()} - beside
    models = ESTIMATOR_WORDS - {"classifier"}
    return words[-1] in _AT_AN_END or not rest or set(words) - beside <= models


def may_name_a_class(word: str) -> bool:
    """Return whether a word of a column's name may be a class: it is no number, and none of those
    of models, predictions, probabilities and splits."""
    plain = word.strip("0123456789")
    return len(plain) > 1 and plain not in _NO_CLASSES
