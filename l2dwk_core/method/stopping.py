"""The rules by which self-training ends before its rounds are used up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Round

_SETTLED = 1e-6
_SETTLED_ROUNDS = 3
_LONGEST_PERIOD = 10
_PERIODS = 3
_SMALL_CHANGE = 1e-4


class StopRules:
    """Applies the stop rules of ``Settings.stop_on``. The rule "cycle" sets ``period``."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._error_sets: list[bytes] = []
        self._changes: list[float] = []
        self._settled_rounds = 0
        self.period: int | None = None

    def before_update(self, t: int, n_error_set: int, n_wrong: int) -> str | None:
        """Return the reason why no further update makes sense or is defined, or None."""
        settings = self._settings
        if settings.update == "none":
            return "no_update"
        if "no_vote_errors" in settings.stop_on and n_wrong == 0:
            return "no_vote_errors"
        if "no_errors" in settings.stop_on and n_error_set == 0:
            return "no_errors"
        if settings.update == "hinge":
            # These rules always apply, because the target does not exist.
            if n_error_set == 0:
                return "no_errors"
            if settings.error_mass != "set" and n_wrong == 0:
                return "undefined_update"
        return "rounds" if t >= settings.max_rounds else None

    def after_round(self, latest: Round) -> str | None:
        """Return the reason to stop that several rounds together give, or None."""
        rules = self._settings.stop_on
        if "settled" in rules:
            settled = latest.alpha_residual < _SETTLED and latest.weight_change < _SETTLED
            self._settled_rounds = self._settled_rounds + 1 if settled else 0
            if self._settled_rounds >= _SETTLED_ROUNDS:
                return "settled"
        if "cycle" in rules:
            self._error_sets.append(_key(latest.error_set))
            self._changes.append(latest.weight_change)
            self.period = self._find_period()
            if self.period is not None:
                return "cycle"
        return None

    def _find_period(self) -> int | None:
        seen = self._error_sets
        for period in range(1, _LONGEST_PERIOD + 1):
            span = period * _PERIODS
            if len(seen) < span:
                return None
            recent = seen[-span:]
            if recent[period:] == recent[:-period] and all(
                change < _SMALL_CHANGE for change in self._changes[-span:]
            ):
                return period
        return None


def _key(error_set: NDArray[np.bool_]) -> bytes:
    return np.packbits(error_set).tobytes()
