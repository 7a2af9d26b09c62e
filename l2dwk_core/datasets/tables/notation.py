"""How a cell writes a number: with a sign (%, $, kg), as a bound (<0.5), with a footnote mark, in
the way of another program (="51.26", 4.6D+00, 4.6 x 10^3), in other digits (１２, ١٢)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from l2dwk_core.datasets.tables.behind.east_asian import EAST_ASIAN_UNITS
from l2dwk_core.datasets.tables.values import BLANKS, number, numbers

WORD, PLAIN, BOUND, MARKED, NEGATIVE, REWRITTEN = range(6)
"""What a cell is in a column of numbers: no number, a number as it stands, a bound such as >=90
(the number is taken), a number with a footnote mark (left off), a negative number written in
another way than with a minus in front."""

# Distinct values that are looked at where all would take long, and the share of them that makes a
# column one in which numbers are looked for.
SAMPLE = 200
_PART = 0.2

# Written numbers are short; the expression below is not tried on longer cells.
_LONGEST = 40

# One name for the ways to write one currency.
_SAME = {
    "EUR": "€", "Euro": "€", "euro": "€", "USD": "$", "US$": "$", "GBP": "£", "JPY": "¥",
    "CNY": "¥", "RMB": "¥", "KRW": "₩", "INR": "₹", "Rs.": "₹", "Rs": "₹", "Fr.": "CHF",
    "SFr.": "CHF", "Rp.": "Rp", "IDR": "Rp", "VND": "₫", "TRY": "₺", "TL": "₺", "RUB": "₽",
    "руб.": "₽", "руб": "₽", "грн": "₴", "UAH": "₴", "MYR": "RM", "лв.": "лв",
    "BDT": "৳", "Tk.": "৳", "Tk": "৳", "NRs.": "NPR", "NRs": "NPR", "Ksh": "KES", "KSh": "KES",
    "ZAR": "R", "KZT": "₸",
    "percent": "%", "per cent": "%", "pct": "%",
}  # fmt: skip
_CURRENCIES = (
    "US$", "A$", "C$", "R$", "NT$", "HK$", "S$", "RMB", "KRW", "TWD", "HKD",
    "EUR", "Euro", "euro", "USD", "GBP", "JPY", "CNY", "INR", "CHF", "AUD",
    "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "BRL", "MXN", "ZAR", "SFr.", "Fr.",
    "Rs.", "Rs", "kr", "zł",
    "Rp.", "Rp", "IDR", "RM", "MYR", "VND", "THB", "PHP", "SGD", "TRY", "TL", "RUB", "руб.", "руб",
    "UAH", "грн", "Kč", "Ft", "lei", "RON", "BGN", "лв.", "лв", "ILS", "AED", "SAR", "EGP", "NGN",
    "KES", "KSh", "Ksh", "UGX", "TZS", "GHS", "ETB", "MAD", "QAR", "KWD", "KZT", "RSD", "ISK",
    "GEL", "BDT", "Tk.", "Tk", "PKR", "LKR", "NPR", "NRs.", "NRs", "ARS", "CLP", "COP", "PEN",
    "S/.",
    *"$€£¥₹₽₩₺₪₫₴₦₱฿¢৳₸₾",
)  # fmt: skip
_UNITS = (
    "percent", "per cent", "pct", "%", "‰",
    "nm", "µm", "μm", "um", "mm", "cm", "dm", "km", "inch", "ft", "µg", "μg", "mg", "kg", "lbs",
    "lb", "oz", "ml", "mL", "dl", "dL", "µl", "ms", "sec", "secs", "min", "mins", "hrs", "hr", "h",
    "Jahre", "Jahren", "Jahr", "Monate", "Monat", "Wochen", "Tage", "Tag", "Stunden", "Std", "ans",
    "mois", "jours", "heures", "años", "meses", "días", "horas", "anni",
    "days", "day", "weeks", "week", "months", "month", "years", "year", "yrs", "yr", "°C", "°F",
    "°", "Hz", "kHz", "MHz", "GHz", "mV", "kV", "mA", "kW", "MW", "kWh", "hPa", "kPa", "Pa",
    "mbar", "bar", "psi", "mmHg", "mm Hg", "bpm", "rpm", "kcal", "kJ", "mmol", "mol", "IU", "U",
    "kB", "MB", "GB", "TB", "ha", "mph", "mpg", "ppm", "ppb", "km²", "m²", "m³", "cm²", "cm³",
    "m2", "m3", "cm2", "cm3", "dB",
    *EAST_ASIAN_UNITS,
)  # fmt: skip
# A single letter is a unit only behind a blank: "5A" is more likely a code.
_LETTERS = ("m", "g", "t", "l", "L", "s", "d", "y", "V", "A", "W", "J", "N", "K", "C", "F", "B")


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


# The sign of South Africa, before an amount with cents or thousands only: R 12 may be a room.
_RAND = r"R(?=[ \u00a0]-?[0-9][0-9 \u00a0,]*[.,][0-9]{2,3}$)"
CURRENCIES = frozenset((*_CURRENCIES, "R"))
MONEY = f"{_any(_CURRENCIES)}|{_RAND}"
"""Signs and names of currencies, as a part of a regular expression."""
_ALONE = rf"(?:{_any((*_UNITS, *_LETTERS))})"
_UNIT = (
    rf"(?:{_any(_UNITS)})(?:/{_ALONE})?(?![\w])|(?<=\s)(?:{_any(_LETTERS)})(?:/{_ALONE})?(?![\w])"
)
_BLANK = f"[{BLANKS}]"
_WRITTEN = re.compile(
    rf"(?P<bound>[<>]=?|[≤≥~≈])?{_BLANK}?"
    rf"(?P<open>\()?(?P<minus>[-−–])?{_BLANK}?(?P<before>{MONEY})?{_BLANK}?(?P<sign>[-+−])?"
    rf"(?P<number>(?:[0-9][0-9.,'’{BLANKS}]*[0-9]|[0-9]|[.,][0-9]+)[.,]?"
    r"(?:[eE][+-]?[0-9]{1,9})?)"
    rf"(?:{_BLANK}?(?P<after>{MONEY}|{_UNIT}))?(?P<trailing>[-−])?(?P<close>\))?"
    # 2+ is more likely a grade than a bound.
    r"(?P<more>(?<=[0-9][0-9])\+)?"
    rf"(?P<mark>{_BLANK}?(?:[*†‡§#ᵃᵇᶜᵈ¹²³⁴]+|\[[0-9a-z]\]|\^?\([a-z]\)))?"
)
# "5,-" and "5.–": a price without cents.
_NO_CENTS = re.compile(r"(?<=[0-9])[.,][-–—]{1,2}(?=\s|$)")
UNIT_ALONE = re.compile(rf"(?:{_any((*_UNITS, *_LETTERS, *_CURRENCIES))})(?:/{_ALONE})?")


# Exports to spreadsheets write ="51.26" or '51.26. With a leading zero it is a code, kept so.
_QUOTED = re.compile(r"""(?:="|'(?!.*'$))(?![+-]?0[0-9])([-+]?[0-9.,][^"]*?)"?""")
# Fortran's double precision; without a mark, 4D2 is more likely a code.
_DOUBLE = re.compile(r"([-+]?[0-9]*[.,][0-9]*)[dD]([+-]?[0-9]{1,3})")
_TIMES_TEN = re.compile(
    rf"([-+]?[0-9][0-9.,]*){_BLANK}?[x×*·]{_BLANK}?10(?:\^\(?([-+−]?[0-9]{{1,3}})\)?|([⁻⁺]?[⁰¹²³⁴-⁹]+))"
)
# Full-width signs, as Japanese and Chinese programs write them, and the marks of Arabic numbers.
_IN_ASCII = {0xFF01 + at: 0x21 + at for at in range(94)} | {
    0x3000: " ", ord("￥"): "¥", ord("￡"): "£", ord("￦"): "₩", ord("￠"): "¢",
    ord("٫"): ".", ord("٬"): ",", ord("٪"): "%",
}  # fmt: skip
# Marks of direction and blanks without width, which cells bring along from web pages.
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\ufeff\u00ad"))
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹−", "-+0123456789-")


