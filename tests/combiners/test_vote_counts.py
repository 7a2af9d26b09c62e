"""Vote tables against plain counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.combiners.evidence import Evidence
from l2dwk_core.combiners.probability_counts import METRICS, ProbabilityCounts
from l2dwk_core.combiners.vote_counts import VoteCounts, WeightedVoteErrors
from l2dwk_core.oracle.votes import class_votes, plurality
from tests import reference_ordering as slow
from tests.combiners.votes import ensemble, evidences, fixed


@fixed
@given(evidences(), st.lists(st.integers(0, 5), max_size=7))
def test_every_addition_and_removal(evidence: Evidence, picks: list[int]) -> None:
    n_members = evidence.oracle.n_members
    inside = [pick % n_members for pick in picks]
    problem = slow.Problem.of(evidence)
    counts = VoteCounts(evidence.oracle)
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
    evidence = ensemble(60, 8, n_classes, seed=n_classes, gaps=gaps)
    problem = slow.Problem.of(evidence)
    for size in (1, 2, 4, 6):
        inside = list(range(size))
        counts = VoteCounts(evidence.oracle)
        for member in inside:
            counts.add(member)
        expected = [
            [m for m in inside if m != j] if j in inside else [*inside, j] for j in range(8)
        ]
        errors = [float(problem.error(members)) for members in expected]
        np.testing.assert_allclose(counts.errors_if_flipped(), errors, rtol=0, atol=1e-15)


@fixed
@given(evidences(), st.integers(0, 2**32 - 1))
def test_weighted_votes(evidence: Evidence, seed: int) -> None:
    oracle = evidence.oracle
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
    evidence = ensemble(200, 40, 3, seed=0, gaps=True)
    bits = np.random.default_rng(1).random((20, 40)) < 0.3
    single = WeightedVoteErrors(evidence.oracle, np.float32).errors(bits.astype(np.float32), 0.25)
    np.testing.assert_array_equal(single, WeightedVoteErrors(evidence.oracle).errors(bits * 1.0))


def _plain_loss(metric: str, cube: np.ndarray, evidence: Evidence, members: list[int]) -> float:
    """The loss from its definition, row by row."""
    oracle = evidence.oracle
    losses = []
    for k, y in enumerate(oracle.label_codes):
        may = [j for j in range(oracle.n_members) if _may(evidence, k, j)]
        if not may:
            continue
        parts = [cube[k, j].astype(float) for j in members if _may(evidence, k, j)]
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


def _may(evidence: Evidence, row: int, member: int) -> bool:
    available = evidence.oracle.available
    return available is None or bool(available[row, member])


@fixed
@given(evidences(), st.lists(st.integers(0, 5), max_size=4), st.sampled_from(METRICS))
def test_soft_losses(evidence: Evidence, picks: list[int], metric: str) -> None:
    oracle = evidence.oracle
    rng = np.random.default_rng(len(picks) + oracle.n_rows)
    # Quarters: exact sums, and ties between classes.
    n_classes = len(oracle.classes)
    cube = rng.multinomial(4, np.full(n_classes, 1 / n_classes), oracle.codes.shape) / 4
    members = [pick % oracle.n_members for pick in picks]
    counts = ProbabilityCounts(oracle, cube.astype(np.float32), metric)
    for member in members:
        counts.add(member)
    close = {"rtol": 1e-9, "atol": 1e-12}
    np.testing.assert_allclose(counts.loss(), _plain_loss(metric, cube, evidence, members), **close)
    np.testing.assert_allclose(
        counts.losses_if_added(),
        [_plain_loss(metric, cube, evidence, [*members, j]) for j in range(oracle.n_members)],
        **close,
    )
