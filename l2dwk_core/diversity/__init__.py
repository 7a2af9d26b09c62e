"""Diversity of an ensemble: measures, and exact decompositions of its error."""

from __future__ import annotations

from l2dwk_core.diversity.bias_variance_diversity import (
    LOSSES,
    LossTerms,
    loss_terms,
    zero_one_effects,
)
from l2dwk_core.diversity.decompositions import (
    AmbiguityDecomposition,
    GoodBadDiversity,
    ambiguity_decomposition,
    good_bad_diversity,
)
from l2dwk_core.diversity.labels import KappaErrorPairs, kappa_error_pairs
from l2dwk_core.diversity.measure import Measure, MeasureDetail
from l2dwk_core.diversity.pairs import disagreement_matrix, double_fault_matrix
from l2dwk_core.diversity.registry import MEASURES, measure_all

__all__ = [
    "LOSSES",
    "MEASURES",
    "AmbiguityDecomposition",
    "GoodBadDiversity",
    "KappaErrorPairs",
    "LossTerms",
    "Measure",
    "MeasureDetail",
    "ambiguity_decomposition",
    "disagreement_matrix",
    "double_fault_matrix",
    "good_bad_diversity",
    "kappa_error_pairs",
    "loss_terms",
    "measure_all",
    "zero_one_effects",
]
