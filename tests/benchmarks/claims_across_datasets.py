"""How often a study over many datasets claims a difference between equally good methods:
``python tests/benchmarks/claims_across_datasets.py`` (``--quick``: less than a minute).

Each line gives the share of studies with at least one false claim: by rules that are in use
elsewhere, and in the last column by the library's. Differences of equally good methods spread over
datasets in several shapes; "mean 0" and "median 0" say which centre of a skewed shape is exactly
no difference, as the other one cannot be so too. Rates are the worst over the spreads that the line
names. Nothing in the last column should be above 6 %; the exit code is 1 when a rate is above 7 %.
Then follows what of a true difference is found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.common.text import counted
from l2dwk_core.statistics.across_datasets import across_datasets
from l2dwk_core.statistics.bayes_signed_rank import ROPE
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.rank_tests import told_apart
from tests.across_studies import (
    OFTEN,
    SELDOM,
    SHAPES,
    any_claimed,
    differences,
    equal_p_values,
    friedman_p_values,
    p_values,
    pairs_apart,
    posterior,
    ranks,
    studies,
)

MOST = 0.07
N_DATASETS = (10, 16, 31)
SCALES = (0.0, 0.003, 0.01, 0.03)
Line = tuple[str, list[float]]


def rule_is_the_librarys() -> bool:
    """Return whether the rules for many studies at once are those of the library."""
    rng = np.random.default_rng(1)
    for gain, n_datasets, by_chance in ((0.02, 10, OFTEN), (0.0, 31, SELDOM), (0.01, 31, SELDOM)):
        tables = studies(rng, 3, n_datasets, 4, "skewed, mean 0", 0.01, gain, by_chance)
        d = differences(tables)
        ahead, equal = p_values(d), equal_p_values(d, posterior(d, n_draws=4000))
        q = float(stats.studentized_range.ppf(1 - LEVEL, 4, n_datasets - 1))
        apart = pairs_apart(tables, q)[1]
        for i, table in enumerate(tables):
            frame = pd.DataFrame(table + 0.5, columns=list("abcd"))
            for j, name in enumerate("bcd"):
                one = across_datasets(frame).head_to_head(name, "a")
                same = np.isclose(one.ahead_p, ahead["ahead"][i, j], atol=1e-9)
                same &= np.isclose(one.wilcoxon_p, ahead["Wilcoxon"][i, j], atol=1e-9)
                if not same or abs(one.equal_p - equal[i, j]) > 0.05:
                    return False
            if not np.array_equal(told_apart(table), apart[i]):
                return False
    return True


def ahead_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the rates of *ahead* for contrasts with one reference."""
    for shape, contrasts, n_datasets in product(SHAPES, (1, 10), N_DATASETS):
        rates = []
        for scale in SCALES:
            d = differences(studies(rng, n, n_datasets, contrasts + 1, shape, scale))
            found = [float(any_claimed(p).mean()) for p in p_values(d).values()]
            # The posterior knows no correction for several contrasts.
            sure = (posterior(d[:, :1])[..., [0, 2]] > 0.95).any(axis=2).mean()
            rates.append([float(sure), found[0], found[2], found[3]])
        yield (
            f"{shape}, {counted(contrasts, 'contrast')}, {n_datasets} datasets",
            np.max(rates, axis=0).tolist(),
        )


def equal_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the rates of *practically equal* where the true difference is half a point; skewed
    shapes lean to either side."""
    for shape, contrasts, n_datasets in product(SHAPES, (1, 10), N_DATASETS):
        if contrasts > 1 and shape != "normal":
            continue
        rates = []
        for scale, side in product((0.0, 0.003, 0.006, 0.01), (1, -1)):
            size = (
                n // min(contrasts, 4),
                n_datasets,
                contrasts + 1,
                shape,
                side * scale,
                ROPE,
                SELDOM,
            )
            d = differences(studies(rng, *size))
            found = posterior(d)
            sure = (found[..., 1] > 0.95).any(axis=1).mean()
            rates.append([float(sure), float(any_claimed(equal_p_values(d, found)).mean())])
        yield (
            f"{shape}, {counted(contrasts, 'contrast')}, {n_datasets} datasets",
            np.max(rates, axis=0).tolist(),
        )


def rank_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the rates of telling any two methods apart by ranks and means."""
    for methods, n_datasets in product((3, 5, 11), N_DATASETS):
        q = float(stats.studentized_range.ppf(1 - LEVEL, methods, n_datasets - 1))
        scales = np.full(methods - 1, 0.002)
        scales[:2] = 0.05
        for shape in ("two vary more", *SHAPES):
            kind = shape if shape in SHAPES else "normal"
            spreads = (0.01, 0.03) if shape in SHAPES else (scales,)
            rates = []
            for scale in spreads:
                tables = studies(rng, n, n_datasets, methods, kind, scale)
                some = [(p < LEVEL).mean() for p in friedman_p_values(ranks(tables))]
                apart = [pair.any(axis=(1, 2)).mean() for pair in pairs_apart(tables, q)]
                rates.append([*some, *apart])
            yield (
                f"{methods} methods, {shape}, {n_datasets} datasets",
                np.max(rates, axis=0).tolist(),
            )


