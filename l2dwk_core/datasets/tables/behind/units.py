"""Units behind numbers that are in no list: 11.7 ng/ml, 998 CC, 59 years old."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from l2dwk_core.datasets.tables.behind.totals import mark
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.notation import is_written_number, number_parts
from l2dwk_core.datasets.tables.values import BLANKS, is_date

# That share of the rows has to be read; as many have the unit at least.
_LARGELY = 0.8
_HALF = 0.5
# Longer words are hardly a unit.
_LONGEST = 24
_MOST_MIXED = 4
_NUMBER = rf"[<>≤≥~≈=+\-−– ]{{0,3}}\d+(?:[.,'’{BLANKS}]\d+)*[.,]?"
_BLANK = f"[{BLANKS}]"
_LETTER = r"[^\W\d_]"
# Words begin with a letter, a sign or a power of ten. Without a blank before it, only inches, one
# unit by another and more words behind a per cent sign are told from a code such as 3A.
_RAISED = "⁰¹²³⁴-⁹"
_POWER = rf"[x×*]?{_BLANK}?10(?:\^|\*{{1,2}}|[eE])?[0-9{_RAISED}]+/"
_UNIT = re.compile(
    rf"(?P<number>{_NUMBER})(?:{_BLANK}{{1,2}}(?P<unit>(?:{_LETTER}|[%‰°€$£#/\"″]|{_POWER}).*)"
    rf"|(?P<glued>[\"″]|[%‰]{_BLANK}?[(]?{_LETTER}.*|/{_LETTER}.*"
    rf"|(?![{_RAISED}]){_LETTER}{{1,5}}/{_LETTER}.*))"
)
# 45y in all of many cells: codes such as 3A differ in their letters, and have capital ones.
_ONE_LETTER = re.compile(r"[-+]?\d{1,12}(?:[.,]\d{1,12})?[ydshm]")
# Ages in files of DICOM: three digits, and years, months, weeks or days.
_DICOM_AGE = re.compile(r"[01]\d\d[YMWD]")
# 17.7L, 5.5dBm and 60W; digits that begin with a zero are a code.
_GLUED = re.compile(
    rf"[-+−–]?(?!0\d)\d{{1,12}}(?P<decimals>[.,]\d{{1,12}})?(?P<unit>{_LETTER}{{1,6}})"
)
_UNIT_LETTERS = frozenset("ACFJKLNVW")
# Two seats or house numbers may have the same letter.
_LEAST_WHOLE = 3
_LEAST_AGES = 5
# Such as -2.50 D and +3 D: what one letter stands behind is a quantity, and no ordinal or code.
_SIGNED_OR_DECIMAL = re.compile(r"[-+−–].*|.*\d[.,]\d.*")
# A code of a place with its name: 10115 Berlin.
_PLACE = re.compile(r"[^\W\d_a-z][^\W\d_]{2,}")
_PLACE_DIGITS = re.compile(r"\d{4,6}")
# Both words of a street or a town begin with a capital letter.
_HALF_DAY = re.compile(r"[ap]\.? ?m\.?", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]{2,}(?: [^\W\d_a-z][^\W\d_]{2,})+")


_Cells = list[tuple[str, str]]
"""Values and their numbers as text."""


def common_units(levels: Sequence[str], rows: Mapping[str, int], n: int) -> tuple[str, ...]:
    """Return the words behind numbers: one unit, when they are the same in nearly all cells, or a
    few that are behind several numbers each; empty when `notation` knows the only unit.

    *rows* are those of each value, *n* is the number of all rows. Numbers without words may stand
    among them, and the singular beside 1.
    """
    if len(levels) > MAX_NUMERIC_CLASSES and all(map(_ONE_LETTER.fullmatch, levels)):
        ends = {level[-1] for level in levels}
        return (*ends,) if len(ends) == 1 else ()
    if ages := _dicom_ages(levels):
        return ages
    if glued := _glued_unit(levels):
        return (glued,)
    by_unit: dict[str, _Cells] = {}
    unknown = False
    bare = 0
    for level in levels:
        known = number_parts(level)
        if known is not None and not known.sign:
            bare += rows[level] if is_written_number(level) else 0
        elif found := _number_and_unit(level):
            unknown = unknown or known is None
            by_unit.setdefault(found[1], []).append((level, found[0]))
    if not by_unit:
        return ()
    many = {unit: sum(rows[level] for level, _ in cells) for unit, cells in by_unit.items()}
    unit = max(many, key=lambda key: many[key])
    numbers = [digits for _, digits in by_unit[unit]]
    single = [
        other
        for other, cells in by_unit.items()
        if other != unit and _is_singular(other, {digits for _, digits in cells}, unit)
    ]
    known_alone = number_parts(by_unit[unit][0][0]) is not None and not single
    share = many[unit] + sum(many[other] for other in single)
    if (
        not known_alone
        and share >= _HALF * n
        and share + bare >= _LARGELY * n
        and len(numbers) > 1
        and _is_unit(unit, numbers)
    ):
        return (unit,)
    return _mixed(by_unit, many, n) if unknown else ()


def _dicom_ages(levels: Sequence[str]) -> tuple[str, ...]:
    """Return the letters behind ages of three digits, the most frequent first, of which one is Y
    or M; empty where not all cells are such, or none has a leading zero."""
    if len(levels) < _LEAST_AGES or not all(map(_DICOM_AGE.fullmatch, levels)):
        return ()
    ends = Counter(level[-1] for level in levels)
    zeros = any(level.startswith("0") for level in levels)
    return (
        tuple(end for end, _ in ends.most_common())
        if zeros and not {"Y", "M"}.isdisjoint(ends)
        else ()
    )


def _glued_unit(levels: Sequence[str]) -> str:
    """Return the letters that every cell has behind its number without a blank, or "": any letters
    where some numbers have decimals, and behind whole numbers one that is the sign of a unit. Those
    that `notation` knows are left to it."""
    found = [match for level in levels if (match := _GLUED.fullmatch(level))]
    units = {match["unit"] for match in found}
    if len(found) < max(2, len(levels)) or len(units) > 1 or number_parts(levels[0]) is not None:
        return ""
    unit = found[0]["unit"]
    # Three digits behind every mark may be thousands.
    whole = all(match["decimals"] is None or len(match["decimals"]) == 4 for match in found)
    return "" if whole and (unit not in _UNIT_LETTERS or len(found) < _LEAST_WHOLE) else unit


def without_unit(text: str, unit: str) -> str:
    """Return a cell without the unit, or without its singular behind 1."""
    if text.endswith(unit):
        return text[: -len(unit)].rstrip()
    found = _number_and_unit(text)
    return found[0] if found and _is_singular(found[1], {found[0]}, unit) else text


def _number_and_unit(text: str) -> tuple[str, str] | None:
    found = None if mark(text) else _UNIT.fullmatch(text)
    if found is None or is_date(text):
        return None
    digits, unit = found["number"].strip(), found["unit"] or found["glued"]
    return (digits, unit) if len(unit) <= _LONGEST and is_written_number(digits) else None


def _mixed(by_unit: Mapping[str, _Cells], many: Mapping[str, int], n: int) -> tuple[str, ...]:
    several = [unit for unit, cells in by_unit.items() if len(cells) > 1]
    units = all(_is_unit(unit, [digits for _, digits in by_unit[unit]]) for unit in several)
    few = 2 <= len(several) <= _MOST_MIXED
    if not few or not units or sum(many[unit] for unit in several) < _LARGELY * n:
        return ()
    return tuple(sorted(several, key=lambda unit: -many[unit]))


def _is_unit(unit: str, numbers: Sequence[str]) -> bool:
    """Return whether the words may be a unit, and are no letter of a code and no name of a place
    behind its number."""
    if len(unit) == 1 and unit.isalpha() and number_parts(f"1 {unit}") is None:
        return any(map(_SIGNED_OR_DECIMAL.fullmatch, numbers))
    if _NAME.fullmatch(unit) or _HALF_DAY.fullmatch(unit):
        return False
    lengths = {len(digits) for digits in numbers}
    codes = len(lengths) == 1 and all(map(_PLACE_DIGITS.fullmatch, numbers))
    rounded = sum(digits[-1] in "05" for digits in numbers)
    return not (codes and _PLACE.fullmatch(unit) and 2 * rounded < len(numbers))


def _is_singular(unit: str, digits: Collection[str], many: str) -> bool:
    """Return whether these words are the singular of *many*: 1 season beside 2 seasons."""
    ones = {number.lstrip("+-−–") for number in digits} <= {"1"}
    return len(unit) >= 3 and many.startswith(unit) and ones
