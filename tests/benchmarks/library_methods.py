"""What weights gain over the plain vote of a library of different models, and by which methods.

    python tests/benchmarks/library_methods.py                  # ten datasets, 5 splits each
    python tests/benchmarks/library_methods.py --quick          # two datasets, 2 splits
    python tests/benchmarks/library_methods.py --datasets glass,sonar --repeats 10 --json rows.json

On each random split of 70 % and 30 % of the rows, all models of the library are judged by their
5-fold votes on the 70 % and then fitted on all of these rows. Each method learns weights from these
votes alone, and its vote is scored on the 30 %. A method with "chosen" chooses its settings by
cross-validation over the same votes, once. The single settings of L2DWK are several; the best of
them is an optimistic figure. Means are over datasets, and no difference is tested: this is a first
look, not a study.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import l2dwk_core as l2
from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.method.self_training import train_on
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, plurality

DATASETS = (
    "balance-scale", "diabetes", "german", "glass", "heart-statlog", "hepatitis", "sonar",
    "vehicle", "vowel", "wave21",
)  # fmt: skip
UNIFORM, BEST = "uniform vote of all", "best single model"
Method = Callable[[Oracle], np.ndarray]
"""From votes with known classes to weights (L,)."""


def _combiner(name: str, **parameters: object) -> Method:
    model = l2.COMBINERS[name].create(**parameters)
    return lambda oracle: model.combine(CombinerInput(oracle)).weights


def _setting(kernel: str, lam: float, rounds: int) -> Method:
    settings = l2.Settings(kernel=kernel, lam=lam, max_rounds=rounds)
    return lambda oracle: train_on(oracle, settings).weights


def _chosen(**grid: object) -> Method:
    return lambda oracle: (
        train_on(oracle, l2.choose_lambda(oracle, n_repeats=1, **grid).settings).weights
    )


METHODS: Mapping[str, Method] = {
    UNIFORM: _combiner("uniform_vote"),
    BEST: _combiner("single_best"),
    "accuracy-weighted vote": _combiner("accuracy_weighted_vote"),
    "forward selection": _combiner("forward_selection", n_bags=1, n_initial=0),
    "forward selection, 20 bags": _combiner("forward_selection"),
    **{
        f"L2DWK {kernel}, λ = {lam:g}, {words}": _setting(kernel, lam, rounds)
        for kernel in ("gaussian", "linear")
        for lam in (0.3, 1.0, 3.0, 10.0)
        for rounds, words in ((1, "equal α"), (30, "30 rounds"))
    },
    "L2DWK gaussian, equal α, λ chosen": _chosen(settings=l2.Settings(max_rounds=1)),
    "L2DWK, λ, kernel and rounds chosen": _chosen(kernels=("gaussian", "linear"), rounds=(1, 30)),
}


def scores(dataset: str, seed: int) -> dict[str, tuple[float, int]]:
    """Return the test accuracy and the number of models kept, by method."""
    prepared = l2.prepare_run(dataset, pool="library", seed=seed)
    test = prepared.test_oracle
    found = {}
    for name, method in METHODS.items():
        weights = method(prepared.oracle)
        votes = class_votes(test.codes, weights, len(test.classes))
        right = plurality(votes)[0] == test.label_codes
        found[name] = float(right.mean()), int((weights > 1e-9).sum())
    return found


def table(rows: list[dict[str, object]]) -> str:
    """Return the means over datasets as text."""
    names = sorted({row["dataset"] for row in rows})
    mean = {
        (method, name): np.mean([r["scores"][method] for r in rows if r["dataset"] == name], axis=0)
        for method in METHODS
        for name in names
    }
    lines = [f"{'method':38s} {'points':>7s} {'against best':>13s} {'up':>6s} {'kept':>5s}"]
    for method in METHODS:
        gain = [100 * (mean[method, n][0] - mean[UNIFORM, n][0]) for n in names]
        over_best = [100 * (mean[method, n][0] - mean[BEST, n][0]) for n in names]
        kept = np.mean([mean[method, n][1] for n in names])
        up = f"{sum(g > 0 for g in gain)}/{len(names)}"
        lines.append(
            f"{method:38s} {np.mean(gain):+7.2f} {np.mean(over_best):+13.2f} {up:>6s} {kept:5.1f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table, and a line for each dataset as it is finished."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="two datasets, 2 splits")
    parser.add_argument("--datasets", default=",".join(DATASETS))
    parser.add_argument("--repeats", type=int, default=5, help="random splits of each dataset")
    parser.add_argument("--json", type=Path, help="file for the rows of all splits")
    options = parser.parse_args()
    datasets, repeats = options.datasets.split(","), options.repeats
    if options.quick:
        datasets, repeats = datasets[:2], 2
    rows: list[dict[str, object]] = []
    for name in datasets:
        begun = time.perf_counter()
        rows += [
            {"dataset": name, "seed": seed, "scores": scores(name, seed)} for seed in range(repeats)
        ]
        print(f"{name}: {(time.perf_counter() - begun) / repeats:.1f} s a split", flush=True)
        if options.json is not None:
            options.json.write_text(json.dumps(rows), encoding="utf-8")
    print(f"\n{len(datasets)} datasets, {repeats} splits each; points against the {UNIFORM}")
    print(table(rows))


if __name__ == "__main__":
    main()
