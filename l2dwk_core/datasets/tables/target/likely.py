"""The column that is most likely the class: by its name, else by its place and its values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from l2dwk_core.datasets.tables.cases.names import names_one
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.datasets.tables.target.beside_sex import names_sex, names_state
from l2dwk_core.datasets.tables.target.by_name import by_usual_name, by_words, named_as_group
from l2dwk_core.datasets.tables.target.candidates import FEW, Candidates, candidates, may_be_class
from l2dwk_core.datasets.tables.target.first_column import nsl_kdd, other_end, why_first
from l2dwk_core.datasets.tables.values import is_whole

# That share of the values of two columns is the same where both hold ratings of one kind.
_ALIKE = 0.8
_OUTCOME = "Its name is a usual one for an outcome."


def likely_target(
    columns: Sequence[Column],
    roles: Sequence[str],
    fit: Mapping[str, int],
    allowed: Sequence[str],
    quantities: Sequence[str],
    places: Collection[str],
) -> tuple[str | None, str]:
    """Return the column that is most likely the class, and why; None when no column is likely.

    *fit*, *quantities* and *places* are those of `Candidates`; *allowed* may be the class too,
    though they have many values.
    """
    found = candidates(columns, roles, fit, quantities, places)
    likely = (
        by_usual_name(found, allowed)
        or by_words(found)
        or _of_one_table(found)
        or _state_before_sex(found)
        or _at_an_end(found)
        or _by_other_names(found)
        or _by_values(found)
    )
    if likely is not None:
        return likely
    # A column with one class or with hundreds cannot be used, but it is proposed so that the reason
    # is shown.
    by_name = {column.name.strip().lower(): column.name for column in reversed(columns)}
    for usual in CLASS_NAMES:
        if usual in by_name and by_name[usual] not in places:
            return by_name[usual], "Its name is a usual one for a class."
    return None, "No column looks like a class; choose one, or cut a numeric column into classes."


def _of_one_table(found: Candidates) -> tuple[str, str] | None:
    """Return the class of NSL-KDD, or of a table whose first column tells that it is the class."""
    columns, fit, first = found.columns, found.fit, found.first
    if (attacks := nsl_kdd(columns)) in fit:
        return attacks, (
            f"It has {fit[attacks]} values, as the class of the table KDDTrain+ of NSL-KDD. There "
            f"{columns[-1].name!r} says how difficult a row is: leave it out, for it is no input."
        )
    if first in fit and (why := why_first(columns)):
        return first, why + other_end(columns, first, found.end)
    return None


def _state(found: Candidates) -> str:
    """Return the first column of few values that is named as a disease or a defect, or ""."""
    return next(
        (
            column.name
            for column in found.columns
            if found.fit.get(column.name, MAX_CLASSES) <= FEW
            and may_be_class(column)
            and names_state(column.name)
        ),
        "",
    )


def _state_before_sex(found: Candidates) -> tuple[str, str] | None:
    """Return a disease or a defect where the last column is a sex, which is rather known."""
    state = _state(found)
    return (
        (state, _OUTCOME) if state and found.last in found.fit and names_sex(found.last) else None
    )


def _at_an_end(found: Candidates) -> tuple[str, str] | None:
    """Return the last column of categories or of few whole numbers; or the first, where it alone
    holds words and the last is like the others."""
    columns, fit, end = found.columns, found.fit, found.end
    first, last, symbolic = found.first, found.last, found.symbolic
    is_last = "It is the last column" + ("" if end is columns[-1] else " that may be a class")
    if last in symbolic:
        return last, f"{is_last} and has {fit[last]} values.{other_end(columns, last, end)}"
    if symbolic == [first] and _is_one_of_many(columns):
        return first, (
            f"It is the first column and has {fit[first]} values, the only ones that are words, "
            f"and the last column is like others.{other_end(columns, first, end)}"
        )
    if fit.get(last, MAX_CLASSES) <= MAX_NUMERIC_CLASSES and is_whole(end.numbers):
        return last, (
            f"{is_last} and has {fit[last]} whole-number values.{other_end(columns, last, end)}"
        )
    return None


def _by_other_names(found: Candidates) -> tuple[str, str] | None:
    """Return a status or a state, a quantity with the name of a class, or a group."""
    status = next((name for name in found.fit if name.strip().lower() == "status"), _state(found))
    if status:
        return status, _OUTCOME
    if found.quantities:
        name = found.last if found.last in found.quantities else found.quantities[0]
        return name, "Its name is a usual one for a class."
    return named_as_group(found)


def _by_values(found: Candidates) -> tuple[str, str] | None:
    """Return the first column of categories or, without one, of few whole numbers; else the column
    of categories that has the fewest."""
    fit, first = found.fit, found.first
    symbolic = found.symbolic
    symbolic = [name for name in symbolic if not names_sex(name)] or symbolic
    # In a recording of several persons the class is rather what they do.
    if found.places:
        symbolic = [name for name in symbolic if not names_one(name)] or symbolic
    if first in symbolic:
        other = other_end(found.columns, first, found.end)
        return first, f"It is the first column and has {fit[first]} values.{other}"
    # As in many of UCI's files; without a word for a class anywhere.
    few = fit.get(first, MAX_CLASSES) <= MAX_NUMERIC_CLASSES
    if not symbolic and few and is_whole(found.columns[0].numbers):
        return first, f"It is the first column and has {fit[first]} whole-number values."
    if symbolic:
        name = min(symbolic, key=lambda key: fit[key])
        return name, f"Of the symbolic columns it has the fewest values, {fit[name]}."
    return None


def _is_one_of_many(columns: Sequence[Column]) -> bool:
    """Return whether the last column holds about the same numbers as most columns before it, as
    ratings and counts of one kind do. Two values only tell that without a line of names."""
    last, others = columns[-1], [column for column in columns[1:-1] if column.n_numbers]
    unnamed = columns[0].name == "c1" and last.name == f"c{len(columns)}"
    if len(others) < 2 or (len(last.levels) <= 2 and not unnamed):
        return False
    values = set(last.levels)
    alike = sum(
        len(values & set(other.levels)) >= _ALIKE * len(values | set(other.levels))
        for other in others
    )
    return alike > 0.5 * len(others)
