"""The Lab's snippet, executed, gives the numbers on the page; files are made on request."""

from __future__ import annotations

import pytest

from pages.choices.choice import from_address
from pages.jobs import caches
from pages.lab import report
from tests import page_apps as apps


@pytest.mark.parametrize(
    "query",
    [
        {"lam": "2.0", "n_members": "25", "kernel": "polynomial", "degree": "3"},
        {"preset": "paper", "n_members": "40", "seed": "4"},
        {"preset": "authors", "n_members": "31", "pool": "random_forest", "max_depth": "3"},
        {"weighting": "out_of_bag", "n_members": "33", "label_noise": "0.2", "stop_on": "none"},
    ],
)
def test_snippet_gives_the_numbers_on_the_page(query, capsys):
    app = apps.lab(**query)
    apps.check(app)
    app.session_state["take_drawer"] = True
    app.run()
    snippet = next(block.value for block in app.code if "import l2dwk_core" in block.value)
    names: dict[str, object] = {}
    exec(snippet, names)
    accuracy, kept = capsys.readouterr().out.split()
    shown = [metric.value for metric in app.metric]
    assert f"{float(accuracy):.1%}" in shown
    assert f"{kept} of {query['n_members']}" in shown
    choice, notes = from_address(apps.address(app))
    assert not notes
    on_page = caches.solve(caches.run_jobs().prepared(choice.recipe()), choice)
    assert names["run"].as_dict() == on_page.as_dict()


def test_files_are_offered_and_made_only_when_asked(monkeypatch):
    made = []
    monkeypatch.setattr(report, "as_html", lambda *a: made.append(a))
    monkeypatch.setattr(report, "as_json", lambda *a: made.append(a))
    app = apps.lab()
    apps.check(app)
    assert not app.get("download_button")
    app.session_state["take_drawer"] = True
    app.run()
    apps.check(app)
    keys = {button.key for button in app.get("download_button")}
    assert {"take.html", "take.json", "take.py"} <= keys
    assert not made
