"""Code shared by the functions that train base ensembles: their result, and progress reports."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from l2dwk_core.datasets.encoding import TableEncoder
from l2dwk_core.pools.member_predictions import MemberEncoding

Progress = Callable[[int, int], None]
CodeArray = npt.NDArray[np.intp]

# The time between two reports. The work can be cancelled only at a report.
_SECONDS_PER_CHUNK = 0.4


@dataclass(frozen=True, eq=False)
class TrainedMembers:
    """The result of a function that trains a base ensemble.

    Attributes
    ----------
    members, member_encodings
        The fitted estimators, and what is needed to compute the answers of each.
    encoders
        The encoders by the name of the view, fitted on the training rows.
    out_of_bag
        ``(n_train, n_members)`` bool or None.
    own_weights
        ``(n_members,)`` weights with which the method itself votes; None when they are equal.
    notes
        One line for each thing that was done differently from what was asked.
    names
        The names of the members; empty when they have only numbers.
    """

    members: tuple[Any, ...]
    member_encodings: tuple[MemberEncoding, ...]
    encoders: Mapping[str, TableEncoder]
    out_of_bag: npt.NDArray[np.bool_] | None = None
    own_weights: npt.NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def train_in_chunks(
    total: int, n_jobs: int | None, train_up_to: Callable[[int], None], progress: Progress | None
) -> None:
    """Call ``train_up_to(n)`` with increasing n up to *total*, with a progress report after each
    call.

    The step in n depends on the time used. The members do not depend on the steps.
    """
    if progress is None:
        train_up_to(total)
        return
    workers = int(joblib.effective_n_jobs(n_jobs))
    done, size = 0, workers
    progress(0, total)
    while done < total:
        start = time.perf_counter()
        done = min(done + size, total)
        train_up_to(done)
        progress(done, total)
        pace = _SECONDS_PER_CHUNK / max(time.perf_counter() - start, 1e-6)
        size = max(workers, int(size * min(pace, 4.0)))


def timed_report(progress: Progress | None, total: int) -> Callable[[], None] | None:
    """Return a function to call before each member; it reports a few times a second."""
    if progress is None:
        return None
    begun, next_report = -1, 0.0

    def report() -> None:
        nonlocal begun, next_report
        begun += 1
        now = time.perf_counter()
        if now >= next_report:
            progress(begun, total)
            next_report = now + _SECONDS_PER_CHUNK

    return report