class NumberParts(NamedTuple):
    """The parts of a written number: its digits, with a minus sign if there is one; the sign
    beside it; and how it is written."""

    digits: str
    sign: str
    how: int


def number_parts(text: str) -> NumberParts | None:
    """Return the parts of a stripped cell that writes a number, or None when it does not look
    like one."""
    if len(text) > _LONGEST:
        return None
    usual = _usually_written(text)
    found = _WRITTEN.fullmatch(_NO_CENTS.sub("", usual))
    if found is None:
        return None
    beside = [found["before"], found["after"]]
    if all(beside) or bool(found["open"]) != bool(found["close"]):
        return None
    minus = [found["minus"], found["sign"] if found["sign"] != "+" else None, found["trailing"]]
    if sum(map(bool, (*minus, found["open"]))) > 1:
        return None
    sign = next((part for part in beside if part), "")
    negative = any(minus) or bool(found["open"])
    how = PLAIN
    if found["more"]:
        how = BOUND
    elif found["bound"]:
        how = MARKED if found["bound"] in "~≈" else BOUND
    elif found["mark"]:
        how = MARKED
    elif usual != text:
        how = REWRITTEN
    elif (
        found["open"]
        or found["trailing"]
        or any(part in ("−", "–") for part in minus)
        or _APART.match(text)
    ):
        how = NEGATIVE
    return NumberParts(("-" if negative else "") + found["number"], _SAME.get(sign, sign), how)


