"""Algorithm I of Yin, Yang & Hao (2014): learn w, see which rows are wrong, reweight them.

α¹ = 1/N; then in every round t

    wᵗ   = argmin f(w; αᵗ)                 on the simplex (objective.py, qp.py)
    Eᵗ   = rows with margin ≤ 0, or wrong votes
    αᵗ*  = the target: equal mass on Eᵗ ("hinge"), or ∝ αᵗ⁻¹* exp(−θ m) ("exp")
    αᵗ⁺¹ = (1 − βₜ) αᵗ + βₜ αᵗ*

The paper writes "min over w and α"; the update moves weight to *hard* rows, so it is no descent on
f in α and has no general convergence proof. Every choice is a field of ``Settings``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.active_set import solve
from l2dwk_core.ensemble_vote import MARGIN_ZERO, Jury, Verdict
from l2dwk_core.errors import InputError
from l2dwk_core.moments import MomentSource, PairwiseMoments, moment_source
from l2dwk_core.objective import Program, program
from l2dwk_core.oracle import Oracle
from l2dwk_core.qp import solve_with_cvxpy
from l2dwk_core.records import Round, Trace
from l2dwk_core.settings import Settings
from l2dwk_core.stopping import StopWatch

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# From then on a run's own previous round is the better guess.
_NEIGHBOUR_ROUNDS = 4
_SMALL_WEIGHT = 1e-6
_SMALL_WEIGHT_AUTHORS = 1e-3


def self_train(
    predictions: ArrayLike,
    labels: ArrayLike,
    settings: Settings | None = None,
    *,
    available: ArrayLike | None = None,
) -> Trace:
    """Learn classifier weights by self-training.

    Parameters
    ----------
    predictions
        (N, L) labels the L members predict on the N weighting rows.
    labels
        (N,) true labels.
    settings
        Default: the preset "recommended".
    available
        (N, L) bool, False where a member trained on the row (out-of-bag weighting).

    Returns
    -------
    Trace
        ``.weights`` (L,), ``.rounds``, ``.stop_reason``.

    Raises
    ------
    InputError
        For arrays that do not fit together or hold missing values.
    """
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    return train_on(oracle, settings or Settings())


def lambda_path(
    predictions: ArrayLike,
    labels: ArrayLike,
    settings: Settings,
    lambdas: Sequence[float],
    *,
    available: ArrayLike | None = None,
) -> tuple[Trace, ...]:
    """Self-training for a whole slider of λ at once, in the given order.

    The same as ``self_train`` with each λ; what does not depend on λ is done once, and each λ
    starts from its neighbour's supports. Raises ``InputError`` as ``self_train`` does, and for a λ
    out of range.
    """
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    return lambda_path_on(oracle, settings, lambdas)


def lambda_path_on(
    oracle: Oracle, settings: Settings, lambdas: Sequence[float]
) -> tuple[Trace, ...]:
    """``lambda_path`` on an oracle that is already made."""
    each = [settings.changed(lam=float(lam)) for lam in lambdas]
    traces: dict[int, Trace] = {}
    neighbour: Trace | None = None
    for place in sorted(range(len(each)), key=lambda i: each[i].lam):
        neighbour = traces[place] = train_on(oracle, each[place], neighbour=neighbour)
    return tuple(traces[place] for place in range(len(each)))


def train_on(oracle: Oracle, settings: Settings, *, neighbour: Trace | None = None) -> Trace:
    """``self_train`` on an oracle that is already made; soft outputs come this way.

    ``neighbour``: a trace of similar settings on the same oracle, whose supports are good guesses.
    It changes the time, not the result.
    """
    if settings.outputs == "probabilities" and oracle.soft is None:
        raise InputError(
            "outputs is 'probabilities', but the oracle holds votes only; build it with "
            "Oracle.from_probabilities, or set outputs='votes'."
        )
    return SelfTraining(oracle, settings).run(neighbour)


@dataclass(frozen=True, eq=False)
class _Learned:
    """Weights of one round with objective and certificate."""

    exact: Floats
    weights: Floats
    objective: float
    gap: float


class SelfTraining:
    """One run; ``run`` is Algorithm I."""

    def __init__(self, oracle: Oracle, settings: Settings) -> None:
        self._settings = settings
        self._oracle = oracle
        self._source: MomentSource = moment_source(oracle, settings)
        self._jury = Jury(oracle, soft=settings.outputs == "probabilities")
        judged = None if oracle.available is None else oracle.available.any(axis=1)
        self._judged = None if judged is None or judged.all() else judged
        self._n = oracle.n_rows if self._judged is None else int(self._judged.sum())

    def run(self, neighbour: Trace | None = None) -> Trace:
        """Rounds until a stop rule holds."""
        settings, n_rows = self._settings, self._oracle.n_rows
        alpha = np.full(n_rows, 1.0 / self._n)
        if self._judged is not None:
            alpha[~self._judged] = 0.0
        moments = self._source.start(alpha)
        watch = StopWatch(settings)
        rounds: list[Round] = []
        log_target = np.zeros(n_rows)  # log α*, up to a constant, of the exp update
        exact: Floats | None = None
        while True:
            t = len(rounds) + 1
            if neighbour is not None and t <= min(_NEIGHBOUR_ROUNDS, len(neighbour.rounds)):
                exact = neighbour.rounds[t - 1].weights
            learned = self._learn(program(moments, settings), exact)
            exact = learned.exact
            verdict = self._jury.verdict(learned.weights)
            error_set = self._error_set(verdict)
            n_wrong = int(np.count_nonzero(verdict.wrong))
            size = int(np.count_nonzero(error_set))
            stop = watch.before_update(t, size, n_wrong)
            residual = np.nan
            beta, mass = 0.0, 0.0
            target: Floats | None = None
            if stop is None:
                if settings.update == "hinge":
                    beta, mass = self._step(t, size, n_wrong)
                    residual = _hinge_residual(alpha, mass, error_set)
                else:
                    log_target, target = self._exp_target(log_target, verdict.margins, n_wrong)
                    beta = self._step(t, size, n_wrong)[0]
                    residual = float(np.abs(target - alpha).sum())
            change = np.nan
            if rounds:
                change = float(np.abs(learned.weights - rounds[-1].weights).sum())
            rounds.append(
                self._record(t, alpha, learned, verdict, error_set, n_wrong, residual, change)
            )
            if stop is None:
                stop = watch.after_round(rounds[-1])
            if stop is not None:
                break
            # Algorithm I, line 6.
            alpha = alpha * (1.0 - beta)
            if target is None:
                alpha[error_set] += beta * mass
                moments = self._source.blend(alpha, 1.0 - beta, beta * mass, error_set)
            else:
                alpha += beta * target
                moments = self._source.replace(alpha)
        return self._trace(rounds, stop, watch.period)

    def _learn(self, problem: Program, start: Floats | None) -> _Learned:
        """Algorithm I, line 3: the weights of one round, with their certificate."""
        n = self._oracle.n_members
        if problem.concave:
            return self._vertex(problem)
        if self._settings.solver == "cvxpy":
            everyone = np.arange(n)
            matrix = problem.H.rows(everyone)
            exact = solve_with_cvxpy(matrix, problem.p)
            gradient = matrix @ exact - problem.p
        else:
            result = solve(problem.H, problem.p, start)
            exact, gradient = result.weights, result.gradient
        # The certificate is the solver's: cutting small weights below moves f by rounding only.
        objective = 0.5 * float(exact @ gradient - problem.p @ exact)
        gap = max(float(exact @ gradient - gradient.min()), 0.0)
        weights = exact
        if self._settings.small_weights == "renormalise":
            small = (exact <= _SMALL_WEIGHT) & (exact > 0.0)
            if small.any():
                weights = np.where(small, 0.0, exact)
                weights /= weights.sum()
        return _Learned(
            exact, weights, problem.unit * objective + problem.constant, problem.unit * gap
        )

    def _vertex(self, problem: Program) -> _Learned:
        """A concave objective: the best single member, the lowest index among equals."""
        everyone = np.arange(self._oracle.n_members)
        values = 0.5 * problem.H.rows(everyone).diagonal() - problem.p
        best = int(np.argmin(values))
        weights = np.zeros(len(values))
        weights[best] = 1.0
        return _Learned(
            weights, weights, problem.unit * float(values[best]) + problem.constant, 0.0
        )

    def _error_set(self, verdict: Verdict) -> Bools:
        if self._settings.error_set == "vote":
            wrong = verdict.wrong
        else:
            wrong = verdict.margins <= MARGIN_ZERO  # False where undefined
        return wrong if self._judged is None else wrong & self._judged

    def _step(self, t: int, size: int, n_wrong: int) -> tuple[float, float]:
        """``(β_t, mass each row of the error set has in the target)``."""
        error = n_wrong / self._n
        mass = {
            "set": lambda: 1.0 / size,
            "vote": lambda: 1.0 / n_wrong,
            "authors": lambda: 1.0 / error,
        }
        hinge = self._settings.update == "hinge"
        each = mass[self._settings.error_mass]() if hinge else 0.0
        if self._settings.damping == "authors":
            # α ← normalise(α + target/t): with total target mass M that is β = M/(M + t) towards
            # the normalised target.
            total = each * size if hinge else 1.0
            return total / (total + t), (1.0 / size if hinge else 0.0)
        return (1.0 / t if self._settings.damping == "1/t" else 1.0 / (t + 1)), each

    def _exp_target(
        self, log_target: Floats, margins: Floats, n_wrong: int
    ) -> tuple[Floats, Floats]:
        """α* ∝ (previous α*)·exp(−θ m), θ = ½ ln((1 − ε)/ε), kept as a logarithm."""
        n = self._n
        if n > 1:  # with one row there is nothing to move
            error = min(max(n_wrong / n, 0.5 / n), 0.5 - 0.5 / n)
            theta = 0.5 * np.log((1.0 - error) / error)
            log_target = log_target - theta * np.nan_to_num(margins, nan=0.0)
        if self._judged is not None:
            log_target = np.where(self._judged, log_target, -np.inf)
        log_target = log_target - log_target.max()
        target = np.exp(np.maximum(log_target, -745.0))
        if self._judged is not None:
            target[~self._judged] = 0.0
        return log_target, target / target.sum()

    def _record(
        self,
        t: int,
        alpha: Floats,
        learned: _Learned,
        verdict: Verdict,
        error_set: Bools,
        n_wrong: int,
        residual: float,
        change: float,
    ) -> Round:
        weights, margins = learned.weights, verdict.margins
        availability = lowest = None
        if self._oracle.available is not None:
            shares = alpha @ self._oracle.available
            availability = float(shares[weights > 0].mean() / shares.mean())
            margins = margins if self._judged is None else margins[self._judged]
            margins = margins[np.isfinite(margins)]
            if isinstance(self._source, PairwiseMoments):
                lowest = self._source.smallest_eigenvalue
        square = float(margins @ margins) / max(len(margins), 1)
        return Round(
            index=t,
            alpha=alpha,
            weights=weights,
            objective=learned.objective,
            gap=learned.gap,
            margins=verdict.margins,
            wrong=verdict.wrong,
            error_set=error_set,
            error=n_wrong / self._n,
            n_ties=verdict.n_ties,
            n_selected=int(np.count_nonzero(weights)),
            effective_number=1.0 / float(weights @ weights),
            alpha_residual=residual,
            weight_change=change,
            diversity=(1.0 - square) / 2.0,
            kept_availability=availability,
            smallest_eigenvalue=lowest,
        )

    def _trace(self, rounds: list[Round], stop: str, period: int | None) -> Trace:
        settings = self._settings
        if settings.returned == "last":
            chosen = rounds[-1]
        elif settings.returned == "latest_best":
            chosen = min(rounds, key=lambda r: (r.error, -r.index))
        else:
            chosen = min(rounds, key=lambda r: (r.error, r.n_selected, -r.index))
        weights = chosen.weights
        if settings.small_weights == "authors":
            weights = np.where(weights <= _SMALL_WEIGHT_AUTHORS, 0.0, weights)
        return Trace(weights, tuple(rounds), chosen.index, stop, period, settings)


def _hinge_residual(alpha: Floats, mass: float, error_set: Bools) -> float:
    """‖α* − α‖₁ for α* = mass on the error set, without forming α*."""
    inside = alpha[error_set]
    return float(np.abs(mass - inside).sum() + alpha.sum() - inside.sum())
