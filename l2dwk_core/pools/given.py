"""Members that were fitted elsewhere: only their votes on certain rows are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.pool import Pool

Asked = Sequence[int] | npt.NDArray[np.integer[Any]] | None


@dataclass(frozen=True, eq=False)
class GivenPool(Pool):
    """A pool that looks up the votes of its members instead of computing them.

    A row is identified by its number in the index of the table, 0 to N − 1. A selection of rows
    keeps these numbers.

    Attributes
    ----------
    codes
        (N, L) votes, as positions in ``classes``.
    probabilities
        (N, L, C) float32, or None when only labels were given.
    mask
        (N, L) bool, False where a vote is missing; None when no vote is missing.
    """

    codes: npt.NDArray[np.int16] = field(kw_only=True)
    probabilities: npt.NDArray[np.float32] | None = field(default=None, kw_only=True)
    mask: npt.NDArray[np.bool_] | None = field(default=None, kw_only=True)

    @property
    def n_members(self) -> int:
        """Return the number of members."""
        return int(self.codes.shape[1])

    def predict_codes(self, X: Any, members: Asked = None) -> npt.NDArray[np.int16]:
        """Return the same as ``Pool.predict_codes``. Where a vote is missing, the class has no
        meaning (see ``voted``)."""
        return self._looked_up(self.codes, X, members)

    def predict_proba(self, X: Any, members: Asked = None) -> npt.NDArray[np.float32]:
        """Return the same as ``Pool.predict_proba``. Raise ``InputError`` when only labels were
        given."""
        if self.probabilities is None:
            raise InputError(
                "Of these models only the predicted labels were given, no probabilities; give "
                "probabilities, or choose outputs='votes' and methods that need labels alone."
            )
        return self._looked_up(self.probabilities, X, members)

    def voted(self, X: Any, members: Asked = None) -> npt.NDArray[np.bool_] | None:
        """Return the same as ``Pool.voted``."""
        if self.mask is None:
            return None
        mask = self._looked_up(self.mask, X, members)
        return None if mask.all() else mask

    def _looked_up(self, answers: npt.NDArray[Any], X: Any, members: Asked) -> npt.NDArray[Any]:
        index = X.index.to_numpy() if isinstance(X, pd.DataFrame) else np.empty(0)
        numbered = index.dtype.kind in "iu" and (
            index.size == 0 or (index.min() >= 0 and index.max() < len(answers))
        )
        if not numbered:
            raise InputError(
                "These models' votes are known for the rows they were given with alone; ask for "
                "rows of that dataset, as they stand in its table X."
            )
        found = answers[index]
        if members is not None:
            found = found[:, self._checked(members)]
        return np.ascontiguousarray(found)

    def _only(self, chosen: npt.NDArray[np.intp]) -> Pool:
        return replace(
            self,
            codes=np.ascontiguousarray(self.codes[:, chosen]),
            probabilities=None if self.probabilities is None else self.probabilities[:, chosen],
            mask=None if self.mask is None else self.mask[:, chosen],
            names=tuple(self.names[j] for j in chosen),
        )
