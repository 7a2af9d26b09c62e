"""Codes of diseases as ICD-9 writes them: 250.83 beside V45 and E909, which are no quantities."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.columns import Column

_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?")
_LETTERED = re.compile(r"V[0-9]{2}(?:\.[0-9]{1,2})?|E[89][0-9]{2}(?:\.[0-9])?")
_LEAST = 3


def icd_codes(column: Column) -> str:
    """Return why numbers beside codes such as V45 and E909 are codes, or "": all values are of
    these two forms, at least three are numbers, and one is of the other form."""
    if column.declared or column.n_numbers == column.n_present:
        return ""
    if not all(_NUMBER.fullmatch(level) or _LETTERED.fullmatch(level) for level in column.levels):
        return ""
    lettered = [level for level in column.levels if _LETTERED.fullmatch(level)]
    others = [level for level in column.levels if _NUMBER.fullmatch(level)]
    if not lettered or len(others) < _LEAST:
        return ""
    return (
        f"Values such as {others[0]!r} and {lettered[0]!r} have the form of ICD-9 codes of "
        "diseases, which are no quantities. Choose numeric if they are quantities."
    )
