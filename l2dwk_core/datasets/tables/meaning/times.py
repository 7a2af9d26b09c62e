"""Times that are stored as numbers: seconds of Unix, days of spreadsheets, MATLAB, R and SAS, and
digits without marks such as 20240131 and 202401. Like dates, they do not come back."""

from __future__ import annotations

import re
from datetime import date, timedelta

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.pointed_times import pointed_times
from l2dwk_core.datasets.tables.values import is_whole

_REMEDY = "derive a number from them to use them, or choose numeric if they are none."
_LEAST = 10
_FEW = 3
_DAY_NAMES = re.compile(r"(?:.*[_ .-])?(?:date|datum|day|fecha|data|dato|jour|tag)(?:[_ .-].*)?")
# Days since the end of 1899 from 1954 to 2064, which fall into few other quantities.
_FIRST, _LAST = 20_000, 60_000
# Persons are born from 1908 on.
_FIRST_BIRTH = 3_000

_BIRTHS = frozenset(
    "dob birth birthday birthdate geburtstag geburtsdatum geburt geboren naissance nacimiento "
    "nascita nascimento geboortedatum geboorte".split()
)
_DATES = (
    frozenset(
        "date dates dt admit admitted orderdate startdate enddate datum fecha dato datetime "
        "дата 日期 日付 날짜".split()
    )
    | _BIRTHS
)
EVENTS = frozenset(
    "admission discharge onset enrolled enrolment enrollment enroled arrival arrived departure "
    "departed surgery diagnosed transferred discharged deceased hired seen joined opened closed "
    "checkin checkout expiry expiration admissiontime dischargetime "
    "aufnahme entlassung eintritt austritt einlieferung verlegung operiert "
    "ingreso egreso admision ricovero dimissione opname ontslag przyjecie wypis inskrivning "
    "utskrivning".split()
)
"""Events of which a column holds the dates."""
TIMES = _DATES | frozenset(
    "timestamp timestamps stamp uhrzeit ts time times epoch unix unixtime unixtimestamp posix utc "
    "gmt datenum created updated modified recorded logged measured sampled zeit zeitstempel "
    "zeitpunkt horodatage heure temps hora tiempo tempo ora tijd tijdstip tidpunkt czas время "
    "时间 時間 時刻 시간".split()
)
"""Words of names of dates and times."""
# Of these the values may also be durations: nearly equal numbers are none.
_MOST_RATIO = 2.0
_MONTHS = _DATES | frozenset(
    "period periode periodo month months yearmonth yearmon yearmo ym yyyymm yymm monat monate "
    "jahrmonat mois mes mese maand miesiac vintage cohort cycle".split()
)
_WEEKS = frozenset(
    "week weeks yearweek isoweek isoyearweek epiweek calweek yw yyyyww woche wochen kw cw "
    "kalenderwoche jahrwoche semaine semana settimana vecka uge tydzien period periode "
    "periodo".split()
)
_QUARTERS = frozenset(
    "quarter quarters yearquarter yq yyyyq quartal trimester trimestre kwartaal kvartal kwartal "
    "period periode periodo".split()
)
# Not "date": a candidate and an update are none.
_ENDS = (
    "timestamp",
    "datetime",
    "birthdate",
    "orderdate",
    "startdate",
    "enddate",
    "datum",
    "zeitpunkt",
    "zeitstempel",
)
_UNITS = frozenset("s sec secs ms us ns utc gmt unix serial".split())
_YEAR, _MONTH = r"(?:19|20)[0-9]{2}", r"(?:0[1-9]|1[0-2])"
_DAY = r"(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"(?:[01][0-9]|2[0-3])(?:[0-5][0-9]){1,2}"
_FULL = re.compile(rf"{_YEAR}{_MONTH}{_DAY}(?:{_CLOCK})?")
# By the words of the name: how the digits are written, and what they are.
_PACKED = (
    (TIMES | frozenset({"yyyymmdd", "day", "period"}), _FULL.pattern, "dates"),
    (
        _DATES | frozenset({"ddmmyyyy", "mmddyyyy"}),
        rf"(?:0?[1-9]|[12][0-9]|3[01]){_MONTH}{_YEAR}|(?:0?[1-9]|1[0-2]){_DAY}{_YEAR}",
        "dates",
    ),
    (_MONTHS, rf"{_YEAR}{_MONTH}", "months"),
    (_DATES | frozenset({"yymmdd"}), rf"[0-9]{{2}}{_MONTH}{_DAY}", "dates"),
    (_DATES | frozenset({"ddmmyy"}), rf"(?:0?[1-9]|[12][0-9]|3[01]){_MONTH}[0-9]{{2}}", "dates"),
    (_DATES | frozenset({"mmddyy"}), rf"(?:0?[1-9]|1[0-2]){_DAY}[0-9]{{2}}", "dates"),
    (_DATES | frozenset({"julian", "yyyyddd"}), rf"{_YEAR}(?:[0-2][0-9]{{2}}|3[0-6][0-9])", "days"),
    (_WEEKS, rf"{_YEAR}(?:0[1-9]|[1-4][0-9]|5[0-3])", "weeks"),
    (_QUARTERS, rf"{_YEAR}0?[1-4]", "quarters"),
)
# By the words of the name: the least and the greatest number, and who counts like this.
_COUNTED = (
    *((TIMES | EVENTS, 3e8 * by, 2.5e9 * by, f"{what} since 1970") for by, what in (
        (1, "seconds"), (1e3, "milliseconds"), (1e6, "microseconds"), (1e9, "nanoseconds"))),
    (TIMES, 1.15e10, 1.45e10, "seconds since 1582, as SPSS does"),
    (TIMES, 1.2e17, 1.4e17, "tenths of microseconds since 1601, as Windows does"),
    (TIMES, 6.9e5, 7.7e5, "days since the year 0, as MATLAB does"),
    (TIMES | {"julian", "jd", "bjd", "hjd"}, 2.41e6, 2.49e6, "Julian days"),
    (frozenset({"mjd"}), 3e4, 8e4, "modified Julian days"),
    (TIMES - {"time", "times", "temps", "tempo", "tiempo", "zeit", "hora", "czas"},
     _FIRST, _LAST, "days since 1900, as spreadsheets do"),
    (_DATES, 7e3, _FIRST, "days since 1960 or 1970, as SAS, Stata and R do"),
)  # fmt: skip


