"""The class by the names of the columns: a usual name of a class, an outcome, or a word for one."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.target.candidates import FEW, Candidates, may_be_class
from l2dwk_core.datasets.tables.target.class_words import GROUP, LABEL, QUALIFIED, class_word
from l2dwk_core.datasets.tables.target.outcome_names import may_be_an_input, names_a_last_outcome

# They may also name something else: the class of a ticket or a school, the target of a drug, the
# label on a product.
_GENERAL = frozenset(
    "class klasse classe clase target label labels category categoria response diagnosis".split()
)


def by_usual_name(found: Candidates, allowed: Sequence[str]) -> tuple[str, str] | None:
    """Return the column with a usual name of a class, and why, or None. *allowed* may be the class
    too, though they have many values."""
    # One class beside NA: the other class is perhaps NA, which a person may keep.
    halves = [
        column.name
        for column in found.columns
        if len(column.levels) == 1 and any(map(str.isalpha, "".join(column.words)))
    ]
    likely = [name for name in (*found.fit, *allowed, *halves) if name not in found.quantities]
    by_name = {name.strip().lower(): name for name in reversed(likely)}
    # Beside x, y is likely a place, and the class is another column.
    names = [column.name.strip().lower() for column in found.columns]
    usual_names = list(CLASS_NAMES)
    if "x" in names:
        usual_names.remove("y")
        if names[-1] == "y" or not found.symbolic:
            usual_names.append("y")
    for usual in usual_names:
        if usual in by_name:
            name = by_name[usual]
            if usual in _GENERAL and (rival := _rival(found, name)):
                return rival, (
                    f"Its name is a usual one for an outcome. {name!r} has a usual name of a "
                    "class too: name it as the target if it is what is to be predicted."
                )
            return name, "Its name is a usual one for a class."
    return None


def by_words(found: Candidates) -> tuple[str, str] | None:
    """Return the column that is named as an outcome, or whose name has a word for a class, and
    why, or None."""
    speaks = words_for_classes(found)
    clear, qualified = (
        [name for name, (_, kind) in speaks.items() if kind == wanted]
        for wanted in (LABEL, QUALIFIED)
    )
    for name in (found.last, found.first, *found.outcomes, *clear, *qualified):
        if name in found.outcomes:
            return name, "Its name is a usual one for an outcome."
        if name in clear or (name in qualified and not found.outcomes):
            return name, f"Its name speaks of a {speaks[name][0]}."
    return None


def words_for_classes(found: Candidates) -> dict[str, tuple[str, int]]:
    """Return the word for a class in the names of columns and its kind, the last column first."""
    return {
        column.name: word
        for column in reversed(found.columns)
        if column.name in found.fit and may_be_class(column) and (word := class_word(column.name))
    }


def named_as_group(found: Candidates) -> tuple[str, str] | None:
    """Return the column whose name has a word for a group, and why, or None."""
    for name, (word, kind) in words_for_classes(found).items():
        if kind == GROUP:
            return name, f"Its name speaks of a {word}."
    return None


def _rival(found: Candidates, general: str) -> str:
    """Return the column that is rather the class than one with a *general* name that is not the
    last, or "": an outcome of few values, the last column or, beside a general name that is not the
    first, any; or a last column such as group, beside more values than it has."""
    fit, last = found.fit, found.last
    few = [name for name in found.outcomes if name != general and fit[name] <= FEW]
    if general == last:
        return ""
    if last not in few and last in fit and fit[last] <= FEW and may_be_class(found.end):
        many = fit.get(general, MAX_CLASSES + 1) > FEW
        if names_a_last_outcome(last, many):
            return last
    if last in few:
        return last
    sure = [name for name in few if not may_be_an_input(name)]
    return sure[0] if sure and general != found.first else ""
