"""Whether a comma or a point is the decimal mark: what proves it, and what only makes it likely.

``1,5``, ``0,672`` and ``1.234.567`` can be read in one way only. ``8.144`` may be about eight or
about eight thousand; then the rest of the column, the rest of the file and its delimiter decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from l2dwk_core.datasets.tables.notation import SAMPLE
from l2dwk_core.datasets.tables.values import number, numbers

# Distinct values that are looked at of a file where all would take long.
_FILE_SAMPLE = 50_000
# One mark with three digits behind it: thousands, or a number with three decimals.
_EITHER = re.compile(r"^[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}$", re.MULTILINE)
_WHOLE = re.compile(r"^[+-]?[0-9]+$", re.MULTILINE)
_LONG_WHOLE = re.compile(r"^[+-]?[1-9][0-9]{3,}$", re.MULTILINE)
_DOLLARS = re.compile(r"[<>≤≥~≈(+\-−–\s]{0,3}(?:US|AU?|CA?|NZ?|HK|NT|S)?\s?[$£¥￥₹₩￦]\s?[0-9]")
# Codes of currencies of countries that write decimals with a point.
_CODES = (
    "(?:USD|GBP|INR|Rs\\.?|JPY|CNY|RMB|KRW|AUD|CAD|NZD|HKD|SGD|TWD|PKR|BDT|Tk\\.?|LKR|NPR|NRs\\.?|KES"
    "|K[Ss]h|UGX|TZS|NGN|GHS|ETB|PHP|THB|MYR|RM|ILS|AED|SAR|EGP|MXN)"
)
_WITH_CODE = re.compile(rf"{_CODES}\s?[-+]?[0-9].*|[^A-Za-z]*[0-9]\s?{_CODES}")
_EAST_ASIAN = re.compile(r"[0-9]\s?[一-鿿가-힣]{1,4}$")
OTHER = {".": ",", ",": "."}


class DecimalMark(NamedTuple):
    """A column's decimal mark; a value that might be read otherwise ("" when there is none); and
    whether other values of the file prove the mark for themselves."""

    mark: str
    doubtful: str = ""
    proved_elsewhere: bool = False


def groups_by_comma(levels: Sequence[str]) -> bool:
    """Return whether at least half of the values begin with the sign of a currency whose amounts
    have no decimal comma where the sign is in front, have such a currency's code before or behind
    them, or end with a unit in Chinese, Japanese or Korean: then the comma of $63,871, 63,871 USD
    and 63,871円 groups thousands."""
    first = levels[:SAMPLE]
    found = (
        _DOLLARS.match(level) or _EAST_ASIAN.search(level) or _WITH_CODE.fullmatch(level)
        for level in first
    )
    return 0 < len(first) <= 2 * sum(map(bool, found))


def file_proof(columns: Sequence[Sequence[str]]) -> str:
    """Return the mark that more of the sampled values need, or "" when no value shows it."""
    point = comma = 0
    share = min(SAMPLE, max(5, _FILE_SAMPLE // max(1, len(columns))))
    for levels in columns:
        for level in levels[:share]:
            if "," in level or "." in level:
                with_point = number(level, ".") is not None
                with_comma = number(level, ",") is not None
                point += with_point and not with_comma
                comma += with_comma and not with_point
    return "" if comma == point else "," if comma > point else "."


def column_mark(
    levels: Sequence[str], proof: str, delimiter: str, typed: bool, dollars: bool = False
) -> DecimalMark:
    """Return the decimal mark of a column with these digits.

    ``proof`` is the file's mark, or ""; ``delimiter`` the character between its cells, or "";
    ``typed`` says that the file distinguishes numbers from text, and writes numbers with a point;
    ``dollars`` what `groups_by_comma` says of the cells with their signs and units.
    """
    usual = proof or "."
    text = "\n".join(levels)
    has_comma = "," in text
    if not has_comma and ("." not in text or typed):
        return DecimalMark("." if typed else usual)
    if not has_comma and usual == "." and file_proof([levels]) == ".":
        return DecimalMark(".")
    with_usual = np.count_nonzero(~np.isnan(numbers(levels, usual)))
    with_other = np.count_nonzero(~np.isnan(numbers(levels, OTHER[usual])))
    if with_usual != with_other:
        return DecimalMark(usual if with_usual > with_other else OTHER[usual])
    found = _EITHER.search(text)
    if found is None:
        return DecimalMark(usual)
    seen = {match[1] for match in _EITHER.finditer(text)}
    beside = _beside(text, found[1]) if len(seen) == 1 else ""
    if dollars and seen == {","} and beside != ",":
        return DecimalMark(".", found[0] if delimiter == ";" and proof != "." else "")
    if proof:
        # A comma elsewhere does not prove that 10.900 is not about eleven.
        doubt = beside not in ("", proof) or (not beside and proof == "," and found[1] == ".")
        return DecimalMark(proof, found[0] if doubt else "", proved_elsewhere=True)
    by_file = _by_delimiter(delimiter, found[1])
    mark = beside or by_file or "."
    # A comma between cells is hardly one inside of numbers.
    sure = by_file == mark and (bool(beside) or (delimiter == "," and found[1] == "."))
    return DecimalMark(mark, "" if sure else found[0])


def _beside(text: str, seen: str) -> str:
    """Return the mark that the column's numbers without one suggest, or "" when there are no such
    numbers.

    644 beside 8.144 is a number below a thousand. 1644 beside it shows that thousands are not
    grouped here.
    """
    if _LONG_WHOLE.search(text):
        return seen
    return OTHER[seen] if _WHOLE.search(text) else ""


def _by_delimiter(delimiter: str, seen: str) -> str:
    if delimiter == ";":  # used where the comma is the decimal mark
        return ","
    if delimiter == "\t":  # used everywhere
        return seen
    return "." if delimiter == "," else ""
