"""Two probabilities for each model and case, those of two classes, under names that say neither.

``rf_0`` and ``rf_1`` beside the classes no and yes, or ``nb_neg`` and ``nb_pos`` beside 0 and 1.
Such columns add up to 1. Read as one number for each model they would be twice as many models,
half of them upside down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.build import ROUNDING
from l2dwk_core.votes.names_of_other_programs import ONE_MODEL
from l2dwk_core.votes.one_number import PAIRS, difference, in_order
from l2dwk_core.votes.per_cents import rescaled, rounding
from l2dwk_core.votes.probability_columns import lacking_columns

_PART = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_CAMEL_PART = re.compile(r"\d+(?:\.\d+)?|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")
_SEPARATORS = " _.-:|/="
_OPEN, _CLOSED = "([{'\",", ")]}'\","
# Words that stand beside the class, and are not part of the model's name.
_BESIDE = re.compile(r"(?:^|(?<=[^a-z]))(?:p|probs?|proba|probability|class|cls|c)$", re.I)
# Which of these is positive is a custom, which the numbers have to confirm.
_BY_CUSTOM = (("benign", "malignant"),)
# A few wrong rows are named where the votes are checked, and make no second model.
_MOSTLY = 0.9
_SAMPLE = 64  # rows to find the pairs that may add up to 1, so that many models take no time
_FEW = 8  # rows in which labels of two models may be opposite by chance


@dataclass(frozen=True)
class TwoNumbers:
    """Pairs of columns that hold the probabilities of both classes.

    Attributes
    ----------
    models
        The L names of the models.
    columns
        Their 2 L columns, in each pair that of the first class first.
    classes
        The two classes.
    """

    models: tuple[str, ...]
    columns: tuple[Column, ...]
    classes: tuple[str, str]

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """Return (N, L, 2) the probabilities of both classes, which sum to 1 up to mistakes."""
        numbers = np.stack([column.values() for column in self.columns], axis=1)
        return rescaled(numbers.reshape(len(numbers), len(self.models), 2), False)[0]

    @property
    def note(self) -> str:
        """Return one sentence that says how the columns were read."""
        first, second = self.columns[:2]
        more = len(self.models) - 1
        return (
            f"Columns {first.name!r} and {second.name!r} add up to 1: read as the model "
            f"{self.models[0]!r}, with the probabilities of the classes {self.classes[0]!r} and "
            f"{self.classes[1]!r}"
            + (f"; {counted(more, 'other pair')} likewise" if more else "")
            + ". If it is the other way round, write the class in the names."
        )


def two_numbers_each(name: str, columns: Sequence[Column], truth: Column) -> TwoNumbers | None:
    """Return how these columns hold the probabilities of both classes of *truth*; None when no two
    add up to 1.

    The names of a pair differ in one part, which is a class, or one of two numbers or of two words
    such as no and yes, in the order of the classes. Raise ``InputError`` when columns add up to 1
    and this does not say which is of which class.
    """
    if len(truth.levels) != 2:
        return None
    pairs = _complements(columns)
    if not pairs:
        return None
    found: dict[int, tuple[int, int, str, str]] = {}
    larger: list[float] = []
    classes = in_order(truth.levels)
    for i, j in pairs:
        for pattern in (_PART, _CAMEL_PART):
            part = _different_part(columns[i].name, columns[j].name, pattern)
            order = None if part is None else _in_order_of(part, classes)
            if part is None or order is None:
                continue
            if i in found or j in found:
                raise _unclear(name, columns[i], columns[j], classes)
            places = (i, j) if order > 0 else (j, i)
            found[i] = found[j] = (*places, *_models(columns[i].name, columns[j].name, pattern))
            if abs(order) == 1:
                larger.append(difference(columns[places[1]], truth, classes[1]))
            break
    for i, j in pairs:
        if i not in found or j not in found:
            raise _unclear(name, columns[i], columns[j], classes)
    read = list(dict.fromkeys(found.values()))
    first, second = columns[read[0][0]], columns[read[0][1]]
    if alone := [column.name for place, column in enumerate(columns) if place not in found]:
        lacking = lacking_columns([column.name for column in columns], truth.levels)[:3]
        raise InputError(
            f"Columns {first.name!r} and {second.name!r} of {name!r} add up to 1 in every row: "
            f"they are one model's probabilities of the two classes {classes[0]!r} and "
            f"{classes[1]!r}. But {alone[0]!r} has no such partner"
            + (f", there is none named {shown(lacking)}" if lacking else "")
            + f"; give both columns for each model, or only that of {classes[1]!r}."
        )
    if larger and np.mean(larger) < 0:
        raise _unclear(
            name, first, second, classes,
            f"Column {second.name!r}, as that of {classes[1]!r}, is larger for the cases of "
            f"{classes[0]!r}.",
        )  # fmt: skip
    models = tuple(pair[3] for pair in read)
    if len(set(models)) < len(models):
        models = tuple(pair[2] for pair in read)
    if len(set(models)) < len(models):
        raise _unclear(name, first, second, classes)
    used = tuple(columns[place] for pair in read for place in pair[:2])
    return TwoNumbers(models, used, classes)


def check_no_opposites(name: str, models: Sequence[Column], truth: Column) -> None:
    """Raise ``InputError`` when the labels 0 and 1 of two models whose names differ in one part
    are opposite in every row, so that they are marks of the two classes and no labels."""
    if set(truth.levels) != {"0", "1"} or len(truth.codes) < _FEW:
        return
    for i, j in _complements(models, everywhere=True):
        # Of many people with gaps, two may meet in a few cases and be of two minds in these.
        both = np.count_nonzero((models[i].codes >= 0) & (models[j].codes >= 0))
        if both < max(_FEW, len(truth.codes) / 2):
            continue
        words = _different_part(models[i].name, models[j].name, _PART)
        if words is not None and (
            {words, words[::-1]} & set(PAIRS)
            or _models(models[i].name, models[j].name, _PART)[0] != ONE_MODEL
        ):
            raise _unclear(name, models[i], models[j], in_order(truth.levels))


def _complements(columns: Sequence[Column], everywhere: bool = False) -> list[tuple[int, int]]:
    """Return the places of each two columns that add up to 1, up to rounding, in nearly every row
    in which both have a number, or in every row."""
    if len(columns) < 2:
        return []
    numbers = np.stack([column.values() for column in columns], axis=1)
    close = max(ROUNDING, 2.0 * rounding(100.0 * numbers[:, :, None]) / 100.0)
    # One decimal leaves 0.25 and 0.75 as 0.3 and 0.8; other rows then tell.
    wide = close if everywhere else max(close, 2.0 * rounding(numbers[:, :, None]))
    rows = np.unique(np.linspace(0, len(numbers) - 1, _SAMPLE).astype(int))
    found = []
    for i in range(len(columns) - 1):
        near = _near_one(numbers[rows, i + 1 :], numbers[rows, i, None], close)
        for j in i + 1 + np.flatnonzero(near >= 0.5):
            pair = numbers[:, j, None], numbers[:, i, None]
            if (
                _near_one(*pair, wide)[0] >= (1.0 if everywhere else _MOSTLY)
                and _near_one(*pair, close)[0] >= 0.5
            ):
                found.append((i, int(j)))
    return found


def _near_one(numbers: Floats, others: Floats, close: float) -> Floats:
    """Return the share of rows in which the sum of two columns is near 1, (K,); of those in which
    both have a number, and 0 without such a row."""
    off = np.abs(numbers + others - 1.0)
    known = ~np.isnan(off)
    share: Floats = ((off <= close) & known).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    return share


def _different_part(name: str, other: str, pattern: re.Pattern[str]) -> tuple[str, str] | None:
    """Return the one part in which two names differ, of each; None when it is not one."""
    parts, others = pattern.findall(name), pattern.findall(other)
    if len(parts) != len(others):
        return None
    different = [
        (part.casefold(), its.casefold())
        for part, its in zip(parts, others, strict=True)
        if part.casefold() != its.casefold()
    ]
    return different[0] if len(different) == 1 else None


def _in_order_of(parts: tuple[str, str], classes: tuple[str, str]) -> int | None:
    """Return in which order two parts of names stand for the two classes: 2 when the first is the
    first class, -2 when it is the second; 1 and -1 when the numbers have to confirm it; None when
    they may be something else."""
    first, second = (label.casefold() for label in classes)
    for sign, (low, high) in ((1, parts), (-1, parts[::-1])):
        if _equal(low, first) and _equal(high, second):
            return 2 * sign
    numbers = all(part[0].isdigit() for part in parts)
    for sign, (low, high) in ((1, parts), (-1, parts[::-1])):
        in_order_here = (low, high) in PAIRS or (low, high) in _BY_CUSTOM
        if not (float(low) < float(high) if numbers else in_order_here):
            continue
        if _equal(low, second) or _equal(high, first):  # 1 and 2 beside the classes 0 and 1
            return None
        if (low, high) in PAIRS and (first, second) in PAIRS:
            return 2 * sign
        known = (first, second) in PAIRS or (first, second) in _BY_CUSTOM
        return sign if numbers or known or _is_number(first) else None
    return None


def _equal(part: str, label: str) -> bool:
    return part == label or (_is_number(part) and _is_number(label) and float(part) == float(label))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _models(name: str, other: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    """Return the name of a model without the part that differs from the *other*, and without the
    words that stand beside a class too."""
    parts, others = list(pattern.finditer(name)), pattern.findall(other)
    part = next(
        part
        for part, its in zip(parts, others, strict=True)
        if part[0].casefold() != its.casefold()
    )
    left = name[: part.start()].rstrip(_SEPARATORS + _OPEN)
    right = name[part.end() :].lstrip(_SEPARATORS + _CLOSED)
    short = _BESIDE.sub("", left).rstrip(_SEPARATORS + _OPEN)
    return _joined(left, right), _joined(short, right)


def _joined(left: str, right: str) -> str:
    model = "_".join(part for part in (left, right) if part).strip(_SEPARATORS)
    if model[:1] in tuple(_OPEN) and not model.endswith(tuple(_CLOSED)):
        model = model.lstrip(_OPEN)
    return model or ONE_MODEL


def _unclear(
    name: str, one: Column, other: Column, classes: tuple[str, str], why: str = ""
) -> InputError:
    """Return the refusal of two columns that add up to 1."""
    shared = _different_part(one.name, other.name, _PART)
    model = ONE_MODEL if shared is None else _models(one.name, other.name, _PART)[1]
    return InputError(
        f"Columns {one.name!r} and {other.name!r} of {name!r} add up to 1 in every row: they are "
        "one model's probabilities of the two classes. "
        + (f"{why} " if why else "")
        + f"Name each with its class, {f'{model}_{classes[0]}'!r} and {f'{model}_{classes[1]}'!r}, "
        "or leave one of them out."
    )
