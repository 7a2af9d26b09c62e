"""Likely mistakes in how votes were made, found before any weights are learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, counted, short_name, words_of
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.multiple_tests import LEVEL, holm
from l2dwk_core.votes.against_chance import (
    cast_rows,
    is_less,
    is_more,
    none_is_better,
    right_by_chance,
    seems_more,
    too_few_groups,
)
from l2dwk_core.votes.beside_models.marks_of_right import marks_of_right
from l2dwk_core.votes.majority import majority_findings
from l2dwk_core.votes.no_cases.fitted_rows import fitted_findings
from l2dwk_core.votes.no_cases.lone_class import lone_class_findings
from l2dwk_core.votes.no_cases.stacked_rows import stacked_findings
from l2dwk_core.votes.votes import Votes

NEAR_PERFECT = 0.99
"""With this accuracy or more, a model was likely fitted to the same rows on which it votes."""

_OF_ITS_ERRORS = 0.1
"""So large a part of the errors of always naming the largest class leaves a near-perfect model, at
most: where nearly all rows are of one class, high accuracies are usual."""

_NAMED = 5


def findings(votes: Votes) -> tuple[str, ...]:
    """Return one line for each likely mistake; empty when there is none.

    These are reported: a single model; models that are right in every row or in nearly every row
    (``near_perfect``); models whose accuracy is below that of always predicting the largest class,
    by more than chance explains; models whose predictions equal those of another model, say where
    another model is right, or are the majority vote of the others; classes that no model predicts,
    that occur only among predictions, only in the test part, or only in the first
    or last row with all models' votes. Also models that may be
    columns of something else: those that are right no more often than chance and are named unlike
    the others or, of probabilities, right less often than these, and those that answer only 0 and 1
    where more classes are numbers. And when no model is right more often than chance, when every
    model would be with the opposite of two classes, or when the true label is the majority vote of
    the models. And models that are right more often in the rows that a column names as those of
    their training (``fitted_findings``), and rows that seem to be the same cases again
    (``stacked_findings``).
    """
    right = model_accuracies(votes)
    perfect = right == 1.0
    found = []
    if votes.n_models == 1:
        found.append(
            "There is one model, and one is no ensemble: its vote is the vote of all. Give the "
            "answers of two models or more."
        )
    if perfect.any():
        named = _named([votes.models[j] for j in np.flatnonzero(perfect)])
        found.append(
            f"{named} {agreeing(int(perfect.sum()), 'is', 'are')} right in every row: the true "
            "label itself, or a model that was fitted to these rows? Leave it out unless it can "
            "know no label before."
        )
    near = near_perfect(votes, right) & ~perfect
    if near.any():
        named = _named([f"{votes.models[j]} ({right[j]:.1%})" for j in np.flatnonzero(near)])
        found.append(
            f"{named} {agreeing(int(near.sum()), 'is', 'are')} right in nearly every row: were "
            "these cases used to fit the models? Then their votes say little about new cases; give "
            "votes on cases that the models have not seen, such as those of cross-validation."
        )
    found += fitted_findings(votes)
    found += [*_below_majority(votes, right), *_equal_models(votes)]
    found += majority_findings(votes)
    found += [*marks_of_right(votes), *_no_predictions(votes, right), *_classes(votes)]
    found += lone_class_findings(votes)
    found += stacked_findings(votes)
    if votes.part is not None:
        found += classes_in_test_only(votes, np.flatnonzero(votes.part == "test"))
    return tuple(found)


def model_accuracies(votes: Votes) -> Floats:
    """Return each model's share of right votes, (L,) in [0, 1], among the votes it cast."""
    right = votes.codes == votes.label_codes[:, None]
    if votes.available is None:
        return np.asarray(right.mean(axis=0))
    cast = np.count_nonzero(votes.available, axis=0)
    return np.asarray(np.count_nonzero(right & votes.available, axis=0) / cast)


