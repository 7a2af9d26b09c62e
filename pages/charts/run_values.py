"""What follows from a run alone and serves several figures; made once, whoever asks. Nothing of
Streamlit: figures are made in other processes as well."""

from __future__ import annotations

import numpy as np

from l2dwk_core.figures.lab.rounds_plane import UniformPoint
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import uniform_vote
from l2dwk_core.runs.plane import PairCloud
from l2dwk_core.runs.run import PreparedRun, Run
from pages.runtime.object_cache import cached_on


def row_names(run: Run) -> list[str]:
    """What to call each weighting row: its number in the dataset and its class, and
    whether that label was flipped."""
    return cached_on(run.prepared, "row names", lambda: _row_names(run.prepared))


def _row_names(prepared: PreparedRun) -> list[str]:
    rows = prepared.weighting_rows
    names = [
        f"row {row}{' (flipped)' if flipped else ''} · {prepared.labels[row]}"
        for row, flipped in zip(rows, prepared.flipped, strict=True)
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
    """Share of the members that may judge a weighting row and are wrong on it."""
    return run.oracle.difficulty


def pair_cloud(run: Run, rows: str) -> PairCloud:
    """Pairs of members on the "test" or the "weighting" rows, the same for every λ."""
    oracle = run.test_oracle if rows == "test" else run.oracle
    return cached_on(oracle, "pair cloud", lambda: run.pair_cloud(rows))


def uniform_point(run: Run, rows: str) -> UniformPoint:
    """Where the uniform vote of the same members stands on the plane."""
    oracle = run.test_oracle if rows == "test" else run.oracle
    soft = run.settings.outputs == "probabilities"
    return cached_on(oracle, ("uniform", soft), lambda: _uniform_point(oracle, soft))


def _uniform_point(oracle: Oracle, soft: bool) -> UniformPoint:
    vote = uniform_vote(oracle, soft=soft)
    return UniformPoint(vote.diversity, vote.accuracy)
