"""The library of models: its order, its tables, its names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.encoding import vector_encoder
from l2dwk_core.pools.inspection import view_member
from l2dwk_core.pools.library_models import LIBRARY, PLACES
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table():
    """Numbers with missing cells, two text columns with missing cells, seven classes."""
    rng = np.random.default_rng(0)
    X, y = make_classification(
        210, 6, n_informative=5, n_redundant=0, n_classes=7, n_clusters_per_class=1,
        class_sep=2.0, random_state=0,
    )  # fmt: skip
    frame = pd.DataFrame(X, columns=[f"c{i}" for i in range(6)])
    frame = frame.mask(rng.random(frame.shape) < 0.05)
    frame["colour"] = np.where(y > 3, "red", "blue")
    frame["word"] = pd.Series(rng.choice(["a", "b", "c"], 210)).mask(rng.random(210) < 0.1)
    return frame, y


def test_names_are_unique_and_every_prefix_holds_as_many_families_as_it_can():
    assert len(PLACES) == len(LIBRARY) == 40
    families = {model.family for model in LIBRARY}
    for n in range(1, len(LIBRARY) + 1):
        found = {model.family for model in LIBRARY[:n]}
        assert len(found) == min(n, len(families))


def test_all_models_are_fitted_on_text_gaps_and_seven_classes(table):
    X, y = table
    pool = train_pool(X, y, kind="library", seed=3)
    assert pool.names == tuple(model.name for model in LIBRARY)
    assert pool.notes == ()
    right = (pool.predict_codes(X) == y[:, None]).mean(axis=0)
    assert right.min() > 2 / 7
    assert right.mean() > 0.75
    # Each answers as its pipeline does, fitted by itself.
    codes = pool.predict_codes(X.iloc[:40])
    for name in ("Linear SVM, C = 1", "Random forest, depth 5", "AdaBoost, stumps"):
        alone = clone(LIBRARY[PLACES[name]].unfitted(3)).fit(X, y)
        np.testing.assert_array_equal(codes[:, PLACES[name]], alone.predict(X.iloc[:40]))


def test_two_classes_and_few_rows(table):
    X, y = table
    pool = train_pool(X.iloc[:12], y[:12] > 3, kind="library", n_jobs=1)
    few = [name for name in PLACES if name not in pool.names]
    assert few == [
        "Nearest neighbours, k = 15, by distance",
        "Nearest neighbours, k = 31",
        "Nearest neighbours, k = 15",
    ]
    assert [note.split(" is left out")[0] for note in pool.notes] == few
    assert pool.predict_codes(X).shape == (210, 37)


def test_names_stay_with_their_members(table):
    X, y = table
    pool = train_pool(X, y, kind="library", n_members=6, n_jobs=1)
    assert pool.subset([4, 1]).names == (LIBRARY[4].name, LIBRARY[1].name)
    assert pool.prefix(3).names == tuple(model.name for model in LIBRARY[:3])
    trees = train_pool(X, y, n_members=3)
    assert trees.names == ("member 0", "member 1", "member 2")
    assert trees.subset([2]).names == ("member 2",)
    assert pool.recipe_size(2) == 2


def test_prefixes_and_sizes_count_models_that_could_not_be_fitted():
    """Two classes of one row each: the quadratic discriminants need two rows of each."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), np.array([0] * 14 + [1] * 15 + [2])
    pool = train_pool(X, y, kind="library", n_members=24, n_jobs=1)
    place = PLACES["Quadratic discriminant, shrinkage 0.1"]
    assert LIBRARY[place].name not in pool.names
    assert any(note.startswith(LIBRARY[place].name) for note in pool.notes)
    prefix = pool.prefix(place + 2)
    again = train_pool(X, y, kind="library", n_members=place + 2, n_jobs=1)
    assert prefix.names == again.names
    assert prefix.notes == again.notes
    assert prefix.recipe == again.recipe
    np.testing.assert_array_equal(prefix.predict_codes(X), again.predict_codes(X))
    assert pool.recipe_size(place + 1) == place + 2  # one of the first so many was left out
    assert pool.recipe_size(pool.n_members) == 24


def test_its_size_and_its_lack_of_tree_limits():
    assert PoolRecipe("library").n_members == 40
    assert PoolRecipe().n_members == PoolRecipe("mixed").n_members == 301
    assert PoolRecipe.of(PoolRecipe("bagging", 50), kind="library").n_members == 40
    assert PoolRecipe.of(PoolRecipe("library", 9), kind="mixed").n_members == 301
    assert PoolRecipe.of(PoolRecipe("bagging", 50), kind="mixed").n_members == 50
    with pytest.raises(InputError, match="n_members is 41; it must be a whole number from 1 to 40"):
        PoolRecipe("library", 41)
    for name, value in (("max_depth", 3), ("min_samples_split", 5), ("min_samples_leaf", 2)):
        with pytest.raises(InputError, match=f"{name} is {value}.*pool='bagging'"):
            PoolRecipe.of("library", **{name: value})


def test_a_table_that_cannot_be_read_is_said_once():
    with pytest.raises(InputError, match="infinite or beyond"):
        train_pool([[1.0], [np.inf]] * 6, [0, 1] * 6, kind="library")


def test_members_can_be_looked_into(table):
    X, y = table
    pool = train_pool(X, y, kind="library", n_members=6, n_jobs=1)
    assert "A decision tree of depth" in view_member(pool, 0).sentence
    columns = len(vector_encoder(X).columns())
    assert view_member(pool, 1).sentence == (
        f"Asks the 7 nearest of the 210 rows it was trained on, with {columns} scaled columns "
        "counting alike."
    )
    assert view_member(pool, 2).table is not None


THREADS = """
import numpy as np, sys, hashlib
from sklearn.datasets import make_classification
import l2dwk_core as l2
from l2dwk_core.datasets.dataset import Dataset
import pandas as pd
X, y = make_classification(160, 8, n_informative=4, flip_y=0.1, random_state=1)
X = X.round(1)
if __name__ == "__main__":
    found = l2.run(Dataset("made", pd.DataFrame(X).add_prefix("c"), y.astype(str)), pool="library",
                   n_members=24, n_folds=3, n_jobs=int(sys.argv[1]))
    for codes in (found.oracle.codes, found.test_oracle.codes):
        print(hashlib.sha256(np.ascontiguousarray(codes).tobytes()).hexdigest())
    print(*found.trace.weights.tolist())
"""


@pytest.mark.slow
def test_votes_and_weights_do_not_depend_on_processes_or_threads(tmp_path):
    script = tmp_path / "threads.py"
    script.write_text(THREADS)
    found = []
    for n_jobs, threads in (("1", "1"), ("1", "2"), ("2", "2")):
        variables = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads)
        done = subprocess.run(
            [sys.executable, str(script), n_jobs],
            env=os.environ | variables | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        votes, test_votes, weights = done.stdout.split("\n")[:3]
        found.append((votes, test_votes, np.array(weights.split(), dtype=float)))
    for votes, test_votes, weights in found[1:]:
        assert (votes, test_votes) == found[0][:2]
        np.testing.assert_allclose(weights, found[0][2], atol=1e-10)
