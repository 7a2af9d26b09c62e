"""Rows that stand more than once in a table, which tests take for as many cases."""

from __future__ import annotations

from typing import Any

import pandas as pd

from l2dwk_core.common.text import agreeing, counted

MANY = 0.2
"""Share of rows from which on copies are worth a note."""


def copies_notes(X: pd.DataFrame, y: Any, all_columns: bool = True) -> list[str]:
    """Return a note on rows that stand again, class included, where these are ``MANY``. Unless X
    has *all_columns* of a table, the rows may differ in the others, such as a number of the case.
    """
    # Columns by their places: two may have one name.
    table = X.set_axis(range(X.shape[1]), axis=1).assign(**{"class": y})
    copies = int(table.duplicated().sum())
    if copies < MANY * len(table):
        return []
    where = "" if all_columns else " in the columns used"
    return [
        f"{counted(copies, 'row')} of {len(table)} {agreeing(copies, 'is', 'are')} exact copies of "
        f"others{where}, class included. If they are not cases of their own, copies stand on both "
        "sides of a split, accuracies are too high and differences are claimed too easily: keep "
        "one of each."
    ]
