"""`DATASETS`: the datasets that can be loaded by name, each with its declared facts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from l2dwk_core.datasets.catalogue.facts_file import read_catalogue
from l2dwk_core.datasets.facts import DatasetFacts

DATASETS: Mapping[str, DatasetFacts] = read_catalogue(Path(__file__).parent / "facts")
OFFLINE_DATASETS = tuple(name for name, facts in DATASETS.items() if facts.openml_id is None)
"""The datasets that come with the package."""


def catalogue_table() -> pd.DataFrame:
    """Return the datasets, one in each row: the paper's sizes beside the real ones, and why they
    differ.

    The paper's sizes are missing (``pandas.NA``) for a dataset that the paper does not list.
    """
    table = pd.DataFrame(
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
    may_be_missing = ["rows (paper)", "columns (paper)", "classes (paper)"]
    return table.astype(dict.fromkeys(may_be_missing, "Int64"))
