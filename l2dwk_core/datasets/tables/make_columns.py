"""From the cells of a table to its columns, with unique names of one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted, one_line
from l2dwk_core.datasets.tables.behind.named_units import other_unit
from l2dwk_core.datasets.tables.behind.of_column import NOTHING_BEHIND, Behind, what_is_behind
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.decimal_mark import (
    DecimalMark,
    column_mark,
    file_proof,
    has_marks,
    taken_for_decimals,
)
from l2dwk_core.datasets.tables.grid import check_characters
from l2dwk_core.datasets.tables.limits import MAX_NAME
from l2dwk_core.datasets.tables.missing_marks import kept_dashes, without_dots
from l2dwk_core.datasets.tables.no_quantities.choices import are_choices
from l2dwk_core.datasets.tables.notation import (
    SAMPLE,
    bare,
    holds_numbers,
    is_written_number,
    needs_care,
)
from l2dwk_core.datasets.tables.sheets.accounting_format import accounting_zeros
from l2dwk_core.datasets.tables.sheets.stored import numbers_of, texts_of, with_comma
from l2dwk_core.datasets.tables.values import is_missing, without_guard


def make_columns(
    names: Sequence[str],
    cells: Iterable[Sequence[str]],
    declared: Sequence[str],
    decimal: str | None,
    units: Sequence[str] = (),
    delimiter: str = "",
    typed: bool = False,
    stored: Sequence[bool | np.ndarray] = (),
) -> tuple[list[Column], str, dict[str, DecimalMark]]:
    """Return columns from cells by column, the file's decimal mark (the given one, or else the
    more likely one), and the columns whose mark is in doubt; see ``decimal_mark``. *stored* says
    which cells are numbers in the file itself, not texts; see ``Grid``."""
    raw, zeros = [], []
    characters = 0
    texts: list[list[str] | None] = []
    # Columns of stored numbers and texts: their cells, and which of them are numbers.
    mixed: dict[int, tuple[Sequence[str], np.ndarray]] = {}
    stored = stored or [False] * len(names)
    for at, (name, here, role) in enumerate(zip(names, cells, declared, strict=True)):
        codes, levels, size, dashes = _factorized(here)
        zeros.append(dashes)
        characters = check_characters(name, characters + size)
        raw.append(_without_missing(codes, levels, bool(role)))
        texts.append(texts_of(here, numeric := stored[at]))
        if texts[-1] and isinstance(numeric, np.ndarray):
            mixed[at] = here, numeric
    stated = units or [""] * len(raw)
    # What decides on the mark are the digits alone: "12,50 €" needs the comma.
    behind = [
        NOTHING_BEHIND if role else _behind(codes, levels, name, unit)
        for name, role, unit, (codes, levels, _, _) in zip(
            names, declared, stated, raw, strict=True
        )
    ]
    digits = [
        _digits([*map(beside.without, levels)] if any(beside) else levels)
        if only is None
        else [bare(beside.without(level)) for level in only]
        for beside, only, (_, levels, _, _) in zip(behind, texts, raw, strict=True)
    ]
    choices, proof = _choices(declared, digits, delimiter, typed)
    proof = decimal or proof
    marks = []
    for at, (plain, only, (_, levels, _, _)) in enumerate(zip(digits, texts, raw, strict=True)):
        if only is not None and not has_marks(plain):
            marks.append(DecimalMark("."))
        elif decimal or choices[at]:
            marks.append(DecimalMark(decimal or "."))
        else:
            others = numbers_of(*mixed[at]) if at in mixed else None
            written = levels if only is None else only
            mark = column_mark(plain, written, proof, delimiter, others)
            if others is not None and not mark.doubtful:
                doubtful_number = taken_for_decimals(plain, mark.mark, others)
                mark = DecimalMark(mark.mark, doubtful_number, proved_elsewhere=True)
            marks.append(mark)
        if at in mixed and marks[at].mark == ",":
            codes, levels, _, _ = _factorized(with_comma(*mixed[at]))
            raw[at] = _without_missing(codes, levels, bool(declared[at]))
    doubtful = {name: mark for name, mark in zip(names, marks, strict=True) if mark.doubtful}
    columns = []
    for name, role, unit, mark, beside, dashes, (codes, kept, words, word_codes) in zip(
        names, declared, stated, marks, behind, zeros, raw, strict=True
    ):
        column = Column(
            name,
            tuple(kept),
            codes,
            mark.mark,
            role,
            unit=unit,
            words=tuple(words),
            word_codes=word_codes if words else None,
            behind=beside,
            zeros=dashes,
        )
        sign, apart = _sign(column.signs, name, unit)
        columns.append(replace(column, sign=sign, apart=apart))
    # A column of decimals without proof still says how the file is written.
    comma = any(mark.mark == "," for mark in doubtful.values())
    return columns, proof or ("," if comma else "."), doubtful


def _factorized(cells: Sequence[str]) -> tuple[np.ndarray, list[str], int, int]:
    """Return codes, the distinct stripped cells, how many characters all cells have, and in how
    many a dash is read as 0."""
    codes, found = pd.factorize(np.array(cells, dtype=object))
    written = [str(level) for level in found]
    lengths = np.array([len(level) for level in written], dtype=np.int64)
    counts = np.bincount(codes, minlength=len(written))
    size = int(lengths @ counts)
    dashes = accounting_zeros(written)
    for at in dashes:
        written[at] = "0"
    # Most columns have few different values: strip these, not every cell.
    place, levels = pd.factorize(
        np.array([without_guard(level.strip()) for level in written], dtype=object)
    )
    return place[codes], [str(level) for level in levels], size, int(counts[dashes].sum())


def _choices(
    declared: Sequence[str], digits: Sequence[list[str]], delimiter: str, typed: bool
) -> tuple[list[bool], str]:
    """Return which columns hold several choices in a cell, as "1,2", and the decimal mark that the
    others prove ("" for none). Where they prove a comma, or may have one, there are no choices."""
    likely = [
        not role and any("," in level for level in plain[:SAMPLE]) and are_choices(plain, True)
        for role, plain in zip(declared, digits, strict=True)
    ]
    every = file_proof(digits)
    if not any(likely):
        return likely, every
    proof = file_proof([plain for plain, one in zip(digits, likely, strict=True) if not one])
    if proof == "," or not (proof or typed or delimiter == ","):
        return [False] * len(likely), every
    found = [
        one and are_choices(plain, proof == "." or typed)
        for one, plain in zip(likely, digits, strict=True)
    ]
    left = [plain for plain, one in zip(digits, found, strict=True) if not one]
    return found, file_proof(left)


def _behind(codes: np.ndarray, levels: list[str], name: str, stated: str) -> Behind:
    if not any(map(needs_care, levels[:SAMPLE])):
        return NOTHING_BEHIND
    found = what_is_behind(levels, np.bincount(codes[codes >= 0], minlength=len(levels)))
    if not found.unit or not other_unit(found.unit, name, stated):
        return found
    # Numbers without a unit are in the one of the name.
    bare = any(is_written_number(level) for level in levels[:SAMPLE] if not needs_care(level))
    return Behind(mixed=(found.unit, "none")) if bare else found


def _digits(levels: list[str]) -> list[str]:
    """Return the levels without the signs and marks beside their numbers, where the first levels
    have some."""
    if not any(map(needs_care, levels[:SAMPLE])) or not holds_numbers(levels):
        return levels
    return [bare(level) for level in levels]


def _sign(found: dict[str, int], name: str, stated: str) -> tuple[str, bool]:
    """Return the sign of a column: the only one beside its numbers, or the one of most rows; and
    whether numbers without a sign are in another unit, which its name or *stated* gives."""
    others = {sign: count for sign, count in found.items() if sign}
    if not others:
        return "", False
    bare = found.get("", 0)
    foreign = {sign for sign in others if other_unit(sign, name, stated)}
    if foreign and bare:
        # Without a sign they are in the unit of the name.
        own = [sign for sign in others if sign not in foreign]
        most = max(foreign, key=lambda sign: others[sign])
        if others[most] > bare + sum(others[sign] for sign in own):
            return most, True
        return max(own, key=lambda sign: others[sign], default=""), False
    sign = max(others, key=lambda key: others[key])
    # A number without a sign may stand among amounts and lengths, but not among per cents.
    if sign == "%" or len(others) > 1:
        return sign if others[sign] >= bare else "", False
    return sign, False


def _without_missing(
    codes: np.ndarray, levels: list[str], declared: bool
) -> tuple[np.ndarray, list[str], list[str], np.ndarray]:
    """Return codes and levels with −1 for missing cells, the words that made them so, and the
    codes of these words. In a column that the file declares, "." is a value."""
    steps = kept_dashes(levels)
    kept = np.array([not is_missing(level) or level in steps for level in levels], dtype=bool)
    if not declared:
        kept = without_dots(levels, kept)
    if kept.all():
        return codes, levels, [], codes
    renumber = np.append(np.where(kept, np.cumsum(kept) - 1, -1), -1)
    worded = ~kept & np.array([bool(level) for level in levels], dtype=bool)
    recode = np.append(np.where(worded, np.cumsum(worded) - 1, -1), -1)
    return (
        renumber[codes],
        [level for level, keep in zip(levels, kept, strict=True) if keep],
        [level for level, word in zip(levels, worded, strict=True) if word],
        recode[codes],
    )


def clean_name(text: str) -> str:
    """Return the name of a column in one line: without line breaks, double blanks and signs that
    are not seen."""
    return one_line(text)


def clean_names(raw: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return usable, distinct column names, and a note on each kind of repair."""
    names: list[str] = []
    seen: set[str] = set()
    copies: dict[str, int] = {}  # from which number on copies of a name are still free
    empty = cut = 0
    repeated: list[str] = []
    for at, text in enumerate(raw, start=1):
        name = clean_name(text)
        if not name:
            name, empty = f"column {at}", empty + 1
        if len(name) > MAX_NAME:
            name, cut = name[: MAX_NAME - 1] + "…", cut + 1
        base = name
        again = name in seen
        while name in seen:
            copy = copies.get(base, 2)
            name, copies[base] = f"{base} ({copy})", copy + 1
        seen.add(name)
        names.append(name)
        if again:
            repeated.append(name)
    notes = []
    if empty:
        what = counted(empty, "column without a name is", "columns without a name are")
        notes.append(f"{what} called by position.")
    if cut:
        notes.append(
            f"{counted(cut, 'column name is', 'column names are')} cut to {MAX_NAME} characters."
        )
    if repeated:
        many = counted(len(repeated), "repeated column name is", "repeated column names are")
        first = ", the first" if len(repeated) > 1 else ""
        notes.append(f"{many} numbered{first}: {repeated[0]!r}.")
    return names, notes
