"""The columns that may be the class, and what several rules for choosing one ask of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.meaning.codes import codes
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import SYMBOLIC, USED
from l2dwk_core.datasets.tables.target.outcome_names import may_be_amount, rank_of_outcome
from l2dwk_core.datasets.tables.values import is_whole

_REMARKS = frozenset(
    "comment comments remark remarks notes bemerkung bemerkungen kommentar kommentare anmerkung "
    "anmerkungen notiz notizen hinweis commentaire commentaires remarque remarques observaciones "
    "comentario comentarios observações observacoes osservazioni commento commenti opmerking "
    "opmerkingen anmärkning huomautus uwagi poznámka megjegyzés açıklama комментарий "
    "примечание 备注 備考 비고".split()
)
_TIMES = frozenset({"time", "futime", "survtime", "survival_time", "os_time", "follow_up", "days"})
_EVENTS = frozenset({"status", "fustat", "cens", "censor", "censored"})
# An event is of two to a few kinds.
FEW = 4


@dataclass(frozen=True)
class Candidates:
    """A table's columns while the class is looked for.

    Attributes
    ----------
    columns, roles
        In the order of the file.
    fit
        How many values each column has that can be the class as it is, by name.
    quantities
        Columns with a usual name of a class that hold a quantity.
    places
        Columns that are coordinates or times of a recording.
    outcomes
        Columns with a usual name of an outcome, the most likely first.
    end
        The last column that may be a class; see `last_usable`.
    """

    columns: Sequence[Column]
    roles: Sequence[str]
    fit: Mapping[str, int]
    quantities: Sequence[str]
    places: Collection[str]
    outcomes: Sequence[str]
    end: Column

    @property
    def first(self) -> str:
        """The name of the first column."""
        return self.columns[0].name

    @property
    def last(self) -> str:
        """The name of the last column that may be a class."""
        return self.end.name

    @property
    def symbolic(self) -> list[str]:
        """The columns of categories, no codes, that can be the class."""
        return [
            column.name
            for column, role in zip(self.columns, self.roles, strict=True)
            if role == SYMBOLIC and column.name in self.fit and not codes(column)
        ]


def candidates(
    columns: Sequence[Column],
    roles: Sequence[str],
    fit: Mapping[str, int],
    quantities: Sequence[str],
    places: Collection[str],
) -> Candidates:
    """Return these columns, with what follows from them."""
    return Candidates(
        columns,
        roles,
        fit,
        quantities,
        places,
        outcomes_among(columns, fit),
        last_usable(columns, roles),
    )


def may_be_class(column: Column) -> bool:
    """Return whether its values are words, or few whole numbers, perhaps beside words."""
    few = len(column.levels) <= MAX_NUMERIC_CLASSES
    return column.n_numbers == 0 or (few and is_whole(column.numbers[column.how != WORD]))


def outcomes_among(columns: Sequence[Column], fit: Collection[str]) -> list[str]:
    """Return the columns that are named as outcomes and hold words or few whole numbers, the most
    likely first."""
    ranks = {
        column.name: rank
        for column in columns
        if column.name in fit
        and may_be_class(column)
        and (rank := rank_of_outcome(column.name)) is not None
        and (len(column.levels) <= FEW or not may_be_amount(rank))
    }
    found = sorted(ranks, key=lambda name: ranks[name])
    # As in tables of survival: how long a patient was seen, and what happened at the end.
    if not _TIMES.isdisjoint(column.name.strip().lower() for column in columns):
        found += [
            column.name
            for column in columns
            if column.name.strip().lower() in _EVENTS and 2 <= len(column.levels) <= FEW
        ]
    return found


def last_usable(columns: Sequence[Column], roles: Sequence[str]) -> Column:
    """Return the last column that may be a class: one that is empty or constant, holds dates, texts
    or remarks, or names the rows is passed over."""
    for column, role in zip(columns[:0:-1], roles[:0:-1], strict=True):
        remarks = not _REMARKS.isdisjoint(words_of(column.name)) and column.n_missing
        if role in USED and len(column.levels) > 1 and not remarks:
            return column
    return columns[-1]
