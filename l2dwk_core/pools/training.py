"""What the builders of base ensembles share: their result, and growing with reports in between."""

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

# Between two reports, and so between a wish to cancel and the end of the work.
_SECONDS_PER_CHUNK = 0.4


@dataclass(frozen=True, eq=False)
class TrainedMembers:
    """What a builder hands over.

    Attributes
    ----------
    members, member_encodings
        Fitted estimators and how to ask each.
    encoders
        By view name, fitted on the training rows.
    out_of_bag
        ``(n_train, n_members)`` bool or None.
    own_weights
        ``(n_members,)`` weights the method itself votes with, or None for equal ones.
    notes
        What went differently from what was asked, one line each.
    names
        Of the members; empty where they have none but their numbers.
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
    """Call ``train_up_to(n)`` with n rising to *total*, reporting in between.

    Chunks follow the clock; that is safe because members do not depend on the chunking.
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
    """A reporter to call before each member; speaks a few times a second."""
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
