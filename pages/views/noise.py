"""Noise: labels are flipped on purpose; where do the kernel weights go, and who is still right?"""

from __future__ import annotations

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.figures.noise.accuracy import noise_accuracy_figure, noise_differences_figure
from l2dwk_core.figures.noise.alpha_on_noise import noise_chase_figure, noise_chase_levels_figure
from l2dwk_core.figures.noise.sentences import noise_verdict, reweighting_sentence
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.studies.noise_records import CHOOSABLE, NoiseRecipe, NoiseResult, title_of
from pages.charts import file_source, layout
from pages.charts.markdown import escaped
from pages.jobs import caches
from pages.jobs.partial_results import live_work
from pages.models import recorded_results
from pages.models.noise import (
    PAGE,
    NoiseView,
    python_snippet,
    recipe_of,
)
from pages.state import page_record, session, session_tables
from pages.widgets import address_notes, controls, fields, scale, study_notes

MENU_ICON, MENU_PLACE = ":material/blur_on:", 70

_KIND_TITLES = {"random": "At random", "boundary": "Near the class boundary"}


def main() -> None:
    view = page_record.read(PAGE, NoiseView())
    choice = controls.run_controls(page_record.query(PAGE, view, NoiseView()), noise=False)
    file_source.say(choice)
    st.title("Does reweighting chase the wrong labels?", anchor=False)
    address_notes.show()
    st.markdown(
        "Rows the vote gets wrong gain kernel weight α. If the *label* of such a row is wrong, α "
        "goes where nothing can be learned. Here labels are flipped on purpose, only among the "
        "training and weighting rows. Where does α go, and which methods are still right on the "
        "**clean test rows**?"
    )
    if session_tables.votes(choice.dataset) is not None:
        st.info(
            "Labels cannot be flipped here: these models' votes are given, and models that were "
            "fitted to the flipped labels would vote differently. Choose another dataset on the "
            "left, or change the labels before you fit the models.",
            icon=":material/block:",
        )
        return
    _study_controls()
    try:
        recipe = recipe_of(choice, view)
    except InputError as problem:
        layout.error(problem)
        return
    result = caches.noise_studies().prepared(recipe)
    if result is None and (result := recorded_results.noise(recipe)):
        st.caption(recorded_results.sentence())
    if result is None:
        _work(recipe)
        return
    _show(result)
    with st.expander("Reproduce this", icon=":material/terminal:"):
        st.code(python_snippet(recipe, session_tables.code(recipe.dataset)), language="python")


def _study_controls() -> None:
    kind, most, levels, repeats = st.columns([4, 3, 3, 3], vertical_alignment="bottom")
    kind.segmented_control(
        "Which labels are flipped",
        list(NOISE_KINDS),
        format_func=_KIND_TITLES.__getitem__,
        key=session.widget_key("noise_kind"),
        required=True,
        help="  \n".join(f"**{_KIND_TITLES[key]}**: {why}." for key, why in NOISE_KINDS.items()),
    )
    for place, name, why in (
        (most, "most", "Of the rows that train and weigh."),
        (levels, "levels", "How many shares of noise, from none to the most."),
        (
            repeats, "repeats",
            "Each draws other test rows and trains other members (the seed on the left and those "
            "after it). Claims need at least three, and mostly more: methods and levels are many.",
        ),
    ):  # fmt: skip
        fields.slider(PAGE, name, place=place, help=why)
    st.multiselect(
        "Methods besides L2DWK and its references",
        CHOOSABLE,
        format_func=title_of,
        key=page_record.key(PAGE, "methods"),
        placeholder="Choose methods",
        help="All but whole ensembles (Bagging, forests, AdaBoost) weigh the same members by the "
        "same rows. Whole ensembles train on all training rows and are compared with the uniform "
        "vote of members trained on them too. The Compare page says what each is.",
    )


def _work(recipe: NoiseRecipe) -> None:
    n = recipe.repeats * len(recipe.shares)
    kernel = KERNELS[recipe.settings.kernel].title
    live_work(
        caches.noise_studies(),
        recipe,
        f"**{escaped(session_tables.short_title(recipe.dataset))}: "
        f"{counted(n, 'training')}** of "
        f"{counted(recipe.run.pool.n_members, 'member')}, {counted(len(recipe.shares), 'level')} "
        f"of noise in {counted(recipe.repeats, 'repeat')}; α is followed for the {kernel} kernel "
        f"at λ = {recipe.run.settings.lam:g}. Results appear as they come, and stay if you cancel.",
        label="Flip labels",
        key="noise",
        show=_so_far,
        cancelled=lambda found: (
            f"Cancelled after {found.n_done} of {counted(found.n_wanted, 'training')}."
        ),
    )


def _so_far(result: NoiseResult) -> None:
    layout.show(noise_chase_levels_figure(result))
    layout.show(noise_accuracy_figure(result), wide=True)


def _show(result: NoiseResult) -> None:
    st.markdown(f"**{noise_verdict(result)}** {reweighting_sentence(result)}")
    view = page_record.current(PAGE)
    if view.level not in result.recipe.shares:
        page_record.put(PAGE, level=view.nearest)
    place = st.container()
    st.segmented_control(
        "Level of noise looked at",
        list(result.recipe.shares),
        format_func=lambda share: f"{100 * share:.3g}% flipped",
        key=page_record.key(PAGE, "level"),
        required=True,
    )
    level = page_record.read_drawn(PAGE).level
    with place:
        left, right = st.columns(2, gap="large")
        with left:
            layout.show(noise_chase_figure(result, level))
        with right:
            layout.show(noise_chase_levels_figure(result))
    layout.show(noise_differences_figure(result, level))
    place = st.container()
    differences = scale.relative(PAGE)
    with place:
        layout.show(noise_accuracy_figure(result, relative=differences), wide=True)
    study_notes.show(result.refusals, title_of, result.notes)


main()
