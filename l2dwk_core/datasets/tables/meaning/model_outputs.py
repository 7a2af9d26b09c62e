"""Columns that a model wrote beside the data: predicted labels, probabilities, residuals.

They are no inputs: a model that is given them copies another one. Names are those of scikit-learn's
users (``y_pred``), R (``.pred_class``, ``.fitted``), SPSS (``PRE_1``), SPSS Modeler, Azure ML, SAS,
KNIME (``P (Species=setosa)``), RapidMiner (``confidence(setosa)``), Weka (``predicted Species``),
Orange (``Random Forest (setosa)``), JMP (``Prob[setosa]``) and H2O (``predict``, ``p0``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    CERTAINTY_WORDS,
    CONFIDENCE_WORDS,
    ESTIMATOR_WORDS,
    PREDICTION_WORDS,
    names_an_estimator,
)
from l2dwk_core.datasets.tables.meaning.scored_names import (
    is_scored_label,
    is_scored_number,
    sas_target,
)
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.target.outcome_names import rank_of_outcome
from l2dwk_core.datasets.tables.values import is_whole

# Beside a word for a prediction: predicted_class, y_pred, model_prediction, pred_prob.
_BESIDE = CONFIDENCE_WORDS | frozenset(
    "y class classes label labels value values category outcome target result response model final "
    "raw oof cv test train the is id no error "
    "klasse classe clase klasa класс wert valeur valor valore wahrscheinlichkeit probabilité "
    "probabilidad probabilità probabilidade".split()
)
_PREDICTED = (
    PREDICTION_WORDS - {"hat"}
    | {"ypred", "phat", "yprob", "yproba"}
    | frozenset(
        "vorhersage vorhergesagt vorhergesagte prädiktion praediktion prédiction prédit prédite "
        "predit predicción prediccion predicho predicha predizione predetto predetta previsão "
        "predição predito predicao voorspelling voorspeld voorspelde predykcja przewidywana "
        "предсказание предсказанный предсказано 预测 預測 予測 예측".split()
    )
)
_ESTIMATORS = ESTIMATOR_WORDS - {"vit", "transformer", "bert"}  # vitamins, machines, a measure
# Whole names, in lower case and without marks between words.
_WHOLE = frozenset(
    "y hat|y prob|y probs|y proba|y score|y scores|predict proba|pred proba|proba|fitted"
    "|fitted value|fitted values|fitted class|score pred|model output|model score|model probability"
    "|model prob|most likely class|scored label"
    "|estimated class|classifier output|resid|resids|residuals".split("|")
)
_FORMS = re.compile(
    r"prediction ?\(.+\).*|confidence ?\(.+\)|P ?\(.+=.+\).*|(?:prob|lin) ?\[.+\]|most likely .+"
    r"|predicted ?: ?.+",
    re.IGNORECASE,
)
_OF_R = re.compile(
    r"\.(?:pred(?:iction)?(?:[._].*)?|fitted|resid|std\.resid|se\.fit|hat|sigma|cooksd)", re.I
)
_SPSS = re.compile(r"(?:PRE|PGR)_[0-9]")
_ALSO_SPSS = re.compile(r"(?:RES|ZPR|ZRE|SRE|DRE|SDR|LRE|ADJ|MAH|COO|LEV|DEV|DIS[0-9]?)_[0-9]")
_MOST_SPSS = 6
_MOST_PAIRS = 1_000_000
_MOST_KINDS = 200
_PROBABILITY = CONFIDENCE_WORDS - CERTAINTY_WORDS | {"confidence"}
_BRACKETS = re.compile(r"(.+?) ?\((.+)\)")
_P_OF_H2O = re.compile(r"p-?[0-9]{1,2}|p[A-Z]\w*")


PREDICTION = "By its name it seems to be a model's prediction."


def model_outputs(columns: Sequence[Column]) -> dict[str, str]:
    """Return, by name, why columns seem to be what a model predicts.

    A name says so alone, or together with the name or the values of another column. Of a table
    without another column of classes, the last column stays, as the class that is to be learned.
    """
    names = [column.name for column in columns]
    found = {name for name in names if _by_name_alone(name)} | _of_programs(names)
    classes = [c for c in columns if c.name not in found and _may_be_classes(c)]
    found |= _of_others(columns)
    found |= _of_classes([c for c in columns if c.name not in found], classes)
    if found:
        found |= _beside_labels(columns, classes)
    last = columns[-1]
    if last.name in found and _may_be_classes(last):
        others = [column for column in columns if column.name not in found]
        if not any(_may_be_classes(c) and _is_truth(c, last) for c in others):
            found.discard(last.name)
    return dict.fromkeys(found, PREDICTION)


def _by_name_alone(name: str) -> bool:
    words = [word for word in words_of(name) if not word.isdecimal()]
    plain = " ".join(words)
    if not _PREDICTED.isdisjoint(words) and set(words) <= _PREDICTED | _BESIDE | ESTIMATOR_WORDS:
        return True
    others = set(words) - _ESTIMATORS
    if others < set(words) and others and others <= CONFIDENCE_WORDS - {"max", "threshold"}:
        return True
    stripped = name.strip()
    return bool(
        plain in _WHOLE
        or _FORMS.fullmatch(stripped)
        or _OF_R.fullmatch(stripped)
        or is_scored_label(stripped)
        or is_scored_number(stripped)
        or any(plain.startswith(word) for word in ("预测", "預測", "予測", "예측"))
    )


def _of_programs(names: Sequence[str]) -> set[str]:
    """Return the names that SPSS, SAS and H2O give, each beside another that makes it sure."""
    found = {name for name in names if _SPSS.fullmatch(name)}
    # A test before a treatment has several items, or one after it.
    if len(found) > _MOST_SPSS or any(name.upper().startswith("POST") for name in names):
        found = set()
    if found:
        found |= {name for name in names if _ALSO_SPSS.fullmatch(name)}
    if target := sas_target(names):
        sure = {f"I_{target}", f"U_{target}", "_WARN_"} | ({f"F_{target}"} & _when(target, names))
        starts = (f"P_{target}", f"R_{target}", f"V_{target}", "EM_")
        found |= {name for name in names if name in sure or name.startswith(starts)}
    if "predict" in names:
        found |= {name for name in names if _P_OF_H2O.fullmatch(name)}
    return found


def _when(target: str, names: Collection[str]) -> set[str]:
    # F_target is the truth where the target itself is not in the file.
    return {f"F_{target}"} if target in names else set()


def _of_others(columns: Sequence[Column]) -> set[str]:
    """Return the columns whose name is that of another column of classes, or of one of its values,
    and a word for a prediction, such as ``predicted diagnosis``, ``survived_pred`` and ``pred_b``;
    or holds such a word, as ``ensemble_pred``, beside the same values."""
    classes = [column for column in columns if _may_be_classes(column)]
    # Counted, as the column itself may be one of them; a wide table has few kinds of values.
    names = Counter(" ".join(words_of(column.name)) for column in classes)
    kinds = Counter(frozenset(column.levels) for column in classes)
    levels = Counter(" ".join(words_of(level)) for column in classes for level in column.levels)
    joined = {"predicted" + name.replace(" ", "") for name in names}
    no_class = _PREDICTED | CONFIDENCE_WORDS | ESTIMATOR_WORDS | {"of", "for"}
    found = set()
    for column in columns:
        words, own = words_of(column.name), frozenset(column.levels)
        if not _PREDICTED.isdisjoint(words):
            few = kinds if len(own) > 1 and len(kinds) <= _MOST_KINDS else Counter()
            if any(own <= kind and count > (kind == own) for kind, count in few.items()):
                found.add(column.name)
        elif len(words) == 1 and words[0] in joined:
            found.add(column.name)
        elif _PROBABILITY.isdisjoint(words) or not _are_fractions(column):
            continue
        said = " ".join(word for word in words if word not in no_class)
        mine = _may_be_classes(column) and said in {" ".join(words_of(level)) for level in own}
        if said and (names[said] or levels[said] > mine):
            found.add(column.name)
    return found


def _of_classes(columns: Sequence[Column], classes: Sequence[Column]) -> set[str]:
    """Return the columns of fractions that are named by a model and a class, such as ``kNN (a)``,
    or by a probability and a class, such as ``prob_a``, and the labels of such models."""
    # Many columns have the same few values.
    kinds = {frozenset(c.levels) for c in classes if not names_an_estimator(c.name)}
    levels = frozenset[str]().union(*kinds)
    spelled = {" ".join(words_of(level)) for level in levels} - {""}
    found: set[str] = set()
    models: dict[str, list[str]] = {}
    for column in columns:
        match, words = _BRACKETS.fullmatch(column.name), words_of(column.name)
        if match and match[2] in levels and _are_fractions(column):
            if _is_of_a_model(match[1]) or not match[2].isdecimal():
                models.setdefault(match[1], []).append(column.name)
        elif len(words) > 1 and (
            (words[0] in _PROBABILITY and " ".join(words[1:]) in spelled)
            or (words[-1] in _PROBABILITY and " ".join(words[:-1]) in spelled)
        ):
            found |= {column.name} if _are_fractions(column) else set()
    models = {m: its for m, its in models.items() if len(its) > 1 or _is_of_a_model(m)}
    found.update(*models.values())
    found |= {c.name for c in columns if c.name in models and levels.issuperset(c.levels)}
    named = [c for c in columns if len(c.levels) > 1 and names_an_estimator(c.name)]
    for kind in kinds if len(kinds) * len(named) <= _MOST_PAIRS else ():
        like = {column.name for column in named if kind.issuperset(column.levels)}
        # One such name may be another thing's: RF is a rheumatoid factor too.
        found |= like if len(like) > 1 else set()
    return found


def _is_of_a_model(name: str) -> bool:
    return names_an_estimator(name) or name.strip().lower() in {"p", "pr"} | _PROBABILITY


def _beside_labels(columns: Sequence[Column], classes: Sequence[Column]) -> set[str]:
    """Return the columns of fractions that are named by a class, or as how sure a prediction is,
    where there are predictions."""
    levels = frozenset[str]().union(*(column.levels for column in classes))
    return {
        column.name
        for column in columns
        if (column.name in levels or set(words_of(column.name)) <= CONFIDENCE_WORDS)
        and len(column.levels) > 2
        and _are_fractions(column)
    }


def _are_fractions(column: Column) -> bool:
    numbers = column.numbers
    return bool(
        0 < column.n_numbers == column.n_present and ((numbers >= 0) & (numbers <= 1)).all()
    )


def _may_be_classes(column: Column) -> bool:
    """Return whether the values are words, or few whole numbers."""
    many = len(column.levels)
    if column.n_numbers == 0:
        return 2 <= many <= MAX_CLASSES and many < column.n_present
    return 2 <= many <= MAX_NUMERIC_CLASSES and is_whole(column.numbers)


def _is_truth(column: Column, predicted: Column) -> bool:
    """Return whether a column has a usual name of classes, or holds the values that another
    predicts."""
    name = column.name.strip().lower()
    if name in CLASS_NAMES or rank_of_outcome(name) is not None:
        return True
    return {level.casefold() for level in predicted.levels} <= {
        level.casefold() for level in column.levels
    }
