"""Diversity of an ensemble: oracle measures, label kappa, and two exact decompositions."""

from __future__ import annotations

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
    "MEASURES",
    "AmbiguityDecomposition",
    "GoodBadDiversity",
    "KappaErrorPairs",
    "Measure",
    "MeasureDetail",
    "ambiguity_decomposition",
    "disagreement_matrix",
    "double_fault_matrix",
    "good_bad_diversity",
    "kappa_error_pairs",
    "measure_all",
]
