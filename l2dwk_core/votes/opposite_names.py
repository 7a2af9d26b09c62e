"""One probability for each model whose name seems to say the other of two classes.

``alive_rf`` beside the true label ``died``, or ``rf_benign`` beside 0 and 1: read as the
probability of 1 every model would be upside down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scipy.stats import mannwhitneyu

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown, without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.other_columns import may_name_a_class

OPPOSITES = tuple(
    (frozenset(usual_0.split()), frozenset(usual_1.split()))
    for usual_0, usual_1 in (
        ("alive living survived survival survive survivor lebend lebt uberlebt uberlebend",
         "died dead death deceased mortality verstorben gestorben tot tod"),
        ("benign gutartig", "malignant malignancy cancer tumor tumour bosartig krebs"),
        ("healthy gesund", "sick ill disease diseased krank krankheit"),
        ("normal", "abnormal anomaly anomalous defect anormal"),
        ("control controls", "case cases patient"),
        ("ham", "spam"),
        ("legit legitimate genuine", "fraud fraudulent betrug"),
        ("retained stayed stay loyal", "churn churned exited attrition left"),
        ("paid repaid good", "default defaulted bad"),
        ("negative neg negativ", "positive pos positiv"),
        ("failed fail", "passed pass bestanden"),
        ("rejected denied", "approved accepted admitted"),
    )
)  # fmt: skip
"""Of each line the first words are usually the class 0, the others the class 1."""
_NOT = frozenset("no not non nicht kein keine".split())


def opposite_of_target(names: Sequence[str], target: str) -> str:
    """Return the word in all names that is the opposite of a word of the target's name: alive
    beside died, or no_churn beside churn; "" without one."""
    of_target = set(_words(target))
    for sides in OPPOSITES:
        for here, there in (sides, sides[::-1]):
            if of_target & there and not of_target & here:
                in_all = [set(_words(name)) & here for name in names]
                if all(in_all):
                    return sorted(in_all[0])[0]
    negated = [_negated(_words(name), of_target) for name in names]
    return negated[0] if negated and all(negated) else ""


def check_no_other_class(
    name: str, columns: Sequence[Column], truth: Column, classes: tuple[str, str], larger: bool
) -> None:
    """Raise ``InputError`` when the names of columns, which would be read as probabilities of the
    second of two *classes*, say another class.

    They do when a word of all names is the opposite of the target's name. They also do when the
    columns are not *larger* in the mean for the second class and a word of all names is that of a
    class 0 such as benign, or any word beside those of models and probabilities. For any word the
    numbers have to be smaller by more than chance explains.
    """
    names = [column.name for column in columns]
    first, second = classes
    if word := opposite_of_target(names, truth.name):
        why = f"{word!r}, the opposite of the true label {truth.name!r}"
    elif word := "" if larger else _class_in_all(columns, truth, second):
        why = (
            f"{word!r}, which is no class of {truth.name!r} ({shown([first, second])}). As "
            f"probabilities of {second!r} they are larger for the cases of {first!r}"
        )
    else:
        return
    raise InputError(
        f"Columns of {name!r}, such as {names[0]!r}, hold one number from 0 to 1 for each case "
        f"and are named with {why}. Say of which class they are the probability: put '_{first}' "
        f"behind the names, as in {f'{names[0]}_{first}'!r}, or '_{second}'."
    )


def _class_in_all(columns: Sequence[Column], truth: Column, second: str) -> str:
    """Return the word in the names of all columns that may be that of a class; "" without one."""
    words = [_words(column.name) for column in columns]
    shared = [word for word in words[0] if all(word in others for others in words)]
    usual = frozenset[str]().union(*(usual_0 for usual_0, _ in OPPOSITES))
    known = [word for word in shared if word in usual]
    if known or len(columns) < 2 or not all(is_smaller(c, truth, second) for c in columns):
        return known[0] if known else ""
    of_target = set(_words(truth.name))
    unknown = [word for word in shared if may_name_a_class(word) and word not in of_target]
    return unknown[0] if unknown else ""


def is_smaller(column: Column, truth: Column, second: str) -> bool:
    """Return whether a column is smaller for the second class by more than chance explains."""
    numbers, is_second = column.values(), truth.codes == truth.levels.index(second)
    here, there = numbers[is_second], numbers[~is_second]
    here, there = here[here == here], there[there == there]
    if not here.size or not there.size:
        return False
    return bool(mannwhitneyu(here, there, alternative="less").pvalue < LEVEL)


def _negated(words: Sequence[str], of_target: set[str]) -> str:
    for word, following in pairwise(words):
        if word in _NOT and following in of_target:
            return f"{word} {following}"
    return next((word for word in words if word.removeprefix("non") in of_target - {word}), "")


def _words(name: str) -> list[str]:
    return [without_accents(word) for word in words_of(name)]
