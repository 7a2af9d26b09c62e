"""`DATASETS`: the paper's table, each name with its declared facts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pandas as pd

from l2dwk_core.datasets.catalogue.generated import GENERATED_FACTS
from l2dwk_core.datasets.catalogue.medicine import MEDICINE
from l2dwk_core.datasets.catalogue.things import THINGS
from l2dwk_core.datasets.facts import DatasetFacts

_FACTS = {facts.name: facts for facts in (*MEDICINE, *THINGS, *GENERATED_FACTS)}

# The paper lists its datasets alphabetically.
DATASETS: Mapping[str, DatasetFacts] = MappingProxyType(
    {name: _FACTS[name] for name in sorted(_FACTS)}
)


def catalogue_table() -> pd.DataFrame:
    """The 32 datasets, one a row: the paper's sizes beside the real ones, and why they differ."""
    return pd.DataFrame(
        [
            {
                "name": facts.name,
                "rows": facts.n_rows,
                "rows (paper)": facts.paper_rows,
                "columns": facts.n_columns,
                "columns (paper)": facts.paper_columns,
                "numeric": facts.n_numeric,
                "symbolic": facts.n_symbolic,
                "classes": facts.n_classes,
                "classes (paper)": facts.paper_classes,
                "smallest class": min(facts.class_counts.values()),
                "largest class": max(facts.class_counts.values()),
                "missing cells": facts.n_missing,
                "missing share": facts.missing_share,
                "difference": facts.difference,
                "source": facts.source,
            }
            for facts in DATASETS.values()
        ]
    ).set_index("name")
