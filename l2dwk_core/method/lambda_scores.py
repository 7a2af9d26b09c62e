"""The scores of candidates for λ on rows their weights were not learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.method.fold_moments import FoldMoments
from l2dwk_core.method.folds import Folds
from l2dwk_core.method.objective import program
from l2dwk_core.method.returned_vote import cut_weights, returned_weights
from l2dwk_core.method.round_weights import round_weights
from l2dwk_core.method.self_training import lambda_path_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote


def scores_of(
    oracle: Oracle,
    base: Settings,
    grid: Sequence[float],
    names: Sequence[str],
    counts: Sequence[int],
    folds: Folds,
    progress: Callable[[int, int], None] | None,
) -> Floats:
    """Return the number of right votes, of votes and of members kept, as an array of the shape
    (candidates, folds of all repeats, 3)."""
    soft = base.outputs == "probabilities"
    gapless = oracle.available is None or base.missing_votes == "pairwise"
    one_round = base.update == "none" or max(counts) == 1
    n_splits = sum(len(repeat) for repeat in folds.repeats)
    scores = np.zeros((len(names) * len(counts) * len(grid), n_splits, 3))
    split, done, total = 0, 0, n_splits * len(names) * len(grid)

    def report() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    for repeat in folds.repeats:
        moments = FoldMoments(oracle, repeat) if one_round and gapless and not soft else None
        for fold, rows in enumerate(repeat):
            vote = WeightedVote(oracle.of_rows(rows), soft=soft)
            if moments is not None:
                n = oracle.n_members
                found = _weights_from_moments(moments, fold, base, grid, names, n, report)
            else:
                outside = oracle.of_rows(np.setdiff1d(np.arange(oracle.n_rows), rows))
                found = _weights_from_rows(outside, base, grid, names, counts, report)
            for place, weights in enumerate(found):
                outcome = vote.outcome(weights)
                judged = ~np.isnan(outcome.margins)
                scores[place, split] = (
                    np.count_nonzero(judged & ~outcome.wrong),
                    np.count_nonzero(judged),
                    np.count_nonzero(weights),
                )
            split += 1
    return scores


def _weights_from_moments(
    moments: FoldMoments,
    fold: int,
    base: Settings,
    grid: Sequence[float],
    names: Sequence[str],
    n_members: int,
    report: Callable[[], None],
) -> list[Floats]:
    """Return the weights of one round on the rows outside a fold, for each kernel and each λ."""
    outside = moments.outside(fold)
    found = []
    for name in names:
        guess: Floats | None = None
        for lam in grid:
            settings = base.changed(kernel=name, lam=lam)
            solved = round_weights(program(outside, settings), settings, n_members, guess)
            guess = solved.exact
            found.append(cut_weights(solved.weights, settings))
            report()
    return found


def _weights_from_rows(
    outside: Oracle,
    base: Settings,
    grid: Sequence[float],
    names: Sequence[str],
    counts: Sequence[int],
    report: Callable[[], None],
) -> list[Floats]:
    """Return the weights learned on the rows outside a fold, for each kernel, number of rounds and
    λ."""
    found = []
    for name in names:
        most = base.changed(kernel=name, max_rounds=counts[-1])
        traces = lambda_path_on(outside, most, grid, progress=lambda _done, _total: report())
        found += [
            returned_weights(trace.rounds[:count], most)[0] for count in counts for trace in traces
        ]
    return found
