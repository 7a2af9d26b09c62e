"""The Paper page: every counter-example opens, moves and survives its address."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from l2dwk_core.datasets import DATASETS
from l2dwk_core.paper import EQUATIONS
from pages.models.paper import PaperChoice
from tests import page_apps as apps

EXAMPLES = sorted({e.example for e in EQUATIONS if e.example})
# A slider of each example, and another value for it.
MOVES: dict[str, tuple[str, Any]] = {
    "a": ("a_sigma", 2.0), "b": ("b_lam", 1.0), "c": ("c_copies", 10), "d": ("d_rounds", 3),
    "e": ("e_plural", 3), "f": ("f_error", 0.75), "g": ("g_lam", 5.0), "h": ("h_constant", 0.5),
    "i": ("i_members", 101), "k": ("k_lam", 3.0), "l": ("l_position", 0.25), "m": ("m_rows", 20),
}  # fmt: skip


def _open(**choices: str) -> AppTest:
    query = {name if name == "v" else f"paper.{name}": words for name, words in choices.items()}
    app = apps.open_page("paper.py", **query)
    apps.check(app)
    return app


def _address(app: AppTest) -> dict[str, str]:
    return {name.removeprefix("paper."): words for name, words in apps.address(app).items()}


def _titles(app: AppTest) -> list[str]:
    return [*apps.titles(app).splitlines(), *(s.value.replace("\\", "") for s in app.subheader)]


def test_all_equations_are_shown_and_the_filter_leaves_its_own():
    app = _open(v="1")
    assert len(app.get("button")) == sum(bool(e.example) for e in EQUATIONS)
    assert not apps.figures(app)
    for verdict in ("exact", "defect", "reading"):
        app = _open(v="1", show=verdict)
        text = "\n".join(m.value for m in app.markdown)
        for e in EQUATIONS:
            assert (f"**{e.title}**" in text) == (e.verdict == verdict), e.key


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_counter_example_opens_moves_and_comes_back(example):
    assert set(MOVES) == set(EXAMPLES)
    app = _open(v="1", example=example)
    assert len(apps.figures(app)) == 1
    before, data = _titles(app)[0], apps.figures(app)[0]["data"]
    name, value = MOVES[example]
    app.slider(key=f"paper.{name}").set_value(value).run()
    assert not app.exception
    assert _titles(app)[0] != before
    assert apps.figures(app)[0]["data"] != data
    query = _address(app)
    assert query == {"v": "1", "example": example, name: str(value)}
    again = _open(**query)
    assert _titles(again)[0] == _titles(app)[0]
    same = [apps.figures(a)[0]["data"] for a in (app, again)]
    assert same[0] == same[1]


def test_an_example_opens_where_its_button_is_and_closes():
    app = _open(v="1")
    button = next(b for b in app.button if b.key == "try.weighted_kernel")
    button.click().run()
    assert _address(app)["example"] == "weighted_kernel"
    labels = {b.key: b.label for b in app.button}
    assert labels["try.weighted_kernel"] == "Close"
    assert labels["try.gausskernal"] != "Close"
    next(b for b in app.button if b.key == "try.weighted_kernel").click().run()
    assert not apps.figures(app)
    assert "example" not in _address(app)


def test_a_refused_kernel_is_one_line():
    app = _open(v="1", example="a", a_kernel="polynomial", a_degree="2", a_constant="0.0")
    assert len(app.error) == 1
    assert "objective constant" in app.error[0].value
    app.slider(key="paper.a_constant").set_value(1.0).run()
    assert not app.error and apps.figures(app)


def test_tables_list_the_differences_and_the_data():
    app = _open(v="1", show="reading")
    frame = app.table[0].value
    assert len(frame) == 6
    off = [f for f in DATASETS.values() if f.difference]
    assert len(app.dataframe[0].value) == len(off)
    assert f"{len(off)} of 32 lines of the data table are off" in _titles(app)


def test_every_paper_choice_belongs_to_an_example():
    for f in fields(PaperChoice):
        if f.name not in ("show", "example"):
            assert f.name[0] in EXAMPLES
