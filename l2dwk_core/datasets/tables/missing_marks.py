"""Marks that stand for a missing value, or for none, because of what stands beside them: . and *
among numbers do, and - beside + does not.

Other marks, such as NA, mean it everywhere; see `values`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.datasets.tables.notation import SAMPLE, is_written_number
from l2dwk_core.datasets.tables.values import is_dashes, is_missing

# Of SAS and Stata, the World Bank, and Eurostat. SAS and Stata have a letter for the reason.
_DOTS = re.compile(r"\.{1,3}|…|\.[A-Za-z_]|:")
_LETTERED = re.compile(r"\.[A-Za-z_]")
_SIGNS = re.compile(r"[^\w\s]{1,3}")
_WORDS = frozenset("none missing unknown unk n.d. n.d nd n/d n.v. s/d nodata".split()) | {
    "no data",
    "not available",
    "not known",
    "keine angabe",
}
_LARGELY = 0.8
# Steps of a scale: +, ++, (+), 1+, and those between them and the dashes.
_PLUS = re.compile(r"\(?[+＋]{1,5}\)?|[1-5][+＋]|[+＋][1-5]")
_BETWEEN = frozenset(["o", "O", "○", "◯", "∘", "±", "+/-", "-/+", "+-", "(-)", "0/+", "-/0"])
_FEW = 4


def kept_dashes(levels: Sequence[str]) -> list[str]:
    """Return the dashes among these levels of a column that are steps of a scale and no missing
    values.

    They are beside two sorts of plus or more (``--, -, o, +, ++``), beside one in a column of a few
    values or of steps alone, and beside signs such as o and ± alone.
    """
    found = [level for level in levels if is_dashes(level)]
    if not found:
        return []
    others = [level for level in levels if not is_missing(level)]
    plus = sum(_PLUS.fullmatch(level) is not None for level in others)
    between = sum(level in _BETWEEN for level in others)
    alone = plus + between + ("0" in others) == len(others)
    if plus >= 2 or (plus and (alone or len(levels) <= _FEW)) or (between and alone):
        return found
    return []


def dots(levels: Sequence[str]) -> list[str]:
    """Return the dots among these levels of a column that stand for a missing value.

    They do beside numbers; and beside at least two words one or two dots do, if no other level is a
    sign, as among marks of punctuation, and a dot with a letter does, if no other level begins with
    a dot and no two letters are small, as in endings of files.
    """
    found = [level for level in levels if _DOTS.fullmatch(level)]
    if not found:
        return []
    others = [level for level in levels[: SAMPLE + len(found)] if level not in found]
    numbers = sum(map(is_written_number, others))
    if numbers >= max(2, _LARGELY * len(others)):
        return found
    if numbers or len(others) < 2 or any(map(_SIGNS.fullmatch, others)):
        return []
    usual = all(mark in (".", "..") or _LETTERED.fullmatch(mark) for mark in found)
    ending = sum(mark[1:].islower() for mark in found) > 1
    return found if usual and not ending and not any(o.startswith(".") for o in others) else []


def usual_marks(words: Sequence[str]) -> list[str]:
    """Return the words of a column of many numbers that stand for a missing number: usual ones such
    as None, and a sign if it is the only one."""
    signs = [word for word in words if _SIGNS.fullmatch(word)]
    return [word for word in words if word.lower() in _WORDS] + (signs if len(signs) == 1 else [])


def without_dots(levels: list[str], keep: np.ndarray) -> np.ndarray:
    """Return *keep*, which says which levels are values, without `dots`."""
    found = dots([level for level, kept in zip(levels, keep, strict=True) if kept])
    if not found:
        return keep
    kept: np.ndarray = keep & np.array([level not in found for level in levels], dtype=bool)
    return kept
