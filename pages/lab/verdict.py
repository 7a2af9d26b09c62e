"""The verdict of the Lab: three votes, a line each, that follow a slider before it is let go."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from l2dwk_core.runs.run import Run
from pages.charts import packing, run_charts

_HERE = Path(__file__)
_VERDICT = st.components.v2.component(
    "l2dwk_verdict",
    html=_HERE.with_suffix(".html").read_text(encoding="utf-8"),
    css=_HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=_HERE.with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,  # a screen reader hears of a change in the page itself
)


def show(run: Run) -> None:
    """Show the verdict on this run, and how many settings the Lab has shown on its test rows."""
    packed = run_charts.packed_verdict(run)
    with st.container(key="headline"):
        _VERDICT(key="lab_verdict", data=packing.unpacked(packed.sent))
