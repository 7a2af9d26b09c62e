"""Playground: what reweighting does, drawn on points in the plane."""

from __future__ import annotations

import dataclasses
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.teaching import TEACHING_SETS
from l2dwk_core.demos.playground import MAX_SEED, Solved
from l2dwk_core.figures.playground.plane import MAX_FRAMES, difference_sentence
from l2dwk_core.method.kernels import KERNELS
from pages.charts import layout
from pages.live import live_route
from pages.models.playground import (
    MADE_POINTS,
    PLAYGROUND,
    PlaygroundChoice,
    accuracy_without_hold_out,
    chart_of,
    charts_of,
    solved_of,
)
from pages.state import page_record, session, session_address
from pages.widgets import address_notes, fields, round_bar
from pages.widgets.choice_widgets import LAMBDAS, SIGMAS

MENU_ICON, MENU_PLACE = ":material/toys:", 20

_STEPS = ("lam", "sigma")
"""Sliders over a list of values."""
_ICONS = {
    "moons": ":material/dark_mode:",
    "circles": ":material/trip_origin:",
    "spirals": ":material/cyclone:",
    "xor": ":material/grid_view:",
    "blobs": ":material/bubble_chart:",
}
_STYLE = """
<style>
  .st-key-shape-side, .st-key-data-side, .st-key-pull-side, .st-key-weights-side,
  .st-key-fresh { gap: 0.4rem; }
  .st-key-verdict p { font-size: 0.92rem; line-height: 1.45; }
  .st-key-verdict { gap: 0.3rem; }
  .st-key-fresh [data-testid="stMetric"] { min-width: 5.2rem; }
  .st-key-fresh [data-testid="stMetricValue"] { font-size: 1.4rem; }
  .st-key-picture h3 { padding-top: 0; }
  .st-key-made-points { gap: 0 0.5rem; margin-bottom: -0.4rem; }
  @media (min-width: 1001px) {
    .stMain .stHorizontalBlock:has(> .stColumn .st-key-picture) {
      flex-wrap: nowrap;
      > .stColumn { min-width: 0; }
    }
  }
  @media (min-width: 641px) {
    .st-key-picture .stColumn .stHorizontalBlock { flex-wrap: nowrap; gap: 0.5rem; }
    .st-key-picture .stColumn .stColumn:last-child { min-width: 5.4rem; }
    .st-key-picture .stColumn .stColumn:first-child { min-width: 0; flex-shrink: 1; }
  }
  .st-key-shape-side [data-testid="stButtonGroup"] button,
  .st-key-pull-side [data-testid="stButtonGroup"] button {
    min-height: 1.75rem; padding: 0.05rem 0.5rem;
  }
  @media (max-width: 640px) {
    /* What is tried first stands above the picture it changes, all else below it. */
    .stColumn:has(> .stVerticalBlock > div > .st-key-shape-side),
    .stColumn:has(> .stVerticalBlock > div > .st-key-pull-side),
    .stColumn:has(> .stVerticalBlock > div > .st-key-shape-side) > .stVerticalBlock,
    .stColumn:has(> .stVerticalBlock > div > .st-key-pull-side) > .stVerticalBlock {
      display: contents;
    }
    div:has(> .st-key-shape-side) { order: -3; }
    div:has(> .st-key-pull-side) { order: -2; }
    .stColumn:has(> .stVerticalBlock > div > .st-key-picture) { order: -1; }
    .st-key-picture .stColumn:has(.st-key-figure-weighted_plane) { order: -1; }
  }
</style>
"""


