"""Rows between the blocks of a table that sum up the block above them: "setosa Total", or Mean and
SD."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from l2dwk_core.common.text import counted, without_accents
from l2dwk_core.datasets.tables.notation import bare, is_written_number
from l2dwk_core.datasets.tables.outside.totals import BESIDE, WORDS
from l2dwk_core.datasets.tables.row import Row
from l2dwk_core.datasets.tables.values import number

# Larger tables are not made by hand; looking at every cell takes seconds.
_MOST_ROWS = 100_000
_LONGEST = 80
_LEAST_ROWS = 2
# Beside the name of a group only: an "Ergebnis" alone is a result, and "All" may be a value.
_WITH_A_GROUP = frozenset(
    "ergebnis teilergebnis teilsumme zwischensumme sous-total soustotal subtotale subtotaal totaal "
    "summa celkem součet mittelw. maximum minimum stdev stabw".split()
)
_SUMMING = WORDS | BESIDE | _WITH_A_GROUP
_ENDS = frozenset(word.split()[place] for word in _SUMMING for place in (0, -1))
_BETWEEN = re.compile(r"^(?:of|for|von|für|de|du|des|der|di|do|da|van|z|per)\s+", re.IGNORECASE)
_MARKS = " :-–—()[]/,="
# Most cells of most tables; no word above is written like this.
_NUMBER = re.compile(r"[-+.,]?[0-9][-+0-9.,eE]*")
_NO_LETTERS = re.compile(r"[^\w%]+")


def _key(text: str) -> str:
    """Return a word without accents and marks: those of Sub-total and Écart type do not matter."""
    return (
        _NO_LETTERS.sub(" ", without_accents(text.casefold()))
        .strip()
        .replace(" %", "%")
        .replace("% ", "%")
    )


# Words of sums and means last, for they tell more than those beside them. x̄ is not x.
_ALONE = {
    key: word for words in (BESIDE, WORDS) for word in sorted(words) if len(key := _key(word)) > 1
}
_KEYS_OF_ENDS = frozenset(key.split()[place] for key in _ALONE for place in (0, -1))


class _Summary(NamedTuple):
    """The row's position, the word, and the name of the group beside it ("" for none)."""

    at: int
    word: str
    group: str


def without_group_summaries(rows: list[Row], what: str, notes: list[str]) -> list[Row]:
    """Return the rows without those that sum up the block of rows above them, at least two.

    After each block come the same words, each once. Beside them stands the value that the block has
    (``setosa Total``, ``Total setosa``, ``Mean of setosa``), or the words stand alone: then the
    blocks have one value each in that column, or the numbers are the sums, means, standard
    deviations, and so on, of the rows above. *what* is the word for a row. The first row may hold
    names.
    """
    if not 2 * _LEAST_ROWS < len(rows) <= _MOST_ROWS:
        return rows
    width = max(len(row.cells) for row in rows)
    looks = _Looks(rows)
    for column in range(width):
        found = _in_column(looks, column)
        if not found:
            continue
        words = list(dict.fromkeys(rows[one.at].cells[column].strip() for one in found))
        shown = ", ".join(map(repr, words[:4]))
        more = f" and {len(words) - 4} more" if len(words) > 4 else ""
        notes.append(
            f"{counted(len(found), f'{what} sums', f'{what}s sum')} up the {what}s above and "
            f"{'is' if len(found) == 1 else 'are'} left out: {shown}{more}, the first in {what} "
            f"{rows[found[0].at].line:,}."
        )
        left = {one.at for one in found}
        rows = [row for at, row in enumerate(rows) if at not in left]
        looks = _Looks(rows)
    return rows


