"""What to do with marks of right and wrong answers, per cents without a sign and scores such as log
odds, where no model is found."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.cases.names import kind_of_name
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.other_columns import speaks_of_right
from l2dwk_core.votes.per_cents import are_hundreds

_RIGHT_WRONG = frozenset(
    "correct wrong right incorrect hit miss richtig falsch juste faux correcto incorrecto corretto "
    "errato certo errado goed fout ratt fel".split()
)
_MANY_VALUES = 10


def hint_of_marks(columns: Sequence[Column]) -> str:
    """Return what is needed instead of marks of right and wrong answers; "" where there are none.

    They are the words correct and wrong, or 0 and 1 under a name such as ``svm_correct``.
    """
    marks = [column for column in columns if _are_marks(column)]
    if not marks:
        return ""
    return (
        f" Column {marks[0].name!r} seems to say whether a model is right, not which class it "
        "named: give what each model answered."
    )


def _are_marks(column: Column) -> bool:
    if 0 < len(column.levels) <= 3 and {v.strip().lower() for v in column.levels} <= _RIGHT_WRONG:
        return True
    return len(column.levels) <= 2 and speaks_of_right(column.name)


def hint_of_numbers(columns: Sequence[Column], truth: Column) -> str:
    """Return how to write numbers that may be per cents, or scores such as log odds; "" where no
    column holds numbers beyond 0 and 1 in many different values."""
    found = [c for c in columns if 0 < c.n_numbers == c.n_present and len(c.levels) > _MANY_VALUES]
    found = [c for c in found if not describes_the_case(c.name) and not kind_of_name(c.name)]
    if not found or len(truth.levels) != 2:
        return ""
    label = shown(max(truth.levels))
    if all(are_hundreds(column) for column in found):
        return (
            f" Column {found[0].name!r} holds numbers from 0 to 100: if they are per cents of "
            f"{label}, write 45% or 0.45 for 45."
        )
    if any((column.numbers % 1 != 0).any() for column in found):
        return (
            f" If column {found[0].name!r} holds scores such as log odds, turn them into "
            "probabilities from 0 to 1, or into the class that they mean."
        )
    return ""
