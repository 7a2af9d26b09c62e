"""Columns of a table of votes that are left out, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from l2dwk_core.common.text import shown, words_of
from l2dwk_core.datasets.tables.cases.names import CASE, ID
from l2dwk_core.datasets.tables.cases.names import GROUP as GROUP_NAME
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import IDENTIFIER, propose_role
from l2dwk_core.votes.certain_models import same_model
from l2dwk_core.votes.describing_names import describes_the_case
from l2dwk_core.votes.no_cases.training_rows import names_training
from l2dwk_core.votes.other_columns import names_a_summary, names_a_weight, speaks_of_something_else
from l2dwk_core.votes.repeated_cases import NOT_RENAMED, kind_of_any_number, repeated_cases
from l2dwk_core.votes.shares import has_fractions, holds_fractions
from l2dwk_core.votes.votes import PARTS

PART, GROUP = "part", "group"
"""Names of the optional columns. Upper and lower case do not matter."""

_WORDS_OF_PARTS = frozenset(
    {*PARTS, "train", "training", "learn", "valid", "validation", "val", "dev", "testing"}
)

_SCALES = frozenset(
    "confidence certainty sureness experience expertise seniority konfidenz sicherheit erfahrung "
    "confiance certitude confianza certeza experiencia fiducia certezza esperienza "
    "level rating scale of the in years year self reported".split()
)
_IDS = frozenset("id ids no nr number code".split())
_ANSWERERS = frozenset(
    "reader rater annotator coder reviewer worker labeler labeller expert observer user".split()
)
_OF_ONE_CLASS = frozenset("positive negative pos neg class label event level of the".split())

_DESCRIBES = "by its name it describes the case."


def no_model(column: Column, truth: Column) -> str:
    """Return why a column cannot hold the predicted labels of a model; "" when it can."""
    if not column.levels:
        return "it has no value."
    role, reason = propose_role(column)
    if role == IDENTIFIER:
        return f"it names the rows. {_without_roles(column, reason)}"
    if len(column.levels) == column.n_present > max(len(truth.levels), 2):
        return "it names the rows: no value occurs twice."
    if set(column.levels).isdisjoint(truth.levels):
        return (
            f"none of its values ({first_values(column)}) is a class; the classes are "
            f"{first_values(truth)}." + _hint_of_part(column)
        )
    classes = set(truth.levels)
    valid = sum(
        int(n) for level, n in zip(column.levels, column.counts, strict=True) if level in classes
    )
    # An age or a per cent may by chance be 1, as a class is.
    if 2 * valid < column.n_present:
        return (
            f"{valid} of its {column.n_present} values are a class; the classes are "
            f"{first_values(truth)}."
        )
    if describes_the_case(column.name):
        return f"{_DESCRIBES} {_other_name(column)}"
    if (
        speaks_of_something_else(column.name, column.levels)
        or _numbers_groups(column)
        or _describes_the_answer(column)
    ):
        return f"by its name it holds something else than predictions. {_other_name(column)}"
    return ""


def _other_name(column: Column) -> str:
    return (
        f"If it holds predicted labels, give it another name, such as {'model ' + column.name!r}."
    )


def _numbers_groups(column: Column) -> bool:
    """Return whether numbers have the name of a case or a group, such as Gruppe, site or case_no. A
    reader may be a model, and so may a column with the word "model"."""
    words = set(words_of(column.name))
    return (
        column.n_numbers == column.n_present
        and words.isdisjoint({"model", "reader", "rater"})
        and kind_of_any_number(column.name) in (CASE, ID, GROUP_NAME)
    )


def _describes_the_answer(column: Column) -> bool:
    """Return whether whole numbers have the name of a scale of certainty or experience or of who
    answered (confidence, reader_id), or one value that of the class in question."""
    words = set(words_of(column.name))
    if len(column.levels) == 1:
        return words <= _OF_ONE_CLASS
    return column.n_numbers == column.n_present and bool(
        words <= _SCALES or (words <= _ANSWERERS | _IDS and words & _ANSWERERS and words & _IDS)
    )


def left_out(
    columns: Sequence[Column],
    used: Sequence[Column],
    truth: Column,
    are_labels: bool,
    asks_for_groups: bool,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return a note on each column that is not used. *are_labels*: whether those used hold
    predicted labels; *asks_for_groups*: whether a column of cases is to be named; *reasons*: those
    that are known, by name."""
    names = {column.name for column in used}
    notes = []
    for column in columns:
        if column.name in names:
            continue
        if column.name in reasons:
            why = reasons[column.name]
        elif names_a_summary(column.name) and has_fractions(column):
            why = "by its name it is a summary of votes, not a model; if it is one, rename it."
        elif describes_the_case(column.name) and has_fractions(column):
            why = _DESCRIBES
        elif has_fractions(column) and names_a_weight(column.name, not holds_fractions(column)):
            why = "by its name it says how much a row counts; here each row counts the same."
        elif are_labels and holds_fractions(column):
            why = (
                "it holds fractions beside predicted labels. To use probabilities, give a column "
                "for each model"
                + (" in place of its labels." if len(truth.levels) == 2 else " and each class.")
            )
        elif holds_fractions(column):
            why = "it holds fractions, but there is no such column for each class."
        else:
            why = no_model(column, truth) or (
                "the names of others say that they hold predictions, and its name does not. If it "
                f"holds predicted labels, name it {f'pred_{column.name}'!r}."
                if are_labels
                else "it has predicted labels of a model whose probabilities are used."
                if any(same_model(column.name, one.name) for one in used)
                else "it has predicted labels where the others have probabilities; give all models "
                "labels, or all of them probabilities."
            )
        cases = repeated_cases(column, truth) if asks_for_groups and GROUP not in why else ""
        notes.append(f"Column {column.name!r} is left out: {why} {cases}".rstrip())
    return notes


def _without_roles(column: Column, reason: str) -> str:
    """Return the reason for a role without the advice to choose another: votes have no roles."""
    reason = reason.partition(" Choose ")[0]
    if len(column.levels) == column.n_present:
        return reason
    return (
        f"{reason} Take it as the groups of rows, or name it {GROUP!r}, to keep the rows of one "
        f"case on one side of every split. {NOT_RENAMED}"
    )


def first_values(column: Column) -> str:
    """Return the first three values as text, and how many more there are."""
    more = "" if len(column.levels) <= 3 else f" and {len(column.levels) - 3} more"
    return ", ".join(shown(level) for level in column.levels[:3]) + more


def _hint_of_part(column: Column) -> str:
    """Return how to write a column that seems to say which rows are for testing; "" for others."""
    if not {level.strip().lower() for level in column.levels} <= _WORDS_OF_PARTS:
        return ""
    if fitted := [level for level in column.levels if names_training(level)]:
        return (
            f" If the models were trained on the rows {fitted[0]!r}, leave these rows out of the "
            f"file. To say which of the other rows test the ensemble, name it {PART!r} and write "
            f"{' or '.join(PARTS)} in every row."
        )
    return (
        f" If it says which rows test the ensemble, name it {PART!r} and write "
        f"{' or '.join(PARTS)} in every row."
    )
