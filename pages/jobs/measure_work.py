"""The measuring of members, in a process beside the server where it takes long.

A worker imports this module, so it does not import Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.clusters import cluster_order
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.studies.subensembles import (
    Predictions,
    SubensembleStudy,
    predictions,
    study_subensembles,
)
from pages.jobs.worker import KeptWorker, in_process

MAX_SECONDS_HERE = 1.0
"""Estimated time up to which members are measured in the page itself, in seconds. On two
cores of an AMD EPYC they took a third to two thirds of the estimate."""


@dataclass(frozen=True)
class Measurement:
    """What is measured: ``measure()``, which a process can be sent.

    ``key`` says what is measured of which votes on the dataset. Equal keys, equal results.
    """

    dataset: str
    key: Hashable
    measure: Callable[[], Any] = field(compare=False, repr=False)


def measure_here(measure: Callable[[], Any], **others: object) -> Any:
    """Return the result, computed here. ``others``: what a queue, or a worker, says beside."""
    del others
    return measure()


def measure_beside(
    kept: KeptWorker, *, measure: Callable[[], Any], progress: Callable[..., None], **others: object
) -> Any:
    """Return the same, computed in a process."""
    del others
    return in_process(measure_here, kept=kept, measure=measure, progress=progress)


def measured_pairs(name: str, outputs: NDArray[Any]) -> tuple[Floats, NDArray[np.intp]]:
    """Return a measure of every pair, (L, L), and the members in an order that puts alike ones side
    by side, (L,)."""
    measure = MEASURES[name]
    matrix = measure.matrix(outputs)
    return matrix, cluster_order(matrix, measure.direction)


def measured_subensembles(
    measured: Oracle, scored: Oracle, **choices: Any
) -> tuple[SubensembleStudy, Predictions]:
    """Return ``study_subensembles`` of these votes, and the rank correlations."""
    study = study_subensembles(measured, scored, **choices)
    return study, predictions(study)


def bare(oracle: Oracle) -> Oracle:
    """Return a copy without the values computed from the votes, which may be large, and without
    probabilities, which no measure uses."""
    return replace(oracle, soft=None, probabilities=None)
