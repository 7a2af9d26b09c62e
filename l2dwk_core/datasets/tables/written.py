"""How the numbers of a column are written, told in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.behind.named_units import named_unit, same_unit
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.no_quantities.versions import as_decimals
from l2dwk_core.datasets.tables.notation import (
    BOUND,
    CURRENCIES,
    MARKED,
    NEGATIVE,
    REWRITTEN,
    SAMPLE,
)
from l2dwk_core.datasets.tables.values import is_dashes, shortest

# Codes may look like that; a measured number has a point or a sign in its exponent.
_POWER = re.compile(r"^[0-9]+[eE][0-9]{1,3}$", re.MULTILINE)
_AMOUNT = re.compile(r"^[+-]?[0-9]{1,3}(?:([.,])[0-9]{3})+(?!\1)[.,][0-9]{2}$")
_LONG = re.compile(r"^[+-]?[0-9]{16,400}$", re.MULTILINE)


def written_as(column: Column, labels: bool = False) -> list[str]:
    """Return one sentence for each way in which its numbers are written with more than digits.
    *labels*: they are labels of classes, which keep a zero at their end."""
    said = []
    if column.sign == "%":
        at = int(np.argmax(np.abs(np.nan_to_num(column.numbers)) > 0))  # zero would show nothing
        first, value = column.levels[at], shortest(float(np.nan_to_num(column.numbers[at])))
        said.append(f"They are per cents: {first[:20]} is read as {value}.")
    elif column.behind.titre:
        at = int(np.argmax(~np.isnan(column.numbers)))
        first, value = column.levels[at], shortest(float(column.numbers[at]))
        said.append(
            f"They are ratios 1:n, such as titres, of which n is taken: {first[:20]!r} is read as "
            f"{value}."
        )
    elif column.behind.total:
        at = int(np.argmax(~np.isnan(column.numbers)))
        first, value = column.levels[at], shortest(float(column.numbers[at]))
        said.append(f"They are marks or counts {column.sign}: {first[:20]!r} is read as {value}.")
    elif column.sign:
        said.append(f"They are amounts in {column.sign.rstrip('.')}.{_few_with_sign(column)}")
    if column.behind.factors:
        at = next(
            at
            for at, value in enumerate(np.nan_to_num(column.numbers).tolist())
            if value and column.behind.without(column.levels[at]) != column.levels[at]
        )
        first, value = column.levels[at], shortest(float(column.numbers[at]))
        said.append(
            f"Letters and words for thousands and millions are factors: {first[:20]!r} is read as "
            f"{value}."
        )
    text = "\n".join(column.levels)
    if powers := _POWER.findall(text):
        value = column.numbers[column.levels.index(powers[0])]
        said.append(
            f"Read as powers of ten: {powers[0][:20]} is {value:g}. If these are codes, the role "
            "symbolic keeps them."
        )
    long = [level for level in _LONG.findall(text) if abs(int(level)) > 2**53]
    if long:
        said.append(
            f"Whole numbers above 2^53 = {2**53} are rounded, so that some become equal: "
            f"{long[0][:20]!r}. If these are codes, the role symbolic keeps them."
        )
    if not labels and (told := as_decimals(column)):
        said.append(told)
    if bounds := column.odd(BOUND):
        said.append(f"Bounds are taken as the number they name: {some(bounds)}.")
    if marked := column.odd(MARKED):
        what = "Marks"
        if column.behind.flags:
            what = f"Flags such as those of laboratories ({', '.join(column.behind.flags)})"
        said.append(f"{what} beside numbers are left off: {some(marked)}.")
    if negative := column.odd(NEGATIVE):
        said.append(f"Read as negative numbers: {some(negative)}.")
    if rewritten := column.odd(REWRITTEN):
        value = column.numbers[column.levels.index(rewritten[0][0])]
        said.append(
            f"Written in another way: {rewritten[0][0][:20]!r} is read as {shortest(float(value))}."
        )
    if dash := _dash(column):
        said.append(dash)
    return said


def _dash(column: Column) -> str:
    """Return how dashes among amounts are read, or "" when there are none."""
    if column.zeros:
        return (
            f"A dash before blanks is read as 0, as Excel's accounting format writes it, in "
            f"{counted(column.zeros, 'row')} of the file. If it is a missing value, empty these "
            "cells."
        )
    dashes = sum(rows for word, rows in column.missing_words() if is_dashes(word))
    amounts = column.sign in CURRENCIES or column.odd(NEGATIVE)
    if not dashes or not (amounts or any(map(_AMOUNT.match, column.levels[:SAMPLE]))):
        return ""
    return (
        f"A dash counts as missing, in {counted(dashes, 'row')}. Excel's accounting format writes "
        "0 so: if it is 0, write 0 in the file."
    )


def _few_with_sign(column: Column) -> str:
    """Return how many cells name the unit, when fewer than half do and the name of the column does
    not, or ""."""
    named, bare = column.signs.get(column.sign, 0), column.signs.get("", 0)
    if named >= bare or same_unit(named_unit(column.name)[0], column.sign):
        return ""
    return f" {named} of {named + bare} values say so; the others are taken to be in it too."


def some(values: Sequence[tuple[str, int]], most: int = 5) -> str:
    """Return the first values with their rows, and how many more there are."""
    shown = ", ".join(
        repr(text[:20]) + (f" in {count} rows" if count > 1 else "")
        for text, count in values[:most]
    )
    return shown if len(values) <= most else f"{shown}, and {len(values) - most} more"
