"""Names beside points cover no point and no other name, and long names are whole."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from l2dwk_core.figures.compare.comparison import accuracy_and_size_figure
from l2dwk_core.figures.compare.critical_difference import critical_difference_figure
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.compare.point_names import NamedPoint, free_places, pixels
from l2dwk_core.study.ranked_methods import ranked_methods
from l2dwk_core.study.results import study_table
from l2dwk_core.study.shipped_study import SHIPPED, shipped
from pages.models import recorded_results

WIDE, HIGH = 300, 300
_TAGS = re.compile(r"<span[^>]*>●</span> ")


def boxes(points, places):
    """Left, right, lower and upper end of each name, from how it is attached to its point."""
    found = {}
    for at, how in places.items():
        x, y, lines = points[at].x + how["xshift"], points[at].y + how["yshift"], points[at].lines
        width = 6 * max(map(len, lines)) + (16 if points[at].marked else 0)
        left = {"left": x, "right": x - width, "center": x - width / 2}[how["xanchor"]]
        half = 7.5 * len(lines)
        found[at] = left, left + width, y - half, y + half
    return found


def apart(one, other):
    return one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]


def assert_free(points, places):
    named = boxes(points, places)
    for (a, one), (b, other) in itertools.combinations(named.items(), 2):
        assert apart(one, other), (points[a], points[b])
    for (at, one), point in itertools.product(named.items(), points):
        r = point.radius
        dot = point.x - r, point.x + r, point.y - r, point.y + r
        assert apart(one, dot), (points[at], point)


@pytest.mark.parametrize("seed", range(20))
def test_names_cover_no_point_and_no_other_name(seed):
    rng = np.random.default_rng(seed)
    x, y = pixels(rng.random(15), rng.random(15), WIDE, HIGH)
    lines = [["a" * rng.integers(3, 20)] * rng.integers(1, 3) for _ in range(15)]
    points = [
        NamedPoint(a, b, words, 6 + rng.integers(9), bool(rng.integers(2)))
        for a, b, words in zip(x, y, lines, strict=True)
    ]
    places = free_places(points, WIDE)
    assert places
    assert_free(points, places)


def test_a_name_is_left_out_where_it_would_cover_a_point():
    points = [NamedPoint(150, 150, ["a long name of it"]), NamedPoint(190, 150, [])]
    points += [NamedPoint(110, 150, []), NamedPoint(150, 170, []), NamedPoint(150, 130, [])]
    assert free_places(points, WIDE) == {}
    assert free_places(points[:2], WIDE)[0]["xanchor"] == "right"


def test_the_recorded_comparison_covers_no_dot():
    """Of the figure that the page begins with."""
    result = recorded_results.comparison(recorded_results.first_comparison())
    assert result is not None
    figure = accuracy_and_size_figure(result).figure
    spots = {(float(t.x[0]), float(t.y[0])): t.marker.size for t in figure.data}
    x, y = pixels(
        np.log10([kept for kept, _ in spots]), np.array([up for _, up in spots]), WIDE, HIGH
    )
    place = dict(zip(spots, zip(x, y, strict=True), strict=True))
    points = [NamedPoint(*place[spot], [], size / 2) for spot, size in spots.items()]
    names, places = [], {}
    for note in figure.layout.annotations:
        if note.xref == "paper":
            continue
        spot = min(spots, key=lambda s: abs(np.log10(s[0]) - note.x) + abs(s[1] - note.y))
        lines = _TAGS.sub("", note.text).split("<br>")
        places[len(points) + len(names)] = {
            "xanchor": note.xanchor, "xshift": note.xshift, "yshift": note.yshift or 0.0,
        }  # fmt: skip
        names.append(NamedPoint(*place[spot], lines, 0, "<span" in note.text))
    assert len(names) >= 5
    assert_free([*points, *names], places)


@pytest.mark.parametrize("key", SHIPPED)
def test_no_name_of_a_shipped_study_is_cut(key):
    study = shipped(key)
    pool = study.recipe.pools[0]
    weighting = study.recipe.sources(pool)[0]
    table = study_table(study.recipe, study.records, pool, weighting, study.families)
    across = ranked_methods(table).across
    figure = critical_difference_figure(across).figure
    said = {
        re.sub(r"\s+", " ", note.text.replace("<br>", " ")) for note in figure.layout.annotations
    }
    for title in method_titles(across.methods).values():
        assert any(title.replace("&", "&#38;") in text for text in said), title
    # Each name has its own lines.
    lefts = [n for n in figure.layout.annotations if n.xanchor == "right"]
    rows = sorted((-n.y, n.text.count("<br>") + 1) for n in lefts)
    for (y, n), (below, m) in itertools.pairwise(rows):
        assert below - y >= 15 * (n + m) / 2
