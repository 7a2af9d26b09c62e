"""λ by cross-validation, against a plain loop of ``self_train`` over the same folds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_limits

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.choose_lambda import LAMBDAS, choose_lambda, repeats_for
from l2dwk_core.method.fold_moments import FoldMoments
from l2dwk_core.method.folds import stratified_folds
from l2dwk_core.method.lambda_choice import LambdaCandidate, best_of
from l2dwk_core.method.moments import moment_source
from l2dwk_core.method.self_training import train_on
from l2dwk_core.oracle.oracle import Oracle
from tests.combiners.fixture import random_inputs

ONE_ROUND = l2.Settings(max_rounds=1)
FEW = (0.1, 1.0, 10.0)


def votes(n_rows=90, n_members=7, n_classes=3, seed=0):
    """Predictions (N, L) and labels (N,) of members of different skill."""
    oracle = random_inputs(np.random.default_rng(seed), n_rows, n_members, n_classes).oracle
    return oracle.codes, oracle.label_codes


def soft_oracle(n_rows=60, n_members=5, n_classes=3, seed=0):
    inputs = random_inputs(np.random.default_rng(seed), n_rows, n_members, n_classes)
    oracle = inputs.oracle
    return Oracle.from_probabilities(inputs.probabilities, oracle.label_codes, oracle.classes)


def gaps(shape, seed=1):
    """Who has a vote: about two thirds; in row 0 nobody has."""
    available = np.random.default_rng(seed).random(shape) < 0.65
    available[0] = False
    return available


def plain_vote(codes, available, weights, n_classes):
    """(N,) plurality of the weighted votes, −1 where nobody with weight votes."""
    winners = []
    for row, may in zip(codes, available, strict=True):
        share = [sum(w for c, w, a in zip(row, weights, may, strict=True) if c == k and a)
                 for k in range(n_classes)]  # fmt: skip
        top = max(share)
        winners.append(-1 if top <= 0 else next(k for k, s in enumerate(share) if s > top - 1e-12))
    return np.array(winners)


def plain_scores(codes, labels, settings, folds, available=None):
    """Share of right votes and members kept, by ``self_train`` on each fold's other rows."""
    mask = np.ones(codes.shape, dtype=bool) if available is None else available
    right = judged = 0
    kept = []
    for rows in folds:
        rest = np.setdiff1d(np.arange(len(labels)), rows)
        inner = None if available is None else mask[rest]
        weights = l2.self_train(codes[rest], labels[rest], settings, available=inner).weights
        winner = plain_vote(codes[rows], mask[rows], weights, labels.max() + 1)
        right += np.sum(winner == labels[rows])
        judged += np.sum(winner >= 0)
        kept.append(np.count_nonzero(weights))
    return right / judged, np.mean(kept)


@pytest.mark.parametrize(
    "settings",
    [
        ONE_ROUND,
        ONE_ROUND.changed(kernel="linear", lam_on="accuracy"),
        ONE_ROUND.changed(kernel="polynomial", kernel_form="scalar", diversity="double_fault"),
        l2.Settings(update="none", diversity="double_fault_printed"),
        l2.Settings.preset("authors", max_rounds=1),
        l2.Settings(max_rounds=6),
        l2.Settings.preset("paper", max_rounds=4),
    ],
    ids=["gaussian", "linear", "scalar", "concave", "authors", "rounds", "paper"],
)
def test_scores_are_those_of_self_train_on_the_other_rows(settings):
    codes, labels = votes()
    found = choose_lambda(codes, labels, settings, lambdas=FEW, n_folds=3, n_repeats=2, seed=5)
    repeats = stratified_folds(labels, 3, 2, 5).repeats
    folds = [rows for repeat in repeats for rows in repeat]
    for candidate in found.candidates:
        score, kept = plain_scores(codes, labels, settings.changed(lam=candidate.lam), folds)
        assert candidate.inner_score == pytest.approx(score, abs=1e-12)
        assert candidate.n_kept == pytest.approx(kept)


def test_small_weights_are_dropped_as_the_settings_drop_them():
    """The authors' program drops weights up to 1e-3, of which there are many among many members."""
    codes, labels = votes(70, 150, 2)
    settings = l2.Settings.preset("authors", max_rounds=1, lam=0.2)
    weights = l2.self_train(codes, labels, settings.changed(small_weights="renormalise")).weights
    assert np.count_nonzero((weights > 0) & (weights <= 1e-3)) > 0
    found = choose_lambda(codes, labels, settings, lambdas=[0.2], n_folds=3, n_repeats=1)
    folds = stratified_folds(labels, 3, 1, 0).repeats[0]
    assert found.winner.n_kept == pytest.approx(plain_scores(codes, labels, settings, folds)[1])


