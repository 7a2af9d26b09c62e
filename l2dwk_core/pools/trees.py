"""Base ensembles of decision trees, trained by scikit-learn's ensembles."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import numpy as np
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
)
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.training import (
    CodeArray,
    Progress,
    TrainedMembers,
    timed_report,
    train_in_chunks,
)


def train_bagging(
    recipe: PoolRecipe, X: Any, codes: CodeArray, n_jobs: int | None, progress: Progress | None
) -> TrainedMembers:
    return _tree_ensemble(
        BaggingClassifier(
            DecisionTreeClassifier(**recipe.tree_options),
            random_state=recipe.seed,
            n_jobs=n_jobs,
            warm_start=True,
        ),
        recipe,
        X,
        codes,
        progress,
        left_out=True,
    )


def train_random_forest(
    recipe: PoolRecipe, X: Any, codes: CodeArray, n_jobs: int | None, progress: Progress | None
) -> TrainedMembers:
    forest = RandomForestClassifier(
        **recipe.tree_options, random_state=recipe.seed, n_jobs=n_jobs, warm_start=True
    )
    return _tree_ensemble(forest, recipe, X, codes, progress, left_out=True)


def train_extra_trees(
    recipe: PoolRecipe, X: Any, codes: CodeArray, n_jobs: int | None, progress: Progress | None
) -> TrainedMembers:
    forest = ExtraTreesClassifier(
        **recipe.tree_options, random_state=recipe.seed, n_jobs=n_jobs, warm_start=True
    )
    return _tree_ensemble(forest, recipe, X, codes, progress, left_out=False)


def _tree_ensemble(
    ensemble: Any,
    recipe: PoolRecipe,
    X: Any,
    codes: CodeArray,
    progress: Progress | None,
    *,
    left_out: bool,
) -> TrainedMembers:
    encoder = tree_encoder(X)
    Z = encoder.transform(X)
    out_of_bag = np.ones((recipe.n_members, codes.size), dtype=bool)

    def train_up_to(n: int) -> None:
        before = len(getattr(ensemble, "estimators_", ()))
        ensemble.set_params(n_estimators=n).fit(Z, codes)
        if left_out:
            # Some ensembles keep only the draws of the last call, others keep all draws.
            for j, rows in enumerate(ensemble.estimators_samples_[before - n :], start=before):
                out_of_bag[j, rows] = False

    train_in_chunks(recipe.n_members, ensemble.n_jobs, train_up_to, progress)
    members = tuple(ensemble.estimators_)
    return TrainedMembers(
        members=members,
        member_encodings=tuple(_tree_encoding(tree) for tree in members),
        encoders={"tree": encoder},
        out_of_bag=np.ascontiguousarray(out_of_bag.T) if left_out else None,
    )


def _tree_encoding(tree: Any) -> MemberEncoding:
    # Members are fitted on class codes; forests pass these to their trees as floats.
    return MemberEncoding("tree", np.asarray(tree.classes_).astype(np.intp), bare_tree=True)


_before_fit: ContextVar[Callable[[], None] | None] = ContextVar("before_fit", default=None)


class TreeWithCallback(DecisionTreeClassifier):  # type: ignore[misc]
    """A decision tree that reports the start of its fit.

    AdaBoost trains all its members in one call. The fit of a member is the only public place from
    which progress can be reported and the training can be stopped.
    """

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, check_input: bool = True
    ) -> TreeWithCallback:
        report = _before_fit.get()
        if report is not None:
            report()
        super().fit(X, y, sample_weight=sample_weight, check_input=check_input)
        return self


def train_adaboost(
    recipe: PoolRecipe, X: Any, codes: CodeArray, n_jobs: int | None, progress: Progress | None
) -> TrainedMembers:
    del n_jobs  # members are trained one after another
    # AdaBoostClassifier refuses missing cells although its trees would take them.
    encoder = tree_encoder(X, impute=True)
    n_classes = int(codes.max()) + 1
    options = recipe.tree_options
    if recipe.max_depth is None:
        options["max_depth"] = max(1, math.ceil(math.log2(n_classes)))
    booster = AdaBoostClassifier(
        TreeWithCallback(**options), n_estimators=recipe.n_members, random_state=recipe.seed
    )
    token = _before_fit.set(timed_report(progress, recipe.n_members))
    try:
        booster.fit(encoder.transform(X), codes)
    except ValueError as error:
        if len(getattr(booster, "estimators_", [None])):
            raise
        raise InputError(
            "AdaBoost cannot start: its first tree is no better than chance on the training rows. "
            "Allow deeper trees or choose another base ensemble."
        ) from error
    finally:
        _before_fit.reset(token)
    members = tuple(booster.estimators_)
    if progress is not None:
        progress(recipe.n_members, recipe.n_members)
    notes: tuple[str, ...] = ()
    if len(members) < recipe.n_members:
        why = (
            "it is right on every training row, which shallower trees may avoid"
            if booster.estimator_errors_[len(members) - 1] == 0
            else "the next one was no better than chance"
        )
        notes = (f"AdaBoost stopped at member {len(members)}: {why}.",)
    return TrainedMembers(
        members=members,
        member_encodings=tuple(_tree_encoding(tree) for tree in members),
        encoders={"tree": encoder},
        own_weights=booster.estimator_weights_[: len(members)].copy(),
        notes=notes,
    )
