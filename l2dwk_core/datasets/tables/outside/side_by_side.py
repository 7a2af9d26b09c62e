"""Two tables side by side in one sheet, with an empty column between them."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.columns import Column

_LEAST_COLUMNS = 2


def side_by_side_note(columns: Sequence[Column], names: Sequence[str]) -> list[str]:
    """Return a note on columns without values and without one of the *names* that the file states,
    with two columns or more on each side: these may be tables of their own."""
    parts: list[list[Column]] = [[]]
    for column, name in zip(columns, names, strict=True):
        if name.strip() or column.n_present:
            parts[-1].append(column)
        elif parts[-1]:
            parts.append([])
    parts = [part for part in parts if part]
    if len(parts) < 2 or min(map(len, parts)) < _LEAST_COLUMNS:
        return []
    shown = " and ".join(f"{part[0].name!r} to {part[-1].name!r}" for part in parts[:3])
    return [
        f"An empty column stands between the columns {shown}. If they are tables of their own side "
        "by side, their rows were joined and need not belong together: keep one table in the file."
    ]
