"""How fast the self-training engine is, as ratios to other solvers timed in the same run.

    python tests/benchmarks/engine.py            # about ten minutes
    python tests/benchmarks/engine.py --quick    # fewer repeats, no million rows

The references (reference_solvers.py): the same thirty rounds as a user of cvxpy would write
them, plain ``quad_form(w, psd_wrap(K))`` with its default solver, with Clarabel and with PIQP;
PIQP's dense
solver without cvxpy (``pip install piqp``; left out when it is missing); each as it comes and as
accurate as the engine; the engine's own ``solver="cvxpy"``, which also splits K by eigenvalues; and
one float32 product OᵀO. Every figure is a median of processor time, on one thread, so that other
work on the machine does not count.
"""

from __future__ import annotations

import os

for _variable in (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "RAYON_NUM_THREADS",
):
    os.environ[_variable] = "1"

import argparse
import platform
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from sklearn.datasets import make_classification
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.method.self_training import lambda_path, self_train, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from tests.benchmarks.reference_solvers import reference_solvers, timed_rounds

ROUNDS = 30
QUICK = 5  # repeats with --quick
BASE = Settings(damping="1/t", max_rounds=ROUNDS, stop_on=())


def median_time(work: Callable[[], object], repeats: int) -> float:
    """Median processor seconds of one call: on one thread, what it takes on an idle machine."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return float(np.median(times))


def members_and_rows(n_members: int) -> tuple[np.ndarray, np.ndarray]:
    """Predictions (2000, L) int8 of bagged CARTs trained on other rows, and the labels."""
    X, y = make_classification(3000, 20, n_informative=6, flip_y=0.15, random_state=0)
    bag = BaggingClassifier(DecisionTreeClassifier(), n_estimators=n_members, random_state=0)
    bag.fit(X[:1000], y[:1000])
    predictions = np.stack([tree.predict(X[1000:]) for tree in bag.estimators_], axis=1)
    return predictions.astype(np.int8), y[1000:].astype(np.int8)


def rounds_table(predictions: np.ndarray, labels: np.ndarray, repeats: int) -> None:
    """30 rounds against other solvers and one Gram product, all timed beside each other.

    The engine is timed again before every reference, so that a busy machine slows both.
    """
    print(f"\n{ROUNDS} rounds, L = {predictions.shape[1]}; goals: cvxpy ≥ 100×, PIQP ≥ 20×, "
          "at N = 2000 ≤ 8 Gram products")  # fmt: skip
    print("In brackets the solves alone; gap: the largest certified one of a round, relative.")
    ways = reference_solvers()
    ratios: dict[str, list[float]] = {}
    for n_rows in (500, 2000):
        votes, truth = predictions[:n_rows], labels[:n_rows]
        oracle = Oracle.from_predictions(votes, truth)
        single = oracle.matrix.astype(np.float32)
        for kernel in ("linear", "gaussian"):
            for lam in (0.3, 1.0, 3.0):
                settings = BASE.changed(kernel=kernel, lam=lam)

                def ours(v: np.ndarray = votes, t: np.ndarray = truth, s: Settings = settings):
                    return self_train(v, t, s)

                gram = median_time(lambda o=single: o.T @ o, repeats)
                gap = max(found.gap for found in ours().rounds)
                engine = median_time(ours, repeats)
                print(f"N = {n_rows}, {kernel}, λ = {lam}: here {engine * 1e3:.1f} ms, "
                      f"{engine / gram:.1f} products OᵀO, gap {gap:.0e}", flush=True)  # fmt: skip
                for name, solve in ways.items():
                    mine = median_time(ours, repeats)
                    each = [
                        timed_rounds(votes, truth, settings, solve, ROUNDS)
                        for _ in range(1 if repeats <= QUICK else 3)
                    ]
                    seconds = float(np.median([one.seconds for one in each]))
                    solves = float(np.median([one.solves for one in each]))
                    ratios.setdefault(f"{n_rows} {kernel} {name}", []).append(seconds / mine)
                    print(f"    {name:32s} {seconds:6.2f} s {seconds / mine:5.0f}× "
                          f"({solves / mine:4.0f}×)  gap {max(one.gap for one in each):.0e}",
                          flush=True)  # fmt: skip
                mine = median_time(ours, repeats)
                slow = median_time(
                    lambda s=settings, v=votes, t=truth: self_train(
                        v, t, s.changed(solver="cvxpy")
                    ),
                    1,
                )
                name = "this engine's solver='cvxpy'"
                ratios.setdefault(f"{n_rows} {kernel} {name}", []).append(slow / mine)
                print(f"    {name:32s} {slow:6.2f} s {slow / mine:5.0f}×", flush=True)
    print("\nThe ratios at λ = 0.3 / 1 / 3")
    for name, values in ratios.items():
        print(f"  {name:50s} {' / '.join(f'{value:.0f}' for value in values)}")


def path_table(predictions: np.ndarray, labels: np.ndarray, repeats: int) -> None:
    """A whole slider of λ against single values."""
    lambdas = np.geomspace(0.1, 10.0, 41)
    print("\n41 values of λ, 0.1 to 10; goal: ≤ 25 × the median single value")
    for n_rows in (500, 2000):
        votes, truth = predictions[:n_rows], labels[:n_rows]
        for kernel in ("linear", "gaussian"):
            settings = BASE.changed(kernel=kernel)
            each = [settings.changed(lam=float(lam)) for lam in lambdas]
            single = float(
                np.median(
                    [
                        median_time(lambda v=votes, t=truth, s=s: self_train(v, t, s), 3)
                        for s in each
                    ]
                )
            )
            whole = median_time(
                lambda v=votes, t=truth, s=settings: lambda_path(v, t, s, lambdas),
                max(repeats // 3, 2),
            )
            print(f"{n_rows:5d}  {kernel:9s} path {whole * 1e3:7.0f} ms, single "
                  f"{single * 1e3:5.1f} ms: {whole / single:5.1f}×", flush=True)  # fmt: skip


def variants_table(predictions: np.ndarray, labels: np.ndarray, repeats: int) -> None:
    """What other updates and outputs cost against the hinge run."""
    print("\nOther updates and outputs, N = 2000, Gaussian, λ = 1, against the hinge run")
    oracle = Oracle.from_predictions(predictions, labels)
    rng = np.random.default_rng(0)
    soft = np.clip(0.8 * oracle.matrix + rng.normal(0, 0.1, oracle.matrix.shape), -1, 1)
    right = (soft + 1) / 2
    proba = np.where(
        (np.arange(2) == labels[:, None, None]), right[:, :, None], 1 - right[:, :, None]
    )
    soft_oracle = Oracle.from_probabilities(proba, labels, np.arange(2))
    out_of_bag = Oracle.from_predictions(
        predictions, labels, available=rng.random(predictions.shape) < 0.37
    )
    hinge = median_time(lambda: train_on(oracle, BASE), repeats)
    rows = {
        "hinge": (hinge, "integer Gram updates by the rows that changed sides"),
        "exp": (
            median_time(lambda: train_on(oracle, BASE.changed(update="exp")), 3),
            "every α changes: a weighted float64 Gram product each round",
        ),
        "out-of-bag, pairwise": (
            median_time(lambda: train_on(out_of_bag, BASE), 3),
            "two Gram matrices and an eigendecomposition (projection) each round",
        ),
        "out-of-bag, impute": (
            median_time(lambda: train_on(out_of_bag, BASE.changed(missing_votes="impute")), 3),
            "real-valued outputs: float64 Gram product each round",
        ),
        "soft outputs": (
            median_time(lambda: train_on(soft_oracle, BASE.changed(outputs="probabilities")), 3),
            "the same, and votes by mean probability",
        ),
    }
    for name, (seconds, why) in rows.items():
        print(f"  {name:22s} {seconds * 1e3:8.1f} ms {seconds / hinge:6.1f}×  {why}", flush=True)


def growth_in_members(repeats: int) -> None:
    """L = 301, 1000, 3000 at N = 2000."""
    print("\nGrowth in members, N = 2000, λ = 1")
    predictions, labels = members_and_rows(3000)
    for n_members in (301, 1000, 3000):
        votes = np.ascontiguousarray(predictions[:, :n_members])
        single = np.where(votes == labels[:, None], 1, -1).astype(np.float32)
        gram = median_time(lambda o=single: o.T @ o, 2)
        for kernel in ("linear", "gaussian"):
            settings = BASE.changed(kernel=kernel)
            ours = median_time(
                lambda v=votes, s=settings: self_train(v, labels, s), min(repeats, 3)
            )
            kept = self_train(votes, labels, settings).n_selected
            print(f"  L = {n_members:4d}  {kernel:9s} {ours * 1e3:8.1f} ms, {kept} kept, "
                  f"{ours / gram:4.1f} products of {gram * 1e3:.1f} ms", flush=True)  # fmt: skip


def growth_in_rows() -> None:
    """N = 100,000 and 1,000,000 rows, 60 % distinct: time and memory."""
    print("\nGrowth in rows, L = 301, linear, λ = 1; goals: ≤ 2 GB extra, ≤ 2× linear growth")
    rng = np.random.default_rng(0)
    seconds = {}
    for n_rows in (100_000, 1_000_000):
        distinct = int(0.6 * n_rows)
        difficulty = rng.beta(4, 2, distinct).astype(np.float32)
        right = np.empty((n_rows, 301), dtype=np.int8)
        for start in range(0, distinct, 50_000):
            part = slice(start, min(start + 50_000, distinct))
            draw = rng.random((part.stop - part.start, 301), dtype=np.float32)
            right[part] = draw < difficulty[part, None]
        right[distinct:] = right[rng.integers(0, distinct, n_rows - distinct)]
        truth = np.ones(n_rows, dtype=np.int8)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start_time = time.perf_counter()
        trace = self_train(right, truth, BASE.changed(kernel="linear"))
        seconds[n_rows] = time.perf_counter() - start_time
        extra = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 2**20
        print(f"  N = {n_rows:9,d}  {seconds[n_rows]:7.2f} s, {extra:5.2f} GiB more than before, "
              f"{len(trace.rounds)} rounds", flush=True)  # fmt: skip
        del right, trace
    growth = seconds[1_000_000] / seconds[100_000]
    print(f"  ten times the rows take {growth:.1f}× the time: {growth / 10:.2f}× linear growth")


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    repeats = QUICK if quick else 15
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
          f"Python {platform.python_version()}, NumPy {np.__version__}")  # fmt: skip
    predictions, labels = members_and_rows(301)
    rounds_table(predictions, labels, repeats)
    path_table(predictions, labels, repeats)
    variants_table(predictions, labels, repeats)
    growth_in_members(repeats)
    if not quick:
        growth_in_rows()


if __name__ == "__main__":
    main()
