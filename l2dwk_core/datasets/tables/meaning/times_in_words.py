"""Many dates, durations, lengths in several units and places that are written in words or with
marks, such as 16th October 2019, 2h 37m, 5'9" and 52°31'N: as categories they are of no use."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.values import MONTH_ABBREVIATIONS, is_date

_LONGEST = 40
_MONTH = rf"(?:{MONTH_ABBREVIATIONS})\w*\.?"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?\.?"
_CLOCK = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?[ap]\.?m\.?)?"
_ZONE = r"(?: ?(?:UTC|GMT|Z|[A-Z]{3,4})? ?(?:[+-][0-9]{1,2}(?::?[0-9]{2})?)?)?"
_DATES = re.compile(
    rf"{_DAY}[-/. ]{{1,2}}{_MONTH}|{_MONTH}[-/. ]{{1,2}}{_DAY}"
    rf"|{_DAY} (?:of )?{_MONTH},? [0-9]{{4}}(?:,? {_CLOCK})?"
    rf"|[0-9]{{4}}([-/.:])[0-9]{{1,2}}\1[0-9]{{1,2}}(?:[T ]{_CLOCK}{_ZONE})?",
    re.IGNORECASE,
)
_AMOUNT = r"[0-9]{1,6}(?:[.,][0-9]+)? ?"
_DAYS = rf"{_AMOUNT}(?:days?|d|tage?n?|jours?|j|d[ií]as?|giorni)"
_HOURS = rf"{_AMOUNT}(?:hours?|hrs?|h|stunden?|std|heures?|horas?|ore)"
_MINUTES = rf"{_AMOUNT}(?:minutes?|minuten|mins?|m|minutos?|['’′])"
_SECONDS = rf"{_AMOUNT}(?:seconds?|sekunden?|secs?|sek|s|secondes?|segundos?|[\"”″])"
_BETWEEN = r"\.?(?:,? ?(?:and |und |et |y )?)"
_DURATIONS = re.compile(
    rf"(?=.)(?:{_DAYS}{_BETWEEN})?(?:{_HOURS}{_BETWEEN})?(?:{_MINUTES}{_BETWEEN})?"
    rf"(?:{_SECONDS}\.?)?"
    rf"|(?:-?{_DAYS},? [+]?)?[0-9]{{1,4}}:[0-9]{{2}}(?::[0-9]{{2}})?(?:[.,][0-9]+)?"
    r"|P(?:[0-9]+D)?(?:T(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9.]+S)?)?",
    re.IGNORECASE,
)
_LENGTHS = re.compile(
    rf"{_AMOUNT}(?:feet|foot|ft|['’′])\.?,? ?(?:{_AMOUNT}(?:inch(?:es)?|in|[\"”″]|''|’’)?\.?)?",
    re.IGNORECASE,
)
_WEIGHTS = re.compile(
    rf"{_AMOUNT}(?:stones?|st)\.?,? ?(?:{_AMOUNT}(?:pounds?|lbs?)\.?)?"
    rf"|{_AMOUNT}(?:pounds?|lbs?)\.?,? ?(?:{_AMOUNT}(?:ounces?|oz)\.?)?",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
# Of a pregnancy.
_WEEKS = re.compile(r"(?:[4-9]|[1-3][0-9]|4[0-5]) ?\+ ?[0-6](?:/7)?")
_SIDE = "[NSEWO]"
_ANGLE = (
    r"[0-9]{1,3}(?:[.,][0-9]+)? ?[°º] ?"
    r"(?:[0-9]{1,2}(?:[.,][0-9]+)? ?['’′] ?(?:[0-9]{1,2}(?:[.,][0-9]+)? ?(?:[\"”″]|''|’’) ?)?)?"
)
# Without a side of the earth, 21° may be a temperature.
_ANGLES = re.compile(rf"-?{_ANGLE}{_SIDE}|{_SIDE} ?{_ANGLE}", re.IGNORECASE)
_KINDS = (
    (_ANGLES, "degrees of latitude or longitude", "degrees with decimals"),
    (_LENGTHS, "lengths in feet and inches", "inches"),
    (_WEIGHTS, "weights in two units", "pounds"),
    (_WEEKS, "weeks and days", "days"),
    (_DURATIONS, "durations", "minutes"),
)


def dates_in_words(column: Column) -> str:
    """Return why more values than categories have are dates, or "" when not all of them are."""
    if not _are_many(column) or not all(
        len(level) <= _LONGEST and (_DATES.fullmatch(level) or is_date(level))
        for level in column.levels
    ):
        return ""
    # SEP-1 to SEP-30 may be genes or sets.
    begins = {found[0].casefold() if (found := _LETTERS.match(x)) else "" for x in column.levels}
    if len(begins) == 1 and begins != {""}:
        return ""
    return (
        f"Its {len(column.levels)} different values are dates or times, such as "
        f"{column.levels[0][:30]!r}; derive a number from them to use them."
    )


def quantities_in_words(column: Column) -> str:
    """Return a hint at more places, durations, lengths or weights than categories have, all of one
    kind, or "" for other values."""
    if not _are_many(column):
        return ""
    for form, what, unit in _KINDS:
        if all(len(level) <= _LONGEST and form.fullmatch(level) for level in column.levels):
            return (
                f"Its values are not readable as numbers: {len(column.levels)} different ones are "
                f"{what}, such as {column.levels[0][:30]!r}. Write one plain number in each cell, "
                f"such as {unit} alone, to use them as numbers."
            )
    return ""


def _are_many(column: Column) -> bool:
    return (
        not column.declared
        and len(column.levels) > MAX_NUMERIC_CLASSES
        and column.n_numbers < column.n_present
    )
