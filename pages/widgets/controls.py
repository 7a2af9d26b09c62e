"""The controls of a run, with their captions and help texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.kernels import KERNELS, scalar_coefficients
from l2dwk_core.method.objective import equal_disagreement
from l2dwk_core.method.settings import CHOICES, KERNEL_PARAMETERS, PRESETS, SETTING_FACTS
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.recipe import own_members
from l2dwk_core.runs.label_noise import NOISE_KINDS
from pages.choices.choice import Choice, fits_pool, fitted
from pages.choices.dataset_key import OWN
from pages.choices.field_rules import limits
from pages.state import session_tables
from pages.state.own_votes import OwnVotes
from pages.state.session import (
    choice,
    class_name,
    fixed,
    may_choose,
    put,
    read_widgets,
    values_seen,
    view,
    widget_key,
    write_address,
)
from pages.widgets.glossary import meaning

_MANTISSAS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
LAMBDAS = (0.0, *(float(f"{m}e{e}") for e in (-2, -1, 0, 1) for m in _MANTISSAS), 100.0)
SIGMAS = SETTING_FACTS["sigma"].slider

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
_ORACLE_TITLES = {
    "hold_out": "Held-out training rows",
    "out_of_bag": "Out-of-bag rows",
    "out_of_fold": "Training rows, out of fold",
    "training": "The training rows",
    "bootstrap": "Bootstrap of training rows",
}

_DIFFERENT_MODELS = (
    f"*{POOL_KINDS['library'].label}*: one each of {len(LIBRARY)} different models, judged out of "
    f"fold; *{POOL_KINDS['mixed'].label}*: many members of five models, each fitted to a bootstrap "
    "sample of its own."
)
_FOLDS_HELP = (
    "The training rows are divided into this many parts. Each part is judged by models fitted "
    "without it. Where a class has fewer rows, there are fewer folds. Another number needs a new "
    "training."
)
_PREFIX_HELP = "They are ordered so that the first are of as many kinds as possible."

_NOISE_FIELDS = {"label_noise", "noise_kind"}
_TREE_FIELDS = {"max_depth", "min_samples_split", "min_samples_leaf", *_NOISE_FIELDS}
_TRAINING_FIELDS = _TREE_FIELDS | {
    "pool", "weighting", "n_members", "weighting_fraction", "n_folds",
}  # fmt: skip
_DATA_FIELDS = _TREE_FIELDS | {"dataset", "pool", "weighting", "seed", "n_folds"}
_WEIGHT_FIELDS = {
    "kernel", "lam", "diversity", "n_members", "update", "max_rounds", *KERNEL_PARAMETERS,
}  # fmt: skip
_MORE_FIELDS = {
    "kernel_form", "damping", "error_set", "error_mass", "terms", "lam_on", "returned", "outputs",
    "small_weights", "matrix_repair", "missing_votes", "solver",
}  # fmt: skip
_FEW = 3
"""Up to this many controls of a drawer, left by a lesson or a link, are shown without the
drawer."""

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
        values |= _members(noise=noise)
        if not hidden.issuperset(_WEIGHT_FIELDS):
            st.markdown("##### Weights")
        values |= _kernel()
        if beside_lambda is not None:
            beside_lambda()
        values |= _objective()
        if not _in_drawer(_MORE_FIELDS):
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
        values = _members(judged=False)
        if session_tables.votes(values["dataset"]) is None:
            values["n_members"] = _size(trained=True)
    new = replace(choice(), **values)
    write_address(new, more)
    return new


def one_control(name: str) -> None:
    """Show the control of one field of the choice where the page is, outside of the sidebar.

    ``name``: a field that takes effect without a new training.
    """
    if name == "lam":
        _log_slider(name, control_label(name), LAMBDAS, meaning("λ"))
    elif name in KERNEL_PARAMETERS:
        _kernel_parameter(name)
    elif name == "n_members":
        _size()
    elif name == "kernel":
        _choose(name, CHOICES[name], lambda kernel: KERNELS[kernel].title)
    elif name in CHOICES:
        _choose(name, CHOICES[name])
    else:
        _number(name)


def _in_drawer(group: set[str]) -> bool:
    """Return whether these controls are in a drawer.

    The few that a lesson or a link leaves are not.
    """
    hidden = view().hidden()
    return not hidden & group or len(group - hidden) > _FEW


def _under_more(name: str) -> bool:
    """Return whether a field can be set under More choices."""
    return _in_drawer(_MORE_FIELDS) and not fixed(name)


def _preset() -> None:
    _control(
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


def _members(*, judged: bool = True, noise: bool = True) -> dict[str, Any]:
    values: dict[str, Any] = {}
    titles = {word: session_tables.title(word) for word in session_tables.options(choice().dataset)}
    values["dataset"] = _control(
        "dataset",
        st.selectbox,
        "Dataset",
        list(titles),
        format_func=titles.__getitem__,
        help="The datasets of the paper's table, with their real sizes, and sets made for "
        "teaching. The Data page shows what is in them and takes a table of your own.",
    )
    votes = session_tables.votes(values["dataset"])
    if votes is not None:
        return values | _given(votes)
    if OWN.fullmatch(values["dataset"]) and not class_name():
        st.caption(
            "Your own table is kept in this session only. Whoever opens a link to this run is "
            "asked for the file, and so are you after F5. The script under *Take it along* needs "
            "the file too."
        )
    values["pool"] = _choose(
        "pool",
        {name: kind.explanation for name, kind in POOL_KINDS.items() if _leaves_fixed(name)},
        lambda name: POOL_KINDS[name].label,
    )
    by_recipe = POOL_KINDS[values["pool"]].by_recipe
    if values["pool"] in ("mixed", "library") and "pool" not in view().hidden():
        st.caption(_DIFFERENT_MODELS)
    if judged:
        values["weighting"] = _judges()
        if values["weighting"] == "out_of_fold":
            values["n_folds"] = _number("n_folds", help=_FOLDS_HELP)
    row = st.container(horizontal=True, vertical_alignment="bottom", key="seed-and-trees")
    with row:
        values["seed"] = _number("seed", help=meaning("seed"))
    if by_recipe and not noise:
        return values
    if not _in_drawer(_TREE_FIELDS):
        values |= _trees(noise)
    else:
        label = "Noise" if by_recipe else "Trees, noise" if noise else "Trees"
        place = row.popover(label, width="stretch", key="trees", on_change="rerun")
        if place.open:
            with place:
                values |= _trees(noise)
    return values


def _given(votes: OwnVotes) -> dict[str, Any]:
    """Say which choices there are not, for votes of models that were fitted elsewhere."""
    st.caption(
        "Votes of your own models, kept in this session only: a link cannot share them, and after "
        "F5 the file is needed again. Base ensemble, judged on, trees and label noise are not "
        "offered: nothing is trained here. All models take part."
    )
    if votes.dataset.votes.part is not None:
        st.caption("The file's column *part* says which rows test the vote, so no seed is needed.")
        return {}
    return {"seed": _number("seed", help="Decides which rows test the vote.")}


def _leaves_fixed(pool: str) -> bool:
    """Return whether this base ensemble changes no choice that a lesson or a link fixes."""
    now = choice()
    with_it = fitted(now.with_pool(pool))
    return all(
        getattr(with_it, f.name) == getattr(now, f.name)
        for f in fields(Choice)
        if f.name != "pool" and fixed(f.name)
    )


def _judges() -> Any:
    """Show the menu of the rows that judge, without what the base ensemble cannot offer."""
    kind = POOL_KINDS[choice().pool]
    offered = {k: v for k, v in ORACLE_SOURCES.items() if fits_pool(k, choice().pool)}
    value = _choose("weighting", offered, lambda n: _ORACLE_TITLES.get(n, n))
    if not kind.has_out_of_bag and not kind.by_recipe and "weighting" not in view().hidden():
        st.caption(f"{kind.label}: each member learns from all rows, so none are out of bag.")
    return value


def _trees(noise: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if not POOL_KINDS[choice().pool].by_recipe:  # its trees have limits of their own
        values["max_depth"] = _number("max_depth", value=None, placeholder="no limit")
        values["min_samples_split"] = _number(
            "min_samples_split",
            help="2 grows trees fully. MATLAB's trees, which the paper used, need 10.",
        )
        values["min_samples_leaf"] = _number("min_samples_leaf")
    if noise:
        values["label_noise"] = _number("label_noise", format="%g", help=meaning("label noise"))
        values["noise_kind"] = _choose("noise_kind", NOISE_KINDS)
    if _in_drawer(_TREE_FIELDS):
        st.caption("Changing these needs a new training.")
    return values


def _kernel() -> dict[str, Any]:
    values: dict[str, Any] = {}
    values["kernel"] = _choose("kernel", CHOICES["kernel"], lambda name: KERNELS[name].title)
    for name in KERNELS[values["kernel"]].parameters:
        values[name] = _kernel_parameter(name)
    if choice().kernel_form == "scalar":
        _scalar_form(values)
    values["lam"] = _log_slider(
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
    values["diversity"] = _choose("diversity", CHOICES["diversity"])
    if values["diversity"] == "double_fault":
        st.caption(_double_fault())
    if session_tables.votes(choice().dataset) is None:
        values["n_members"] = _size()
    values["update"] = _choose("update", CHOICES["update"])
    values["max_rounds"] = _number("max_rounds", help=meaning("round"))
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


def _size(*, trained: bool = False) -> int:
    rule = limits(Choice, "n_members")
    own, most = own_members(choice().pool)
    largest = max(own, *values_seen("n_members", choice().n_members))
    why = (
        "This many are trained in every split."
        if trained
        else "The first of the trained members are used; nothing is trained again."
    )
    if POOL_KINDS[choice().pool].by_recipe:
        why += f" {_PREFIX_HELP}"
    return int(
        _control(
            "n_members",
            st.slider,
            "Members trained" if trained else rule["label"],
            rule["low"],
            min(largest, most),
            help=why,
        )
    )


def _more() -> dict[str, Any]:
    values = {
        "kernel_form": _choose("kernel_form", CHOICES["kernel_form"]),
        "damping": _choose("damping", CHOICES["damping"]),
        "error_set": _choose("error_set", CHOICES["error_set"]),
        "error_mass": _choose("error_mass", CHOICES["error_mass"]),
        "terms": _choose("terms", CHOICES["terms"]),
        "lam_on": _choose("lam_on", CHOICES["lam_on"]),
        "returned": _choose("returned", CHOICES["returned"]),
        "outputs": _choose("outputs", CHOICES["outputs"]),
        "small_weights": _choose("small_weights", CHOICES["small_weights"]),
        "matrix_repair": _choose("matrix_repair", CHOICES["matrix_repair"]),
    }
    if _has_gaps():
        values["missing_votes"] = _choose("missing_votes", CHOICES["missing_votes"])
    values["solver"] = _choose("solver", CHOICES["solver"])
    return values


def _has_gaps() -> bool:
    """Return whether not every member may judge every row."""
    votes = session_tables.votes(choice().dataset)
    if votes is not None:
        return votes.dataset.votes.available is not None
    return choice().weighting == "out_of_bag"


def _control(name: str, widget: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Show the widget of a field. A hidden field keeps its value; a locked one shows it."""
    if name in view().hidden():
        return getattr(choice(), name)
    locked = name in view().locked()
    return widget(*arguments, key=widget_key(name), disabled=locked, **more)


