"""Vote tables against plain counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.probability_counts import METRICS, ProbabilityCounts
from l2dwk_core.combiners.vote_counts import VoteCounts, WeightedVoteErrors
from l2dwk_core.oracle.vote_rules import class_votes, plurality
from tests import reference_ordering as slow
from tests.combiners.votes import combiner_inputs, ensemble, fixed


@fixed
@given(combiner_inputs(), st.lists(st.integers(0, 5), max_size=7))
def test_every_addition_and_removal(inputs: CombinerInput, picks: list[int]) -> None:
    n_members = inputs.oracle.n_members
    inside = [pick % n_members for pick in picks]
    problem = slow.Problem.of(inputs)
    counts = VoteCounts(inputs.oracle)
    for member in [*inside, 0]:
        counts.add(member)
    counts.remove(0)  # what was undone leaves no trace
    close = {"rtol": 0, "atol": 1e-15}
    np.testing.assert_allclose(counts.error(), float(problem.error(inside)), **close)
    added = [float(problem.error([*inside, j])) for j in range(n_members)]
    np.testing.assert_allclose(counts.errors_if_added(), added, **close)
    removed = counts.errors_if_removed()
    for j in set(inside):
        rest = list(inside)
        rest.remove(j)
        np.testing.assert_allclose(removed[j], float(problem.error(rest)), **close)
    if len(set(inside)) == len(inside):
        flipped = [removed[j] if j in inside else added[j] for j in range(n_members)]
        np.testing.assert_allclose(counts.errors_if_flipped(), flipped, **close)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_ties_made_and_broken_by_one_vote(n_classes: int, gaps: bool) -> None:
    """Even sets of a few members tie on many of the rows."""
    inputs = ensemble(60, 8, n_classes, seed=n_classes, gaps=gaps)
    problem = slow.Problem.of(inputs)
    for size in (1, 2, 4, 6):
        inside = list(range(size))
        counts = VoteCounts(inputs.oracle)
        for member in inside:
            counts.add(member)
        expected = [
            [m for m in inside if m != j] if j in inside else [*inside, j] for j in range(8)
        ]
        errors = [float(problem.error(members)) for members in expected]
        np.testing.assert_allclose(counts.errors_if_flipped(), errors, rtol=0, atol=1e-15)


@fixed
@given(combiner_inputs(), st.integers(0, 2**32 - 1))
def test_weighted_votes(inputs: CombinerInput, seed: int) -> None:
    oracle = inputs.oracle
    rng = np.random.default_rng(seed)
    # Few different weights, so that ties occur.
    weights = rng.integers(0, 3, size=(5, oracle.n_members)) / 4
    found = WeightedVoteErrors(oracle).errors(weights)
    judged = np.ones(oracle.n_rows, bool)
    if oracle.available is not None:
        judged = oracle.available.any(axis=1)
    for row, error in zip(weights, found, strict=True):
        votes = class_votes(oracle.codes, row, len(oracle.classes), oracle.available)
        wrong = (plurality(votes)[0] != oracle.label_codes) | (votes.sum(axis=1) == 0)
        np.testing.assert_allclose(error, wrong[judged].mean(), rtol=0, atol=1e-15)


def test_whole_weights_in_single_precision_give_the_same_errors() -> None:
    inputs = ensemble(200, 40, 3, seed=0, gaps=True)
    bits = np.random.default_rng(1).random((20, 40)) < 0.3
    single = WeightedVoteErrors(inputs.oracle, np.float32).errors(bits.astype(np.float32), 0.25)
    np.testing.assert_array_equal(single, WeightedVoteErrors(inputs.oracle).errors(bits * 1.0))


def _plain_loss(metric: str, cube: np.ndarray, inputs: CombinerInput, members: list[int]) -> float:
    """The loss from its definition, row by row."""
    oracle = inputs.oracle
    losses = []
    for k, y in enumerate(oracle.label_codes):
        may = [j for j in range(oracle.n_members) if _may(inputs, k, j)]
        if not may:
            continue
        parts = [cube[k, j].astype(float) for j in members if _may(inputs, k, j)]
        n_classes = len(oracle.classes)
        q = np.mean(parts, axis=0) if parts else np.full(n_classes, 1 / n_classes)
        if metric == "accuracy":
            winner = int(np.flatnonzero(q >= q.max() - 1e-9)[0]) if parts else -1
            losses.append(float(winner != y))
        elif metric == "log_loss":
            losses.append(-np.log(max(q[y], np.finfo(float).eps)))
        else:
            losses.append(float(((q - np.eye(n_classes)[y]) ** 2).sum()))
    return float(np.mean(losses))


def _may(inputs: CombinerInput, row: int, member: int) -> bool:
    available = inputs.oracle.available
    return available is None or bool(available[row, member])


@fixed
@given(combiner_inputs(), st.lists(st.integers(0, 5), max_size=4), st.sampled_from(METRICS))
def test_soft_losses(inputs: CombinerInput, picks: list[int], metric: str) -> None:
    oracle = inputs.oracle
    rng = np.random.default_rng(len(picks) + oracle.n_rows)
    # Quarters: exact sums, and ties between classes.
    n_classes = len(oracle.classes)
    cube = rng.multinomial(4, np.full(n_classes, 1 / n_classes), oracle.codes.shape) / 4
    members = [pick % oracle.n_members for pick in picks]
    counts = ProbabilityCounts(oracle, cube.astype(np.float32), metric)
    for member in members:
        counts.add(member)
    close = {"rtol": 1e-9, "atol": 1e-12}
    np.testing.assert_allclose(counts.loss(), _plain_loss(metric, cube, inputs, members), **close)
    np.testing.assert_allclose(
        counts.losses_if_added(),
        [_plain_loss(metric, cube, inputs, [*members, j]) for j in range(oracle.n_members)],
        **close,
    )
