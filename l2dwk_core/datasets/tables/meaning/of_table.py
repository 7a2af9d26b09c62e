"""What the columns of a table mean together: which are no inputs, and what else is to be known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.blocks import filled_in_blocks
from l2dwk_core.datasets.tables.meaning.counts import counts_of_cases
from l2dwk_core.datasets.tables.meaning.model_outputs import model_outputs

# As pyarrow calls an index of pandas that has no name.
_INDEX = re.compile(r"__index_level_[0-9]+__")


def with_meaning(columns: Sequence[Column]) -> tuple[list[Column], list[str]]:
    """Return the columns, with ``no_input`` where it is so, and notes about the table."""
    why, notes = model_outputs(columns), filled_in_blocks(columns)
    if counts := counts_of_cases(columns):
        name, note = counts
        why[name] = "It seems to hold counts of cases, one row for each combination of the others."
        notes.append(note)
    for column in columns:
        if _INDEX.fullmatch(column.name.strip()):
            why[column.name] = "By its name it is an index of the rows, as pandas writes it."
    return [replace(c, no_input=why[c.name]) if c.name in why else c for c in columns], notes
