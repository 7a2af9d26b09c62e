"""Run a study: what is missing in its file is computed, and stored task by task."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import joblib

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.pools.processes import end_with
from l2dwk_core.study.cluster import workers
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.identity import digest, versions
from l2dwk_core.study.outcome import StudyOutcome
from l2dwk_core.study.progress import RunningStudy, StudyProgress
from l2dwk_core.study.recipe import StudyRecipe, Task, check_datasets
from l2dwk_core.study.rows import check_folds_of, notes_of
from l2dwk_core.study.task import TaskResult, run_task
from l2dwk_core.study.writer import only_writer


def run_study(
    recipe: StudyRecipe,
    file: str | Path,
    *,
    data: Mapping[str, Dataset] | None = None,
    n_jobs: int | None = -1,
    scheduler: str | None = None,
    progress: Callable[[StudyProgress], None] | None = None,
) -> StudyOutcome:
    """Compute the tasks of a study that its file does not have yet, and return all its records.

    It may be ended at any moment: at most the tasks that are being computed are lost. A change of
    the recipe, apart from the list of datasets, or of the versions of the packages begins another
    study in the same file.

    Parameters
    ----------
    recipe
        What to compute.
    file
        See ``StudyFile``.
    data
        Tables or votes by name, for names that are not in the catalogue.
    n_jobs
        Processes; None for one, −1 for all cores. The records do not depend on it.
    scheduler
        Address of a Dask scheduler, whose workers compute instead.
    progress
        Called at the beginning and after every stored task; an exception it raises ends the run.

    Raises
    ------
    InputError
        An unknown dataset, rows that cannot be split, a file that cannot be used or in which
        another study is running, or a scheduler that does not answer.
    """
    given = dict(data or {})
    check_datasets(recipe.datasets, given)
    tables = {name: _table(name, given) for name in recipe.datasets}
    for name, table in tables.items():
        check_folds_of(name, table, recipe.folds)
    with StudyFile(file) as stored, only_writer(stored):
        study = stored.study(recipe, versions())
        for name, table in tables.items():
            stored.note_dataset(study, name, digest(table), notes_of(table, recipe.folds))
        finished = stored.finished(study)
        missing = [task for task in recipe.tasks() if task not in finished]
        running = RunningStudy(recipe, {n: len(t.y) for n, t in tables.items()}, finished, progress)
        running.say(None)
        if missing:
            with workers(n_jobs, scheduler):
                for result in _results(recipe, missing, given):
                    stored.add(study, result)
                    running.add(result)
        return _outcome(stored, study)


def read_study(file: str | Path, recipe: StudyRecipe | None = None) -> StudyOutcome:
    """Return what a file holds of a study, finished or not; of the only one it has, when no recipe
    is given.

    Raise ``InputError`` when it has no such study, or several.
    """
    with StudyFile(file, read_only=True) as stored:
        known = stored.studies()
        fitting = [n for n, (other, _) in known.items() if recipe in (None, other)] or [
            n for n, (other, _) in known.items() if recipe is not None and other.key == recipe.key
        ]
        if len(fitting) != 1:
            listed = "; ".join(f"{n}: {other.command()}" for n, (other, _) in known.items())
            raise InputError(
                f"{str(file)!r} has {counted(len(fitting), 'study', 'studies')} of this kind; "
                f"there must be one. It holds {listed or 'none'}."
            )
        return _outcome(stored, fitting[0])


def _outcome(stored: StudyFile, study: int) -> StudyOutcome:
    recipe, known = stored.studies()[study]
    return StudyOutcome(
        recipe,
        known,
        stored.records(study),
        stored.notes(study),
        sum(stored.finished(study).values()),
    )


def _table(name: str, given: Mapping[str, Dataset]) -> Dataset:
    return given[name] if name in given else load_dataset(name)


def _results(
    recipe: StudyRecipe, tasks: Iterable[Task], given: Mapping[str, Dataset]
) -> Iterable[TaskResult]:
    """Compute tasks, and yield each as soon as it is finished."""
    parent = os.getpid()
    jobs = (
        joblib.delayed(_computed)(recipe, task, given.get(task.dataset), parent) for task in tasks
    )
    parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
    with closing(parallel(jobs)) as results:
        yield from results


def _computed(recipe: StudyRecipe, task: Task, data: Dataset | None, parent: int) -> TaskResult:
    if os.getppid() == parent:
        end_with(parent)
    return run_task(recipe, task, _loaded(task.dataset) if data is None else data)


@lru_cache(maxsize=2)
def _loaded(name: str) -> Dataset:
    return load_dataset(name)
