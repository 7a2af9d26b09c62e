"""The study of label noise against one run at a time, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.significance import claims
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise
from l2dwk_core.studies.noise_records import (
    ALWAYS,
    CHOOSABLE,
    EQUAL_ALPHA,
    NoisePair,
    NoiseRecord,
    NoiseResult,
    title_of,
)
from l2dwk_core.studies.noise_study import noise_study, shares_up_to

RUN = RunRecipe.of("glass", n_members=9, seed=3)
SHARES = (0.0, 0.3)
METHODS = ("kappa_pruning", "adaboost")


@pytest.fixture(scope="module")
def result():
    return noise_study(
        "glass",
        run=RUN.changed(settings=Settings(lam=2.0)),
        methods=METHODS,
        shares=SHARES,
        repeats=3,
    )


@pytest.fixture(scope="module")
def prepared():
    return {
        (repeat, share): prepare_run("glass", n_members=9, seed=3 + repeat, label_noise=share)
        for repeat in range(3)
        for share in SHARES
    }


def test_every_method_is_scored_on_the_clean_test_rows_of_its_run(result, prepared):
    assert result.complete
    assert result.methods == (*ALWAYS, *(k for k in CHOOSABLE if k in METHODS))
    for (repeat, share), run in prepared.items():
        place = SHARES.index(share)
        for method in ALWAYS:
            changes = {"update": "none"} if method == EQUAL_ALPHA else {}
            if method.startswith("l2dwk_"):
                changes = {"kernel": method.removeprefix("l2dwk_")}
            solved = run.solve(Settings(lam=2.0, **changes)).accuracy
            score = getattr(solved, method, solved.l2dwk)
            assert result.accuracies(method)[repeat, place] == score.accuracy, method
        test = run.dataset.X.iloc[run.test_rows]
        weighting = run.weighting_rows
        model = COMBINERS["kappa_pruning"].create(prefit=run.pool, random_state=3 + repeat)
        model.fit(run.dataset.X.iloc[weighting], run.labels[weighting])
        right = (model.predict(test) == run.dataset.y[run.test_rows]).mean()
        assert result.accuracies("kappa_pruning")[repeat, place] == pytest.approx(right)
        rows = np.sort(np.concatenate([run.training_rows, weighting]))
        boosted = COMBINERS["adaboost"].create(n_members=9, random_state=3 + repeat)
        boosted.fit(run.dataset.X.iloc[rows], run.labels[rows])
        right = (boosted.predict(test) == run.dataset.y[run.test_rows]).mean()
        assert result.accuracies("adaboost")[repeat, place] == pytest.approx(right)


def test_shares_of_alpha_and_of_mistakes_are_counted_row_by_row(result, prepared):
    assert len(result.alpha_on_noise) == 6
    for found in result.alpha_on_noise:
        run = prepared[found.repeat, found.share]
        trace = run.solve(Settings(lam=2.0)).trace
        flipped = set(run.flipped_rows.tolist())
        rows = run.weighting_rows.tolist()
        assert found.of_rows == sum(row in flipped for row in rows) / len(rows)
        assert found.returned_round == trace.returned_round
        assert len(found.of_alpha) == len(trace.rounds)
        for place, r in enumerate(trace.rounds):
            on = sum(a for a, row in zip(r.alpha, rows, strict=True) if row in flipped)
            assert found.of_alpha[place] == pytest.approx(on / sum(r.alpha))
            wrong = [row for row, bad in zip(rows, r.wrong, strict=True) if bad]
            if wrong:
                share = sum(row in flipped for row in wrong) / len(wrong)
                assert found.of_errors[place] == pytest.approx(share)
            else:
                assert np.isnan(found.of_errors[place])


@pytest.mark.parametrize("shares", [(0.0, 0.2), (0.2,)])
def test_rows_near_a_boundary_are_measured_with_their_own_labels_too(shares):
    run = RunRecipe.of("glass", n_members=9, seed=3, noise_kind="boundary")
    study = noise_study("glass", run=run, shares=shares, repeats=2)
    for repeat in range(2):
        (found,) = [c for c in study.alpha_on_noise_at(0.2) if c.repeat == repeat]
        seed = 3 + repeat
        own = prepare_run("glass", n_members=9, seed=seed).solve().trace.rounds[-1].alpha
        noisy = prepare_run("glass", n_members=9, seed=seed, label_noise=0.2, noise_kind="boundary")
        alpha, flipped = noisy.solve().trace.rounds[-1].alpha, noisy.flipped
        assert found.of_alpha_own[-1] == pytest.approx(own[flipped].sum() / own.sum())
        change = alpha / alpha.sum() - own / own.sum()
        assert found.gap == pytest.approx(change[flipped].sum())
        n, size = flipped.sum(), len(flipped)
        most = max(change.var(ddof=1), change[flipped].var(ddof=1))
        assert found.chance_deviation == pytest.approx(np.sqrt(n * (1 - n / size) * most))


def test_flips_at_random_are_compared_with_their_number(result):
    for found in result.alpha_on_noise:
        assert found.of_alpha_own is None
        assert found.gap == found.of_alpha[-1] - found.of_rows


def test_a_run_that_stopped_keeps_its_last_share():
    found = AlphaOnNoise(0, 0.1, 0.1, np.array([0.1, 0.4]), np.array([0.5, np.nan]), 1)
    alpha, errors = found.padded(4)
    np.testing.assert_array_equal(alpha, [0.1, 0.4, 0.4, 0.4])
    np.testing.assert_array_equal(errors, [0.5, np.nan, np.nan, np.nan])
    np.testing.assert_array_equal(found.padded(1)[0], [0.1])


def _apart(result, method, base, share):
    """Better, worse: by method, the rows that tell it and its base apart, repeat by repeat."""
    found = [p for p in result.pairs if (p.method, p.base, p.share) == (method, base, share)]
    assert [p.repeat for p in found] == list(range(3))
    return tuple(p.better for p in found), tuple(p.worse for p in found)


def test_rows_that_tell_a_method_and_its_vote_apart_are_counted(result, prepared):
    """Row by row, from a run and a model of its own."""
    for repeat in range(3):
        run = prepared[repeat, 0.3]
        test = run.dataset.X.iloc[run.test_rows]
        truth = run.dataset.y[run.test_rows]
        rows = np.union1d(run.training_rows, run.weighting_rows)
        whole = [
            COMBINERS[key]
            .create(n_members=9, random_state=3 + repeat)
            .fit(run.dataset.X.iloc[rows], run.labels[rows])
            .predict(test)
            == truth
            for key in ("adaboost", "bagging")
        ]
        better, worse = _apart(result, "adaboost", "uniform_all", 0.3)
        assert better[repeat] == np.count_nonzero(whole[0] & ~whole[1])
        assert worse[repeat] == np.count_nonzero(whole[1] & ~whole[0])
        accuracy = run.solve(Settings(lam=2.0, kernel="gaussian")).accuracy
        better, worse = _apart(result, "l2dwk_gaussian", "uniform", 0.3)
        assert (better[repeat], worse[repeat]) == (accuracy.better, accuracy.worse)


def test_everything_shown_is_one_family(result):
    assert (result.n_training, result.n_test) == (149, 65)
    found = [d for share in SHARES for d in result.differences(share)]
    assert [d.method for d in result.differences(0.3)] == [
        m for m in result.methods if m != "uniform"
    ]
    for d in found:
        base = "uniform_all" if d.method == "adaboost" else "uniform"
        assert d.base == base
        gained = result.accuracies(d.method) - result.accuracies(base)
        assert d.interval.mean == pytest.approx(gained[:, SHARES.index(d.share)].mean())
    everything = [*found, *result.reweighting()]
    family = claims(
        [
            DiscordantRows(*_apart(result, d.method, d.base, d.share), (65,) * 3, (149,) * 3)
            for d in everything
        ]
    )
    assert [d.interval for d in everything] == list(family)
    assert [d.claimed for d in everything] == [c.claimed for c in family]


def test_reweighting_is_compared_with_equal_alpha_of_the_same_kernel(result):
    found = result.reweighting()
    assert [d.share for d in found] == list(SHARES)
    gained = result.accuracies("l2dwk_gaussian") - result.accuracies(EQUAL_ALPHA)
    np.testing.assert_allclose([d.interval.mean for d in found], gained.mean(axis=0))


def test_repeats_that_agree_to_the_row_claim_nothing(result):
    """Three repeats with one difference: an interval without width, and a claim, before."""
    recipe = replace(result.recipe, repeats=3, shares=(0.0,))
    pairs = tuple(NoisePair("best_single", "uniform", r, 0.0, 1, 3) for r in range(3))
    records = tuple(
        NoiseRecord(method, repeat, 0.0, correct, 65, 9)
        for repeat in range(3)
        for method, correct in (("uniform", 50), ("best_single", 48))
    )
    three = NoiseResult(recipe, records, pairs, result.alpha_on_noise[:3], 149, 65)
    (only,) = three.differences(0.0)
    assert three.complete
    assert not only.claimed
    assert only.interval.low < 0 < only.interval.high
    two = replace(three, recipe=replace(recipe, repeats=2), pairs=pairs[:2],
                  alpha_on_noise=result.alpha_on_noise[:2])  # fmt: skip
    assert two.complete
    assert np.isnan(two.differences(0.0)[0].adjusted_p)
    early = replace(three, recipe=replace(recipe, repeats=4))
    assert np.isnan(early.differences(0.0)[0].adjusted_p)


def test_results_come_one_training_at_a_time_and_progress_only_grows():
    said, news = [], []
    noise_study(
        "zoo",
        run=RunRecipe.of("zoo", n_members=5),
        shares=(0.0, 0.2),
        repeats=2,
        progress=lambda what, done, total: said.append((what, done, total)),
        on_change=news.append,
    )
    assert [n.n_done for n in news] == [1, 2, 3, 4]
    assert not news[2].complete
    assert np.isnan(news[2].accuracies("uniform")).tolist() == [[False, False], [False, True]]
    assert news[2].differences(0.2)[0].interval.n == 1
    done = [d for _, d, _ in said]
    assert done == sorted(done)
    assert {total for _, _, total in said} == {400}
    assert said[-1][0].startswith("repeat 2 of 2, 20% flipped")

    def stop(what, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        noise_study("zoo", run=RunRecipe.of("zoo", n_members=5), progress=stop)


def test_methods_that_cannot_be_used_are_refused_with_their_reason():
    gaps = noise_study(
        "glass",
        run=RunRecipe.of(
            "glass", n_members=9, weighting="out_of_bag", settings=Settings(constant=-1.0)
        ),
        methods=("map_pruning", "kappa_pruning"),
        shares=(0.2,),
        repeats=1,
    )
    assert "out-of-bag votes have gaps" in gaps.refusals["map_pruning"]
    assert "c ≥ 0" in gaps.refusals["l2dwk_polynomial"]
    assert not {"map_pruning", "l2dwk_polynomial"} & set(gaps.methods)
    assert "kappa_pruning" in gaps.methods


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"methods": ("rse",)}, "Unknown method 'rse'"),
        ({"repeats": 0}, "0 repeats and 2 shares"),
        ({"shares": (0.0, 1.0)}, "label_noise is 1.0"),
        ({"shares": (0.2, 0.1)}, "give each once, ascending"),
        ({"shares": ()}, "3 repeats and 0 shares"),
    ],
)
def test_bad_arguments_are_diagnosed(changes, said):
    with pytest.raises(InputError, match=said):
        noise_study(
            "zoo",
            **{"run": RunRecipe.of("zoo", n_members=3), "shares": SHARES, "repeats": 3} | changes,
        )


def test_shares_run_from_none_to_the_most():
    assert shares_up_to(0.4, 5) == (0.0, 0.1, 0.2, 0.3, 0.4)
    assert shares_up_to(0.05, 2) == (0.0, 0.05)


def test_every_method_has_a_title():
    assert len({title_of(m) for m in (*ALWAYS, *CHOOSABLE)}) == len(ALWAYS) + len(CHOOSABLE)
