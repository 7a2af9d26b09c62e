"""Which values a control may have."""

from __future__ import annotations

import subprocess
import sys

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import WStates

from pages.runtime import widget_values
from pages.runtime.widget_values import DEEPEST, MOST_BYTES, MOST_COMMAS, MOST_UNKNOWN, fits


def _json(words: str) -> WidgetState:
    return WidgetState(id="a", json_value=words)


def test_a_value_of_the_controls_own_kind_fits():
    assert fits(WidgetState(id="a", string_value="x"), "string_value")
    assert fits(WidgetState(id="a"), "string_value")
    assert fits(WidgetState(id="a", string_value="x"), None)
    assert fits(WidgetState(id="a", int_value=3), "double_value")
    assert not fits(WidgetState(id="a", string_value="x"), "string_array_value")
    assert not fits(WidgetState(id="a", bool_value=True), "trigger_value")


@pytest.mark.parametrize(
    ("words", "may_be"),
    [
        ('{"points": [[1, 2.5], [3, 4]], "text": "[[[["}', True),
        ('"' + "[" * 500 + r"\"" + "[" * 500 + '"', True),
        ("[" * DEEPEST + "]" * DEEPEST, True),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), False),
        ("[" * 100_000, False),
        ("[" + "[], " * (MOST_COMMAS // 2 - 1) + "0]", True),
        ("[" + "[], " * (MOST_COMMAS // 2) + "0]", False),
        ("{", False),
        ("", False),
    ],
    ids=[
        "points",
        "brackets in a text",
        "deep",
        "too deep",
        "very deep",
        "long",
        "too long",
        "broken",
        "empty",
    ],
)
def test_json_fits_when_it_is_whole_and_not_too_deep(words, may_be):
    assert fits(_json(words), "json_value") is may_be


def test_texts_that_are_not_closed_are_read_once():
    # Read again from each quotation mark, these would take minutes.
    code = """
from streamlit.proto.WidgetStates_pb2 import WidgetState
from pages.runtime.widget_values import MOST_BYTES, fits
mark, back = chr(34), chr(92)
for unit in (mark + back, mark + "a" + back, mark + "[" + back + back + back):
    for end in ("", "a", back):
        words = unit * ((MOST_BYTES - 100) // len(unit)) + end
        assert not fits(WidgetState(id="a", json_value=words), "json_value")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.fixture
def states(monkeypatch):
    """A table of values as Streamlit has it, with the check, for this test alone."""
    monkeypatch.setattr(WStates, "set_widget_from_proto", WStates.set_widget_from_proto)
    monkeypatch.setattr(WStates, "__getitem__", WStates.__getitem__)
    widget_values.install.cache_clear()
    widget_values.install()
    yield WStates()
    widget_values.install.cache_clear()


def _number(value: float | None) -> int:
    return 1 if value is None else int(value)


_SLIDER = WidgetMetadata(
    id="$$ID-a", deserializer=_number, serializer=lambda value: value, value_type="double_value"
)
_A = _SLIDER.id


def test_values_of_controls_that_no_page_has_are_dropped(states):
    states.set_widget_metadata(_SLIDER)
    for control in ("x", "$$ID-x"):
        states.set_widget_from_proto(WidgetState(id=control, string_value="x"))
    assert list(states) == []


def test_in_the_first_run_few_and_small_values_are_kept(states):
    for i in range(MOST_UNKNOWN + 50):
        states.set_widget_from_proto(WidgetState(id=f"$$ID-{i}", double_value=1))
    assert len(states) == MOST_UNKNOWN
    states.set_widget_from_proto(WidgetState(id="$$ID-0", string_value="x" * 50_000))
    assert states.states["$$ID-0"].value.double_value == 1


def test_a_first_value_with_a_name_of_no_control_is_dropped(states):
    states.set_widget_from_proto(WidgetState(id="x", double_value=1))
    assert list(states) == []


def test_a_large_value_is_dropped(states):
    states.set_widget_metadata(_SLIDER)
    states.set_widget_from_proto(WidgetState(id=_A, string_value="x" * MOST_BYTES))
    assert list(states) == []


def test_what_does_not_fit_is_as_if_it_had_not_been_sent(states):
    states.set_widget_from_proto(WidgetState(id=_A, string_value="x"))
    states.set_widget_metadata(_SLIDER)
    assert states.get(_A) is None
    states.set_widget_from_proto(WidgetState(id=_A, double_value=3.0))
    assert states[_A] == 3
    states.set_widget_from_proto(WidgetState(id=_A, string_value="x"))
    assert states[_A] == 3
    states.set_widget_from_proto(WidgetState(id=_A, double_value=float("nan")))
    assert states.get(_A) is None


def test_it_is_said_once_for_each_session(states, caplog):
    widget_values._noted.clear()
    states.set_widget_metadata(_SLIDER)
    for _ in range(5):
        states.set_widget_from_proto(WidgetState(id=_A, string_value="x"))
    assert len(caplog.messages) == 1
