"""Figures of the Sweep page show the values of their records."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.figures.lab.weight_path import (
    MAX_SHOWN,
    breakpoint_table,
    weight_path_figure,
    weight_table,
)
from l2dwk_core.figures.sweep.chosen_value import (
    claim_words,
    selection_sentence,
    sweep_selection_figure,
)
from l2dwk_core.figures.sweep.components import sweep_components_figure
from l2dwk_core.figures.sweep.curves import (
    VOTES,
    sweep_accuracy_figure,
    sweep_diversity_figure,
    sweep_members_figure,
)
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.weight_path import equal_weight_path
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.accuracy import Gaps
from l2dwk_core.statistics.answers import Answers
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.paired_interval import corrected_resampled_interval
from l2dwk_core.statistics.significance import claims
from l2dwk_core.studies.sweep_selection import selection
from l2dwk_core.studies.sweeps import COMPONENTS, Sweep, component_plan, parameter_plan
from tests.problems import class_problem
from tests.studies.test_sweep_selection import N_TEST, PLAN, SPLITS, outcome

SWEEP = Sweep(PLAN, (0, 1, 2), 93, N_TEST, SPLITS)
ONE = Sweep(PLAN, (0,), 93, N_TEST, SPLITS[:1])


def _trace(chart, name):
    return next(t for t in chart.figure.data if t.name == name)


def _sound(chart):
    json.loads(chart.figure.to_json())
    assert chart.title and chart.reading and chart.alternative
    for make in chart.tables.values():
        assert len(make())


@pytest.mark.parametrize("relative", [False, True])
def test_of_given_votes_nothing_is_said_of_training(relative):
    given = replace(SWEEP, given=True)
    chart = sweep_accuracy_figure(given, relative=relative)
    _sound(chart)
    names = {trace.name for trace in chart.figure.data if trace.name}
    assert {"L2DWK, weighted vote", "best single member"} <= names
    table = chart.tables["sweep"]()
    shown = [*names, chart.title, chart.reading, chart.alternative, *table.columns]
    assert not [text for text in shown if "train" in text]
    before = sweep_accuracy_figure(SWEEP, relative=relative)
    assert "uniform vote, members trained on all training rows" in before.alternative


@pytest.mark.parametrize("relative", [False, True])
def test_accuracy_curves_are_means_with_the_worst_and_the_best_split(relative):
    chart = sweep_accuracy_figure(SWEEP, marked=1.0, relative=relative)
    _sound(chart)
    base = SWEEP.grid("uniform") if relative else 0.0
    for field, name, _, _ in VOTES:
        if relative and field == "uniform":
            assert name not in [t.name for t in chart.figure.data]
            continue
        values = SWEEP.grid(field) - base
        np.testing.assert_allclose(_trace(chart, name).y, values.mean(axis=0))
        if field != "uniform_all":
            band = _trace(chart, f"splits of {name}")
            np.testing.assert_allclose(band.y[:3], values.max(axis=0))
            np.testing.assert_allclose(band.y[:2:-1], values.min(axis=0))
    assert chart.figure.layout.xaxis.type == "log"
    assert [s.x0 for s in chart.figure.layout.shapes if s.xref == "x"] == [1.0]
    assert ("against the uniform vote" in chart.title) == relative
    assert "(mean of 3 splits)" in chart.title
    if relative:  # 30 + 30 + 28 against 3 · 31 of 120, and 36 + 36 + 30
        assert "weighted vote −4.2 to +7.5 points" in chart.title


def test_logarithmic_axes_write_their_ticks_out():
    def ticks(name, *values):
        plan = parameter_plan(Settings(), 9, name, values)
        split = tuple(outcome(0.8, 3, 30, 31) for _ in values)
        axis = sweep_accuracy_figure(Sweep(plan, (0,), 93, N_TEST, (split,))).figure.layout.xaxis
        return list(axis.ticktext)

    assert ticks("lam", 0.01, 100.0) == ["0.01", "0.1", "1", "10", "100"]
    assert ticks("n_members", 3, 301) == ["5", "10", "20", "50", "100", "200"]
    assert ticks("lam", 3.0, 3.0) == ["3"]


def test_what_bands_prove_is_said():
    assert "test nothing" in sweep_accuracy_figure(SWEEP).reading
    assert "few splits may agree by chance" in sweep_accuracy_figure(SWEEP, relative=True).reading
    for relative in (False, True):
        reading = sweep_accuracy_figure(ONE, relative=relative).reading
        assert reading.endswith("test rows. One split tests nothing.")


def test_one_split_has_no_band_and_says_so():
    chart = sweep_accuracy_figure(ONE)
    _sound(chart)
    assert len(chart.figure.data) == 4
    assert "on one split with 40 test rows" in chart.reading
    assert chart.title == "λ from 0.1 to 10: weighted vote 75.0% to 90.0% right, uniform vote 77.5%"


def test_a_value_chosen_on_one_split_is_counted_and_not_called_better():
    title = sweep_selection_figure(ONE, selection(ONE)).title
    assert "test rows than the uniform vote, on one split" in title
    assert "better" not in title


def test_members_and_diversity():
    members, diversity = sweep_members_figure(SWEEP), sweep_diversity_figure(SWEEP, marked=0.1)
    for chart in (members, diversity):
        _sound(chart)
    np.testing.assert_allclose(
        _trace(members, "members with weight").y, SWEEP.grid("n_selected").mean(axis=0)
    )
    np.testing.assert_allclose(
        _trace(members, "effective number 1/Σw²").y, SWEEP.grid("effective_number").mean(axis=0)
    )
    np.testing.assert_allclose(_trace(diversity, "diversity").y, [0.2] * 3)
    table = members.tables["sweep"]()
    assert len(table) == 9
    assert table["test_accuracy"].tolist() == SWEEP.grid("l2dwk").ravel().tolist()


def test_a_single_value_and_whole_numbers_are_drawn():
    plan = parameter_plan(Settings(kernel="polynomial"), 9, "degree", (2.0,))
    sweep = Sweep(plan, (0,), 93, N_TEST, (SPLITS[0][:1],))
    for chart in (
        sweep_accuracy_figure(sweep, marked=2),
        sweep_members_figure(sweep),
        sweep_diversity_figure(sweep),
    ):
        _sound(chart)
    assert sweep_accuracy_figure(sweep).figure.layout.xaxis.dtick == 1
    assert "Degree from 2 to 2" in sweep_accuracy_figure(sweep).title


def test_selection_shows_each_split():
    found = selection(SWEEP)
    chart = sweep_selection_figure(SWEEP, found)
    _sound(chart)
    np.testing.assert_allclose(
        _trace(chart, "λ chosen on the weighting rows").x * N_TEST, [2, 0, -3], atol=1e-12
    )
    rings = _trace(chart, "best on the test rows, known only afterwards")
    np.testing.assert_allclose(rings.x * N_TEST, [5, 5, 2])
    assert chart.title == (
        "In 1 of 3 splits λ chosen on the weighting rows was right more often than the uniform "
        "vote, in 1 less often"
    )


@pytest.mark.parametrize(
    ("counts", "claim", "said"),
    [
        (
            (3, 0, 0),
            (0.02, False),
            "In 3 of 3 splits {} right more often than {}, which may be chance",
        ),
        ((3, 0, 0), (0.02, True), "In 3 of 3 splits {} right more often than {}"),
        (
            (0, 1, 2),
            (-0.02, False),
            "In 2 of 3 splits {} right less often than {}, which may be chance",
        ),
        ((0, 0, 3), (-0.02, True), "In 3 of 3 splits {} right less often than {}"),
        (
            (1, 0, 2),
            (0.02, True),
            "In 2 of 3 splits {} right less often than {}, which may be chance",
        ),
        ((0, 3, 0), (0.0, False), "In 3 of 3 splits {} right as often as {}"),
    ],
)
def test_the_title_of_a_selection_claims_no_more_than_the_test(counts, claim, said):
    found = selection(SWEEP)
    better, equal, worse = counts
    interval = replace(found.interval, mean=claim[0], claimed=claim[1])
    found = replace(found, better=better, equal=equal, worse=worse, interval=interval)
    words = said.format("λ chosen on the weighting rows was", "the uniform vote")
    assert sweep_selection_figure(SWEEP, found).title == words


def test_sentences_claim_no_more_than_the_interval():
    said = selection_sentence(SWEEP, selection(SWEEP))
    assert said.startswith(
        "In 1 of 3 splits λ chosen on the weighting rows has more test rows right"
    )
    assert "in 1 as many, in 1 fewer" in said
    assert "no difference can be claimed" in said
    assert "Choosing on the test rows would have shown +10.0 points" in said
    assert "One split says almost nothing" in selection_sentence(ONE, selection(ONE))
    # The file may say which rows test, so that no other splits can be drawn.
    assert "more splits" not in selection_sentence(ONE, selection(ONE))
    plan = parameter_plan(Settings(), 9, "lam", (1.0,))

    def told(pairs):
        splits = tuple((outcome(0.9, 3, mine, uniform),) for mine, uniform in pairs)
        sweep = Sweep(plan, tuple(range(len(pairs))), 93, N_TEST, splits)
        return selection_sentence(sweep, selection(sweep))

    clear = [(36, 12), (35, 13), (37, 12), (36, 11)]
    assert "the weighted vote is ahead" in told(clear)
    assert "the uniform vote is ahead" in told([(b, a) for a, b in clear])
    # Splits that agree to the row: an interval without width before, and "ahead".
    same = told([(32, 30), (31, 29), (30, 28)])
    assert "no difference can be claimed" in same
    assert "(95% interval −" in same
    two = told(clear[:2])
    assert two.startswith("In 2 of 2 splits")
    assert "+57.5 points: with fewer than 3 splits no difference can be claimed." in two


def test_a_difference_from_missing_answers_is_not_claimed():
    plan = parameter_plan(Settings(), 9, "lam", (1.0,))

    def told(answered, unanswered):
        splits = []
        for mine, uniform in [(12, 36), (13, 35), (12, 37), (11, 36)]:
            one = outcome(0.9, 3, mine, uniform)
            a = one.accuracy
            gaps = Gaps(
                Answers(mine, N_TEST - unanswered, N_TEST),
                Answers(uniform, N_TEST, N_TEST),
                a.best_single,
            )
            pair = (0, a.worse) if answered else (0, 0)
            splits.append((replace(one, accuracy=replace(a, answered=pair, gaps=gaps)),))
        sweep = Sweep(plan, tuple(range(4)), 93, N_TEST, tuple(splits))
        return sweep, selection(sweep)

    assert "the uniform vote is ahead" in selection_sentence(*told(True, 1))
    sweep, found = told(False, 25)
    said = selection_sentence(sweep, found)
    assert "no difference can be claimed, as the difference comes from test rows without" in said
    rows = 4 * N_TEST
    assert f"Weighted vote: 100 of {rows} test rows have no answer and count as wrong" in said
    assert f"{48 / (rows - 100):.1%} are right" in said
    assert "Uniform vote:" not in said
    chart = sweep_selection_figure(sweep, found)
    assert chart.title.endswith("the difference comes from test rows without an answer")
    assert chart.tables["chosen values"]()["unanswered"].tolist() == [25] * 4
    reading = sweep_accuracy_figure(sweep).reading
    assert f"the weighted vote leaves 25 to 25 of {N_TEST} rows" in reading


def test_a_title_of_one_split_says_what_may_be_chance():
    plan = parameter_plan(Settings(), 9, "lam", (1.0,))

    def title(mine, uniform):
        sweep = Sweep(plan, (0,), 93, N_TEST, ((outcome(0.9, 3, mine, uniform),),))
        return sweep_selection_figure(sweep, selection(sweep)).title

    may_be = "uniform vote, on one split, which may be chance"
    assert title(33, 30).endswith(f"right on more test rows than the {may_be}")  # p = 0.25
    assert title(30, 33).endswith(f"right on fewer test rows than the {may_be}")
    # One split claims nothing, however small p is: the text below the figure says so as well.
    assert title(36, 12).endswith(f"right on more test rows than the {may_be}")
    assert title(12, 36).endswith(f"right on fewer test rows than the {may_be}")
    assert title(30, 30).endswith("right on as many test rows as the uniform vote, on one split")


@pytest.mark.parametrize(
    ("n", "complete", "reason"),
    [
        (2, True, "with fewer than 3 splits no difference can be claimed"),
        (2, False, "with fewer than 3 splits no difference can be claimed"),
        (3, False, "no difference is claimed before the last split"),
    ],
)
def test_each_reason_to_claim_nothing_has_its_own_words(n, complete, reason):
    rows = DiscordantRows((9,) * n, (0,) * n, (40,) * n, (93,) * n)
    (found,) = claims([rows], complete=complete)
    assert claim_words(found) == f"+22.5 points: {reason}"


@pytest.mark.parametrize("n_splits", [1, 3])
def test_components_have_means_and_intervals(n_splits):
    splits = tuple(
        tuple(outcome(0.8, 2 + i, 20 + 2 * i + s, 25) for i in range(6)) for s in range(n_splits)
    )
    sweep = Sweep(component_plan(Settings(), 9), tuple(range(n_splits)), 93, N_TEST, splits)
    chart = sweep_components_figure(sweep)
    _sound(chart)
    for place, component in enumerate(COMPONENTS):
        dot = _trace(chart, component.title)
        values = sweep.grid("l2dwk")[:, place]
        assert dot.x[0] == pytest.approx(values.mean())
        low, high = dot.x[0] - dot.error_x.arrayminus[0], dot.x[0] + dot.error_x.array[0]
        p = (values.mean() * N_TEST * n_splits + 2) / (N_TEST * n_splits + 4)
        alone = corrected_resampled_interval(values, N_TEST / 93)
        half = max(
            alone.high - alone.mean if n_splits > 1 else 0.0,
            stats.norm.ppf(0.975) * np.sqrt((1 / n_splits + N_TEST / 93) * p * (1 - p) / N_TEST),
        )
        expected = (0.0, 1.0) if n_splits == 1 else (values.mean() - half, values.mean() + half)
        assert (low, high) == pytest.approx(expected)
        assert dot.marker.symbol == ("circle" if component.reweighted else "circle-open")
        assert _trace(chart, f"{component.title}: members").x[0] == 2 + place
    uniform = _trace(chart, "Uniform vote")
    assert uniform.x[0] == pytest.approx(25 / N_TEST)
    table = chart.tables["components"]()
    assert table["minus_uniform"].tolist() == pytest.approx(
        [(sweep.grid("l2dwk") - 25 / N_TEST)[:, i].mean() for i in range(6)]
    )
    low, high = table["minus_uniform_low"], table["minus_uniform_high"]
    assert table["claimed"].tolist() == ((low > 0) | (high < 0)).tolist()
    family = claims(
        [
            DiscordantRows(
                *zip(*((o.accuracy.better, o.accuracy.worse) for o in column), strict=True),
                (N_TEST,) * n_splits,
                (93,) * n_splits,
            )
            for column in zip(*splits, strict=True)
        ]
    )
    np.testing.assert_array_equal(low, [c.low for c in family])


@pytest.fixture(scope="module")
def path():
    predictions, labels = class_problem(3, n_rows=60, n_members=12)
    return equal_weight_path(Oracle.from_predictions(predictions, labels), Settings())


@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("stacked", [False, True])
def test_path_shows_every_members_exact_weight(path, inverse, stacked):
    chart = weight_path_figure(path, inverse=inverse, stacked=stacked, marked=2.0)
    _sound(chart)
    members = [t for t in chart.figure.data if t.name.startswith("member ")]
    assert len(members) == (weight_table(path).groupby("member").size() > 0).sum()
    for trace in members:
        member = int(trace.name.removeprefix("member "))
        lambdas = 1 / np.asarray(trace.x, float) if inverse else np.asarray(trace.x, float)
        lambdas = np.clip(lambdas, path.lambdas[0], path.lambdas[-1])
        expected = np.array([path.weights(lam)[member] for lam in lambdas])
        drawn = np.asarray(trace.y, float)
        np.testing.assert_allclose(np.nan_to_num(drawn), expected, atol=1e-5)
    if stacked:
        assert sum(np.asarray(t.y, float) for t in members) == pytest.approx(1.0, abs=1e-5)
    x = [1 / k.lam if inverse else k.lam for k in path.breakpoints[1:-1]]
    np.testing.assert_allclose(_trace(chart, "breakpoints").x, x)
    shape = chart.figure.layout.shapes[0]
    assert shape.x0 == (0.5 if inverse else 2.0)
    assert f"{len(x)} breakpoints" in chart.title


def test_kinks_name_who_enters_and_leaves(path):
    texts = _trace(weight_path_figure(path), "breakpoints").text
    for point, text in zip(path.breakpoints[1:-1], texts, strict=True):
        for members, verb in ((point.entered, "enter"), (point.left, "leave")):
            assert (verb in text) == bool(members)
            assert all(str(member) in text for member in members)
    table = breakpoint_table(path)
    assert table["lambda"].tolist() == path.lambdas.tolist()
    assert table["members_kept"].tolist() == [np.count_nonzero(k.weights) for k in path.breakpoints]


def test_a_value_outside_the_path_is_not_marked(path):
    for marked in (None, 0.0, np.inf, 1e5):
        assert not weight_path_figure(path, marked=marked).figure.layout.shapes


def test_many_members_are_drawn_together():
    predictions, labels = class_problem(5, n_rows=300, n_members=90, accuracy=0.5)
    path = equal_weight_path(Oracle.from_predictions(predictions, labels), Settings())
    chart = weight_path_figure(path)
    drawn = [t for t in chart.figure.data if t.stackgroup]
    assert len(drawn) == MAX_SHOWN + 1
    assert drawn[-1].name.endswith("other members together")
    assert sum(np.asarray(t.y, float) for t in drawn) == pytest.approx(1.0, abs=1e-5)
