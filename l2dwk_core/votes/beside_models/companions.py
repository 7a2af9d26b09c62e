"""Columns that stand beside the votes of one model and say something else about them: rf_unc,
rf_time or rf_refused beside rf, rf_top2 beside rf_top1."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.other_columns import names_a_summary
from l2dwk_core.votes.shares import has_fractions

_BESIDE = frozenset(
    "unc uncert uncertainty epistemic aleatoric std stdev stddev sd se sem stderr var variance iqr "
    "mad entropy spread dispersion "
    "time times sec secs seconds ms msec runtime latency duration "
    "rank ranks ranking rang seed seeds "
    "nll loss losses logloss brier err error errors resid residual residuals "
    "refused refusal refuses abstain abstains abstained abstention declined "
    "top2 top3 top4 top5 2nd 3rd runnerup "
    "unsicherheit streuung zeit dauer laufzeit fehler incertitude ecart temps duree erreur".split()
)
_BESIDE_FRACTIONS = frozenset(
    "cutoff cutpoint thr thresh threshold temperature weight width bandwidth schwelle "
    "gewicht seuil".split()
)
"""Such a column of fractions is no model; one of labels may be, as of a lower threshold."""
_LOWER = frozenset("lo low lower lwr lb lcl cil min untere".split())
_UPPER = frozenset("hi high upper upr ub ucl ciu max obere".split())
_BOUND = re.compile(r"q(\d{1,3})")
_BESIDE_BOUND = frozenset("ci bound limit quantile".split())
_NO_STEM = frozenset(
    "p prob probs proba probability probabilities pred predicted prediction score y of top1 "
    "1st".split()
)
"""Words beside the name of a model in that of its first answer."""
_MOSTLY = 0.95


def companions(columns: Sequence[Column], truth: Column) -> dict[str, str]:
    """Return the names of columns that are no models, each with the column beside which it stands.

    Their names are that of the other column and words of an uncertainty, a time, a rank, a loss,
    a seed, a refusal or a second answer (top2); of a threshold or a weight, when they hold
    fractions; or of a bound, when they are on that side of the other in nearly all rows. A word
    that is a class of *truth* is none of them.
    """
    classes = {level.strip().casefold() for level in truth.levels}
    stems: dict[tuple[str, ...], Column] = {}
    parted = {}
    for column in columns:
        stem, beside = _parted(column.name, classes)
        if beside:
            parted[column.name] = stem, beside
        else:
            stems.setdefault(stem, column)
    found = {}
    for column in columns:
        if names_a_summary(column.name) and has_fractions(column):
            continue  # left out with a note of its own
        stem, beside = parted.get(column.name, ((), []))
        if stem and stem in stems and _stands_beside(column, stems[stem], set(beside)):
            found[column.name] = stems[stem].name
    return found


def note_of_companions(found: dict[str, str]) -> list[str]:
    """Return a note on each column that is left out beside the votes of a model."""
    return [
        f"Column {name!r} is left out: by its name it says something else about the votes of "
        f"{model!r}. If it is a model, give it another name, such as {f'model_{number}'!r}."
        for number, (name, model) in enumerate(found.items(), 1)
    ]


def _parted(name: str, classes: set[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the words of a model in a name, and the words at one end that are none of it."""
    words = [word for word in map(without_accents, words_of(name)) if word not in _NO_STEM]
    for at_end in (True, False):
        left, beside = list(words), []
        while len(left) > 1 and _is_beside(left[-1 if at_end else 0], classes):
            beside.append(left.pop(-1 if at_end else 0))
        if beside and not set(beside) <= _BESIDE_BOUND:
            return tuple(left), beside
    return tuple(words), []


def _is_beside(word: str, classes: set[str]) -> bool:
    known = _BESIDE | _BESIDE_FRACTIONS | _LOWER | _UPPER | _BESIDE_BOUND
    return word not in classes and (word in known or _BOUND.fullmatch(word) is not None)


def _stands_beside(column: Column, other: Column, words: set[str]) -> bool:
    if words & _BESIDE:
        return True
    if words & _BESIDE_FRACTIONS:
        return has_fractions(column)
    if column.n_numbers < column.n_present or other.n_numbers < other.n_present:
        return False
    difference = column.values() - other.values()
    difference = difference[~np.isnan(difference)]
    if not difference.size or not has_fractions(column):
        return False
    quantiles = [float(f"0.{found[1]}") for word in words if (found := _BOUND.fullmatch(word))]
    is_lower = bool(words & _LOWER) or any(quantile < 0.5 for quantile in quantiles)
    return float(np.mean(difference <= 0 if is_lower else difference >= 0)) >= _MOSTLY
