"""From one round's error set to the next kernel weights: αᵗ⁺¹ = (1 − βₜ) αᵗ + βₜ αᵗ*."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.types import Bools, Floats
from l2dwk_core.method.settings import Settings


@dataclass(frozen=True, eq=False)
class Step:
    """How α changes.

    ``beta``: βₜ. ``residual``: ‖α* − α‖₁, without β. The target is ``mass`` on every row of the
    error set (hinge), or the vector ``target`` (exp).
    """

    beta: float
    residual: float
    mass: float = 0.0
    target: Floats | None = None

    def moved(self, alpha: Floats, error_set: Bools) -> Floats:
        """Return the next α as a new array."""
        target = self.mass * error_set if self.target is None else self.target
        return alpha * (1.0 - self.beta) + self.beta * target


class Reweighting:
    """The update rules of Yin, Yang & Hao (2014), Eqs. L2DWK-Hinge, L2DWK-Exp and updating.

    ``judged`` (N,) bool marks the rows some member may judge (None: all), ``n`` counts them.
    """

    def __init__(self, settings: Settings, n_rows: int, judged: Bools | None, n: int) -> None:
        self._settings, self._judged, self._n = settings, judged, n
        self._log_target = np.zeros(n_rows)  # log α* of the exp update, up to a constant

    def step(self, t: int, alpha: Floats, error_set: Bools, margins: Floats, n_wrong: int) -> Step:
        """Return the step after round t.

        For the hinge update the error set must not be empty, and n_wrong must be positive unless
        ``error_mass`` is "set". The stop rules make sure of both.
        """
        if self._settings.update == "hinge":
            return self._hinge(t, alpha, error_set, n_wrong)
        target = self._exp_target(margins, n_wrong)
        residual = float(np.abs(target - alpha).sum())
        return Step(self._damping(t, 1.0), residual, target=target)

    def _hinge(self, t: int, alpha: Floats, error_set: Bools, n_wrong: int) -> Step:
        size = int(np.count_nonzero(error_set))
        rule = self._settings.error_mass
        if rule == "set":
            mass = 1.0 / size
        else:
            mass = (1.0 if rule == "vote" else self._n) / n_wrong
        beta = self._damping(t, mass * size)
        if self._settings.damping == "authors":
            mass = 1.0 / size  # normalised, because the target's sum is already part of β
        residual = float(np.abs(mass * error_set - alpha).sum())
        return Step(beta, residual, mass=mass)

    def _damping(self, t: int, total: float) -> float:
        """Return β_t. ``total`` is the sum of the target before any normalisation."""
        if self._settings.damping == "authors":
            # α ← normalise(α + target/t) is a step of total/(total + t) to the normalised target.
            return total / (total + t)
        return 1.0 / t if self._settings.damping == "1/t" else 1.0 / (t + 1)

    def _exp_target(self, margins: Floats, n_wrong: int) -> Floats:
        """Return α* ∝ (previous α*)·exp(−θ m), where θ = ½ ln((1 − ε)/ε) and ε is kept away from 0
        and ½.

        A row whose margin is undefined keeps its factor. The target is stored as a logarithm,
        because products of many factors would underflow.
        """
        n, judged = self._n, self._judged
        if n > 1:  # with one row there is nothing to move
            error = min(max(n_wrong / n, 0.5 / n), 0.5 - 0.5 / n)
            theta = 0.5 * np.log((1.0 - error) / error)
            self._log_target = self._log_target - theta * np.nan_to_num(margins, nan=0.0)
        if judged is not None:
            self._log_target = np.where(judged, self._log_target, -np.inf)
        self._log_target = self._log_target - self._log_target.max()
        target = np.exp(np.maximum(self._log_target, -745.0))
        if judged is not None:
            target[~judged] = 0.0
        return np.asarray(target / target.sum())
