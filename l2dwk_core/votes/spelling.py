"""One text for each class: numbers and words that are written in several ways."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import shortest
from l2dwk_core.votes.names_of_models import names_a_voter
from l2dwk_core.votes.probability_columns import ends_with_class
from l2dwk_core.votes.shares import has_fractions

_PLAIN = re.compile(r"[+\-−]?\d+(?:[.,]0*)?")
# The joiners stand inside words of some scripts, so that they are unseen at the ends only.
_SIGNS = "\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
_JOINERS = "\u200c\u200d"
_UNSEEN = re.compile(f"[{_SIGNS}]|^[{_JOINERS}]+|[{_JOINERS}]+$")
_ZERO_FIRST = re.compile(r"0\d+")


def with_words(columns: Sequence[Column], keep: Collection[str]) -> list[Column]:
    """Return the columns in which these words are values instead of missing cells. Raise
    ``InputError`` for a word that made no cell missing."""
    if isinstance(keep, str) or not all(isinstance(word, str) for word in keep):
        raise InputError(f"keep is {shown(keep)}; give a tuple of words, such as ('NA',).")
    found = dict.fromkeys(word for column in columns for word, _ in column.missing_words())
    for word in keep:
        check_choice("word for a missing vote", word, found)
    return [column.with_words(keep) for column in columns]


def alike(columns: Sequence[Column], truth: Column) -> tuple[list[Column], Column]:
    """Return the columns and the label with one text for each whole number: 1, or 01 where the true
    labels write it so.

    When votes are missing, programs often write 1.0 in place of 1. True labels such as 01 and 1 are
    codes, and stay as they are. So do all labels when a true one has a bound, a mark, a unit or an
    exponent (>2, 2*, 2 mm, 1e2), and such values of a model: their text is their class.
    """
    if not are_whole(truth) or _are_codes(truth):
        return list(columns), truth
    classes = set(truth.numbers.tolist())
    differently = len(classes) < len(truth.levels) or any(
        number in classes and level not in truth.levels and _PLAIN.fullmatch(level)
        for column in columns
        if _reads_as_whole(column)
        for level, number in zip(column.levels, column.numbers.tolist(), strict=True)
    )
    if not differently:
        return list(columns), truth
    alike_now = [by_number(c) if _reads_as_whole(c) else c for c in columns]
    own = own_texts(truth)
    return [_renamed(column, own) for column in alike_now], _renamed(by_number(truth), own)


def without_unseen(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns without characters that are not seen, such as a zero-width space, in their
    values, with a note."""
    found, changed = [], []
    for column in columns:
        joined = "".join(column.levels)
        if not any(sign in joined for sign in _SIGNS + _JOINERS):
            found.append(column)
            continue
        texts = [_UNSEEN.sub("", level) for level in column.levels]
        if texts != list(column.levels) and all(texts):
            levels = {text: at for at, text in enumerate(dict.fromkeys(texts))}
            place = np.array([*(levels[text] for text in texts), -1])
            column = replace(column, levels=tuple(levels), codes=place[column.codes])
            changed.append(column.name)
        found.append(column)
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        notes.append(
            f"Values of column {changed[0]!r}{more} have characters that are not seen, such as a "
            "zero-width space; they are read without them."
        )
    return found


def own_texts(truth: Column) -> dict[str, str]:
    """Return the text of each whole number as the true labels write it, when they write some with
    leading zeros and none in two ways: 01 for 1. Empty otherwise."""
    numbers = [shortest(float(number)) for number in truth.numbers]
    if not any(_ZERO_FIRST.fullmatch(level) for level in truth.levels):
        return {}
    return (
        dict(zip(numbers, truth.levels, strict=True)) if len(set(numbers)) == len(numbers) else {}
    )


def _renamed(column: Column, texts: dict[str, str]) -> Column:
    return replace(column, levels=tuple(texts.get(level, level) for level in column.levels))


