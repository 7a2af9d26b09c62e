"""How things look on every page: style, figures with their reading and data, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import streamlit as st

from l2dwk_core.figures import Chart
from l2dwk_core.figures.standalone import chart_document
from l2dwk_core.kernels import KERNELS
from l2dwk_core.pool_kinds import POOL_KINDS
from l2dwk_core.run_record import Run
from l2dwk_core.wording import counted
from pages.shared import figure_view
from pages.shared.choice import Choice
from pages.shared.packing import Ready, whole

_STYLE = """
<style>
  .block-container { padding: 3.6rem 2rem 3rem; max-width: 1500px; }
  [data-testid="stSidebarUserContent"] { padding-top: 0.5rem; }
  [data-testid="stSidebar"] [data-testid="stVerticalBlock"] { gap: 0.55rem; }
  /* Come from a page with controls, Streamlit keeps the sidebar for one that has none. On a phone
     the menu is in it. */
  .stApp:not(:has([data-testid="stSidebar"]
      :is([data-testid="stElementContainer"], [data-testid="stSidebarNav"])))
    :is([data-testid="stSidebar"], [data-testid="stExpandSidebarButton"]) { display: none; }
  .stMain h1 { font-size: 1.6rem; padding: 0 0 0.2rem; }
  .stMain h2 { font-size: 1.5rem; padding: 1.4rem 0 0.3rem; }
  .stMain h3 { font-size: 1.15rem; padding: 0.6rem 0 0.2rem; }
  .st-key-seed-and-trees { flex-wrap: nowrap; }
  .st-key-seed-and-trees > div { flex: 1 1 0; min-width: 0; }
  [data-testid="stSidebarHeader"] { height: 2.2rem; margin-bottom: 0; }
  [data-testid="stMetricValue"] { font-size: 1.75rem; }
  /* Streamlit writes white on the primary colour, which in the dark theme is light. */
  .stMultiSelect [data-tag], [data-testid="stBaseButton-primary"] {
    color: light-dark(#ffffff, #11171c) !important; }
  .l2dwk-card h3 { font-size: 1.15rem; font-weight: 600; line-height: 1.25; margin: 0;
    padding: 0.6rem 0 0.9rem; }
  .l2dwk-frame.wide { overflow-x: auto; }
  .l2dwk-figure { contain: layout paint style; }
  .l2dwk-figure:fullscreen { background: var(--st-background-color); }
  .l2dwk-words { display: flex; gap: 1rem; justify-content: space-between;
    align-items: flex-start; margin-top: 0.6rem; }
  .l2dwk-words p { margin: 0; font-size: 0.875rem; line-height: 1.6; opacity: 0.75; }
  .l2dwk-words button { flex: none; font: inherit; font-size: 0.875rem; color: inherit;
    background: none; border: 1px solid rgba(138, 151, 163, 0.4); border-radius: 0.5rem;
    padding: 0.3rem 0.75rem; cursor: pointer; }
  .l2dwk-words button:hover, .l2dwk-words button:focus-visible {
    color: var(--st-primary-color); border-color: var(--st-primary-color); outline: none; }
  .l2dwk-touch { display: none; }
  /* Without a pointer that hovers, a tap would lay the tool bar over the figure for good. */
  @media (hover: none) {
    .l2dwk-figure .modebar { display: none; }
    .l2dwk-touch:not([hidden]) { display: block; }
    .l2dwk-words { flex-wrap: wrap; justify-content: flex-start; }
    .l2dwk-words p { flex: 0 0 100%; }
  }
  /* Numbers of the value before, while a slider is still held. */
  .l2dwk-ahead :is(.st-key-formula, .st-key-fresh, .st-key-verdict, .st-key-headline,
    .st-key-run-line, .st-key-round-bar) {
    opacity: 0.35; transition: opacity 0.15s; }
  .st-key-formula { min-height: 9.5rem; }
  .st-key-figures_library, .st-key-live_figures { display: none; }
  div:has(> .st-key-round-bar) { position: sticky; top: 3.6rem; z-index: 90; }
  @media (min-width: 900px) and (min-height: 640px) {
    /* What to look for stays in sight; the round bar then stops below it (round_bar.js). */
    div:has(> .st-key-lesson) { position: sticky; top: 3.4rem; z-index: 91;
      padding: 0.4rem 0; background: light-dark(#ffffff, #11171c); }
  }
  .st-key-round-bar {
    padding: 0.55rem 0 0.35rem; border-bottom: 1px solid rgba(138, 151, 163, 0.3); }
  .katex-display { overflow-x: auto; overflow-y: hidden; padding: 0.15rem 0; }
  .st-key-corner { position: fixed; top: 0.65rem; right: 3rem; width: auto; z-index: 999991;
    flex-wrap: nowrap; gap: 0.4rem; }
  .st-key-corner > *, .st-key-words { width: auto; flex: none; }
  .st-key-words button { padding: 0.25rem 0.5rem; }
  /* The menu ends where they begin. */
  @media (min-width: 768px) { [data-testid="stToolbar"] { padding-right: 11.5rem; } }
  /* On a phone the open sidebar has its own button where they are. */
  @media (max-width: 767px) {
    .stApp:has([data-testid="stSidebar"][data-collapsed="false"]) .st-key-corner { display: none; }
  }
  /* Beside the menu there is room for the sign alone; see copy_link.css. */
  @media (min-width: 768px) and (max-width: 1135px) { .st-key-corner { --copy-words: none; } }
  @media (min-width: 768px) and (max-width: 1450px) {
    .stApp:has([data-testid="stSidebar"][data-collapsed="false"]) .st-key-corner {
      --copy-words: none; }
  }
  .st-key-start-head { row-gap: 0; }
  .st-key-start-head h1 { padding-bottom: 0; }
  .st-key-own-ready { padding-top: 0.4rem; }
  [class*="st-key-start-"] button { min-height: 0; padding: 0.25rem 0.5rem; }
  [class*="st-key-next-"] button { min-height: 0; padding: 0.25rem 0.5rem; }
  :is(.st-key-lesson, .st-key-lesson-elsewhere) { padding: 0.55rem 1rem 0.7rem; gap: 0.45rem; }
  .st-key-lesson-buttons { gap: 0.2rem 0.5rem; }
  .st-key-lesson-buttons [data-testid="stElementContainer"]:has(h3) { flex: 1 1 20rem; }
  :is(.st-key-lesson, .st-key-lesson-elsewhere) h3 { padding: 0.2rem 0; font-size: 1.05rem; }
  :is(.st-key-lesson, .st-key-lesson-elsewhere) button { min-height: 0; padding: 0.25rem 0.6rem; }
  :is(.st-key-lesson, .st-key-lesson-elsewhere) [data-testid="stMarkdown"] p {
    font-size: 0.95rem; line-height: 1.45; }
  @media (max-width: 640px) {
    .block-container { padding: 3.6rem 1rem 2rem; }
    .l2dwk-frame.wide > * { min-width: 720px; }
  }
</style>
"""
_WEIGHTING = {
    "hold_out": "{} held-out rows weigh them",
    "out_of_bag": "{} rows each weigh the members that did not draw them",
    "training": "the same {} rows weigh them",
    "bootstrap": "{} rows drawn from these weigh them",
}
_SYMBOLS = {"sigma": "σ", "degree": "d", "constant": "c"}


def style() -> None:
    """The application's style sheet; once a run, before anything is shown."""
    st.html(_STYLE)
    st.session_state["shown"] = {}


def shown() -> dict[str, Chart | Ready]:
    """The figures on the page, by key; those in a fragment are replaced when it runs again."""
    return st.session_state.setdefault("shown", {})


def keep(figure: Chart | Ready) -> None:
    """A figure that belongs to the page and its report, but waits in a closed drawer."""
    shown()[figure.name] = figure


def show(
    figure: Chart | Ready,
    *,
    key: str | None = None,
    wide: bool = False,
    on_pick: Callable[[], None] | None = None,
) -> None:
    """A figure under its title, how to read it, and its data as tables and CSV.

    ``wide``: several panels side by side, which on a phone scroll inside a frame of their own.
    ``on_pick`` is called when a point is clicked; ``picked`` then tells which.
    """
    key = key or figure.name
    if not shown():
        figure_view.library()
    shown()[key] = figure
    figure_view.show(
        figure,
        key=f"figure.{key}",
        wide=wide,
        on_data=partial(st.session_state.__setitem__, "data of", key),
        on_pick=on_pick,
    )
    if st.session_state.get("data of") == key:
        del st.session_state["data of"]
        _data(whole(figure), key)


def picked(key: str) -> Any:
    """What the clicked point of a figure carries as ``customdata``."""
    return figure_view.picked(f"figure.{key}")


@st.dialog("Data of the figure", width="large", icon=":material/table:")
def _data(chart: Chart, key: str) -> None:
    st.markdown(f"**{escaped(chart.title)}**")
    for title, table in chart.tables.items():
        frame = table()
        st.markdown(f"{title.capitalize()} · {counted(len(frame), 'line')}")
        st.dataframe(frame, height=min(320, 38 + 35 * len(frame)), hide_index=True)
        st.download_button(
            "Download CSV",
            frame.to_csv(index=False),
            file_name=f"{title.replace(' ', '_')}.csv",
            mime="text/csv",
            key=f"csv.{key}.{title}",
            on_click="ignore",
        )
    st.download_button(
        "Figure as interactive HTML",
        partial(chart_document, chart),
        file_name=f"{chart.name}.html",
        mime="text/html",
        key=f"html.{key}",
        on_click="ignore",
        help="One file of 5 MB that opens without a network. The camera above the figure, on a "
        "touch screen the button Picture below it, saves a picture (PNG).",
    )


def run_line(run: Run, choice: Choice) -> None:
    """One line on what is shown, for somebody who looks up at the projector."""
    prepared = run.prepared
    kernel = KERNELS[choice.kernel]
    values = [f"{_SYMBOLS[name]} = {getattr(choice, name):g}" for name in kernel.parameters]
    parts = [
        f"**{prepared.dataset.name}**",
        f"{counted(len(prepared.training_rows), 'row')} train {counted(run.n_members, 'member')} "
        f"({POOL_KINDS[prepared.recipe.pool].label})",
        _WEIGHTING[prepared.recipe.oracle].format(len(prepared.weighting_rows)),
        f"{counted(len(prepared.test_rows), 'row')} test",
        f"**{kernel.title} kernel**" + (f" ({', '.join(values)})" if values else ""),
        f"**λ = {choice.lam:g}**",
    ]
    st.container(key="run-line").markdown("  ·  ".join(parts))


def notes(lines: Iterable[str]) -> None:
    """One-line remarks, each in its own box."""
    for line in lines:
        st.warning(escaped(line), icon=":material/info:")


def error(problem: object) -> None:
    """A diagnosis, as it is."""
    st.error(escaped(str(problem)), icon=":material/error:")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: a user's own words may hold any sign."""
    for sign in "\\`*_{}[]<>#|~$":
        text = text.replace(sign, f"\\{sign}")
    return text
