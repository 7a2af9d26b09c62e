"""Repeated trainings: the same test rows, other samples, and terms that slow sums give too."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.diversity import LOSSES
from l2dwk_core.diversity.bias_variance_diversity import CLIP, MeanTerms
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies import repeated_trainings as module
from l2dwk_core.studies.repeated_trainings import TrialsRecipe, TrialsResult, repeated_trainings
from l2dwk_core.votes.dataset import votes_dataset
from tests.reference_loss_terms import slow_loss_terms
from tests.votes import answers

POOL = PoolRecipe("bagging", 4, seed=3)


@pytest.fixture
def trained(monkeypatch):
    """The rows and the seed of every training, in order."""
    seen = []

    def note(X, y, **more):
        seen.append((tuple(X.index), more["seed"], more["max_depth"], more["n_members"]))
        return train_pool(X, y, **more)

    monkeypatch.setattr(module, "train_pool", note)
    return seen


def means(result: TrialsResult) -> list[list[float]]:
    return [
        [getattr(point.terms[loss], f.name) for loss in LOSSES for f in fields(MeanTerms)]
        for point in result.points
    ]


def test_terms_are_those_of_members_trained_one_trial_at_a_time(trained):
    found = repeated_trainings("glass", pool=POOL, values=(1, 3), trials=3)
    data = load_dataset("glass")
    classes, truth = np.unique(data.y, return_inverse=True)
    test = prepare_run("glass", n_members=1, seed=3).test_rows
    assert [point.value for point in found.points] == [1, 3]
    for place, depth in enumerate((1, 3)):
        proba, votes = [], []
        for trial in range(3):
            rows, seed, *_ = trained[3 * place + trial]
            pool = train_pool(
                data.X.loc[list(rows)], data.y[list(rows)], n_members=4, seed=seed, max_depth=depth
            )
            assert pool.classes.tolist() == classes.tolist()
            proba.append(pool.predict_proba(data.X.iloc[test]).transpose(1, 0, 2))
            votes.append(np.eye(len(classes))[pool.predict_codes(data.X.iloc[test])])
        votes = np.array(votes).transpose(0, 2, 1, 3)
        for loss in LOSSES:
            given = votes if loss == "zero_one" else np.array(proba)
            wanted = slow_loss_terms(given, truth[test], loss, CLIP)
            for name, values in wanted.items():
                shown = getattr(found.points[place].terms[loss], name)
                assert shown == pytest.approx(np.mean(values), abs=1e-6), (loss, name)


def test_samples_differ_and_leave_the_test_rows_out(trained):
    found = repeated_trainings("glass", pool=POOL, values=(1, 3), trials=3, share=0.4)
    data = load_dataset("glass")
    split = split_rows(data.y, 0.3, 3)
    assert found.n_test == len(split.second_rows)
    first, second = trained[:3], trained[3:]
    # Every depth has the same samples and seeds.
    assert [t[:2] for t in first] == [t[:2] for t in second]
    assert [t[1] for t in first] == [4, 5, 6]
    assert len({rows for rows, *_ in first}) == 3
    for rows, *_ in first:
        assert len(set(rows)) == len(rows) == found.n_sample
        assert len(rows) == pytest.approx(0.4 * len(split.first_rows), abs=1)
        assert not set(rows) & set(split.second_rows.tolist())
        assert set(data.y[list(rows)]) == set(data.y)


def test_a_smaller_ensemble_is_the_beginning_of_the_largest(trained):
    found = repeated_trainings("glass", pool=POOL, moved="n_members", values=(1, 2, 4), trials=2)
    assert len(trained) == 2
    assert [(point.value, point.n_members) for point in found.points] == [(1, 1), (2, 2), (4, 4)]
    alone = repeated_trainings("glass", pool=POOL, moved="n_members", values=(2,), trials=2)
    np.testing.assert_allclose(means(alone), means(found)[1:2], rtol=0, atol=1e-12)
    assert all(found.points[0].terms[loss].diversity == pytest.approx(0) for loss in LOSSES)


def test_depth_trades_bias_for_variance_and_diversity():
    """Of full trees: bias falls, variance and diversity rise."""
    found = repeated_trainings(
        "glass", pool=PoolRecipe("random_forest", 15), values=(1, 8), trials=10
    )
    shallow, deep = (point.terms["squared"] for point in found.points)
    assert deep.bias < shallow.bias
    assert deep.variance > 2 * shallow.variance
    assert deep.diversity > 2 * shallow.diversity


def test_members_missing_in_a_trial_are_left_out_of_all(monkeypatch):
    def shorter(X, y, **more):
        pool = train_pool(X, y, **more)
        return pool.subset([0, 2, 3]) if more["seed"] == POOL.seed + 2 else pool

    whole = repeated_trainings("zoo", pool=POOL, values=(2,), trials=2)
    monkeypatch.setattr(module, "train_pool", shorter)
    found = repeated_trainings("zoo", pool=POOL, values=(2,), trials=2)
    assert found.points[0].n_members == 3
    assert any("3 members could be trained in every trial" in note for note in found.notes)
    assert not any("in every trial" in note for note in whole.notes)
    # Member 1 is missing, not the last one: the others are still compared with themselves.
    monkeypatch.setattr(
        module, "train_pool", lambda X, y, **more: train_pool(X, y, **more).subset([0, 2, 3])
    )
    assert means(repeated_trainings("zoo", pool=POOL, values=(2,), trials=2)) == means(found)


def test_progress_counts_up_and_an_exception_ends_it():
    told, partial = [], []

    def note(what, done, total):
        told.append((what, done, total))

    result = repeated_trainings(
        "zoo", pool=POOL, values=(1, 2), trials=2, progress=note, on_change=partial.append
    )
    assert {total for *_, total in told} == {400}
    done = [d for _, d, _ in told]
    assert done == sorted(done)
    assert done[-1] == 400
    assert told[0][0] == "depth 1, trial 1 of 2"
    assert [len(p.points) for p in partial] == [1, 2]
    assert means(partial[-1]) == means(result)

    def stop(what, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        repeated_trainings("zoo", pool=POOL, values=(1,), trials=2, progress=stop)


def test_the_number_of_threads_changes_nothing():
    found = [
        means(repeated_trainings("zoo", pool=POOL, values=(2,), trials=2, n_jobs=n)) for n in (1, 2)
    ]
    assert found[0] == found[1]


def test_recipe_says_what_is_trained():
    recipe = TrialsRecipe("zoo", POOL, "n_members", (1, 9), trials=5)
    assert recipe.n_trainings == 5
    assert recipe.pool_of(9, 2) == replace(POOL, n_members=9, seed=6)
    assert TrialsRecipe("zoo", POOL, values=(1, 2), trials=5).n_trainings == 10
    last = TrialsRecipe("zoo", replace(POOL, seed=2**32 - 1))
    assert last.pool_of(1, 0).seed == 0


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"moved": "depth"}, "thing to move"),
        ({"trials": 1}, "trials is 1; it must be a whole number from 2 to 200"),
        ({"share": 1.0}, "share is 1.0; it must lie between 0 and 1"),
        ({"values": ()}, "The values are (); give 1 to 21"),
        ({"values": (3, 2)}, "each once, ascending"),
        ({"values": (0, 2)}, "a value is 0"),
        ({"pool": PoolRecipe("library")}, "have limits of their own"),
    ],
)
def test_what_cannot_be_trained_is_named_before_it_begins(choices, said, trained):
    with pytest.raises(InputError, match=re.escape(said)):
        repeated_trainings("zoo", **{"pool": POOL} | choices)
    assert not trained


def test_given_votes_cannot_be_trained_again():
    with pytest.raises(InputError, match="cannot be trained again; choose a dataset"):
        repeated_trainings(votes_dataset(answers.votes()), pool=POOL)


def test_a_class_of_one_row_is_noted():
    X = pd.DataFrame({"x": np.arange(31.0)})
    y = np.array(["a", "b"] * 15 + ["c"])
    found = repeated_trainings(Dataset("rare", X, y), pool=POOL, values=(1,), trials=2)
    assert any("Class 'c' has only 1 row" in note for note in found.notes)
