"""Traits of datasets by which the results of a study can be narrowed down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from l2dwk_core.common.errors import unknown_choice
from l2dwk_core.datasets import DATASETS, Dataset


@dataclass(frozen=True)
class DatasetTraits:
    """Rows, classes, and shares in [0, 1]: of columns that are symbolic, of cells that are
    missing."""

    n_rows: int
    n_classes: int
    symbolic: float
    missing: float


@dataclass(frozen=True)
class TraitFilter:
    """A trait with the ranges that can be chosen: by key, a title and what fits."""

    title: str
    ranges: Mapping[str, tuple[str, Callable[[DatasetTraits], bool]]]


TRAIT_FILTERS: Mapping[str, TraitFilter] = MappingProxyType(
    {
        "rows": TraitFilter(
            "Rows",
            {
                "few": ("below 300", lambda t: t.n_rows < 300),
                "some": ("300 to 999", lambda t: 300 <= t.n_rows < 1000),
                "many": ("1,000 or more", lambda t: t.n_rows >= 1000),
            },
        ),
        "classes": TraitFilter(
            "Classes",
            {
                "two": ("two", lambda t: t.n_classes == 2),
                "few": ("three to five", lambda t: 3 <= t.n_classes <= 5),
                "many": ("six or more", lambda t: t.n_classes >= 6),
            },
        ),
        "symbolic": TraitFilter(
            "Symbolic columns",
            {
                "none": ("none", lambda t: t.symbolic == 0),
                "some": ("up to half", lambda t: 0 < t.symbolic <= 0.5),
                "most": ("more than half", lambda t: t.symbolic > 0.5),
            },
        ),
        "missing": TraitFilter(
            "Missing values",
            {
                "none": ("none", lambda t: t.missing == 0),
                "some": ("some", lambda t: t.missing > 0),
            },
        ),
    }
)
"""By key. A range of one filter never overlaps another of it."""


def traits_of(name: str, data: Dataset | None = None) -> DatasetTraits:
    """Return the traits of a table, or of a dataset of the catalogue from its facts.

    Raise ``InputError`` for an unknown name.
    """
    if data is not None:
        symbolic = [str(kind) == "category" for kind in data.X.dtypes]
        return DatasetTraits(
            len(data.y),
            len(np.unique(data.y)),
            float(np.mean(symbolic)),
            float(data.X.isna().to_numpy().mean()),
        )
    if name not in DATASETS:
        raise unknown_choice("dataset", name, DATASETS)
    facts = DATASETS[name]
    columns = facts.n_numeric + facts.n_symbolic
    return DatasetTraits(
        facts.n_rows,
        facts.n_classes,
        facts.n_symbolic / columns,
        facts.n_missing / (facts.n_rows * columns),
    )


def fitting_datasets(
    traits: Mapping[str, DatasetTraits], wanted: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the names whose traits lie in all ranges asked for.

    ``wanted``: by key of ``TRAIT_FILTERS``, the key of a range, or "all". Raise ``InputError`` for
    unknown ones.
    """
    tests = [_test(trait, chosen) for trait, chosen in wanted.items() if chosen != "all"]
    return tuple(name for name, found in traits.items() if all(test(found) for test in tests))


def _test(trait: str, chosen: str) -> Callable[[DatasetTraits], bool]:
    if trait not in TRAIT_FILTERS:
        raise unknown_choice("trait", trait, TRAIT_FILTERS)
    ranges = TRAIT_FILTERS[trait].ranges
    if chosen not in ranges:
        raise unknown_choice("range", chosen, ("all", *ranges))
    return ranges[chosen][1]
