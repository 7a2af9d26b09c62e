"""A vote in which each member's weight depends on its accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.combiners.scores import accuracies
from l2dwk_core.common.checks import check_choice

RULES = ("accuracy", "log_odds")


@dataclass(kw_only=True, eq=False, repr=False)
class AccuracyWeightedVote(Combiner):
    """Weights that grow with accuracy and sum to 1.

    "accuracy": ∝ p_j. "log_odds": ∝ max(0, ln(p_j/(1−p_j))), the best weights for two classes
    when members err independently (Kuncheva 2004); p is kept within [1/(2N), 1 − 1/(2N)], N the
    number of rows the member judged, so that a perfect member has finite weight. Equal weights
    where all would be 0.
    """

    rule: str = option("accuracy", "how weight grows with accuracy", ", ".join(RULES))

    needs: ClassVar[frozenset[str]] = frozenset()

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        check_choice("rule", self.rule, RULES)
        oracle = inputs.oracle
        p = accuracies(oracle)
        if self.rule == "log_odds":
            least = 1.0 / (2.0 * np.maximum(np.count_nonzero(oracle.matrix, axis=0), 1))
            p = np.clip(p, least, 1.0 - least)
            p = np.maximum(np.log(p / (1.0 - p)), 0.0)
        total = p.sum()
        weights = np.full(len(p), 1.0 / len(p)) if total == 0 else np.asarray(p / total)
        return Combination.of_weights(weights)


METHODS = (
    CombinerInfo(
        key="accuracy_weighted_vote",
        title="Accuracy-weighted vote",
        family="reference",
        place=3,
        authors="Kuncheva",
        year=2004,
        work="Combining Pattern Classifiers, Wiley: weighted majority vote",
        complexity="N L",
        confirmed="weights proportional to accuracy are common practice without one source; the "
        "log-odds rule is optimal for two classes and independent errors",
        estimator=AccuracyWeightedVote,
    ),
)
