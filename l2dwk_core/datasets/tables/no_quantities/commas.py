"""A note on few numbers with a decimal comma that may be several choices in a cell."""

from __future__ import annotations

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import MAX_NUMERIC_CLASSES
from l2dwk_core.datasets.tables.no_quantities.choices import CHOICES


def commas_note(column: Column, delimiter: str, points: bool) -> str:
    """Return a note on a column of a few numbers with a decimal comma that may be choices, or "":
    in a file with commas between its cells, or with decimal points (*points*)."""
    if column.declared or column.decimal != "," or not (points or delimiter == ","):
        return ""
    shown = [level for level in column.levels if "," in level]
    if len(column.levels) > MAX_NUMERIC_CLASSES or not all(map(CHOICES.fullmatch, shown)):
        return ""
    # Halves, such as 0,5 and 1,5, are no choices.
    ends = {level.rpartition(",")[2] for level in shown}
    if len(ends) < 2 or column.n_numbers < column.n_present:
        return ""
    return (
        f"Numbers of {column.name!r} are read with a decimal comma: {shown[0]!r} is "
        f"{shown[0].replace(',', '.')}. If such cells name several choices, the role symbolic "
        "keeps them."
    )
