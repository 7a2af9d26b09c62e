"""The differences between the authors' own program and the paper, and the settings that follow
the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ProgramDifference:
    """One difference. ``settings``: fields of ``Settings`` and their values in the program."""

    title: str
    paper: str
    program: str
    settings: Mapping[str, Any] = field(default_factory=dict)


PROGRAM_DIFFERENCES: tuple[ProgramDifference, ...] = (
    ProgramDifference(
        "Kernel",
        "one kernel value for each row, summed with α",
        "the weights α inside one kernel between whole columns; double fault compares the columns "
        "1 − O and is minimised, without 1/(4N)",
        {"kernel_form": "joint", "kernel": "gaussian"},
    ),
    ProgramDifference(
        "What λ multiplies",
        "the diversity",
        "the accuracy: its λ is 1/λ of the paper",
        {"lam_on": "accuracy"},
    ),
    ProgramDifference(
        "Matrix repair",
        "none",
        "when a Cholesky factorisation fails, eigenvalues ≤ 0 of the matrix bordered by the linear "
        "term become 1e-6, and the repaired matrix is minimised",
        {"matrix_repair": "authors"},
    ),
    ProgramDifference(
        "Update of α",
        "1/(Nε) on the error set, blended in with β = 1/t",
        "add 1/(tε) on the error set, then divide by the sum: β is at least N/(N + t), so with "
        "many more rows than rounds almost nothing of the earlier α is kept",
        {"error_mass": "authors", "damping": "authors"},
    ),
    ProgramDifference(
        "Stop and result",
        "T rounds; the last weights",
        "stop when no vote is wrong; the latest among the rounds with the fewest wrong votes",
        {"stop_on": ("no_vote_errors",), "returned": "latest_best"},
    ),
    ProgramDifference(
        "Small weights",
        "not mentioned",
        "≤ 1e-3 become 0 without rescaling, so the weights no longer sum to 1",
        {"small_weights": "authors"},
    ),
)
"""The differences; together they are the preset "authors"."""
