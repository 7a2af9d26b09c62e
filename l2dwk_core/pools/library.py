"""A base ensemble of the library's models: one each of many different ones.

The base ensemble "mixed" is something else: many members of five models, each on a bootstrap
sample of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.pools import training
from l2dwk_core.pools.library_models import LIBRARY, LibraryModel
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.model_fits import Folds, ModelFits, Progress, fit_models
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.training import CodeArray, TrainedMembers


def train_library(
    recipe: PoolRecipe,
    X: Any,
    codes: CodeArray,
    n_jobs: int | None,
    progress: training.Progress | None,
) -> TrainedMembers:
    def report(name: str, done: int, total: int) -> None:
        del name
        if progress is not None:
            progress(done, total)

    asked = None if progress is None else report
    return members_of(fit_library(recipe, X, codes, n_jobs=n_jobs, progress=asked))


def fit_library(
    recipe: PoolRecipe,
    X: Any,
    codes: CodeArray,
    *,
    folds: Folds = (),
    probabilities: bool = False,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> ModelFits:
    """Fit the first ``recipe.n_members`` models without each fold, and on all rows."""
    tree_encoder(X)  # what is wrong with the table itself is said once, not of each model
    return fit_models(
        [(model.name, model.unfitted(recipe.seed)) for model in LIBRARY[: recipe.n_members]],
        X,
        codes,
        folds=folds,
        probabilities=probabilities,
        quiet=True,  # limits of iterations and collinear columns are nothing a user can mend here
        n_jobs=n_jobs,
        progress=progress,
    )


def members_of(fits: ModelFits) -> TrainedMembers:
    """The models fitted on all rows, with one encoder for all that share an encoding."""
    models = [LIBRARY[place] for place in fits.places]
    encoders = {
        model.encoding: fitted["table"].encoder_
        for model, fitted in zip(models, fits.fitted, strict=True)
    }
    members = tuple(fitted["model"] for fitted in fits.fitted)
    return TrainedMembers(
        members=members,
        member_encodings=tuple(_access(*pair) for pair in zip(models, members, strict=True)),
        encoders=encoders,
        notes=fits.notes,
        names=fits.names,
    )


def _access(model: LibraryModel, member: Any) -> MemberEncoding:
    bare = isinstance(member, DecisionTreeClassifier)
    return MemberEncoding(
        model.encoding, np.asarray(member.classes_, dtype=np.intp), bare_tree=bare
    )
