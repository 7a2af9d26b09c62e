"""Members trained in a process beside the server: the same run, and one process for many."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.votes.dataset import votes_dataset
from pages.jobs.job_queue import Cancelled
from pages.jobs.training_work import _sent, train, train_beside
from pages.jobs.worker import KeptWorker
from pages.runtime.byte_size import byte_size
from tests.votes import answers

RECIPE = RunRecipe.of("zoo", n_members=5)
CHOICES = vars(RECIPE)


@pytest.fixture(scope="module")
def kept():
    worker = KeptWorker()
    yield worker
    worker.close()


def _ignore(*_: object) -> None:
    pass


def _same(found, expected):
    for name in ("training_rows", "weighting_rows", "test_rows", "reference_codes"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    np.testing.assert_array_equal(found.oracle.codes, expected.oracle.codes)
    rows = expected.dataset.X.iloc[expected.test_rows]
    np.testing.assert_array_equal(found.pool.predict_codes(rows), expected.pool.predict_codes(rows))


@pytest.mark.slow
def test_the_run_is_the_same_and_its_table_is_not_copied(kept):
    expected = prepare_run(**CHOICES)
    by_name = train_beside(kept, progress=_ignore, **CHOICES)
    _same(by_name.run, expected)
    assert by_name.n_bytes == pytest.approx(byte_size(expected), rel=0.05)
    table = load_dataset("zoo")
    given = train_beside(kept, progress=_ignore, **CHOICES | {"dataset": table})
    _same(given.run, expected)
    assert given.run.dataset is table


@pytest.mark.slow
def test_one_process_trains_one_after_the_other_until_a_training_is_cancelled(kept):
    train_beside(kept, progress=_ignore, **CHOICES)
    first = kept.pid
    train_beside(kept, progress=_ignore, **CHOICES)
    assert kept.pid == first
    with pytest.raises(InputError, match="nothing"):
        train_beside(kept, progress=_ignore, **CHOICES | {"dataset": "nothing"})
    assert kept.pid == first  # a refusal is an answer

    def cancel(*_: object) -> None:
        raise Cancelled

    many = vars(RunRecipe.of("glass", n_members=301))
    with pytest.raises(Cancelled):
        train_beside(kept, progress=cancel, **many)
    assert kept.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    _same(train_beside(kept, progress=_ignore, **CHOICES).run, prepare_run(**CHOICES))


def test_a_table_whose_rows_have_numbers_of_their_own_is_not_sent_back():
    table = load_dataset("zoo")
    table = replace(table, row_numbers=np.arange(len(table.y)) + 5)
    found = _sent(given=True, on_change=None, progress=_ignore, **CHOICES | {"dataset": table})
    assert len(found.run.dataset.y) == 1


def test_votes_are_divided_here():
    kept = KeptWorker()
    data = votes_dataset(answers.votes())
    recipe = RunRecipe.of(data.name, pool="given", n_members=1)
    arguments = vars(recipe) | {"dataset": data}
    found = train_beside(kept, progress=_ignore, **arguments)
    assert kept.pid is None
    assert found.run.oracle.n_members == data.votes.n_models
    np.testing.assert_array_equal(
        found.run.oracle.codes, train(progress=_ignore, **arguments).run.oracle.codes
    )
