"""A base ensemble of five families of classifiers, each member on its own bootstrap sample."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import joblib
import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.datasets.encoding import tree_encoder, vector_encoder
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.training import CodeArray, Progress, TrainedMembers, train_in_chunks


def _cart(recipe: PoolRecipe, n_rows: int, seed: int) -> Any:
    del n_rows
    return DecisionTreeClassifier(**recipe.tree_options, random_state=seed)


def _k_nearest(recipe: PoolRecipe, n_rows: int, seed: int) -> Any:
    del recipe, seed
    return KNeighborsClassifier(n_neighbors=min(5, n_rows))


def _naive_bayes(recipe: PoolRecipe, n_rows: int, seed: int) -> Any:
    del recipe, n_rows, seed
    # With the default of 1e-9 a single indicator that is constant in one class decides alone.
    return GaussianNB(var_smoothing=1e-2)


def _logistic(recipe: PoolRecipe, n_rows: int, seed: int) -> Any:
    del recipe, n_rows, seed
    return LogisticRegression(max_iter=1000)


def _network(recipe: PoolRecipe, n_rows: int, seed: int) -> Any:
    del recipe, n_rows
    return MLPClassifier(
        hidden_layer_sizes=(16,), solver="lbfgs", alpha=0.1, max_iter=100, random_state=seed
    )


# Member j belongs to family j mod 5, so every start of the list has all families in turn.
FAMILIES: tuple[tuple[str, str, Callable[[PoolRecipe, int, int], Any]], ...] = (
    ("decision tree", "tree", _cart),
    ("k nearest neighbours", "vector", _k_nearest),
    ("Gaussian naive Bayes", "vector", _naive_bayes),
    ("logistic regression", "vector", _logistic),
    ("neural network", "vector", _network),
)


def train_mixed(
    recipe: PoolRecipe, X: Any, codes: CodeArray, n_jobs: int | None, progress: Progress | None
) -> TrainedMembers:
    encoders = {"tree": tree_encoder(X), "vector": vector_encoder(X)}
    views = {name: encoder.transform(X) for name, encoder in encoders.items()}
    members: list[Any] = []
    out_of_bag = np.ones((recipe.n_members, codes.size), dtype=bool)

    def fit_one(j: int) -> Any:
        _, view, make = FAMILIES[j % len(FAMILIES)]
        rng = np.random.default_rng((recipe.seed, j))
        rows = rng.integers(0, codes.size, codes.size)
        out_of_bag[j, rows] = False
        member = make(recipe, codes.size, int(rng.integers(2**31)))
        if np.ptp(codes[rows]) == 0:
            # Not every family can be fitted on a single class, and all would only predict it.
            member = DummyClassifier(strategy="most_frequent")
        return member.fit(views[view][rows], codes[rows])

    def train_up_to(n: int) -> None:
        members.extend(
            joblib.Parallel(n_jobs=n_jobs)(
                joblib.delayed(fit_one)(j) for j in range(len(members), n)
            )
        )

    with warnings.catch_warnings():
        # The network is meant to stop after 100 steps, so this is not an error.
        warnings.simplefilter("ignore", ConvergenceWarning)
        train_in_chunks(recipe.n_members, n_jobs, train_up_to, progress)

    member_encodings = []
    for j, member in enumerate(members):
        view = FAMILIES[j % len(FAMILIES)][1]
        bare = isinstance(member, DecisionTreeClassifier)
        member_encodings.append(
            MemberEncoding(view, np.asarray(member.classes_, dtype=np.intp), bare_tree=bare)
        )
    return TrainedMembers(
        members=tuple(members),
        member_encodings=tuple(member_encodings),
        encoders=encoders,
        out_of_bag=np.ascontiguousarray(out_of_bag.T),
    )
