"""Flags beside numbers, such as those of a laboratory: 3.2 L and 5.5 H beside 4.1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from l2dwk_core.datasets.tables.values import BLANKS

_LARGELY = 0.8
_BLANK = f"[{BLANKS}]"
_FLAG = r"HH?|LL?|N|\*{1,3}|\+{1,3}|-{1,3}|!{1,3}|↑{1,3}|↓{1,3}"
_FLAGGED = re.compile(
    rf"(?P<number>[<>]?{_BLANK}?\d+(?:[.,]\d+)?)"
    rf"(?:(?P<blank>{_BLANK}{{0,2}})(?:(?P<flag>{_FLAG})|\((?P<inside>{_FLAG})\)))?"
)
_FLAGGED_BEFORE = re.compile(
    rf"(?P<flag>{_FLAG})(?P<blank>{_BLANK}{{1,2}}|(?<=[!↑↓]))(?P<number>\d+(?:[.,]\d+)?)(?P<inside>)"
)
# No units.
_NO_UNITS = frozenset({"H", "HH", "LL", "!", "!!", "↑", "↓"})
# A flag follows from the number: hardly any number has two.
_MOST_WITH_TWO = 0.2


def flagged(text: str) -> re.Match[str] | None:
    """Return the parts of a number with or without a flag, or None."""
    return _FLAGGED.fullmatch(text) or _FLAGGED_BEFORE.fullmatch(text)


def flags_beside(levels: Sequence[str], rows: Mapping[str, int], n: int) -> tuple[str, ...]:
    """Return the flags beside numbers: two sorts or more, or one that is no unit beside numbers
    without a flag.

    *rows* are those of each value, *n* is the number of all rows.
    """
    found = [(level, match) for level in levels if (match := flagged(level))]
    sorts: Counter[str] = Counter()
    by_number: dict[str, set[str]] = {}
    bare = before = 0
    apart = False
    for level, match in found:
        flag = match["flag"] or match["inside"] or ""
        by_number.setdefault(match["number"].strip(), set()).add(flag)
        if flag:
            sorts[flag] += rows[level]
            before += match.re is _FLAGGED_BEFORE
            apart = apart or bool(match["blank"]) or not match["number"].isdigit()
        else:
            bare += rows[level]
    beside = sum(sorts.values())
    sure = any(map(str.isalpha, sorts)) and not before
    # Where + and - stand beside most numbers, they are signs; * and ** are marks of footnotes.
    if not (sure or bare >= beside) or not (apart or bare) or beside + bare < _LARGELY * n:
        return ()
    if set("".join(sorts)) == {"*"} or (len(sorts) == 1 and _NO_UNITS.isdisjoint(sorts)):
        return ()
    if len(sorts) == 1 and bare < beside:
        return ()
    # Marks such as 2+ and 2- are steps of their own.
    two = sum(len(flags) > 1 for flags in by_number.values())
    return tuple(sorted(sorts)) if two <= _MOST_WITH_TWO * len(by_number) else ()
