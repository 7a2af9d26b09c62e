"""What each column is, and why: proposals a person may change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from l2dwk_core.datasets.tables.cases.repeated import why_cases
from l2dwk_core.datasets.tables.cases.row_names import (
    MIN_IDENTIFIERS,
    are_names_of_persons,
    why_row_names,
)
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.lost_cells import why_lost
from l2dwk_core.datasets.tables.meaning.codes import are_few, codes
from l2dwk_core.datasets.tables.meaning.named_numbers import why_named_numbers
from l2dwk_core.datasets.tables.meaning.pointed_times import pointed_times
from l2dwk_core.datasets.tables.meaning.times import numbered_times
from l2dwk_core.datasets.tables.meaning.times_in_words import dates_in_words, quantities_in_words
from l2dwk_core.datasets.tables.missing_marks import usual_marks
from l2dwk_core.datasets.tables.no_quantities.choices import are_choices
from l2dwk_core.datasets.tables.no_quantities.icd import icd_codes
from l2dwk_core.datasets.tables.no_quantities.open_ranges import open_ranges
from l2dwk_core.datasets.tables.no_quantities.padded import (
    has_leading_zeros,
    names_a_quantity,
    padded,
)
from l2dwk_core.datasets.tables.no_quantities.three_scores import three_scores
from l2dwk_core.datasets.tables.no_quantities.versions import versions
from l2dwk_core.datasets.tables.notation import (
    BOUND,
    MARKED,
    SAMPLE,
    WORD,
)
from l2dwk_core.datasets.tables.periods import periods
from l2dwk_core.datasets.tables.procedure import procedure
from l2dwk_core.datasets.tables.turned_into_dates import turned_into_dates
from l2dwk_core.datasets.tables.unreadable import mixed_marks, unreadable
from l2dwk_core.datasets.tables.values import is_missing, is_whole, may_be_an_answer
from l2dwk_core.datasets.tables.written import some, written_as

NUMERIC, SYMBOLIC = "numeric", "symbolic"
IDENTIFIER, CONSTANT, DATE, TEXT = "identifier", "constant", "date", "text"
IGNORED = "ignored"

ROLES: Mapping[str, str] = MappingProxyType(
    {
        NUMERIC: "used as numbers",
        SYMBOLIC: "used as categories",
        IDENTIFIER: "left out: it names the row and tells nothing about others",
        CONSTANT: "left out: it has one value, or none",
        DATE: "left out: trees cannot use dates as they are",
        TEXT: "left out: free text is not a set of categories",
        IGNORED: "left out by choice",
    }
)
USED = (NUMERIC, SYMBOLIC)

# A few cells of another kind do not change what a column is; they are named in the reason.
_MOSTLY = 0.95
# As many numbers, when few of the others are different from each other.
_LARGELY = 0.8
_MIN_NUMBERS = 10
# Tables of fewer rows are refused.
_MIN_DIFFERENT = 10
# Whole numbers of a quantity repeat now and then in that many rows.
_MIN_ALMOST_UNIQUE = 100
_ALMOST = 0.99
# What stands in a ticked box, or says yes.
_TICKS = frozenset(
    "x xx ✓ ✔ ✗ ✘ ☑ ☒ ● • * + 1 1.0 y yes t true on checked ja j wahr oui vrai si sí sim".split()
)
CLASS_NAMES = (
    "class", "target", "label", "labels", "y", "outcome", "species", "category", "diagnosis",
    "classification", "result", "response", "klasse", "classe", "clase", "categoria",
)  # fmt: skip
"""Usual names of a column of classes, the most likely first, in lower case."""


def propose_role(column: Column) -> tuple[str, str]:
    """Return the role of a column and the reason for it, in one sentence."""
    present, distinct = column.n_present, len(column.levels)
    if column.declared == IGNORED:
        return IGNORED, (
            "The file says that it is no input. Choose numeric or symbolic to use it as one."
        )
    if present == 0:
        return CONSTANT, f"It has no values. {why_lost(column)}".strip()
    if distinct == 1:
        if marks := ticked(column):
            return SYMBOLIC, marks
        only = column.levels[0][:40]
        if column.words:
            return CONSTANT, f"Every value is {only!r}. {lost_categories(column, '?')}".strip()
        if not column.n_missing:
            return CONSTANT, f"Every value is {only!r}."
        return CONSTANT, (
            f"Every value is {only!r}, and {column.n_missing} of {len(column.codes)} cells are "
            "empty. Choose symbolic to use which cells are empty."
        )
    if column.no_input:
        return IGNORED, f"{column.no_input} Choose numeric or symbolic to use it as an input."
    if column.declared == NUMERIC and column.n_numbers == present:
        if times := numbered_times(column):
            return DATE, times
        return NUMERIC, "The file declares it numeric."
    if column.declared == SYMBOLIC:
        return SYMBOLIC, f"The file declares its {distinct} values."
    if column.declared == DATE:
        return DATE, "The file declares it a date."
    if column.declared == TEXT:
        return TEXT, "The file declares it text."
    if column.declared == IDENTIFIER:
        return IDENTIFIER, "The file groups its rows by it."
    if used := procedure(column):
        return IGNORED, f"{used} Choose numeric or symbolic to use it as an input."
    numbers = column.n_numbers
    if (why := why_row_names(column)) and not _is_date(column):
        return IDENTIFIER, why
    if (why := why_cases(column)) and not _is_date(column):
        how = "numeric or symbolic" if numbers == present else "symbolic"
        return IDENTIFIER, f"{why} Choose {how} if it is known of new cases too."
    if (why := why_named_numbers(column)) and not (codes(column) or _is_date(column)):
        return IDENTIFIER, why
    if choices := _several_choices(column):
        return SYMBOLIC, choices
    if icd := icd_codes(column):
        return SYMBOLIC, icd
    if ranges := open_ranges(column):
        return SYMBOLIC, ranges
    if numbers >= _MOSTLY * present or _is_number_with_odd_cells(column, numbers):
        return _number_role(column, numbers)
    if scores := three_scores(column):
        return SYMBOLIC if distinct <= MAX_NUMERIC_CLASSES else TEXT, scores
    if column.n_dates >= _MOSTLY * present:
        return DATE, "Its values are dates or times; derive a number from them to use them."
    if part := periods(column) or dates_in_words(column) or pointed_times(column):
        return DATE, part
    return _word_role(column, numbers)


def _is_date(column: Column) -> bool:
    dates = column.n_dates >= _MOSTLY * column.n_present
    return dates or bool(numbered_times(column) or periods(column))


def lost_categories(column: Column, also: str = "") -> str:
    """Return which words count as missing though they may be an answer, or are *also*, and how to
    keep them; "" when there are none."""
    words = [
        (word, n)
        for word, n in column.missing_words()
        if word not in column.levels and (word == also or may_be_an_answer(word))
    ]
    if not words:
        return ""
    named = {column.name: tuple(word for word, _ in words[:5])}
    counts = "counts" if len(words) == 1 else "count"
    return (
        f"{some(words)} of {column.name!r} {counts} as missing; if that is a category, keep it "
        f"with keep={named!r}."
    )


def marks_told(column: Column) -> list[str]:
    """Return in one sentence which marks beside its numbers count as missing, apart from those that
    do everywhere; empty when there are none."""
    marks = [(word, n) for word, n in column.missing_words() if not is_missing(word)]
    if not marks:
        return []
    named = {column.name: tuple(word for word, _ in marks[:5])}
    counts = "counts" if len(marks) == 1 else "count"
    return [
        f"{some(marks)} {counts} as missing; to keep that as a category, give keep={named!r} and "
        "the role symbolic."
    ]


def ticked(column: Column) -> str:
    """Return how a column of one mark and empty cells is used, or "" for other columns."""
    if len(column.levels) != 1 or not column.n_missing or column.words:
        return ""
    mark = column.levels[0]
    if mark.casefold() not in _TICKS:
        return ""
    return (
        f"{column.n_present} of {len(column.codes)} cells hold {mark!r}, the others are empty, as "
        "boxes that are not ticked. An empty cell is used as a category of its own, 'missing'."
    )


def _is_number_with_odd_cells(column: Column, numbers: int) -> bool:
    """Return whether the column holds many different numbers and a few words, such as ``not done``,
    or any number of usual marks, such as ``*``."""
    words = dict(column.odd(WORD))
    different = len(column.levels) - len(words)
    if different < _MIN_NUMBERS:
        return False
    marks = usual_marks([*words])
    rows = column.n_present - sum(words[mark] for mark in marks)
    return numbers >= _LARGELY * rows and different >= 3 * (len(words) - len(marks))


def _number_role(column: Column, numbers: int) -> tuple[str, str]:
    distinct = len(column.levels)
    # A unit behind all numbers may be a year: 1. Quartal 2019.
    if times := numbered_times(column) or (periods(column) if any(column.behind) else ""):
        return DATE, times
    filled = padded(column) if (zeros := has_leading_zeros(column)) else ""
    if zeros and not filled:
        if distinct == column.n_present >= MIN_IDENTIFIERS:
            return IDENTIFIER, "Its values are codes with leading zeros, each occurring once."
        return SYMBOLIC, "Its values are codes with leading zeros, not quantities."
    if why := versions(column):
        return SYMBOLIC, why
    if two := _fall_together(column):
        return SYMBOLIC, (
            f"As numbers {two[0][:20]!r} and {two[1][:20]!r} would be the same, and it has only "
            f"{distinct} values. Choose numeric if that is meant."
        )
    if why := codes(column):
        if are_few(column):
            return SYMBOLIC, f"{why} Choose numeric if they are quantities."
        return IGNORED, (
            f"{why} So many would not be learned as categories; choose symbolic to use them so, or "
            "numeric if they are quantities."
        )
    if not filled and _is_almost_unique(column):
        return IDENTIFIER, (
            f"It has {distinct} different whole numbers in {column.n_present} rows, so it seems to "
            "name the row. Choose numeric if it is a quantity."
        )
    unit = [f"The file gives {column.unit!r} as its unit."] if column.unit else []
    zero = [filled] if filled else []
    told = " ".join(["", *zero, *written_as(column), *unit, *marks_told(column)])
    if strange := [repr(text[:20]) for text, _ in column.odd(WORD)]:
        return NUMERIC, (
            f"{numbers} of {column.n_present} values are numbers; the others "
            f"({', '.join(strange[:3])}) would count as missing. "
            f"{mixed_marks(column) or 'Choose symbolic to keep them.'}{told}"
        )
    if told:
        return NUMERIC, f"Its values are numbers.{told}"
    if distinct <= 2:
        return NUMERIC, "Its values are numbers; with two of them the role makes no difference."
    return NUMERIC, "Its values are numbers."


def _several_choices(column: Column) -> str:
    """Return why cells name several choices, or ""."""
    if column.decimal != "." or column.n_numbers == column.n_present:
        return ""
    if len(column.levels) >= max(MIN_IDENTIFIERS, _MOSTLY * column.n_present):
        return ""
    if not are_choices(column.levels, points=True):
        return ""
    shown = next(level for level in column.levels if "," in level)
    return (
        f"Cells such as {shown[:20]!r} seem to name several choices. If the comma is a decimal "
        "mark, read the file with decimal=','."
    )


def _fall_together(column: Column) -> tuple[str, str] | None:
    """Return two of few values that differ by a bound or a mark alone, such as <90 and >=90: they
    are groups."""
    if len(column.levels) > MAX_NUMERIC_CLASSES:
        return None
    seen: dict[float, int] = {}
    for at, value in enumerate(column.numbers.tolist()):
        first = seen.setdefault(value, at)
        if first != at and {column.how[first], column.how[at]} & {BOUND, MARKED}:
            return column.levels[first], column.levels[at]
    return None


def _is_almost_unique(column: Column) -> bool:
    """Return whether whole numbers hardly ever repeat, as numbers of persons or orders do, most are
    written without an exponent, and the name of the column is not that of a quantity."""
    distinct, present = len(column.levels), column.n_present
    return (
        column.declared != NUMERIC
        and not column.sign
        and not column.unit
        and not column.behind.factors
        and present >= _MIN_ALMOST_UNIQUE
        and distinct >= _ALMOST * present
        and is_whole(column.numbers)
        and bool((column.numbers >= 0).all())
        and not names_a_quantity(column.name)
        # R writes 100000 alone as 1e+05, also among numbers of persons.
        and 2 * sum("e" in level.lower() for level in column.levels) < distinct
    )


def _word_role(column: Column, numbers: int) -> tuple[str, str]:
    present, distinct = column.n_present, len(column.levels)
    signs = list(column.behind.mixed) or [sign or "none" for sign in column.signs]
    read = sum(column.signs.values())
    durations = quantities_in_words(column)
    if (
        not durations
        and len(signs) > 1
        and (column.behind.mixed or read >= _LARGELY * column.counts[:SAMPLE].sum())
    ):
        # As categories they are of use when they repeat.
        role = IDENTIFIER if distinct >= max(MIN_IDENTIFIERS, _MOSTLY * present) else SYMBOLIC
        return role, (
            f"It mixes the signs of its numbers ({', '.join(signs[:4])}); bring them to one to use "
            "them as numbers."
        )
    lengths = np.array([len(level) for level in column.levels])
    words = np.array([level.count(" ") + 1 for level in column.levels])
    many = distinct > max(MIN_IDENTIFIERS, 0.5 * present)
    hint = durations or unreadable(column) or turned_into_dates(column)
    if not hint and many and (np.mean(words) > 3 or np.mean(lengths) > 40):
        return TEXT, f"It has {distinct} different texts in {present} rows."
    share = _LARGELY if are_names_of_persons(column) else _MOSTLY
    # In fewer rows, words that all differ tell as little; one that repeats may be a category.
    differ = distinct == present >= _MIN_DIFFERENT and not (hint or numbers)
    if differ or (present >= MIN_IDENTIFIERS and distinct >= share * present):
        return IDENTIFIER, hint or f"It has {distinct} different values in {present} rows."
    if hint and (2 * numbers < present or mixed_marks(column)):
        return SYMBOLIC, hint
    if numbers:
        return SYMBOLIC, (
            f"It mixes numbers with words: {numbers} of {present} values are numbers. Choose "
            "numeric to use those and count the others as missing."
        )
    return SYMBOLIC, f"It has {distinct} different values that are not numbers."
