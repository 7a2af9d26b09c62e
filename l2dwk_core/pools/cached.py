"""A pool that computes its answers on a table once and returns them to every method that asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from l2dwk_core.pools.pool import Pool

Asked = Sequence[int] | npt.NDArray[np.integer[Any]] | None


@dataclass(frozen=True, eq=False)
class CachedPool(Pool):
    """A pool that stores the answers of its members on every table it was asked about.

    A table is recognised by object identity. Pass the same object each time, and do not change it.
    """

    answers: dict[tuple[str, int], tuple[Any, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, pool: Pool) -> CachedPool:
        """Return a cached pool of the same members, without stored answers."""
        return cls(**{f.name: getattr(pool, f.name) for f in fields(Pool)})

    def predict_codes(self, X: Any, members: Asked = None) -> npt.NDArray[np.int16]:
        """Return the same as ``Pool.predict_codes``."""
        return np.asarray(self._part(self._remembered("codes", X, super().predict_codes), members))

    def predict_proba(self, X: Any, members: Asked = None) -> npt.NDArray[np.float32]:
        """Return the same as ``Pool.predict_proba``."""
        return np.asarray(self._part(self._remembered("proba", X, super().predict_proba), members))

    def _remembered(self, what: str, X: Any, ask: Any) -> Any:
        key = what, id(X)
        if key not in self.answers:
            # The table is kept as well, so that no other object can get its id.
            self.answers[key] = X, ask(X)
        return self.answers[key][1]

    @staticmethod
    def _part(answers: Any, members: Asked) -> Any:
        return answers if members is None else np.ascontiguousarray(answers[:, np.asarray(members)])
