"""Names that SAS gives to the columns that it adds to scored data.

Of the target ``BAD``: ``P_BAD1`` and ``P_BAD0`` are probabilities of its classes, ``I_BAD`` is the
predicted class ("into") and ``F_BAD`` the true one ("from"). ``U_``, ``R_``, ``V_``, ``EM_`` and
``_WARN_`` are other forms of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.scored_names import sas_target, sas_truth


def without_sas_names(columns: Sequence[Column], notes: list[str]) -> list[Column]:
    """Return the columns, those of probabilities named by "model" and the class, and without
    other forms of the same scores, with a note. Other tables are returned as they are."""
    names = [column.name for column in columns]
    target, truth = sas_target(names), sas_truth(names)
    if not target:
        return list(columns)
    others = {f"F_{target}", f"U_{target}", "_WARN_"} - {truth}
    left = [n for n in names if n in others or n.startswith((f"R_{target}", f"V_{target}", "EM_"))]
    shares = [name for name in names if name.startswith(f"P_{target}") and name != f"P_{target}"]
    notes.append(
        f"The names are those of SAS: {f'I_{target}'!r} is the predicted class of {target!r}"
        + (f", and {shares[0]!r} a probability" if shares else "")
        + (
            f". {counted(len(left), 'column')} ({', '.join(map(repr, left[:3]))}"
            f"{', …' if len(left) > 3 else ''}) {agreeing(len(left), 'says', 'say')} the same in "
            f"another way and {agreeing(len(left), 'is', 'are')} left out."
            if left
            else "."
        )
    )
    return [
        replace(column, name=f"model: {column.name.removeprefix(f'P_{target}').lstrip('_')}")
        if column.name in shares
        else column
        for column in columns
        if column.name not in left
    ]
