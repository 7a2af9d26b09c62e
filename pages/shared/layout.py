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
from pages.shared.choice import Choice

_STYLE = """
<style>
  .block-container { padding: 3.6rem 2rem 3rem; max-width: 1500px; }
  [data-testid="stSidebarUserContent"] { padding-top: 0.5rem; }
  [data-testid="stSidebar"] [data-testid="stVerticalBlock"] { gap: 0.55rem; }
  .stMain h1 { font-size: 1.6rem; padding: 0 0 0.2rem; }
  .stMain h2 { font-size: 1.5rem; padding: 1.4rem 0 0.3rem; }
  .stMain h3 { font-size: 1.15rem; padding: 0.6rem 0 0.2rem; }
  [data-testid="stSidebarHeader"] { height: 2.2rem; margin-bottom: 0; }
  [data-testid="stMetricValue"] { font-size: 1.75rem; }
  [class*="st-key-wide"] { overflow-x: auto; }
  .katex-display { overflow-x: auto; overflow-y: hidden; padding: 0.15rem 0; }
  .st-key-words { position: fixed; top: 0.65rem; right: 3.4rem; width: auto; z-index: 999991; }
  [class*="st-key-start-"] button { min-height: 0; padding: 0.25rem 0.5rem; }
  .st-key-lesson { margin-top: 0.9rem; }
  @media (max-width: 640px) {
    .block-container { padding: 3.6rem 1rem 2rem; }
    [class*="st-key-wide"] > * { min-width: 720px; }
  }
</style>
"""
_CONFIG = {
    "displaylogo": False,
    # No figure holds a formula; a dollar sign is a dollar sign.
    "typesetMath": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}


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


def shown() -> dict[str, Chart]:
    """The figures on the page, by key; those in a fragment are replaced when it runs again."""
    return st.session_state.setdefault("shown", {})


def keep(chart: Chart) -> None:
    """A figure that belongs to the page and its report, but waits in a closed drawer."""
    shown()[chart.name] = chart


def show(
    chart: Chart,
    *,
    key: str | None = None,
    wide: bool = False,
    on_select: Callable[[], None] | None = None,
) -> None:
    """A figure under its title, how to read it, and its data as tables and CSV.

    ``wide``: several panels side by side, which on a phone scroll inside a frame of their own.
    ``on_select`` is called when points are chosen; ``selected`` then tells which.
    """
    key = key or chart.name
    shown()[key] = chart
    st.subheader(escaped(chart.title), anchor=False)
    with st.container(key=f"{'wide' if wide else 'plain'}.{key}"):
        st.plotly_chart(
            chart.figure,
            key=f"figure.{key}",
            config=_CONFIG | {"toImageButtonOptions": {"filename": chart.name, "scale": 2}},
            alt=chart.alternative,
            on_select=on_select or "ignore",
            selection_mode="points",
        )
    words, data = st.columns([5, 1], vertical_alignment="top")
    words.caption(f"**How to read this.** {chart.reading}")
    with data:
        _data(chart, key)


def selected(key: str) -> list[Any]:
    """What a figure's chosen points carry as ``customdata``."""
    points = st.session_state[f"figure.{key}"]["selection"]["points"]
    found = [point["customdata"] for point in points if "customdata" in point]
    return [value[0] if isinstance(value, list) else value for value in found]


def _data(chart: Chart, key: str) -> None:
    popover = st.popover("Data", key=f"data.{key}", on_change="rerun", width="stretch")
    with popover:
        # Tables are made and sent only when somebody looks.
        if not popover.open:
            return
        for title, table in chart.tables.items():
            frame = table()
            st.markdown(f"**{title.capitalize()}** · {counted(len(frame), 'line')}")
            st.dataframe(frame, height=220, hide_index=True)
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
            help="One file of 5 MB that opens without a network. The camera above the figure "
            "saves a picture (PNG).",
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
    st.markdown("  ·  ".join(parts))


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
