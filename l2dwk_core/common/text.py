"""Helpers for sentences: a number with its noun, a duration, a shortened value."""

from __future__ import annotations

import math
import re
import reprlib
import unicodedata

MAX_NAME = 60
"""The largest number of characters of a name in a sentence, a menu or a figure."""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")


def per_cent(share: float) -> str:
    """Return a share in [0, 1] in whole per cents; with up to three decimals where these would say
    0% or 100% of one that is neither."""
    share = round(share, 9)  # a sum of shares is 1 up to rounding
    for digits in range(4):
        text = f"{share:.{digits}%}"
        if float(text[:-1]) not in (0.0, 100.0) or share in (0.0, 1.0):
            break
    return text


def counted(n: int, noun: str, many: str = "") -> str:
    """Return a number with its noun: ``counted(1, "row")`` is "1 row", ``counted(3, "row")`` is
    "3 rows". *many* is an irregular plural."""
    return f"{n:,} {noun if n == 1 else many or noun + 's'}"


def agreeing(n: int, one: str, many: str) -> str:
    """Return the verb form for a number: ``agreeing(1, "has", "have")`` is "has"; for 0 or 2 it
    is "have"."""
    return one if n == 1 else many


def bound(gap: float, value: float = 0.0) -> str:
    """Return a proved bound on the error of *value* with one digit. It is never below the bound
    itself.

    A bound is computed in double precision and holds up to rounding, a few 1e-16 of
    max(1, |value|). So the result is at least 1e-15 of that maximum. ``bound(0.0)`` is "1e-15" and
    ``bound(2.1e-9)`` is "3e-09".
    """
    least = max(gap, 1e-15 * max(1.0, abs(value)))
    shown = f"{least:.0e}"
    if float(shown) < least * (1.0 - 1e-12):  # rounded down: the next digit up
        shown = f"{float(shown) + 10.0 ** math.floor(math.log10(least)):.0e}"
    return shown


def p_text(p: float, level: float = 0.05) -> str:
    """Return a p-value for a sentence, so that rounding never takes it across *level*: ``"p =
    0.012"``, ``"p < 0.001"``, ``"p < 0.05"`` for 0.0498, and ``"p = 0.23"`` from the level on."""
    if p >= level:
        return f"p = {p:.2f}"
    if p < 0.001:
        return "p < 0.001"
    return f"p = {p:.3f}" if float(f"{p:.3f}") < level else f"p < {level:g}"


def equal_up_to_rounding(a: float, b: float) -> bool:
    """Return whether two numbers differ by no more than the rounding of a computation."""
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def decimals_apart(a: float, b: float, least: int) -> int:
    """Return how many decimals show that a, b and 0 = b − a differ, *least* or more; *least* where
    a and b are equal up to rounding."""
    n = least
    if not equal_up_to_rounding(a, b):
        while f"{a:.{n}f}" == f"{b:.{n}f}" or float(f"{b - a:.{n}f}") == 0:
            n += 1
    return n


def duration(seconds: float) -> str:
    """Return about how long something takes: ``"9 s"``, or ``"4 min"`` from 90 seconds on. The
    least is ``"1 s"``."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(seconds, 1):.0f} s"


def shown(value: object) -> str:
    """Return *value* for an error message: its ``repr`` in one line of at most 60 characters."""
    text = " ".join(reprlib.repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"


def one_line(text: object) -> str:
    """Return a user's words in one line, without control characters and without marks that
    change the direction of the text beside them."""
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in str(text)
        if sign.isspace() or sign in _JOINERS or unicodedata.category(sign) not in _STEERING
    )
    return " ".join(visible.split())


def as_sentence(words: str) -> str:
    """Return words with a full stop, unless they end a sentence already with ``.``, ``?``, ``!``
    or ``…``."""
    return words if words.endswith((".", "?", "!", "…")) else f"{words}."


def short_name(text: object, most: int = MAX_NAME) -> str:
    """Return a name as ``one_line`` does, cut to *most* characters."""
    line = one_line(str(text)[: 20 * most])
    return line if len(line) <= most else line[: most - 1] + "…"


def abbreviated(text: object, most: int) -> str:
    """Return a name as ``one_line`` does; of a longer one than *most* characters the beginning of
    each of its words, because names of classes may begin and end alike. Of a name in one word, its
    beginning and its end."""
    line = one_line(str(text))
    if len(line) <= most:
        return line
    words = [word for word in re.split(r"[\s_-]+", line) if word]
    for size in range(most, 1, -1):
        cut = "_".join(word if len(word) <= size else f"{word[:size]}." for word in words)
        short = cut.replace("._", ".")
        if len(words) > 1 and len(short) <= most:
            return short
    end = (most - 1) // 2
    return f"{line[: most - 1 - end]}…{line[len(line) - end :]}"


_STEERING = ("Cc", "Cf", "Cs", "Cn")
_JOINERS = "\u200c\u200d"  # needed in words of Persian and Hindi, and in some emoji


def without_accents(text: str) -> str:
    """Return the text with the letters that its accented ones are made of: "vérité" is "verite"."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case: those of ``isTest``, ``is_test`` and ``Is test``
    are the same."""
    return [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", name))]
