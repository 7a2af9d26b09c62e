"""Figures of a study show its table, and their words claim no more than the statistics say."""

from __future__ import annotations

import numpy as np

from l2dwk_core.figures.compare.critical_difference import critical_difference_figure
from l2dwk_core.figures.compare.kept_and_gain import kept_and_gain_figure
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.compare.rank_map import accuracy_table, rank_map_figure
from l2dwk_core.figures.compare.two_methods import (
    differences_table,
    two_methods_figure,
    verdict_table,
)
from l2dwk_core.figures.palette import UNIFORM as UNIFORM_COLOUR
from l2dwk_core.study.ranked_methods import ranked_methods
from l2dwk_core.study.shipped_study import SHIPPED
from l2dwk_core.study.two_methods import two_methods
from tests.three_methods import METHODS, alternating, made_table

UNIFORM, WEIGHTED, SINGLE = METHODS
THREE = {"a": (40, 30, 20), "b": (10, 20, 30), "c": (40, 30, 20)}


def _cells(chart):
    heat, words = chart.figure.data
    shape = len(heat.y), len(heat.x)
    return np.array(heat.z, dtype=float), np.array(words.text).reshape(shape), heat


def test_colours_are_ranks_and_numbers_accuracies():
    ranked = ranked_methods(made_table(THREE, lost={("b", SINGLE)}))
    chart = rank_map_figure(ranked, "name")
    z, words, heat = _cells(chart)
    # A row for each method by name: l2dwk, single_best, uniform_vote.
    np.testing.assert_allclose(-z, [[2, 1, 2], [3, np.nan, 3], [1, 2, 1]])
    assert words.tolist() == [
        ["60.0", "40.0", "60.0"], ["40.0", "–", "40.0"], ["80.0", "20.0", "80.0"]
    ]  # fmt: skip
    assert heat.customdata[1][1] == f"b|{SINGLE}"
    assert "no result" in heat.text[1][1]
    assert "Uniform vote has the best mean rank (1.0)" in chart.title
    assert heat.reversescale and heat.zmin == -3  # rank 1 has the colour of the scale's beginning


def test_the_order_is_that_of_the_table():
    ranked = ranked_methods(made_table(THREE))
    titles = method_titles(METHODS)
    for order, expected in (("b", [SINGLE, WEIGHTED, UNIFORM]), ("mean_rank", list(METHODS))):
        chart = rank_map_figure(ranked, order)
        assert list(chart.figure.layout.yaxis.ticktext) == [titles[m] for m in expected]
        assert accuracy_table(ranked, order)["method"].tolist() == expected
    assert (
        rank_map_figure(ranked, names={"a": "<b>my</b> table"})
        .figure.layout.xaxis.ticktext[0]
        .startswith("&#60;b&#62;my")
    )


def test_the_tables_of_the_heat_map_have_the_numbers():
    ranked = ranked_methods(made_table(THREE))
    tables = {name: make() for name, make in rank_map_figure(ranked).tables.items()}
    np.testing.assert_allclose(
        tables["accuracies"][["a", "b"]], [[0.8, 0.2], [0.6, 0.4], [0.4, 0.6]]
    )
    np.testing.assert_allclose(tables["ranks"]["b"], [3, 2, 1])
    np.testing.assert_allclose(tables["ranks"]["mean_rank"], [5 / 3, 2, 7 / 3])


def test_a_bar_joins_the_methods_that_are_not_told_apart():
    across = ranked_methods(alternating()).across
    chart = critical_difference_figure(across)
    bars = [t for t in chart.figure.data if t.name == "not told apart"]
    assert len(bars) == 1
    assert (bars[0].x[0], bars[0].x[1]) == (1.5 - 0.04, 1.5 + 0.04)
    places = {t.name: t.x[0] for t in chart.figure.data if t.name != "not told apart"}
    titles = method_titles(METHODS)
    assert places == {titles[UNIFORM]: 1.5, titles[WEIGHTED]: 1.5, titles[SINGLE]: 3.0}
    assert "Over 12 cases" in chart.title
    said = "L2DWK (λ = 0.3) have the same mean rank, the best (1.50): no other is joined"
    assert said in chart.title
    assert chart.title.endswith("Nothing more may be claimed of these ranks")
    assert chart.tables["groups not told apart"]()["method"].tolist() == list(METHODS[:2])


