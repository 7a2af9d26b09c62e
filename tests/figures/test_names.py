"""One name a figure: the function that makes it, its files and its key on a page say the same."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from l2dwk_core import figures
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from pages.charts import run_charts
from pages.models import start_charts
from pages.models.paper import EXAMPLES, PaperChoice

MAKERS = {"Chart", "bar_chart", "curve_chart"}
"""Their first argument is the figure's name."""
FUNCTIONS = {
    node.name: node
    for path in sorted(Path(figures.__file__).parent.rglob("*.py"))
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef)
}


def name_in(function):
    """The name of the figure that a function makes; "" for one that makes none of a fixed name."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in MAKERS:
            first = call.args[0]
            return first.value if isinstance(first, ast.Constant) else ""
    return ""


NAMES = {key: name for key, function in FUNCTIONS.items() if (name := name_in(function))}


def fits(function, name):
    """The same words. One more in front may tell two pages' planes apart; figures of the Paper page
    all begin with "paper", and a function must not begin with "test"."""
    stem = function.removesuffix("_figure")
    return function != stem and (
        stem == name or stem.endswith(f"_{name}") or name in (f"paper_{stem}", f"test_{stem}")
    )


def test_every_function_that_returns_a_chart_is_looked_at():
    returning = {
        key
        for key, function in FUNCTIONS.items()
        if function.returns is not None and "Chart" in ast.unparse(function.returns)
    }
    assert returning - MAKERS == set(NAMES)


def test_what_does_not_fit_is_told():
    assert not fits("travel_figure", "plane")
    assert not fits("alpha_heatmap", "kernel_weights")
    assert not fits("weights_figure", "classifier_weights")
    assert not fits("pair_heatmap", "pair_heatmap")


@pytest.mark.parametrize("function", NAMES)
def test_a_function_is_named_after_its_figure(function):
    assert fits(function, NAMES[function])


def test_no_two_figures_have_one_name():
    # The planes of the Lab and of the Data page are never on one page.
    assert {name: n for name, n in Counter(NAMES.values()).items() if n > 1} == {"plane": 2}


def test_pages_know_figures_by_their_names():
    run = prepare_run("zoo", n_members=9, label_noise=0.3).solve(Settings(max_rounds=3))
    for key in run_charts.FIGURES:
        name, _, rows = key.partition(" ")
        assert run_charts.figure(run, key).name == name
        assert rows == "" or name == "plane"
    assert [key for key in run_charts.FIGURES if " " in key] == ["plane test", "plane weighting"]
    made = set(NAMES.values())
    assert {key.partition(" ")[0] for key in run_charts.FIGURES} <= made
    assert set(start_charts.FIGURES) <= made
    shown = [example.figure(PaperChoice()).name for example in EXAMPLES.values()]
    assert sorted(shown) == sorted(name for name in made if name.startswith("paper_"))
