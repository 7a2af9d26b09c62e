"""Columns that hold numbers, but not in a way that can be read: 4.6 ± 0.1, 120/80, 3.8Z, or 12.5
beside 12,5."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.behind.totals import OF, of_different_totals
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.decimal_mark import OTHER
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.notation import SAMPLE, WORD, bare
from l2dwk_core.datasets.tables.values import BLANKS, number

# That share of the values has to look like numbers.
_LARGELY = 0.8
# \d also stands for full-width and Arabic digits. Not matched are telephone numbers and addresses
# of computers: digits in groups that are no thousands, or a zero before more digits.
_NUMBER = rf"(?!0\d)\d+(?:[.,'’_{BLANKS}٬]\d{{3}})*(?:[.,．，٫]\d+)?"
_WORD_BEFORE = r"(?:(?:(?:ca|circa|about|approx|around|etwa)\.?|c\.)\s?)?"
_SIGN_BEFORE = r"[<>≤≥≈~=+\-−$€£\"'\s]*"
_BEHIND = "|".join(
    (
        r"\D{0,4}",  # 3.8Z
        rf"\s?(?:±|\+/[-−]|\+-)\s?{_NUMBER}\D{{0,9}}",
        rf"\s?[(\[]\s?[-−±<>]?\s?{_NUMBER}.*",  # an error or an interval in brackets
        rf"[KkMmBb]?\s?/\s?{_NUMBER}\D{{0,9}}",  # 120/80, 23K/45M
        rf"\s(?:{OF})\s{_NUMBER}\D{{0,9}}",  # 25 of 30
        rf"\s?(?:[-−–—]|to|bis|\.\.\.?)\s?{_NUMBER}\D{{0,9}}",
        r"\s?[x×*·]\s?10\S{0,6}",
        r"\s?[eEdD]\s?[+-]?\d{1,3}",
    )
)
_LIKE_A_NUMBER = re.compile(f"{_WORD_BEFORE}{_SIGN_BEFORE}{_NUMBER}(?:{_BEHIND})", re.IGNORECASE)
# Telephone numbers (555-1234, 030/1234567, +49 …), postal codes (10115-1234), and 12A, whose letter
# stands for no thousands, millions or the like.
_CODE = re.compile(
    r"\d{3}[-–]\d{4}|\d{3,5}/\d{4,}|\+\d{1,3}[ ()/-].*|\+\d{9,}"
    r"|\d{5,}[-–]\d{3,}|\d[\d.]*(?![KkMmGTB])[A-Za-z]"
)
# No written number is longer; the expressions above are not tried on longer cells.
_LONGEST = 40


def mixed_marks(column: Column) -> str:
    """Return a hint where some decimals have a point and others a comma, or "": at least half of
    the rows that are no number are one with the other mark."""
    if column.declared or not 0 < column.n_numbers < column.n_present:
        return ""
    mark, other = column.decimal, OTHER[column.decimal]
    odd = column.odd(WORD)
    first = odd[:SAMPLE]
    plain = column.behind.without
    wrong = [(text, n) for text, n in first if _is_decimal(plain(text), other, mark)]
    if not wrong or 2 * sum(n for _, n in wrong) < sum(n for _, n in first):
        return ""
    words = {text for text, _ in odd}
    right = next(
        (t for t in column.levels if t not in words and _is_decimal(plain(t), mark, other)), None
    )
    if right is None:
        return ""
    return (
        f"Some decimals have a point and others a comma: {right[:20]!r} and {wrong[0][0][:20]!r}. "
        "Write one mark in all cells to use them as numbers."
    )


def _is_decimal(text: str, mark: str, other: str) -> bool:
    """Return whether a cell is a number with this mark alone."""
    digits = bare(text)
    return number(digits, mark) is not None and number(digits, other) is None


def unreadable(column: Column) -> str:
    """Return a hint where most values look like numbers and some cannot be read as such, or ""."""
    if hint := mixed_marks(column):
        return hint
    if column.declared:
        return ""
    if two := of_different_totals(column.levels[:SAMPLE]):
        return (
            f"Its values are not readable as numbers: {two[0][:20]!r} and {two[1][:20]!r} name "
            "different totals. If they are marks or counts, write the share, such as 0.6 for 12/20."
        )
    if len(column.levels) <= MAX_NUMERIC_CLASSES:
        return ""
    first = column.levels[:SAMPLE]
    like = [
        at
        for at, level in enumerate(first)
        if len(level) <= _LONGEST and _LIKE_A_NUMBER.fullmatch(level) and not _CODE.fullmatch(level)
    ]
    words = [first[at] for at in like if column.how[at] == WORD]
    others = [first[at] for at in like if column.how[at] != WORD] or words[1:]
    if len(like) < _LARGELY * len(first) or not words or not others:
        return ""
    return (
        f"Its values are not readable as numbers: {column.n_numbers} of {column.n_present} are, "
        f"e.g. {words[0][:20]!r} and {others[0][:20]!r}. Write one plain number in each cell to "
        "use them as numbers."
    )
