"""Which column is the class, and why: a proposal a person may change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.cases.names import names_one
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_CLASSES, MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.lost_cells import why_lost
from l2dwk_core.datasets.tables.meaning.codes import codes
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import (
    CLASS_NAMES,
    CONSTANT,
    DATE,
    IDENTIFIER,
    SYMBOLIC,
    USED,
)
from l2dwk_core.datasets.tables.target.beside_sex import names_sex, names_state
from l2dwk_core.datasets.tables.target.class_words import GROUP, LABEL, QUALIFIED, class_word
from l2dwk_core.datasets.tables.target.coordinates import coordinates
from l2dwk_core.datasets.tables.target.first_column import nsl_kdd, other_end, why_first
from l2dwk_core.datasets.tables.target.outcome_names import (
    may_be_amount,
    may_be_an_input,
    names_a_last_outcome,
    rank_of_outcome,
)
from l2dwk_core.datasets.tables.target.quantity import is_quantity
from l2dwk_core.datasets.tables.values import is_whole

_USUAL_ALONE = frozenset(CLASS_NAMES) - {"y"}
# They may also name something else: the class of a ticket or a school, the target of a drug, the
# label on a product.
_GENERAL = frozenset(
    "class klasse classe clase target label labels category categoria response diagnosis".split()
)
# That share of the values of two columns is the same where both hold ratings of one kind.
_ALIKE = 0.8
_TIMES = frozenset({"time", "futime", "survtime", "survival_time", "os_time", "follow_up", "days"})
_EVENTS = frozenset({"status", "fustat", "cens", "censor", "censored"})
_REMARKS = frozenset(
    "comment comments remark remarks notes bemerkung bemerkungen kommentar kommentare anmerkung "
    "anmerkungen notiz notizen hinweis commentaire commentaires remarque remarques observaciones "
    "comentario comentarios observações observacoes osservazioni commento commenti opmerking "
    "opmerkingen anmärkning huomautus uwagi poznámka megjegyzés açıklama комментарий "
    "примечание 备注 備考 비고".split()
)
# An event is of two to a few kinds.
_FEW = 4


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
    target, reason = _likely_target(
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
    found = _outcomes(columns, fit)
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
        others = [column for column in others if _may_be_class(column)]
    if not others:
        return ""
    return f"The class is {target!r}, as no target was named. {reason}"


def _may_be_class(column: Column) -> bool:
    """Return whether its values are words, or few whole numbers, perhaps beside words."""
    few = len(column.levels) <= MAX_NUMERIC_CLASSES
    return column.n_numbers == 0 or (few and is_whole(column.numbers[column.how != WORD]))


def _likely_target(
    columns: Sequence[Column],
    roles: Sequence[str],
    fit: Mapping[str, int],
    allowed: Sequence[str],
    quantities: Sequence[str],
    places: Collection[str],
) -> tuple[str | None, str]:
    # One class beside NA: the other class is perhaps NA, which a person may keep.
    halves = [
        column.name
        for column in columns
        if len(column.levels) == 1 and any(map(str.isalpha, "".join(column.words)))
    ]
    likely = [name for name in (*fit, *allowed, *halves) if name not in quantities]
    by_name = {name.strip().lower(): name for name in reversed(likely)}
    # Beside x, y is likely a place, and the class is another column.
    names = [column.name.strip().lower() for column in columns]
    words = any(
        role == SYMBOLIC and column.name in fit and not codes(column)
        for column, role in zip(columns, roles, strict=True)
    )
    usual_names = list(CLASS_NAMES)
    if "x" in names:
        usual_names.remove("y")
        if names[-1] == "y" or not words:
            usual_names.append("y")
    outcomes = _outcomes(columns, fit)
    end = _last_usable(columns, roles)
    first, last = columns[0].name, end.name
    for usual in usual_names:
        if usual in by_name:
            found = by_name[usual]
            if usual in _GENERAL and (rival := _rival(columns, end, fit, found, outcomes)):
                return rival, (
                    f"Its name is a usual one for an outcome. {found!r} has a usual name of a "
                    "class too: name it as the target if it is what is to be predicted."
                )
            return found, "Its name is a usual one for a class."
    speaks = {
        column.name: word
        for column in reversed(columns)
        if column.name in fit and _may_be_class(column) and (word := class_word(column.name))
    }
    clear, qualified, groups = (
        [name for name, (_, kind) in speaks.items() if kind == wanted]
        for wanted in (LABEL, QUALIFIED, GROUP)
    )
    for name in (last, first, *outcomes, *clear, *qualified):
        if name in outcomes:
            return name, "Its name is a usual one for an outcome."
        if name in clear or (name in qualified and not outcomes):
            return name, f"Its name speaks of a {speaks[name][0]}."
    symbolic = [
        column.name
        for column, role in zip(columns, roles, strict=True)
        if role == SYMBOLIC and column.name in fit and not codes(column)
    ]
    is_last = "It is the last column" + ("" if end is columns[-1] else " that may be a class")
    if (attacks := nsl_kdd(columns)) in fit:
        return attacks, (
            f"It has {fit[attacks]} values, as the class of the table KDDTrain+ of NSL-KDD. There "
            f"{columns[-1].name!r} says how difficult a row is: leave it out, for it is no input."
        )
    if first in fit and (why := why_first(columns)):
        return first, why + other_end(columns, first, end)
    # A disease or a defect is rather predicted than the sex of a person.
    state = next(
        (
            column.name
            for column in columns
            if fit.get(column.name, MAX_CLASSES) <= _FEW
            and _may_be_class(column)
            and names_state(column.name)
        ),
        "",
    )
    named_outcome = "Its name is a usual one for an outcome."
    if state and last in fit and names_sex(last):
        return state, named_outcome
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
    status = next((name for name in fit if name.strip().lower() == "status"), state)
    if status:
        return status, named_outcome
    if quantities:
        name = last if last in quantities else quantities[0]
        return name, "Its name is a usual one for a class."
    if groups:
        return groups[0], f"Its name speaks of a {speaks[groups[0]][0]}."
    symbolic = [name for name in symbolic if not names_sex(name)] or symbolic
    # In a recording of several persons the class is rather what they do.
    if places:
        symbolic = [name for name in symbolic if not names_one(name)] or symbolic
    if first in symbolic:
        other = other_end(columns, first, end)
        return first, f"It is the first column and has {fit[first]} values.{other}"
    # As in many of UCI's files; without a word for a class anywhere.
    few = fit.get(first, MAX_CLASSES) <= MAX_NUMERIC_CLASSES
    if not symbolic and few and is_whole(columns[0].numbers):
        return first, f"It is the first column and has {fit[first]} whole-number values."
    if symbolic:
        name = min(symbolic, key=lambda key: fit[key])
        return name, f"Of the symbolic columns it has the fewest values, {fit[name]}."
    # A column with one class or with hundreds cannot be used, but it is proposed so that the reason
    # is shown.
    by_name = {column.name.strip().lower(): column.name for column in reversed(columns)}
    for usual in CLASS_NAMES:
        if usual in by_name and by_name[usual] not in places:
            return by_name[usual], "Its name is a usual one for a class."
    return None, "No column looks like a class; choose one, or cut a numeric column into classes."


def _rival(
    columns: Sequence[Column],
    end: Column,
    fit: Mapping[str, int],
    general: str,
    outcomes: Sequence[str],
) -> str:
    """Return the column that is rather the class than one with a *general* name that is not the
    last, or "": an outcome of few values, the last column or, beside a general name that is not the
    first, any; or a last column such as group, beside more values than it has. *end* is the last
    column that may be a class."""
    first, last = columns[0].name, end.name
    few = [name for name in outcomes if name != general and fit[name] <= _FEW]
    if general == last:
        return ""
    if last not in few and last in fit and fit[last] <= _FEW and _may_be_class(end):
        many = fit.get(general, MAX_CLASSES + 1) > _FEW
        if names_a_last_outcome(last, many):
            return last
    if last in few:
        return last
    sure = [name for name in few if not may_be_an_input(name)]
    return sure[0] if sure and general != first else ""


def _outcomes(columns: Sequence[Column], fit: Collection[str]) -> list[str]:
    """Return the columns that are named as outcomes and hold words or few whole numbers, the most
    likely first."""
    ranks = {
        column.name: rank
        for column in columns
        if column.name in fit
        and _may_be_class(column)
        and (rank := rank_of_outcome(column.name)) is not None
        and (len(column.levels) <= _FEW or not may_be_amount(rank))
    }
    found = sorted(ranks, key=lambda name: ranks[name])
    # As in tables of survival: how long a patient was seen, and what happened at the end.
    if not _TIMES.isdisjoint(column.name.strip().lower() for column in columns):
        found += [
            column.name
            for column in columns
            if column.name.strip().lower() in _EVENTS and 2 <= len(column.levels) <= _FEW
        ]
    return found


def _last_usable(columns: Sequence[Column], roles: Sequence[str]) -> Column:
    """Return the last column that may be a class: one that is empty or constant, holds dates, texts
    or remarks, or names the rows is passed over."""
    for column, role in zip(columns[:0:-1], roles[:0:-1], strict=True):
        remarks = not _REMARKS.isdisjoint(words_of(column.name)) and column.n_missing
        if role in USED and len(column.levels) > 1 and not remarks:
            return column
    return columns[-1]


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
