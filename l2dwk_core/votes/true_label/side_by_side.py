"""Tables of several models side by side: each brings its true label, or its names of the cases.

They are columns such as ``y_true`` and ``y_true.1``, ``actual_rf`` and ``actual_svm``, or ``id``
and ``id (2)``. When they are equal, one of them is enough. When they differ between rows, the rows
of the tables are not in the same order, and votes on different cases stand in one row.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown, words_of
from l2dwk_core.datasets.tables.cases.names import CASE, ID, PERSON, kind_of_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.datasets.tables.roles import IDENTIFIER, propose_role
from l2dwk_core.votes.names_of_models import names_a_model
from l2dwk_core.votes.shares import holds_fractions
from l2dwk_core.votes.spelling import are_whole, by_number
from l2dwk_core.votes.true_label.by_place import values_of
from l2dwk_core.votes.truth_names import LABEL_NAMES

_SAYS_TRUE = frozenset(LABEL_NAMES[: LABEL_NAMES.index("label")]) - {"expected", "obs", "observed"}
_AGAIN = re.compile(r"(?: \((?:[0-9]+)\)|\.(?:[0-9]+))")
_MERGED = (("x",), ("y",))
_LOOKED_AT = 30
_IN_COMMON = 0.5
_ONE_HOT = 0.9
_FEWEST = 5
_JOIN = "Join the tables by the name or the number of the case, so that each row is one case"


@dataclass(frozen=True, eq=False)
class _Repeated:
    """A column with what is left of its name without the words it shares with others, and whether
    the names alone say that it comes again."""

    column: Column
    rest: tuple[str, ...]
    is_sure: bool


def one_true_label(
    columns: Sequence[Column], target: str | None, notes: list[str]
) -> tuple[list[Column], str | None]:
    """Return the columns with one true label where several are by their names the same, and equal,
    with a note; and the target, which is that column when its name alone would not tell it.

    They are named by one usual name of true labels and a number of a repeated name (``.1``,
    ``(2)``), pandas' ``_x`` and ``_y``, or words that also stand in the name of a column of
    predictions (``actual_rf`` and ``predicted_rf``). A cell that is empty in one is filled from the
    others.

    Raise ``InputError`` when they differ between rows and their names, or equal numbers of each
    value, say that they are the same; with a *target* of them only in the last case.
    """
    for found in _truths(columns):
        truths = [one.column for one in found]
        names = [column.name for column in truths]
        if target is not None and target not in names:
            continue
        if not _share_values(truths) or _are_one_hot(truths):
            continue
        texts = [_texts(column) for column in truths]
        differ = _differing(texts)
        if differ.any():
            moved = all(sorted(one) == sorted(texts[0]) for one in texts)
            named = target is None and any(one.is_sure for one in found)
            if moved or named:
                raise _unequal(names, "the same true label", differ)
            continue
        kept = target or names[0]
        first = next(column for column in truths if column.name == kept)
        notes.append(
            (f"The true label is column {kept!r}. " if found[0].rest and target is None else "")
            + f"Column {shown([name for name in names if name != kept])[1:-1]} "
            f"{'holds' if len(names) == 2 else 'hold'} the same true label as {kept!r} in every "
            "row: read once."
        )
        left = [
            _filled(column, truths) if column is first else column
            for column in columns
            if column is first or column not in truths
        ]
        return left, kept if found[0].rest else target
    return list(columns), target


def check_one_order(columns: Sequence[Column]) -> None:
    """Raise ``InputError`` when two columns are by their names the same name of the cases, and hold
    the same values, but not in the same rows."""
    names = [column for column in columns if _may_name_cases(column)][:_LOOKED_AT]
    for one, other in combinations(names, 2):
        if not _is_again(one, other, columns):
            continue
        its, others = values_of(one), values_of(other)
        if len(its & others) < _IN_COMMON * min(len(its), len(others)):
            continue
        if (differ := _differing([_texts(one), _texts(other)])).any():
            raise _unequal([one.name, other.name], "the same name of the cases", differ)


def _unequal(names: Sequence[str], what: str, differ: NDArray[np.bool_]) -> InputError:
    several = " and ".join(repr(name) for name in names[:3])
    n = int(differ.sum())
    return InputError(
        f"Columns {several} are by their names {what}, but differ in {n:,} of "
        f"{counted(len(differ), 'row')}: tables that stand side by side with their rows in another "
        f"order? Then the votes in a row are on different cases. {_JOIN}; if one of the columns is "
        "something else, leave it out of the file."
    )


def _truths(columns: Sequence[Column]) -> list[list[_Repeated]]:
    """Return the groups of columns that are by their names the same true label, the column that
    has that name alone first."""
    by_name: dict[str, list[tuple[Column, tuple[str, ...]]]] = {}
    names = {column.name for column in columns}
    for column in columns:
        if column.levels and not names_a_prediction(column.name) and not holds_fractions(column):
            for usual, rest in _parted(column.name, names):
                by_name.setdefault(usual, []).append((column, rest))
    found = []
    for usual, some in by_name.items():
        bare = [_Repeated(column, (), True) for column, rest in some if not rest][:1]
        merged = not bare and {rest for _, rest in some} >= set(_MERGED)
        again = []
        for column, rest in some:
            first = bare[0].column if bare else None
            if not rest:
                continue
            sure = (
                (first is not None and _comes_again(column.name, first.name))
                or (merged and rest in _MERGED)
                or (usual in _SAYS_TRUE and first is not None and rest[0].isdigit())
            )
            beside = _has_predictions(rest, columns, column, strict=usual not in _SAYS_TRUE)
            if sure or beside:
                is_sure = (
                    sure or names_a_model(" ".join(rest)) or (usual in _SAYS_TRUE and bool(bare))
                )
                again.append(_Repeated(column, rest, is_sure))
        if len(bare) + len(again) > 1:
            found.append([*bare, *again])
    return found


def _parted(name: str, names: Collection[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the longest usual name of true labels at one end of a name, and the other words.
    *names* are those of all columns."""
    words = tuple(words_of(name))
    if name.endswith("_y") and f"{name[:-1]}x" in names and "_".join(words[:-1]) in LABEL_NAMES:
        return [("_".join(words[:-1]), ("y",))]  # target_y, which is a usual name too
    for length in range(len(words), 0, -1):
        for start in sorted({0, len(words) - length}):
            usual = "_".join(words[start : start + length])
            rest = words[:start] + words[start + length :]
            if usual in LABEL_NAMES:
                return [(usual, rest)]
            if not rest and (plain := usual.rstrip("0123456789")) in LABEL_NAMES:  # label2
                return [(plain, (usual[len(plain) :],))]
    return []


