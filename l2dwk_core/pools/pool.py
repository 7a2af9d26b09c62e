"""A base ensemble: fitted members and their answers on any rows."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.datasets.text_numbers import text_numbers_note
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.library import fit_library, members_of
from l2dwk_core.pools.library_models import LIBRARY, PLACES
from l2dwk_core.pools.member_predictions import (
    MemberEncoding,
    member_codes,
    member_proba,
    predict_members,
)
from l2dwk_core.pools.model_fits import LEFT_OUT, Folds, ModelFits
from l2dwk_core.pools.model_fits import Progress as FitProgress
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.training import Progress, TrainedMembers


@dataclass(frozen=True, eq=False)
class Pool:
    """Fitted members with one common list of classes.

    Attributes
    ----------
    kind
        A key of :data:`POOL_KINDS`, or ``"prefit"``.
    members
        The fitted scikit-learn estimators, in training order.
    member_encodings
        What is needed to compute the answers of each member.
    classes
        ``(n_classes,)`` sorted labels. Codes are positions in this array.
    encoders
        For each name of a view, the function that encodes a table as the members need it.
    recipe
        How the members were trained; None for a prefit pool.
    out_of_bag
        ``(n_train, n_members)`` bool, True where a member was trained without that row; None for
        kinds that leave no rows out.
    own_weights
        ``(n_members,)`` weights with which the training method itself votes (the log-odds of
        AdaBoost); None when they are equal.
    notes
        One line for each thing that was done differently from what was asked.
    names
        ``(n_members,)`` names of the members. Models of the library have their own names; other
        members are "member 0" and so on. A subset keeps the names.
    n_jobs
        Number of threads for predictions; −1 for all cores.
    """

    kind: str
    members: tuple[Any, ...]
    member_encodings: tuple[MemberEncoding, ...]
    classes: npt.NDArray[Any]
    encoders: Mapping[str, Callable[[Any], Any]]
    recipe: PoolRecipe | None = None
    out_of_bag: npt.NDArray[np.bool_] | None = None
    own_weights: npt.NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    n_jobs: int | None = -1
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.names:
            numbered = tuple(f"member {j}" for j in range(self.n_members))
            object.__setattr__(self, "names", numbered)

    @property
    def n_members(self) -> int:
        """Return the number of members. It is smaller than the number in the recipe when AdaBoost
        stopped early or a model of the library could not be fitted."""
        return len(self.members)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return the notes on the models that could not be fitted, each with the reason."""
        return tuple(note for note in self.notes if LEFT_OUT in note)

    def encode(self, X: Any) -> dict[str, Any]:
        """Return the table in each encoding that members use, by the name of the view (see
        :class:`MemberEncoding`)."""
        return {name: encoder(X) for name, encoder in self.encoders.items()}

    def predict_codes(
        self, X: Any, members: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None
    ) -> npt.NDArray[np.int16]:
        """Return the predicted class of each member for each row.

        Parameters
        ----------
        X
            ``(n_rows, n_columns)`` table with the columns of the training table.
        members
            The members to ask, in this order; all when None. The others are not evaluated.

        Returns
        -------
        ``(n_rows, n_asked)`` int16, positions in :attr:`classes`.

        Raises
        ------
        InputError
            When the table does not fit the training table or a member does not exist.
        """
        pool, views = self._asked(X, members)
        codes = np.empty((pool.n_members, _n_rows(X)), dtype=np.int16)
        if codes.size:
            predict_members(
                member_codes, pool.members, pool.member_encodings, views, codes, self.n_jobs
            )
        return np.ascontiguousarray(codes.T)

    def predict_labels(
        self, X: Any, members: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None
    ) -> npt.NDArray[Any]:
        """Return the ``(n_rows, n_asked)`` predicted labels; otherwise as :meth:`predict_codes`."""
        return np.asarray(self.classes[self.predict_codes(X, members)])

    def predict_proba(
        self, X: Any, members: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None
    ) -> npt.NDArray[np.float32]:
        """Return the class probabilities of each member for each row.

        Classes that a member was trained without have probability 0. A member without probabilities
        gives 1 to the class it predicts.

        Returns
        -------
        ``(n_rows, n_asked, n_classes)`` float32. They sum to 1 for each row of each member.

        Raises
        ------
        InputError
            As in :meth:`predict_codes`.
        """
        pool, views = self._asked(X, members)
        n_classes = self.classes.size
        proba = np.empty((pool.n_members, _n_rows(X), n_classes), dtype=np.float32)
        if proba.size:
            predict_members(
                member_proba(n_classes),
                pool.members,
                pool.member_encodings,
                views,
                proba,
                self.n_jobs,
            )
        return np.ascontiguousarray(proba.transpose(1, 0, 2))

    def voted(
        self, X: Any, members: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Return ``(n_rows, n_asked)`` bool: whether a member has a vote on a row. None when every
        member has a vote on every row.

        Fitted members always have a vote. When votes were given instead of members, some may be
        missing.
        """
        return None

    def subset(self, indices: Sequence[int] | npt.NDArray[np.integer[Any]]) -> Pool:
        """Return the pool of these members, in this order. The recipe stays that of all members.

        Raises
        ------
        InputError
            When *indices* is empty, repeats a member or names one that does not exist.
        """
        chosen = self._checked(indices)
        if chosen.size == 0 or np.unique(chosen).size < chosen.size:
            raise InputError("A subset needs at least one member, and each at most once.")
        return self._only(chosen)

    def prefix(self, n: int) -> Pool:
        """Return the pool of the first *n* members, which is what training with ``n_members=n``
        gives.

        When AdaBoost stopped early and *n* is larger than the number of members, all members are
        returned, as training would do. For the library, these are the models among the first *n*
        that could be fitted.

        Raises
        ------
        InputError
            When *n* is below 1 or above the number of members in the recipe.
        """
        most = self.n_members if self.recipe is None else self.recipe.n_members
        n = check_whole("n_members", n, 1, most)
        if self.recipe is None:
            return self if n == self.n_members else self._only(np.arange(n))
        if n == self.recipe.n_members:
            return self
        if self.recipe.kind == "library":
            places = np.array([PLACES[name] for name in self.names])
            pool = self._only(np.flatnonzero(places < n))
            left_out = {model.name for model in LIBRARY[:n]} - set(pool.names)
            notes = tuple(note for note in self.notes if note.startswith(tuple(left_out)))
        else:
            pool = self if n >= self.n_members else self._only(np.arange(n))
            # A note about stopping early does not concern the members of this prefix.
            notes = self.notes if n > self.n_members else ()
        return replace(pool, recipe=replace(self.recipe, n_members=n), notes=notes)

    def recipe_size(self, n: int) -> int:
        """Return the ``n_members`` with which training gives the first *n* of these members."""
        if self.kind != "library":
            return n
        if n == self.n_members and self.recipe is not None:
            return self.recipe.n_members
        return PLACES[self.names[n - 1]] + 1

    def _only(self, chosen: npt.NDArray[np.intp]) -> Pool:
        return replace(
            self,
            members=tuple(self.members[j] for j in chosen),
            member_encodings=tuple(self.member_encodings[j] for j in chosen),
            out_of_bag=None if self.out_of_bag is None else self.out_of_bag[:, chosen],
            own_weights=None if self.own_weights is None else self.own_weights[chosen],
            names=tuple(self.names[j] for j in chosen),
        )

    def _checked(self, indices: Any) -> npt.NDArray[np.intp]:
        chosen = np.asarray(indices)
        if chosen.size == 0:
            return np.empty(0, dtype=np.intp)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            raise InputError(
                f"Members are named by a list of whole numbers, not by {chosen.dtype} of shape "
                f"{chosen.shape}; a mask goes through np.flatnonzero first."
            )
        if chosen.min() < 0 or chosen.max() >= self.n_members:
            raise InputError(
                f"Member numbers run from {chosen.min()} to {chosen.max()}; allowed are 0 to "
                f"{self.n_members - 1}."
            )
        return chosen.astype(np.intp)

    def _asked(self, X: Any, indices: Any) -> tuple[Pool, dict[str, Any]]:
        pool = self if indices is None else self._only(self._checked(indices))
        needed = {encoding.view for encoding in pool.member_encodings}
        return pool, {name: self.encoders[name](X) for name in needed}


def train_pool(
    X: Any,
    y: Any,
    *,
    kind: str = "bagging",
    n_members: int | None = None,
    seed: int = 0,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> Pool:
    """Train a base ensemble on these rows and return it.

    The first n members do not depend on how many are trained: ``train_pool(…, n_members=n)`` equals
    ``train_pool(…).prefix(n)``.

    Parameters
    ----------
    X
        ``(n_rows, n_columns)`` DataFrame or array. Symbolic columns and missing cells are allowed;
        their encoding is learned on these rows. Text columns of many different numbers are
        symbolic too; a warning and a note of the pool name them.
    y
        ``(n_rows,)`` labels: text or whole numbers.
    kind
        A key of :data:`POOL_KINDS`.
    n_members, seed, max_depth, min_samples_split, min_samples_leaf
        See :class:`PoolRecipe`.
    n_jobs
        Number of threads (for the library: processes); −1 for all cores. The result does not depend
        on it.
    progress
        Called as ``progress(members_done, n_members)`` from the calling thread, a few times a
        second; a model of the library counts by its ``cost``. An exception it raises stops the
        training and is raised to the caller.

    Returns
    -------
    Pool

    Raises
    ------
    InputError
        When the kind is unknown, a parameter is out of range, columns or labels cannot be used,
        the lengths of X and y differ, there is only one class, or no model of the library could be
        fitted.
    """
    check_choice("base ensemble", kind, POOL_KINDS)
    recipe = PoolRecipe.of(
        kind,
        n_members=n_members,
        seed=seed,
        max_depth=max_depth,
        min_samples_split=min_samples_split,
        min_samples_leaf=min_samples_leaf,
    )
    classes, codes, notes = _checked_task(X, y, n_jobs)
    # Threads are used, because fitting a tree releases the interpreter lock. Processes would copy
    # the table, and would continue after the user cancels the work on a page.
    with joblib.parallel_config(backend="threading"):
        trained = POOL_KINDS[kind].build(recipe, X, codes, n_jobs, progress)
    return _pool_of(trained, recipe, classes, n_jobs, notes)


def train_library_pool(
    X: Any,
    y: Any,
    recipe: PoolRecipe,
    *,
    folds: Folds = (),
    probabilities: bool = False,
    n_jobs: int | None = -1,
    progress: FitProgress | None = None,
) -> tuple[Pool, ModelFits]:
    """Return the pool that ``train_pool`` trains for a recipe of the library, and the fits that
    hold the votes out of fold of its models.

    The other parameters, the second value returned and the other errors are those of
    ``fit_models``.
    """
    classes, codes, notes = _checked_task(X, y, n_jobs)
    fits = fit_library(
        recipe,
        X,
        codes,
        folds=folds,
        probabilities=probabilities,
        n_jobs=n_jobs,
        progress=progress,
    )
    return _pool_of(members_of(fits), recipe, classes, n_jobs, notes), fits


def _checked_task(
    X: Any, y: Any, n_jobs: Any
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp], tuple[str, ...]]:
    """Return the classes, the label codes, and a note where numbers are given as text, which is
    warned of too. Raise ``InputError`` when members cannot be trained on this table."""
    whole = isinstance(n_jobs, int | np.integer) and not isinstance(n_jobs, bool)
    if n_jobs is not None and (not whole or n_jobs == 0):
        raise InputError(
            f"n_jobs is {shown(n_jobs)}; give a number of threads, or -1 for all cores."
        )
    classes, codes = encode_labels(y)
    if _n_rows(X) != codes.size:
        raise InputError(
            f"X has {counted(_n_rows(X), 'row')} but y {counted(codes.size, 'label')}; give one "
            f"per row."
        )
    if classes.size < 2:
        raise InputError(
            f"Only one class left in the training rows: {str(classes[0])!r} "
            f"({counted(codes.size, 'row')}); "
            "at least two are needed to train a classifier."
        )
    note = text_numbers_note(X)
    if note:
        warnings.warn(note, UserWarning, stacklevel=3)
    return classes, codes, (note,) if note else ()


def _pool_of(
    trained: TrainedMembers,
    recipe: PoolRecipe,
    classes: npt.NDArray[Any],
    n_jobs: int | None,
    notes: tuple[str, ...],
) -> Pool:
    return Pool(
        kind=recipe.kind,
        members=trained.members,
        member_encodings=trained.member_encodings,
        classes=classes,
        encoders=trained.encoders,
        recipe=recipe,
        out_of_bag=trained.out_of_bag,
        own_weights=trained.own_weights,
        notes=(*notes, *trained.notes),
        n_jobs=n_jobs,
        names=trained.names,
    )


def _n_rows(X: Any) -> int:
    shape = getattr(X, "shape", None)
    if shape:
        return int(shape[0])
    if shape is None and not hasattr(X, "__len__") and hasattr(X, "__array__"):
        return len(np.asarray(X))
    if not hasattr(X, "__len__") or shape == ():
        raise InputError(f"X is {shown(X)}; give a table of rows × columns.")
    return len(X)
