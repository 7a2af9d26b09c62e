"""What all pages look like: the style sheet, figures with their texts and data, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from l2dwk_core.common.text import counted, short_name
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.standalone import chart_document
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.run import Run
from pages.charts import chart_component, file_source
from pages.charts.file_on_demand import file_on_demand
from pages.charts.markdown import escaped
from pages.charts.packing import PackedChart, whole
from pages.choices.choice import Choice
from pages.state import session

_STYLE = f"<style>{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>"
_WEIGHTING = {
    "hold_out": "{} held-out rows weigh them",
    "out_of_bag": "{} rows each weigh the members that did not draw them",
    "out_of_fold": "votes out of fold on the same {} rows weigh them",
    "training": "the same {} rows weigh them",
    "bootstrap": "{} rows drawn from these weigh them",
}


def style() -> None:
    """Add the application's style sheet. Call it once a run, before anything is shown."""
    st.html(_STYLE)
    st.session_state["shown"] = {}
    file_source.begin()


def shown() -> dict[str, Chart | PackedChart]:
    """Return the figures on the page by their keys. A fragment that runs again replaces its own."""
    figures: dict[str, Chart | PackedChart] = st.session_state.setdefault("shown", {})
    return figures


def keep(figure: Chart | PackedChart) -> None:
    """Add a figure of a closed drawer to the page's figures, so that the report has it."""
    shown()[figure.name] = figure


def show(
    figure: Chart | PackedChart,
    *,
    key: str | None = None,
    wide: bool = False,
    on_pick: Callable[[], None] | None = None,
) -> None:
    """Show a figure under its title, with how to read it and its data as tables and CSV.

    ``wide``: the figure has several panels side by side; on a phone they scroll in a frame. Its
    layout's ``meta["least_width"]`` says below how many pixels.
    ``on_pick`` is called when the reader clicks a point; ``picked`` then tells which.
    """
    key = key or figure.name
    if not shown():
        chart_component.library()
    shown()[key] = figure
    chart_component.show(
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
    """Return the ``customdata`` of the point of a figure that was clicked."""
    return chart_component.picked(f"figure.{key}")


@st.dialog("Data of the figure", width="large", icon=":material/table:")
def _data(chart: Chart, key: str) -> None:
    st.markdown(f"**{escaped(chart.title)}**")
    for title, table in chart.tables.items():
        frame = table()
        st.markdown(f"{title.capitalize()} · {counted(len(frame), 'line')}")
        st.dataframe(frame, height=min(320, 38 + 35 * len(frame)), hide_index=True)
        st.download_button(
            "Download CSV",
            file_source.csv_file(frame),
            file_name=file_source.file_name(title, "csv"),
            mime="text/csv",
            key=f"csv.{key}.{title}",
            on_click="ignore",
        )
    st.download_button(
        "Figure as interactive HTML",
        file_on_demand(partial(chart_document, chart)),
        file_name=file_source.file_name(chart.name, "html"),
        mime="text/html",
        key=f"html.{key}",
        on_click="ignore",
        help="One file of 5 MB that opens without a network. The camera above the figure, on a "
        "touch screen the button Picture below it, saves a picture (PNG).",
    )


def run_line(run: Run, choice: Choice) -> None:
    """Show in one line what the run is made of. Choices that a link hides are left out."""
    hidden = session.view().hide
    prepared = run.prepared
    kernel = KERNELS[choice.kernel]
    values = [
        f"{SETTING_FACTS[name].symbol} = {getattr(choice, name):g}"
        for name in kernel.parameters
        if name not in hidden
    ]
    parts = [
        f"**{escaped(short_name(prepared.dataset.name))}**",
        *_made_of(run),
        f"{counted(len(prepared.test_rows), 'row')} test",
    ]
    if "kernel" not in hidden:
        parts.append(f"**{kernel.title} kernel**" + (f" ({', '.join(values)})" if values else ""))
    if "lam" not in hidden:
        parts.append(f"**λ = {choice.lam:g}**")
    st.container(key="run-line").markdown("  ·  ".join(parts))
    notes(prepared.pool.left_out)


def _made_of(run: Run) -> tuple[str, str]:
    """Return who votes, and which rows weigh them."""
    prepared, members = run.prepared, counted(run.n_members, "member")
    n_weighting = len(prepared.weighting_rows)
    if prepared.recipe.pool.kind == GIVEN:
        return f"the votes of {counted(run.n_members, 'model')}", f"{n_weighting} rows weigh them"
    return (
        f"{counted(len(prepared.training_rows), 'row')} train {members} "
        f"({POOL_KINDS[prepared.recipe.pool.kind].label})",
        _WEIGHTING[prepared.recipe.weighting].format(n_weighting),
    )


def notes(lines: Iterable[str]) -> None:
    """Show each remark in a box of its own."""
    for line in lines:
        st.warning(escaped(line), icon=":material/info:")


def error(problem: object) -> None:
    """Show the message of an error. One with ``problems`` gets a line for each."""
    lines = getattr(problem, "problems", (str(problem),))
    st.error("  \n".join(map(escaped, lines)), icon=":material/error:")
