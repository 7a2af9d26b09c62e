"""How far a running study is, and how long it may still take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from l2dwk_core.study.recipe import StudyRecipe, Task
from l2dwk_core.study.task import TaskResult


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is.

    ``done`` of ``total`` tasks are stored, ``new`` of them by this run; ``last`` is the task that
    was stored last (None at the beginning); ``seconds_left`` is an estimate from the seconds of
    finished tasks, None while there is none.
    """

    done: int
    total: int
    new: int
    last: Task | None
    seconds_left: float | None


class RunningStudy:
    """Counts finished tasks, and estimates how long the others take."""

    def __init__(
        self,
        recipe: StudyRecipe,
        n_rows: Mapping[str, int],
        finished: Mapping[Task, float],
        progress: Callable[[StudyProgress], None] | None,
    ) -> None:
        self._tasks, self._n_rows, self._progress = recipe.tasks(), n_rows, progress
        wanted = set(self._tasks)
        self._seconds = {task: s for task, s in finished.items() if task in wanted}
        self._new = 0

    def add(self, result: TaskResult) -> None:
        """Count a task that was stored just now."""
        self._seconds[result.task] = result.seconds
        self._new += 1
        self.say(result.task)

    def say(self, last: Task | None) -> None:
        """Report how far the study is."""
        if self._progress is not None:
            left = self._left()
            self._progress(
                StudyProgress(len(self._seconds), len(self._tasks), self._new, last, left)
            )

    def _left(self) -> float | None:
        """Return the seconds the missing tasks will take one after another, from finished ones of
        the same dataset and base ensemble, or else by the number of rows."""
        if not self._seconds:
            return None
        known: dict[tuple[str, str], list[float]] = {}
        for task, seconds in self._seconds.items():
            known.setdefault((task.dataset, task.pool), []).append(seconds)
        a_row = sum(self._seconds.values()) / sum(self._n_rows[t.dataset] for t in self._seconds)
        total = 0.0
        for task in self._tasks:
            if task not in self._seconds:
                alike = known.get((task.dataset, task.pool))
                total += float(np.mean(alike)) if alike else a_row * self._n_rows[task.dataset]
        return total
