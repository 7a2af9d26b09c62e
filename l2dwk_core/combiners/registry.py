"""Every combiner by name: the one place a new one is added."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from l2dwk_core.combiners.entries_optimised import OPTIMISED
from l2dwk_core.combiners.entries_ordering import ORDERINGS
from l2dwk_core.combiners.entries_reference import REFERENCES
from l2dwk_core.combiners.entries_search import CLUSTERINGS, SEARCHES
from l2dwk_core.combiners.info import CombinerInfo

FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "reference": "what any method must beat",
        "whole": "an ensemble method as it is",
        "optimisation": "weights or a subset as the solution of a program",
        "search": "evolutionary search for weights or a subset",
        "ordering": "members added one after another",
        "clustering": "representatives of groups of similar members",
        "learned": "a second classifier on the members' outputs",
    }
)
"""Families in the order in which tables show them."""

_ALL: tuple[CombinerInfo, ...] = (
    *REFERENCES,
    *OPTIMISED,
    *SEARCHES,
    *ORDERINGS,
    *CLUSTERINGS,
)

COMBINERS: Mapping[str, CombinerInfo] = MappingProxyType(
    {
        info.key: info
        for family in FAMILIES
        for info in sorted(
            (info for info in _ALL if info.family == family), key=lambda info: info.year
        )
    }
)
"""Every method, by family and then by year."""