def _number(name: str, **more: Any) -> Any:
    rule = limits(Choice, name)
    return _control(
        name, st.number_input, rule["label"], rule["low"], rule["high"], step=rule["step"], **more
    )


def _choose(
    name: str,
    options: Mapping[str, str],
    title: Callable[[str], str] | None = None,
) -> Any:
    """Show a menu; its help explains each entry."""
    title = title or _plain
    return _control(
        name,
        st.selectbox,
        limits(Choice, name)["label"],
        list(options),
        format_func=title,
        help="  \n".join(f"**{title(key)}**: {why}" for key, why in options.items()),
    )


def _log_slider(name: str, label: str, grid: tuple[float, ...], why: str) -> float:
    options = sorted({*grid, *values_seen(name, getattr(choice(), name))})
    return float(
        _control(name, st.select_slider, label, options, format_func=lambda v: f"{v:g}", help=why)
    )


def _kernel_parameter(name: str) -> Any:
    """The control of a parameter that only some kernels have."""
    facts = SETTING_FACTS[name]
    if facts.slider:
        return _log_slider(name, control_label(name), facts.slider, facts.explanation)
    style = {} if facts.whole else {"format": "%g"}
    return _number(name, help=facts.explanation, **style)


_LABELS = {
    "lam": "λ",
    **{name: SETTING_FACTS[name].symbol for name in KERNEL_PARAMETERS},
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
