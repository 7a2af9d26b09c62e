"""QPD: one quadratic program of accuracy and diversity, without reweighted rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.common.checks import check_choice
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings

DIVERSITY = ("disagreement", "double_fault")
MISSING_VOTES = ("pairwise", "impute")


@dataclass(kw_only=True, eq=False, repr=False)
class QPD(Combiner):
    """Quadratic program of accuracy and diversity (Yin, Yang & Hao 2014, Eq. QPD).

    ``min ½ λ wᵀSw − μᵀw`` on the simplex, with μ = Oᵀ1/N (2·accuracy − 1) and S = OᵀO/N: the
    paper's ``−Pᵀw − λ wᵀDw`` without its constant λ/2. With complete votes the same as least
    squares of the margins m = Ow towards 1/λ, so λ → 0 leaves the most accurate member (of several
    of them, those that make the second term least) and λ → ∞ lets votes cancel.

    Double fault, with the sign that rewards few common faults, is the same program at λ/(λ+2).
    """

    lam: float = option(1.0, "λ, trade-off of accuracy and diversity", "0 to 1e15")
    diversity: str = option("disagreement", "diversity term", ", ".join(DIVERSITY))
    missing_votes: str = option(
        "pairwise", "estimate with out-of-bag gaps", ", ".join(MISSING_VOTES)
    )

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        check_choice("diversity", self.diversity, DIVERSITY)
        settings = Settings(
            kernel="linear",
            kernel_form="scalar",
            diversity=self.diversity,
            lam=self.lam,
            update="none",
            missing_votes=self.missing_votes,
        )
        only = train_on(inputs.oracle, settings).rounds[0]
        return Combination.of_weights(only.weights, objective=only.objective, gap=only.gap)


METHODS = (
    CombinerInfo(
        key="qpd",
        title="QPD",
        family="optimisation",
        place=8,
        authors="Yin, Yang & Hao",
        year=2014,
        work="Learning to diversify via weighted kernels for classifier ensemble, arXiv 1406.1167",
        complexity="N L² + active set",
        confirmed="the paper's program in its convex form, without the constant λ/2",
        estimator=QPD,
    ),
)
