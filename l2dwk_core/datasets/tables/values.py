"""What a cell's text means: a missing value, a number, a date, or other text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

NO_RESULT = "=(no stored result)"
"""What stands for a cell of a worksheet with a formula and no stored result."""
# Of Excel; of LibreOffice, which writes them as Err:502 too. Below, those of Excel in German,
# French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Russian.
_ERRORS = frozenset(
    "#n/a #na #null! #value! #ref! #div/0! #num! #name? #spill! #calc! #field! #blocked! "
    "#connect! #unknown! #busy! #getting_data #external! "
    "#nv #wert! #bezug! #zahl! #überlauf! #valeur! #nom? #nombre! #nul! "
    "#n/d #¡valor! #¡ref! #¡num! #¡nulo! #¡div/0! #¿nombre? #valore! #rif! #nome? #nullo! "
    "#valor! #núm! #nulo! #n/b #waarde! #verw! #getal! #naam? #leeg! #deel/0! "
    "#arg! #adr! #liczba! #nazwa? #zero! #dziel/0! "
    "#saknas! #värdefel! #referens! #ogiltigt! #namn? #division/0! "
    "#н/д #знач! #ссылка! #число! #имя? #пусто! #дел/0!".split()
) | {f"err:{number}" for number in range(501, 541)}
# Compared without regard to case. "none" is not here: it is an answer ("pain: none").
DASHES = frozenset("-–—―−－")
MISSING = frozenset(
    {"", "na", "n/a", "n.a.", "nan", "null", "?", "？", "--", "<na>", "<null>", "nat", NO_RESULT}
    | {"\\n", "(null)", "k.a.", "k. a."}  # of MySQL and Hive, of Oracle; keine Angabe
    | {"- -", "- - -", "– –", "— —", "-.-", "-,-", "-.--", "--.--", "-,--"}
    | {"<undefined>", "<missing>"}  # of MATLAB
    | DASHES
    | _ERRORS
)

_LONGEST_MISSING = max(map(len, MISSING))
_INFINITE = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "-∞"})

BLANKS = " \u00a0\u202f\u2009\u2007"
"""What may stand between thousands and before a unit: a blank, one that does not break a line, a
narrow one, a thin one, and one as wide as a digit."""

# With either decimal mark, the other one may group thousands: 1,234.5 or 1.234,5.
_NUMBER = {
    mark: re.compile(
        # In India the thousands come in three digits, all above in two: 12,34,567.
        # Thousands do not begin with a zero, and have no exponent with a sign, as programs write
        # it: 0,672 and 2,953e-05 have a decimal comma.
        rf"(?![+-]?[0-9]{{1,3}}{group}[0-9]{{3}}[eE][+-])"
        rf"[+-]?(?:(?:[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+|[1-9][0-9]?(?:{group}[0-9]{{2}})+"
        rf"{group}[0-9]{{3}}|[0-9]+)(?:{point}[0-9]*)?|{point}[0-9]+)"
        r"(?:[eE][+-]?[0-9]{1,9})?"
    )
    for mark, point, group in ((".", r"\.", ","), (",", ",", r"\."))
}
_LONGEST_NUMBER = 64
"""Characters; a number in full, such as 0.1 as a computer holds it, has up to 57. Python's time for
a number grows with the square of its digits."""
_CHUNK = 10_000
_PLAIN_NUMBERS = {
    mark: re.compile(rf"(?:[+-]?[0-9]+(?:{point}[0-9]*)?(?:[eE][+-]?[0-9]{{1,9}})?(?:\n|\Z))+")
    for mark, point in ((".", r"\."), (",", ","))
}
_SPACED = re.compile(rf"[+-]?[0-9]{{1,3}}(?:['’{BLANKS}][0-9]{{3}})+(?:[.,][0-9]+)?")
_SPACES = str.maketrans("", "", f"'’{BLANKS}")

_GUARDED = re.compile(r'="([^"]*)"')

# "o'clock" in German, and before and after noon in Spanish.
_ZONE = r"(?: ?(?:Z|UTC|GMT|[CEMPWB][DES]?S?T|Uhr|[ap]\.? ?m\.?|[+-][0-9:]{4,6}))?"
_CLOCK = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?"
_TIME = rf"(?:(?:[ T]+|, ?)(?:{_CLOCK}|[0-9]{{1,2}}h[0-9]{{2}}){_ZONE})?"
# In English, German, French and Spanish.
_FOUR_LANGUAGES = (
    "jan|feb|fév|mar|mär|apr|avr|abr|may|mai|jun|juin|jul|juil|aug|aoû|ago|sep|oct|okt|nov|dec"
    "|dez|déc|dic|ene"
)
# Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Hungarian, Finnish, Turkish, Russian.
_MORE_LANGUAGES = (
    "gen|mag|giu|lug|set|ott|fev|out|mrt|maa|mei|maj|des|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru"
    "|led|úno|bře|dub|kvě|čer|čvn|čvc|srp|zář|říj|pro|már|ápr|máj|jún|júl|sze|tam|hel|huh|tou|kes"
    "|hei|elo|syy|lok|jou|oca|şub|nis|haz|tem|ağu|eyl|eki|kas|ara"
    "|янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек"
)
_MONTH = rf"(?:{_FOUR_LANGUAGES})\w*\.?"
# Between marks or blanks only: 12set34 is more likely a code.
_ANY_MONTH = rf"(?:{_FOUR_LANGUAGES}|{_MORE_LANGUAGES})\w*\.?"
MONTH_ABBREVIATIONS = f"{_FOUR_LANGUAGES}|{_MORE_LANGUAGES}"
"""Names of months in three or four letters, as a part of a regular expression."""
_WEEKDAY = r"(?:(?:[a-z]{2,9}|\w{2,9})[.,]? )?"
_DATE = re.compile(
    # 12.5/20 has two marks and is none.
    rf"{_WEEKDAY}(?:[0-9]{{4}}(?P<ymd>[-/.]) ?[0-9]{{1,2}}(?P=ymd) ?[0-9]{{1,2}}\.?{_TIME}"
    rf"|[0-9]{{1,2}}(?P<dmy>[-/.]) ?[0-9]{{1,2}}(?P=dmy) ?(?:[0-9]{{4}}|[0-9]{{2}})\.?{_TIME}"
    rf"|[0-9]{{1,2}}\.?[-/. ]{_ANY_MONTH}[-/. ][0-9]{{2,4}}{_TIME}"
    rf"|{_ANY_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? (?:[0-9]{{4}}|'[0-9]{{2}}){_TIME}"
    # SAS and Stata, Oracle, C and Twitter, a log of Apache, Japan and China.
    rf"|[0-9]{{1,2}}{_MONTH}[0-9]{{2,4}}(?::{_CLOCK})?"
    r"|[0-9]{1,2}-[a-z]{3}-[0-9]{2,4} [0-9]{1,2}\.[0-9]{2}\.[0-9]{2}(?:\.[0-9]+)?(?: [ap]m)?"
    rf"|{_MONTH} [0-9]{{1,2}} {_CLOCK}(?: (?:[+-][0-9]{{4}}|[A-Z]{{3,4}}))? [0-9]{{4}}"
    rf"|\[?[0-9]{{1,2}}/{_MONTH}/[0-9]{{4}}:{_CLOCK}(?: [+-][0-9]{{4}})?\]?"
    rf"|[0-9]{{1,2}}\.? (?:de )?{_ANY_MONTH} (?:de )?[0-9]{{4}}{_TIME}"
    rf"|[0-9]{{4}}[年년] ?[0-9]{{1,2}}[月월] ?[0-9]{{1,2}}[日일]{_TIME}"
    rf"|[0-9]{{8}}T[0-9]{{6}}Z?|{_CLOCK}{_ZONE})",
    re.IGNORECASE,
)


def without_guard(text: str) -> str:
    """Return ="benign", which keeps a spreadsheet from changing a cell, as benign; numbers and
    other cells unchanged. How ="63" is written is told elsewhere."""
    if not text.startswith('="') or text.startswith('="0') or is_number(text[2:-1]):
        return text
    found = _GUARDED.fullmatch(text)
    return text if found is None else found[1].strip()


def is_missing(text: str) -> bool:
    """Return whether a stripped cell stands for a missing value."""
    return len(text) <= _LONGEST_MISSING and text.lower() in MISSING


def may_be_an_answer(word: str) -> bool:
    """Return whether a word that counts as missing may be meant as a value: NA, -, -- or a dot, but
    not ? or #N/A."""
    if is_spreadsheet_error(word) or word.startswith(("<", "=")):
        return False
    return is_dashes(word) or any(map(str.isalpha, word)) or not is_missing(word)


