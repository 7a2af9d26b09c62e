"""Numbers in front of classes, as the program Weka writes them: 1:setosa, 2:versicolor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.columns import Column

_NUMBERED = re.compile(r"([1-9][0-9]{0,3}):\s*(\S.*)", re.DOTALL)


def without_class_numbers(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns; where all values of two or more are a number, a colon and a class, the
    numbers are left out, with a note. Each number has one class in all of them."""
    parts = {
        column.name: [match.groups() for level in column.levels if (match := _of(level))]
        for column in columns
    }
    numbered = [c for c in columns if c.levels and len(parts[c.name]) == len(c.levels)]
    pairs = {pair for column in numbered for pair in parts[column.name]}
    numbers, classes = {number for number, _ in pairs}, {label for _, label in pairs}
    if len(numbered) < 2 or len(pairs) < 2 or not len(pairs) == len(numbers) == len(classes):
        return list(columns)
    first = numbered[0].levels[0]
    notes.append(
        f"The numbers in front of classes are left out, as in {shown(first)}: the class is "
        f"{shown(parts[numbered[0].name][0][1])}."
    )
    names = {column.name for column in numbered}
    return [
        replace(column, levels=tuple(label for _, label in parts[column.name]))
        if column.name in names
        else column
        for column in columns
    ]


def _of(level: str) -> re.Match[str] | None:
    return _NUMBERED.fullmatch(level)
