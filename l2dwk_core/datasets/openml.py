"""Datasets that cannot be shipped: downloaded once through scikit-learn's OpenML client."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.whole_file import whole_file
from l2dwk_core.datasets.catalogue import OFFLINE_DATASETS
from l2dwk_core.datasets.facts import DatasetFacts
from l2dwk_core.datasets.tabular import CLASS, NUMERIC, SYMBOLIC, Table, parse

# scikit-learn opens connections without a limit; a silent server would hang the page for good.
TIMEOUT_SECONDS = 30.0


def _how_to_get_it(facts: DatasetFacts) -> str:
    return (
        f"load it once with network access, load_dataset({facts.name!r}, offline=False), or "
        f"{_choose_another()}"
    )


def _choose_another() -> str:
    return f"choose one of the {len(OFFLINE_DATASETS)} datasets that come with the package."


def cache_folder() -> Path:
    """Return the folder for downloads: ``L2DWK_CACHE``, or the user's cache folder on this
    system. Raise InputError for a user without a home."""
    if chosen := os.environ.get("L2DWK_CACHE"):
        return Path(chosen)
    named = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    inside = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    if base := os.environ.get(named):
        return Path(base) / "l2dwk"
    try:
        return Path.home() / inside / "l2dwk"
    except RuntimeError as problem:  # HOME is not set, and the system does not know the user
        raise InputError(
            "This user has no home folder to keep downloads in; set L2DWK_CACHE to a folder, or "
            f"{_choose_another()}"
        ) from problem


def fetched(facts: DatasetFacts, *, offline: bool) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the rows of OpenML's data set, from the cache or (``offline=False``) from OpenML.

    Raises
    ------
    InputError
        When there is no cached copy or it is damaged (``offline``), or OpenML cannot be reached or
        has other rows than the facts declare.
    """
    kept = cache_folder() / f"{facts.name}.csv.gz"
    if offline:
        return _from_cache(kept, facts).frame()
    try:
        return _from_cache(kept, facts).frame()
    except InputError:
        table = _thinned(_fetch(facts), facts.openml_copies)
        _verify(table, facts)
        _keep(table, kept)
        return table.frame()


def _from_cache(kept: Path, facts: DatasetFacts) -> Table:
    try:
        table = parse(kept.read_bytes())
        _verify(table, facts)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"Dataset {facts.name!r} is not on this computer and offline=True; "
            f"{_how_to_get_it(facts)}"
        ) from None
    except (ValueError, EOFError, OSError, zlib.error) as problem:
        raise InputError(
            f"The cached copy of {facts.name!r}, {kept}, is damaged; {_how_to_get_it(facts)}"
        ) from problem
    return table


def _fetch(facts: DatasetFacts) -> pd.DataFrame:
    """Return OpenML's table with the class as its last column."""
    from sklearn.datasets import fetch_openml

    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(TIMEOUT_SECONDS)
    try:
        with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
            # Warnings about retries and versions are of no use to the user.
            warnings.simplefilter("ignore")
            bunch = fetch_openml(
                data_id=facts.openml_id, data_home=scratch, as_frame=True, n_retries=1, delay=0.2,
                parser="liac-arff",
            )  # fmt: skip
    except Exception as problem:
        # No route, a time-out, an error page and a broken file mean the same to the user: the
        # download did not work.
        raise InputError(
            f"Dataset {facts.name!r} could not be downloaded from OpenML "
            f"({type(problem).__name__}); check the network and try again, or {_choose_another()}"
        ) from problem
    finally:
        socket.setdefaulttimeout(before)
    table: pd.DataFrame = pd.concat([bunch.data, bunch.target.rename("class")], axis=1)
    return table


def _thinned(frame: pd.DataFrame, copies: int) -> Table:
    """Return one of every *copies* copies of each distinct row, in the order of their first
    occurrence."""
    columns = list(frame.columns)
    group = frame.astype(str).groupby(columns, sort=False, observed=True, dropna=False)
    copy = group.cumcount().to_numpy()
    there = group[columns[0]].transform("size").to_numpy()
    rows = frame[copy < there // copies]
    nominal = [isinstance(kind, pd.CategoricalDtype) for kind in frame.dtypes[:-1]]
    roles = (*(SYMBOLIC if is_word else NUMERIC for is_word in nominal), CLASS)
    cells = [tuple(map(_cell, row, roles)) for row in rows.astype(object).itertuples(index=False)]
    return Table((*(str(c) for c in columns[:-1]), "class"), roles, tuple(cells))


def _cell(value: Any, role: str) -> str:
    if pd.isna(value):
        return ""
    return repr(float(value)) if role == NUMERIC else str(value)


def _verify(table: Table, facts: DatasetFacts) -> None:
    found = Counter(row[-1] for row in table.rows)
    columns = len(table.columns) - 1
    kinds = table.roles.count(NUMERIC), table.roles.count(SYMBOLIC)
    same = found.keys() == facts.class_counts.keys() and (
        sorted(found.values()) == sorted(facts.class_counts.values())
    )
    if not same or kinds != (facts.n_numeric, facts.n_symbolic):
        raise InputError(
            f"OpenML's data set {facts.openml_id} is not the one expected: {len(table.rows)} rows, "
            f"{columns} columns, {len(found)} classes after leaving out repeated rows, where "
            f"{facts.n_rows}, {facts.n_columns} and {facts.n_classes} are declared; nothing was "
            "kept."
        )


def _keep(table: Table, path: Path) -> None:
    """Keep a copy, or warn when the folder cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            part.write_bytes(table.compressed())
    except OSError as problem:
        warnings.warn(
            f"{path.name} could not be kept in {path.parent} ({problem}); it will be downloaded "
            "again. Set L2DWK_CACHE to a folder that can be written.",
            stacklevel=2,
        )
