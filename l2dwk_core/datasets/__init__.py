"""The paper's datasets, teaching sets, and tables a user brings."""

from __future__ import annotations

from l2dwk_core.datasets.catalogue import DATASETS, catalogue_table
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.facts import DatasetFacts
from l2dwk_core.datasets.load import load_dataset

__all__ = ["DATASETS", "Dataset", "DatasetFacts", "catalogue_table", "load_dataset"]