def test_methods_at_the_same_place_are_not_told_as_a_winner():
    ranked = ranked_methods(alternating())
    assert (
        "Uniform vote and L2DWK (λ = 0.3) have the same mean rank, the best (1.5); they are the "
        "best, or one of the best, on 6 and 6" in rank_map_figure(ranked).title
    )
    title = kept_and_gain_figure(ranked).title
    assert "vote and L2DWK (λ = 0.3) are equally accurate, to a tenth of a point; none is" in title
    every = ranked_methods(made_table(dict.fromkeys("abc", (40, 40, 40))))
    assert "all 3 methods have the same mean rank (2.0)" in rank_map_figure(every).title


def test_a_method_is_not_compared_with_itself():
    title = kept_and_gain_figure(ranked_methods(made_table(THREE))).title
    assert "Uniform vote is the most accurate, with 20.0 members kept" in title
    ahead = ranked_methods(made_table(dict.fromkeys("abc", (20, 30, 10))))
    assert "L2DWK (λ = 0.3) is the most accurate, +20.0 points over the uniform vote, with 5.0" in (
        kept_and_gain_figure(ahead).title
    )


def test_no_title_of_a_shipped_study_has_a_lead_of_nothing():
    study = SHIPPED["adaptive_diversity"]
    for pool in study.recipe.pools:
        for source in study.recipe.sources(pool):
            ranked = ranked_methods(study.results(pool, source))
            assert "±0.0" not in kept_and_gain_figure(ranked).title


def test_no_difference_is_said_to_be_none():
    few = critical_difference_figure(ranked_methods(made_table(THREE)).across)
    assert "no method is told apart from another" in few.title
    one = critical_difference_figure(ranked_methods(made_table({"a": (4, 3, 2)})).across)
    assert "Over 1 case " in one.title
    assert "no method is told apart" in one.title


def test_two_methods_with_their_verdict():
    table = alternating(8)
    chart = two_methods_figure(two_methods(table, UNIFORM, SINGLE), {"d0": "mine"})
    assert "Uniform vote is ahead; mean difference +61.0 points" in chart.title
    assert "better on 8, equal on 0, worse on 0" in chart.title
    assert {t.name: t.x[0] for t in chart.figure.data}["mine"] == 60
    pair = two_methods(table, UNIFORM, WEIGHTED)
    assert "undecided" in two_methods_figure(pair).title
    assert differences_table(pair)["difference"].round(12).tolist() == [-0.02, 0.02] * 4
    assert verdict_table(pair)[["wins", "losses"]].to_numpy().tolist() == [[4, 4]]
    few = two_methods_figure(two_methods(made_table(THREE), UNIFORM, SINGLE))
    assert "fewer than 6 cases decide nothing" in few.title


def test_the_line_has_the_colour_of_the_second_method():
    table = alternating(6)
    of_uniform = two_methods_figure(two_methods(table, SINGLE, UNIFORM))
    assert of_uniform.figure.layout.shapes[0].line.color == UNIFORM_COLOUR
    of_single = two_methods_figure(two_methods(table, UNIFORM, SINGLE))
    assert of_single.figure.layout.shapes[0].line.color != UNIFORM_COLOUR


def test_points_over_the_uniform_vote_against_members_kept():
    chart = kept_and_gain_figure(ranked_methods(made_table(THREE)))
    places = {t.name: (t.x[0], round(t.y[0], 9)) for t in chart.figure.data}
    titles = method_titles(METHODS)
    assert places[titles[UNIFORM]] == (20, 0)
    assert places[titles[WEIGHTED]] == (5, round(100 * (16 - 18) / 30, 9))
    assert places[titles[SINGLE]] == (1, round(100 * (14 - 18) / 30, 9))
    assert "Uniform vote is the most accurate" in chart.title
    without = ranked_methods(made_table(THREE).of(methods=(WEIGHTED, SINGLE)))
    chart = kept_and_gain_figure(without)
    assert [round(t.y[0], 9) for t in chart.figure.data] == [
        round(100 * 16 / 30, 9), round(100 * 14 / 30, 9)
    ]  # fmt: skip


def test_titles_of_methods_are_all_different():
    for study in SHIPPED.values():
        titles = method_titles(study.recipe.methods)
        assert len(set(titles.values())) == len(titles)
    assert method_titles(["l2dwk(lam=0.3, kernel=linear, max_rounds=30)"]) == {
        "l2dwk(kernel='linear', lam=0.3, max_rounds=30)": "L2DWK (linear, λ = 0.3, rounds = 30)"
    }
