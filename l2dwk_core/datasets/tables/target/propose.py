"""Which column is the class, and why: a proposal a person may change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.datasets.tables.lost_cells import why_lost
from l2dwk_core.datasets.tables.roles import CLASS_NAMES, CONSTANT, DATE, IDENTIFIER, USED
from l2dwk_core.datasets.tables.target.candidates import may_be_class, outcomes_among
from l2dwk_core.datasets.tables.target.coordinates import coordinates
from l2dwk_core.datasets.tables.target.likely import likely_target
from l2dwk_core.datasets.tables.target.outcome_names import may_be_an_input
from l2dwk_core.datasets.tables.target.quantity import is_quantity

_USUAL_ALONE = frozenset(CLASS_NAMES) - {"y"}


def propose_target(
    columns: Sequence[Column], roles: Sequence[str], stated: str
) -> tuple[str | None, str]:
    """Return the column that is most likely the class, and why, or None when no column is
    likely."""
    fit = {
        column.name: len(column.levels)
        for column, role in zip(columns, roles, strict=True)
        if role in USED and 2 <= len(column.levels) <= MAX_CLASSES
    }
    places = coordinates(columns, roles)
    fit = {name: many for name, many in fit.items() if name not in places}
    # Also one that cannot be used as it is, such as a quantity: another would be a wrong class.
    if stated and any(column.name == stated and column.n_present for column in columns):
        return stated, "The file names it as its output."
    named = {
        column.name: len(column.levels)
        for column, role in zip(columns, roles, strict=True)
        if column.name.strip().lower() in CLASS_NAMES
        and role not in (CONSTANT, DATE)
        and column.name not in places
    }
    quantities = [c.name for c in columns if c.name in named and is_quantity(c)]
    # Also a column of many classes, when some come back.
    repeating = {c.name for c in columns if len(c.levels) < c.n_present}
    allowed = [
        n
        for n, many in named.items()
        if many <= MAX_CLASSES and n in repeating and n not in quantities
    ]
    refused = [n for n in named if n not in fit and n not in allowed and n not in quantities]
    # Behind the class there may be what a model made of it.
    kept = [(c, role) for c, role in zip(columns, roles, strict=True) if not c.no_input]
    kept = [(c, IDENTIFIER if c.name in places else role) for c, role in kept]
    target, reason = likely_target(
        [column for column, _ in kept] or columns,
        [role for _, role in kept] or roles,
        fit,
        allowed,
        quantities,
        places,
    )
    if quantities and target is not None and (target in quantities or target not in named):
        name = target if target in quantities else quantities[0]
        reason += _bins(
            name, len(next(c for c in columns if c.name == name).levels), name == target
        )
    if target is not None and refused and target not in named:
        many = named[refused[0]]
        why = f"more than the {MAX_CLASSES} allowed" if many > MAX_CLASSES else "none occurs twice"
        reason += (
            f" {refused[0]!r} has a usual name of a class, but {many} different values, {why}."
        )
    if target is not None and target.strip().lower() not in _USUAL_ALONE:
        reason += _unusable_by_name(columns, roles)
    if target in named and "name it as the target" not in reason:
        reason += _other_outcomes([column for column, _ in kept], fit, target)
    return target, reason


def _other_outcomes(columns: Sequence[Column], fit: Mapping[str, int], target: str) -> str:
    """Return that other columns are named as outcomes, beside a *target* that has a usual name of a
    class, or ""."""
    others = _beside(columns, fit, target)
    if not others:
        return ""
    names = ", ".join(map(repr, others[:3])) + (f" and {len(others) - 3} more" * (len(others) > 3))
    has = "has a usual name of an outcome" if len(others) == 1 else "have usual names of outcomes"
    it = "it" if len(others) == 1 else "one of them"
    return f" {names} {has} too: name {it} as the target if that is what is to be predicted."


def _beside(columns: Sequence[Column], fit: Collection[str], target: str) -> list[str]:
    """Return the other columns that are named as outcomes. Before a class that is the last column,
    those that may be known before, such as stroke, are inputs."""
    last = columns[-1].name == target
    found = outcomes_among(columns, fit)
    return [name for name in found if name != target and not (last and may_be_an_input(name))]


def _bins(name: str, many: int, taken: bool) -> str:
    """Return that a column with the name of a class holds a quantity, and what to do."""
    if taken:
        return (
            f" It holds {many} different numbers, but classes are few: give bins, such as bins=3, "
            "to cut it into classes."
        )
    return (
        f" {name!r} has a usual name of a class, but {many} different numbers; to predict it, name "
        "it as the target, with bins, such as bins=3, to cut it into classes."
    )


def _unusable_by_name(columns: Sequence[Column], roles: Sequence[str]) -> str:
    """Return why a column with the name of a class is not the class: without values, or dates."""
    for column, role in zip(columns, roles, strict=True):
        if column.name.strip().lower() in _USUAL_ALONE:
            if not column.n_present:
                why = f"no values. {why_lost(column)}".strip()
                return f" {column.name!r} has a usual name of a class, but {why}"
            if role == DATE:
                return f" {column.name!r} has a usual name of a class, but dates as values."
    return ""


def choice_of_target(
    columns: Sequence[Column], roles: Sequence[str], target: str | None, reason: str, stated: str
) -> str:
    """Return a note on which column was taken as the class and why, or "" when no other is
    possible."""
    others = [
        column
        for column, role in zip(columns, roles, strict=True)
        if column.name != target and role in USED and 2 <= len(column.levels) <= MAX_CLASSES
    ]
    # Beside x, and in many tables, y is a measurement.
    named = _beside(columns, {column.name for column in others}, str(target))
    usual = [c for c in others if c.name.strip().lower() in _USUAL_ALONE or c.name in named]
    by_name = str(target).strip().lower() in CLASS_NAMES
    # In ARFF the last column is the class by convention.
    declared = any(column.declared for column in columns if column.name == target)
    taken = next((column for column in columns if column.name == target), None)
    if by_name and taken is not None and not declared and is_quantity(taken):
        return f"The class is {target!r}, as no target was named. {reason}"
    if (
        target is None
        or declared
        or (stated and stated == target)
        or not (usual if by_name else others)
    ):
        return ""
    if not by_name and " but " not in reason:
        others = [column for column in others if may_be_class(column)]
    if not others:
        return ""
    return f"The class is {target!r}, as no target was named. {reason}"