def numbered_times(column: Column) -> str:
    """Return why numbers are dates or times, or "" when nothing speaks for it.

    Either each is a year, a month and a day without marks; or the name of the column is that of
    times, and all numbers are in the range or the form of a usual way to store them.
    """
    if column.declared not in ("", "numeric") or column.sign:
        return ""
    numbers = column.numbers[np.isfinite(column.numbers)]
    levels = [
        level.removesuffix(".0")
        for level, value in zip(column.levels, column.numbers.tolist(), strict=True)
        if np.isfinite(value)
    ]
    if len(levels) < _FEW:
        return ""
    if pointed := pointed_times(column):
        return pointed
    words = _words(column.name)
    if len(levels) >= _LEAST and all(map(_FULL.fullmatch, levels)):
        return _digits("dates", levels)
    for names, form, what in _PACKED:
        if not names.isdisjoint(words) and all(re.fullmatch(form, level) for level in levels):
            return _digits(what, levels)
    if len(levels) < _LEAST or not words:
        return ""
    low, high = float(numbers.min()), float(numbers.max())
    birth = _names_a_birth(words)
    event = words[-1] in EVENTS and high <= _MOST_RATIO * low
    named = birth or event or _DAY_NAMES.fullmatch(column.name.strip().lower())
    begin = _FIRST_BIRTH if birth else _FIRST
    if named and is_whole(numbers) and begin <= low <= high <= _LAST:
        first = day_of_spreadsheets(numbers[0])
        return f"Spreadsheets count days like this: {levels[0]} is {first}; {_REMEDY}"
    for names, least, most, what in _COUNTED:
        if least <= low <= high <= min(most, _MOST_RATIO * low) and _is_named(words, names):
            return f"By its name and its range it counts {what}: {levels[0][:25]}; {_REMEDY}"
    return ""


def day_of_spreadsheets(number: float) -> date:
    """Return the date that a spreadsheet shows for a number of days."""
    return date(1899, 12, 30) + timedelta(days=int(number))


def _names_a_birth(words: list[str]) -> bool:
    """Return whether a name is that of a day of birth, and not of a weight or place."""
    return not _BIRTHS.isdisjoint(words) and words[-1] in _DATES and "at" not in words


def _digits(what: str, levels: list[str]) -> str:
    return f"Its values are {what} without marks, such as {levels[0]}; {_REMEDY}"


def _words(name: str) -> list[str]:
    """Return the words of a name without accents and numbers; Besuchsdatum is datum."""
    words = [without_accents(word) for word in words_of(name) if not word.isdecimal()]
    return [
        next((end for end in _ENDS if word.endswith(end) and word not in _BIRTHS), word)
        for word in words
    ]


def _is_named(words: list[str], names: frozenset[str]) -> bool:
    """Return whether a name is that of a time: created_at, event_time_ms, date of birth. No other
    word than one of times stands last, or before "of"."""
    words = words[: words.index("of")] if "of" in words else words
    while len(words) > 1 and words[-1] in _UNITS:
        words = words[:-1]
    return bool(words) and words[-1] in names | {"at", "on"}