def is_dashes(word: str) -> bool:
    """Return whether a stripped cell consists of dashes, perhaps with blanks: -, —, -- or - -."""
    return word != "" and DASHES.issuperset(word.replace(" ", ""))


def is_spreadsheet_error(word: str) -> bool:
    """Return whether a stripped cell is the error of a formula, such as #REF!."""
    return len(word) <= _LONGEST_MISSING and word.lower() in _ERRORS


def number(text: str, decimal: str) -> float | None:
    """Return the number that a stripped cell writes with that decimal mark, or None. It may be
    infinite."""
    if len(text) > _LONGEST_NUMBER:
        return None
    if _NUMBER[decimal].fullmatch(text):
        return float(_plain(text, decimal))
    if text.lower() in _INFINITE:
        return float("-inf") if text.startswith("-") else float("inf")
    if _SPACED.fullmatch(text):
        return number(text.translate(_SPACES), decimal)
    return None


def numbers(texts: Sequence[str], decimal: str) -> np.ndarray:
    """Return `number` of each text, NaN where there is none."""
    out = np.empty(len(texts))
    for start in range(0, len(texts), _CHUNK):
        part = texts[start : start + _CHUNK]
        # One regular expression over many plain numbers costs a tenth of one call for each.
        is_short = len(max(part, key=len)) <= _LONGEST_NUMBER
        if is_short and _PLAIN_NUMBERS[decimal].fullmatch("\n".join(part)):
            found = [float(text.replace(",", ".")) for text in part]
        else:
            careful = [number(text, decimal) for text in part]
            found = [np.nan if value is None else value for value in careful]
        out[start : start + _CHUNK] = found
    return out


def _plain(text: str, decimal: str) -> str:
    if decimal == ",":
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", "")


def is_number(text: str) -> bool:
    """Return whether a stripped cell is a number with either decimal mark."""
    return number(text, ".") is not None or number(text, ",") is not None


def is_date(text: str) -> bool:
    """Return whether a stripped cell looks like a date, a time of day, or both."""
    return len(text) <= 40 and _DATE.fullmatch(text) is not None


def is_whole(numbers: np.ndarray) -> bool:
    """Return whether all of these are whole numbers."""
    return bool(np.isfinite(numbers).all() and (numbers == np.floor(numbers)).all())


def shortest(value: float) -> str:
    """Return the shortest text of a finite number: 2.0 becomes 2."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
