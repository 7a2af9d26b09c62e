"""Values that no control offers, sent by a client that is no browser, change nothing.

Many more of them, to the real server: ``tests/trust/requests_of_a_stranger.py``.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from l2dwk_core.common.errors import InputError
from pages.choices.choice import Choice
from pages.choices.query import is_allowed
from pages.models import drawn_points
from pages.widgets import lesson_place, point_editor
from tests import page_apps as apps


def _send(app: Any, key: str, **value: Any) -> None:
    """Run the page with a state of the control with this key."""
    name = next(
        node.proto.id
        for node in apps.nodes(app)
        if getattr(node.proto, "id", "").endswith(f"-{key}")
    )
    state = WidgetState(id=name)
    for field, content in value.items():
        if isinstance(content, list):
            getattr(state, field).data.extend(content)
        else:
            setattr(state, field, content)
    app._run(WidgetStates(widgets=[state]))
    apps.check(app)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("choice.preset", {"string_value": "no preset"}),
        ("choice.kernel", {"string_value": "no kernel"}),
        ("choice.dataset", {"string_value": "own-0123456789abcdef"}),
        ("choice.dataset", {"string_value": "moons_rows5000000"}),
        ("choice.n_members", {"double_array_value": [1e9]}),
        ("choice.n_members", {"double_array_value": [-1.0]}),
        ("choice.seed", {"double_value": -1.0}),
        ("choice.max_rounds", {"double_value": 1e9}),
        ("choice.lam", {"string_array_value": ["1e300"]}),
    ],
)
def test_no_value_beyond_the_limits_is_taken(key, value):
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY)
    before, name = app.session_state["choice"], key.removeprefix("choice.")
    _send(app, key, **value)
    after = app.session_state["choice"]
    assert replace(after, **{name: getattr(before, name)}) == before
    # For a number beyond a range Streamlit takes the one its control begins with.
    assert is_allowed(Choice, name, getattr(after, name))
    if "string_value" in value:
        assert after == before


def _page() -> None:
    import streamlit as st

    from pages.lab.selection import PAGE, LabSelection
    from pages.state import page_record

    st.write(page_record.read(PAGE, LabSelection()).member)
    for value in (-1, 10**9, "a", {"a": 1}, [1], 0.5, True, 7):
        page_record.put_picked(PAGE, "member", value)


def test_only_a_member_that_can_be_picked_is_taken():
    app = AppTest.from_function(_page, default_timeout=30).run()
    assert [text.value for text in app.run().markdown] == ["`7`"]


def test_a_line_that_the_table_does_not_have_opens_no_card():
    app = apps.open_page("data.py", v="1")
    shown = app.selectbox(key="data.show").value
    for rows in ("[99999]", "[-1]", '["a"]', "[[1]]"):
        _send(app, "data_table", string_value=f'{{"selection": {{"rows": {rows}, "columns": []}}}}')
        assert app.selectbox(key="data.show").value == shown
    _send(app, "data_table", string_value='{"selection": {"rows": [3], "columns": []}}')
    assert app.selectbox(key="data.show").value != shown


POINTS_OF_NOBODY = (
    None, 1, "a", [], {}, {"words": None, "point": 1}, {"words": ["p0101"]},
    *({"words": ["p0101"], "point": point} for point in ("a", None, [1], True, math.nan, math.inf)),
    {"words": [1], "point": 1},
)  # fmt: skip


@pytest.mark.parametrize("value", POINTS_OF_NOBODY, ids=repr)
def test_what_is_no_points_is_ignored(monkeypatch, value):
    sent = SimpleNamespace(points=value)
    monkeypatch.setattr(point_editor.st, "session_state", {point_editor._KEY: sent})
    assert point_editor.edited() is None


@pytest.mark.parametrize("point", [2, 2.0])
def test_what_the_point_editor_sends_is_taken(monkeypatch, point):
    sent = SimpleNamespace(points={"words": ["a0101", "b0202"], "point": point})
    monkeypatch.setattr(point_editor.st, "session_state", {point_editor._KEY: sent})
    assert point_editor.edited() == (("a0101", "b0202"), 2)


def test_digits_of_other_scripts_are_no_point():
    with pytest.raises(InputError, match="is no point"):
        drawn_points.parsed(["b٣٣٣٣", *drawn_points.FIRST_POINTS[1:]])
    assert lesson_place._WORD.fullmatch("p٣٣٣٣") is None
