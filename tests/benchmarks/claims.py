"""How often pages claim a difference between equally good methods: ``python``
``tests/benchmarks/claims.py`` (``--quick``: less than a minute).

Each line gives the share of studies in which at least one difference is claimed, by the rule as it
is and by the one before (the corrected resampled t-test alone, p = 0 where all splits have one
difference, Holm within a level of noise). Nothing should be above 5 %; the exit code is 1 when a
rate is above 7 %. Then follows what of a true difference is found, and what rows that stand again
do: their rates do not count, as no rule can tell copies from cases that are alike.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Bools, Indices
from l2dwk_core.datasets import load_dataset
from l2dwk_core.statistics.answers import PairedRows
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import gains_of_splits
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test
from l2dwk_core.statistics.significance import claims
from tests.claim_studies import (
    Studies,
    claiming,
    claiming_one_by_one,
    cross_validated,
    independent,
    nearest_mean,
    nearest_row,
    random_trees,
    repeated,
)

MOST = 0.07
Line = tuple[str, float, float]
"""What was simulated, the rate of the rule before, the rate of the rule as it is."""


def both(studies: Studies) -> tuple[float, float]:
    """Rates of the rule before and of the rule as it is."""
    return float(claiming(studies, rows=False).mean()), float(claiming(studies).mean())


def compare_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Compare: the worst over rows and discordance for splits and methods."""
    for splits, methods in product((3, 4, 5, 10, 20), (1, 11, 33)):
        folds = min(splits, 10)
        rates = []
        for n_rows, discordance in product((20, 76, 150, 303), (0.03, 0.06, 0.12, 0.3)):
            n_test = max(n_rows // folds, 1)
            rates.append(
                both(
                    independent(
                        rng, max(n // methods, 400), methods, splits, n_test, n_rows - n_test,
                        discordance,
                    )
                )
            )  # fmt: skip
        old, new = np.max(rates, axis=0)
        yield (
            f"Compare, independent rows, {splits} splits, {counted(methods, 'method')}, worst",
            old,
            new,
        )
    for repeats, folds in ((2, 10), (4, 5), (10, 10)):
        rates = [
            both(repeated(rng, n // 2, repeats, folds, n_rows, discordance))
            for n_rows, discordance in product((20, 76, 150, 300), (0.03, 0.06, 0.12, 0.3))
        ]
        old, new = np.max(rates, axis=0)
        yield f"Compare, the same rows in each of {repeats} × {folds} folds, worst", old, new


def shared_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Compare with real classifiers on shared training rows."""
    plans = [(1, 3), (1, 5), (1, 10), (2, 10), (4, 5)]
    parts = [
        *((nearest_row, *plan, n_rows, 33, n // 12) for plan in plans for n_rows in (20, 40, 200)),
        (nearest_row, 2, 20, 40, 11, n // 12),
        *((nearest_mean, *plan, 100, 33, n // 20) for plan in plans[:4]),
        *((random_trees, 1, folds, 60, 11, n // 150) for folds in (3, 5)),
        (nearest_row, 10, 10, 60, 11, n // 30),
    ]
    names = {nearest_row: "1-NN", nearest_mean: "class means", random_trees: "random trees"}
    for classifier, repeats, folds, n_rows, most, many in parts:
        found = cross_validated(rng, many, most, repeats, folds, n_rows, classifier)
        for methods in (1, 11, 33):
            if methods <= most and (methods == 1 or many >= 100):
                yield (
                    f"{names[classifier]}, {n_rows} rows, {repeats} × {folds} folds, "
                    f"{counted(methods, 'method')}",
                    *both(found.first(methods)),
                )


def noise_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Noise: 8 methods at 5 shares, and reweighting at 5; before, Holm within a share."""
    for repeats in (3, 4, 5, 10):
        rates = []
        for n_test, discordance in product((40, 100), (0.03, 0.06, 0.12)):
            many = max(n // 45, 200)
            all_of_it = independent(rng, many, 45, repeats, n_test, 7 * n_test // 3, discordance)
            parts = [
                claiming(
                    Studies(
                        all_of_it.better[:, at : at + 8],
                        all_of_it.worse[:, at : at + 8],
                        all_of_it.n_test,
                        all_of_it.n_training,
                    ),
                    rows=False,
                )
                for at in range(0, 40, 8)
            ]
            rates.append((np.any(parts, axis=0).mean(), claiming(all_of_it).mean()))
        old, new = np.max(rates, axis=0)
        yield f"Noise, 8 methods × 5 shares, {repeats} repeats, worst", float(old), float(new)


def sweep_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Sweep and map: a value chosen on weighting rows in every split; before, from two splits."""
    for values, splits in product((11, 121), (2, 3, 5, 10)):
        rates = []
        for n_test, discordance in product((40, 100), (0.03, 0.06, 0.12)):
            many = max(n // values, 400)
            all_of_it = independent(rng, many, values, splits, n_test, 7 * n_test // 3, discordance)
            chosen = rng.integers(0, values, (many, 1, splits))
            picked = Studies(
                np.take_along_axis(all_of_it.better, chosen, 1),
                np.take_along_axis(all_of_it.worse, chosen, 1),
                all_of_it.n_test, all_of_it.n_training,
            )  # fmt: skip
            rates.append((claiming(picked, rows=False, least=2).mean(), claiming(picked).mean()))
        old, new = np.max(rates, axis=0)
        yield f"Sweep, one of {values} values, {splits} splits, worst", float(old), float(new)


def early_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Compare, looked at after every split and stopped when it claims; 10 folds."""
    for methods in (1, 11, 33):
        rates = []
        for n_rows, discordance in product((76, 150, 303), (0.03, 0.06, 0.12)):
            found = independent(
                rng, max(n // methods, 300), methods, 10, n_rows // 10, n_rows - n_rows // 10,
                discordance,
            )  # fmt: skip
            looks = [claiming(found.until(k), rows=False) for k in range(3, 11)]
            rates.append((np.any(looks, axis=0).mean(), claiming(found).mean()))
        old, new = np.max(rates, axis=0)
        yield (
            f"Looking after each of 10 splits, {counted(methods, 'method')}, worst",
            float(old),
            float(new),
        )


def sign_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Playground (exact, worst over the number of rows that tell the votes apart) and Lab."""
    rates = []
    for told in range(1, 61):
        chance = stats.binom.pmf(np.arange(told + 1), told, 0.5)
        b = np.arange(told + 1) + 0.5
        c = told - np.arange(told + 1) + 0.5
        before = np.abs(b - c) > 1.959964 * np.sqrt(b + c - (b - c) ** 2 / 5002)
        now = [paired_claim(k, told - k, 5000).claimed for k in range(told + 1)]
        rates.append((chance[before].sum(), chance[now].sum()))
    old, new = np.max(rates, axis=0)
    yield "Playground, exact, worst of 1 to 60 rows", float(old), float(new)
    for n_rows, wrong in ((65, 0.2), (200, 0.1)):
        hits = np.zeros(2)
        for _ in range(n // 4):
            a, b, uniform = rng.random((3, n_rows)) < wrong
            pairs = [
                (int((~x & y).sum()), int((x & ~y).sum()))
                for x, y in ((b, uniform), (a, uniform), (b, a))
            ]
            p = [sign_test(*pair) for pair in pairs]
            hits += (
                p[0] < LEVEL or p[2] < LEVEL,
                any(paired_claim(*pairs[i], n_rows, comparisons=5).claimed for i in (0, 2)),
            )
        yield f"Lab, B beside the pinned A, {n_rows} test rows", *(hits / (n // 4))


def group_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Rows of groups. On a share of them each vote is right or wrong as on the whole group, on the
    others by its own chance. Before: rows as single cases."""
    for n_groups, size, alike in ((40, 15, 1.0), (40, 15, 0.7), (100, 5, 1.0), (200, 3, 1.0)):
        hits, many = np.zeros(2), n // 5
        for _ in range(many):
            (a, b), group = of_groups(rng, 2, n_groups, size, alike)
            hits += [PairedRows.of(a, b, None, g).claim().claimed for g in (None, group)]
        yield f"Two votes, {n_groups} groups of {size} rows, {alike:.0%} alike", *(hits / many)
    for folds, n_groups, size in ((3, 12, 30), (5, 20, 30), (10, 40, 15)):
        hits, many = np.zeros(2), n // 10
        for _ in range(many):
            right, group = of_groups(rng, 4, n_groups, size, 1.0)
            fold = rng.permutation(np.arange(n_groups) % folds)[group]
            for place, given in enumerate((np.arange(len(group)), group)):
                family = [of_folds(one, right[3], given, fold) for one in right[:3]]
                hits[place] += any(found.claimed for found in claims(family))
        yield f"3 methods, {folds} folds, {n_groups} groups of {size} rows", *(hits / many)


def size_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Groups whose gain goes with their size: the first vote is better on small groups and worse
    on large ones, so that both are right on equally many rows in expectation, of groups of these
    sizes. Before: rows as single cases."""
    for (small, large), share in (((2, 60), 0.1), ((2, 20), 0.2), ((1, 10), 0.3)):
        for n_groups in (12, 20, 40, 100):
            rates = []
            for alike in (1.0, 0.5):
                hits, many = np.zeros(2), n // 10
                for _ in range(many):
                    a, b, group = balanced(rng, n_groups, small, large, share, alike)
                    hits += [PairedRows.of(a, b, None, g).claim().claimed for g in (None, group)]
                rates.append(hits / many)
            old, new = np.max(rates, axis=0)
            yield f"Two votes, {n_groups} groups of {small} or {large} rows, worst", old, new
    for folds, n_groups, (small, large), share in (
        (3, 12, (2, 60), 0.1), (5, 20, (2, 60), 0.1), (5, 40, (2, 60), 0.1), (10, 40, (2, 20), 0.2),
        (10, 100, (2, 20), 0.2),
    ):  # fmt: skip
        hits, many = np.zeros(2), n // 20
        for _ in range(many):
            a, b, group = balanced(rng, n_groups, small, large, share, 1.0)
            fold = rng.permutation(np.arange(n_groups) % folds)[group]
            for place, given in enumerate((np.arange(len(group)), group)):
                hits[place] += claims([of_folds(a, b, given, fold)])[0].claimed
        name = f"{folds} folds, {n_groups} groups of {small} or {large} rows"
        yield name, *(hits / many)


def balanced(
    rng: np.random.Generator, n_groups: int, small: int, large: int, share: float, alike: float
) -> tuple[Bools, Bools, Indices]:
    """Where two votes are right, and the group of each row. On small groups the first is right with
    chance 0.9, the second with 0.5; on the large ones, a *share* of all, as much less often as
    makes the expected number of right rows equal."""
    n_large = round(share * n_groups)
    size = np.repeat([small, large], [n_groups - n_large, n_large])
    loss = 0.4 * small * (n_groups - n_large) / (large * n_large)
    group = np.repeat(np.arange(n_groups), size)
    is_large = size[group] == large
    chances = np.where(is_large, 0.7 - loss / 2, 0.9), np.where(is_large, 0.7 + loss / 2, 0.5)
    votes = []
    for chance in chances:
        by_group, own = rng.random(n_groups)[group], rng.random(len(group))
        votes.append(np.where(rng.random(len(group)) < alike, by_group, own) < chance)
    return votes[0], votes[1], group


def of_groups(
    rng: np.random.Generator, n_votes: int, n_groups: int, size: int, alike: float
) -> tuple[Bools, Indices]:
    """Where equally good votes are right, and the group of each row."""
    group = np.repeat(np.arange(n_groups), size)
    by_group = rng.random((n_votes, n_groups))[:, group] < 0.75
    own = rng.random((n_votes, len(group))) < 0.75
    return np.where(rng.random(own.shape) < alike, by_group, own), group


def of_folds(a: Bools, b: Bools, group: Indices, fold: Indices) -> DiscordantRows:
    """Two votes on the rows of each fold."""
    parts = [np.flatnonzero(fold == k) for k in range(fold.max() + 1)]
    found = [PairedRows.of(a[rows], b[rows], None, group[rows]) for rows in parts]
    return DiscordantRows(
        tuple(one.better for one in found),
        tuple(one.worse for one in found),
        tuple(len(rows) for rows in parts),
        tuple(len(fold) - len(rows) for rows in parts),
        groups=gains_of_splits([one.groups for one in found]),
    )


def power_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """A true difference of 5 points at N = 300, one method."""
    for (repeats, folds), discordance in product(((1, 10), (10, 10)), (0.06, 0.08, 0.1, 0.15)):
        found = repeated(rng, max(n // 10, 300), repeats, folds, 300, discordance, 0.05)
        yield f"{repeats} × {folds} folds, discordance {discordance:.0%}", *both(found)


def copied_lines(rng: np.random.Generator, n: int) -> Iterator[Line]:
    """Rows that stand again, as copies and as cases of their own: the rule as it is, and with as
    many rows as would tell as much if copies told nothing, (Σc)²/Σc² of c copies each."""
    plans, many = ((1, 10), (10, 10)), max(n // 4, 300)
    for (repeats, folds), n_rows in product(plans, (100, 300)):
        found = repeated(rng, many, repeats, folds, n_rows, 0.12, copies=5)
        rates = [float(claiming(found, copies=copies).mean()) for copies in (1, 5)]
        yield (
            f"Copies: {n_rows} rows, each 5 times, {repeats} × {folds} folds, no difference",
            *rates,
        )
    for name, (repeats, folds) in product(("breast-cancer", "hayes-roth", "led7"), plans):
        data = load_dataset(name)
        rows = data.X.assign(**{"class of it": data.y})
        sizes = rows.groupby(list(rows), dropna=False, observed=True).size().to_numpy()
        copies = float((sizes**2).sum() / sizes.sum())
        n_rows = min(len(rows), 500)
        found = repeated(rng, many, repeats, folds, n_rows, 0.2, 0.1)
        rates = [float(claiming(found, copies=each).mean()) for each in (1.0, copies)]
        yield (
            f"Cases: {n_rows} rows, counted {copies:.1f} times less as in {name}, {repeats} × "
            f"{folds} folds, 10 points",
            *rates,
        )


SECTIONS = {
    "Compare": compare_lines,
    "Compare, real classifiers that share training rows": shared_lines,
    "Noise": noise_lines,
    "Sweep": sweep_lines,
    "Looking early": early_lines,
    "Sign tests": sign_lines,
    "Rows of groups (before: as single cases)": group_lines,
    "Groups whose gain goes with their size (before: rows as single cases)": size_lines,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 1 when a rate of the rule as it is lies above ``MOST``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer studies; less than a minute")
    quick = parser.parse_args(arguments).quick
    begun, n = time.monotonic(), 2000 if quick else 20_000
    rng = np.random.default_rng(0)
    check = independent(rng, 150, 5, 5, 40, 160, 0.2, 0.06)
    if not np.array_equal(claiming(check), claiming_one_by_one(check)):
        print("The simulation's rule is not the library's; the rates below would mean nothing.")
        return 1
    missed = False
    for title, lines in SECTIONS.items():
        print(f"\n{title}: claims among equally good methods, nominal {LEVEL:.0%}")
        print(f"{'':<78}{'before':>8}{'now':>8}")
        for name, old, new in lines(rng, n):
            missed |= new > MOST
            print(f"{name:<78}{old:>8.1%}{new:>8.1%}", flush=True)
    print("\nA true difference of 5 points, N = 300: share of studies that claim it")
    for name, old, new in power_lines(rng, n):
        print(f"{name:<78}{old:>8.1%}{new:>8.1%}")
    print("\nRows that stand again: share of studies that claim a difference")
    print(f"{'':<86}{'now':>8}{'as one':>8}")
    for name, now, as_one in copied_lines(rng, n):
        print(f"{name:<86}{now:>8.1%}{as_one:>8.1%}")
    print(f"\n{time.monotonic() - begun:.0f} s")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
