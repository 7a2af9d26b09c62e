"""Slow, obvious pruning methods in exact rationals: what the fast ones are compared with.

A problem is a table of predicted classes (None where a member may not judge a row) and the true
classes. Nothing here shares code or algebra with the core: votes are counted row by row and vectors
are built as their definitions say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, sqrt

from tests.reference_diversity import label_kappa_of

Members = Sequence[int]


@dataclass(frozen=True)
class Problem:
    votes: tuple[tuple[int | None, ...], ...]
    truth: tuple[int, ...]
    n_classes: int

    @classmethod
    def of(cls, inputs: object) -> Problem:
        oracle = inputs.oracle
        votes = [
            tuple(
                int(code) if oracle.available is None or oracle.available[k, j] else None
                for j, code in enumerate(row)
            )
            for k, row in enumerate(oracle.codes)
        ]
        return cls(tuple(votes), tuple(int(c) for c in oracle.label_codes), len(oracle.classes))

    @property
    def n_members(self) -> int:
        return len(self.votes[0])

    def winner(self, row: int, members: Members) -> int | None:
        cast = [self.votes[row][j] for j in members if self.votes[row][j] is not None]
        if not cast:
            return None
        return max(range(self.n_classes), key=lambda c: (cast.count(c), -c))

    def error(self, members: Members) -> Fraction:
        rows = [k for k, row in enumerate(self.votes) if any(vote is not None for vote in row)]
        n_wrong = sum(self.winner(k, members) != self.truth[k] for k in rows)
        return Fraction(n_wrong, len(rows))

    def signs(self, member: int) -> list[int]:
        """+1 right, −1 wrong, 0 missing."""
        return [
            0 if row[member] is None else 1 if row[member] == y else -1
            for row, y in zip(self.votes, self.truth, strict=True)
        ]

    def own_error(self, member: int) -> Fraction | float:
        signs = self.signs(member)
        n_judged = sum(map(abs, signs))
        return Fraction(signs.count(-1), n_judged) if n_judged else float("inf")


def kappa_pruning(problem: Problem, size: int) -> list[int]:
    def kappa(i: int, j: int) -> Fraction | None:
        both = [(r[i], r[j]) for r in problem.votes if r[i] is not None and r[j] is not None]
        return label_kappa_of(*zip(*both, strict=True)) if both else None

    pairs = list(combinations(range(problem.n_members), 2))
    values = {pair: kappa(*pair) for pair in pairs}
    pairs.sort(key=lambda pair: (values[pair] is None, values[pair] or 0, pair))
    kept: list[int] = [] if pairs else [0]
    for pair in pairs:
        for member in pair:
            if member not in kept and len(kept) < size:
                kept.append(member)
    return kept


def orientation(problem: Problem) -> list[tuple[int, bool]] | None:
    """(member, whether its angle is below 90 degrees) by angle; None without a reference."""
    n = problem.n_members
    columns = [problem.signs(j) for j in range(n)]
    c_ens = [Fraction(sum(values), n) for values in zip(*columns, strict=True)]
    square = sum(x * x for x in c_ens)
    if square == 0:
        return None
    lam = -sum(c_ens) / square
    c_ref = [1 + lam * x for x in c_ens]
    if not any(c_ref):
        return None

    def signed_square_cosine(j: int) -> Fraction:
        dot = sum(x * y for x, y in zip(columns[j], c_ref, strict=True))
        length = sum(x * x for x in columns[j])
        return dot * abs(dot) / length if length else Fraction(0)

    order = sorted(range(n), key=lambda j: (-signed_square_cosine(j), j))
    return [(j, signed_square_cosine(j) > 0) for j in order]


def margin_distance(
    problem: Problem, size: int, p: float = 0.075, moving: bool = False, divide_by: str = "pool"
) -> list[int]:
    n = problem.n_members
    columns = [problem.signs(j) for j in range(n)]
    order: list[int] = []
    total = [0] * len(problem.truth)
    for u in range(1, size + 1):
        o = Fraction(2 * sqrt(2 * u) / n) if moving else Fraction(str(p))
        t = n if divide_by == "pool" else u

        distances = {
            j: sum((o - Fraction(z + x, t)) ** 2 for z, x in zip(total, columns[j], strict=True))
            for j in range(n)
            if j not in order
        }
        best = min(distances, key=lambda j, found=distances: (found[j], j))
        order.append(best)
        total = [z + x for z, x in zip(total, columns[best], strict=True)]
    return order


def complementarity(problem: Problem, size: int) -> list[int]:
    order: list[int] = []
    while len(order) < size:
        left = [j for j in range(problem.n_members) if j not in order]
        mended = dict.fromkeys(left, 0)
        if order:
            for k, y in enumerate(problem.truth):
                if problem.winner(k, order) != y:
                    for j in left:
                        mended[j] += problem.votes[k][j] == y
        if any(mended.values()):
            order.append(min(left, key=lambda j: (-mended[j], j)))
        else:
            order.append(min(left, key=lambda j: (problem.own_error(j), j)))
    return order


def boosting(problem: Problem, size: int) -> tuple[list[int], list[Fraction | float]]:
    n_rows = len(problem.truth)
    even = [Fraction(1, n_rows)] * n_rows
    d = even
    order: list[int] = []
    errors: list[Fraction | float] = []

    def weighted(j: int) -> Fraction | float:
        signs = problem.signs(j)
        mass = sum(x for x, s in zip(d, signs, strict=True) if s)
        wrong = sum(x for x, s in zip(d, signs, strict=True) if s < 0)
        return wrong / mass if mass else float("inf")

    while len(order) < size:
        best = min(
            (j for j in range(problem.n_members) if j not in order),
            key=lambda j: (weighted(j), j),
        )
        e = weighted(best)
        order.append(best)
        errors.append(e)
        if e == 0 or e >= Fraction(1, 2):
            d = even
            continue
        factor = {-1: 1 / (2 * e), 0: Fraction(1), 1: 1 / (2 * (1 - e))}
        d = [x * factor[s] for x, s in zip(d, problem.signs(best), strict=True)]
    return order, errors


def reduce_error(problem: Problem, size: int, backfitting: bool = False) -> list[int]:
    order: list[int] = []
    while len(order) < size:
        left = [j for j in range(problem.n_members) if j not in order]
        order.append(min(left, key=lambda j: (problem.error([*order, j]), j)))
        changed = backfitting and len(order) > 1
        while changed:
            changed = False
            for place in range(len(order)):
                rest = order[:place] + order[place + 1 :]
                left = [j for j in range(problem.n_members) if j not in order]
                best = min(left, key=lambda j: (problem.error([*rest, j]), j), default=order[place])
                if problem.error([*rest, best]) < problem.error(order):
                    order[place] = best
                    changed = True
    return order


def drep(problem: Problem, size: int, rho: float, patience: int) -> list[int]:
    n = problem.n_members
    order = [min(range(n), key=lambda j: (problem.own_error(j), j))]

    def agreement(j: int) -> Fraction:
        rows = [
            (row[j], problem.winner(k, order))
            for k, row in enumerate(problem.votes)
            if row[j] is not None and problem.winner(k, order) is not None
        ]
        if not rows:
            return Fraction(1)
        return Fraction(sum(1 if x == y else -1 for x, y in rows), len(rows))

    kept = list(order)
    while len(order) < size:
        left = [j for j in range(n) if j not in order]
        left.sort(key=lambda j: (agreement(j), j))
        different = left[: ceil(Fraction(str(rho)) * len(left))]
        best = min(different, key=lambda j: (problem.error([*order, j]), j))
        lower = problem.error([*order, best]) < problem.error(kept)
        if not lower and len(order) - len(kept) >= patience:
            break
        order.append(best)
        if lower:
            kept = list(order)
    return kept


def forward_selection(problem: Problem, rounds: int, n_initial: int) -> tuple[list[int], int]:
    """Members in order of joining, and the length of the shortest best prefix."""
    everyone = range(problem.n_members)
    order = sorted(everyone, key=lambda j: (problem.error([j]), j))[:n_initial]
    for _ in range(rounds):
        order.append(min(everyone, key=lambda j: (problem.error([*order, j]), j)))
    lengths = range(1, len(order) + 1)
    return order, min(lengths, key=lambda n: (problem.error(order[:n]), n))
