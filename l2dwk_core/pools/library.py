"""A base ensemble of the models of the library: many different models, each one time.

The base ensemble "mixed" is different: it has many members of five models, and each member is
trained on its own bootstrap sample.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.pools import training
from l2dwk_core.pools.fit_models import fit_models
from l2dwk_core.pools.library_models import LIBRARY, LibraryModel
from l2dwk_core.pools.member_predictions import MemberEncoding
from l2dwk_core.pools.model_fits import Folds, ModelFits, Progress
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
    """Return the first ``recipe.n_members`` models, fitted without each fold and on all rows."""
    tree_encoder(X)  # raises an error in the table itself once, not for each model
    models = LIBRARY[: recipe.n_members]
    return fit_models(
        [(model.name, model.unfitted(recipe.seed)) for model in models],
        X,
        codes,
        folds=folds,
        probabilities=probabilities,
        costs=[model.cost for model in models],
        quiet=True,  # the user cannot change iteration limits or collinear columns here
        n_jobs=n_jobs,
        progress=progress,
    )


def members_of(fits: ModelFits) -> TrainedMembers:
    """Return the models fitted on all rows. Models with the same encoding share one encoder."""
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
