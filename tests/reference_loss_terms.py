"""Bias, variance and diversity from their definitions: what the fast sums are compared with."""

from __future__ import annotations

import math

import numpy as np


def slow_loss_terms(answers, labels, loss, clip):
    """Bias, variance, diversity, member loss and ensemble loss of every row, from their
    definitions: answers (trials, members, rows, classes), one row, member and trial at a time."""
    n_trials, n_members, _, n_classes = np.shape(answers)

    def combined(given):
        if loss == "squared":
            return [math.fsum(q[c] for q in given) / len(given) for c in range(n_classes)]
        if loss == "cross_entropy":
            means = [math.prod(q[c] for q in given) ** (1 / len(given)) for c in range(n_classes)]
            return [mean / math.fsum(means) for mean in means]
        counts = [sum(vote == c for vote in given) for c in range(n_classes)]
        return counts.index(max(counts))

    def lost(q, y):
        if loss == "squared":
            return math.fsum((q[c] - (c == y)) ** 2 for c in range(n_classes))
        return -math.log(q[y]) if loss == "cross_entropy" else float(q != y)

    def apart(centre, q):
        if loss == "squared":
            return math.fsum((a - b) ** 2 for a, b in zip(centre, q, strict=True))
        return math.fsum(a * math.log(a / b) for a, b in zip(centre, q, strict=True))

    def answer(t, j, row):
        q = [float(p) for p in answers[t][j][row]]
        if loss == "zero_one":
            return q.index(max(q))
        if loss == "cross_entropy":
            q = [max(p, clip) for p in q]
            q = [p / math.fsum(q) for p in q]
        return q

    found = {name: [] for name in ("bias", "variance", "diversity", "member_loss", "ensemble_loss")}
    for row, y in enumerate(labels):
        table = [[answer(t, j, row) for j in range(n_members)] for t in range(n_trials)]
        ensembles = [combined(trial) for trial in table]
        central = [combined([trial[j] for trial in table]) for j in range(n_members)]
        pairs = [(t, j) for t in range(n_trials) for j in range(n_members)]
        bias = math.fsum(lost(q, y) for q in central) / n_members
        members = math.fsum(lost(table[t][j], y) for t, j in pairs) / len(pairs)
        ensemble = math.fsum(lost(q, y) for q in ensembles) / n_trials
        if loss == "zero_one":
            variance, diversity = members - bias, members - ensemble
        else:
            variance = math.fsum(apart(central[j], table[t][j]) for t, j in pairs) / len(pairs)
            diversity = math.fsum(apart(ensembles[t], table[t][j]) for t, j in pairs) / len(pairs)
        values = bias, variance, diversity, members, ensemble
        for name, value in zip(found, values, strict=True):
            found[name].append(value)
    return found
