"""How fast a library of models is trained and judged out of fold.

    python tests/benchmarks/library.py            # about a minute
    python tests/benchmarks/library.py --quick    # fewer rows

Beside the seconds stands how busy the processors were: processor time of the processes that fit
models, over elapsed time and the number of processors; and the same with the time in which they
waited for a processor that other programs used. It reads Linux's /proc.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from joblib import cpu_count
from sklearn.datasets import make_classification

from l2dwk_core.oracle.out_of_fold import train_out_of_fold
from l2dwk_core.pools.recipe import PoolRecipe

GOAL_SECONDS, GOAL_BUSY = 60.0, 0.85


def processor_seconds() -> tuple[float, float]:
    """Processor time of the processes that fit models so far, and the same with the time in which
    they were ready and other programs had the processors."""
    tasks = [path for process in _children() for path in Path("/proc", process, "task").iterdir()]
    running = waiting = 0.0
    for task in tasks:
        on, ready = (task / "schedstat").read_text().split()[:2]
        running += float(on) / 1e9
        waiting += float(ready) / 1e9
    return running, running + waiting


def _children() -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:  # it has ended
            continue
        if parent == str(os.getpid()):
            found.append(stat.parent.name)
    return found


def library_with_folds(n_rows: int) -> None:
    """All models of the library on 20 columns, 5 folds and the fit on all rows."""
    X, y = make_classification(n_rows, 20, n_informative=6, flip_y=0.1, random_state=0)
    labels = np.array(["no", "yes"])[y]
    reports = [time.perf_counter()]
    begun, before = time.perf_counter(), processor_seconds()
    pool, fits = train_out_of_fold(
        X, labels, PoolRecipe("library"), 5, probabilities=True,
        progress=lambda *_: reports.append(time.perf_counter()),
    )  # fmt: skip
    seconds = time.perf_counter() - begun
    running, ready = (
        after - first for after, first in zip(processor_seconds(), before, strict=True)
    )
    share = seconds * cpu_count()
    print(
        f"library, 5 folds, {n_rows:,} rows × 20 columns: {seconds:.1f} s (goal ≤ "
        f"{GOAL_SECONDS:.0f}), {cpu_count()} processors {running / share:.0%} busy with it (goal ≥ "
        f"{GOAL_BUSY:.0%}), {ready / share:.0%} if nothing else had used them"
    )
    print(
        f"  {pool.n_members} models, {running:.1f} s of processor time, longest time between two "
        f"reports {np.diff(reports).max():.2f} s, load of the machine {os.getloadavg()[0]:.1f}"
    )
    right = (fits.codes == y[:, None]).mean(axis=0)
    print(f"  right out of fold: {right.min():.1%} to {right.max():.1%}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="300 rows instead of 1,000")
    library_with_folds(300 if parser.parse_args().quick else 1000)


if __name__ == "__main__":
    main()
