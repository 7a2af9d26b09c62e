"""A page's own record outlives what Streamlit does to its widgets."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from pages.models.sweep import PAGE, PATH_SHAPES, SweepView
    from pages.state import page_record

    record = page_record.read(PAGE, SweepView())
    st.write(record.path_shape)
    key = page_record.key(PAGE, "path_shape")
    st.segmented_control("Shape", list(PATH_SHAPES), key=key, required=True)


def test_a_widget_that_comes_back_empty_keeps_its_value():
    app = AppTest.from_function(_page, default_timeout=60).run()
    app.session_state["sweep.path_shape"] = "lines"
    assert app.run().markdown[0].value == "lines"
    app.session_state["sweep.path_shape"] = None
    app.run()
    assert not app.exception
    assert app.markdown[0].value == "lines"
    assert app.session_state["sweep.path_shape"] == "lines"
