"""A study for a page: in one process, with its progress in words and the results so far."""

from __future__ import annotations

import time
from collections.abc import Callable

from l2dwk_core.datasets import Dataset
from l2dwk_core.study.outcome import StudyOutcome
from l2dwk_core.study.progress import StudyProgress
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.run import read_study, run_study
from l2dwk_core.study.writer import BusyFileError

PATIENCE = 5.0
"""Seconds to wait for the file: a study that was cancelled just now may not have ended yet."""


def small_study(
    *,
    dataset: str | Dataset,
    study: StudyRecipe,
    own: str,
    file: str,
    progress: Callable[[str, int, int], None],
    on_change: Callable[[StudyOutcome], None],
) -> StudyOutcome:
    """Return the records of a study, computed one task after another. What its file has already is
    not computed again.

    Parameters
    ----------
    dataset
        The table or the votes that the study calls *own*; not used when *own* is empty.
    study, file
        As in ``run_study``.
    progress
        Called with what was finished last, and how many of how many tasks are.
    on_change
        Called with the records so far after every task.
    """

    def say(state: StudyProgress) -> None:
        last = state.last
        # Places, not names: a name may be a user's own words.
        what = "begins"
        if last is not None:
            place = study.datasets.index(last.dataset) + 1
            what = f"dataset {place} of {len(study.datasets)}, fold {last.fold + 1} is finished"
        progress(what, state.done, state.total)
        if last is not None:
            on_change(read_study(file, study))

    given = {own: dataset} if own and not isinstance(dataset, str) else {}
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            return run_study(study, file, data=given, n_jobs=1, progress=say)
        except BusyFileError:
            if time.monotonic() > limit:
                raise
        time.sleep(0.1)
