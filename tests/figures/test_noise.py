"""Figures and sentences of the study of label noise show its numbers and claim no more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.noise.accuracy import noise_accuracy_figure, noise_differences_figure
from l2dwk_core.figures.noise.alpha_on_noise import noise_chase_figure, noise_chase_levels_figure
from l2dwk_core.figures.noise.sentences import noise_verdict, reweighting_sentence
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise
from l2dwk_core.studies.noise_records import (
    NoisePair,
    NoiseRecipe,
    NoiseRecord,
    NoiseResult,
)

SHARES = (0.0, 0.2)
RIGHT = {  # of 100 test rows, for each repeat, at both shares
    "uniform": [(80, 70), (82, 71), (81, 72), (79, 69)],
    "best_single": [(60, 40), (62, 42), (61, 41), (59, 40)],
    "l2dwk_gaussian": [(81, 70), (81, 73), (80, 70), (80, 70)],
    "equal_alpha": [(80, 71), (81, 73), (81, 71), (80, 69)],
}


def _chase(repeat, share, alpha, errors, deviation=0.02):
    return AlphaOnNoise(
        repeat, share, share, np.array(alpha), np.array(errors), 1 + repeat, deviation
    )


@pytest.fixture(scope="module")
def result():
    recipe = NoiseRecipe(RunRecipe("glass"), shares=SHARES, repeats=4)
    records = tuple(
        NoiseRecord(method, repeat, share, right[repeat][place], 100, 7)
        for method, right in RIGHT.items()
        for repeat in range(4)
        for place, share in enumerate(SHARES)
    )
    compared = [(m, "uniform") for m in RIGHT if m != "uniform"]
    pairs = tuple(
        NoisePair(method, base, repeat, share, max(gained, 0) + 1, max(-gained, 0) + 1)
        for method, base in (*compared, ("l2dwk_gaussian", "equal_alpha"))
        for repeat in range(4)
        for place, share in enumerate(SHARES)
        for gained in [RIGHT[method][repeat][place] - RIGHT[base][repeat][place]]
    )
    alpha_on_noise = [_chase(r, 0.0, [0.0], [np.nan]) for r in range(4)]
    alpha_on_noise += [
        _chase(0, 0.2, [0.2, 0.4, 0.5], [0.6, 0.5, 0.4]),
        _chase(1, 0.2, [0.2, 0.3], [0.4, 0.3]),
        _chase(2, 0.2, [0.2, 0.5, 0.7], [np.nan, 0.7, 0.8]),
        _chase(3, 0.2, [0.2], [np.nan]),
    ]
    return NoiseResult(recipe, records, pairs, tuple(alpha_on_noise), 200, 100)


def _trace(chart, name):
    return next(t for t in chart.figure.data if t.name == name)


def test_rounds_are_means_over_repeats_and_stopped_runs_stay(result):
    chart = noise_chase_figure(result, 0.2)
    np.testing.assert_allclose(_trace(chart, "of kernel weight α").y, [0.2, 0.35, 0.425])
    np.testing.assert_allclose(_trace(chart, "of the vote's mistakes").y, [0.5, 0.5, 0.5])
    np.testing.assert_allclose(_trace(chart, "of the rows (chance)").y, 0.2)
    np.testing.assert_allclose(_trace(chart, "repeats").y, [0.2, 0.5, 0.7, 0.2, 0.2, 0.2])
    # Far from chance on average, but the repeats disagree: 50, 30, 70 and 20 %.
    assert "42% of the kernel weight for 20% of the rows: no difference to chance" in chart.title
    table = chart.tables["alpha on flipped rows"]()
    assert len(table) == 4 + 3 + 2 + 3 + 1
    assert table.query("repeat == 2 and round == 3")["share_of_alpha"].item() == 0.7


def test_the_words_for_a_figure_hold_no_undefined_number(result):
    """Without flips or without wrong votes the share of the mistakes is undefined."""
    right = [_chase(r, s, [s, s], [0.5, np.nan]) for r in range(4) for s in SHARES]
    for made in (
        result,
        replace(result, alpha_on_noise=tuple(right)),
        replace(result, alpha_on_noise=()),
    ):
        charts = [noise_chase_figure(made, s) for s in SHARES] + [noise_chase_levels_figure(made)]
        for chart in charts:
            assert "nan" not in f"{chart.title} {chart.reading} {chart.alternative}"
    said = noise_chase_figure(replace(result, alpha_on_noise=tuple(right)), 0.2).alternative
    assert said.endswith("in round 1; no vote is wrong.")
    assert "in round 1; 50.0% of the mistakes." in noise_chase_figure(result, 0.2).alternative


def test_levels_show_the_last_round_against_chance(result):
    chart = noise_chase_levels_figure(result)
    np.testing.assert_allclose(_trace(chart, "of kernel weight α").y, [0.0, 0.425])
    np.testing.assert_allclose(_trace(chart, "of the rows (chance)").y, SHARES)
    assert "no difference to chance can be claimed" in chart.title
    alike = [_chase(r, s, [0.2, s + s / 2 + r / 100], [0.5, 0.5]) for r in range(4) for s in SHARES]
    clear = noise_chase_levels_figure(replace(result, alpha_on_noise=tuple(alike)))
    assert "Wrong labels draw up to 12 points more kernel weight" in clear.title


@pytest.mark.parametrize(
    ("alpha", "said"),
    [
        ([0.2, 0.21], "no difference to chance can be claimed"),
        ([0.2, 0.05], "reweighting avoids them"),
        ([0.2, 0.5], "reweighting chases them"),
        ([0.2], "kernel weights are still equal"),
    ],
)
def test_titles_say_what_is_so(result, alpha, said):
    errors = [0.5] * len(alpha)
    runs = tuple(_chase(r, s, alpha, errors) for r in range(4) for s in SHARES)
    other = replace(result, alpha_on_noise=runs)
    assert said in noise_chase_figure(other, 0.2).title
    unfinished = replace(result, alpha_on_noise=runs[:-1])
    title = noise_chase_figure(unfinished, 0.2).title
    assert "reweighting" not in title
    assert len(alpha) == 1 or "nothing is claimed before the last repeat" in title
    assert "nothing to chase" in noise_chase_figure(result, 0.0).title
    assert (
        "nothing is finished yet"
        in noise_chase_figure(replace(result, alpha_on_noise=()), 0.2).title
    )


def test_a_title_says_a_direction_exactly_where_it_is_claimed(result):
    """Among the repeats: ties with chance, and runs that stopped before α was drawn anew."""
    rng = np.random.default_rng(0)
    said = {"chases": 0, "avoids": 0, "": 0}
    for _ in range(300):
        pull = rng.choice([-0.1, 0.0, 0.1])
        runs = [_chase(r, 0.0, [0.0, 0.0], [np.nan] * 2, 0.0) for r in range(4)]
        for repeat in range(4):
            kind = rng.choice(["stopped", "tie", "drawn"], p=[0.1, 0.1, 0.8])
            last = 0.2 + pull + rng.normal(0, 0.02)
            alpha = {"stopped": [0.2], "tie": [0.2, 0.2], "drawn": [0.2, last]}[kind]
            runs.append(_chase(repeat, 0.2, alpha, [0.5] * len(alpha), 0.02 * (kind != "stopped")))
        other = replace(result, alpha_on_noise=tuple(runs))
        title = noise_chase_figure(other, 0.2).title
        found = [c for c in runs if c.share == 0.2]
        if all(len(c.of_alpha) == 1 for c in found):
            continue
        mean = np.mean([c.of_alpha[-1] for c in found])
        word = "" if not other.draws_alpha(0.2) else "chases" if mean > 0.2 else "avoids"
        said[word] += 1
        assert ("chases" in title, "avoids" in title) == (word == "chases", word == "avoids")
    assert min(said.values()) > 20


def test_numbers_of_a_claim_differ_as_they_are_shown(result):
    runs = tuple(
        _chase(r, s, [s, s + 0.003 * (s > 0)], [0.5] * 2, 0.0005) for r in range(4) for s in SHARES
    )
    other = replace(result, alpha_on_noise=runs)
    assert other.draws_alpha(0.2)
    assert (
        "draw 20.3% of the kernel weight for 20.0% of the rows"
        in noise_chase_figure(other, 0.2).title
    )
    title = noise_chase_levels_figure(other).title
    assert "up to 0.3 points more kernel weight than their number (20.3% against 20.0%)" in title


@pytest.mark.parametrize(
    ("own", "said", "most"),
    [
        (0.5, "no difference can be claimed", "no difference can be claimed"),
        (0.3, "reweighting chases the wrong labels", "up to 20 points more kernel weight than"),
        (0.7, "reweighting avoids the wrong labels", "up to 20 points less kernel weight than"),
    ],
)
def test_rows_near_a_boundary_are_compared_with_themselves(result, own, said, most):
    """They hold 50 % of α, for 20 % of the rows; that may be so with their own labels too."""
    last = (0.49, 0.5, 0.5, 0.51)
    runs = [
        replace(
            _chase(r, s, [s, last[r] if s else 0.0], [0.5] * 2),
            of_alpha_own=np.array([s, own if s else 0.0]),
        )
        for r in range(4)
        for s in SHARES
    ]
    other = replace(result, alpha_on_noise=tuple(runs))
    chart = noise_chase_figure(other, 0.2)
    assert said in chart.title
    assert "for 20% of the rows" not in chart.title
    np.testing.assert_allclose(_trace(chart, "of α with their own labels").y, [0.2, own])
    assert "draw weight whatever their labels are" in chart.reading
    levels = noise_chase_levels_figure(other)
    assert most in levels.title
    assert "the same rows with their own" in levels.title
    np.testing.assert_allclose(_trace(levels, "of α with their own labels").y, [0.0, own])
    table = chart.tables["alpha on flipped rows"]()
    assert table["share_of_alpha_own_labels"].tolist() == [0.0, 0.0, 0.2, own] * 4


def test_accuracy_curves_are_means_and_relative_ones_are_paired(result):
    chart = noise_accuracy_figure(result)
    for name, key in (("Uniform vote", "uniform"), ("L2DWK, Gaussian", "l2dwk_gaussian")):
        expected = np.array(RIGHT[key]) / 100
        np.testing.assert_allclose(_trace(chart, name).y, expected.mean(axis=0))
        band = np.asarray(_trace(chart, f"repeats of {name}").y)
        np.testing.assert_allclose(band, [*expected.max(axis=0), *expected.min(axis=0)[::-1]])
    relative = noise_accuracy_figure(result, relative=True)
    gained = (np.array(RIGHT["best_single"]) - RIGHT["uniform"]) / 100
    np.testing.assert_allclose(_trace(relative, "Best single member").y, gained.mean(axis=0))
    assert "Uniform vote" not in {t.name for t in relative.figure.data}
    assert "goes from 80.5% to 70.5% right" in chart.title


def test_tables_hold_every_number(result):
    chart = noise_accuracy_figure(result)
    table = chart.tables["accuracy by noise"]()
    line = table.query("method == 'Best single member' and flipped == 0.2").iloc[0]
    values = np.array(RIGHT["best_single"])[:, 1] / 100
    assert line["accuracy"] == pytest.approx(values.mean())
    assert line["deviation"] == pytest.approx(values.std(ddof=1))
    assert (line["lowest"], line["highest"], line["repeats"]) == (0.40, 0.42, 4)
    assert line["difference"] == pytest.approx(-0.2975)
    assert len(chart.tables["every repeat"]()) == len(result.records)


def test_only_differences_that_can_be_claimed_are(result):
    said = noise_verdict(result)
    assert said.startswith(
        "It can be claimed, over 4 repeats: worse than the uniform vote: Best single member (at 0% "
        "and 20%)."
    )
    assert "The other 4 differences may be chance." in said
    assert "better" not in said
    chart = noise_differences_figure(result, 0.2)
    filled = {t.name for t in chart.figure.data if t.marker.symbol == "circle"}
    assert filled == {"Best single member"}
    assert _trace(chart, "Best single member").x[0] == pytest.approx(-29.75)
    assert chart.title == "20% flipped: worse than the uniform vote: Best single member"


def test_nothing_claimed_is_said(result):
    quiet = replace(result, records=tuple(r for r in result.records if r.method != "best_single"))
    assert noise_verdict(quiet) == (
        "None of the 4 differences to the uniform vote can be claimed, over 4 repeats."
    )
    few = replace(quiet, recipe=replace(result.recipe, repeats=2),
                  records=tuple(r for r in quiet.records if r.repeat < 2))  # fmt: skip
    assert noise_differences_figure(quiet, 0.2).title == (
        "20% flipped: of no method can a difference to the uniform vote be claimed"
    )
    early = replace(result, alpha_on_noise=result.alpha_on_noise[:-1])
    waits = "fter 7 of 8 trainings no difference is claimed yet"
    for said in (noise_verdict(early), noise_differences_figure(early, 0.0).title,
                 reweighting_sentence(early)):  # fmt: skip
        assert waits in said
    assert {t.marker.symbol for t in noise_differences_figure(early, 0.0).figure.data} == {
        "circle-open"
    }
    nothing = "with fewer than 3 repeats no difference can be claimed"
    assert noise_verdict(few) == f"W{nothing[1:]}."
    assert noise_differences_figure(few, 0.2).title == f"20% flipped: {nothing}"
    both = replace(few, records=tuple(r for r in result.records if r.repeat < 2),
                   alpha_on_noise=tuple(c for c in result.alpha_on_noise if c.repeat < 2)
                   )  # fmt: skip
    assert nothing in reweighting_sentence(both)


def test_reweighting_is_said_beside_equal_alpha(result):
    said = reweighting_sentence(result)
    assert "L2DWK, Gaussian against the same with equal α: ±0.0 points at 0%" in said
    assert "−0.2 points at 20%" in said or "−0.3 points at 20%" in said
    assert "no difference can be claimed" in said
    assert "In 2 of 8 runs no later round makes fewer mistakes" in said


def test_figures_of_next_to_nothing_stand(result):
    empty = replace(result, records=(), pairs=(), alpha_on_noise=())
    for chart in (
        noise_chase_figure(empty, 0.2),
        noise_chase_levels_figure(empty),
        noise_accuracy_figure(empty),
        noise_differences_figure(empty, 0.2),
    ):
        assert chart.title
        assert chart.alternative
    assert reweighting_sentence(empty) == "Nothing is finished yet."
    one = replace(
        result, records=result.records[:1], pairs=(), alpha_on_noise=result.alpha_on_noise[:1]
    )
    assert "0% flipped: uniform vote 80.0% right" in noise_accuracy_figure(one).title
    none_flipped = noise_chase_levels_figure(
        replace(result, alpha_on_noise=(_chase(0, 0.0, [0.0], [0.0]),))
    )
    assert none_flipped.title.startswith("How much kernel weight wrong labels draw")
    low, high = none_flipped.figure.layout.xaxis.range
    assert low < 0 and high > max(SHARES)  # room for the levels to come
