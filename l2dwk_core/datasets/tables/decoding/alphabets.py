"""Encodings with one byte for a letter, told apart by the alphabets of languages."""

from __future__ import annotations

import codecs
import re
from itertools import islice

# The letters beyond ASCII of German, French, Spanish, Portuguese, Italian, Dutch, Swedish and
# Finnish, Danish and Norwegian, Icelandic.
_WESTERN = (
    "äöüßé", "àâæçéèêëîïôùûüÿœ", "áéíñóúüç", "áâãàçéêíóôõúü", "àèéìíîòóùú", "éëïèöüáíóúêçàä",
    "åäöéáü", "åæøéóòôäö", "áéíóúýþæöð",
)  # fmt: skip
# Of Polish, Czech, Slovak, Hungarian, Romanian, and Croatian and Slovene.
_CENTRAL = (
    "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţșț", "čćđšž",
)  # fmt: skip
_CYRILLIC = ("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџ",)
_GREEK = ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",)
_TURKISH = ("çğıöşüâîûİ",)
# Names of several Western languages in one table.
_SEVERAL = frozenset("äöüßéèêëàâçîïôñóáíúåøæÄÖÜÉÈÊËÀÂÇÎÏÔÑÓÁÍÚÅØÆ")
_SEVERAL_COUNT = 0.95

# Windows in the West and Central Europe, ISO 8859-2, Windows with Cyrillic, Turkish and Greek
# letters, DOS, and the old Macintosh, the likelier first.
_ALPHABETS = {
    "cp1252": _WESTERN, "cp1250": _CENTRAL, "iso8859_2": _CENTRAL, "cp1251": _CYRILLIC,
    "cp1254": _TURKISH, "cp1253": _GREEK, "cp850": _WESTERN, "mac_roman": _WESTERN,
}  # fmt: skip
_OTHER_SCRIPTS = ("cp1251", "cp1253")
_SURE = 0.97
_MARGIN = 0.06
_MOST = 20_000
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# What may stand inside of words.
_INSIDE = "’‘·­-–"
_NO_BREAK = "\u00a0"


def one_byte(sample: bytes) -> str:
    """Return the encoding in which the letters of a sample are those of one language, or "cp1252"
    when no other is clearly better or the sample cannot be told from it.

    The score of an encoding is the largest share of its characters beyond ASCII that belong to one
    language. Signs between letters, capital letters behind small ones, Cyrillic or Greek letters
    beside Latin ones, Latin letters far from any of ASCII, and õ without the e of Portuguese
    (Hungarian ő has its place) belong to none, nor do letters, daggers and lines of boxes between
    digits, where a blank that breaks no line groups thousands; signs elsewhere, such as ° and €,
    and that blank behind a digit do not count.
    """
    best, most = "cp1252", _score(sample, "cp1252")
    for encoding in _ALPHABETS:
        score = _score(sample, encoding) if encoding != best else 0.0
        if score >= _SURE and score > most + _MARGIN:
            best, most = encoding, score
    return best


def _score(sample: bytes, encoding: str) -> float:
    """Return the share; 1 when no character counts, and 0 when the sample cannot be decoded."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(sample)
    except UnicodeError:
        return 0.0
    letters = []
    odd = 0
    for match in islice(_BEYOND_ASCII.finditer(text), _MOST):
        at, sign = match.start(), match.group()
        near = text[max(at - 2, 0) : at], text[at + 1 : at + 3]
        before, after = near[0][-1:], near[1][:1]
        if sign == _NO_BREAK and before.isdecimal() and not after.isalpha():
            continue  # between thousands, or before a sign such as %
        if before.isdecimal() and after.isdecimal() and _is_no_mark_of_thousands(sign):
            odd += 1
        elif not sign.isalpha() or sign in "ªºµƒˆ":
            odd += _is_odd_sign(sign, before, after)
        elif _is_odd_letter(sign, *near, encoding):
            odd += 1
        else:
            letters.append(sign)
    if not letters:
        return 0.0 if odd else 1.0
    n = len(letters) + odd
    shares = [
        sum(sign in alphabet for sign in letters) / n
        for alphabet in (frozenset(small + small.upper()) for small in _ALPHABETS[encoding])
    ]
    if encoding == "cp1252":
        shares.append(_SEVERAL_COUNT * sum(sign in _SEVERAL for sign in letters) / n)
    return max(shares)


def _is_no_mark_of_thousands(sign: str) -> bool:
    """Return whether a sign between digits is a letter, a dagger or a line of a box: what DOS, the
    old Macintosh and Windows make of each other's blanks."""
    return sign.isalpha() or sign in "†‡" or "\u2500" <= sign <= "\u259f"


def _is_odd_sign(sign: str, before: str, after: str) -> bool:
    """Return whether a sign stands where a letter is likely, or is none that is seen."""
    inside = before.isalpha() and after.isalpha() and sign not in _INSIDE
    return inside or not sign.isprintable() or (sign in "£¥¯¼¾¶¦¬" and after.isalpha())


def _is_odd_letter(sign: str, before: str, after: str, encoding: str) -> bool:
    """Return whether a letter is unlikely beside up to two characters before and after it."""
    if sign.isupper() and before[-1:].islower():
        return True
    if encoding == "cp1252" and sign in "õÕ" and after[:1] not in ("e", "E"):
        return True
    if before[-1:].isdecimal() and encoding not in _OTHER_SCRIPTS and not after[:1].isalpha():
        return True
    beside = [other for other in (before[-1:], after[:1]) if other.isalpha()]
    if encoding in _OTHER_SCRIPTS:
        return any(map(str.isascii, beside))
    # Hardly a word of Latin letters has none of ASCII.
    return bool(beside) and not any(o.isascii() and o.isalpha() for o in before + after)
