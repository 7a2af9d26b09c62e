"""Three voters: exact chances, drawn questions, and the Start page that shows them."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from l2dwk_core.common.errors import InputError
from l2dwk_core.demos.three_voters import PATTERNS, three_voters
from l2dwk_core.figures.start.majority import majority_accuracy
from l2dwk_core.figures.start.three_voters import three_voters_figure, voters_plane_figure
from l2dwk_core.figures.start.vote_formula import vote_formula
from tests import page_apps as apps

GRID = list(itertools.product((0.0, 0.35, 0.5, 0.6, 2 / 3, 0.8, 1.0), (-1, -0.4, 0, 0.3, 1)))


@pytest.mark.parametrize(("p", "t"), GRID)
def test_every_voter_stays_as_accurate_and_chances_are_chances(p, t):
    voters = three_voters(p, t)
    assert voters.chances.min() >= 0
    assert voters.chances.sum() == pytest.approx(1)
    chances = voters.pattern_chances
    for voter in range(3):
        assert chances[PATTERNS[:, voter]].sum() == pytest.approx(p)
    for i, j in itertools.combinations(range(3), 2):
        apart = chances[PATTERNS[:, i] != PATTERNS[:, j]].sum()
        assert apart == pytest.approx(voters.disagreement)
    assert chances[PATTERNS.sum(axis=1) >= 2].sum() == pytest.approx(voters.vote)


@pytest.mark.parametrize(("p", "t"), GRID)
def test_formula_comes_to_the_chance_it_states(p, t):
    voters = three_voters(p, t)
    head, *sums = vote_formula(voters).split("&= ")
    code = re.sub(r"_\{\\text\{[a-z ]+\}\}", "", "".join(sums).replace(r"\end{aligned}", ""))
    for mark, sign in ((r"\underbrace", ""), (r"\cdot", "*"), (r"\\&\quad", ""), ("^", "**")):
        code = code.replace(mark, sign)
    value = eval(code.replace("{", "(").replace("}", ")"))
    assert f"{{{100 * voters.vote:.1f}\\%}}" in head
    assert value == pytest.approx(voters.vote, abs=0.03)  # two digits are printed


@pytest.mark.parametrize("p", [0.35, 0.5, 0.6, 0.9])
def test_copies_and_independence(p):
    assert three_voters(p, 1).vote == pytest.approx(p)
    assert three_voters(p, 1).disagreement == pytest.approx(0)
    assert three_voters(p, 0).vote == pytest.approx(p**3 + 3 * p**2 * (1 - p))
    assert three_voters(p, 0).disagreement == pytest.approx(2 * p * (1 - p))


@pytest.mark.parametrize("p", [0.35, 0.5, 0.6, 2 / 3, 0.9])
def test_kept_apart_is_the_largest_disagreement_there_is(p):
    """Against a linear program over all eight patterns with the same accuracies."""
    from scipy.optimize import linprog

    pairs = list(itertools.combinations(range(3), 2))
    gain = sum((PATTERNS[:, i] != PATTERNS[:, j]).astype(float) for i, j in pairs) / 3
    equal = np.vstack([np.ones(8), PATTERNS.T])
    best = linprog(-gain, A_eq=equal, b_eq=[1, p, p, p], bounds=(0, 1))
    voters = three_voters(p, -1)
    assert voters.disagreement == pytest.approx(-best.fun)
    assert voters.vote == pytest.approx(min(1.0, 3 * p - 1))


@pytest.mark.parametrize(
    ("p", "t", "said"), [(1.2, 0, "accuracy is 1.2"), (0.5, 2, "overlap is 2")]
)
def test_out_of_range(p, t, said):
    with pytest.raises(InputError, match=said):
        three_voters(p, t)


def test_strips_are_as_wide_as_the_chances():
    voters = three_voters(0.6, 0)
    chart = three_voters_figure(voters)
    strip = chart.figure.data[0]
    width = np.diff(np.asarray(strip.x, float))
    table = np.asarray(strip.z, float)
    for row in range(3):
        assert width[table[row] == 1].sum() == pytest.approx(0.6)
    assert width[table[4] == 1].sum() == pytest.approx(0.648)
    assert "the vote on 64.8%" in chart.title
    assert len(strip.y) == len(table) + 1


def test_plane_shows_the_walk_and_says_what_is_gained():
    voters = three_voters(0.7, 0.25)
    chart = voters_plane_figure(voters)
    point = chart.figure.data[-1]
    assert (point.x[0], point.y[0]) == (voters.disagreement, voters.vote)
    walk = next(t for t in chart.figure.data if t.name == "voters right on 70%")
    table = chart.tables["accuracy and diversity"]()
    np.testing.assert_allclose(walk.y, table["vote_accuracy"])
    np.testing.assert_allclose(
        table["vote_accuracy"], [three_voters(0.7, t).vote for t in table["overlap"]]
    )
    assert chart.title == f"The vote gains {100 * (voters.vote - 0.7):.1f} points over one voter"
    assert voters_plane_figure(three_voters(0.7, 1)).title == "The vote is no better than one voter"
    assert "loses" in voters_plane_figure(three_voters(0.4, 0)).title


def _open(**query: str) -> AppTest:
    app = apps.open_page("start.py", **query)
    apps.check(app)
    return app


def test_start_page_sliders_move_figures_formula_and_address():
    app = _open()
    assert "the vote on 64.8%" in apps.titles(app)
    assert "64.8" in app.latex[0].value
    app.slider(key="start.accuracy").set_value(80).run()
    app.slider(key="start.overlap").set_value(-50).run()
    voters = three_voters(0.8, -0.5)
    assert f"the vote on {voters.vote:.1%}" in apps.titles(app)
    assert f"{100 * voters.vote:.1f}" in app.latex[0].value
    query = apps.address(app)
    assert query == {"v": "1", "start.accuracy": "80", "start.overlap": "-50"}
    again = _open(**query)
    assert apps.titles(again) == apps.titles(app)
    specs = [[figure["data"] for figure in apps.figures(a)] for a in (app, again)]
    assert specs[0] == specs[1]


def test_start_page_names_a_bad_address():
    app = _open(**{"v": "1", "start.accuracy": "20", "start.overlap": "much"})
    said = "\n".join(w.value for w in app.warning).replace("\\", "")
    assert "(start.accuracy) is '20'; allowed is a whole number from 35 to 95" in said
    assert "(start.overlap) is 'much'; allowed is a whole number" in said
    assert "the vote on 64.8%" in apps.titles(app)


@pytest.mark.parametrize("percent", [35, 40, 49, 50, 51, 60, 95])
def test_start_page_says_what_the_numbers_say_at_every_accuracy(percent):
    """Below one half independence outvotes right answers, not mistakes."""
    p = percent / 100
    app = _open(**{"v": "1", "start.accuracy": str(percent)})
    said = "\n".join(figure["reading"] for figure in apps.figures(app))
    more = majority_accuracy(np.array([3, 51]), p)
    assert ("mistakes are mostly outvoted" in said) == (more[1] > more[0] > p)
    assert ("right answers are mostly outvoted" in said) == (more[1] < more[0] < p)
    assert ("outvoted equally often" in said) == (abs(more - p).max() < 1e-9)
    apart, copies = three_voters(p, -1).vote, three_voters(p, 1).vote
    assert ("move up along their line" in said) == (apart > copies + 1e-9)
    assert ("the line falls" in said) == (apart < copies - 1e-9)
    independent = three_voters(p, 0).pattern_chances
    alone = independent[PATTERNS.sum(axis=1) == 1].sum()
    assert f"outvoted as well: on {alone:.1%}" in said.replace("\\", "")