def near_perfect(votes: Votes, right: Floats) -> NDArray[np.bool_]:
    """Return (L,) for each model whether it is right in nearly every row or in all: its accuracy,
    in *right* (L,), is ``NEAR_PERFECT`` or more, and it is wrong in at most a tenth of the rows in
    which always naming the largest class would be, where it votes."""
    usual = np.empty(votes.n_models)
    for j in range(votes.n_models):
        true = votes.label_codes[cast_rows(votes, j)]
        usual[j] = np.bincount(true).max() / len(true)
    few = 1 - right <= _OF_ITS_ERRORS * (1 - usual) + 1e-9
    return np.asarray((right >= NEAR_PERFECT) & few)


def classes_in_test_only(votes: Votes, test_rows: NDArray[np.intp]) -> tuple[str, ...]:
    """Return a note on classes that occur only among these test rows; empty when there is none."""
    in_test = np.zeros(votes.n_rows, dtype=bool)
    in_test[test_rows] = True
    only = np.setdiff1d(votes.label_codes[in_test], votes.label_codes[~in_test])
    if not only.size:
        return ()
    return (
        f"{_classes_named(votes, only)} {agreeing(only.size, 'occurs', 'occur')} among the test "
        "rows only: no weight is learned from it.",
    )


def by_chance(votes: Votes) -> tuple[str, ...]:
    """Return the models that are right no more often than chance explains (``LEVEL``, each model
    and each row on its own, where predictions keep their frequencies)."""
    return tuple(model for j, model in enumerate(votes.models) if not seems_more(votes, j))


def _below_majority(votes: Votes, right: Floats) -> list[str]:
    """Return a note on models that are less accurate than always predicting the largest class.

    The exact test of two votes decides (``paired_p``), on the rows each model voted on, with Holm's
    correction over all models. A group of rows counts as one case. p counts once for each class:
    which class is the largest, the same rows say, and of many equally frequent ones the largest
    looks better to name than it is.
    """
    counts = np.bincount(votes.label_codes)
    largest = int(counts.argmax())
    of_largest = votes.label_codes == largest
    shares, p_values = np.empty(votes.n_models), np.ones(votes.n_models)
    for j in range(votes.n_models):
        cast = slice(None) if votes.available is None else votes.available[:, j]
        named, fits = of_largest[cast], votes.codes[cast, j] == votes.label_codes[cast]
        shares[j] = named.mean()
        if right[j] < shares[j]:
            group = None if votes.group is None else votes.group[cast]
            p_values[j] = len(counts) * PairedRows.of(fits, named, group=group).p_value
    below = np.flatnonzero(holm(np.minimum(p_values, 1.0)) < LEVEL)
    if not below.size:
        return []
    everywhere = counts.max() / votes.n_rows
    listed = _named(
        [
            f"{votes.models[j]} ({right[j]:.1%}"
            + (")" if shares[j] == everywhere else f" against {shares[j]:.1%} where it votes)")
            for j in below
        ]
    )
    return [
        f"{listed} {agreeing(below.size, 'is', 'are')} right less often than always naming the "
        f"largest class, {short_name(votes.classes[largest])!r} ({everywhere:.1%}), by more than "
        "chance explains."
    ]


def _equal_models(votes: Votes) -> list[str]:
    groups: dict[bytes, list[str]] = {}
    for j, model in enumerate(votes.models):
        key = votes.codes[:, j].tobytes()
        if votes.available is not None:
            key += votes.available[:, j].tobytes()
        groups.setdefault(key, []).append(model)
    return [
        f"{_named(models)} predict the same labels in every row; one of them is enough."
        for models in groups.values()
        if len(models) > 1
    ]