def ahead_power(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the share of studies that find one method ahead, which truly is."""
    for gain, scale, contrasts, n_datasets in product(
        (0.01, 0.02), (0.01, 0.03), (1, 10), N_DATASETS
    ):
        gains = np.zeros(contrasts)
        gains[0] = gain
        p = p_values(
            differences(studies(rng, n, n_datasets, contrasts + 1, "normal", scale, gains))
        )
        found = [float((p[name][:, 0] * contrasts < LEVEL).mean()) for name in p]
        yield (
            f"{100 * gain:.0f} points, spread {100 * scale:.0f}, {counted(contrasts, 'contrast')}, "
            f"{n_datasets} datasets",
            [found[0], found[2], found[3]],
        )


def equal_power(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the share of studies that find two methods practically equal, which are equal."""
    for (name, by_chance), scale, n_datasets in product(
        (("1 % of rows", SELDOM), ("12 % of rows", OFTEN)), (0.0, 0.003, 0.006), N_DATASETS
    ):
        d = differences(studies(rng, n, n_datasets, 2, "normal", scale, 0.0, by_chance))
        found = posterior(d)
        yield (
            f"they differ on {name}, spread {100 * scale:.1f}, {n_datasets} datasets",
            [
                float((found[..., 1] > 0.95).mean()),
                float((equal_p_values(d, found) < LEVEL).mean()),
            ],
        )


def rank_power(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Yield the share of studies that tell one better method from the reference by ranks."""
    for gain, methods, n_datasets in product((0.01, 0.02), (3, 5, 11), N_DATASETS):
        q = float(stats.studentized_range.ppf(1 - LEVEL, methods, n_datasets - 1))
        gains = np.zeros(methods - 1)
        gains[0] = gain
        tables = studies(rng, n, n_datasets, methods, "normal", 0.01, gains)
        apart = [float(pair[:, 0, 1].mean()) for pair in pairs_apart(tables, q)]
        yield f"{100 * gain:.0f} points, {methods} methods, {n_datasets} datasets", apart


FALSE = {
    "Ahead: claims among equally good methods, worst of spreads of 0 to 3 points": (
        ["P > .95", "Wilc.", "W. and t", "now"], ahead_lines,
    ),
    "Practically equal: claims where the true difference is half a point, worst of spreads": (
        ["P > .95", "now"], equal_lines,
    ),
    "Told apart by ranks: equally good methods, worst of spreads": (
        ["Friedm.", "Im.-Dav.", "Nemenyi", "now"], rank_lines,
    ),
}  # fmt: skip
TRUE = {
    "Ahead: share that finds a true difference, spread in points": (
        ["Wilc.", "W. and t", "now"], ahead_power,
    ),
    "Practically equal: share that finds equal methods, spread in points": (
        ["P > .95", "now"], equal_power,
    ),
    "Told apart by ranks: share that finds one better method, spread 1 point": (
        ["Nemenyi", "now"], rank_power,
    ),
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 1 when a rate of the library's rule lies above ``MOST``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer studies; less than a minute")
    quick = parser.parse_args(arguments).quick
    begun, rng = time.monotonic(), np.random.default_rng(0)
    if not rule_is_the_librarys():
        print("The simulation's rule is not the library's; the rates below would mean nothing.")
        return 1
    missed = False
    for sections, n, may_be_true in ((FALSE, 10_000, False), (TRUE, 4000, True)):
        for title, (columns, lines) in sections.items():
            print(f"\n{title}\n{'':<62}" + "".join(f"{name:>10}" for name in columns))
            for name, rates in lines(rng, n // 12 if quick else n):
                missed |= not may_be_true and rates[-1] > MOST
                print(f"{name:<62}" + "".join(f"{r:>10.1%}" for r in rates), flush=True)
    print(f"\n{time.monotonic() - begun:.0f} s")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
