"""Registry entries of the methods that solve an optimisation problem, stacking included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.learned.stacking import Stacking
from l2dwk_core.combiners.optimisation.epsdp import EPSDP
from l2dwk_core.combiners.optimisation.map_pruning import MAPPruning
from l2dwk_core.combiners.optimisation.rse import RSE
from l2dwk_core.combiners.quadratic import QPD, SparseConvexDiversity
from l2dwk_core.settings import Settings

_L2DWK = "Learning to diversify via weighted kernels for classifier ensemble, arXiv 1406.1167"
_ROUNDS = "T rounds of: changed rows · L² + active set"


def _l2dwk(key: str, title: str, preset: str, confirmed: str, **pool: Any) -> CombinerInfo:
    defaults: Mapping[str, Any] = MappingProxyType({**asdict(Settings.preset(preset)), **pool})
    return CombinerInfo(
        key=key,
        title=title,
        family="optimisation",
        authors="Yin, Yang & Hao",
        year=2014,
        work=_L2DWK,
        complexity=_ROUNDS,
        confirmed=confirmed,
        estimator=L2DWKClassifier,
        defaults=defaults,
    )


OPTIMISED: tuple[CombinerInfo, ...] = (
    _l2dwk(
        "l2dwk",
        "L2DWK",
        "recommended",
        "the paper's algorithm with its defects repaired: joint Gaussian kernel, target of mass "
        "one, damping that keeps the first weights, hold-out rows",
    ),
    _l2dwk(
        "l2dwk_paper",
        "L2DWK as printed",
        "paper",
        "as the paper prints it, with a bootstrap of the training rows as weighting rows",
        weighting="bootstrap",
    ),
    _l2dwk(
        "l2dwk_authors",
        "L2DWK as the authors' program",
        "authors",
        "as the authors' own program computes it, judged on the training rows; its weights are "
        "not rescaled after small ones are dropped",
        weighting="training",
    ),
    CombinerInfo(
        key="qpd",
        title="QPD",
        family="optimisation",
        authors="Yin, Yang & Hao",
        year=2014,
        work=_L2DWK,
        complexity="N L² + active set",
        confirmed="the paper's program in its convex form, without the constant λ/2",
        estimator=QPD,
    ),
    CombinerInfo(
        key="sparse_convex_diversity",
        title="Sparsity and diversity",
        family="optimisation",
        authors="Yin, Huang, Yang & Hao",
        year=2014,
        work="Convex ensemble learning with sparsity and diversity, Information Fusion 20",
        complexity="N L² + up to 60 active sets",
        confirmed="terms as in the abstract; the exact objective could not be confirmed in the "
        "original paper",
        estimator=SparseConvexDiversity,
    ),
    CombinerInfo(
        key="rse",
        title="RSE",
        family="optimisation",
        authors="Li & Zhou",
        year=2009,
        work="Selective ensemble under regularization framework, MCS",
        complexity="N² d + C N² L + active set",
        confirmed="as in the authors' own program; more than two classes by the sum of "
        "one-against-rest objectives, which is this project's extension",
        estimator=RSE,
    ),
    CombinerInfo(
        key="rse_semi_supervised",
        title="RSE, semi-supervised",
        family="optimisation",
        authors="Li & Zhou",
        year=2009,
        work="Selective ensemble under regularization framework, MCS",
        complexity="(N + M)² d + C (N + M)² L + active set, M rows without labels",
        confirmed="the loss over labelled rows only is the standard manifold form; it could not "
        "be confirmed in the original paper",
        estimator=RSE,
        defaults=MappingProxyType({"smooth_over": "all"}),
    ),
    CombinerInfo(
        key="epsdp",
        title="EPSDP",
        family="optimisation",
        authors="Zhang, Burer & Street",
        year=2006,
        work="Ensemble pruning via semi-definite programming, JMLR 7",
        complexity="N L² + iterations · L³; above 150 members swaps · k L",
        confirmed="program and rounding from common knowledge; only the off-diagonal of the cost "
        "matrix was confirmed, in a second implementation",
        estimator=EPSDP,
    ),
    CombinerInfo(
        key="map_pruning",
        title="Predictive pruning (MAP)",
        family="optimisation",
        authors="Chen, Tino & Yao",
        year=2009,
        work="Predictive ensemble pruning by expectation propagation, IEEE TKDE 21(7)",
        complexity="rounds · steps · N L",
        confirmed="a MAP estimate, not the paper's expectation propagation; the prior is "
        "confirmed, likelihood and updates could not be confirmed in the original paper",
        estimator=MAPPruning,
    ),
    CombinerInfo(
        key="stacking",
        title="Stacking",
        family="learned",
        authors="Wolpert; Ting & Witten",
        year=1992,
        work="Stacked generalization, Neural Networks 5; Issues in stacked generalization, "
        "JAIR 10 (1999)",
        complexity="folds · training + C · active sets on L²",
        confirmed="out-of-fold outputs are the published method; non-negative multi-response "
        "regression could not be confirmed in the original paper",
        estimator=Stacking,
    ),
)
