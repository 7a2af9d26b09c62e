"""Numbers that are used as quantities and may be days as spreadsheets count them, under a name such
as time, visit and start, which may also be that of a duration or an amount: they are noted."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.times import EVENTS, TIMES, day_of_spreadsheets
from l2dwk_core.datasets.tables.no_quantities.padded import QUANTITIES
from l2dwk_core.datasets.tables.values import shortest

_LEAST = 10
# Days since the end of 1899 from 1982 to 2050; those of one study are near each other.
_FIRST, _LAST = 30_000, 55_000
_MOST_RATIO = 1.5
_NAMES = (
    TIMES
    | EVENTS
    | frozenset(
        "t when visit visited visits start started end ended begin began entry exit event death "
        "followup follow up hire hires purchase purchased sale sold order ordered birth sample "
        "test scan examination exam measurement sampling collection treatment therapy dose cycle "
        "baseline registration signup login activity seen last first received issued collected "
        "delivered shipped booked submitted registered operation termino inicio fin debut "
        "besuch anfang start kauf probe untersuchung visite essai".split()
    )
)


def may_be_days(column: Column) -> str:
    """Return why numbers may be days, in two sentences, or "".

    At least ten different ones, all between the days of 1982 and of 2050 and none more than half as
    large again as another, under a name with a word that may be that of a date and none
    of a quantity.
    """
    if (
        column.declared
        or column.sign
        or column.unit
        or len(column.levels) < _LEAST
        or column.n_numbers < column.n_present
    ):
        return ""
    low, high = float(np.min(column.numbers)), float(np.max(column.numbers))
    if not _FIRST <= low <= high <= min(_LAST, _MOST_RATIO * low):
        return ""
    words = {without_accents(word) for word in words_of(column.name)}
    if words.isdisjoint(_NAMES) or not words.isdisjoint(QUANTITIES):
        return ""
    return (
        "Its numbers may be days as spreadsheets count them: "
        f"{shortest(float(column.numbers[0]))} is {day_of_spreadsheets(column.numbers[0])}. If "
        "they are, derive a number from them, such as a duration, or leave it out."
    )
