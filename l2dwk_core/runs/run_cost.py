"""Estimates of how much work is asked for, made before the work begins.

A page starts the computation in its address at once, in a process that other users share. The
functions here estimate the work from the numbers of members, rows and rounds. When it is too much,
they raise an ``InputError`` that says what is allowed. Nothing else in this package calls them: a
script may take any time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable

from l2dwk_core.combiners.optimisation.l2dwk_cv import L2DWKClassifierCV
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import duration
from l2dwk_core.method.choose_lambda import LAMBDAS, repeats_for
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe

MAX_RUN_SECONDS = 10.0
"""Largest estimated time for learning the weights of one run, in seconds: a page waits for it."""
MAX_PLAN_SECONDS = 600.0
"""Largest estimated time for all runs of a sweep or a study, in seconds."""
MAX_ANSWERS = 300_000_000
"""Largest number of answers (rows times members) of one training. Each takes one or two bytes."""
MAX_STUDY_ANSWERS = 5_000_000_000
"""Largest number of answers of all trainings of a sweep or a study together."""
MAX_TRIAL_PROBABILITIES = 60_000_000
"""Largest number of probabilities of repeated trainings that are kept at a time. Each takes four
bytes."""
MAX_PAIR_SECONDS = 7.0
"""Largest estimated time for measuring all pairs of members, and for measuring sub-ensembles, in
seconds: a page waits for both."""
MAX_PAIRS = 750_000
"""Largest number of pairs of members. Each takes some 400 bytes while they are measured."""

_RATE = 4e10
"""Multiplications and additions per second of one core in a product of float32 matrices: half of
the number measured on a 2-core AMD EPYC machine."""
_ROUND = 1e-3
"""The shortest time of one round, in seconds, however few rows and members there are."""
_PRODUCTS = {"hinge": 0.3, "exp": 1.0, "none": 0.0}
"""The share of the product of all answers with themselves that the update of a round computes
again."""
_SOFT, _PAIRWISE = 3.0, 13.0
"""The factor by which a round takes longer with probabilities, and with pairwise out-of-bag
votes."""
_MEASURES_OF_PAIRS = 12
"""Measures of all pairs of a sub-ensemble study: six, on equal rows and under kernel weights."""
_PAIR, _PAIR_OF_CLASS = 3.5e-6, 1e-8
"""Seconds for each pair of members, in both orders, of all measures together; and for each class.
Measured: 2.5 seconds for 2,000 members on 100 rows and 3 classes."""
_CLASS = 3e-4
"""Seconds for each class, however few rows and members there are."""
_VOTE = 4e-9
"""Seconds for one class of the vote of one sub-ensemble on one row."""
_COUNT = 3e-8
"""Seconds for counting the right members of one sub-ensemble on one row."""
_CVXPY_ROUND, _CVXPY_PAIRS = 0.12, 1.3 / 301**2
"""Seconds of a round in cvxpy: for the round itself, and for each pair of members. Measured: 0.16,
0.25 and 1.34 seconds for 50, 100 and 301 members."""


def run_seconds(settings: Settings, n_rows: int, n_members: int, *, missing: bool = False) -> float:
    """Return the estimated time of ``self_train`` on (n_rows, n_members) answers, in seconds.

    The estimate is for all rounds that the settings allow. ``missing``: not every member may judge
    every row.
    """
    product = 2.0 * n_rows * n_members**2 / _RATE
    each = _ROUND + _PRODUCTS[settings.update] * product
    if settings.outputs == "probabilities":
        each *= _SOFT
    if missing and settings.missing_votes == "pairwise":
        each *= _PAIRWISE
    if settings.solver == "cvxpy":
        each += _CVXPY_ROUND + _CVXPY_PAIRS * n_members**2 * max(n_members / 301, 1.0)
    rounds = 1 if settings.update == "none" else settings.max_rounds
    return product + rounds * each


def check_run(settings: Settings, n_rows: int, n_members: int, *, missing: bool = False) -> None:
    """Raise ``InputError`` when the weights of one run take too long."""
    seconds = run_seconds(settings, n_rows, n_members, missing=missing)
    if seconds > MAX_RUN_SECONDS:
        raise InputError(
            f"Learning the weights of {n_members:,} members on {n_rows:,} rows in "
            f"{settings.max_rounds:,} rounds{_solver([settings])} would take about "
            f"{duration(seconds)}; a page computes for at most {duration(MAX_RUN_SECONDS)}. "
            f"Choose {_less([settings])}. The library and the command line have no such limit."
        )


def check_plan(
    points: Iterable[tuple[Settings, int]], n_rows: int, n_splits: int, *, missing: bool = False
) -> None:
    """Raise ``InputError`` when runs of these settings and members take too long on all splits."""
    listed = list(points)
    for settings, n_members in listed:
        check_run(settings, n_rows, n_members, missing=missing)
    each = [run_seconds(settings, n_rows, n, missing=missing) for settings, n in listed]
    seconds = n_splits * sum(each)
    if seconds > MAX_PLAN_SECONDS:
        raise InputError(
            f"{n_splits * len(listed):,} runs{_solver([s for s, _ in listed])} would take about "
            f"{duration(seconds)}; a page computes for at most {duration(MAX_PLAN_SECONDS)}. "
            f"Choose fewer values, splits or repeats, {_less([s for s, _ in listed])}. "
            "The library has no such limit."
        )


def check_methods(
    methods: Collection[str],
    settings: Settings,
    n_rows: int,
    n_members: int,
    n_splits: int,
    *,
    missing: bool = False,
) -> None:
    """Raise ``InputError`` when the L2DWK methods of a comparison take too long on all splits:
    "l2dwk" with these settings, and "l2dwk_cv", which also solves its program for every λ and fold.
    """
    by_folds = Settings(max_rounds=L2DWKClassifierCV.max_rounds)
    programs = {"l2dwk": settings, "l2dwk_cv": by_folds}
    solved = {key: one for key, one in programs.items() if key in methods}
    for one in solved.values():
        check_run(one, n_rows, n_members, missing=missing)
    each = sum(run_seconds(one, n_rows, n_members, missing=missing) for one in solved.values())
    if "l2dwk_cv" in solved:
        each += _lambda_seconds(n_rows, n_members, missing=missing)
    if n_splits * each > MAX_PLAN_SECONDS:
        raise InputError(
            f"The weights of {', '.join(solved)} for {n_members:,} members on {n_rows:,} rows in "
            f"{n_splits:,} splits{_solver(list(solved.values()))} would take about "
            f"{duration(n_splits * each)}; a page computes for at most "
            f"{duration(MAX_PLAN_SECONDS)}. Choose fewer folds, repeats or methods, or "
            f"{_less(list(solved.values()))}. The library has no such limit."
        )


def _lambda_seconds(n_rows: int, n_members: int, *, missing: bool) -> float:
    """Return the estimated time of ``choose_lambda`` with its defaults and one round: the sums over
    the rows of the folds are computed once for all λ."""
    product = 2.0 * n_rows * n_members**2 / _RATE * (_PAIRWISE if missing else 1.0)
    solutions = L2DWKClassifierCV.n_folds * len(LAMBDAS)
    return repeats_for(n_rows) * (product + solutions * _ROUND)


def check_lambda_choice(
    points: Iterable[Settings], n_rows: int, n_members: int, n_splits: int, *, missing: bool = False
) -> None:
    """Raise ``InputError`` when choosing among these settings on ``n_splits`` splits takes too
    long."""
    listed = list(points)
    each = [run_seconds(settings, n_rows, n_members, missing=missing) for settings in listed]
    seconds = n_splits * sum(each)
    if seconds > MAX_PLAN_SECONDS:
        raise InputError(
            f"Choosing λ would learn the weights of {n_members:,} members on {n_rows:,} rows "
            f"{n_splits * len(listed):,} times{_solver(listed)}, which would take about "
            f"{duration(seconds)}; a page computes for at most {duration(MAX_PLAN_SECONDS)}. "
            f"Choose {_less(listed)}, or λ alone. The library and the command line have no such "
            "limit."
        )


def check_trainings(n_rows: int, n_members: int, n_trainings: int = 1) -> None:
    """Raise ``InputError`` when the members give more answers than a page computes."""
    answers = n_rows * n_members
    if answers > MAX_ANSWERS:
        raise InputError(
            f"{n_members:,} members on {n_rows:,} rows give {answers:,} answers; a page keeps at "
            f"most {MAX_ANSWERS:,}. Choose at most {max(MAX_ANSWERS // n_rows, 1):,} members. The "
            "library has no such limit."
        )
    if answers * n_trainings > MAX_STUDY_ANSWERS:
        raise InputError(
            f"{n_trainings:,} trainings of {n_members:,} members on {n_rows:,} rows give "
            f"{answers * n_trainings:,} answers; a page computes at most {MAX_STUDY_ANSWERS:,}. "
            f"Choose at most {MAX_STUDY_ANSWERS // answers:,} trainings (splits, folds, repeats or "
            "values), or fewer members. The library has no such limit."
        )


def check_trials(n_test: int, n_members: int, n_classes: int, n_trials: int) -> None:
    """Raise ``InputError`` when the probabilities of repeated trainings are too many to keep."""
    each = n_test * n_members * n_classes
    if each * n_trials > MAX_TRIAL_PROBABILITIES:
        raise InputError(
            f"{n_trials:,} trials of {n_members:,} members on {n_test:,} test rows and "
            f"{n_classes:,} classes give {each * n_trials:,} probabilities; a page keeps at most "
            f"{MAX_TRIAL_PROBABILITIES:,}. Choose fewer trials or members, or a smaller share of "
            "test rows. The library has no such limit."
        )


def pair_seconds(n_rows: int, n_members: int, n_classes: int) -> float:
    """Return the estimated time of ``diversity_report`` and of the figures of all pairs, in
    seconds. The labels need a product of all answers with themselves for each class, under kernel
    weights in float64, which takes twice as long."""
    product = 2.0 * n_rows * n_members**2 / _RATE
    each = _PAIR + _PAIR_OF_CLASS * n_classes
    pairs = each * n_members * (n_members - 1) / 2
    return 4.0 * (n_classes + 2) * product + pairs + _CLASS * n_classes


def check_pairs(n_rows: int, n_members: int, n_classes: int) -> None:
    """Raise ``InputError`` when all pairs of members take too long or too much memory."""
    pairs = n_members * (n_members - 1) // 2
    seconds = pair_seconds(n_rows, n_members, n_classes)
    if pairs > MAX_PAIRS:
        raise InputError(
            f"{n_members:,} members make {pairs:,} pairs; a page measures at most {MAX_PAIRS:,}, "
            f"those of {_largest(lambda n: n * (n - 1) // 2 <= MAX_PAIRS):,} members. Choose fewer "
            "members. The library has no such limit."
        )
    if seconds > MAX_PAIR_SECONDS:
        most = _largest(lambda n: pair_seconds(n_rows, n, n_classes) <= MAX_PAIR_SECONDS)
        raise InputError(
            f"Measuring all pairs of {n_members:,} members on {n_rows:,} rows and {n_classes:,} "
            f"classes would take about {duration(seconds)}; a page computes for at most "
            f"{duration(MAX_PAIR_SECONDS)}. Choose at most {most:,} members. The library has no "
            "such limit."
        )


def subensemble_seconds(
    n_rows: int, n_scored: int, n_members: int, n_classes: int, n_subsets: int
) -> float:
    """Return the estimated time of ``study_subensembles``, in seconds."""
    right = n_subsets * n_rows * (2.0 * n_members / _RATE + _COUNT)
    votes = n_classes * n_subsets * n_scored * (2.0 * n_members / _RATE + _VOTE)
    means = _MEASURES_OF_PAIRS * 4.0 * n_subsets * n_members**2 / _RATE
    return right + votes + means + pair_seconds(n_rows, n_members, n_classes)


def check_subensembles(
    n_rows: int, n_scored: int, n_members: int, n_classes: int, n_subsets: int
) -> None:
    """Raise ``InputError`` when measuring sub-ensembles takes too long. ``n_scored``: rows that
    their votes are scored on."""
    seconds = subensemble_seconds(n_rows, n_scored, n_members, n_classes, n_subsets)
    if seconds > 2 * MAX_PAIR_SECONDS:
        raise InputError(
            f"Measuring {n_subsets:,} sub-ensembles of {n_members:,} members on {n_rows:,} rows "
            f"and {n_classes:,} classes would take about {duration(seconds)}; a page computes for "
            f"at most {duration(2 * MAX_PAIR_SECONDS)}. Choose fewer sub-ensembles or members. The "
            "library has no such limit."
        )


def _largest(fits: Callable[[int], bool]) -> int:
    """Return the largest number that fits, at least 1; every smaller one fits too."""
    low, high = 1, 2
    while fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def weighting_rows(recipe: RunRecipe, n_rows: int) -> int:
    """Return how many of the rows judge the members, at most."""
    training = n_rows * (1.0 - recipe.test_fraction)
    share = recipe.weighting_fraction if recipe.weighting == "hold_out" else 1.0
    return math.ceil(training * share)


def _solver(many: list[Settings]) -> str:
    return " by the solver cvxpy" if any(s.solver == "cvxpy" for s in many) else ""


def _less(many: list[Settings]) -> str:
    less = "fewer members or fewer rounds"
    return f"the solver active_set, {less}" if _solver(many) else less
