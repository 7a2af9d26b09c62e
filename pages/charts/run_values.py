"""Values that depend on a run alone and that several figures need. Each is computed once.

This module does not import Streamlit, because worker processes make figures too.
"""

from __future__ import annotations

import numpy as np

from l2dwk_core.runs.plane import PairCloud, PlanePoint
from l2dwk_core.runs.run import PreparedRun, Run
from pages.runtime.object_cache import cached_on


def row_names(run: Run) -> list[str]:
    """Return a name for each weighting row.

    It has the row's number in its file (``Dataset.numbers_of``), its class, and whether its label
    was flipped.
    """
    return cached_on(run.prepared, "row names", lambda: _row_names(run.prepared))


def _row_names(prepared: PreparedRun) -> list[str]:
    rows = prepared.weighting_rows
    names = [
        f"row {number}{' (flipped)' if flipped else ''} · {prepared.labels[row]}"
        for number, row, flipped in zip(
            prepared.dataset.numbers_of(rows), rows, prepared.flipped, strict=True
        )
    ]
    if len(set(rows.tolist())) == len(rows):
        return names
    drawn: dict[str, int] = {}
    for place, name in enumerate(names):
        drawn[name] = drawn.get(name, 0) + 1
        if drawn[name] > 1:
            names[place] = f"{name} (draw {drawn[name]})"
    return names


def difficulty(run: Run) -> np.ndarray:
    """Return the share of the members that are wrong on each weighting row.

    Only members that may judge the row count.
    """
    return run.oracle.difficulty


def pair_cloud(run: Run, rows: str) -> PairCloud:
    """Return pairs of members on the "test" or the "weighting" rows; the same for every λ."""
    oracle = run.test_oracle if rows == "test" else run.oracle
    return cached_on(oracle, "pair cloud", lambda: run.pair_cloud(rows))


def uniform_point(run: Run, rows: str) -> PlanePoint:
    """Return diversity and accuracy of the uniform vote of the same members."""
    oracle = run.test_oracle if rows == "test" else run.oracle
    soft = run.settings.outputs == "probabilities"
    return cached_on(oracle, ("uniform", soft), lambda: run.uniform_point(rows))
