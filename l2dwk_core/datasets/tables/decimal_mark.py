"""Whether a comma or a point is the decimal mark: what proves it, and what only makes it likely.

``1,5``, ``0,672`` and ``1.234.567`` can be read in one way only. ``8.144`` may be about eight or
about eight thousand; then the rest of the column, the rest of the file and its delimiter decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from l2dwk_core.datasets.tables.notation import CURRENCIES, SAMPLE, number_parts
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
# Their thousand parts are three decimals.
_IN_THOUSAND_PARTS = frozenset({"KWD"})
# Their amounts have no decimals.
_WITHOUT_PARTS = frozenset({"Rp", "₫"})
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


def has_marks(digits: Sequence[str]) -> bool:
    """Return whether some of the cells are numbers with a comma or a point."""
    marked = (text for text in digits if "," in text or "." in text)
    return any(number(text, mark) is not None for text in marked for mark in ".,")


def column_mark(
    digits: Sequence[str],
    levels: Sequence[str],
    proof: str,
    delimiter: str,
    stored: np.ndarray | None = None,
) -> DecimalMark:
    """Return the decimal mark of a column.

    ``digits`` are its values without signs and units, ``levels`` those with them; ``proof`` is the
    file's mark, or ""; ``delimiter`` the character between its cells, or ""; ``stored`` are
    numbers that stand between these texts without a doubt about their mark.
    """
    usual = proof or "."
    text = "\n".join(digits)
    has_comma = "," in text
    if not has_comma and "." not in text:
        return DecimalMark(usual)
    if not has_comma and usual == "." and file_proof([digits]) == ".":
        return DecimalMark(".")
    with_usual = np.count_nonzero(~np.isnan(numbers(digits, usual)))
    with_other = np.count_nonzero(~np.isnan(numbers(digits, OTHER[usual])))
    if with_usual != with_other:
        return DecimalMark(usual if with_usual > with_other else OTHER[usual])
    found = _EITHER.search(text)
    if found is None:
        return DecimalMark(usual)
    seen = {match[1] for match in _EITHER.finditer(text)}
    beside = _beside(text, found[1], stored) if len(seen) == 1 else ""
    if groups_by_comma(levels) and seen == {","} and beside != ",":
        return DecimalMark(".", found[0] if delimiter == ";" and proof != "." else "")
    if len(seen) == 1 and are_whole_amounts(levels):
        # 1,459 € is a price of petrol where other columns have a decimal comma, as $3.625 is
        # beside decimal points.
        mark = OTHER[found[1]] if not proof or _have_no_parts(levels) else proof
        return DecimalMark(mark, found[0], proved_elsewhere=bool(proof))
    if proof:
        # A comma elsewhere does not prove that 10.900 is not about eleven.
        doubt = beside not in ("", proof) or (not beside and proof == "," and found[1] == ".")
        return DecimalMark(proof, found[0] if doubt else "", proved_elsewhere=True)
    by_file = _by_delimiter(delimiter, found[1])
    mark = beside or by_file or "."
    # A comma between cells is hardly one inside of numbers.
    sure = by_file == mark and (bool(beside) or (delimiter == "," and found[1] == "."))
    return DecimalMark(mark, "" if sure else found[0])


def taken_for_decimals(digits: Sequence[str], mark: str, stored: np.ndarray) -> str:
    """Return a stored number, written with this mark, that may be a thousand times as large, or "".

    A spreadsheet takes 804.931 for a decimal where it does not group by points, and keeps
    1.234.567 as text. So these texts are far larger than all numbers with decimals, which have
    three at most.
    """
    decimals = stored[stored % 1 != 0]
    texts = numbers(digits, mark)
    texts = np.abs(texts[np.isfinite(texts)])
    grouped = any(text.count(OTHER[mark]) > 1 for text in digits)
    if not (grouped and decimals.size and texts.size) or np.abs(decimals).max() >= 1000:
        return ""
    if (np.abs(decimals * 1000 - np.round(decimals * 1000)) > 1e-6).any():
        return ""
    if texts.max() < 1000 * np.median(np.abs(decimals)):
        return ""
    texts_of = (f"{value:.3f}".replace(".", mark) for value in decimals)
    return next((text for text in texts_of if _EITHER.fullmatch(text)), "")


def are_whole_amounts(levels: Sequence[str]) -> bool:
    """Return whether all numbers are amounts of money with a mark before three digits: 12.500 Rp.
    Cents have two digits, so these are thousands, except of the dinars that have 1000 parts."""
    amounts = 0
    for level in levels:
        parts = number_parts(level)
        if parts is None or number(parts.digits, ".") is None or set(parts.digits) <= {"-", "0"}:
            continue
        if not _EITHER.fullmatch(parts.digits) or parts.sign in _IN_THOUSAND_PARTS:
            return False
        amounts += parts.sign in CURRENCIES
    return 2 * amounts > len(levels)


def _have_no_parts(levels: Sequence[str]) -> bool:
    parts = map(number_parts, levels)
    return all(part.sign in _WITHOUT_PARTS for part in parts if part is not None)


def _beside(text: str, seen: str, stored: np.ndarray | None) -> str:
    """Return the mark that the column's numbers without one suggest, or "" when there are no such
    numbers.

    644 beside 8.144 is a number below a thousand. 1644 beside it shows that thousands are not
    grouped here. Numbers that are stored as such are not grouped in any case: 4800 beside a text
    10.000 suggests ten thousand, 9.4 ten.
    """
    if _LONG_WHOLE.search(text):
        return seen
    if _WHOLE.search(text):
        return OTHER[seen]
    sizes = np.abs(stored[stored != 0]) if stored is not None else np.empty(0)
    if not sizes.size:
        return ""
    if sizes.max() < 1000 and (sizes % 1 == 0).all():
        return OTHER[seen]
    low, high = np.log(sizes.min()), np.log(sizes.max())
    as_decimals = (float(match[0].replace(seen, ".")) for match in _EITHER.finditer(text))
    decimals = np.log(np.abs([*as_decimals]))
    # How far the values lie from the stored ones when they are decimals, and when they are not.
    away = [
        np.maximum(0, np.maximum(low - sizes_of, sizes_of - high)).mean()
        for sizes_of in (decimals, decimals + np.log(1000))
    ]
    if away[0] == away[1]:
        return ""
    return seen if away[0] < away[1] else OTHER[seen]


def _by_delimiter(delimiter: str, seen: str) -> str:
    if delimiter == ";":  # used where the comma is the decimal mark
        return ","
    if delimiter == "\t":  # used everywhere
        return seen
    return "." if delimiter == "," else ""
