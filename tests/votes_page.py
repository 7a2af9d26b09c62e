"""The place for models' votes on the Data page, as tests open it, and the pages that follow."""

from __future__ import annotations

import io
from typing import Any

import l2dwk_core as l2
from tests import page_apps as apps
from tests.data_page import open_data, to_lab
from tests.votes import answers

FILE = "iris.csv"
CSV = answers.csv(answers.table())


def with_votes(content: bytes = CSV, name: str = FILE) -> Any:
    """The section after an upload."""
    app = open_data(**{"data.section": "votes"})
    upload(app, content, name)
    return app


def upload(app: Any, content: bytes, name: str = FILE) -> None:
    app.file_uploader[0].upload(name, content).run()
    apps.check(app)


def lab(content: bytes = CSV, name: str = FILE) -> Any:
    """The Lab with these votes."""
    app = with_votes(content, name)
    assert not app.error, app.error[0].value
    to_lab(app)
    return app


def go(app: Any, view: str, **query: str) -> Any:
    """Another page of the same session, with the votes."""
    word = app.session_state["choice"].dataset
    app.switch_page(f"views/{view}")
    for name, value in ({"v": "1", "dataset": word} | query).items():
        app.query_params[name] = value
    app.run()
    apps.check(app)
    return app


def archive(votes: l2.Votes) -> bytes:
    """What ``save_votes`` writes."""
    out = io.BytesIO()
    l2.save_votes(out, votes)
    return out.getvalue()


def session_run(app: Any) -> Any:
    """The run that the Lab shows."""
    from pages.jobs import caches

    choice = app.session_state["choice"]
    prepared = caches.run_jobs().available(choice.recipe())
    return caches.solve(prepared, choice)
