"""Three scores in a cell, such as 8/9/10 of Apgar after one, five and ten minutes, and no date."""

from __future__ import annotations

import re

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column

_SCORES = re.compile(r"(?:10|[0-9])(?: ?[/-] ?(?:10|[0-9])){2}")
_NAMES = frozenset({"apgar", "score", "scores"})
_LEAST = 10


def three_scores(column: Column) -> str:
    """Return that cells hold three scores from 0 to 10, or "": in every row, and the name says so,
    or there are ten different ones or more: of days of a month, one in three is below eleven."""
    levels = column.levels
    if column.declared or not all(map(_SCORES.fullmatch, levels)):
        return ""
    if len(levels) < _LEAST and _NAMES.isdisjoint(words_of(column.name)):
        return ""
    return (
        f"Each cell holds three scores, such as {levels[0]!r}; write each of them into a column of "
        "its own to use them as numbers."
    )
