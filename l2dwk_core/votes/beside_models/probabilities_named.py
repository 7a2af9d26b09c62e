"""Columns beside probabilities whose names say that they are those of models: properties of the
cases, such as Partner beside rf_proba and svm_proba, and the labels of a combination."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    CERTAINTY_WORDS,
    CONFIDENCE_WORDS,
    PREDICTION_WORDS,
    names_a_prediction,
)
from l2dwk_core.votes.beside_models.columns_named import names_a_reader
from l2dwk_core.votes.beside_models.names_of_combinations import names_a_combination
from l2dwk_core.votes.names_of_models import is_one_of_several, names_a_model
from l2dwk_core.votes.other_columns import (
    may_name_a_model,
    names_a_certainty,
    names_a_summary,
    speaks_of_something_else,
)
from l2dwk_core.votes.per_cents import has_sign, in_parts
from l2dwk_core.votes.shares import has_fractions, holds_fractions

_NUMBERS = CONFIDENCE_WORDS - CERTAINTY_WORDS | PREDICTION_WORDS | {"p"}
_WEAK = frozenset({"score", "scores", "p"})
"""Beside a name that is not that of a model these may be something else: credit_score."""
_MODEL = frozenset({"model", "clf", "classifier"})


def beside_probabilities(
    columns: Sequence[Column], models: Sequence[Column], truth: Column
) -> dict[str, str]:
    """Return the names of columns that are no models, each with the reason, where the names of
    columns of fractions say that they are the probabilities of models and there are two classes.

    *models* are the columns that may hold predicted labels. Of these, those are none whose names
    are not that of a prediction, of a model or of a reader and have no word of the fractions'; and
    the labels of a combination beside two probabilities or more. Other numbers, such as an age or
    an occlusion, are none by the same rule.
    """
    if len(truth.levels) != 2:
        return {}
    parts = [in_parts(column) if has_sign(column) else column for column in columns]
    labels = [column.name for column in models if not holds_fractions(column)]
    stems = {_stem(name) for name in labels}  # rf_score beside the labels rf is no credit_score
    fractions = [
        c.name for c in parts if holds_fractions(c) and _names_a_probability(c.name, stems)
    ]
    of_models = [name for name in fractions if names_a_model(_stem(name))]
    if not of_models and len({_stem(name) for name in fractions} - {""}) < 2:
        return {}
    beside = {word for name in fractions for word in _stem(name).split("_")} - {""}
    why = (
        "the names of others say that they hold probabilities of models, and its name does not. If "
        "it is a model, "
    )
    found: dict[str, str] = {}
    for column in parts:
        name = column.name
        is_label = name in labels
        if (not is_label and not has_fractions(column)) or name in fractions:
            continue
        if is_label and _is_combination(name, len(fractions), len(of_models)):
            found[name] = (
                "by its name it holds the labels of a combination of the models whose "
                "probabilities stand beside it."
            )
        elif is_label and not of_models and is_one_of_several(name, labels):
            continue
        elif not _may_be_a_model(name, beside):
            found[name] = why + (
                f"give its probabilities, and name them {f'{name}_proba'!r}."
                if is_label
                else f"name it {f'{name}_proba'!r}."
            )
    summaries = [c.name for c in parts if c.name in found and has_fractions(c)]
    for name in summaries:  # left out with a note of their own
        if names_a_summary(name) or speaks_of_something_else(name, ()):
            del found[name]
    return found


def _names_a_probability(name: str, stems: Collection[str]) -> bool:
    """Return whether a name is that of a model's probability: rf_score, prob_a, pred.rf, rf_oof
    (out of fold), model_rf. *stems* are those of the names of predicted labels."""
    if _is_out_of_fold(name) or _is_model_by_word(name):
        return True
    words = _NUMBERS.intersection(words_of(name))
    if not words or names_a_certainty(name) or names_a_summary(name):
        return False
    stem = _stem(name)
    return not words <= _WEAK or names_a_model(stem) or (bool(stem) and stem in stems)


def _is_out_of_fold(name: str) -> bool:
    words = words_of(name)
    return "oof" in words and len(words) > 1 and not names_a_summary(name)


def _is_model_by_word(name: str) -> bool:
    """Return whether the name is that of a known model behind or before a word such as model."""
    words = words_of(name)
    rest = [word for word in words if word not in _MODEL]
    return 0 < len(rest) < len(words) and names_a_model("_".join(rest))


def _stem(name: str) -> str:
    """Return the words of a name that may be those of a model, with "_" between them."""
    return "_".join(word for word in words_of(name) if may_name_a_model(word))


def _may_be_a_model(name: str, beside: set[str]) -> bool:
    return (
        names_a_prediction(name)
        or not _NUMBERS.isdisjoint(words_of(name))
        or names_a_certainty(name)
        or names_a_model(name)
        or names_a_reader(name)
        or names_a_combination(name)
        or not beside.isdisjoint(words_of(name))
    )


def _is_combination(name: str, n_probabilities: int, n_of_models: int) -> bool:
    """Return whether labels beside so many probabilities are those of a combination: by a word such
    as ensemble, or, beside those of known models, as the name is that of no model (y_pred)."""
    if n_probabilities < 2:
        return False
    return names_a_combination(name) or (
        n_of_models > 1 and names_a_prediction(name) and not _stem(name)
    )
