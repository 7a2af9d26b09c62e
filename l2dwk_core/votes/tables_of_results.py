"""Refusals of tables that sum up answers instead of holding them: a confusion matrix, measures of
models such as accuracy, or a row for each model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown, without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import is_whole
from l2dwk_core.votes.names_of_models import names_a_voter
from l2dwk_core.votes.no_cases.counted_combinations import count_of_combinations
from l2dwk_core.votes.truth_names import LABEL_NAMES

_NEEDED = (
    "Needed is one row for each case, with its true label and a column for each model with what "
    "the model answered."
)
_BESIDE_CLASS = frozenset(
    "true truth pred predicted prediction actual reference observed class label gold wahr "
    "vorhergesagt vorhersage tatsachlich klasse ist soll vrai predit reel classe real predicho "
    "clase reale predetto".split()
)
_TOTALS = frozenset("all total totals sum sums summe gesamt somme suma totale soma totaal".split())
_MEASURES = frozenset(
    "accuracy acc balanced precision recall sensitivity specificity f1 auc roc auroc prauc kappa "
    "mcc loss logloss brier error rate score support tp fp fn tn ppv npv youden macro micro "
    "weighted avg genauigkeit exactitude rappel exactitud".split()
)
_BESIDE_MEASURE = frozenset("score rate avg weighted macro micro balanced".split())
_WEKA = re.compile(r"<-+ ?classified as", re.IGNORECASE)


def check_no_results(columns: Sequence[Column]) -> None:
    """Raise ``InputError`` when the columns are those of a confusion matrix, as a square or with a
    row for each pair of classes, or of measures of models, or when each row is that of a model."""
    if _is_square(columns) or any(_WEKA.search(column.name) for column in columns):
        raise InputError(
            "This is a confusion matrix: a row for each true class, a column for each predicted "
            "one, and how many cases there are. It does not say which cases a model got right. "
            + _NEEDED
        )
    if count := count_of_combinations(columns):
        raise InputError(
            f"A row stands for several cases: column {count!r} counts them, as in a confusion "
            "matrix, and the other columns have each combination of values once. " + _NEEDED
        )
    if model := _name_of_a_row(columns):
        raise InputError(
            f"Each row seems to hold the answers of one model, as {model!r}, and each column a "
            f"case. Turn the table round, as pandas' T does. {_NEEDED}"
        )
    measures = [column.name for column in columns if _is_measure(column)]
    if len(measures) >= 2 and 2 * len(measures) >= len(columns):
        raise InputError(
            f"Columns {shown(measures[:4])} hold measures of models, not their answers. {_NEEDED}"
        )


def _name_of_a_row(columns: Sequence[Column]) -> str:
    """Return the name of a true label or a model in the first column of words, where rows are fewer
    than columns and most of their names are such names; "" for other tables."""
    rows = next((c for c in columns if c.n_numbers == 0 and c.levels), None)
    if rows is None or not 2 <= len(rows.levels) == len(rows.codes) < len(columns):
        return ""
    truths = [n for n in rows.levels if "_".join(words_of(n)) in LABEL_NAMES]
    models = [n for n in rows.levels if names_a_voter(n)]
    if len(truths) != 1 or 2 * len(models) < len(rows.levels) - 1:
        return ""
    return truths[0]


def hint_of_matrix(columns: Sequence[Column]) -> str:
    """Return what to do if a few rows of whole numbers are a confusion matrix; "" for others."""
    rows = len(columns[0].codes) if columns else 0
    whole = all(_are_amounts(c) and is_whole(c.numbers) for c in columns)
    if not whole or not any(map(_counts, columns)) or abs(rows - len(columns)) > 1:
        return ""
    return f" If this is a confusion matrix: it does not say which case is right. {_NEEDED}"


def _is_square(columns: Sequence[Column]) -> bool:
    """Return whether the rows are named as the columns of numbers, in the same order, apart from
    totals and words such as true and predicted."""
    most = len(columns) + 1  # a row of totals
    named = [c for c in columns if len(c.levels) == c.n_present == len(c.codes) <= most]
    for rows in named:
        numbers = [c for c in columns if c is not rows and not _is_total(c.name)]
        if not all(_are_amounts(column) for column in numbers):
            continue
        texts = [rows.levels[code] for code in rows.codes]
        texts = [text for text in texts if not _is_total(text)]
        if len(numbers) > 1 and [_class(t) for t in texts] == [_class(c.name) for c in numbers]:
            return True
    return False


def _are_amounts(column: Column) -> bool:
    return 0 < column.n_numbers == column.n_present and bool((column.numbers >= 0).all())


def _class(name: str) -> str:
    """Return a name without words such as true and predicted, if others remain."""
    words = [without_accents(word) for word in words_of(name)]
    return " ".join(word for word in words if word not in _BESIDE_CLASS) or name.strip().lower()


def _is_total(name: str) -> bool:
    words = {without_accents(word) for word in words_of(name)}
    return bool(words & _TOTALS) and words <= _TOTALS | {"row", "column", "of"}


def _counts(column: Column) -> bool:
    return (
        _are_amounts(column)
        and not column.n_missing
        and is_whole(column.numbers)
        and bool(column.numbers.max() > 1)
    )


def _is_measure(column: Column) -> bool:
    words = {without_accents(word) for word in words_of(column.name)}
    if {"test", "score"} <= words:  # mean_test_score, rank_test_score
        return _are_amounts(column)
    return (
        _are_amounts(column) and words <= _MEASURES and not words <= _BESIDE_MEASURE and bool(words)
    )
