"""A run read from a file shows what a fresh training would."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs import saved
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.saved import load_run, save_run, versions
from pages.choices.choice import Choice
from pages.jobs import first_view
from tests.trainings import prepared_once


@pytest.fixture(scope="module")
def shallow():
    return prepare_run("zoo", n_members=15, max_depth=2, label_noise=0.2)


@pytest.fixture(scope="module")
def shipped():
    return first_view.read()


def _same(first, second, settings, n_members=None):
    a = first.solve(settings, n_members=n_members)
    b = second.solve(settings, n_members=n_members)
    assert a.as_dict() == b.as_dict()
    np.testing.assert_array_equal(a.trace.alphas, b.trace.alphas)
    np.testing.assert_array_equal(a.trace.weights, b.trace.weights)


def test_what_is_read_is_what_was_written(shallow, tmp_path):
    save_run(shallow, tmp_path / "run.npz")
    read = load_run(tmp_path / "run.npz")
    assert read.recipe == shallow.recipe
    for name in ("training_rows", "weighting_rows", "test_rows", "flipped_rows", "labels"):
        np.testing.assert_array_equal(getattr(read, name), getattr(shallow, name))
    assert len(read.flipped_rows) > 0
    _same(read, shallow, Settings(lam=2.0))
    _same(read, shallow, Settings(kernel="linear"), n_members=7)
    assert read.versions == versions()


def test_members_that_were_not_kept_are_not_asked(shallow, tmp_path):
    save_run(shallow, tmp_path / "run.npz")
    run = load_run(tmp_path / "run.npz").solve(n_members=7)
    assert run.pool.n_members == 7
    with pytest.raises(InputError, match="only the answers"):
        run.pool.predict_codes(run.prepared.dataset.X)
    with pytest.raises(InputError, match="not their probabilities"):
        run.prepared.solve(Settings(outputs="probabilities"))


def test_probabilities_of_fully_grown_trees_are_their_answers(tmp_path):
    grown = prepare_run("glass", n_members=9)
    save_run(grown, tmp_path / "run.npz")
    _same(load_run(tmp_path / "run.npz"), grown, Settings(outputs="probabilities"))


def test_a_changed_dataset_or_format_is_refused(shallow, tmp_path, monkeypatch):
    save_run(shallow, tmp_path / "run.npz")
    data = load_dataset("zoo")
    changed = replace(data, y=np.roll(data.y, 1))
    with monkeypatch.context() as patch:
        patch.setattr(saved, "load_dataset", lambda name: changed)
        with pytest.raises(InputError, match="computed on other rows"):
            load_run(tmp_path / "run.npz")
    monkeypatch.setattr(saved, "FORMAT", 2)
    with pytest.raises(InputError, match="of format 1, but this is format 2"):
        load_run(tmp_path / "run.npz")


def test_out_of_bag_votes_are_not_recorded(tmp_path):
    with pytest.raises(InputError, match="gaps"):
        save_run(prepare_run("zoo", n_members=15, weighting="out_of_bag"), tmp_path / "run.npz")


def test_the_shipped_run_is_the_default_choice_and_small(shipped):
    assert shipped.recipe == Choice().recipe()
    assert shipped.oracle.n_members == Choice().n_members
    assert first_view.PATH.stat().st_size < 300_000


def test_the_shipped_run_is_consistent(shipped):
    every = np.concatenate([shipped.training_rows, shipped.weighting_rows, shipped.test_rows])
    np.testing.assert_array_equal(np.sort(every), np.arange(len(shipped.dataset.y)))
    run = shipped.solve()
    for r in run.trace.rounds:
        assert r.weights.min() >= 0
        assert r.weights.sum() == pytest.approx(1)
        np.testing.assert_allclose(r.margins, run.oracle.matrix @ r.weights, atol=1e-12)
        assert r.gap < 1e-9
    truth = np.searchsorted(shipped.dataset.classes, shipped.labels[shipped.test_rows])
    right = shipped.test_oracle.codes == truth[:, None]
    np.testing.assert_array_equal(shipped.test_oracle.matrix > 0, right)
    assert 0.5 < right.mean() < 0.8  # single trees on glass


def test_the_shipped_run_is_what_training_gives_here(shipped):
    fresh = prepared_once(shipped.recipe.dataset)
    for name in ("training_rows", "weighting_rows", "test_rows"):
        np.testing.assert_array_equal(getattr(shipped, name), getattr(fresh, name))
    if shipped.versions != versions():
        # Other versions may grow a few trees differently; most answers stay.
        assert (shipped.oracle.codes == fresh.oracle.codes).mean() > 0.9
        return
    np.testing.assert_array_equal(shipped.oracle.codes, fresh.oracle.codes)
    np.testing.assert_array_equal(shipped.test_oracle.codes, fresh.test_oracle.codes)
    np.testing.assert_array_equal(shipped.reference_codes, fresh.reference_codes)
    _same(shipped, fresh, Settings())
    _same(shipped, fresh, Settings(outputs="probabilities", lam=3.0), n_members=50)


def test_other_versions_are_named(shipped):
    older = replace(shipped, versions=shipped.versions | {"scikit-learn": "0.1"})
    assert "scikit-learn 0.1" in first_view.sentence(older)
    assert "may change a few numbers" in first_view.sentence(older)
    same = replace(shipped, versions=versions())
    assert "may change" not in first_view.sentence(same)


def test_answers_may_take_probabilities_along():
    prepared = prepared_once("zoo", n_members=7, max_depth=2)
    soft = Settings(outputs="probabilities", lam=0.5)
    sent = pickle.loads(pickle.dumps(saved.answers_only(prepared, soft=True)))
    here, there = (one.solve(soft, n_members=5) for one in (prepared, sent))
    np.testing.assert_array_equal(there.trace.weights, here.trace.weights)
    assert there.accuracy == here.accuracy
