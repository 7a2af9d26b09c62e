"""The reference for dashboard.py: a page that does everything again whenever a slider moves.

It shows the same run as the Lab the way one would first write it: one script, cached training, a
heatmap of at most 1,000 rows, bars of the classifier weights, margins and the plane of pairs.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import PreparedRun, Run


@st.cache_resource
def trained(dataset: str) -> PreparedRun:
    """Members and their votes, once for all sessions."""
    return prepare_run(dataset)


def show(run: Run) -> None:
    """Four figures of one run."""
    trace = run.trace
    last = trace.rounds[trace.returned_round - 1]
    st.plotly_chart(go.Figure(go.Heatmap(z=trace.alphas.T[:1000])), key="alpha")
    st.plotly_chart(go.Figure(go.Bar(y=np.sort(trace.weights)[::-1])), key="weights")
    st.plotly_chart(go.Figure(go.Histogram(x=last.margins)), key="margins")
    cloud, path = run.pair_cloud("test"), run.path("test")
    st.plotly_chart(
        go.Figure(
            [
                go.Scatter(x=cloud.disagreement, y=cloud.accuracy, mode="markers"),
                go.Scatter(x=path.diversity, y=path.accuracy, mode="lines+markers"),
            ]
        ),
        key="plane",
    )
    st.metric("Test accuracy", f"{run.accuracy.l2dwk.accuracy:.1%}")


dataset = st.query_params["dataset"]
lam = st.slider("λ", 0.1, 10.0, 1.0, 0.05, key="lam")
round_shown = st.slider("round", 1, 30, 1, key="round")
run = trained(dataset).solve(Settings(kernel="gaussian", lam=lam))
show(run)
st.bar_chart(run.trace.rounds[min(round_shown, len(run.trace.rounds)) - 1].weights)
