"""Sweep: one choice over a range, on several random splits, and what may be claimed from it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.lab.weight_path import weight_path_figure
from l2dwk_core.figures.sweep.chosen_value import selection_sentence, sweep_selection_figure
from l2dwk_core.figures.sweep.components import sweep_components_figure
from l2dwk_core.figures.sweep.curves import (
    sweep_accuracy_figure,
    sweep_diversity_figure,
    sweep_members_figure,
)
from l2dwk_core.figures.sweep.grid import GRID_VALUES, grid_sentence, sweep_grid_figure
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.weight_path import relative_strength
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import TREE_LIMITS
from l2dwk_core.runs.run import Run
from l2dwk_core.studies.sweep_parameters import PARAMETERS
from l2dwk_core.studies.sweep_selection import selection
from l2dwk_core.studies.sweeps import Sweep, component_plan
from pages.charts import file_source, layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs.trained_run import trained_run
from pages.models.sweep import (
    MAX_PATH_MEMBERS,
    NONE,
    PAGE,
    PATH_AXES,
    PATH_SHAPES,
    SweepView,
    grid_of,
    path_of,
    plan_of,
    swept,
    train_splits,
)
from pages.state import page_record, session, session_tables
from pages.state.members_used import members_trained, members_used
from pages.state.own_votes import OwnVotes
from pages.widgets import address_notes, controls, fields, scale

MENU_ICON, MENU_PLACE = ":material/tune:", 50

_PREVIEW = """
**What you will see**

- **One choice over a range**, λ to begin with: test accuracy, members kept and diversity at every
  value, with their spread over random splits. Two choices at once become a heatmap.
- **Does choosing it pay?** The value that looked best is counted on rows that did not choose it.
- **Every λ at once**: how each member's weight moves along the exact path.
- **What does each part add?** The method taken apart, piece by piece.

