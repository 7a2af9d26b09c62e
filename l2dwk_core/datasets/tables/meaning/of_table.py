"""What the columns of a table mean together: which are no inputs, and what else is to be known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.model_outputs import model_outputs


def with_meaning(columns: Sequence[Column]) -> tuple[list[Column], list[str]]:
    """Return the columns, with ``no_input`` where it is so, and notes about the table."""
    why = model_outputs(columns)
    return [replace(c, no_input=why.get(c.name, "")) if c.name in why else c for c in columns], []
