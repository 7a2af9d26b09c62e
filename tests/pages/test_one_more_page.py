"""A view and its record, and nothing else: a page with choices of its own is found everywhere.

The test puts them into a copy of the program; this file is then run there, as a script, and looks.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.copied_program import copied, run

CONFORMANCE = ("test_address.py", "test_pages.py")
MODEL = '''"""What the Coins page lets a reader choose."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.start.majority import majority_vote_figure
from pages.choices.field_rules import number, option

PAGE = "coins"


@dataclass(frozen=True)
class CoinsView:
    """How many coins are thrown, and of what they are."""

    throws: int = number(10, 1, 50, label="Throws")
    metal: str = option("gold", ("gold", "iron"), "Metal")


def chart_of(choice: CoinsView, name: str) -> Chart | None:
    """Return the figure when it has this name."""
    chart = majority_vote_figure(choice.throws / 50)
    return chart if chart.name == name else None
'''
VIEW = '''"""Coins: how often heads come."""

from __future__ import annotations

import streamlit as st

from pages.charts import layout
from pages.live import live_route
from pages.models.coins import PAGE, CoinsView, chart_of
from pages.state import page_record, session, session_address
from pages.widgets import address_notes, fields

MENU_ICON, MENU_PLACE = ":material/paid:", 45


def main() -> None:
    view = page_record.read(PAGE, CoinsView())
    st.title("How often do heads come?", anchor=False)
    address_notes.show()
    fields.slider(PAGE, "throws")
    st.selectbox("Metal", ["gold", "iron"], key=page_record.key(PAGE, "metal"))
    st.markdown(f"{view.throws} coins of {view.metal}")
    chart = chart_of(view, "majority_vote")
    layout.show(chart)
    figures = {chart.name: chart.name}
    live_route.follow(PAGE, view, chart_of, figures, sliders=[page_record.key(PAGE, "throws")])
    session_address.write_address(session.choice(), page_record.query(PAGE, view, CoinsView()))


main()
'''


@pytest.mark.slow
def test_a_view_and_its_record_add_a_page(tmp_path):
    copied(tmp_path, "tests", "pyproject.toml")
    (tmp_path / "pages" / "models" / "coins.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "pages" / "views" / "coins.py").write_text(VIEW, encoding="utf-8")
    done = run(tmp_path, tmp_path / "tests" / "pages" / Path(__file__).name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("All was found.\n")

    files = [f"tests/pages/{name}" for name in CONFORMANCE]
    chosen = "(coins or CoinsView or in_the_menu) and not odd"
    done = run(tmp_path, "-m", "pytest", "-n", "0", "-vv", "-k", chosen, *files,
               "tests/test_import_directions.py")  # fmt: skip
    assert done.returncode == 0, done.stdout
    for name in (
        "test_every_bad_field_is_named_and_the_page_runs[CoinsView-too high]",
        "test_the_ends_of_every_range_are_taken[CoinsView]",
        "test_names_that_mean_nothing_are_said_on_every_page[coins.py]",
        "test_page_opens_with_defaults[coins.py]",
        "test_views_are_all_in_the_menu",
    ):
        assert any(name in line and "PASSED" in line for line in done.stdout.splitlines()), name


def pages_show_it() -> None:
    from pages.charts import packing
    from pages.live import chart_registry
    from pages.runtime import menu
    from tests import page_apps as apps

    assert [entry.title for entry in menu.entries()][3:6] == ["Lessons", "Coins", "Sweep"]

    app = apps.open_page("coins.py", v="1", **{"coins.throws": "7"})
    apps.check(app)
    assert "7 coins of gold" in apps.said(app)
    assert apps.address(app) == {"v": "1", "coins.throws": "7"}
    app.selectbox(key="coins.metal").set_value("iron").run()
    apps.check(app)
    assert "7 coins of iron" in apps.said(app)
    assert apps.address(app) == {"v": "1", "coins.throws": "7", "coins.metal": "iron"}

    moved = packing.unpacked(chart_registry.packed("coins", "majority_vote", {"coins.throws": "7"}))
    assert [moved] == apps.figures(app)
    other = packing.unpacked(
        chart_registry.packed("coins", "majority_vote", {"coins.throws": "40"})
    )
    assert other["data"] != moved["data"]

    app = apps.open_page("coins.py", v="1", **{"coins.throws": "99"})
    apps.check(app)
    note = "Throws (coins.throws) is '99'; allowed is a whole number from 1 to 50."
    assert f"{note} Used instead: 10." in apps.said(app)


if __name__ == "__main__":
    pages_show_it()
    sys.stdout.write("All was found.\n")