def _usually_written(text: str) -> str:
    """Return ="51.26" as 51.26, 4.6D+00 as 4.6E+00, 4.6 x 10^3 as 4.6E3, １２ as 12, and other
    texts unchanged."""
    if not text.isascii():
        text = text.translate(_UNSEEN).strip()
        text = "".join(
            str(unicodedata.decimal(sign)) if sign.isdecimal() else sign
            for sign in text.translate(_IN_ASCII)
        )
    if text.startswith(("'", '="')):
        quoted = _QUOTED.fullmatch(text)
        return text if quoted is None or text.startswith("=") != text.endswith('"') else quoted[1]
    if found := _DOUBLE.fullmatch(text):
        return f"{found[1]}E{found[2]}"
    if found := _TIMES_TEN.fullmatch(text):
        return f"{found[1]}E{(found[2] or found[3]).translate(_RAISED)}"
    return text


def bare(text: str) -> str:
    """Return the digits of a written number, and any other text unchanged."""
    found = number_parts(text) if needs_care(text) else None
    return text if found is None else found.digits


_SIMPLE = re.compile(rf"[+-]?[0-9.,eE+'’{BLANKS}-]*")
_DIGIT = re.compile(r"\d")  # of any script
_APART = re.compile(rf"-{_BLANK}|'")


def needs_care(text: str) -> bool:
    """Return whether the cell may hold a number with more beside it than digits and marks."""
    return (
        len(text) <= _LONGEST
        and _DIGIT.search(text) is not None
        and (
            _SIMPLE.fullmatch(text) is None
            or text.endswith(("-", "+"))
            or _APART.match(text) is not None
        )
    )


def is_written_number(text: str) -> bool:
    """Return whether a stripped cell writes a number with either decimal mark, with or without a
    sign."""
    if not needs_care(text):
        return number(text, ".") is not None or number(text, ",") is not None
    found = number_parts(text)
    return found is not None and any(number(found.digits, mark) is not None for mark in ".,")


def holds_numbers(levels: Sequence[str]) -> bool:
    """Return whether a good part of the first values are numbers. In other columns no number is
    searched for among words, because that takes three times as long as everything else."""
    first = levels[:SAMPLE]
    return sum(map(is_written_number, first)) >= _PART * len(first)


def signs(levels: Sequence[str], counts: np.ndarray, decimal: str) -> Counter[str]:
    """Return rows by the sign beside their number ("" for none), the most frequent first."""
    found: Counter[str] = Counter()
    for level, count in zip(levels, counts, strict=True):
        if needs_care(level):
            parts = number_parts(level)
            if parts is not None and number(parts.digits, decimal) is not None:
                found[parts.sign] += int(count)
        elif number(level, decimal) is not None:
            found[""] += int(count)
    return found


def read_numbers(
    levels: Sequence[str], decimal: str, sign: str, apart: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of each level (NaN for none) in a column with that sign, and how it is
    written.

    A number with another sign does not count as a number: 5 kg and 5 g are not the same. In a
    column with a currency or a unit, a number without a sign is accepted, unless it is *apart*, in
    another unit; in a column of per cents only 0 is, because 0.2 may be 20% or 0.2%.
    """
    values = numbers(levels, decimal)
    how = np.where(np.isnan(values), WORD, PLAIN)
    alone = sign == "%" or apart
    if alone:
        bare_ones = how == PLAIN
        wrong = bare_ones & (apart | (values != 0))
        values[wrong], how[wrong] = np.nan, WORD
    if not holds_numbers(levels):
        return values, how
    for at in np.flatnonzero(how == WORD).tolist():
        if not needs_care(levels[at]):
            continue
        parts = number_parts(levels[at])
        if parts is None or parts.sign not in (sign, sign if alone else ""):
            continue
        value = number(parts.digits, decimal)
        if value is not None:
            values[at], how[at] = value, parts.how
    return values, how
