"""How hard a dataset is: the same beside the server, and the process ends with the work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.datasets import load_dataset
from pages.jobs import challenge_work
from pages.jobs.challenge_work import MAX_ROWS, find_challenge, find_challenge_beside
from pages.jobs.job_queue import Cancelled
from pages.jobs.worker import KeptWorker


@pytest.fixture(scope="module")
def kept() -> Iterator[KeptWorker]:
    worker = KeptWorker()
    yield worker
    worker.close()


def _ignore(*_: object) -> None:
    pass


def test_the_process_gets_no_more_rows_than_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    zoo = load_dataset("zoo")
    many = np.arange(MAX_ROWS + 1) % len(zoo.y)
    table = replace(zoo, X=zoo.X.iloc[many].reset_index(drop=True), y=zoo.y[many])
    sent = []
    monkeypatch.setattr(
        challenge_work, "in_process", lambda work, *, dataset, **_: sent.append((work, dataset))
    )
    for rows in ("zoo", table):
        find_challenge_beside(KeptWorker(), dataset=rows, progress=_ignore)
    assert [work for work, _ in sent] == [find_challenge] * 2
    assert sent[0][1] == "zoo"
    assert len(sent[1][1].y) == MAX_ROWS


@pytest.mark.slow
def test_it_is_the_same_beside_the_server(kept: KeptWorker) -> None:
    expected = find_challenge("zoo", _ignore)
    for rows in ("zoo", load_dataset("zoo")):
        found = find_challenge_beside(kept, dataset=rows, progress=_ignore)
        for name, value in vars(expected).items():
            np.testing.assert_array_equal(getattr(found, name), value)
    pid = kept.pid
    assert pid is not None

    def cancel(*_: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        find_challenge_beside(kept, dataset="zoo", progress=cancel)
    assert kept.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
