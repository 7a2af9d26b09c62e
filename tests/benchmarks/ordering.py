"""How long ordering, search and clustering methods take, and kappa pruning beside PyPruning.

Run from the project folder::

    python tests/benchmarks/ordering.py

PyPruning needs packages this project does not, so it lives in an environment of its own; name that
environment's interpreter in the variable ``L2DWK_PYPRUNING_PYTHON``. Without it the peer's column
says that it is absent. The peer ranks each member by its least kappa with any other, which is not
kappa pruning but costs the same pairs; where it runs, those least kappas are compared with ours.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core import Oracle, train_pool
from l2dwk_core.combiners import COMBINERS, CombinerInput
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.combiners.ordering.kappa_pruning import KappaPruning
from l2dwk_core.combiners.pairwise import label_kappa_matrix

PEER_VARIABLE = "L2DWK_PYPRUNING_PYTHON"
N_ROWS, N_MEMBERS, SIZE = 1000, 301, 21

# What brings a method to 21 members; methods without such a number choose it themselves.
_SIZES: dict[str, dict[str, object]] = {
    "diversity_share": {"share": SIZE / N_MEMBERS},
    "forward_selection": {"rounds": SIZE, "n_initial": 0, "n_bags": 1},
}

# Runs inside the peer's environment: reads one-hot votes, prints the least kappa of every member
# and the CPU seconds of its pruning from all members to 20.
_PEER_SCRIPT = """
import json, sys, time
import numpy as np
from PyPruning.RankPruningClassifier import RankPruningClassifier, individual_kappa_statistic
data = np.load(sys.argv[1])
votes, truth = data["votes"], data["truth"]
pruner = RankPruningClassifier(n_estimators=20, metric=individual_kappa_statistic, n_jobs=1)
start = time.process_time()
pruner.prune_(votes, truth)
seconds = time.process_time() - start
least = [float(individual_kappa_statistic(i, votes, truth)) for i in range(5)]
print(json.dumps([least, seconds]))
"""


@dataclass(frozen=True)
class Row:
    """One line of the table; ``reached`` is None where the goal cannot be judged."""

    work: str
    seconds: float
    goal: str
    reached: bool | None
    remark: str = ""

    def __str__(self) -> str:
        verdict = {True: "reached", False: "MISSED", None: "not compared"}[self.reached]
        return (
            f"{self.work:<66} {self.seconds * 1e3:10.2f} ms   goal {self.goal}: {verdict}"
            f"{'   ' if self.remark else ''}{self.remark}"
        )


def cpu_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Median CPU time (all threads together) after one run that does not count."""
    work()
    found = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return statistics.median(found)


def ensemble(n_classes: int) -> CombinerInput:
    """Members that are right more often on easy rows."""
    rng = np.random.default_rng(n_classes)
    truth = rng.integers(0, n_classes, size=N_ROWS)
    right = rng.random((N_ROWS, N_MEMBERS)) < 0.4 + 0.55 * rng.random((N_ROWS, 1))
    other = (truth[:, None] + rng.integers(1, n_classes, size=right.shape)) % n_classes
    return CombinerInput(Oracle.from_predictions(np.where(right, truth[:, None], other), truth))


def digits() -> CombinerInput:
    """100 bagged trees trained on one half of the digits, judged on the other."""
    X, y = load_digits(return_X_y=True)
    pool = train_pool(X[::2], y[::2], n_members=100, seed=0)
    return CombinerInput(Oracle.from_predictions(pool.predict_labels(X[1::2]), y[1::2]))


def peer_answer(oracle: Oracle) -> tuple[list[float], float] | None:
    """The peer's least kappas of the first members and its CPU seconds; None when absent."""
    interpreter = os.environ.get(PEER_VARIABLE)
    if not interpreter:
        return None
    one_hot = (oracle.codes.T[:, :, None] == np.arange(len(oracle.classes))).astype(float)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "votes.npz")
        np.savez(data, votes=one_hot, truth=oracle.label_codes.astype(np.intp))
        command = [interpreter, "-c", _PEER_SCRIPT, str(data)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    least, seconds = json.loads(printed)
    return least, seconds


def kappa_row() -> Row:
    """Kappa pruning of 100 members to 20 on digits."""
    inputs = digits()
    seconds = cpu_seconds(lambda: KappaPruning(size=20).combine(inputs), repeats=15)
    peer = peer_answer(inputs.oracle)
    work = f"kappa_pruning 100 → 20, digits, N = {inputs.oracle.n_rows}"
    if peer is None:
        return Row(work, seconds, "≥ 1000 ×", None, "peer absent")
    least, theirs = peer
    kappa = label_kappa_matrix(inputs.oracle)
    np.fill_diagonal(kappa, np.inf)
    np.testing.assert_allclose(np.nanmin(kappa, axis=1)[: len(least)], least, rtol=1e-9)
    ratio = theirs / seconds
    return Row(
        work, seconds, "≥ 1000 ×", ratio >= 1000, f"PyPruning {theirs:.1f} s, {ratio:,.0f} ×"
    )


def method_rows(n_classes: int) -> list[Row]:
    """Every method of the three families at L = 301, N = 1000."""
    inputs = ensemble(n_classes)
    rows = []
    for key, info in COMBINERS.items():
        if info.family not in ("ordering", "search", "clustering"):
            continue
        names = [parameter.name for parameter in info.parameters]
        chosen = _SIZES.get(key, {"size": SIZE} if "size" in names else {})
        method = info.create(**chosen)
        limit = 0.5 if info.family == "ordering" else 60.0
        seconds = cpu_seconds(
            lambda method=method: method.combine(inputs), 5 if info.family == "ordering" else 1
        )
        kept = len(method.combine(inputs).selected)
        work = f"{key}, {n_classes} classes, 301 → {kept}"
        rows.append(Row(work, seconds, f"< {limit:g} s", seconds < limit))
    seconds = cpu_seconds(lambda: ForwardSelection().combine(inputs), 1)
    work = f"forward_selection as it comes (20 bags), {n_classes} classes"
    rows.append(Row(work, seconds, "< 60 s", seconds < 60))
    seconds = cpu_seconds(lambda: COMBINERS["reduce_error_backfitting"].create().combine(inputs), 1)
    work = f"reduce_error_backfitting as it comes, {n_classes} classes"
    rows.append(Row(work, seconds, "< 60 s", seconds < 60))
    return rows


def main() -> int:
    """Print the table; 1 when a goal that could be judged was missed."""
    if not os.environ.get(PEER_VARIABLE):
        print(f"PyPruning is absent: set {PEER_VARIABLE} to an interpreter that can import it.\n")
    missed = False
    for rows in ([kappa_row()], method_rows(2), method_rows(10)):
        for row in rows:
            print(row, flush=True)
            missed = missed or row.reached is False
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
