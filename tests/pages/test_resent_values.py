"""A run that follows another by itself gives controls their values once more, as the browser may
never have shown the run before."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests import page_apps as apps

SHELL = Path(__file__).resolve().parents[2] / "pages" / "shell.py"


@pytest.mark.parametrize(
    ("unasked", "unseen", "told"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_values_are_told_again_only_where_the_run_before_may_be_unseen(unasked, unseen, told):
    app = AppTest.from_file(str(SHELL), default_timeout=30).run()
    app.query_params.update({"v": "1", "compare.folds": "3"})
    app.switch_page("views/compare.py").run()
    app.run()
    assert not app.slider(key="compare.folds").proto.set_value
    app.session_state["automatic_rerun"], app.session_state["maybe_undelivered"] = unasked, unseen
    app.run()
    slider = app.slider(key="compare.folds")
    assert (slider.proto.set_value, slider.value) == (told, 3)


@pytest.mark.parametrize("view", apps.VIEWS)
def test_every_page_can_tell_its_values_again(view):
    app = apps.trained(apps.open_page(view, v="1", dataset="zoo"))
    for _ in range(2):  # what is trained unasked, without a run in between
        app.session_state["automatic_rerun"] = app.session_state["maybe_undelivered"] = True
        app.run()
        assert not app.exception, [e.value for e in app.exception]
        assert app.session_state["resend_values"]
