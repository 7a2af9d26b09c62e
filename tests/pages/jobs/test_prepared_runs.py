"""A run that is given up by the page that asked for it is solved by the page that waits for it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import Run
from pages.jobs.prepared_runs import Prepared
from pages.runtime.worker_connection import WorkerEnded


def test_a_run_that_another_session_has_just_cancelled_is_solved_here():
    prepared = Prepared(prepare_run("zoo", n_members=3), 0.0)
    cancelled: Future[Run] = Future()
    cancelled.cancel()
    prepared._solving[Settings(), 3] = cancelled  # the moment before it is taken out
    found = prepared.solve(Settings(), 3)
    np.testing.assert_array_equal(
        found.trace.weights, prepared.run.solve(n_members=3).trace.weights
    )
    assert not prepared._solving


@pytest.mark.parametrize(
    "end", [Future.cancel, lambda one: one.set_exception(WorkerEnded("killed"))]
)
def test_a_run_that_is_given_up_while_a_page_waits_for_it_is_solved_by_that_page(end):
    prepared, given_up = Prepared(prepare_run("zoo", n_members=3), 0.0), Future()
    key = Settings(), 3
    prepared._solving[key] = given_up  # asked for by a page that gives up first
    with ThreadPoolExecutor(1) as page:
        found = page.submit(prepared._solve_here, key)
        with pytest.raises(TimeoutError):
            found.result(0.1)
        end(given_up)
        weights = found.result(10).trace.weights
    np.testing.assert_array_equal(weights, prepared.run.solve(n_members=3).trace.weights)
    assert not prepared._solving
