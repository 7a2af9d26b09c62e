"""Columns that say how somebody used the rows: folds, parts of a split, weights.

They tell nothing about a new case, and a model that is given them may learn the split.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column

SPLIT_WORDS = frozenset(
    "fold folds cv split splits is in train training test testing valid validation val".split()
)
"""Words of which names of folds and parts consist, here and beside votes."""

_FOLD_WORDS = frozenset("fold folds kfold cvfold".split())
_BESIDE_FOLD = _FOLD_WORDS | frozenset("cv id idx no nr k outer inner test stratified".split())
_FOLD = re.compile(r"(?:fold|split)?[ _.-]?[0-9]{1,3}", re.IGNORECASE)
_MOST_VALUES = 20
_LEARN = frozenset("train training learn learning".split())
_REST = frozenset("test testing val valid validation eval evaluation holdout hold-out dev".split())
_FLAGS = (frozenset({"0", "1"}), frozenset({"false", "true"}), frozenset({"no", "yes"}))
_WEIGHTS = re.compile(
    r"weights|(?:sample|case|instance|obs|observation|survey|sampling|row|class|frequency|freq"
    r"|design) ?(?:weights?|wts?|wgts?)"
)


def procedure(column: Column) -> str:
    """Return why the column says how the rows were used, or "" when nothing speaks for it."""
    if column.declared or len(column.levels) < 2:
        return ""
    if column.name.strip() == "filter_$":
        return "SPSS writes with this name which rows a filter had chosen."
    words = words_of(column.name)
    if len(column.levels) <= _MOST_VALUES:
        levels = {level.casefold() for level in column.levels}
        if levels <= _LEARN | _REST and levels & _LEARN and levels & _REST:
            shown = " and ".join(map(repr, column.levels[:2]))
            return f"Its values, such as {shown}, say in which part of a split a row was."
        if _names_a_part(words) and any(levels <= marks for marks in _FLAGS):
            return "By its name it says in which part of a split a row was."
        if (
            set(words) <= _BESIDE_FOLD
            and not _FOLD_WORDS.isdisjoint(words)
            and all(map(_FOLD.fullmatch, levels))
        ):
            return "By its name it says in which fold of a cross-validation a row was."
    if not _WEIGHTS.fullmatch(" ".join(words)) or column.sign or column.unit:
        return ""
    amounts = column.n_numbers == column.n_present and bool((column.numbers >= 0).all())
    return "By its name it says how much a row counts." if amounts else ""


def _names_a_part(words: Sequence[str]) -> bool:
    """Return whether a name is that of a mark for a part, such as is_test. Test alone may be one of
    a patient."""
    parts = set(words) & (_LEARN | _REST)
    both = bool(parts & _LEARN) and bool(parts & _REST)
    return (
        bool(parts)
        and set(words) <= SPLIT_WORDS | {"set"}
        and (both or words[0] in ("is", "in") or "set" in words)
    )
