"""Registry entries of the methods that solve an optimisation problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.estimator import L2DWKClassifier
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
)
