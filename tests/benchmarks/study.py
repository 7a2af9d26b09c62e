"""How well a study uses two cores, and how much of its time is neither fitting nor predicting.

    python tests/benchmarks/study.py            # 40 tasks, with one and with two processes
    python tests/benchmarks/study.py --repeats 5

Both runs alternate, so that a busy moment meets both; medians are printed. The goals: with two
processes at least 1.7 times as fast, and at most 15 % of the time of one process for everything
else (folds, measures of diversity, storing). Starting the processes is part of the time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.study.outcome import StudyOutcome
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.run import run_study

RECIPE = StudyRecipe(
    ("glass", "sonar", "heart-c", "vehicle"),
    methods=("uniform_vote", "single_best", "l2dwk", "l2dwk_cv", "gasen", "forward_selection"),
    folds=10,
    n_members=101,
)
LEAST_RATIO, MOST_REST = 1.7, 0.15


def working_seconds(outcome: StudyOutcome) -> float:
    """Return the seconds for fitting and predicting. What methods share counts once."""
    shared = {
        (r.dataset, r.pool, r.repeat, r.fold, r.weighting, r.seconds_members)
        for r in outcome.records
    }
    own = sum(r.seconds_fit + r.seconds_predict for r in outcome.records)
    return own + sum(seconds for *_, seconds in shared)


def main() -> None:
    """Print both ratios, and exit with 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    seconds: dict[int, list[float]] = {1: [], 2: []}
    rest = []
    print(f"{len(RECIPE.tasks())} tasks, {options.repeats} times each")
    for _ in range(options.repeats):
        for n_jobs in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                begun = time.perf_counter()
                outcome = run_study(RECIPE, Path(folder) / "study.db", n_jobs=n_jobs)
                took = time.perf_counter() - begun
            seconds[n_jobs].append(took)
            if n_jobs == 1:
                rest.append(1 - working_seconds(outcome) / took)
            print(f"{n_jobs} process{'es' * (n_jobs > 1)}: {took:.1f} s", flush=True)
    ratio = statistics.median(seconds[1]) / statistics.median(seconds[2])
    share = statistics.median(rest)
    print(f"two processes are {ratio:.2f} times as fast (goal: {LEAST_RATIO} or more)")
    print(f"neither fitting nor predicting: {share:.1%} (goal: {MOST_REST:.0%} or less)")
    sys.exit(ratio < LEAST_RATIO or share > MOST_REST)


if __name__ == "__main__":
    main()
