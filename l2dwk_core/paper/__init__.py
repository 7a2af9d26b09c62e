"""The paper's equations one by one: where each is implemented, and examples of where it fails; its
claims, and the verdict on each."""

from __future__ import annotations

from l2dwk_core.paper.authors_program import PROGRAM_DIFFERENCES, ProgramDifference
from l2dwk_core.paper.equation import VERDICTS, Equation
from l2dwk_core.paper.equations import EQUATIONS

__all__ = ["EQUATIONS", "PROGRAM_DIFFERENCES", "VERDICTS", "Equation", "ProgramDifference"]
