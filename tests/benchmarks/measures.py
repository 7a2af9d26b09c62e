"""How fast the diversity measures are, beside DESlib's pairwise loops on the same data.

Run from the project folder::

    python tests/benchmarks/measures.py

DESlib 0.3.7 needs an older scikit-learn than this project, so it lives in an environment of its
own; name that environment's interpreter in the variable ``L2DWK_DESLIB_PYTHON``. Without it the
peer's column says that it is absent. Where both run, their values are compared as well, and the
script fails when they differ. Times are CPU seconds on one thread: DESlib's loops use one, and the
threads of a matrix product that wait for a busy core would otherwise be counted as work.
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
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.diversity import MEASURES, measure_all

PEER_VARIABLE = "L2DWK_DESLIB_PYTHON"
PEER_NAMES = {
    "q_statistic": "Q_statistic",
    "correlation": "correlation_coefficient",
    "disagreement": "disagreement_measure",
    "double_fault": "double_fault",
}
ON_ORACLE = [name for name, measure in MEASURES.items() if measure.needs == "oracle"]

# Runs inside the peer's environment: reads labels and predictions, prints value and CPU seconds.
_PEER_SCRIPT = """
import json, sys, time
import numpy as np
from deslib.util import diversity
data = np.load(sys.argv[1])
truth, predictions = data["truth"], data["predictions"]
n = predictions.shape[1]
answer = {}
for name in sys.argv[2:]:
    seconds = []
    for _ in range(3):
        start = time.process_time()
        sums = diversity.compute_pairwise_diversity(truth, predictions, getattr(diversity, name))
        seconds.append(time.process_time() - start)
    # Every pair is added to both of its members.
    answer[name] = [float(sums.sum() / (n * (n - 1))), sorted(seconds)[1]]
print(json.dumps(answer))
"""


@dataclass(frozen=True)
class Row:
    """One line of the table: median CPU seconds of ours and of the peer, and the goal.

    ``no_peer`` says why there is no time of the peer, ``reached`` is None where that leaves the
    goal unjudged.
    """

    work: str
    seconds: float
    peer_seconds: float | None
    goal: str
    reached: bool | None
    no_peer: str = "peer absent"

    def __str__(self) -> str:
        peer = self.no_peer if self.peer_seconds is None else f"{self.peer_seconds:.3f} s"
        times = "" if self.peer_seconds is None else f"{self.peer_seconds / self.seconds:,.0f} ×"
        verdict = {True: "reached", False: "MISSED", None: "not compared"}[self.reached]
        return (
            f"{self.work:<57} {self.seconds * 1e3:9.2f} ms {peer:>14} {times:>9}   "
            f"goal {self.goal}: {verdict}"
        )


def cpu_seconds(work: Callable[[], object], repeats: int = 9) -> float:
    """Median CPU time on one thread, after one run that does not count."""
    found = []
    with threadpool_limits(limits=1):
        work()
        for _ in range(repeats):
            start = time.process_time()
            work()
            found.append(time.process_time() - start)
    return statistics.median(found)


def ensemble(n_samples: int, n_members: int) -> tuple[np.ndarray, np.ndarray]:
    """True labels of ten classes, and members that are right more often on easy rows."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, size=n_samples)
    right = rng.random((n_samples, n_members)) < 0.4 + 0.55 * rng.random((n_samples, 1))
    other = (truth[:, None] + rng.integers(1, 10, size=right.shape)) % 10
    return truth, np.where(right, truth[:, None], other)


def peer_answers(truth: np.ndarray, predictions: np.ndarray) -> dict[str, tuple[float, float]]:
    """DESlib's value and CPU seconds for each measure it has; empty when it is absent."""
    interpreter = os.environ.get(PEER_VARIABLE)
    if not interpreter:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "votes.npz")
        np.savez(data, truth=truth, predictions=predictions)
        command = [interpreter, "-c", _PEER_SCRIPT, str(data), *PEER_NAMES.values()]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    answers = json.loads(printed)
    return {name: tuple(answers[theirs]) for name, theirs in PEER_NAMES.items()}


def rows() -> list[Row]:
    """The measures' part of the comparison."""
    truth, predictions = ensemble(1000, 100)
    oracle = np.where(predictions == truth[:, None], 1, -1).astype(np.int8)
    peer = peer_answers(truth, predictions)
    table = []
    for name in PEER_NAMES:
        measure = MEASURES[name]
        seconds = cpu_seconds(lambda measure=measure: measure.value(oracle))
        theirs = None
        if name in peer:
            value, theirs = peer[name]
            np.testing.assert_allclose(measure.value(oracle), value, rtol=1e-9, err_msg=name)
        reached = None if theirs is None else theirs / seconds >= 300
        table.append(Row(f"{name}, N = 1000, L = 100", seconds, theirs, "≥ 300 ×", reached))

    truth, predictions = ensemble(5000, 301)
    oracle = np.where(predictions == truth[:, None], 1, -1).astype(np.int8)
    alpha = np.random.default_rng(1).random(5000)
    kappa = MEASURES["label_kappa"]
    for work, call in (
        ("all ten, one by one", lambda: [MEASURES[name].value(oracle) for name in ON_ORACLE]),
        ("all ten, together", lambda: measure_all(oracle)),
        ("all ten, together, weighted rows", lambda: measure_all(oracle, alpha)),
        ("label kappa, 10 classes", lambda: kappa.value(predictions)),
    ):
        seconds = cpu_seconds(call)
        table.append(
            Row(f"{work}, N = 5000, L = 301", seconds, None, "< 1 s", seconds < 1, "no peer")
        )
    return table


def main() -> int:
    """Print the table; 1 when a goal that could be judged was missed."""
    if not os.environ.get(PEER_VARIABLE):
        print(f"DESlib is absent: set {PEER_VARIABLE} to an interpreter that can import it.\n")
    table = rows()
    for row in table:
        print(row)
    return int(any(row.reached is False for row in table))


if __name__ == "__main__":
    sys.exit(main())