@pytest.mark.parametrize(
    "settings",
    [ONE_ROUND, ONE_ROUND.changed(missing_votes="impute"), l2.Settings(max_rounds=3)],
    ids=["pairwise", "impute", "rounds"],
)
def test_missing_votes(settings):
    codes, labels = votes(seed=3)
    available = gaps(codes.shape)
    found = choose_lambda(
        codes, labels, settings, lambdas=FEW, n_folds=4, n_repeats=1, available=available
    )
    assert "1 of 90 rows have no vote" in found.notes[0]
    with_votes = np.flatnonzero(available.any(axis=1))
    codes, labels, available = codes[with_votes], labels[with_votes], available[with_votes]
    folds = stratified_folds(labels, 4, 1, 0).repeats[0]
    for candidate in found.candidates:
        one = settings.changed(lam=candidate.lam)
        score, kept = plain_scores(codes, labels, one, folds, available)
        assert candidate.inner_score == pytest.approx(score, abs=1e-12)
        assert candidate.n_kept == pytest.approx(kept)


@pytest.mark.parametrize("max_rounds", [1, 3])
def test_soft_outputs_are_scored_by_the_mean_probability(max_rounds):
    oracle = soft_oracle()
    settings = l2.Settings(outputs="probabilities", max_rounds=max_rounds)
    found = choose_lambda(oracle, None, settings, lambdas=FEW, n_folds=3, n_repeats=1)
    folds = stratified_folds(oracle.label_codes, 3, 1, 0).repeats[0]
    for candidate in found.candidates:
        right = 0
        for rows in folds:
            rest = np.setdiff1d(np.arange(oracle.n_rows), rows)
            inner = Oracle.from_probabilities(
                oracle.probabilities[rest], oracle.label_codes[rest], oracle.classes
            )
            weights = train_on(inner, settings.changed(lam=candidate.lam)).weights
            mean = np.einsum("j,kjc->kc", weights, oracle.probabilities[rows])
            right += np.sum(mean.argmax(axis=1) == oracle.label_codes[rows])
        assert candidate.inner_score == pytest.approx(right / oracle.n_rows, abs=1e-12)


def test_kernels_and_numbers_of_rounds_are_chosen_too():
    codes, labels = votes(seed=8)
    found = choose_lambda(
        codes, labels, lambdas=FEW, kernels=["linear", "gaussian"], rounds=[5, 1, 2], n_folds=3,
        n_repeats=1,
    )  # fmt: skip
    folds = stratified_folds(labels, 3, 1, 0).repeats[0]
    tried = [(c.kernel, c.max_rounds, c.lam) for c in found.candidates]
    assert tried == [(k, r, x) for k in ("linear", "gaussian") for r in (1, 2, 5) for x in FEW]
    for kernel, count, lam in tried:
        settings = l2.Settings(kernel=kernel, max_rounds=count, lam=lam)
        score, kept = plain_scores(codes, labels, settings, folds)
        candidate = found.candidates[tried.index((kernel, count, lam))]
        assert candidate.inner_score == pytest.approx(score, abs=1e-12)
        assert candidate.n_kept == pytest.approx(kept)
    best = found.winner
    assert found.settings == l2.Settings(
        kernel=best.kernel, max_rounds=best.max_rounds, lam=best.lam
    )
    assert [c.lam for c in found.curve] == list(FEW)
    assert {(c.kernel, c.max_rounds) for c in found.curve} == {(best.kernel, best.max_rounds)}


def test_the_winner_is_the_highest_and_the_spread_is_that_of_the_folds():
    codes, labels = votes(200, 9, 2, seed=4)
    found = choose_lambda(codes, labels, ONE_ROUND, n_folds=4, n_repeats=2, seed=1)
    assert found.winner.inner_score == max(c.inner_score for c in found.candidates)
    assert [c.lam for c in found.candidates] == list(LAMBDAS)
    folds = [rows for repeat in stratified_folds(labels, 4, 2, 1).repeats for rows in repeat]
    settings = ONE_ROUND.changed(lam=found.winner.lam)
    shares = []
    for rows in folds:
        rest = np.setdiff1d(np.arange(200), rows)
        weights = l2.self_train(codes[rest], labels[rest], settings).weights
        everyone = np.ones(codes[rows].shape, dtype=bool)
        shares.append(np.mean(plain_vote(codes[rows], everyone, weights, 2) == labels[rows]))
    assert found.winner.standard_error == pytest.approx(np.std(shares, ddof=1) / np.sqrt(8))


def candidate(score, kept, lam, max_rounds=1):
    return LambdaCandidate(lam, "gaussian", max_rounds, score, 0.01, kept)


