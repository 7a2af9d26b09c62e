"""`load_dataset`: a dataset of the catalogue by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import shown
from l2dwk_core.datasets import openml
from l2dwk_core.datasets.catalogue import DATASETS
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.generators import GENERATORS
from l2dwk_core.datasets.tables import TABLE_ENDINGS
from l2dwk_core.datasets.tabular import parse

FILES = Path(__file__).parent / "files"
"""The tables that come with the package."""


def path_of(name: str) -> Path:
    """Return the file of a shipped table."""
    return FILES / f"{name}.csv.gz"


def load_dataset(name: str, *, offline: bool = True) -> Dataset:
    """Return a dataset of the catalogue, such as one of the paper's table with UCI's real sizes.

    All but ``artificial`` come with the package or are generated, and need no network.

    Parameters
    ----------
    name
        A key of `DATASETS`.
    offline
        True (default) never uses the network: ``artificial`` is then read from the cache. False
        allows its download, once, through scikit-learn's OpenML client; the cache is the folder in
        the environment variable ``L2DWK_CACHE`` or a folder of the user's.

    Returns
    -------
    Dataset
        ``X`` (n_rows, n_columns), ``y`` (n_rows,) labels as strings; the same rows in the same
        order at every call. A fresh copy: changing it changes nothing else.

    Raises
    ------
    InputError
        For an unknown name, or when a dataset to be downloaded is neither cached nor can be had.
    """
    if isinstance(name, str) and Path(name).suffix.lower() in TABLE_ENDINGS:
        raise InputError(
            f"Unknown dataset {shown(name)}, which looks like a file; read it with "
            f"read_table({shown(name)}) and hand in what that gives."
        )
    if not isinstance(name, str) or name not in DATASETS:
        raise unknown_choice("dataset", name, DATASETS, see="the keys of l2dwk_core.DATASETS")
    facts = DATASETS[name]
    if facts.generator:
        X, y = GENERATORS[facts.generator]()
    elif facts.openml_id:
        X, y = openml.fetched(facts, offline=offline)
    else:
        X, y = parse(path_of(name).read_bytes()).frame()
    return Dataset(name, X, np.asarray(y, dtype=str), facts.changes)
