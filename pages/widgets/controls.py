"""The controls of a run, with their captions and help texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.kernels import KERNELS, scalar_coefficients
from l2dwk_core.method.objective import equal_disagreement
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS
from l2dwk_core.method.settings import PRESETS
from pages.choices.choice import Choice
from pages.state import session_tables
from pages.state.session import (
    choice,
    fixed,
    may_choose,
    put,
    read_widgets,
    view,
    widget_key,
)
from pages.state.session_address import write_address
from pages.widgets.choice_widgets import (
    LAMBDAS,
    choose,
    control,
    control_label,
    field_label,
    in_drawer,
    kernel_parameter,
    log_slider,
    number,
)
from pages.widgets.glossary import meaning
from pages.widgets.member_controls import TREE_FIELDS, members, size

_PRESET_TITLES = {
    "recommended": "Recommended",
    "paper": "Paper, as printed",
    "authors": "Authors' program",
}
_PRESET_HELP = (
    "**Recommended**: every defect of the printed method repaired.  \n"
    "**Paper**: linear kernel row by row, judged on a bootstrap of the training rows.  \n"
    "**Authors' program**: what their own code does, judged on the training rows."
)
_TRAINING_FIELDS = TREE_FIELDS | {
    "pool", "weighting", "n_members", "weighting_fraction", "n_folds",
}  # fmt: skip
_DATA_FIELDS = TREE_FIELDS | {"dataset", "pool", "weighting", "seed", "n_folds"}
_WEIGHT_FIELDS = {
    "kernel", "lam", "diversity", "n_members", "update", "max_rounds", *KERNEL_PARAMETERS,
}  # fmt: skip
_MORE_FIELDS = {
    "kernel_form", "damping", "error_set", "error_mass", "terms", "lam_on", "returned", "outputs",
    "small_weights", "matrix_repair", "missing_votes", "solver",
}  # fmt: skip
_ONE_LINE = 24
"""Signs that fit into the line of what differs from the preset, beside its words."""

CONTROLS = tuple(
    f.name
    for f in fields(Choice)
    if f.name in {"preset"} | _DATA_FIELDS | _WEIGHT_FIELDS | _MORE_FIELDS
)
"""Fields of the choice that have a control in the sidebar of the Lab."""


def run_controls(
    more: Mapping[str, str] | None = None,
    *,
    noise: bool = True,
    early: Callable[[Choice], None] | None = None,
    beside_lambda: Callable[[], None] | None = None,
) -> Choice:
    """Show all controls of a run in the sidebar; return the choice and write the address.

    The first group needs a training; the second takes effect at once. ``more``: further parameters
    of the page for the address. Without ``noise`` there is no control for flipped labels, because
    the page has its own. ``early`` gets the choice before anything is drawn, so that long work can
    begin. ``beside_lambda`` draws what a page has below the λ slider.
    """
    taken = read_widgets()
    if early is not None:
        early(taken)
    hidden = view().hidden()
    with st.sidebar:
        values: dict[str, Any] = {}
        if "preset" not in hidden:
            _preset()
        if not hidden.issuperset(_DATA_FIELDS):
            st.markdown("##### Data and members")
        values |= members(noise=noise)
        if not hidden.issuperset(_WEIGHT_FIELDS):
            st.markdown("##### Weights")
        values |= _kernel()
        if beside_lambda is not None:
            beside_lambda()
        values |= _objective()
        if not in_drawer(_MORE_FIELDS):
            values |= _more()
        else:
            # Every control takes time at every move of a slider, so a closed drawer stays empty.
            drawer = st.expander("More choices", key="more_choices", on_change="rerun")
            if drawer.open:
                with drawer:
                    values |= _more()
    new = replace(choice(), **values)
    write_address(new, more)
    return new


def data_controls(more: Mapping[str, str] | None = None) -> Choice:
    """Show the controls of dataset and members only; return the choice and write the address.

    For pages whose methods have settings of their own. ``more`` as in ``run_controls``.
    """
    read_widgets()
    with st.sidebar:
        st.markdown("##### Data and members")
        values = members(judged=False)
        if session_tables.votes(values["dataset"]) is None:
            values["n_members"] = size(trained=True)
    new = replace(choice(), **values)
    write_address(new, more)
    return new


def one_control(name: str) -> None:
    """Show the control of one field of the choice where the page is, outside of the sidebar.

    ``name``: a field that takes effect without a new training.
    """
    if name == "lam":
        log_slider(name, control_label(name), LAMBDAS, meaning("λ"))
    elif name in KERNEL_PARAMETERS:
        kernel_parameter(name)
    elif name == "n_members":
        size()
    elif name == "kernel":
        choose(name, CHOICES[name], lambda kernel: KERNELS[kernel].title)
    elif name in CHOICES:
        choose(name, CHOICES[name])
    else:
        number(name)


def _under_more(name: str) -> bool:
    """Return whether a field can be set under More choices."""
    return in_drawer(_MORE_FIELDS) and not fixed(name)


def _preset() -> None:
    control(
        "preset",
        st.selectbox,
        "Preset",
        list(PRESETS),
        format_func=lambda name: _PRESET_TITLES.get(name, name),
        help=_PRESET_HELP,
        on_change=_apply_preset,
    )
    apart = {"dataset", "pool", "n_members", "seed", "max_depth"}
    if session_tables.votes(choice().dataset) is not None:
        apart |= _TRAINING_FIELDS
    changed = sorted(set(choice().changed_from_preset()) - apart)
    # There is a line at any time, and no more than one, so that no control moves below a pointer.
    named = ", ".join(field_label(name) for name in changed)
    if not changed:
        st.caption("As in the preset")
    elif len(named) <= _ONE_LINE:
        st.caption(f"Differs in: {named}")
    else:
        st.caption(f"Differs in {len(changed)} choices", help=f"{named}.")


def _apply_preset() -> None:
    now, chosen = choice(), st.session_state[widget_key("preset")]
    if not may_choose("preset", chosen):
        return
    kept = {f.name for f in fields(Choice) if f.name != "preset" and fixed(f.name)}
    if "lam" in kept:
        kept.add("lam_on")  # otherwise λ would multiply something else
    preset = now.with_preset(chosen)
    put(replace(preset, **{name: getattr(now, name) for name in kept}))


def _kernel() -> dict[str, Any]:
    values: dict[str, Any] = {}
    values["kernel"] = choose("kernel", CHOICES["kernel"], lambda name: KERNELS[name].title)
    for name in KERNELS[values["kernel"]].parameters:
        values[name] = kernel_parameter(name)
    if choice().kernel_form == "scalar":
        _scalar_form(values)
    values["lam"] = log_slider(
        "lam",
        control_label("lam"),
        LAMBDAS,
        meaning("λ")
        if choice().lam_on == "diversity"
        else "Here λ multiplies the accuracy: large λ rewards accuracy alone, small λ pulls the "
        "margins of all rows together."
        + (" What it multiplies is set under More choices." if _under_more("lam_on") else ""),
    )
    return values


def _scalar_form(values: Mapping[str, Any]) -> None:
    """Say what of the kernel matters when answers are right or wrong: the sign of b in a + b·xy."""
    try:
        _, b = scalar_coefficients(replace(choice(), **values).settings())
    except InputError:  # b = 0: the page says so
        return
    if b < 0:
        st.caption(
            "In the scalar form these kernels are a + b·xy on right or wrong votes. An even degree "
            "with c < 0 makes b negative: being right counts against a member, and the best w is "
            "in general not that of the other kernels."
        )
        return
    place = " (More choices)" if _under_more("kernel_form") else ""
    st.caption(
        "In the scalar form these kernels are a + b·xy on right or wrong votes. Those with b > 0, "
        f"as here, share one best w, whatever their σ, degree and c. In the joint form{place} they "
        "matter."
    )


def _objective() -> dict[str, Any]:
    values: dict[str, Any] = {}
    values["diversity"] = choose("diversity", CHOICES["diversity"])
    if values["diversity"] == "double_fault":
        st.caption(_double_fault())
    if session_tables.votes(choice().dataset) is None:
        values["n_members"] = size()
    values["update"] = choose("update", CHOICES["update"])
    values["max_rounds"] = number("max_rounds", help=meaning("round"))
    return values


def _double_fault() -> str:
    """Return what double fault is equal to with the current choices."""
    try:
        settings = choice().settings()
    except InputError:  # the page says so
        return "Double fault, with the sign corrected."
    if settings.terms == "accuracy":
        return "With accuracy alone the diversity plays no part."
    found = equal_disagreement(settings)
    if found is None:
        return "With matrix repair double fault is not disagreement at another λ."
    formula, value = found
    if settings.terms == "diversity":
        return "Double fault alone is disagreement together with accuracy, at λ = 1."
    return (
        f"Double fault is disagreement at {formula} = {value:.3g}, for every kernel: the choice "
        "only rescales λ."
    )


def _more() -> dict[str, Any]:
    values = {
        "kernel_form": choose("kernel_form", CHOICES["kernel_form"]),
        "damping": choose("damping", CHOICES["damping"]),
        "error_set": choose("error_set", CHOICES["error_set"]),
        "error_mass": choose("error_mass", CHOICES["error_mass"]),
        "terms": choose("terms", CHOICES["terms"]),
        "lam_on": choose("lam_on", CHOICES["lam_on"]),
        "returned": choose("returned", CHOICES["returned"]),
        "outputs": choose("outputs", CHOICES["outputs"]),
        "small_weights": choose("small_weights", CHOICES["small_weights"]),
        "matrix_repair": choose("matrix_repair", CHOICES["matrix_repair"]),
    }
    if _has_gaps():
        values["missing_votes"] = choose("missing_votes", CHOICES["missing_votes"])
    values["solver"] = choose("solver", CHOICES["solver"])
    return values


def _has_gaps() -> bool:
    """Return whether not every member may judge every row."""
    votes = session_tables.votes(choice().dataset)
    if votes is not None:
        return votes.dataset.votes.available is not None
    return choice().weighting == "out_of_bag"
