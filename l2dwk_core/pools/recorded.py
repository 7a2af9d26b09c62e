"""The pool of a recorded run, of whose members only the answers were kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.pool import Pool


@dataclass(frozen=True, eq=False)
class RecordedPool(Pool):
    """The members of a recorded run. Their number is known, but they cannot answer new rows."""

    size: int = 0

    @property
    def n_members(self) -> int:
        """Return the number of members."""
        return self.size

    def _only(self, chosen: NDArray[np.intp]) -> Pool:
        return replace(self, size=len(chosen), names=tuple(self.names[j] for j in chosen))

    def _asked(self, X: Any, indices: Any) -> Any:
        raise InputError(
            "Of these members only the answers on weighting and test rows were kept; train them to "
            "ask for more."
        )
