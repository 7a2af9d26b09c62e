"""The choice of λ by cross-validation over the weighting rows.

The weights are learned on the votes of all weighting rows except those of one fold, and the vote
with these weights is scored on that fold. Every fold is left out once, and the folds are drawn
again several times. The λ with the highest mean score is chosen. The members themselves are not
trained again: the cross-validation concerns only the step from votes to weights.
Source: Stone 1974, cross-validatory choice.

The score of the chosen λ is the highest of many scores and therefore too high. It serves to choose
λ and is not an estimate of the accuracy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.method.folds import stratified_folds
from l2dwk_core.method.lambda_choice import LambdaCandidate, LambdaChoice, best_of
from l2dwk_core.method.lambda_scores import scores_of
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.oracle.oracle import Oracle

LAMBDAS: tuple[float, ...] = tuple(float(f"{10 ** (step / 4):.3g}") for step in range(-8, 9))
"""The values of λ that are tried when none are given: 17 values from 0.01 to 100, four for each
factor of 10. ``exact_lambda_path``, the λ sweep and the slider have the same range.

Two members begin to share weight near λ = (difference of their accuracies)/(their disagreement).
To first order this holds for every kernel, because v and K come from the same kernel. With
differences of 0.001 or more and disagreements of 0.1 or less, this λ is 0.01 or more. Below it the
best member has all the weight. Far above 1 accuracy has little influence, and above 100 the weights
hardly change. On the log scale the grid is symmetric about 1, so it also serves
``lam_on="accuracy"``, where the value is 1/λ."""

_SCORED = 5_000  # when fewer votes are scored, more folds are drawn for a more certain mean
_MOST_REPEATS = 5


def choose_lambda(
    predictions: ArrayLike | Oracle,
    labels: ArrayLike | None = None,
    settings: Settings | None = None,
    *,
    lambdas: Sequence[float] | None = None,
    kernels: Sequence[str] | None = None,
    rounds: Sequence[int] | None = None,
    n_folds: int = 5,
    n_repeats: int | None = None,
    seed: int = 0,
    groups: ArrayLike | None = None,
    available: ArrayLike | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LambdaChoice:
    """Return the λ whose weights vote best on weighting rows they were not learned from.

    ``inner_score(λ) = share of rows k that the vote with w(λ, rows outside k's fold) gets right``.
    The highest score is chosen; of equal ones the one that keeps fewest members, then the smallest
    λ, then the fewest rounds, then the first kernel. The settings determine the vote: plurality, or
    mean probability.

    With one round (``max_rounds=1`` or ``update="none"``) and ±1 votes, the sums over the rows of
    each fold are computed once for all λ and kernels (fold_moments.py), and each λ starts from the
    weights of the λ next to it. This is faster than the exact path, which stops at every
    breakpoint: with 200 members and 20,000 rows a path has about 230 breakpoints and takes 1.3 s,
    while 17 λ in 5 folds take 0.1 s together.

    Parameters
    ----------
    predictions
        (N, L) labels the members predict on the weighting rows; or an ``Oracle``, which may hold
        class probabilities. With an ``Oracle``, *labels* and *available* must not be given.
    labels
        (N,) true labels.
    settings
        The settings; what is chosen replaces their value. Default: the preset "recommended".
    lambdas
        Numbers, 0 or more. Default: ``LAMBDAS``.
    kernels
        Keys of ``KERNELS``. Default: only the kernel of the settings.
    rounds
        Values of ``max_rounds``. Default: only the value of the settings. The largest value
        determines the time, because a smaller number of rounds is the beginning of the same
        computation.
    n_folds
        The number of folds, 2 or more, stratified by class. With too few rows there are fewer
        folds, and a note.
    n_repeats
        How often folds are drawn, 1 or more. Default: until 5,000 votes are scored, but at most
        5 times.
    seed
        Determines the folds. The same seed gives the same choice.
    groups
        (N,) rows with equal entries are left out together, for example copies of a row or the rows
        of one patient.
    available
        (N, L) bool, False where a member has no vote. Rows on which no member has a vote do not
        count.
    progress
        Called as ``progress(done, total)`` after each λ of each fold. An exception it raises ends
        the work.

    Raises
    ------
    InputError
        When there are fewer than two rows or groups, a list of values is empty or repeats a value,
        or a value is out of range; and in the cases named at ``self_train``.
    """
    base = checked_settings(settings)
    oracle = _oracle(predictions, labels, available)
    if base.outputs == "probabilities" and oracle.soft is None:
        raise InputError(
            "outputs is 'probabilities', but only votes were given; give an oracle made by "
            "Oracle.from_probabilities, or set outputs='votes'."
        )
    grid = sorted(_values("lambdas", LAMBDAS if lambdas is None else lambdas, base, "lam"))
    names = _values("kernels", [base.kernel] if kernels is None else kernels, base, "kernel")
    counts = sorted(
        _values("rounds", [base.max_rounds] if rounds is None else rounds, base, "max_rounds")
    )
    if base.update == "none" and len(counts) > 1:
        raise InputError(
            f"rounds is {shown(rounds)}, but with update='none' there is one round; leave rounds "
            "out, or take update='hinge'."
        )
    if groups is not None:
        groups = plain_array("Groups", groups)
    oracle, groups, dropped = _judged(oracle, groups)
    if n_repeats is None:
        n_repeats = repeats_for(oracle.n_rows)
    folds = stratified_folds(oracle.label_codes, n_folds, n_repeats, seed, groups)
    scores = scores_of(oracle, base, grid, names, counts, folds, progress)
    candidates = tuple(
        LambdaCandidate.of(lam, name, count, scores[(i * len(counts) + j) * len(grid) + k])
        for i, name in enumerate(names)
        for j, count in enumerate(counts)
        for k, lam in enumerate(grid)
    )
    chosen = best_of(candidates)
    best = candidates[chosen]
    return LambdaChoice(
        base.changed(lam=best.lam, kernel=best.kernel, max_rounds=best.max_rounds),
        candidates,
        chosen,
        len(folds.repeats[0]),
        n_repeats,
        seed,
        (*dropped, *folds.notes),
    )


def repeats_for(n_rows: int) -> int:
    """Return the default of ``n_repeats`` for this number of rows."""
    return min(max(math.ceil(_SCORED / max(n_rows, 1)), 1), _MOST_REPEATS)


def _oracle(predictions: Any, labels: Any, available: Any) -> Oracle:
    if not isinstance(predictions, Oracle):
        if labels is None:
            raise InputError("labels are missing; give one true label per row of predictions.")
        return Oracle.from_predictions(predictions, labels, available=available)
    if labels is not None or available is not None:
        raise InputError(
            "An Oracle holds labels and available votes already; give it alone, or predictions "
            "with labels."
        )
    return predictions


def _values(what: str, given: Any, base: Settings, name: str) -> list[Any]:
    """Return the values of a setting, checked and converted as the settings do it."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"{what} is {shown(given)}; give a list of one value or more.")
    values = [getattr(base.changed(**{name: value}), name) for value in given]
    if not values or len(set(values)) < len(values):
        raise InputError(f"{what} is {shown(given)}; give one value or more, each once.")
    return values


def _judged(oracle: Oracle, groups: Any) -> tuple[Oracle, Any, tuple[str, ...]]:
    """Return the oracle and the groups without the rows that no member may judge, and notes."""
    if groups is not None and groups.shape != (oracle.n_rows,):
        raise InputError(
            f"Groups have shape {groups.shape}; give one for each of the {oracle.n_rows} rows."
        )
    if oracle.available is None:
        return oracle, groups, ()
    rows = np.flatnonzero(oracle.available.any(axis=1))
    n_lost = oracle.n_rows - len(rows)
    if n_lost == 0:
        return oracle, groups, ()
    note = f"{n_lost} of {oracle.n_rows} rows have no vote at all and do not count."
    return oracle.of_rows(rows), None if groups is None else groups[rows], (note,)
