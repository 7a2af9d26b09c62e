"""A base ensemble: fitted members and their answers on any rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from l2dwk_core.common.arrays import n_rows_of
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.library_models import LIBRARY, PLACES
from l2dwk_core.pools.member_predictions import (
    MemberEncoding,
    member_codes,
    member_proba,
    predict_members,
)
from l2dwk_core.pools.model_fits import LEFT_OUT
from l2dwk_core.pools.recipe import PoolRecipe


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
        codes = np.empty((pool.n_members, n_rows_of(X)), dtype=np.int16)
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
        proba = np.empty((pool.n_members, n_rows_of(X), n_classes), dtype=np.float32)
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
