"""How often "by k of n different measures the more diverse vote better" is false, and when true.

    python tests/benchmarks/predictions.py            # some seven minutes
    python tests/benchmarks/predictions.py --quick    # under a minute; exits 1 above 12 %

*Nothing to predict*: members are exchangeable (each is right on a row with the row's chance,
independently of the others), and diversity is measured on other rows than the vote is scored on.
Whatever the title then claims is false. Beside it the rule that takes sub-ensembles for
independent and looks at one measure at a time.

*Something to predict*: a third of the members mostly repeats one opinion, all are equally accurate.
Sub-ensembles with fewer of these are more diverse and vote better, on any rows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.studies.subensembles import Predictions, predictions, study_subensembles

# Members, members in each, sub-ensembles, measured rows, scored rows, classes.
CASES = (
    (9, 8, 50, 60, 60, 2),
    (15, 14, 50, 60, 60, 2),
    (11, 5, 400, 100, 100, 2),
    (21, 15, 400, 100, 100, 3),
    (51, 15, 400, 60, 40, 2),
    (51, 15, 1000, 150, 100, 3),
    (101, 75, 400, 60, 60, 6),
    (301, 15, 50, 150, 100, 2),
    (301, 15, 400, 64, 64, 6),
    (301, 15, 1000, 150, 100, 3),
    (301, 3, 400, 150, 100, 2),
)
QUICK = (0, 3, 5, 8)
MOST_FALSE = 0.12  # 5 % and two and a half standard errors of 60 draws


def oracle(right: np.ndarray, n_classes: int, rng: np.random.Generator) -> Oracle:
    """Votes that are right where *right* says so, and else any other class."""
    truth = rng.integers(0, n_classes, len(right))
    other = (truth[:, None] + rng.integers(1, n_classes, right.shape)) % n_classes
    codes = np.where(right, truth[:, None], other)
    return Oracle.from_codes(codes.astype(np.int16), truth.astype(np.int16), np.arange(n_classes))


def exchangeable(n_members: int, n_rows: int, n_classes: int, rng: np.random.Generator) -> Oracle:
    """Members that differ by chance alone."""
    chance = rng.beta(2.0, 1.0, n_rows)[:, None]
    return oracle(rng.random((n_rows, n_members)) < chance, n_classes, rng)


def with_followers(n_members: int, n_rows: int, n_classes: int, rng: np.random.Generator) -> Oracle:
    """Equally accurate members (65 %), of whom every third repeats one opinion four times in
    five."""
    opinion = rng.random(n_rows) < 0.65
    right = rng.random((n_rows, n_members)) < 0.65
    follows = (np.arange(n_members) % 3 == 0) & (rng.random((n_rows, n_members)) < 0.8)
    return oracle(np.where(follows, opinion[:, None], right), n_classes, rng)


def claims(found: Predictions) -> bool:
    """Whether the title names any measure."""
    return any(p.fixed.sure or (p.adaptive is not None and p.adaptive.sure) for p in found.measures)


def claims_as_if_independent(found: Predictions) -> bool:
    """Whether it would with intervals over the sub-ensembles, one measure at a time."""
    return any(
        abs(np.arctanh(np.clip(c.value, -0.999, 0.999))) * np.sqrt((c.n - 3) / 1.06) > 1.96
        for p in found.measures
        for c in (p.fixed, p.adaptive)
        if c is not None and not np.isnan(c.value)
    )


def one_draw(
    make: Callable[[int, int, int, np.random.Generator], Oracle],
    case: tuple[int, int, int, int, int, int],
    seed: int,
    *,
    weighted: bool = True,
) -> Predictions:
    """The page's analysis of one drawn pool; with kernel weights on the rows most get wrong."""
    n_members, size, n_subsets, n_measured, n_scored, n_classes = case
    rng = np.random.default_rng([seed, n_members, n_subsets])
    measured = make(n_members, n_measured, n_classes, rng)
    scored = make(n_members, n_scored, n_classes, rng)
    alpha = 0.2 + (measured.matrix.mean(axis=1) <= 0) if weighted else None
    return predictions(
        study_subensembles(measured, scored, size=size, n_subsets=n_subsets, seed=seed, alpha=alpha)
    )


def main() -> int:
    """Print both tables; 1 when a rate of false claims is too high."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    cases = [CASES[i] for i in QUICK] if quick else CASES
    n_draws = 60 if quick else 200
    print(f"Nothing to predict, {n_draws} pools: the title names at least one measure in")
    print("    L  size  sub-ensembles  rows: measured  scored  classes   here   as if independent")
    worst = 0.0
    for case in cases:
        found = [one_draw(exchangeable, case, seed) for seed in range(n_draws)]
        rate = float(np.mean([claims(one) for one in found]))
        naive = float(np.mean([claims_as_if_independent(one) for one in found]))
        worst = max(worst, rate)
        print(f"{case[0]:5d} {case[1]:5d} {case[2]:14d} {case[3]:15d} {case[4]:7d} {case[5]:8d} "
              f"{rate:6.1%} {naive:16.1%}", flush=True)  # fmt: skip
    n_draws = 20 if quick else 100
    print(
        f"\nDisagreement predicts, {n_draws} pools: claimed for disagreement in (rank correlation)"
    )
    for case in cases:
        disagreement = [
            next(p for p in one_draw(with_followers, case, seed).measures
                 if p.measure == "disagreement").fixed
            for seed in range(n_draws)
        ]  # fmt: skip
        print(f"{case[0]:5d} {case[1]:5d} {case[2]:14d} {case[3]:15d} {case[4]:7d} {case[5]:8d} "
              f"{np.mean([c.low > 0 for c in disagreement]):6.1%} "
              f"(median {np.median([c.value for c in disagreement]):.2f})", flush=True)  # fmt: skip
    return int(worst > MOST_FALSE)


if __name__ == "__main__":
    sys.exit(main())
