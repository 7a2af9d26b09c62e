"""The widget of one field of the choice, its label, and what hides or locks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS, SETTING_FACTS
from pages.choices.choice import Choice
from pages.choices.field_rules import limits
from pages.state.session import choice, values_seen, view, widget_key

_MANTISSAS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
LAMBDAS = (0.0, *(float(f"{m}e{e}") for e in (-2, -1, 0, 1) for m in _MANTISSAS), 100.0)
SIGMAS = SETTING_FACTS["sigma"].slider
_FEW = 3
"""Up to this many controls of a drawer, left by a lesson or a link, are shown without the
drawer."""


def in_drawer(group: set[str]) -> bool:
    """Return whether these controls are in a drawer.

    The few that a lesson or a link leaves are not.
    """
    hidden = view().hidden()
    return not hidden & group or len(group - hidden) > _FEW


def control(name: str, widget: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Show the widget of a field. A hidden field keeps its value; a locked one shows it."""
    if name in view().hidden():
        return getattr(choice(), name)
    locked = name in view().locked()
    return widget(*arguments, key=widget_key(name), disabled=locked, **more)


def number(name: str, **more: Any) -> Any:
    """Show a box for a number, within the limits of the field."""
    rule = limits(Choice, name)
    return control(
        name, st.number_input, rule["label"], rule["low"], rule["high"], step=rule["step"], **more
    )


def choose(
    name: str,
    options: Mapping[str, str],
    title: Callable[[str], str] | None = None,
) -> Any:
    """Show a menu; its help explains each entry."""
    title = title or _plain
    return control(
        name,
        st.selectbox,
        limits(Choice, name)["label"],
        list(options),
        format_func=title,
        help="  \n".join(f"**{title(key)}**: {why}" for key, why in options.items()),
    )


def log_slider(name: str, label: str, grid: tuple[float, ...], why: str) -> float:
    """Show a slider over the grid and the values that this session has seen."""
    options = sorted({*grid, *values_seen(name, getattr(choice(), name))})
    return float(
        control(name, st.select_slider, label, options, format_func=lambda v: f"{v:g}", help=why)
    )


def kernel_parameter(name: str) -> Any:
    """The control of a parameter that only some kernels have."""
    facts = SETTING_FACTS[name]
    if facts.slider:
        return log_slider(name, control_label(name), facts.slider, facts.explanation)
    style = {} if facts.whole else {"format": "%g"}
    return number(name, help=facts.explanation, **style)


_LABELS = {
    "lam": "λ",
    **{name: SETTING_FACTS[name].symbol for name in KERNEL_PARAMETERS},
    "n_members": "members",
    "lam_on": "λ multiplies",
    "weighting": "judged on",
    "max_rounds": "rounds",
    "min_samples_split": "rows to split",
    "min_samples_leaf": "rows in a leaf",
    "label_noise": "flipped labels",
    "n_folds": "folds",
    "noise_kind": "which labels are flipped",
}


def control_label(name: str) -> str:
    """Return the label of a field's control."""
    if name == "lam":
        return f"λ, strength of {choice().lam_on}"
    return str(limits(Choice, name)["label"])


def field_label(name: str) -> str:
    """Return the name of a field in a sentence."""
    return _LABELS.get(name, _plain(name))


def _plain(name: str) -> str:
    return name.replace("_", " ")
