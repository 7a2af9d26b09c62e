"""Months, quarters and weeks of years, such as Jan 2020, 2020-03, 2020 Q1 and 2020-W05: like dates,
they do not come back."""

from __future__ import annotations

import re

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.missing_marks import usual_marks
from l2dwk_core.datasets.tables.values import MONTH_ABBREVIATIONS

_YEAR = r"(?:19|20)[0-9]{2}"
_BETWEEN = r"[-/. _]?"
# In full in English, German, French, Spanish, Italian, Portuguese and Dutch; and abbreviated.
_NAMES = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|januar|jänner|februar|feber|märz|maerz|mai|juni|juli|oktober|dezember"
    "|janvier|février|fevrier|mars|avril|juin|juillet|août|aout|septembre|octobre|novembre|décembre"
    "|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
    "|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
    "|januari|februari|maart|mei|augustus"
)
_MONTH = rf"(?:{_NAMES}|(?:sept|june|july|{MONTH_ABBREVIATIONS})\.?)"
_WEEK = r"(?:W|KW|CW|wk|week|woche|semaine|semana)"
_NUMBER = r"(?:0?[1-9]|[1-4][0-9]|5[0-3])"
_MONTH_BEHIND = re.compile(rf"(?P<year>{_YEAR})[-/](?P<month>0[1-9]|1[0-2])")
_PERIODS = {
    "months": re.compile(
        rf"{_MONTH_BEHIND.pattern}|(?:0?[1-9]|1[0-2])[-/]{_YEAR}"
        rf"|{_MONTH}[-/, _]{{0,2}}(?:'?[0-9]{{2}}|{_YEAR})|{_YEAR}[-/, _]{{0,2}}{_MONTH}"
        rf"|{_YEAR}[年년] ?(?:0?[1-9]|1[0-2])[月월]|{_YEAR}M(?:0?[1-9]|1[0-2])",
        re.IGNORECASE,
    ),
    # 3q21 is a place on a chromosome, and 3Q21 a quarter.
    "quarters": re.compile(
        rf"{_YEAR}{_BETWEEN}[QT][1-4]|[QT][1-4]{_BETWEEN}{_YEAR}|Q[1-4] ?['/-][0-9]{{2}}"
        rf"|[1-4]Q{_BETWEEN}{_YEAR}|[1-4](?-i:Q)[0-9]{{2}}|[0-9]{{2}}(?-i:Q)[1-4]"
        rf"|{_YEAR}[-/ ](?:I{{1,3}}|IV)"
        rf"|(?:I{{1,3}}|IV)[-/ ]{_YEAR}|FY ?(?:{_YEAR}|[0-9]{{2}})[- ]?Q[1-4]"
        rf"|[1-4]\.? ?(?:Quartal|Quarter|trimestre|kwartaal){_BETWEEN}{_YEAR}",
        re.IGNORECASE,
    ),
    "half-years": re.compile(
        rf"{_YEAR}{_BETWEEN}[HS][12]|[HS][12]{_BETWEEN}{_YEAR}", re.IGNORECASE
    ),
    # With the day of the week too: 2019-W05-3.
    "weeks": re.compile(
        rf"{_YEAR},?{_BETWEEN}{_WEEK}-?{_BETWEEN}{_NUMBER}(?:-?[1-7])?"
        rf"|{_WEEK}{_BETWEEN}{_NUMBER},?{_BETWEEN}{_YEAR}",
        re.IGNORECASE,
    ),
}
_LETTERS = re.compile(r"[\W\d_年년月월]+")
_LEAST = 2


def periods(column: Column) -> str:
    """Return why the values are parts of years, or "" when they are not all of one kind.

    2019-20 and 2010-11 are seasons over two years where all values are such, and stay as they are.
    """
    if column.declared or len(column.levels) < _LEAST:
        return ""
    # One of the first two is no word such as unknown, and most columns end here.
    if not any(form.fullmatch(x[:20]) for form in _PERIODS.values() for x in column.levels[:2]):
        return ""
    unknown = usual_marks(column.levels)
    levels = [level for level in column.levels if level not in unknown]
    if len(levels) < _LEAST:
        return ""
    for kind, form in _PERIODS.items():
        if all(len(level) <= 20 and form.fullmatch(level) for level in levels):
            if kind == "months" and all(map(_is_season, levels)):
                return ""
            # Set 12 and set 13 have one word, which is no month.
            words = {_LETTERS.sub("", level).casefold() for level in levels}
            if kind == "months" and len(words) == 1 and words - {"", "m"}:
                return ""
            first = levels[0]
            return (
                f"Its values are {kind} of years, such as {first!r}; derive a number from them to "
                "use them."
            )
    return ""


def _is_season(level: str) -> bool:
    found = _MONTH_BEHIND.fullmatch(level)
    return found is not None and (int(found["year"]) + 1) % 100 == int(found["month"])
