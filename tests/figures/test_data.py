"""Pictures of a dataset show its counts, points and accuracies, and claim no more."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.profile import (
    Challenge,
    class_balance,
    missing_pattern,
    projection,
)
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.data.classes import MOST_BARS, class_balance_figure, class_plane_figure
from l2dwk_core.figures.data.difficulty import challenge_figure
from l2dwk_core.figures.data.missing_cells import MOST_COLUMNS, MOST_PATTERNS, missing_cells_figure
from l2dwk_core.figures.palette import CLASS_SYMBOLS, CLASSES, MEMBERS


def _data(chart: Chart) -> list:
    return list(chart.figure.data)


def _sane(chart: Chart) -> None:
    assert chart.title
    assert chart.reading
    assert chart.alternative
    json.loads(chart.figure.to_json())
    for title in chart.tables:
        assert csv_text(chart.tables[title]()).count("\n") >= 2


def test_classes_are_counted():
    data = load_dataset("glass")
    chart = class_balance_figure(class_balance(data))
    _sane(chart)
    (bars,) = _data(chart)
    assert list(bars["x"]) == [76, 70, 29, 17, 13, 9]
    assert list(bars["marker"]["color"]) == list(CLASSES)
    assert "6 classes: the largest holds 36%" in chart.title


def test_many_classes_share_the_last_bar_and_no_row_is_lost():
    y = np.repeat([f"class {i}" for i in range(60)], np.arange(60, 0, -1))
    data = Dataset("t", pd.DataFrame({"x": np.arange(len(y), dtype=float)}), y)
    (bars,) = _data(class_balance_figure(class_balance(data)))
    assert len(bars["x"]) == MOST_BARS
    assert sum(bars["x"]) == len(y)
    assert bars["customdata"][-1] == f"{60 - MOST_BARS + 1} rarer classes"
    assert bars["marker"]["color"][-1] == MEMBERS


@pytest.mark.parametrize(
    ("counts", "said"),
    [((50, 50), "about equal size"), ((90, 30), "3.0 times as frequent"), ((60, 30, 10), "60%")],
)
def test_balance_title_fits_the_counts(counts, said):
    balance = pd.DataFrame(
        {"class": list("abc")[: len(counts)], "rows": counts, "share": np.array(counts) / 100}
    )
    assert said in class_balance_figure(balance).title


def test_plane_holds_every_point_under_its_class():
    data = load_dataset("glass")
    points = projection(data).points
    classes = class_balance(data)["class"].tolist()
    chart = class_plane_figure(points, data.y, classes, ("first", "second"), title="t", reading="r")
    _sane(chart)
    clouds = _data(chart)
    assert [cloud["name"] for cloud in clouds] == classes
    for cloud in clouds:
        rows = data.y == cloud["name"]
        np.testing.assert_allclose(cloud["x"], points[rows, 0], rtol=1e-6)
        np.testing.assert_allclose(cloud["y"], points[rows, 1], rtol=1e-6)
    bars = _data(class_balance_figure(class_balance(data)))[0]
    assert [cloud["marker"]["color"] for cloud in clouds] == list(bars["marker"]["color"])
    assert [cloud["marker"]["symbol"] for cloud in clouds] == list(CLASS_SYMBOLS)


def test_rare_classes_share_one_cloud():
    data = load_dataset("audiology")
    classes = class_balance(data)["class"].tolist()
    chart = class_plane_figure(
        projection(data).points, data.y, classes, ("a", "b"), title="t", reading="r"
    )
    clouds = _data(chart)
    assert len(clouds) == len(CLASSES) + 1
    assert clouds[-1]["name"] == "18 rarer classes"
    assert sum(len(cloud["x"]) for cloud in clouds) == 226


def test_gaps_show_each_pattern_with_its_rows():
    X = pd.DataFrame(
        {
            "a": [1.0, np.nan, np.nan, np.nan, 2.0],
            "rows": pd.Categorical(["u", None, None, "v", "u"]),
            "c": [1.0, 2.0, 3.0, 4.0, 5.0],
        }
    )
    chart = missing_cells_figure(missing_pattern(Dataset("t", X, np.array(list("xyxyx")))))
    _sane(chart)
    (heat,) = _data(chart)
    counts = [int(text) for text in chart.figure.layout.yaxis.ticktext]
    lines = {tuple(line): n for line, n in zip(np.asarray(heat["z"]).tolist(), counts, strict=True)}
    assert lines == {(0, 0): 2, (1, 1): 2, (1, 0): 1}
    assert list(chart.figure.layout.xaxis.ticktext) == ["a 60%", "rows 40%"]
    assert chart.title == "2 of 5 rows are complete; 2 columns have gaps"


def test_without_gaps_there_is_no_picture():
    assert missing_cells_figure(missing_pattern(load_dataset("sonar"))) is None


def test_hidden_columns_and_patterns_are_said_and_rows_stay_right():
    rng = np.random.default_rng(3)
    cells = rng.random((400, 50))
    cells[rng.random((400, 50)) < np.linspace(0.01, 0.3, 50)] = np.nan
    X = pd.DataFrame(cells, columns=[f"c{i}" for i in range(50)])
    chart = missing_cells_figure(missing_pattern(Dataset("t", X, np.array(["x", "y"] * 200))))
    assert "the 20 columns with the fewest gaps" in chart.reading
    assert "rarer patterns" in chart.reading
    (heat,) = _data(chart)
    z = np.asarray(heat["z"])
    assert z.shape == (MOST_PATTERNS, MOST_COLUMNS)
    gaps = X.isna()
    shown = gaps.sum().sort_values(ascending=False, kind="stable").index[:MOST_COLUMNS]
    counts = [int(text) for text in chart.figure.layout.yaxis.ticktext]
    for line, count in zip(z.astype(bool), counts, strict=True):
        assert (gaps[shown].to_numpy() == line).all(axis=1).sum() == count


def _challenge(majority, tree, forest) -> Challenge:
    return Challenge(np.array(majority), np.array(tree), np.array(forest))


def test_challenge_shows_folds_and_means():
    found = _challenge([0.5, 0.6], [0.7, 0.8], [0.9, 0.7])
    chart = challenge_figure(found)
    _sane(chart)
    by_name = {trace["name"]: trace for trace in _data(chart)}
    assert list(by_name["A forest, each fold"]["x"]) == [0.9, 0.7]
    assert by_name["A forest"]["x"][0] == pytest.approx(0.8)
    assert by_name["A single tree"]["x"][0] == pytest.approx(0.75)
    assert by_name["Always the most frequent class"]["x"][0] == pytest.approx(0.55)
    said = "A forest is right on 80% of held-out rows, one tree on 75%, the most frequent class on"
    assert chart.title.startswith(said) and "55%" in chart.title


@pytest.mark.parametrize("forest", [[0.7, 0.8], [0.6, 0.6], [0.5, 0.5]])
def test_a_challenge_title_claims_nothing_from_five_means(forest):
    title = challenge_figure(_challenge([0.5, 0.5], [0.6, 0.6], forest)).title
    assert not any(word in title for word in ("helps", "better", "beats", "no gain", "Hard"))


def test_names_cannot_smuggle_markup():
    y = np.array(["<b>x</b>", "<a href='u'>y</a>"] * 10)
    data = Dataset("t", pd.DataFrame({"<i>": np.arange(20.0)}), y)
    (bars,) = _data(class_balance_figure(class_balance(data)))
    assert not any("<" in name for name in bars["customdata"])


def test_a_users_own_words_are_no_formulas_and_no_tags():
    labels = np.array(["$x^2$", "<b>a</b> & b"] * 5)
    balance = pd.DataFrame(
        {"class": ["$x^2$", "<b>a</b> & b"], "rows": [5, 5], "share": [0.5, 0.5]}
    )
    plane = class_plane_figure(
        np.ones((10, 2)), labels, list(balance["class"]), ("$a$", "$b$"), title="", reading=""
    )
    for chart in (class_balance_figure(balance), plane):
        words = chart.figure.to_json()
        assert "$" not in words
        # Plotly writes "<" in this way.
        assert "\\u003cb" not in words
        assert "&#36;x^2&#36;" in words