def test_ties_go_to_the_sparser_then_to_the_smaller_lambda_then_to_fewer_rounds():
    rounding = 0.9 + 1e-16
    assert best_of([candidate(0.9, 5, 1), candidate(rounding, 5, 2), candidate(0.8, 1, 0.1)]) == 0
    assert best_of([candidate(0.9, 5, 0.1), candidate(0.9, 3, 1), candidate(0.9, 4, 2)]) == 1
    assert best_of([candidate(0.9, 3, 2), candidate(0.9, 3, 1), candidate(0.9, 3, 1.5)]) == 1
    assert best_of([candidate(0.9, 3, 1, 30), candidate(0.9, 3, 1, 1)]) == 1
    assert best_of([candidate(0.9, 1, 1), candidate(0.9 + 1e-9, 9, 2)]) == 1


def test_a_perfect_member_is_chosen_alone_with_the_smallest_lambda():
    codes, labels = votes(60, 4, 2)
    codes[:, 2] = labels
    found = choose_lambda(codes, labels, ONE_ROUND)
    assert found.winner.inner_score == 1.0
    assert found.winner.lam == 0.01
    assert found.winner.n_kept == 1


def test_one_seed_gives_the_same_choice_and_another_one_other_folds():
    codes, labels = votes(120, 8, 3, seed=9)
    first, again, other = (choose_lambda(codes, labels, ONE_ROUND, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert [c.inner_score for c in first.candidates] != [c.inner_score for c in other.candidates]


def test_the_number_of_threads_changes_nothing():
    codes, labels = votes(400, 60, 3)
    found = []
    for threads in (1, 2):
        with threadpool_limits(limits=threads):
            found.append(choose_lambda(codes, labels, ONE_ROUND, n_repeats=2))
    assert found[0] == found[1]


@pytest.mark.parametrize(("n_rows", "repeats"), [(40, 5), (1_500, 4), (5_000, 1), (6_000, 1)])
def test_few_rows_are_scored_in_several_partitions(n_rows, repeats):
    codes, labels = votes(n_rows, 3, 2)
    assert choose_lambda(codes, labels, ONE_ROUND, lambdas=[1.0]).n_repeats == repeats


def test_copies_of_a_row_in_one_group_are_left_out_together():
    """A member that remembers single rows: with copies on both sides of a fold it seems perfect."""
    rng = np.random.default_rng(0)
    labels = np.repeat(rng.integers(0, 2, 30), 4)
    groups = np.repeat(np.arange(30), 4)
    codes = rng.integers(0, 2, (120, 5))
    seen = []
    for rows in stratified_folds(labels, 5, 3, 0, groups).repeats:
        assert np.array_equal(np.sort(np.concatenate(rows)), np.arange(120))
        for part in rows:
            assert np.isin(groups, groups[part]).sum() == len(part)
        seen.append(rows)
    found = choose_lambda(codes, labels, ONE_ROUND, lambdas=FEW, n_repeats=3, groups=groups)
    folds = [part for rows in seen for part in rows]
    for one in found.candidates:
        score, _ = plain_scores(codes, labels, ONE_ROUND.changed(lam=one.lam), folds)
        assert one.inner_score == pytest.approx(score, abs=1e-12)


def test_groups_may_be_texts_beside_numbers_but_not_missing():
    codes, labels = votes()
    numbers = np.arange(90) % 6
    groups = np.array(["a", 1, "", 2.5, "1", "b"], dtype=object)[numbers]
    parts = stratified_folds(labels, 3, 1, 0, groups).repeats[0]
    assert [len(set(numbers[rows])) for rows in parts] == [2, 2, 2]
    assert all(np.isin(numbers, numbers[rows]).sum() == len(rows) for rows in parts)
    found = choose_lambda(codes, labels, ONE_ROUND, lambdas=FEW, n_folds=9, groups=groups)
    assert found.notes == ("6 folds instead of 9: 6 groups only.",)
    for missing in (None, float("nan"), pd.NA):  # as one group they would all be in one fold
        groups[numbers == 2] = missing
        with pytest.raises(InputError, match="15 of 90 groups are missing; leave those rows out"):
            choose_lambda(codes, labels, ONE_ROUND, lambdas=FEW, groups=groups)


def test_sums_outside_a_fold_are_those_of_its_rows():
    codes, labels = votes(101, 6, 3)
    oracle = Oracle.from_predictions(codes, labels)
    folds = stratified_folds(labels, 4, 1, 0).repeats[0]
    moments = FoldMoments(oracle, folds)
    for fold, rows in enumerate(folds):
        rest = np.setdiff1d(np.arange(101), rows)
        own = moment_source(oracle.of_rows(rest), ONE_ROUND).start(
            np.full(len(rest), 1 / len(rest))
        )
        everyone = np.arange(6)
        outside = moments.outside(fold)
        signs = np.where(codes[rest] == labels[rest, None], 1, -1)
        np.testing.assert_array_equal(outside.block(everyone), own.block(everyone))
        np.testing.assert_array_equal(outside.mu, own.mu)
        np.testing.assert_allclose(outside.block(everyone), signs.T @ signs / len(rest), atol=1e-15)
        assert outside.mass == own.mass


def test_folds_are_stratified_and_fewer_where_a_class_or_groups_are_few():
    labels = np.repeat([0, 1], [80, 20])
    for rows in stratified_folds(labels, 5, 1, 0).repeats[0]:
        assert (labels[rows] == 1).sum() == 4
    few = stratified_folds(np.array([0, 0, 0, 1]), 5, 1, 0)
    assert len(few.repeats[0]) == 3
    assert few.notes == ("3 folds instead of 5: 3 rows in the largest class only.",)
    grouped = stratified_folds(labels, 5, 1, 0, np.arange(100) % 2)
    assert grouped.notes == ("2 folds instead of 5: 2 groups only.",)
    first, second = stratified_folds(labels, 5, 2, 0).repeats
    assert {part.tobytes() for part in first} != {part.tobytes() for part in second}
    single = stratified_folds(np.arange(7), 5, 1, 0)
    assert sorted(len(rows) for rows in single.repeats[0]) == [1, 1, 1, 2, 2]


@pytest.mark.parametrize("max_rounds", [1, 2])
def test_progress_counts_every_lambda_of_every_fold(max_rounds):
    codes, labels = votes()
    calls = []
    choose_lambda(
        codes, labels, l2.Settings(max_rounds=max_rounds), lambdas=FEW, n_folds=3, n_repeats=2,
        progress=lambda done, total: calls.append((done, total)),
    )  # fmt: skip
    assert calls == [(i + 1, 18) for i in range(18)]


def test_progress_may_end_the_work():
    codes, labels = votes()

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choose_lambda(codes, labels, ONE_ROUND, progress=stop)


def test_as_dict_says_what_was_chosen_and_from_what():
    codes, labels = votes()
    found = choose_lambda(codes, labels, ONE_ROUND, lambdas=FEW, n_repeats=1)
    plain = found.as_dict()
    assert plain["chosen"] == {
        "lam": found.settings.lam, "kernel": "gaussian", "max_rounds": 1
    }  # fmt: skip
    assert [one["lam"] for one in plain["candidates"]] == list(FEW)
    assert plain["candidates"][0]["inner_score"] == found.candidates[0].inner_score


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lambdas": []}, "give one value or more, each once"),
        ({"lambdas": [1.0, 1]}, "each once"),
        ({"lambdas": 1.0}, "give a list"),
        ({"lambdas": [-1.0]}, "λ is -1.0; allowed is 0 to"),
        ({"kernels": "linear"}, "give a list"),
        ({"kernels": ["cubic"]}, "kernel"),
        ({"rounds": [0]}, "max_rounds is 0"),
        ({"n_folds": 1}, "n_folds is 1"),
        ({"n_repeats": 0}, "n_repeats is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"groups": [0, 1]}, "Groups have shape"),
        ({"groups": np.zeros(90)}, "All rows are in one group"),
    ],
)
def test_bad_arguments(arguments, message):
    codes, labels = votes()
    with pytest.raises(InputError, match=message):
        choose_lambda(codes, labels, ONE_ROUND, **arguments)


def test_more_bad_calls():
    codes, labels = votes()
    oracle = Oracle.from_predictions(codes, labels)
    with pytest.raises(InputError, match="labels are missing"):
        choose_lambda(codes)
    with pytest.raises(InputError, match="holds labels"):
        choose_lambda(oracle, labels)
    with pytest.raises(InputError, match="only votes were given"):
        choose_lambda(oracle, None, l2.Settings(outputs="probabilities"))
    with pytest.raises(InputError, match="at least 2"):
        choose_lambda(codes[:1], labels[:1])
    with pytest.raises(InputError, match="there is one round"):
        choose_lambda(codes, labels, l2.Settings(update="none"), rounds=[1, 3])


def test_those_with_the_highest_score_are_named_tied():
    choice = choose_lambda(*votes(n_rows=20), ONE_ROUND, n_repeats=1)
    highest = max(c.inner_score for c in choice.candidates)
    assert list(choice.tied) == [c for c in choice.candidates if c.inner_score == highest]
    assert choice.winner in choice.tied


def test_folds_are_drawn_as_often_as_is_said():
    for n_rows, n_repeats in ((20, 5), (1_000, 5), (1_001, 5), (2_500, 2), (5_000, 1)):
        assert repeats_for(n_rows) == n_repeats
    codes, labels = votes(n_rows=2_500, n_members=3)
    assert choose_lambda(codes, labels, ONE_ROUND, lambdas=(1.0,)).n_repeats == 2
