"""Slow, obvious diversity measures in exact rationals: what the fast ones are compared with.

Rows are given as sequences of ±1, weights as whole numbers or fractions. ``None`` means that the
measure has no value. Nothing here shares code or algebra with the core: pairs are counted row by
row, whole-ensemble measures follow their printed sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

Rows = Sequence[Sequence[int]]
Exact = Fraction | None


def alpha_of(rows: Rows, weights: Sequence[int] | None) -> list[Fraction]:
    weights = [1] * len(rows) if weights is None else weights
    return [Fraction(weight) / sum(map(Fraction, weights)) for weight in weights]


def cells(rows: Rows, i: int, j: int, alpha: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Mass of (both right, only i right, only j right, both wrong)."""
    mass = {(1, 1): Fraction(0), (1, -1): Fraction(0), (-1, 1): Fraction(0), (-1, -1): Fraction(0)}
    for row, share in zip(rows, alpha, strict=True):
        mass[int(row[i]), int(row[j])] += share
    return mass[1, 1], mass[1, -1], mass[-1, 1], mass[-1, -1]


def q_of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Exact:
    return (a * d - b * c) / (a * d + b * c) if a * d + b * c else None


def signed_rho_squared_of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Exact:
    """sign(ρ)·ρ², which is rational when ρ is not."""
    spread = (a + b) * (c + d) * (a + c) * (b + d)
    return (a * d - b * c) * abs(a * d - b * c) / spread if spread else None


def rho_of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> float | None:
    squared = signed_rho_squared_of(a, b, c, d)
    return None if squared is None else math.copysign(math.sqrt(abs(squared)), squared)


def disagreement_of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Fraction:
    return (b + c) / (a + b + c + d)


def double_fault_of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Fraction:
    return d / (a + b + c + d)


PAIRWISE: dict[str, Callable[..., Exact | float]] = {
    "q_statistic": q_of,
    "correlation": rho_of,
    "disagreement": disagreement_of,
    "double_fault": double_fault_of,
}


def pairwise(name: str, rows: Rows, weights: Sequence[int] | None = None) -> Exact | float:
    alpha = alpha_of(rows, weights)
    values = [
        PAIRWISE[name](*cells(rows, i, j, alpha)) for i, j in combinations(range(len(rows[0])), 2)
    ]
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def mean_accuracy(rows: Rows, weights: Sequence[int] | None = None) -> Fraction:
    n = len(rows[0])
    return sum(
        (share * Fraction(list(row).count(1), n))
        for row, share in zip(rows, alpha_of(rows, weights), strict=True)
    )


def _failure_shares(rows: Rows, alpha: Sequence[Fraction]) -> list[Fraction]:
    """p_i: mass of the rows on which exactly i members fail."""
    n = len(rows[0])
    return [
        sum(
            (s for row, s in zip(rows, alpha, strict=True) if list(row).count(-1) == i), Fraction(0)
        )
        for i in range(n + 1)
    ]


def entropy(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    if n == 1:
        return None
    right = [list(row).count(1) for row in rows]
    return sum(
        share * Fraction(min(r, n - r), n - math.ceil(Fraction(n, 2)))
        for r, share in zip(right, alpha, strict=True)
    )


def kohavi_wolpert(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    right = [list(row).count(1) for row in rows]
    return sum(share * r * (n - r) for r, share in zip(right, alpha, strict=True)) / n**2


def interrater_kappa(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    right = [list(row).count(1) for row in rows]
    p = sum(share * Fraction(r, n) for r, share in zip(right, alpha, strict=True))
    if n == 1 or p in (0, 1):
        return None
    spread = sum(share * r * (n - r) for r, share in zip(right, alpha, strict=True)) / n
    return 1 - spread / ((n - 1) * p * (1 - p))


def difficulty(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    v = [Fraction(list(row).count(1), n) for row in rows]
    centre = sum(share * x for x, share in zip(v, alpha, strict=True))
    return sum(share * (x - centre) ** 2 for x, share in zip(v, alpha, strict=True))


def generalized_diversity(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    p = _failure_shares(rows, alpha)
    one = sum(Fraction(i, n) * p[i] for i in range(n + 1))
    if n == 1 or one == 0:
        return None
    two = sum(Fraction(i * (i - 1), n * (n - 1)) * p[i] for i in range(n + 1))
    return 1 - two / one


def coincident_failure_diversity(rows: Rows, alpha: Sequence[Fraction]) -> Exact:
    n = len(rows[0])
    if n == 1:
        return None
    p = _failure_shares(rows, alpha)
    if p[0] == 1:
        return Fraction(0)
    return sum(Fraction(n - i, n - 1) * p[i] for i in range(1, n + 1)) / (1 - p[0])


WHOLE: dict[str, Callable[[Rows, Sequence[Fraction]], Exact]] = {
    "entropy": entropy,
    "kohavi_wolpert": kohavi_wolpert,
    "interrater_kappa": interrater_kappa,
    "difficulty": difficulty,
    "generalized_diversity": generalized_diversity,
    "coincident_failure_diversity": coincident_failure_diversity,
}

NAMES = (*PAIRWISE, *WHOLE)


def value(name: str, rows: Rows, weights: Sequence[int] | None = None) -> Exact | float:
    """Any of the ten oracle measures."""
    if name in PAIRWISE:
        return pairwise(name, rows, weights)
    return WHOLE[name](rows, alpha_of(rows, weights))


def label_kappa_of(
    first: Sequence[object], second: Sequence[object], weights: Sequence[int] | None = None
) -> Exact:
    """Cohen's kappa of two label sequences."""
    alpha = alpha_of([[0]] * len(first), weights)
    agreed = sum(
        (s for x, y, s in zip(first, second, alpha, strict=True) if x == y), start=Fraction(0)
    )
    chance = Fraction(0)
    for label in {*first, *second}:
        in_first = sum(
            (s for x, s in zip(first, alpha, strict=True) if x == label), start=Fraction(0)
        )
        in_second = sum(
            (s for y, s in zip(second, alpha, strict=True) if y == label), start=Fraction(0)
        )
        chance += in_first * in_second
    return None if chance == 1 else (agreed - chance) / (1 - chance)
