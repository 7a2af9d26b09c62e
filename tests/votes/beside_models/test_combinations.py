"""A name such as final or all makes a model a combination only where its votes are that."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.beside_models.combinations import combination_findings
from l2dwk_core.votes.build import votes_of
from l2dwk_core.votes.votes import Votes

NAMES = ("final", "all", "meta", "weighted", "early_fusion", "mode", "pool", "model_final", "mean")
NAMES += ("combined", "average", "consensus", "overall", "committee", "OR")


def made(n_others, n=150, n_classes=3, seed=0):
    """Answers of models with errors of their own (N, L), and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    drawn = rng.integers(0, n_classes, (n, n_others))
    return np.where(rng.random((n, n_others)) < 0.75, truth[:, None], drawn), truth


def said(name, given, truth):
    names = (*(f"m{j}" for j in range(given.shape[1] - 1)), name)
    letters = np.array(list("abc"))
    return name in combination_findings(Votes("v", names, letters[given], letters[truth]))


@pytest.mark.parametrize("n_others", [2, 3, 5])
def test_a_model_with_answers_of_its_own_is_none_whatever_its_name(n_others):
    for seed, name in enumerate(NAMES):
        given, truth = made(n_others + 1, seed=seed)
        assert not said(name, given, truth), name


@pytest.mark.parametrize("n_others", [3, 4])
def test_the_largest_weight_of_the_others_is_one(n_others):
    for seed, name in enumerate(NAMES):
        given, truth = made(n_others, 800, seed=seed)
        weights = np.linspace(1, 1.6, n_others)
        sums = np.stack([(given == c) @ weights for c in range(3)], axis=1)
        given = np.column_stack([given, sums.argmax(axis=1)])
        assert said(name, given, truth), name
        assert not said("svm", given, truth)


@pytest.mark.parametrize("n_others", [2, 3, 5])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_probabilities_between_those_of_the_others_are_one(n_others, n_classes):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, n_classes, 100)
    proba = rng.dirichlet(np.ones(n_classes), (100, n_others + 1))
    weights = np.linspace(1, 2, n_others) / np.linspace(1, 2, n_others).sum()
    mean = (proba[:, :-1] * weights[None, :, None]).sum(axis=1).round(2)
    letters = np.array(list("abc"))[:n_classes]
    names = (*(f"m{j}" for j in range(n_others)), "final")
    for last, is_one in ((proba[:, -1], False), (mean / mean.sum(axis=1, keepdims=True), True)):
        cube = np.concatenate([proba[:, :-1], last[:, None]], axis=1)
        votes = votes_of("v", letters[truth], probabilities=cube, models=names, classes=letters)
        assert ("final" in combination_findings(votes)) == is_one


def test_versions_that_seldom_differ_are_no_combination():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, 2, 200)
        shared = np.where(rng.random(200) < 0.1, 1 - truth, truth)
        given = np.where(rng.random((200, 3)) < 0.01, 1 - shared[:, None], shared[:, None])
        assert not said("model_final", given, truth), seed


def test_a_word_in_all_names_tells_nothing():
    given, truth = made(3)
    votes = Votes("v", ("vote_rf", "vote_svm", "vote_nb"), given.astype(str), truth.astype(str))
    assert combination_findings(votes) == {}