Run trains the members of one split, which for most datasets takes seconds (progress and Cancel are
shown). The figures of that split follow at once. Further splits take as long again each, and are
trained only when you ask; depth and flipped labels need a training for every value.
"""


def main() -> None:
    view = page_record.read(PAGE, SweepView())
    choice = controls.run_controls(page_record.query(PAGE, view, SweepView()))
    st.title("Which choices matter, and which only seem to?", anchor=False)
    address_notes.show()
    run = trained_run(choice, _PREVIEW)
    if run is None:
        return
    layout.run_line(run, choice)
    votes = session_tables.votes(choice.dataset)
    view = _sweep_controls(votes)
    trained = members_trained(choice)
    swept_names = [name for name in (view.parameter, view.second) if name != NONE]
    file_source.say(choice, without=swept_names, n_members=run.n_members)
    if "n_members" in swept_names and max(view.n_members_from, view.n_members_to) > trained:
        noun = "trained member" if votes is None else "model"
        layout.notes(
            [
                f"There {agreeing(trained, 'is', 'are')} {counted(trained, noun)}; the sweep ends "
                "there."
            ]
        )
    train_splits(choice, view.splits)
    if all(_concerned(choice, name) for name in swept_names):
        if view.second == NONE:
            _sweep(choice, view)
        else:
            _grid(choice, view)
    _path(run, choice, view)
    _components(choice, view)
    if run.prepared.notes:
        st.caption("About these data: " + escaped(" ".join(run.prepared.notes)))


def _sweep_controls(votes: OwnVotes | None) -> SweepView:
    """Show the page's controls; of models' votes nothing is offered that trains members."""
    names = [name for name, kind in PARAMETERS.items() if votes is None or not kind.trained]
    now = page_record.current(PAGE)
    for part, instead in (("parameter", names[0]), ("second", NONE)):
        if getattr(now, part) not in (*names, NONE):
            page_record.put(PAGE, **{part: instead})
    what, low, high, points, splits = st.columns([5, 2, 2, 3, 3], vertical_alignment="bottom")
    name = what.selectbox(
        "Sweep",
        names,
        format_func=lambda key: PARAMETERS[key].title,
        key=page_record.key(PAGE, "parameter"),
        help="The one choice that changes. Everything else stays as set on the left. "
        + (
            "Tree depth and flipped labels need a training for each value."
            if votes is None
            else "Depth and flipped labels are not offered: nothing is trained here."
        ),
    )
    _range_controls(name, low, high)
    if page_record.current(PAGE).second == name:
        page_record.put(PAGE, second=NONE)
    second_what, second_low, second_high, _ = st.columns([5, 2, 2, 6], vertical_alignment="bottom")
    second = second_what.selectbox(
        "Together with",
        [NONE, *(key for key in names if key != name)],
        format_func=lambda key: PARAMETERS[key].title if key in PARAMETERS else "nothing else",
        key=page_record.key(PAGE, "second"),
        help="A second choice that changes: every pair of values is a cell of a heatmap.",
    )
    if second != NONE:
        _range_controls(second, second_low, second_high)
    if second == NONE:
        fields.slider(
            PAGE, "points", place=points,
            help="How many values from the first to the last, in equal ratios where the axis is "
            "logarithmic.",
        )  # fmt: skip
    else:
        fields.slider(
            PAGE, "grid_points", place=points,
            help="How many values of each of the two. The number of cells is its square.",
        )  # fmt: skip
    if votes is not None and votes.dataset.votes.part is not None:
        splits.caption(
            "One split: the file's column *part* says which rows test the vote, so no others are "
            "drawn and there is no spread."
        )
        drawn: SweepView = page_record.read_drawn(PAGE)
        return replace(drawn, splits=1)
    members = "trains other members" if votes is None else "weighs the models on the others"
    fields.slider(
        PAGE,
        "splits",
        place=splits,
        help=f"Each split draws other test rows and {members} (the seed on the left and those "
        "after it). The spread over them shows what chance alone can do.",
    )
    view: SweepView = page_record.read_drawn(PAGE)
    return view


def _range_controls(name: str, low: DeltaGenerator, high: DeltaGenerator) -> None:
    kind = PARAMETERS[name]
    least, most = kind.allowed
    for place, end, label in ((low, "from", "From"), (high, "to", "To")):
        if kind.whole:
            place.number_input(
                label, int(least), int(most), step=1, key=page_record.key(PAGE, f"{name}_{end}")
            )
        else:
            place.number_input(
                label, float(least), float(most), step=0.1, format="%g",
                key=page_record.key(PAGE, f"{name}_{end}"),
            )  # fmt: skip


def _concerned(choice: Choice, name: str) -> bool:
    """Return whether the chosen kernel has the parameter; otherwise offer the change."""
    kind = PARAMETERS[name]
    if name in TREE_LIMITS and POOL_KINDS[choice.pool].by_recipe:
        st.info(
            f"The models of the library have limits of their own, so {kind.noun} of their trees "
            "cannot be swept. Sweep something else, or choose an ensemble of trees on the left.",
            icon=":material/block:",
        )
        return False
    if not kind.kernels or choice.kernel in kind.kernels:
        return True
    kernel = kind.kernels[0]
    wanted, now = KERNELS[kernel].title, KERNELS[choice.kernel].title
    with st.container(border=True, key="kernel-card"):
        st.markdown(
            f"**{kind.symbol} belongs to the {wanted.lower()} kernel**, and the {now.lower()} "
            "kernel is chosen: a sweep would be a flat line."
        )
        if session.fixed("kernel"):
            return False
        st.button(
            f"Take the {wanted.lower()} kernel",
            icon=":material/swap_horiz:",
            key="use_kernel",
            on_click=lambda: session.put(replace(session.choice(), kernel=kernel)),
        )
    return False


def _sweep(choice: Choice, view: SweepView) -> None:
    try:
        sweep = swept(choice, plan_of(choice, view), view.splits)
    except InputError as problem:
        layout.error(problem)
        return
    if sweep is None:
        return
    if PARAMETERS[view.parameter].kernels and choice.kernel_form == "scalar":
        st.info(
            "In the scalar form these kernels are a + b·xy on right or wrong votes. As long as b > "
            "0 its parameters change nothing, and a flat line below is the result, not an error. "
            "(An even degree with c < 0 makes b negative.)"
        )
    chosen = getattr(choice, view.parameter)
    inside = chosen is not None and sweep.plan.values[0] <= chosen <= sweep.plan.values[-1]
    marked = chosen if inside else None
    place = st.container()
    differences = scale.relative(PAGE)
    with place:
        layout.show(sweep_accuracy_figure(sweep, marked=marked, relative=differences))
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(sweep_members_figure(sweep, marked=marked))
    with right:
        layout.show(sweep_diversity_figure(sweep, marked=marked))
    if PARAMETERS[view.parameter].chosen:
        _honest(sweep)


def _grid(choice: Choice, view: SweepView) -> None:
    try:
        grid = grid_of(choice, view)
        sweep = swept(choice, grid.plan(choice.settings(), members_used(choice)), view.splits)
    except InputError as problem:
        layout.error(problem)
        return
    if sweep is None:
        return
    place = st.container()
    titles = {key: value.title for key, value in GRID_VALUES.items()}
    fields.segments(PAGE, "shown", titles, "Shown in the cells")
    with place:
        layout.show(sweep_grid_figure(sweep, grid, page_record.read_drawn(PAGE).shown), wide=True)
    st.markdown(f"**{grid_sentence(sweep, grid)}**")


def _honest(sweep: Sweep) -> None:
    st.header(f"Does choosing {PARAMETERS[sweep.plan.name].noun} pay?", anchor=False)
    found = selection(sweep)
    left, right = st.columns([3, 2], gap="large")
    with left:
        layout.show(sweep_selection_figure(sweep, found))
    with right:
        st.markdown(f"**{selection_sentence(sweep, found)}**")
        st.markdown(
            "Every sweep has a highest point, and with few rows that is partly luck. So the value "
            "is chosen on the **weighting rows**, which judge the members, and its accuracy is "
            "counted on the **test rows**, which took no part in the choice."
        )
        st.caption(
            "The splits share rows, and the interval takes that into account (Nadeau & Bengio "
            "2003); the usual formula would make it far too short. It is never shorter than so few "
            "test rows allow."
        )


def _path(run: Run, choice: Choice, view: SweepView) -> None:
    st.header("Every λ at once: the exact path", anchor=False)
    if run.n_members > MAX_PATH_MEMBERS:
        st.info(
            f"The path is followed for up to {MAX_PATH_MEMBERS} members; {run.n_members} are used."
        )
        return
    try:
        path = path_of(run, choice)
    except InputError as problem:
        st.info(escaped(str(problem)), icon=":material/block:")
        return
    plain = choice.lam_on == "diversity" and choice.diversity != "double_fault"
    st.markdown(
        "While all rows have the same kernel weight, one computation gives the weights for every "
        "λ: they are **straight lines in 1/λ between breakpoints**, and at a breakpoint a member "
        "enters or leaves."
        + (
            ""
            if plain
            else " With these settings the axis is the strength of diversity relative to accuracy, "
            "which follows from λ."
        )
    )
    layout.show(
        weight_path_figure(
            path,
            inverse=view.path_x == "inverse",
            stacked=view.path_shape == "stacked",
            marked=relative_strength(run.settings),
            name="λ" if plain else "strength",
            names=run.pool.names,
        )
    )
    row = st.container(horizontal=True)
    for name, titles in (("path_x", PATH_AXES), ("path_shape", PATH_SHAPES)):
        fields.segments(PAGE, name, titles, "Path " + name, place=row)


def _components(choice: Choice, view: SweepView) -> None:
    st.header("What does each part add?", anchor=False)
    plan = component_plan(choice.settings(), members_used(choice))
    try:
        sweep = swept(choice, plan, view.splits)
    except InputError as problem:
        layout.error(problem)
        return
    if sweep is not None:
        layout.show(sweep_components_figure(sweep), wide=True)


main()
