"""Versions and sections, such as 9.1 and 9.10, which are one number and two texts."""

from __future__ import annotations

import re

import numpy as np

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.notation import PLAIN
from l2dwk_core.datasets.tables.values import is_whole

_NAMES = frozenset(
    "version versions ver python java php gcc release firmware software os sdk "
    "api build kernel driver revision "
    "edition versión versione versao versão wersja verze sürüm версия "
    "section sections sect subsection chapter clause paragraph article kapitel abschnitt absatz "
    "paragraf chapitre capitolo capítulo capitulo sección seccion sezione rozdział глава раздел "
    "icd icd9 icd10 icd11 cpt atc dx code codes kode codigo código codice".split()
)
_DOTTED = re.compile(r"[0-9]{1,4}(?:\.([0-9]{1,4}))?")
_DECIMALS = re.compile(r"[+-]?[0-9]+[.,]([0-9]+)")


def one_number(column: Column) -> tuple[str, str] | None:
    """Return two values that are written as plain numbers and are the same number, such as 9.1 and
    9.10, or None. Where all numbers are whole, as 1 and 1.0, they are the same value."""
    plain = (column.how == PLAIN) & np.isfinite(column.numbers)
    if column.declared or is_whole(column.numbers[plain]):
        return None
    seen: dict[float, int] = {}
    for at in np.flatnonzero(plain).tolist():
        first = seen.setdefault(float(column.numbers[at]), at)
        if first != at:
            two = column.levels[first], column.levels[at]
            return (two[0], two[1]) if len(two[0]) <= len(two[1]) else (two[1], two[0])
    return None


def versions(column: Column) -> str:
    """Return why numbers with a point are no decimals, or "" when nothing speaks for it: by the
    name they are versions, sections or codes, and the digits behind the point differ in number."""
    if column.declared or column.sign or column.unit or any(column.behind):
        return ""
    found = [_DOTTED.fullmatch(level) for level in column.levels]
    if not all(found) or _NAMES.isdisjoint(words_of(column.name)):
        return ""
    parts = sorted({match[1] for match in found if match and match[1]}, key=len)
    if not parts or len(parts[0]) == len(parts[-1]):
        return ""
    short, long = (
        next(level for level in column.levels if level.endswith(f".{part}"))
        for part in (parts[0], parts[-1])
    )
    return (
        f"By its name it holds versions, sections or codes, such as {short!r} and {long!r}, which "
        "are no decimals. Choose numeric if they are quantities."
    )


def as_decimals(column: Column) -> str:
    """Return in one sentence that numbers were read as decimals which may be versions or sections,
    or "": two of them are one number, or one of few ends with a zero behind fewer digits in
    others. Below 1 there are no versions."""
    if column.declared or column.sign or column.behind.sign or (column.numbers < 1).any():
        return ""
    two = one_number(column)
    if two and all(map(_DECIMALS.fullmatch, two)):
        return (
            f"Read as decimals, {two[0][:20]!r} and {two[1][:20]!r} are one number. If these are "
            "versions or sections, the role symbolic keeps them apart."
        )
    zero = _with_zero(column)
    if not zero or len(column.levels) > MAX_NUMERIC_CLASSES:
        return ""
    lengths = {len(match[1]) for level in column.levels if (match := _DECIMALS.fullmatch(level))}
    if min(lengths) == max(lengths):
        return ""
    return (
        f"Read as decimals, so that {zero[:20]!r} ends with a zero that does not count. If these "
        "are versions or sections, the role symbolic keeps them."
    )


def labels_as_written(column: Column, distinct: np.ndarray) -> list[str] | None:
    """Return for each of the *distinct* numbers of a class column how the file writes it, with a
    point as the decimal mark, or None where a zero at the end of no decimal is lost."""
    if is_whole(distinct) or not _with_zero(column):
        return None
    written = {
        float(value): level.replace(",", ".")
        for value, level, how in zip(column.numbers, column.levels, column.how, strict=True)
        if how == PLAIN and (_DECIMALS.fullmatch(level) or level.isdecimal())
    }
    if not all(float(value) in written for value in distinct):
        return None
    return [written[float(value)] for value in distinct]


def _with_zero(column: Column) -> str:
    """Return a value with two decimals or more that end with a zero, or ""."""
    found = (
        level
        for level in column.levels
        if (match := _DECIMALS.fullmatch(level)) and (len(match[1]) > 1 and match[1].endswith("0"))
    )
    return next(found, "")