def _no_predictions(votes: Votes, right: Floats) -> list[str]:
    """Return notes on models that may be columns of something else, such as a yes or no, or an age.

    They look like predicted labels where classes are numbers, or yes and no.
    """
    few = _yes_no_models(votes)
    notes = []
    if few:
        notes.append(
            f"{_named([votes.models[j] for j in few])} {agreeing(len(few), 'answers', 'answer')} "
            f"only 0 and 1 of {votes.classes.size} classes: leave it out if it is a yes or no and "
            "no prediction."
        )
    chance = [right_by_chance(votes, j) for j in range(votes.n_models)]
    better = [seems_more(votes, j) for j in range(votes.n_models)]
    known = {word for j in np.flatnonzero(better) for word in _words(votes.models[j])}
    usual = float(np.median(right[better])) if any(better) else 0.0
    strange = [
        j
        for j in range(votes.n_models)
        if not better[j]
        and j not in few
        and known
        and (
            known.isdisjoint(_words(votes.models[j]))
            or (votes.probabilities is not None and is_less(votes, j, right[j], usual))
        )
    ]
    if strange:
        named = _named([f"{votes.models[j]} ({right[j]:.1%}, by chance {chance[j]:.1%})"
                        for j in strange])  # fmt: skip
        notes.append(
            f"{named} {agreeing(len(strange), 'agrees', 'agree')} with the true label no more "
            "often than chance explains. If that is no model, but a property of the cases, leave "
            f"its {agreeing(len(strange), 'column', 'columns')} out of the file."
        )
    if not any(better) and (right < 1.0).all():
        notes.append(none_is_better(votes, right))
    elif any(better) and not any(is_more(votes, j) for j in range(votes.n_models)):
        notes.append(too_few_groups(votes))
    return notes


def _yes_no_models(votes: Votes) -> list[int]:
    """Return the models that answer only 0 and 1 where the true labels are more than that and
    numbers, and where other models answer more."""
    numbers = [_whole_number(label) for label in votes.classes.tolist()]
    if None in numbers or np.unique(votes.label_codes).size <= 2:
        return []
    yes_no = {numbers.index(value) for value in (0, 1) if value in numbers}
    used = [
        set(np.unique(votes.codes[cast_rows(votes, j), j]).tolist()) for j in range(votes.n_models)
    ]
    few = [j for j in range(votes.n_models) if used[j] == yes_no]
    return few if len(yes_no) == 2 and len(few) < votes.n_models else []


def _whole_number(label: Any) -> int | None:
    try:
        return int(label)
    except ValueError:
        return None


def _words(name: str) -> set[str]:
    """Return the words of a name without digits, which number models of one kind."""
    return {word.strip("0123456789") for word in words_of(name)} - {""}


def _classes(votes: Votes) -> list[str]:
    predicted = np.zeros(votes.classes.size, dtype=bool)
    true = np.bincount(votes.label_codes, minlength=votes.classes.size) > 0
    models = []
    for j in range(votes.n_models):  # one model at a time, to need less memory
        said = np.unique(votes.codes[cast_rows(votes, j), j])
        predicted[said] = True
        if not true[said].all():
            models.append(votes.models[j])
    notes = []
    if (never := np.flatnonzero(true & ~predicted)).size:
        notes.append(
            f"{_classes_named(votes, never)} {agreeing(never.size, 'is', 'are')} predicted by no "
            "model, so by no ensemble of them."
        )
    if (strange := np.flatnonzero(predicted & ~true)).size:
        notes.append(
            f"{_classes_named(votes, strange)} {agreeing(strange.size, 'is', 'are')} predicted but "
            f"no row's true label; check that labels and predictions are written alike. Leave the "
            "cell empty where a model gave no answer."
            + (
                f" {_named(models)} alone {agreeing(len(models), 'holds', 'hold')} such values: if "
                f"that is no model, but a property of the cases, leave its "
                f"{agreeing(len(models), 'column', 'columns')} out of the file."
                if len(models) < votes.n_models
                else ""
            )
        )
    return notes


def _classes_named(votes: Votes, codes: NDArray[np.signedinteger[Any]]) -> str:
    names = [repr(short_name(votes.classes[code])) for code in codes[:_NAMED]]
    more = len(codes) - _NAMED
    listed = ", ".join(names) + (f" and {more} more" if more > 0 else "")
    return f"{'Class' if len(codes) == 1 else 'Classes'} {listed}"


def _named(models: Sequence[str]) -> str:
    """Return the names of the first models as text, and how many more there are."""
    listed = ", ".join(short_name(model) for model in models[:_NAMED])
    more = len(models) - _NAMED
    what = "Model" if len(models) == 1 else "Models"
    return f"{what} {listed}" + (f" and {counted(more, 'more', 'more')}" if more > 0 else "")
