"""A training that ends while a page is drawn: no control is left as it was before the end."""

from __future__ import annotations

import time

import pytest

from pages.choices.choice import from_address
from pages.jobs import caches
from pages.jobs.job_queue import JobQueue
from pages.widgets import address_notes
from tests import page_apps as apps

LAB = {"v": "1", "dataset": apps.EASY, "n_members": "5"}


def _wait_for_end(queue: JobQueue, recipe: object) -> None:
    limit = time.monotonic() + apps.LIMIT
    while queue.job(recipe) is not None:
        assert time.monotonic() < limit, "the training took too long"
        time.sleep(0.02)


def test_after_the_sidebar_and_before_the_figures(monkeypatch):
    """Then *Choose λ* would stay disabled beside the figures of a trained run."""
    query = LAB | {"seed": "901"}
    app = apps.open_page("lab.py", **query)
    recipe = from_address(query)[0].recipe()
    between = address_notes.show

    def train_meanwhile() -> None:
        if caches.at_once(recipe) is None:
            caches.run_jobs().start(recipe, "another session")
            _wait_for_end(caches.run_jobs(), recipe)
        between()

    monkeypatch.setattr(address_notes, "show", train_meanwhile)
    apps.check(app.run())
    assert apps.figures(app)
    assert not apps.button(app, "choose_lambda").disabled


@pytest.mark.parametrize(
    ("view", "press", "seed"), [("lab.py", "run", "902"), ("diversity.py", "run", "903")]
)
def test_between_two_looks_of_the_card(monkeypatch, view, press, seed):
    """Then the card would offer the training once more."""
    app = apps.open_page(view, **LAB, seed=seed)
    joined = JobQueue.joined

    def late(self, recipe, session):
        _wait_for_end(self, recipe)
        return joined(self, recipe, session)

    monkeypatch.setattr(JobQueue, "joined", late)
    apps.button(app, press).click().run()
    apps.check(app)
    assert apps.button(app, press) is None
    assert apps.figures(app)
