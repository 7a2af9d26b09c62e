"""Every declared fact is counted, with the network cut."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, OFFLINE_DATASETS, load_dataset
from l2dwk_core.datasets.load import FILES, path_of
from l2dwk_core.datasets.tabular import Table, parse


@pytest.fixture(autouse=True)
def _no_network(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OSError("network is cut")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize("name", OFFLINE_DATASETS)
def test_declared_facts_are_counted(name):
    facts, dataset = DATASETS[name], load_dataset(name)
    X, y = dataset.X, dataset.y
    numeric = [c for c in X if X[c].dtype == np.float64]
    symbolic = [c for c in X if isinstance(X[c].dtype, pd.CategoricalDtype)]
    assert dataset.name == facts.name == name
    assert len(X) == len(y) == facts.n_rows
    assert (len(numeric), len(symbolic)) == (facts.n_numeric, facts.n_symbolic)
    assert X.shape[1] == facts.n_columns == len(numeric) + len(symbolic)
    assert int(X.isna().sum().sum()) == facts.n_missing
    assert y.dtype.kind == "U"
    assert Counter(y.tolist()) == Counter(facts.class_counts)
    assert dataset.classes.tolist() == sorted(facts.class_counts)
    assert dataset.notes[: len(facts.changes)] == facts.changes


def test_built_in_tables_with_many_copies_say_so():
    told = {n: load_dataset(n).notes[len(DATASETS[n].changes) :] for n in OFFLINE_DATASETS}
    assert {n for n, notes in told.items() if notes} == {"balloons", "hayes-roth", "led7", "zoo"}
    (note,) = told["hayes-roth"]
    assert note.startswith("54 rows of 132 are exact copies of others, class included.")


@pytest.mark.parametrize("name", OFFLINE_DATASETS)
def test_columns_are_usable(name):
    X = load_dataset(name).X
    assert X.columns.is_unique
    assert all(isinstance(c, str) and c for c in X)
    for column in X:
        values = X[column]
        assert values.notna().any(), column
        if values.dtype == np.float64:
            assert np.isfinite(values.dropna()).all()
        else:
            # Every category occurs, so that one-hot columns are never empty.
            assert set(values.dropna()) == set(values.cat.categories)
            assert all(isinstance(level, str) and level for level in values.cat.categories)


@pytest.mark.parametrize("name", ["sonar", "wave21", "heart-h"])
def test_each_call_returns_the_same_rows_in_a_fresh_copy(name):
    first, second = load_dataset(name), load_dataset(name)
    pd.testing.assert_frame_equal(first.X, second.X)
    first.X.iloc[:, 0] = np.nan
    first.y[:] = "x"
    assert second.X.iloc[:, 0].notna().any()
    assert set(load_dataset(name).y) == set(DATASETS[name].class_counts)


def test_shipped_files_are_the_pinned_ones_and_small():
    files = {path.name.removesuffix(".csv.gz") for path in FILES.iterdir()}
    assert files == {name for name, facts in DATASETS.items() if facts.sha256}
    assert len(files) >= 26
    for name in files:
        assert parse(path_of(name).read_bytes()).sha256() == DATASETS[name].sha256, name
    assert sum(path.stat().st_size for path in FILES.iterdir()) < 2_000_000


def test_unknown_name_gets_the_nearest_one():
    with pytest.raises(InputError, match=r"Unknown dataset 'heart'.*Did you mean 'heart-"):
        load_dataset("heart")


def test_artificial_offline_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="offline=False"):
        load_dataset("artificial")


def test_importing_the_package_reads_no_table():
    code = """
import builtins, gzip, pathlib, sys
def refuse(*a, **k): raise SystemExit("read a table")
gzip.open = gzip.decompress = pathlib.Path.read_bytes = refuse
import l2dwk_core.datasets
assert len(l2dwk_core.datasets.DATASETS) >= 32
assert "sklearn.datasets" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_table_refuses_what_it_could_not_read_back():
    with pytest.raises(ValueError, match="One class column"):
        Table(("a", "b"), ("numeric", "numeric"), (("1", "2"),))
    with pytest.raises(ValueError, match="one cell per column"):
        Table(("a", "b"), ("numeric", "class"), (("1", "2", "3"),))


def test_table_round_trip_keeps_every_cell():
    rows = (("1.1", 'a "quoted", cell', "x"), ("", "", "y\nz"), ("1e-300", "é", "x"))
    table = Table(("n", "s", "c"), ("numeric", "symbolic", "class"), rows)
    assert parse(table.compressed()) == table
    assert table.compressed() == table.compressed()
    X, y = table.frame()
    assert X["n"].tolist()[::2] == [1.1, 1e-300]
    assert X.isna().sum().tolist() == [1, 1]
    assert y.tolist() == ["x", "y\nz", "x"]
