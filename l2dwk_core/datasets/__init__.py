"""The paper's datasets, teaching sets, and tables from a user's file."""

from __future__ import annotations

from l2dwk_core.datasets.catalogue import DATASETS, OFFLINE_DATASETS, catalogue_table
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.facts import DatasetFacts
from l2dwk_core.datasets.load import load_dataset
from l2dwk_core.datasets.tables import ROLES, ColumnDraft, TableDraft, inspect_table, read_table
from l2dwk_core.datasets.teaching import TEACHING_SETS, teaching_set

__all__ = [
    "DATASETS",
    "OFFLINE_DATASETS",
    "ROLES",
    "TEACHING_SETS",
    "ColumnDraft",
    "Dataset",
    "DatasetFacts",
    "TableDraft",
    "catalogue_table",
    "inspect_table",
    "load_dataset",
    "read_table",
    "teaching_set",
]