def as_the_label(column: Column, truth: Column, notes: list[str]) -> Column:
    """The column with each value that differs from a true class by letter case alone written as
    that class. Values or classes that differ by it among themselves stay as they are."""
    classes = _by_letters(truth.levels)
    written = {
        level: name
        for letters, level in _by_letters(column.levels).items()
        if level and (name := classes.get(letters)) and name != level
    }
    if not written:
        return column
    told = [f"{shown(level)} for {shown(name)}" for level, name in written.items()]
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    notes.append(
        f"Column {column.name!r} writes {', '.join(told[:3])}{more}: they differ by letter case "
        "only and are taken for the same class."
    )
    return replace(column, levels=tuple(written.get(level, level) for level in column.levels))


def true_and_false(
    columns: Sequence[Column], truth: Column, alone: bool, notes: list[str]
) -> list[Column]:
    """Return the columns; where the classes are 0 and 1, those of True and False have 1 and 0, with
    a note, and where the classes are True and False, those of 1 and 0 have these.

    So have all such columns when they are *alone*, as no other can hold votes, and else those whose
    names are that of a model or of a prediction: a yes or no beside the models is left as it is.
    Columns named by a model and a class (``tree_True``) hold probabilities, which may all be 0 or
    1, where others that are so named are fractions.
    """
    texts = _texts_of_bools(truth)
    if len(texts) < 2 or len(truth.levels) != 2:
        return list(columns)
    words = not set(texts.values()) <= {level for level in truth.levels if _is_word(level)}
    of_a_class = {column.name for column in columns if ends_with_class(column.name, truth.levels)}
    if not any(has_fractions(column) for column in columns if column.name in of_a_class):
        of_a_class = set()
    found, changed = [], []
    for column in columns:
        its = _texts_of_bools(column) if column.name not in of_a_class else {}
        named = alone or names_a_voter(column.name)
        fits = 0 < len(column.levels) == len(its) and named
        if fits and all(_is_word(level) == words for level in column.levels):
            back = {level: texts[value] for value, level in its.items()}
            column = replace(column, levels=tuple(back[level] for level in column.levels))
            changed.append(column.name)
        found.append(column)
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        here = "True is 1 and False is 0" if words else "1 is True and 0 is False"
        notes.append(f"{shown(changed[0])}{more}: {here}, as the true labels are written.")
    return found


def _texts_of_bools(column: Column) -> dict[bool, str]:
    """Return the text of True and of False among the values; of 1 and 0 in place of these."""
    found = {}
    for level, number in zip(column.levels, column.numbers.tolist(), strict=True):
        if _is_word(level) or number in (0.0, 1.0):
            found[number == 1.0 or level.strip().casefold() == "true"] = level
    return found


def _is_word(level: str) -> bool:
    return level.strip().casefold() in ("true", "false")


def _by_letters(levels: Sequence[str]) -> dict[str, str]:
    """Each level by its text without regard to letter case; "" where several have the same."""
    found: dict[str, str] = {}
    for level in levels:
        letters = level.strip().casefold()
        found[letters] = "" if letters in found else level
    return found


def are_whole(column: Column) -> bool:
    """Return whether every value is a whole number that floating point holds without rounding, with
    nothing such as %, kg, > or * beside it and without an exponent."""
    return _reads_as_whole(column) and all(map(_PLAIN.fullmatch, column.levels))


def _reads_as_whole(column: Column) -> bool:
    """Return whether a table of features reads every value as a whole number: >2 as 2 too."""
    numbers = column.numbers
    return (
        0 < column.n_numbers == column.n_present
        and not column.sign
        and bool((np.abs(numbers) < 2**53).all() and (numbers == np.floor(numbers)).all())
    )


def by_number(column: Column) -> Column:
    """Return the column with one text for each number; what is more than a number stays."""
    texts = [
        shortest(float(number)) if _PLAIN.fullmatch(level) else level
        for level, number in zip(column.levels, column.numbers, strict=True)
    ]
    levels = list(dict.fromkeys(texts))
    place = np.array([*(levels.index(text) for text in texts), -1])
    return replace(column, levels=tuple(levels), codes=place[column.codes])


def _are_codes(column: Column) -> bool:
    """Return whether two whole numbers differ by leading zeros alone, such as 01 and 1."""
    zeros: dict[float, set[int]] = {}
    for level, number in zip(column.levels, column.numbers, strict=True):
        leading = re.match(r"[+-]?(0*)\d", level.strip())
        zeros.setdefault(float(number), set()).add(len(leading[1]) if leading else 0)
    return any(len(counts) > 1 for counts in zeros.values())
