"""The one dataset that cannot be shipped: downloaded once through scikit-learn's OpenML client."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd

from l2dwk_core.datasets.facts import DatasetFacts
from l2dwk_core.datasets.tabular import CLASS, NUMERIC, Table, parse
from l2dwk_core.errors import InputError

DATA_ID = 1459
# scikit-learn opens connections without a limit; a silent server would hang the page for good.
TIMEOUT_SECONDS = 30.0
HOW_TO_GET_IT = (
    "load it once with network access, load_dataset('artificial', offline=False), or choose one of "
    "the 31 datasets that come with the package."
)


def cache_folder() -> Path:
    """The folder for downloads: ``L2DWK_CACHE``, or the user's cache folder on this system."""
    if chosen := os.environ.get("L2DWK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "l2dwk"


def artificial(facts: DatasetFacts, *, offline: bool) -> tuple[pd.DataFrame, np.ndarray]:
    """Artificial Characters, from the cache or (``offline=False``) from OpenML."""
    kept = cache_folder() / "artificial.csv.gz"
    if offline:
        return _from_cache(kept, facts).frame()
    try:
        return _from_cache(kept, facts).frame()
    except InputError:
        table = _halved(_fetch())
        _verify(table, facts)
        _keep(table, kept)
        return table.frame()


def _from_cache(kept: Path, facts: DatasetFacts) -> Table:
    try:
        table = parse(kept.read_bytes())
        _verify(table, facts)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"Dataset 'artificial' is not on this computer and offline=True; {HOW_TO_GET_IT}"
        ) from None
    except (ValueError, EOFError, OSError, zlib.error) as problem:
        raise InputError(
            f"The cached copy of 'artificial', {kept}, is damaged; {HOW_TO_GET_IT}"
        ) from problem
    return table


def _fetch() -> pd.DataFrame:
    """OpenML's table, class last."""
    from sklearn.datasets import fetch_openml

    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(TIMEOUT_SECONDS)
    try:
        with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # remarks on retries and versions are not the user's
            bunch = fetch_openml(
                data_id=DATA_ID, data_home=scratch, as_frame=True, n_retries=1, delay=0.2,
                parser="liac-arff",
            )  # fmt: skip
    except Exception as problem:
        # Whatever the client met — no route, a time-out, an error page, a broken file — is one
        # thing to the user: the download did not work.
        raise InputError(
            f"Dataset 'artificial' could not be downloaded from OpenML "
            f"({type(problem).__name__}); check the network and try again, or choose one of the 31 "
            "datasets that come with the package."
        ) from problem
    finally:
        socket.setdefaulttimeout(before)
    table: pd.DataFrame = pd.concat([bunch.data, bunch.target.rename("class")], axis=1)
    return table


def _halved(frame: pd.DataFrame) -> Table:
    """Half of each distinct row: OpenML holds every one an even number of times."""
    columns = list(frame.columns)
    group = frame.astype(str).groupby(columns, sort=False, observed=True)
    copy = group.cumcount().to_numpy()
    copies = group[columns[0]].transform("size").to_numpy()
    rows = frame[copy < copies // 2]
    cells = [
        (*(repr(float(v)) for v in row[:-1]), str(row[-1])) for row in rows.itertuples(index=False)
    ]
    names = (*(str(c) for c in columns[:-1]), "class")
    return Table(names, (NUMERIC,) * (len(columns) - 1) + (CLASS,), tuple(cells))


def _verify(table: Table, facts: DatasetFacts) -> None:
    found = Counter(row[-1] for row in table.rows)
    columns = len(table.columns) - 1
    same = found.keys() == facts.class_counts.keys() and (
        sorted(found.values()) == sorted(facts.class_counts.values())
    )
    if not same or columns != facts.n_columns:
        raise InputError(
            f"OpenML's data set {DATA_ID} is not the one expected: {len(table.rows)} rows, "
            f"{columns} columns, {len(found)} classes after halving, where {facts.n_rows}, "
            f"{facts.n_columns} and {facts.n_classes} are declared; nothing was kept."
        )


def _keep(table: Table, path: Path) -> None:
    """Write beside and rename, so that no reader ever meets half a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as part:
            part.write(table.compressed())
        os.replace(part.name, path)
    except OSError as problem:
        warnings.warn(
            f"'artificial' could not be kept in {path.parent} ({problem}); it will be downloaded "
            "again. Set L2DWK_CACHE to a folder that can be written.",
            stacklevel=2,
        )
