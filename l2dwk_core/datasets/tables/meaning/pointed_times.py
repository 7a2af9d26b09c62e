"""Dates, months and times of day whose parts are separated by a point, such as 08.10, 10.2015 and
07.37, under a name that says so. As decimals, 1.1 and 1.10 would be one number."""

from __future__ import annotations

import re

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.codes import CLASSIFICATIONS

_DATES = frozenset(
    "date dates datum fecha dato data geburtstag birthday birthdate dob dt besuchstag visitdate "
    "anniversaire cumpleanos compleanno дата".split()
)
_MONTHS = frozenset(
    "month months yearmonth monthyear ym period periode periodo monat monate mois mes mese mesi "
    "maand miesiac manad maned месяц".split()
)
_CLOCKS = frozenset(
    "uhrzeit clock clocktime timeofday horodatage tijdstip klokkeslett heure hora ora uhr время"
    " czas".split()
)
# These also name durations, which count as such beside another word: reaction time.
_TIMES = frozenset("time times zeit tijd tid temps tiempo tempo".split())
_WITH_TIMES = frozenset(
    "start end begin visit admission arrival departure discharge measurement sample sampling local "
    "day of the".split()
)
# Beside two digits for the day and two for the month, these name dates too.
_DAYS = frozenset(
    "day days tag tage jour giorno dia dag termin termine appointment rendezvous cita appuntamento "
    "afspraak visit besuch visite visita bezoek untersuchung examination kontrolle control termino "
    "start end beginn begin anfang ende debut fin inicio inizio fine einde operation op eingriff "
    "impfung vaccination probe entnahme abnahme sampling messung measurement "
    "admission discharge onset arrival departure surgery "
    "aufnahme entlassung eintritt austritt einlieferung verlegung ankunft abreise geburt birth "
    "naissance nacimiento nascita entree sortie ingreso egreso alta ricovero dimissione opname "
    "ontslag".split()
)
_CODES = CLASSIFICATIONS | frozenset(
    "code codes version versions section chapter kapitel abschnitt position nr no nummer number "
    "id".split()
)
_ENDS = ("datum", "date", "geburtstag", "monat", "uhrzeit")
_NOT_THESE = frozenset("update candidate mandate format".split())

_YEAR, _MONTH = "(?:19|20)[0-9]{2}", "(?:0?[1-9]|1[0-2])"
_DAY = "(?:0?[1-9]|[12][0-9]|3[01])"
_OF_MONTHS = re.compile(rf"{_MONTH}\.{_YEAR}|{_YEAR}\.{_MONTH}")
_OF_DAYS = (re.compile(rf"{_DAY}\.{_MONTH}\.?"), re.compile(rf"{_MONTH}\.{_DAY}\.?"))
_TWO_DIGITS = re.compile(r"(?:0[1-9]|[12][0-9]|3[01])\.(?:0[1-9]|1[0-2])\.?")
_OF_CLOCKS = re.compile(r"(?:[01]?[0-9]|2[0-3])\.[0-5][0-9]")
_OF_HALF_DAYS = re.compile(r"(?:0?[1-9]|1[0-2])\.[0-5][0-9] ?[ap]\.? ?m\.?", re.IGNORECASE)
_FEW, _LEAST, _LEAST_HOURS = 3, 10, 3


def pointed_times(column: Column) -> str:
    """Return why numbers with a point are dates, months or times of day, or "" when nothing speaks
    for it: the name says so, and in every row the parts are in range.

    Days and months of two digits each, some with a leading zero, need no name in ten different
    values or more: of decimals with two digits, 12 in 100 end like months.

    A column called time may hold durations: it is taken for times of day when the minutes have two
    digits below 60 in ten different values or more, of three hours or more.
    """
    levels = column.levels
    if levels and all(map(_OF_HALF_DAYS.fullmatch, levels)):
        return _why("hours and minutes", levels, "")
    if column.declared not in ("", "numeric") or column.sign or len(levels) < _FEW:
        return ""
    if not all(len(level) <= 7 and "." in level for level in levels):
        return ""
    words = [_end(without_accents(word)) for word in words_of(column.name) if not word.isdecimal()]
    dates, months = (not names.isdisjoint(words) for names in (_DATES - {"data"}, _MONTHS))
    dates = dates or words == ["data"]
    if (dates or months) and all(map(_OF_MONTHS.fullmatch, levels)):
        return _why("months of years", levels)
    if dates and any(all(map(form.fullmatch, levels)) for form in _OF_DAYS):
        return _why("days and months", levels)
    plain = [word.rstrip("0123456789") for word in words]
    if _CODES.isdisjoint(plain) and all(map(_TWO_DIGITS.fullmatch, levels)):
        padded, many = any(level[0] == "0" for level in levels), len(levels) >= _LEAST
        if (padded and many) or ((padded or many) and not _DAYS.isdisjoint(words)):
            return _why("days and months", levels, "" if many else "By its name and ")
    if _names_a_clock(words) and all(map(_OF_CLOCKS.fullmatch, levels)):
        hours = {level.split(".")[0] for level in levels}
        if len(levels) >= _LEAST and len(hours) >= _LEAST_HOURS:
            return _why("hours and minutes", levels)
    return ""


def _why(what: str, levels: tuple[str, ...], by: str = "By its name and ") -> str:
    role = "symbolic" if not levels[0][-1].isdecimal() else "numeric"
    rows = f"{by}in every row".capitalize()
    return (
        f"{rows} its values are {what} with a point, such as {levels[0]!r}, and no decimals; "
        f"derive a number from them to use them, or choose {role} if they are none."
    )


def _end(word: str) -> str:
    """Return the end of a compound that names a date, such as that of Besuchsdatum."""
    if word in _NOT_THESE:
        return word
    return next((end for end in _ENDS if word.endswith(end)), word)


def _names_a_clock(words: list[str]) -> bool:
    if not _CLOCKS.isdisjoint(words):
        return True
    others = [word for word in words if word not in _TIMES]
    return len(others) < len(words) and set(others) <= _WITH_TIMES | _DATES