class _Looks:
    """Rows, and what was found out about each of them, for a wide table asks it in each column."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._numbers: dict[int, list[int]] = {}
        self._values: dict[int, frozenset[str]] = {}

    def has_a_number_beside(self, at: int, column: int) -> bool:
        if at not in self._numbers:
            cells = enumerate(self.rows[at].cells)
            found = (place for place, cell in cells if is_written_number(cell.strip()))
            self._numbers[at] = [*islice(found, 2)]
        return any(place != column for place in self._numbers[at])

    def has_value(self, at: int, value: str) -> bool:
        if at not in self._values:
            self._values[at] = frozenset(cell.strip().casefold() for cell in self.rows[at].cells)
        return value.casefold() in self._values[at]


def _in_column(looks: _Looks, column: int) -> list[_Summary]:
    rows = looks.rows
    cells = [row.cells[column].strip() if column < len(row.cells) else "" for row in rows]
    likely = {cell for cell in set(cells) if _may_sum_up(cell)}
    if not likely:
        return []
    places = [at for at in range(1, len(rows)) if cells[at] in likely]
    if 2 * len(places) > len(rows):
        return []
    parts = {cell: _parted(cell) for cell in likely}
    runs: list[list[_Summary]] = []
    for at in places:
        if not (parts[cells[at]] and looks.has_a_number_beside(at, column)):
            continue
        word, group = next(
            (
                one
                for one in parts[cells[at]]
                if not one[1] or _is_of_block(one[1], looks, runs, at)
            ),
            ("", ""),
        )
        if not word:
            continue
        if runs and runs[-1][-1].at == at - 1:
            runs[-1].append(_Summary(at, word, group))
        else:
            runs.append([_Summary(at, word, group)])
    if len(runs) < 2:
        return []
    # Behind the last block the sums of the whole table may follow.
    pattern = [(one.word, bool(one.group)) for one in runs[0]]
    runs[-1] = runs[-1][: len(pattern)]
    alike = all([(one.word, bool(one.group)) for one in run] == pattern for run in runs)
    if not alike or len({word for word, _ in pattern}) < len(pattern):
        return []
    begins = [1, *(run[-1].at + 1 for run in runs[:-1])]
    blocks = [range(begin, run[0].at) for begin, run in zip(begins, runs, strict=True)]
    found = [one for run in runs for one in run]
    sums = any(word in WORDS | _WITH_A_GROUP for word, _ in pattern)
    if sums and all(any(one.group for one in run) for run in runs):
        return found if all(blocks) else []
    # The other words also end names, as those of types do: AS/3000 and AS/3000 N.
    if min(map(len, blocks)) < _LEAST_ROWS:
        return []
    values = [{cells[at] for at in block if cells[at]} for block in blocks]
    each = all(len(its) == 1 for its in values) and len(set.union(*values)) > 1
    sure = any(word in WORDS for word, _ in pattern)
    if each and sure:
        return found
    if not all(map(_match, [rows] * len(runs), runs, blocks)):
        return []
    # N and Max are also values; among a few whole numbers every one is some statistic.
    return found if sure or any(map(_computes, [rows] * len(runs), runs, blocks)) else []


def _may_sum_up(cell: str) -> bool:
    if not cell or len(cell) > _LONGEST or _NUMBER.fullmatch(cell):
        return False
    words = cell.casefold().split()
    keys = _key(cell).split()
    if keys and (keys[0] in _KEYS_OF_ENDS or keys[-1] in _KEYS_OF_ENDS):
        return True
    return words[0].strip(_MARKS) in _ENDS or words[-1].strip(_MARKS) in _ENDS


def _parted(cell: str) -> list[tuple[str, str]]:
    """Return the ways to take a cell apart into a word and the name of a group ("" for none)."""
    plain = " ".join(cell.split()).strip(_MARKS)
    folded = plain.casefold()
    alone = folded.rstrip(".")
    if alone in WORDS | BESIDE:
        return [(alone, "")]
    if (word := _ALONE.get(_key(cell))) is not None:
        return [(word, "")]
    found = []
    for word in sorted(_SUMMING, key=len, reverse=True):
        for rest in (
            plain[len(word) :] if folded.startswith(word) else "",
            plain[: -len(word)] if folded.endswith(word) else "",
        ):
            if rest and (not rest[0].isalnum() or not rest[-1].isalnum()):
                group = _BETWEEN.sub("", rest.strip(_MARKS)).strip(_MARKS)
                if group:
                    found.append((word, group))
    return found


def _is_of_block(group: str, looks: _Looks, runs: Sequence[Sequence[_Summary]], at: int) -> bool:
    """Return whether the last row above, before the other words of the same run, has that value in
    a column; a value that is written once for its block stands further above."""
    end = at - 1
    if runs and runs[-1][-1].at == end:
        end = runs[-1][0].at - 1
    begin = next((run[-1].at + 1 for run in reversed(runs) if run[-1].at < end), 1)
    return any(looks.has_value(place, group) for place in {begin, end} if place >= 1)


def _computes(rows: Sequence[Row], run: Sequence[_Summary], block: range) -> bool:
    """Return whether a number of these summaries stands in no row of the block above."""
    return any(
        is_written_number(cell.strip())
        and all(
            cell.strip() != rows[place].cells[at].strip()
            for place in block
            if at < len(rows[place].cells)
        )
        for one in run
        for at, cell in enumerate(rows[one.at].cells)
    )


def _match(rows: Sequence[Row], run: Sequence[_Summary], block: range) -> bool:
    """Return whether all numbers of these summaries are statistics of the block above."""
    return any(_match_with(rows, run, block, mark) for mark in ".,")


def _match_with(rows: Sequence[Row], run: Sequence[_Summary], block: range, mark: str) -> bool:
    for one in run:
        for at, cell in enumerate(rows[one.at].cells):
            if not is_written_number(cell.strip()):
                continue
            above = [rows[place].cells[at] for place in block if at < len(rows[place].cells)]
            values = [number(bare(text.strip()), mark) for text in above]
            present = np.array([value for value in values if value is not None])
            if present.size < _LEAST_ROWS or not _is_statistic(cell.strip(), present, mark):
                return False
    return True


def _is_statistic(cell: str, values: np.ndarray, mark: str) -> bool:
    value = number(bare(cell), mark)
    if value is None:
        return False
    digits = bare(cell).rpartition(mark)
    half = 0.5001 * 10.0 ** -(len(digits[2]) if digits[1] else 0)
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    statistics = [
        values.sum(), mean, spread, values.std(), np.median(values),
        values.min(), values.max(), float(values.size), spread**2, spread / values.size**0.5,
    ]  # fmt: skip
    if mean:
        statistics += [100 * spread / mean, spread / mean]
    return any(abs(value - one) <= half + 1e-9 * abs(one) for one in statistics)
