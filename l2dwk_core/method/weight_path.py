"""The exact path of classifier weights over λ for equal kernel weights.

What one round minimises is ``½ h wᵀKw − q vᵀw`` (objective.py); its minimiser depends on
``h/q`` alone, the strength of diversity relative to accuracy. For disagreement that is λ itself.
"""

from __future__ import annotations

import math

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.method.moments import moment_source
from l2dwk_core.method.objective import coefficients, program
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.qp.critical_line import CriticalLine, exact_lambda_path


def equal_weight_problem(oracle: Oracle, settings: Settings) -> tuple[Floats, Floats]:
    """Return (K, v) under α = 1/N. The path is ``argmin (λ/2) wᵀKw − vᵀw`` on the simplex.

    K is (L, L), v is (L,), of the kernel in ``settings``; rows no member may judge do not count.

    Raises
    ------
    InputError
        Where the objective is concave, so that a single member is the answer at every λ.
    """
    base = settings.changed(
        lam=1.0,
        lam_on="diversity",
        terms="both",
        matrix_repair="none",
        diversity=(
            "double_fault_authors"
            if settings.diversity == "double_fault_authors"
            else "disagreement"
        ),
    )
    judged = np.ones(oracle.n_rows)
    if oracle.available is not None:
        judged[~oracle.available.any(axis=1)] = 0.0
    alpha = judged / judged.sum()
    problem = program(moment_source(oracle, base).start(alpha), base)
    if settings.diversity == "double_fault_printed" or problem.concave:
        raise InputError(
            "There is no path to follow: with this diversity or kernel the objective is concave, "
            "and one single member is the answer at every λ; take diversity='disagreement' and "
            "c ≥ 0."
        )
    return problem.H.block(np.arange(oracle.n_members)), problem.p


def equal_weight_path(
    oracle: Oracle, settings: Settings, lam_from: float = 0.01, lam_to: float = 100.0
) -> CriticalLine:
    """Return the exact path of the weights over the strength of diversity, for α = 1/N.

    The strength is ``relative_strength``; for disagreement, λ. Raise ``InputError`` as
    ``equal_weight_problem`` and ``exact_lambda_path`` do.
    """
    K, v = equal_weight_problem(oracle, settings)
    return exact_lambda_path(K, v, lam_from, lam_to)


def relative_strength(settings: Settings) -> float:
    """Return the strength of diversity relative to accuracy, h/q. It is the position of these
    settings on the path.

    d/a for disagreement, with a and d what multiplies accuracy and diversity; d/(2a + d) for double
    fault. 0 for accuracy alone; infinite where accuracy has no part.
    """
    a, d = coefficients(settings)
    h, q = (d / 2, a + d / 2) if settings.diversity == "double_fault" else (d, a)
    return h / q if q > 0 else math.inf
