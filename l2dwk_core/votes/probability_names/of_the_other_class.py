"""Single columns whose names say that they hold the probability of the first of two classes:
``1-p_rf``, or ``rf_neg`` beside ``svm_pos``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.opposite_names import OPPOSITES, is_smaller

_ONE_MINUS = re.compile(r"(?:1|one)[ _]?(?:-|−|–|minus)[ _]?[^\W\d].*", re.I)
_NEGATIONS = frozenset("neg negative no not non false negativ nein".split())
_USUAL_0 = frozenset[str]().union(*(usual_0 for usual_0, _ in OPPOSITES))
_USUAL_1 = frozenset[str]().union(*(usual_1 for _, usual_1 in OPPOSITES))


def of_the_first_class(
    columns: Sequence[Column], differences: Sequence[float], truth: Column, second: str
) -> tuple[bool, ...]:
    """Return which columns hold the probability of the first of two classes, by their names and
    their numbers; empty when none does. *differences* say by how much each is larger in the mean
    for the *second* class.

    The name begins with "1-" and the numbers are smaller for the second class. Or a word of it that
    the other names lack is usually that of a class 0, such as neg, and the numbers are smaller by
    more than chance explains.
    """
    shared = set(words_of(columns[0].name)).intersection(*(words_of(c.name) for c in columns))
    found = tuple(
        (difference < 0 and _begins_with_one_minus(column.name))
        or (_says_the_first(column.name, shared) and is_smaller(column, truth, second))
        for column, difference in zip(columns, differences, strict=True)
    )
    return found if any(found) else ()


def _begins_with_one_minus(name: str) -> bool:
    return _ONE_MINUS.fullmatch(name.strip()) is not None


def _says_the_first(name: str, shared: set[str]) -> bool:
    words = {without_accents(word) for word in words_of(name) if word not in shared}
    return not words.isdisjoint(_NEGATIONS) or (
        not words.isdisjoint(_USUAL_0) and words.isdisjoint(_USUAL_1)
    )
