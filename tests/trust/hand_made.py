"""Values of controls that no browser would send: of other types, beyond a range, of no option."""

from __future__ import annotations

import json
from math import isfinite
from random import Random
from typing import Any

from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX

from tests.trust.addresses import WORDS

BEGIN = ("Run", "Compare", "Run the sweep", "Choose λ by cross-validation")
"""Labels of buttons that begin work."""
_NUMBERS = (0.0, -1.0, 1e308, -1e308, float("nan"), float("inf"), 2.0**63, 5001.0, 0.5, 1e-300)
_INTS = (0, -1, 5000, 5001, 2**62, -(2**62))


def _words(random: Random) -> str:
    return random.choice(WORDS).encode("utf-8", "replace").decode()


def state(random: Random, name: str, fitting: str | None = None) -> WidgetState:
    """Return a made-up state of the control with this id.

    ``fitting``: the name of the field that this kind of control uses; any other without it.
    """
    found = WidgetState(id=name)
    kind = fitting or random.choice(
        ("trigger_value", "bool_value", "double_value", "int_value", "string_value",
         "double_array_value", "int_array_value", "string_array_value", "json_value",
         "bytes_value", "string_trigger_value", "json_trigger_value")
    )  # fmt: skip
    n = random.choice((0, 1, 1, 1, 2, 50))
    if kind in ("trigger_value", "bool_value"):
        setattr(found, kind, random.random() < 0.8)
    elif kind == "double_value":
        found.double_value = random.choice(_NUMBERS)
    elif kind == "int_value":
        found.int_value = random.choice(_INTS)
    elif kind == "string_value":
        found.string_value = _words(random)
    elif kind == "double_array_value":
        found.double_array_value.data.extend(random.choice(_NUMBERS) for _ in range(n))
    elif kind == "int_array_value":
        found.int_array_value.data.extend(random.choice(_INTS) for _ in range(n))
    elif kind == "string_array_value":
        found.string_array_value.data.extend(_words(random) for _ in range(n))
    elif kind == "bytes_value":
        found.bytes_value = random.randbytes(n)
    elif kind == "string_trigger_value":
        found.string_trigger_value.data = _words(random)
    elif kind == "json_trigger_value":
        found.json_trigger_value = _json(random)
    else:
        found.json_value = _json(random)
    return found


def _json(random: Random) -> str:
    values: tuple[Any, ...] = ({}, [], None, 1e300, "x", [[]] * 50, {"member": -1}, {"value": {}})
    return random.choice((*map(json.dumps, values), "{", "NaN", "nul\0l", '{"a": NaN}'))


def _picked(random: Random) -> str:
    """Return the click on a point of a figure, with something else than a point."""
    value = random.choice(
        (-1, 0, 3, 10**12, 0.5, "a", "glass|l2dwk", "|", True, None, [], {"a": 1})
    )
    return json.dumps([{"event": random.choice(("picked", "data", "none")), "value": value}])


def _selection(random: Random) -> str:
    """Return lines of a table that are chosen, which it may not have."""
    rows = random.choice(([0], [99_999], [-5], ["a"], [0, 1], [[1]], []))
    return json.dumps({"selection": {"rows": rows, "columns": [], "cells": []}})


_FIELDS = {
    "slider": "double_array_value", "number_input": "double_value", "selectbox": "string_value",
    "text_input": "string_value", "multiselect": "string_array_value", "radio": "string_value",
    "button_group": "string_array_value", "checkbox": "bool_value", "button": "trigger_value",
    "expandable": "bool_value", "popover": "bool_value",
}  # fmt: skip
"""By kind of control: the field of a state that it reads."""


def fitting_state(random: Random, name: str, kind: str, content: Any) -> WidgetState | None:
    """Return a state of the right type for a control; None where no such type is known."""
    if kind == "bidi_component":
        base = content.id
        return WidgetState(
            id=f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{base}{EVENT_DELIM}events",
            json_trigger_value=_picked(random),
        )
    if kind == "arrow_data_frame":
        return WidgetState(id=name, string_value=_selection(random))
    if kind not in _FIELDS:
        return None
    if kind == "slider" and len(content.options):
        return state(random, name, "string_array_value")
    if kind == "number_input":  # Streamlit cannot read others as whole numbers
        return WidgetState(
            id=name, double_value=random.choice([n for n in _NUMBERS if isfinite(n)])
        )
    return state(random, name, _FIELDS[kind])


def fitting_states(random: Random, widgets: dict[str, tuple[str, Any]]) -> list[WidgetState]:
    """Return states of the right type of one to three of a page's controls."""
    names = [name for name in widgets if widgets[name][0] != "button" or random.random() < 0.2]
    chosen = random.sample(names, min(len(names), random.randint(1, 3)))
    made = (fitting_state(random, name, *widgets[name]) for name in chosen)
    return [state for state in made if state is not None]
