"""Figures and tables name models by their names, and members without one by their number."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from l2dwk_core.diversity import MEASURES, kappa_error_pairs
from l2dwk_core.figures.diversity.member_pairs import kappa_error_figure, pair_heatmap_figure
from l2dwk_core.figures.lab.members import kept_members_figure, member_weight_figure
from l2dwk_core.figures.lab.rounds_plane import accuracy_diversity_plane_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.lab.two_runs import common_members_figure
from l2dwk_core.figures.lab.weight_path import weight_path_figure
from l2dwk_core.figures.member_names import at_start, own_names, shortened
from l2dwk_core.figures.words import plain
from l2dwk_core.method.weight_path import equal_weight_path
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.two_runs import pair_runs

NAMES = [model.name for model in LIBRARY[:5]]


@cache
def run(pool="library"):
    """Five models, each with a share of the vote."""
    return prepare_run("glass", pool=pool, n_members=5, weighting="training", n_jobs=1).solve(
        None, n_members=5
    )


def heatmap(names, perfect=None):
    size = len(names or range(5)) + (perfect is not None)
    matrix = np.random.default_rng(0).random((size, size))
    return pair_heatmap_figure(
        matrix, np.arange(size)[::-1], MEASURES["disagreement"], "test", perfect, names
    )


def charts(found):
    """Every figure that speaks of single members."""
    names, pairs = found.pool.names, kappa_error_pairs(found.oracle.codes, found.oracle.label_codes)
    return {
        "weights": classifier_weights_figure(found.trace, names),
        "plane": accuracy_diversity_plane_figure(
            found.trace, found.path("test"), found.pair_cloud("test"), None, names
        ),
        "sparsity": sparsity_figure(found.trace, names),
        "kept": kept_members_figure(found, 0),
        "weight": member_weight_figure(found, 0),
        "heatmap": heatmap(names),
        "kappa": kappa_error_figure(pairs, np.arange(2), "test", names),
        "path": weight_path_figure(equal_weight_path(found.oracle, found.settings), names=names),
        "two": common_members_figure(pair_runs(found, found)),
    }


def words(figure):
    """What a figure says and shows, its hover texts among it."""
    return str(figure.figure.to_dict())


@pytest.mark.parametrize(
    "name",
    ["weights", "plane", "sparsity", "kept", "weight", "heatmap", "kappa", "path", "two"],
)
def test_figures_show_the_whole_names_of_models_and_no_number(name):
    heaviest = NAMES[int(run().trace.heaviest_first[0])]
    chart = charts(run())[name]
    told = words(chart)
    assert plain(heaviest if name != "weight" else NAMES[0]) in told
    assert "member %{customdata}" not in told
    assert "members %{customdata" not in told
    for table in chart.tables.values():
        frame = table()
        if "member" in frame:
            expected = [NAMES[j] for j in frame["member"]]
            assert list(frame["member_name"]) == expected


@pytest.mark.parametrize("name", ["weights", "plane", "sparsity", "kappa", "path"])
def test_members_without_names_stay_numbers(name):
    chart = charts(run("bagging"))[name]
    for table in chart.tables.values():
        assert not {"member_name", "other_member_name"} & set(table())


def test_the_heatmap_names_models_on_its_axis_and_the_perfect_member():
    chart = heatmap(NAMES, perfect=5)
    axis = chart.figure.layout["yaxis"]
    assert next(iter(axis["ticktext"])) == "the perfect member"
    assert [plain(shortened(n, 22)) for n in reversed(NAMES)] == list(axis["ticktext"])[1:]
    assert list(axis["tickvals"])[1:] == [plain(n) for n in reversed(NAMES)]
    without = heatmap(None).figure.layout["yaxis"]
    assert without["showticklabels"] is False


def test_a_short_name_keeps_what_models_of_a_family_differ_in():
    names = [shortened(model.name, 22) for model in LIBRARY]
    assert all(len(name) <= 22 for name in names)
    assert shortened("Nearest neighbours, k = 15", 22) == "Nearest neigh…, k = 15"
    assert shortened("SVM, C = 10", 22) == "SVM, C = 10"
    assert shortened("Linear discriminant, automatic shrinkage", 22) == "Linear discriminant,…"


def test_numbered_names_are_no_names():
    assert not own_names(("member 0", "member 1"))
    assert not own_names(None)
    assert own_names(("member 1", "member 0"))
    assert own_names(("SVM",))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("svm", "svm"),
        ("xGB 2", "xGB 2"),
        ("member 3", "Member 3"),
        ("model 0", "Model 0"),
        ("", ""),
    ],
)
def test_a_title_begins_with_a_capital_letter_unless_a_user_gave_the_name(name, begins):
    assert at_start(name) == begins
