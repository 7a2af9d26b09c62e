"""Figures of runs as small as they get: one row, one member, one round, and the nouns agree."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.datasets.splits import Score
from l2dwk_core.demos.playground import SetupRecipe, prepare_setup, solve
from l2dwk_core.diversity import MEASURES, good_bad_diversity, kappa_error_pairs
from l2dwk_core.figures.compare.comparison import (
    accuracy_and_size_figure,
    method_differences_figure,
    verdict,
)
from l2dwk_core.figures.data.classes import class_balance_figure, class_plane_figure
from l2dwk_core.figures.data.missing_cells import missing_cells_figure
from l2dwk_core.figures.diversity.good_bad_diversity import good_bad_diversity_figure
from l2dwk_core.figures.diversity.measures_predict import diversity_predicts_accuracy_figure
from l2dwk_core.figures.diversity.member_pairs import kappa_error_figure, pair_heatmap_figure
from l2dwk_core.figures.diversity.subensembles import subensemble_scatter_figure
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.chosen_rows import kernel_weights_of_chosen_rows_figure
from l2dwk_core.figures.lab.convergence import convergence_figure
from l2dwk_core.figures.lab.flipped import alpha_on_flipped_rows_figure
from l2dwk_core.figures.lab.kernel_weights import kernel_weights_figure
from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.weight_path import weight_path_figure
from l2dwk_core.figures.noise.accuracy import noise_accuracy_figure, noise_differences_figure
from l2dwk_core.figures.noise.alpha_on_noise import noise_chase_figure, noise_chase_levels_figure
from l2dwk_core.figures.noise.sentences import noise_verdict, reweighting_sentence
from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.figures.playground.plane import uniform_plane_figure, weighted_plane_figure
from l2dwk_core.figures.start.majority import majority_vote_figure
from l2dwk_core.figures.sweep.chosen_value import selection_sentence, sweep_selection_figure
from l2dwk_core.figures.sweep.components import sweep_components_figure
from l2dwk_core.figures.sweep.curves import (
    sweep_accuracy_figure,
    sweep_diversity_figure,
    sweep_members_figure,
)
from l2dwk_core.figures.sweep.grid import grid_sentence, sweep_grid_figure
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.qp.critical_line import exact_lambda_path
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.statistics.rank_correlation import RankCorrelation
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise
from l2dwk_core.studies.comparison_records import (
    REFERENCE,
    ComparisonRecipe,
    ComparisonResult,
    Record,
)
from l2dwk_core.studies.noise_records import (
    NoisePair,
    NoiseRecipe,
    NoiseRecord,
    NoiseResult,
)
from l2dwk_core.studies.subensembles import Prediction, Predictions, study_subensembles
from l2dwk_core.studies.sweep_grid import Grid
from l2dwk_core.studies.sweep_selection import selection
from l2dwk_core.studies.sweeps import COMPONENTS, Sweep, component_plan, parameter_plan
from tests.studies.test_sweep_selection import outcome

ALL_KEPT = np.array([0, 1])
_PLURAL = (
    "rows|members|rounds|votes|breakpoints|trees|columns|leaves|ones|copies|classes|runs|splits|steps|"
    "test rows|weighting rows|training rows|other members|pairs|repeats|trainings|points|folds|"
    "sub-ensembles|random sub-ensembles|independent ones|weighting points|rarer classes|"
    "rarer patterns|differences|voters"
)
WRONG = (
    rf"(?<![\d.,])1 (?:{_PLURAL})\b",
    r"(?<![\d.,])1 (?:of \d+ \w+ )?(?:have|keep|are|share|hold|take)\b",
    r"(?<![\d.,])1 of (?:the )?\d+ (?:\w+ )?(?:rows|members) (?:have|keep|are|hold)\b",
    r"\b(?:of|all|in|on|the last|After|With) 1 (?:\w+ )?(?:rows|members|rounds|trees)\b",
    # A browser fills in a number, whatever the noun behind it is.
    rf"%\{{[xy](?::,)?\}} (?:{_PLURAL})\b",
)


def words(chart):
    hovers = [str(t.hovertemplate) for t in chart.figure.data if "hovertemplate" in t]
    texts = [
        str(v)
        for t in chart.figure.data
        for key in ("text", "hovertext", "customdata", "name")
        if key in t and t[key] is not None
        for v in np.ravel(t[key])
        if isinstance(v, str)
    ]
    return " | ".join([chart.title, chart.reading, chart.alternative, *texts, *hovers])


def faults(text):
    return [m[0] for pattern in WRONG for m in re.finditer(pattern, text)]


@pytest.mark.parametrize(
    "text",
    [
        "1 members share the weight",
        "takes 1 rows",
        "1 of 5 members keep weight",
        "1 of 45 weighting rows have more",
        "wrong in 0 of 1 rounds",
        "3 members, 1 breakpoints",
        "With 1 trees",
        "1 trees have weight",
        "as much as 1 independent ones would",
        "%{y} rows with a margin",
    ],
)
def test_the_patterns_find_what_they_are_for(text):
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 member has",
        "11 members keep",
        "1 of 45 weighting rows has",
        "0.1 rows",
        "1 row",
        "1 of 5",
    ],
)
def test_the_patterns_leave_the_rest_alone(text):
    assert not faults(text)


def tiny(rows, members):
    labels = np.ones(rows, dtype=int)
    votes = np.ones((rows, members), dtype=int)
    votes[0, 0] = 0
    if rows > 1:
        votes[-1, -1] = 0
    return votes, labels


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("members", [1, 2])
def test_figures_of_a_tiny_run(rows, members, rounds):
    settings = Settings(kernel="linear", max_rounds=rounds, stop_on=())
    trace = self_train(*tiny(rows, members), settings)
    names = [f"row {k}" for k in range(rows)]
    charts = [
        classifier_weights_figure(trace),
        margins_figure(trace),
        kernel_weights_figure(trace, np.linspace(0, 1, rows), names),
        kernel_weights_of_chosen_rows_figure(trace, [0], names),
        convergence_figure(trace),
        alpha_on_flipped_rows_figure(trace, np.arange(rows) == 0),
    ]
    for chart in charts:
        assert not faults(words(chart)), words(chart)


@pytest.mark.parametrize("breakpoints", [3, 4])
def test_weight_path_of_few_kinks(breakpoints):
    H, p = np.diag([1.0, 2.0, 4.0]), np.array([1.0, 0.9, 0.5])
    path = exact_lambda_path(H[: breakpoints - 1, : breakpoints - 1], p[: breakpoints - 1])
    assert not faults(words(weight_path_figure(path)))


def test_counter_examples_at_every_end_of_their_sliders():
    charts = [
        *(counter_examples.double_fault_figure(lam) for lam in (0.0, 2.0, 4.0, 60.0)),
        *(counter_examples.quarter_figure(copies) for copies in (1, 50)),
        *(counter_examples.damping_figure(rounds) for rounds in (1, 2)),
        *(counter_examples.hinge_figure(plural, wrong) for plural in (0, 1) for wrong in (0, 1)),
        *(counter_examples.training_vote_figure(members) for members in (1, 3)),
        *(counter_examples.alpha_figure(lam) for lam in (0.25, 1.25, 2.0)),
        *(counter_examples.self_figure(rows) for rows in (1, 2)),
    ]
    for chart in charts:
        assert not faults(words(chart)), words(chart)


def agree(*charts):
    for chart in charts:
        assert not faults(words(chart)), words(chart)


def scores(n_rows):
    one = Score.of(np.zeros(n_rows, dtype=int), np.zeros(n_rows, dtype=int))
    return one, one, one, one


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (1, 0), (0, 1)])
def test_accuracy_on_one_test_row(better, worse):
    found = Accuracy(*scores(1), 1, better, worse, better, worse)
    agree(accuracy_figure(found))
    assert not faults(comparison_sentence(found))
    assert ("one test row" in comparison_sentence(found)) == (better == worse)


def comparison(methods, folds, done):
    recipe = ComparisonRecipe("made", methods, folds, pool=PoolRecipe(n_members=1))
    records = [
        Record(key, 0, fold, 90, 1, 1, 0, 0, 1, 1, 0.01) for fold in range(done) for key in methods
    ]
    return ComparisonResult(recipe, tuple(records), {})


@pytest.mark.parametrize("methods", [(REFERENCE,), (REFERENCE, "l2dwk")])
def test_comparison_of_one_member_on_one_row(methods):
    for folds, done in ((2, 1), (2, 2), (1, 0)):
        result = comparison(methods, folds, done)
        agree(accuracy_and_size_figure(result), method_differences_figure(result))
        assert not faults(verdict(result))


@pytest.mark.parametrize("n_splits", [1, 2])
def test_sweeps_of_one_member_on_one_test_row(n_splits):
    split = (outcome(0.8, 1, 1, 1),) * len(COMPONENTS)
    seeds = tuple(range(n_splits))
    plan = parameter_plan(Settings(), 1, "lam", (0.1,))
    sweep = Sweep(plan, seeds, 93, 1, (split[:1],) * n_splits)
    found = selection(sweep)
    agree(
        sweep_components_figure(
            Sweep(component_plan(Settings(), 1), seeds, 93, 1, (split,) * n_splits)
        ),
        sweep_accuracy_figure(sweep),
        sweep_members_figure(sweep),
        sweep_diversity_figure(sweep),
        sweep_selection_figure(sweep, found),
    )
    assert not faults(selection_sentence(sweep, found))
    grid = Grid("lam", "degree", (0.1,), (2.0,))
    cells = Sweep(grid.plan(Settings(kernel="polynomial"), 1), seeds, 93, 1, sweep.outcomes)
    agree(sweep_grid_figure(cells, grid))
    assert not faults(grid_sentence(cells, grid))


@pytest.mark.parametrize("rounds", [1, 3])
def test_playground_with_one_tree(rounds):
    setup = prepare_setup(SetupRecipe(n_members=1, n_fresh=50, n_points=40))
    solved = solve(setup, Settings(max_rounds=rounds))
    agree(uniform_plane_figure(solved), weighted_plane_figure(solved))
    assert "of 1 tree:" in weighted_plane_figure(solved).title


def noise(repeats, shares, methods=("uniform", "l2dwk_gaussian")):
    recipe = NoiseRecipe(RunRecipe("glass"), shares=shares, repeats=repeats)
    each = [(repeat, share) for repeat in range(repeats) for share in shares]
    records = [NoiseRecord(m, r, share, 1, 1, 1) for m in methods for r, share in each]
    pairs = [NoisePair(m, "uniform", r, share, 0, 0) for m in methods[1:] for r, share in each]
    chases = [AlphaOnNoise(r, s, s, np.array([s]), np.array([s]), 1) for r, s in each]
    return NoiseResult(recipe, tuple(records), tuple(pairs), tuple(chases), 200, 100)


@pytest.mark.parametrize("shares", [(0.2,), (0.0, 0.2)])
@pytest.mark.parametrize("repeats", [1, 3])
def test_noise_with_one_repeat_or_one_level(repeats, shares):
    result = noise(repeats, shares)
    agree(
        noise_chase_figure(result, 0.2),
        noise_chase_levels_figure(result),
        noise_accuracy_figure(result),
        noise_differences_figure(result, 0.2),
    )
    for said in (noise_verdict(result), reweighting_sentence(result)):
        assert not faults(said), said
    if repeats == 3 and len(shares) == 1:
        assert noise_verdict(result) == (
            "The one difference to the uniform vote cannot be claimed, over 3 repeats."
        )


def test_diversity_of_one_pair():
    for second in ([0, 1, 2], [1, 1, 2]):  # a κ of the pair, and none of either
        codes = np.column_stack([[0, 1, 2], second]).astype(np.int16)
        agree(kappa_error_figure(kappa_error_pairs(codes, [0, 1, 2]), ALL_KEPT, "test"))
    for value in (0.5, np.nan):
        matrix = np.array([[0.0, value], [value, 0.0]])
        for measure in ("disagreement", "q_statistic"):
            agree(pair_heatmap_figure(matrix, np.arange(2), MEASURES[measure], "test"))


@pytest.mark.parametrize("right", [-1, 1])
def test_good_and_bad_diversity_on_one_row(right):
    split = good_bad_diversity(np.full((1, 3), right, dtype=np.int8))
    agree(good_bad_diversity_figure(split, 1), good_bad_diversity_figure(split, 1, 0.5))


def test_sub_ensembles_that_say_as_much_as_one():
    one = RankCorrelation(0.5, 0.1, 0.9, 40, 1, 1.0)
    found = Predictions(
        (Prediction("disagreement", "Disagreement", one, None),), one, (("disagreement",),), None
    )
    rng = np.random.default_rng(0)
    matrix = np.where(rng.random((20, 6)) < 0.7, 1, -1).astype(np.int8)
    oracle = Oracle.from_matrix(matrix)
    study = study_subensembles(oracle, oracle, size=1, n_subsets=50)
    chart = diversity_predicts_accuracy_figure(study, found, "test", "weighting")
    agree(chart, subensemble_scatter_figure(study, "disagreement", found, "test"))
    assert "as much as 1 independent one would" in chart.reading
    assert "1 sub-ensemble without a value" in words(chart)


def table_with_gaps(n_columns, patterns):
    rows = np.zeros((patterns, n_columns), dtype=bool)
    for place in range(1, patterns):
        rows[place, : 1 + (place - 1) % n_columns] = True
    frame = pd.DataFrame(rows, columns=[f"c{i}" for i in range(n_columns)])
    return frame.assign(rows=1)


@pytest.mark.parametrize(("n_columns", "patterns"), [(1, 2), (2, 3), (31, 3), (20, 16)])
def test_gaps_of_one_row_one_column_one_pattern(n_columns, patterns):
    chart = missing_cells_figure(table_with_gaps(n_columns, patterns))
    agree(chart)
    assert chart.title.startswith(f"1 of {patterns} rows is complete; ")


def test_classes_of_one_row():
    counts = [3, 1]
    balance = pd.DataFrame({"class": ["a", "b"], "rows": counts, "share": [0.75, 0.25]})
    agree(class_balance_figure(balance), class_balance_figure(balance[:1]))
    names = list("abcdefg")  # one more than there are colours
    labels = np.array(names)
    points = np.zeros((7, 2))
    for n in (1, 7):
        agree(
            class_plane_figure(
                points[:n], labels[:n], names[:n], ("x", "y"), title="t", reading="r."
            )
        )


def test_a_majority_of_one():
    agree(majority_vote_figure(0.6, most=1))


def test_the_bar_of_rounds_and_why_it_stopped():
    from pages.lab import stop_text
    from pages.widgets import round_bar

    trace = self_train(*tiny(2, 1), Settings(kernel="linear", max_rounds=2, stop_on=()))
    for fact in round_bar._said(trace, 60)["facts"]:
        assert not faults(fact), fact
    assert "1 of 1 member keeps weight" in fact
    one = SimpleNamespace(rounds=(0,), stop_reason="rounds", period=None)
    assert "after 1 round." in stop_text.why(one)
