"""Letters and words for thousands and millions: 10K, $1.5M, 1,5 Mio., 60 Lac, 3.5万."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.notation import MONEY, is_written_number, number_parts
from l2dwk_core.datasets.tables.values import BLANKS

_LETTERS = {"k": 3, "K": 3, "M": 6, "m": 6, "B": 9, "b": 9}
_WORDS = {
    "MM": 6, "mn": 6, "Mn": 6, "mln": 6, "mil": 6, "Mio.": 6, "Mio": 6, "million": 6, "millions": 6,
    "Million": 6, "Million(s)": 6, "bn": 9, "Bn": 9, "Mrd.": 9, "Mrd": 9, "billion": 9,
    "Billion": 9, "billions": 9, "Tsd.": 3, "Tsd": 3, "thousand": 3, "Thousand": 3,
    "Lac": 5, "Lacs": 5, "lac": 5, "lacs": 5, "Lakh": 5, "Lakhs": 5, "lakh": 5, "lakhs": 5,
    "Cr": 7, "Cr.": 7, "cr": 7, "Crore": 7, "crore": 7, "Crores": 7, "crores": 7,
}  # fmt: skip
_SIGNS = {"千": 3, "천": 3, "万": 4, "萬": 4, "만": 4, "百万": 6, "亿": 8, "億": 8, "억": 8}
_FACTORS = {**_LETTERS, **_WORDS, **_SIGNS}
_LARGELY = 0.8
_PART = 0.1
_LEAST = 3
_BLANK = f"[{BLANKS}]"


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_MULTIPLE = re.compile(
    rf"(?P<before>[<>≤≥~≈=+\-−–({BLANKS}]{{0,3}}(?P<money>{MONEY})?{_BLANK}?[-+−]?)"
    r"(?P<number>[0-9]+(?:[.,][0-9]+)*)"
    rf"(?:(?P<letter>{_any([*_LETTERS])})|{_BLANK}?(?P<word>{_any([*_WORDS, *_SIGNS])}))"
    rf"(?P<after>(?:{_BLANK}?(?:{MONEY}|円|元|원))?[)+]{{0,2}})"
)


def in_full(text: str) -> str:
    """Return 1.5M as 1.5e06, $10K as $10e03, and any other cell unchanged."""
    found = _MULTIPLE.fullmatch(text)
    if found is None:
        return text
    power = _FACTORS[found["letter"] or found["word"]]
    return f"{found['before']}{found['number']}e{power:02d}{found['after']}"


def have_factors(levels: Sequence[str], rows: Mapping[str, int], n: int) -> bool:
    """Return whether nearly all cells are numbers, and some have a letter or word for a factor.

    *rows* are those of each value, *n* is the number of all rows. One letter in all cells may be a
    unit, such as K, and makes no difference; so there have to be two factors, numbers without one,
    an amount of money, or an M or k behind decimals or many numbers.
    """
    found = {level: match for level in levels if (match := _MULTIPLE.fullmatch(level))}
    # 006M is an age of six months in files of DICOM, or a code.
    if any(match["number"][:1] == "0" and match["number"].isdecimal() for match in found.values()):
        return False
    with_factor = sum(rows[level] for level in found)
    letters = any(match["letter"] for match in found.values())
    # A few values with a letter may be codes; with a word they are amounts.
    if len(found) < (_LEAST if letters else 1) or with_factor < _PART * n:
        return False
    signs = {parts.sign for level in found if (parts := number_parts(in_full(level)))}
    bare = [level for level in levels if level not in found and _is_bare(level, signs)]
    if with_factor + sum(rows[level] for level in bare) < _LARGELY * n:
        return False
    names = {match["letter"] or match["word"] for match in found.values()}
    if len({_FACTORS[name] for name in names}) > 1:
        return True
    numbers = [match["number"] for match in found.values()]
    if not letters:
        # One unit such as Mio. € is told as such.
        return bool(bare) or (len(found) >= _LEAST and names <= set(_SIGNS))
    if any(match["money"] for match in found.values()):
        return True
    decimals = any("." in number or "," in number for number in numbers)
    if not names <= {"k", "K", "M"}:
        return False
    if bare:
        return decimals or not _within(bare, numbers)
    return "K" not in names and (decimals or len(levels) > MAX_NUMERIC_CLASSES)


def _is_bare(level: str, signs: Collection[str]) -> bool:
    """Return whether a cell is a number without a unit; it may have the sign of a currency, or one
    of *signs*, which stand beside numbers with a factor."""
    parts = number_parts(level)
    if parts is None or not is_written_number(level):
        return False
    return not parts.sign or parts.sign in signs or level.lstrip("-+−–(")[:1] in "$€£¥₹"


def _within(bare: Sequence[str], numbers: Sequence[str]) -> bool:
    """Return whether whole numbers without a letter are about as large as those with it: then the
    letter is a unit, as in 295K beside 300."""
    found = [int("".join(filter(str.isdecimal, level))) for level in bare]
    others = [*map(int, numbers)]
    return min(others) <= 2 * min(found) and max(found) <= 2 * max(others)
