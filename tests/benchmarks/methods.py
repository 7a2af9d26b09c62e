"""How long every combiner takes to weigh 301 members by 1000 rows, and EPSDP's bound at 100.

Run from the project folder::

    python tests/benchmarks/methods.py            # every combiner
    python tests/benchmarks/methods.py qpd rse    # some

Data: scikit-learn's ``make_classification(2000, 20, n_informative=6, flip_y=0.15)``; members are
bagged CARTs trained on the first 1000 rows and judged by the other 1000. Times are medians of the
method alone: neither training nor the members' answers are in them.
"""

from __future__ import annotations

import os

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.datasets import make_classification

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, plurality
from l2dwk_core.pools.train_pool import train_pool

N_MEMBERS, N_ROWS, GOAL = 301, 1000, 60.0
# Ordering methods have a goal of their own: the whole order, cut at 21 of 301.
ORDERING_GOAL = 0.5
# Slow methods are run once: a median of three changes nothing about a goal of a minute.
SLOW = 5.0


@dataclass(frozen=True)
class Row:
    """One method's line: median seconds, its goal, members kept, and its own rows' vote error."""

    key: str
    seconds: float
    goal: float
    kept: int
    error: float
    remark: str = ""

    def __str__(self) -> str:
        verdict = "reached" if self.seconds < self.goal else "MISSED"
        return (
            f"{self.key:<28}{self.seconds:>10.4f} s{self.goal:>8.1f} s  {verdict:<9}"
            f"{self.kept:>5}{self.error:>9.3f}  {self.remark}"
        )


def make_input(n_members: int, seed: int = 0) -> CombinerInput:
    """The votes, probabilities and features described above."""
    X, y = make_classification(2 * N_ROWS, 20, n_informative=6, flip_y=0.15, random_state=seed)
    pool = train_pool(X[:N_ROWS], y[:N_ROWS], n_members=n_members, seed=seed)
    rows = X[N_ROWS:]
    oracle = Oracle.from_codes(pool.predict_codes(rows), y[N_ROWS:].astype(np.int16), pool.classes)
    return CombinerInput(oracle, pool.predict_proba(rows), rows)


def fresh(inputs: CombinerInput) -> CombinerInput:
    """The same inputs without anything an oracle may have kept from an earlier call."""
    oracle = inputs.oracle
    copy = Oracle.from_codes(oracle.codes, oracle.label_codes, oracle.classes)
    return CombinerInput(copy, inputs.probabilities, inputs.features)


def timed(key: str, inputs: CombinerInput, **parameters: object) -> tuple[float, Combination]:
    """Median seconds of three calls (one when slow), and the last answer."""
    seconds = []
    while True:
        given = fresh(inputs)
        start = time.perf_counter()
        found = COMBINERS[key].create(**parameters).combine(given)
        seconds.append(time.perf_counter() - start)
        if len(seconds) == 3 or seconds[-1] > SLOW:
            return statistics.median(seconds), found


def vote_error(inputs: CombinerInput, weights: np.ndarray) -> float:
    """Share of the weighting rows that the weighted vote gets wrong."""
    oracle = inputs.oracle
    winner, _ = plurality(class_votes(oracle.codes, weights, len(oracle.classes)))
    return float(np.mean(winner != oracle.label_codes))


def measured(key: str, inputs: CombinerInput) -> Row:
    """One line of the main table."""
    info = COMBINERS[key]
    # Methods that end where they like, or average whole orders, are held to the general goal.
    ordering = info.family == "ordering" and "size" in info.needs
    parameters = {"size": 21} if ordering else {}
    seconds, found = timed(key, inputs, **parameters)
    note = str(found.report.get("note", ""))
    goal = ORDERING_GOAL if ordering else GOAL
    error = vote_error(inputs, found.weights)
    return Row(key, seconds, goal, len(found.selected), error, note)


def main(keys: list[str]) -> int:
    """Print the tables; 1 when a goal is missed."""
    missed = False
    wanted = keys or list(COMBINERS)
    inputs = make_input(N_MEMBERS)
    header = f"{'method':<28}{'time':>12}{'goal':>10}  {'':<9}{'kept':>5}{'error':>9}"
    print(
        f"L = {N_MEMBERS}, N = {N_ROWS}, two classes; error on the rows it learned from\n{header}"
    )
    for key in wanted:
        row = measured(key, inputs)
        missed |= row.seconds >= row.goal
        print(row, flush=True)
    if "epsdp" in wanted:
        print(f"\nEPSDP with its bound, L = 100, N = {N_ROWS}\n{header}")
        part = CombinerInput(inputs.oracle.prefix(100))
        for size in (10, 25, 50):
            seconds, found = timed("epsdp", part, size=size)
            cost, bound = float(found.report["cost"]), float(found.report["bound"])
            missed |= seconds >= GOAL or cost < bound
            remark = (
                f"k = {size}: cost {cost:.4f}, bound {bound:.4f} ({cost / bound - 1:.2%} above)"
            )
            error = vote_error(part, found.weights)
            print(Row("epsdp", seconds, GOAL, len(found.selected), error, remark), flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
