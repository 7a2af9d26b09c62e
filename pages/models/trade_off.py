"""The section of the Diversity page on bias, variance and diversity over repeated trainings."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.diversity import LOSSES
from l2dwk_core.figures.diversity.bias_variance_diversity import bias_variance_diversity_figure
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import TREE_LIMITS, PoolRecipe, own_members
from l2dwk_core.studies.repeated_trainings import MOVED, TrialsRecipe, TrialsResult
from l2dwk_core.studies.sweep_parameters import sweep_values
from pages.charts import layout
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.jobs.partial_results import live_work
from pages.models.diversity import PAGE, DiversityView
from pages.state import page_record, session_tables
from pages.widgets import fields
from pages.widgets.glossary import meaning

_MOVED_VALUES = 8
"""Values between one and the largest, both included, that depth or the number of members takes."""


def has_depth(choice: Choice) -> bool:
    """Return whether the depth of the members can be limited. Models of the library have limits of
    their own."""
    return not POOL_KINDS[choice.pool].by_recipe


def trials_recipe(choice: Choice, view: DiversityView) -> TrialsRecipe:
    """Return the repeated trainings. No labels are flipped in them.

    Raise InputError when a value cannot be used.
    """
    limits = {name: getattr(choice, name) for name in TREE_LIMITS}
    members = min(view.members, own_members(choice.pool)[1])
    pool = PoolRecipe(choice.pool, members, choice.seed, **limits)
    moved = view.moved if has_depth(choice) else "n_members"
    if moved == "max_depth":
        pool = PoolRecipe.of(pool, max_depth=None)  # so that equal work has an equal recipe
        values = sweep_values("max_depth", 1, view.depth, _MOVED_VALUES)
    else:
        values = sweep_values("n_members", 1, members, _MOVED_VALUES)
    return TrialsRecipe(
        choice.dataset,
        pool,
        moved,
        tuple(int(value) for value in values),
        view.trials,
        view.share,
        choice.test_fraction,
    )


def show(choice: Choice) -> None:
    """Show the section: its controls, the offer to train repeatedly, and the figure."""
    st.header("How much diversity is good?", anchor=False)
    st.markdown(
        "A diverse ensemble may have bad members. Train the ensemble **many times, each time on "
        "another sample of the training rows**, and its loss comes apart exactly: **the members' "
        "bias, plus their variance, minus their diversity** (Wood and others 2023). More diversity "
        "helps only as long as bias plus variance does not rise by more."
    )
    st.caption(
        " ".join(
            f"**{word.split(' ')[0].capitalize()}**: {meaning(word)}"
            for word in ("bias", "variance", "diversity of an ensemble's loss")
        )
    )
    if session_tables.votes(choice.dataset) is not None:
        st.info(
            "These models' votes are given, so they cannot be trained again. Choose another "
            "dataset on the left.",
            icon=":material/block:",
        )
        return
    _controls(choice)
    view = page_record.read_drawn(PAGE)
    try:
        recipe = trials_recipe(choice, view)
    except InputError as problem:
        layout.error(problem)
        return
    result = caches.trials().prepared(recipe)
    if result is None:
        _trials(recipe, view.loss)
        return
    place = st.container()
    fields.segments(
        PAGE, "loss", {key: kind.title for key, kind in LOSSES.items()}, "Loss",
        label_visibility="visible",
    )  # fmt: skip
    loss = page_record.read_drawn(PAGE).loss
    with place:
        _terms(result, loss)
        st.caption(
            f"{counted(result.recipe.trials, 'trial')}, each on {result.n_sample:,} of the "
            f"training rows; the same {counted(result.n_test, 'test row')} in all."
        )
    formula, diversity = st.columns(2)
    formula.latex(LOSSES[loss].formula)
    formula.caption(f"{LOSSES[loss].title} on a row of class y. {LOSSES[loss].note}")
    diversity.latex(LOSSES[loss].diversity)
    diversity.caption(
        f"Diversity{LOSSES[loss].suffix} of m members on a row, then averaged over trials and "
        f"rows; the ensemble answers with {LOSSES[loss].combiner}."
    )
    layout.notes(list(result.notes))


def _controls(choice: Choice) -> None:
    if not has_depth(choice) and page_record.current(PAGE).moved != "n_members":
        page_record.put(PAGE, moved="n_members")
    what, first, second, trials, share = st.columns([7, 3, 3, 3, 3], vertical_alignment="bottom")
    moved = what.segmented_control(
        "What moves",
        [name for name in MOVED if has_depth(choice) or name == "n_members"],
        format_func=MOVED.__getitem__,
        key=page_record.key(PAGE, "moved"),
        required=True,
        help="The models of the library have limits of their own, so their depth cannot move."
        if not has_depth(choice)
        else "Everything else stays as set on the left.",
    )
    up_to = " up to" if moved == "n_members" else ""
    fields.slider(PAGE, "members", f"Members{up_to}", place=first, help="In each trial.")
    if moved == "max_depth":
        fields.slider(PAGE, "depth", place=second, help="From depth 1. Each depth is trained anew.")
    fields.slider(
        PAGE, "trials", place=trials,
        help="Each trial draws another sample (the seeds after the one on the left). With few "
        "trials bias and variance are off by as much in opposite directions; their sum is not.",
    )  # fmt: skip
    fields.slider(
        PAGE, "share", "Share of rows", place=share,
        help="Of the training rows, in each trial, drawn without replacement. Small samples train "
        "worse members; large ones have most rows in common, and then the variance is too low.",
    )  # fmt: skip


def _trials(recipe: TrialsRecipe, loss: str) -> None:
    live_work(
        caches.trials(),
        recipe,
        f"**{counted(recipe.n_trainings, 'training')}** of "
        f"{counted(recipe.pool_of(recipe.values[-1], 0).n_members, 'member')}: "
        f"{counted(recipe.trials, 'trial')}"
        + (f" at {counted(len(recipe.values), 'depth')}" if recipe.moved == "max_depth" else "")
        + f", each on {recipe.share:.0%} of the training rows, without flipped labels. All three "
        "losses come with it.",
        label="Train repeatedly",
        key="trials",
        show=lambda result: _terms(result, loss),
        cancelled=lambda found: (
            f"Cancelled after {len(found.points)} of {counted(len(recipe.values), 'value')}."
        ),
    )


def _terms(result: TrialsResult, loss: str) -> None:
    layout.show(bias_variance_diversity_figure(result, loss))
