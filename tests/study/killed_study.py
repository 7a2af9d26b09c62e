"""Run as a script: a study that is killed at random moments and run again.

    python tests/study/killed_study.py FILE KILLS

Every run is a forked process which is ended by SIGKILL. Prints one line for each task that a run
begins although its records were stored before, and the number of runs that were killed before
their end.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.study import run as running
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.recipe import StudyRecipe

RECIPE = StudyRecipe(
    ("glass", "sonar"), methods=("uniform_vote", "l2dwk"), folds=40, n_members=5, measures=False
)


def stored(path):
    """Return the tasks that are stored."""
    if not Path(path).is_file():
        return set()
    with StudyFile(path) as file:
        return {task for study in file.studies() for task in file.finished(study)}


def one_run(path):
    """Run the study in this process. Say when a stored task is computed again."""
    before, compute = stored(path), running.run_task

    def watched(recipe, task, data):
        if task in before:
            sys.stdout.write(f"twice: {task}\n")
            sys.stdout.flush()
        return compute(recipe, task, data)

    running.run_task = watched
    running.run_study(RECIPE, path, n_jobs=1)


def main(path, kills):
    """Kill *kills* runs at random moments, then let one come to its end."""
    draw, killed, lost = random.Random(0), 0, 0
    begun = time.monotonic()
    for attempt in range(kills + 1):
        child = os.fork()
        if child == 0:
            one_run(path)
            os._exit(0)
        if attempt < kills:
            before = len(stored(path))
            # Long enough for some tasks, short enough that kills are spread over the whole study.
            while len(stored(path)) < min(before + 1, len(RECIPE.tasks())):
                time.sleep(0.01)
                if time.monotonic() - begun > 300:
                    break
            time.sleep(draw.random() * 0.05)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.WIFSIGNALED(status)
        lost += not os.WIFSIGNALED(status) and os.WEXITSTATUS(status) != 0
    sys.stdout.write(f"killed {killed}, failed {lost}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
