"""Twenty samples judged by eight members: the small example of the tests of the paper's claims."""

from __future__ import annotations

import numpy as np

from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from tests.problems import as_class_problem

# 20 samples × 8 members, 1 = right; accuracies .65 .55 .50 .50 .70 .80 .75 .75.
FIXTURE = np.array(
    [
        [1.0 if bit == "1" else -1.0 for bit in row]
        for row in (
            "11100001 01010011 11111101 11011111 01011001 11011110 11101110 10001111 01000111 "
            "11011110 11001110 10111111 00100111 00111111 00001100 00111111 10100111 10101111 "
            "10000011 11111101"
        ).split()
    ]
)
P = FIXTURE.mean(axis=0)
S = FIXTURE.T @ FIXTURE / 20
D_DIS = (1 - S) / 2
D_DF = (1 - FIXTURE).T @ (1 - FIXTURE) / 80
QPD = {
    0.5: ([0, 0, 0, 0, 0, 0.55556, 0.08333, 0.36111], -0.66944444),
    1.0: ([0.0007, 0.09479, 0, 0, 0.09386, 0.31333, 0.15852, 0.33882], -0.80519119),
    2.0: ([0.03806, 0.18951, 0, 0, 0.13876, 0.15458, 0.17879, 0.30029], -1.15935400),
    5.0: ([0.01873, 0.24687, 0.1544, 0, 0.16405, 0, 0.22373, 0.19222], -2.35817916),
}
LINEAR = {"kernel": "linear", "kernel_form": "scalar", "update": "none"}


def qpd(lam, matrix=FIXTURE, **changes):
    """Weights of the program without kernel weights, through the public loop."""
    return self_train(*as_class_problem(matrix), Settings(lam=lam, **{**LINEAR, **changes})).weights


def random_simplex(n, count, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(n), count)
