"""The controls of the dataset and of the members: what needs a training, and how many vote."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import streamlit as st

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
from pages.state.session import choice, fixed, values_seen, view
from pages.state.session_address import class_name
from pages.widgets.choice_widgets import choose, control, in_drawer, number
from pages.widgets.glossary import meaning

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
TREE_FIELDS = {"max_depth", "min_samples_split", "min_samples_leaf", *_NOISE_FIELDS}


def members(*, judged: bool = True, noise: bool = True) -> dict[str, Any]:
    """Show the controls of a training; return their values by field. ``judged``: also those of the
    rows that judge, ``noise``: also those of flipped labels."""
    values: dict[str, Any] = {}
    titles = {word: session_tables.title(word) for word in session_tables.options(choice().dataset)}
    values["dataset"] = control(
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
    values["pool"] = choose(
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
            values["n_folds"] = number("n_folds", help=_FOLDS_HELP)
    row = st.container(horizontal=True, vertical_alignment="bottom", key="seed-and-trees")
    with row:
        values["seed"] = number("seed", help=meaning("seed"))
    if by_recipe and not noise:
        return values
    if not in_drawer(TREE_FIELDS):
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
    return {"seed": number("seed", help="Decides which rows test the vote.")}


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
    value = choose("weighting", offered, lambda n: _ORACLE_TITLES.get(n, n))
    if not kind.has_out_of_bag and not kind.by_recipe and "weighting" not in view().hidden():
        st.caption(f"{kind.label}: each member learns from all rows, so none are out of bag.")
    return value


def _trees(noise: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if not POOL_KINDS[choice().pool].by_recipe:  # its trees have limits of their own
        values["max_depth"] = number("max_depth", value=None, placeholder="no limit")
        values["min_samples_split"] = number(
            "min_samples_split",
            help="2 grows trees fully. MATLAB's trees, which the paper used, need 10.",
        )
        values["min_samples_leaf"] = number("min_samples_leaf")
    if noise:
        values["label_noise"] = number("label_noise", format="%g", help=meaning("label noise"))
        values["noise_kind"] = choose("noise_kind", NOISE_KINDS)
    if in_drawer(TREE_FIELDS):
        st.caption("Changing these needs a new training.")
    return values


def size(*, trained: bool = False) -> int:
    """Show the slider of the number of members. ``trained``: all of them are, in every split."""
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
        control(
            "n_members",
            st.slider,
            "Members trained" if trained else rule["label"],
            rule["low"],
            min(largest, most),
            help=why,
        )
    )