def main() -> None:
    choice: PlaygroundChoice = page_record.read(PLAYGROUND, PlaygroundChoice())
    query = page_record.query(PLAYGROUND, choice, PlaygroundChoice())
    session_address.write_address(session.choice(), query)
    st.html(_STYLE)
    _head()
    address_notes.show()
    data, picture, weights = st.columns([21, 85, 21], gap="medium")
    with data.container(key="shape-side"):
        _shape()
    with data.container(key="data-side"):
        _data(choice)
    with weights.container(key="pull-side"):
        _pull()
    with weights.container(key="weights-side"):
        if choice.kernel == "gaussian":
            _steps("sigma", "σ, width of the kernel", SIGMAS)
        _slider("rounds", "Rounds of reweighting")
    try:
        solved = solved_of(choice)
    except InputError as problem:
        layout.error(problem)
        return
    with picture.container(key="picture"):
        round_bar.show(solved.trace, most=MAX_FRAMES)
        for place, chart in zip(st.columns(2, gap="small"), charts_of(choice), strict=True):
            with place:
                layout.show(chart)
    keys = {
        field.name: f"{PLAYGROUND}.{field.name}" for field in dataclasses.fields(PlaygroundChoice)
    }
    live_route.follow(
        PLAYGROUND,
        choice,
        chart_of,
        {name: name for name in layout.shown()},
        sliders=[keys[name] for name in keys if name not in _STEPS],
        steps=[keys[name] for name in _STEPS],
    )
    with weights.container(key="fresh"):
        _fresh(solved)
    with weights.container(key="verdict"):
        st.markdown(difference_sentence(solved))
        # Computed last, when the figures are already sent.
        st.caption(
            f"Uniform vote of trees that train on all {choice.points} points: "
            f"{accuracy_without_hold_out(choice):.1%}."
        )


def _head() -> None:
    """Show the title, and beside it how far a gain on these points can be trusted."""
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="made-points")
    row.title("What does reweighting do to the picture?", anchor=False, width="content")
    row.caption(MADE_POINTS, width="content")
    row.page_link("views/claims.py", label="See Claims", icon=":material/gavel:", width="content")


def _shape() -> None:
    st.pills(
        "Points",
        list(TEACHING_SETS),
        format_func=lambda name: f"{_ICONS.get(name, '')} {TEACHING_SETS[name].title}",
        key=page_record.key(PLAYGROUND, "shape"),
        required=True,
        help="  \n".join(f"**{kind.title}**: {kind.about}" for kind in TEACHING_SETS.values()),
    )


def _data(choice: PlaygroundChoice) -> None:
    _slider(
        "points", "How many",
        help="Half of them train the trees, the other half weigh them.",
    )  # fmt: skip
    _slider("noise", "Spread")
    _slider(
        "flipped", "Flipped labels", format="percent",
        help="Share of points that get the label of another class. Fresh points keep theirs.",
    )  # fmt: skip
    st.button(
        "New points",
        icon=":material/casino:",
        key="new_points",
        width="stretch",
        on_click=_new_points,
        help=f"Seed {choice.seed}; the same seed gives the same points and trees.",
    )
    _slider("depth", "Depth of the trees", help="1: stumps, which ask a single question.")
    _slider("members", "Trees")
    st.toggle("Trees' own boundaries", key=page_record.key(PLAYGROUND, "boundaries"))
    if choice.boundaries:
        _slider("member", "Which tree", help="0 shows all, on the right only those with weight.")


def _pull() -> None:
    st.pills(
        "Kernel",
        list(KERNELS),
        format_func=lambda name: KERNELS[name].title,
        key=page_record.key(PLAYGROUND, "kernel"),
        required=True,
    )
    _steps("lam", "λ, strength of diversity", LAMBDAS)


def _fresh(solved: Solved) -> None:
    """Show how good the votes are on fresh points."""
    n = solved.setup.fresh_oracle.n_rows
    st.markdown(f"**On {n:,} fresh points**")
    returned, uniform = solved.returned_fresh, solved.uniform_fresh
    row = st.container(horizontal=True)
    row.metric("L2DWK", f"{returned.accuracy:.1%}")
    row.metric("Uniform", f"{uniform.accuracy:.1%}")
    row.metric("Trees kept", f"{solved.trace.n_selected} of {solved.setup.n_members}")
    row.metric(
        "Diversity",
        f"{returned.diversity:.2f}",
        help=f"½(1 − mean m²) of the margins; {uniform.diversity:.2f} with equal weights.",
    )


def _slider(name: str, label: str, **more: Any) -> None:
    fields.slider(PLAYGROUND, name, label, **more)


def _steps(name: str, label: str, grid: tuple[float, ...]) -> None:
    """Show a slider over a list of values. A value that came with a link stays on it."""
    now = getattr(page_record.current(PLAYGROUND), name)
    options = sorted({*grid, *session.values_seen(f"{PLAYGROUND}.{name}", now)})
    st.select_slider(
        label, options, format_func=lambda value: f"{value:g}",
        key=page_record.key(PLAYGROUND, name),
    )  # fmt: skip


def _new_points() -> None:
    seed = page_record.current(PLAYGROUND).seed
    page_record.put(PLAYGROUND, seed=0 if seed >= MAX_SEED else seed + 1)


main()
