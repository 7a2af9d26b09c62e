"""Links into the Lab open it with the run that the reader saw, and keep what a class has fixed."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest

from pages.choices.choice import Choice
from tests import page_apps as apps
from tests.lesson_page import answer, open_step


def links(app: Any) -> dict[str, dict[str, str]]:
    """The query of each link into the Lab, by its words."""
    found = [link.proto for link in app.get("page_link") if link.proto.page == "lab"]
    return {link.label: dict(parse_qsl(link.query_string)) for link in found}


def followed(app: Any, label: str) -> Any:
    """The Lab that a link opens, in the same session."""
    query = links(app)[label]
    app.query_params.clear()
    app.query_params.update(query)
    app.switch_page("views/lab.py")
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    apps.check(app)
    return app


def test_start_takes_its_run_to_the_lab():
    app = apps.open_page("start.py", v="1", dataset="sonar", n_members="21", seed="7")
    app.select_slider(key="start.lam").set_value(4.0).run()
    app.segmented_control(key="start.kernel").set_value("linear").run()
    seen = apps.metric(app, "L2DWK")
    lab = followed(app, "This run in the Lab")
    assert lab.session_state["choice"] == Choice(kernel="linear", lam=4.0)
    assert apps.metric(lab, "Test accuracy, L2DWK") == seen


def test_a_moved_control_of_a_lesson_goes_along():
    app = apps.waited(answer(open_step("noise", 1)))
    app.select_slider(key="choice.lam").set_value(5.0).run()
    assert links(app)["This run in the Lab"]["lam"] == "5.0"


@pytest.mark.parametrize("view", ["start.py", "claims.py", "paper.py"])
def test_a_link_keeps_what_is_hidden_and_locked(view):
    app = apps.open_page(view, v="1", hide="seed", lock="solver")
    found = links(app)
    assert found
    for label, query in found.items():
        assert (query["hide"], query["lock"]) == ("seed", "solver"), label


@pytest.mark.parametrize("view", ["start.py", "claims.py", "paper.py"])
def test_a_link_changes_no_locked_control(view):
    app = apps.open_page(view, v="1", dataset="zoo", lock="dataset")
    found = links(app)
    # Where the dataset of a claim's run is the locked one, its link would change nothing.
    assert any(not query for query in found.values())
    for query in found.values():
        assert not query or query.get("dataset") == "zoo"
