"""Names of probabilities of three classes or more that say the class by a number in another way
than model, separator and class: ``rf_1.0``, ``p1_rf``, ``rf1``, or ``rf_p1`` where the true labels
are words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.one_number import difference
from l2dwk_core.votes.shares import holds_fractions, holds_shares
from l2dwk_core.votes.spelling import are_whole, by_number

_PROBABILITY = r"(?:p|pr|probs?|proba|probability|class|cls|c)"
_FORMS = (
    re.compile(r"(?P<model>.*?[^ _.:-])[ _.:-]+(?P<label>\d+)\.0+"),
    re.compile(rf"{_PROBABILITY}[ _.]?(?P<label>\d+)[ _.:-]+(?P<model>.+)", re.I),
    re.compile(rf"(?P<model>.*?[^ _.:-])[ _.:-]+{_PROBABILITY}?[ _.]?(?P<label>\d+)", re.I),
    re.compile(r"(?P<model>.*[^\W\d_])(?P<label>\d+)"),
)
_FEWEST = 3
_NEAR_ONE = 0.02
_MOSTLY = 0.9


def with_numbers_of_classes(
    columns: Sequence[Column], truth: Column, notes: list[str]
) -> list[Column]:
    """Return the columns; where all columns of fractions have names of one of these forms, each
    model has one for each class, and its numbers sum to 1, the names are model, "_" and class, with
    a note.

    Where the true labels are words, the numbers from 0 or from 1 on are those of the classes in
    alphabetical order, as scikit-learn has it, if each column is larger for its class.
    """
    labels = by_number(truth).levels if are_whole(truth) else truth.levels
    if len(labels) < _FEWEST:
        return list(columns)
    shares = [column for column in columns if holds_shares(column)]
    for form in _FORMS:
        matches = {c.name: m for c in shares if (m := form.fullmatch(c.name.strip()))}
        if any(c.name not in matches for c in shares if holds_fractions(c)):
            continue
        classes = _classes(labels, {m["label"] for m in matches.values()})
        models: dict[str, dict[str, Column]] = {}
        for column in shares:
            if classes and column.name in matches:
                match = matches[column.name]
                model = match["model"].rstrip(" _.:-")
                models.setdefault(model, {})[classes[match["label"]]] = column
        if not models or not all(_are_complete(its, labels) for its in models.values()):
            continue
        are_words = set(classes) != set(labels)
        if are_words and not all(
            difference(column, truth, label) > 0
            for its in models.values()
            for label, column in its.items()
        ):
            continue
        names = {c.name: f"{m}_{label}" for m, its in models.items() for label, c in its.items()}
        old, new = next(iter(names.items()))
        order = (
            f" The numbers are those of the classes in alphabetical order ({shown(sorted(labels))}"
            "); if it is another, write the classes in the names."
        )
        notes.append(
            f"The names of the probabilities end or begin with the number of a class: {old!r} is "
            f"read as {new!r}." + (order if are_words else "")
        )
        return [replace(column, name=names.get(column.name, column.name)) for column in columns]
    return list(columns)


def _classes(labels: Sequence[str], numbers: set[str]) -> dict[str, str]:
    """Return the class of each number in the names; empty when they are not those of all."""
    if numbers == set(labels):
        return {label: label for label in labels}
    if len(numbers) != len(labels) or any(label.strip("-").isdigit() for label in labels):
        return {}
    ordered = sorted(numbers, key=int)
    if [int(number) for number in ordered] not in (
        list(range(len(labels))),
        list(range(1, len(labels) + 1)),
    ):
        return {}
    return dict(zip(ordered, sorted(labels), strict=True))


def _are_complete(columns: dict[str, Column], labels: Sequence[str]) -> bool:
    """Return whether there is a column for each class, and nearly all votes sum to 1."""
    if set(columns) != set(labels):
        return False
    sums = np.sum([column.values() for column in columns.values()], axis=0)
    sums = sums[~np.isnan(sums)]
    return bool(sums.size) and float(np.mean(np.abs(sums - 1.0) <= _NEAR_ONE)) >= _MOSTLY
