"""Algorithm I of Yin, Yang & Hao (2014): learn w, find the rows that are wrong, reweight them.

α¹ = 1/N; then in every round t

    wᵗ   = argmin f(w; αᵗ)                 on the simplex (objective.py, qp.py)
    Eᵗ   = rows with margin ≤ 0, or wrong votes
    αᵗ*  = the target: equal mass on Eᵗ ("hinge"), or ∝ αᵗ⁻¹* exp(−θ m) ("exp")
    αᵗ⁺¹ = (1 − βₜ) αᵗ + βₜ αᵗ*

The paper writes "min over w and α". But the update moves weight to *hard* rows, so it does not
reduce f in α, and there is no general proof of convergence. Every choice is a field of
``Settings``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Bools, Floats
from l2dwk_core.method.kernels import Moments
from l2dwk_core.method.moments import MomentSource, PairwiseMoments, moment_source
from l2dwk_core.method.objective import program
from l2dwk_core.method.returned_vote import returned_weights
from l2dwk_core.method.reweighting import Reweighting, Step
from l2dwk_core.method.round_weights import RoundWeights, round_weights
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.method.stopping import StopRules
from l2dwk_core.method.trace import Round, Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import MARGIN_ZERO, VoteOutcome, WeightedVote, diversity_of

# After so many rounds, the previous round of the same run is the better guess.
_NEIGHBOUR_ROUNDS = 4


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
        (N,) true labels, in the order of the rows of the predictions: rows are matched by position,
        whatever their pandas index.
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
    chosen = checked_settings(settings)
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    return train_on(oracle, chosen)


def lambda_path(
    predictions: ArrayLike,
    labels: ArrayLike,
    settings: Settings,
    lambdas: Sequence[float],
    *,
    available: ArrayLike | None = None,
) -> tuple[Trace, ...]:
    """Return one trace for each of several values of λ, in the given order.

    The results are those of ``self_train`` with each λ. What does not depend on λ is computed once,
    and each λ starts from the supports of the λ before it in size. Raise ``InputError`` as
    ``self_train`` does, and for a λ out of range.
    """
    settings = checked_settings(settings)
    if not isinstance(lambdas, Iterable):
        raise InputError(
            f"lambdas is {shown(lambdas)}; give a list of numbers, such as [0.5, 1.0]."
        )
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    return lambda_path_on(oracle, settings, lambdas)


def lambda_path_on(
    oracle: Oracle,
    settings: Settings,
    lambdas: Sequence[float],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Trace, ...]:
    """Return ``lambda_path`` for an oracle that already exists.

    ``progress(done, total)`` is called after each λ; an exception it raises ends the work.
    """
    each = [settings.changed(lam=lam) for lam in lambdas]
    traces: dict[int, Trace] = {}
    neighbour: Trace | None = None
    for place in sorted(range(len(each)), key=lambda i: each[i].lam):
        neighbour = traces[place] = train_on(oracle, each[place], neighbour=neighbour)
        if progress is not None:
            progress(len(traces), len(each))
    return tuple(traces[place] for place in range(len(each)))


def train_on(oracle: Oracle, settings: Settings, *, neighbour: Trace | None = None) -> Trace:
    """Return ``self_train`` for an oracle that already exists. Soft outputs need this function.

    ``neighbour``: a trace of similar settings on the same oracle, whose supports are good guesses.
    It changes the time, not the result.
    """
    if settings.outputs == "probabilities" and oracle.soft is None:
        raise InputError(
            "outputs is 'probabilities', but the oracle holds votes only; build it with "
            "Oracle.from_probabilities, or set outputs='votes'."
        )
    return SelfTraining(oracle, settings).run(neighbour)


class SelfTraining:
    """One run. Its method ``run`` is Algorithm I."""

    def __init__(self, oracle: Oracle, settings: Settings) -> None:
        self._settings = settings
        self._oracle = oracle
        self._source: MomentSource = moment_source(oracle, settings)
        self._vote = WeightedVote(oracle, soft=settings.outputs == "probabilities")
        judged: Any = None if oracle.available is None else oracle.available.any(axis=1)
        self._judged: Bools | None = None if judged is None or judged.all() else judged
        self._n = oracle.n_rows if self._judged is None else int(self._judged.sum())

    def run(self, neighbour: Trace | None = None) -> Trace:
        """Repeat weights, error set, target and blend until a stop rule holds."""
        alpha = self._equal_alpha()
        moments = self._source.start(alpha)
        guesses = self._guesses(neighbour, moments)
        reweighting = Reweighting(self._settings, len(alpha), self._judged, self._n)
        stop_rules = StopRules(self._settings)
        rounds: list[Round] = []
        before: Floats | None = None
        for t in count(1):
            found = self._weights(moments, guesses.get(t, before))
            before = found.exact
            vote = self._vote.outcome(found.weights)
            error_set = self._error_set(vote)
            stop = stop_rules.before_update(t, _count(error_set), _count(vote.wrong))
            step = None
            if stop is None:
                step = reweighting.step(t, alpha, error_set, vote.margins, _count(vote.wrong))
            rounds.append(self._record(alpha, found, vote, error_set, step, rounds))
            stop = stop or stop_rules.after_round(rounds[-1])
            if stop is not None or step is None:
                break
            alpha = step.moved(alpha, error_set)
            moments = self._moments(alpha, step, error_set)
        return self._trace(rounds, stop or "rounds", stop_rules.period)

    def _equal_alpha(self) -> Floats:
        """Return 1/N on every row that some member may judge."""
        alpha = np.full(self._oracle.n_rows, 1.0 / self._n)
        if self._judged is not None:
            alpha[~self._judged] = 0.0
        return alpha

    def _weights(self, moments: Moments, guess: Floats | None) -> RoundWeights:
        problem = program(moments, self._settings)
        return round_weights(problem, self._settings, self._oracle.n_members, guess)

    def _error_set(self, vote: VoteOutcome) -> Bools:
        if self._settings.error_set == "vote":
            wrong = vote.wrong
        else:
            wrong = vote.margins <= MARGIN_ZERO  # False where undefined
        return wrong if self._judged is None else wrong & self._judged

    def _moments(self, alpha: Floats, step: Step, error_set: Bools) -> Moments:
        """Return the sums over the rows for the new α. Where α changed by a factor and a
        constant on the error set, updating the old sums is cheaper."""
        if step.target is not None:
            return self._source.replace(alpha)
        keep, gain = 1.0 - step.beta, step.beta * step.mass
        return self._source.blend(alpha, keep, gain, error_set)

    @staticmethod
    def _guesses(neighbour: Trace | None, moments: Moments) -> dict[int, Floats]:
        """Return, by round, weights near which the solution is likely to be."""
        if neighbour is None:
            return {}
        # It is cheapest to compute the sums of all members that are soon needed together, before α
        # changes.
        likely = np.flatnonzero(neighbour.weight_path.any(axis=0))
        moments.entries(likely, likely[:1])
        return {r.index: r.weights for r in neighbour.rounds[:_NEIGHBOUR_ROUNDS]}

    def _record(
        self,
        alpha: Floats,
        found: RoundWeights,
        vote: VoteOutcome,
        error_set: Bools,
        step: Step | None,
        earlier: Sequence[Round],
    ) -> Round:
        before = earlier[-1] if earlier else None
        weights, lowest = found.weights, None
        if self._oracle.available is not None and isinstance(self._source, PairwiseMoments):
            lowest = self._source.smallest_eigenvalue
        change = np.nan if before is None else float(np.abs(weights - before.weights).sum())
        return Round(
            index=len(earlier) + 1,
            alpha=alpha,
            weights=weights,
            objective=found.objective,
            gap=found.gap,
            error_set=error_set,
            alpha_residual=np.nan if step is None else step.residual,
            weight_change=change,
            smallest_eigenvalue=lowest,
            **self._of_vote(alpha, weights, vote),
        )

    def _of_vote(self, alpha: Floats, weights: Floats, vote: VoteOutcome) -> dict[str, Any]:
        """Return the facts of a round that follow from its vote. The weights sum to 1."""
        availability, margins = None, vote.margins
        if self._oracle.available is not None:
            shares = alpha @ self._oracle.available
            availability = float(shares[weights > 0].mean() / shares.mean())
            margins = margins if self._judged is None else margins[self._judged]
            margins = margins[np.isfinite(margins)]
        return {
            "margins": vote.margins,
            "wrong": vote.wrong,
            "error": np.count_nonzero(vote.wrong) / self._n,
            "n_ties": vote.n_ties,
            "n_selected": int(np.count_nonzero(weights)),
            "effective_number": 1.0 / float(weights @ weights),
            "diversity": float(diversity_of(margins)),
            "kept_availability": availability,
        }

    def _trace(self, rounds: list[Round], stop: str, period: int | None) -> Trace:
        weights, index = returned_weights(rounds, self._settings)
        cut = self._cut(rounds[index - 1], weights)
        return Trace(weights, tuple(rounds), index, stop, period, self._settings, cut)

    def _cut(self, chosen: Round, weights: Floats) -> Round | None:
        """Return the chosen round with the vote of the returned weights, where they are fewer."""
        if not weights.any() or np.count_nonzero(weights) == chosen.n_selected:
            return None
        shares = weights / weights.sum()
        found = self._of_vote(chosen.alpha, shares, self._vote.outcome(shares))
        return replace(chosen, weights=weights, **found)


def _count(rows: Bools) -> int:
    return int(np.count_nonzero(rows))
