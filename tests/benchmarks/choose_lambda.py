"""How long λ takes to be chosen on given votes, how much memory, and beside forward selection.

Run from the project folder::

    python tests/benchmarks/choose_lambda.py

``--quick`` takes a fifth of the models and rows. Every line is measured in a process of its own, as
peak memory only grows; "beside the votes" is what the process needs beyond predictions and labels.
Goals are judged by processor time on one thread, which other work on the machine changes little: on
a machine that does nothing else it is the time by the clock, or a little more than that.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core import Settings, choose_lambda
from l2dwk_core.combiners import CombinerInput
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.method.self_training import train_on
from l2dwk_core.oracle.oracle import Oracle

N_CLASSES, N_ROUNDS = 3, 50
ONE_ROUND = Settings(max_rounds=1)  # Gaussian, equal kernel weights


@dataclass(frozen=True)
class Row:
    """One line: seconds, MiB beside the votes, the goal and whether it is reached.

    ``processor`` is processor time of the one thread, ``seconds`` is time by the clock.
    """

    work: str
    seconds: float
    processor: float
    memory: float
    goal: str
    reached: bool | None
    remark: str = ""

    def __str__(self) -> str:
        verdict = {True: "reached", False: "MISSED", None: "not compared"}[self.reached]
        return (
            f"{self.work:<62} {self.seconds:7.2f} s (processor {self.processor:.2f} s) "
            f"{self.memory:5.0f} MiB   goal {self.goal}: "
            f"{verdict}{'   ' if self.remark else ''}{self.remark}"
        )


def votes(n_models: int, n_rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Predictions (N, L) and labels (N,), int8; all models find the same rows hard."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, N_CLASSES, n_rows).astype(np.int8)
    hardness = rng.random(n_rows, dtype=np.float32)
    predictions = np.empty((n_rows, n_models), dtype=np.int8)
    for model, skill in enumerate(rng.uniform(0.55, 0.85, n_models)):
        right = rng.random(n_rows, dtype=np.float32) < skill + 0.7 * (0.5 - hardness)
        other = (labels + rng.integers(1, N_CLASSES, n_rows, dtype=np.int8)) % N_CLASSES
        predictions[:, model] = np.where(right, labels, other)
    return predictions, labels


def plain_forward_selection(
    predictions: np.ndarray, labels: np.ndarray, rounds: int = N_ROUNDS
) -> np.ndarray:
    """(L,) weights by forward selection with replacement: every model is tried every round.

    As a user would write it in vectorised NumPy: whether a row is right after one more vote depends
    only on the class voted for, so a round looks (N, L) outcomes up in an (N, C) table.
    """
    n_rows, n_models = predictions.shape
    rows = np.arange(n_rows)
    counts = np.zeros((n_rows, N_CLASSES), dtype=np.int32)
    joined, accuracies = [], []
    for _ in range(rounds):
        right = np.empty((n_rows, N_CLASSES), dtype=bool)
        for c in range(N_CLASSES):
            counts[:, c] += 1
            right[:, c] = counts.argmax(axis=1) == labels
            counts[:, c] -= 1
        found = np.take_along_axis(right, predictions, axis=1).mean(axis=0)
        best = int(found.argmax())
        joined.append(best)
        accuracies.append(found[best])
        counts[rows, predictions[:, best]] += 1
    size = int(np.argmax(accuracies)) + 1
    return np.bincount(joined[:size], minlength=n_models) / size


def large(quick: bool = False) -> Row:
    """Weights from given votes, λ chosen: the goal is 10 s and 1.5 GiB beside the votes."""
    n_models, n_rows = (200, 10_000) if quick else (1_000, 50_000)
    return _alone(_large, n_models, n_rows)


def beside_forward_selection(quick: bool = False) -> Row:
    """The same selection beside forward selection on the same votes: the goal is to be faster."""
    n_models, n_rows = (40, 4_000) if quick else (200, 20_000)
    return _alone(_beside_forward_selection, n_models, n_rows)


def _alone(work: Callable[[int, int], Row], n_models: int, n_rows: int) -> Row:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, n_models, n_rows).result()


def _large(n_models: int, n_rows: int) -> Row:
    predictions, labels = votes(n_models, n_rows)
    _selected(*votes(5, 100))  # imports
    before = _peak()
    with threadpool_limits(limits=1):
        seconds, processor, kept = _timed(lambda: _selected(predictions, labels))
    memory = _peak() - before
    return Row(
        f"λ out of 17 by 5 folds, {n_models:,} models × {n_rows:,} rows",
        seconds,
        processor,
        memory,
        "10 s, 1,536 MiB",
        processor <= 10 and memory <= 1_536,
        f"keeps {kept}",
    )


def _beside_forward_selection(n_models: int, n_rows: int) -> Row:
    predictions, labels = votes(n_models, n_rows)
    few = votes(5, 100)
    _selected(*few)
    plain_forward_selection(*few)
    before = _peak()
    with threadpool_limits(limits=1):
        seconds, processor, kept = _timed(lambda: _selected(predictions, labels))
        memory = _peak() - before
        _, plain, weights = _timed(lambda: plain_forward_selection(predictions, labels))
        _, own, theirs = _timed(lambda: _forward_selection(predictions, labels))
    if not np.allclose(weights, theirs):
        raise AssertionError("the two forward selections differ")
    return Row(
        f"λ out of 17 by 5 folds, {n_models:,} models × {n_rows:,} rows",
        seconds,
        processor,
        memory,
        "faster than plain forward selection",
        processor < plain,
        f"plain forward selection {plain:.2f} s = {plain / processor:.1f} ×, this project's "
        f"{own:.2f} s = {own / processor:.1f} ×; keeps {kept}, it {np.count_nonzero(weights)}",
    )


def _selected(predictions: np.ndarray, labels: np.ndarray) -> int:
    """λ chosen by 5 folds, drawn once, and the weights with it on all rows: members kept."""
    oracle = Oracle.from_predictions(predictions, labels)
    choice = choose_lambda(oracle, None, ONE_ROUND, n_folds=5, n_repeats=1)
    return train_on(oracle, choice.settings).n_selected


def _forward_selection(predictions: np.ndarray, labels: np.ndarray) -> np.ndarray:
    oracle = Oracle.from_predictions(predictions, labels)
    method = ForwardSelection(n_bags=1, n_initial=0, rounds=N_ROUNDS)
    return method.combine(CombinerInput(oracle)).weights


def _timed(work: Callable) -> tuple[float, float, object]:
    """Seconds by the clock, processor seconds, and what the work gave."""
    start, begun = time.perf_counter(), time.process_time()
    found = work()
    return time.perf_counter() - start, time.process_time() - begun, found


def _peak() -> float:
    """Largest memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a fifth of the models and rows")
    quick = parser.parse_args().quick
    rows = [large(quick), beside_forward_selection(quick)]
    print(*rows, sep="\n")
    return 0 if all(row.reached for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