def _comes_again(name: str, first: str) -> bool:
    return name.startswith(first) and _AGAIN.fullmatch(name[len(first) :]) is not None


def _has_predictions(
    rest: tuple[str, ...], columns: Sequence[Column], column: Column, strict: bool
) -> bool:
    """Return whether these words stand at one end of the name of a column of predictions too;
    *strict*: of predicted labels."""
    for other in columns:
        words = tuple(words_of(other.name))
        ends = words[-len(rest) :], words[: len(rest)]
        if other is column or not names_a_prediction(other.name) or rest not in ends:
            continue
        if not strict or not values_of(other).isdisjoint(values_of(column)):
            return True
    return False


def _share_values(columns: Sequence[Column]) -> bool:
    first, *others = map(values_of, columns)
    return all(not first.isdisjoint(other) for other in others)


def _are_one_hot(columns: Sequence[Column]) -> bool:
    """Return whether columns of 0 and 1 have one 1 in nearly every row, as those of classes do."""
    if not all(set(column.numbers.tolist()) <= {0.0, 1.0} for column in columns):
        return False
    sums = np.sum([column.values() for column in columns], axis=0)
    return float(np.mean(sums == 1.0)) >= _ONE_HOT


def _may_name_cases(column: Column) -> bool:
    if len(column.levels) < _FEWEST or holds_fractions(column):
        return False
    words = [word for word in words_of(column.name) if not word.isdigit()]
    return words[:1] != ["unnamed"] and (
        propose_role(column)[0] == IDENTIFIER
        or kind_of_name(_AGAIN.sub("", column.name)) in (ID, CASE, PERSON)
    )


def _is_again(one: Column, other: Column, columns: Sequence[Column]) -> bool:
    if _comes_again(other.name, one.name) or _comes_again(one.name, other.name):
        return True
    rests = _rests(words_of(one.name), words_of(other.name))
    if rests is None:
        return False
    return rests in (_MERGED, _MERGED[::-1]) or all(
        not rest or _has_predictions(rest, columns, column, strict=False)
        for rest, column in zip(rests, (one, other), strict=True)
    )


def _rests(
    words: Sequence[str], others: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return what is left of two names without the words that both begin or end with; None when
    they share none."""
    start = 0
    while start < min(len(words), len(others)) and words[start] == others[start]:
        start += 1
    if start:
        return tuple(words[start:]), tuple(others[start:])
    end = 0
    while end < min(len(words), len(others)) and words[-1 - end] == others[-1 - end]:
        end += 1
    return (tuple(words[:-end]), tuple(others[:-end])) if end else None


def _texts(column: Column) -> NDArray[np.str_]:
    """Return the text of each row, empty where it is missing, that of 1 and 1.0 alike."""
    column = by_number(column) if are_whole(column) else column
    return np.asarray(np.array([*column.levels, ""])[column.codes])


def _differing(texts: Sequence[NDArray[np.str_]]) -> NDArray[np.bool_]:
    """Return the rows in which two columns have different values."""
    differ = np.zeros(len(texts[0]), dtype=bool)
    for one, other in combinations(texts, 2):
        differ |= (one != other) & (one != "") & (other != "")
    return differ


def _filled(column: Column, others: Sequence[Column]) -> Column:
    """Return the column with cells that are empty in it and not in others filled from these."""
    texts = _texts(column)
    for other in others:
        texts = np.where(texts == "", _texts(other), texts)
    if (texts == _texts(column)).all():
        return column
    alike = by_number(column) if are_whole(column) else column
    levels = tuple(dict.fromkeys([*alike.levels, *texts[texts != ""].tolist()]))
    place = {level: at for at, level in enumerate(levels)} | {"": -1}
    codes = np.array([place[text] for text in texts.tolist()])
    return replace(column, levels=levels, codes=codes)
