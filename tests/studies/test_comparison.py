"""A comparison gives each method the score it has when fitted and scored on its own."""

from __future__ import annotations

import json

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.optimisation.qpd import QPD
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.cached import CachedPool
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.significance import claims
from l2dwk_core.studies.comparison import compare, cross_validation_splits, split_seed
from l2dwk_core.studies.comparison_records import (
    ALL_ROWS,
    REFERENCE,
    ComparisonResult,
    reference_of,
)

SMALL = {"folds": 3, "n_members": 11, "max_depth": 4}
# Methods that cost most; the others show the same sharing.
SLOW = {"epsdp", "pareto_pruning", "map_pruning", "stacking"}


@pytest.fixture(scope="module")
def everything():
    return compare("glass", methods=[key for key in COMBINERS if key not in SLOW], **SMALL)


@pytest.mark.parametrize("key", [key for key in COMBINERS if key not in SLOW])
def test_sharing_members_changes_no_score(everything, key):
    """The slow, obvious way: every method trains its own members and scores itself."""
    data = load_dataset("glass")
    repeat, fold, training, test = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    seed = split_seed(0, repeat, fold)
    model = COMBINERS[key].create(n_members=11, max_depth=4, random_state=seed)
    model.fit(data.X.iloc[training], data.y[training])
    predicted = model.predict(data.X.iloc[test])
    record = next(
        r for r in everything.records if (r.method, r.repeat, r.fold) == (key, repeat, fold)
    )
    assert record.correct == np.count_nonzero(predicted == data.y[test])
    assert record.kept == model.n_selected_
    assert (record.n_training, record.n_test) == (len(training), len(test))
    assert 0 <= record.seconds < 60


@pytest.fixture(scope="module")
def answers():
    """Right test rows of the second split by the slow, obvious way, each method on its own."""
    data = load_dataset("glass")
    repeat, fold, training, test = list(cross_validation_splits(data.y, 3, 1, 0))[1]
    seed = split_seed(0, repeat, fold)

    def right(key, **more):
        model = COMBINERS[key].create(n_members=11, max_depth=4, random_state=seed, **more)
        model.fit(data.X.iloc[training], data.y[training])
        return model.predict(data.X.iloc[test]) == data.y[test]

    return right


@pytest.mark.parametrize("key", ["l2dwk", "random_forest", "adaboost", "l2dwk_paper", "bagging"])
def test_rows_that_tell_a_method_and_its_reference_apart_are_counted(everything, answers, key):
    mine = answers(key)
    everyone = key in ("random_forest", "adaboost", "l2dwk_paper", "bagging")
    assert reference_of(key) == (ALL_ROWS if everyone else REFERENCE)
    # Bagging is the uniform vote of members trained on all training rows.
    base = answers("bagging" if everyone else "uniform_vote")
    record = next(r for r in everything.records if (r.method, r.fold) == (key, 1))
    assert record.better == np.count_nonzero(mine & ~base)
    assert record.worse == np.count_nonzero(base & ~mine)
    if key == "bagging":
        assert record.better == record.worse == 0


def test_the_vote_of_members_trained_on_all_rows_takes_part_where_it_is_needed(everything):
    rows = {key: [r.correct for r in everything.records if r.method == key]
            for key in ("bagging", ALL_ROWS)}  # fmt: skip
    assert rows["bagging"] == rows[ALL_ROWS]
    of_all = next(s for s in everything.standings() if s.method == ALL_ROWS)
    assert of_all.reference == REFERENCE  # what the hold-out costs
    assert ALL_ROWS not in compare("glass", methods=["qpd"], **SMALL).methods


def test_stacking_learns_from_the_same_held_out_rows():
    found = compare("glass", methods=["stacking"], **SMALL)
    data = load_dataset("glass")
    _, _, training, test = next(cross_validation_splits(data.y, 3, 1, 0))
    model = COMBINERS["stacking"].create(
        n_members=11, max_depth=4, random_state=split_seed(0, 0, 0), weighting="hold_out"
    )
    model.fit(data.X.iloc[training], data.y[training])
    right = np.count_nonzero(model.predict(data.X.iloc[test]) == data.y[test])
    assert found.records[-1].method == "stacking"
    assert next(r for r in found.records if r.method == "stacking").correct == right
    assert "it learns from held-out rows" in COMBINERS["stacking"].confirmed


def test_standings_are_means_and_paired_intervals(everything):
    assert everything.complete
    table, methods = everything.accuracies(), everything.methods
    standings = {s.method: s for s in everything.standings()}
    assert list(standings) == sorted(standings, key=lambda m: -standings[m].accuracy)
    test_rows = [r.n_test for r in everything.records if r.method == REFERENCE]
    assert sum(test_rows) == len(load_dataset("glass").y)
    ratio = sum(test_rows) / sum(r.n_training for r in everything.records if r.method == REFERENCE)
    assert ratio == pytest.approx(1 / 2)
    family = {}
    for j, key in enumerate(methods):
        mine = [r for r in everything.records if r.method == key]
        assert standings[key].accuracy == pytest.approx(np.mean([r.accuracy for r in mine]))
        assert standings[key].kept == pytest.approx(np.mean([r.kept for r in mine]))
        if key == REFERENCE:
            assert standings[key].difference is None
            continue
        reference = standings[key].reference
        assert reference == reference_of(key)
        gained = table[:, j] - table[:, methods.index(reference)]
        assert standings[key].difference.mean == pytest.approx(gained.mean())
        family[key] = DiscordantRows(
            *(
                tuple(getattr(r, n) for r in mine)
                for n in ("better", "worse", "n_test", "n_training")
            )
        )
    expected = dict(zip(family, claims(list(family.values())), strict=True))
    assert {key: standings[key].difference for key in family} == expected
    mean_rank = np.mean([s.rank for s in standings.values()])
    assert mean_rank == pytest.approx((len(methods) + 1) / 2)


def test_same_seed_same_numbers_and_another_seed_others():
    first, again, other = (
        compare("glass", methods=["l2dwk"], seed=seed, **SMALL) for seed in (4, 4, 5)
    )
    np.testing.assert_array_equal(first.accuracies(), again.accuracies())
    assert not np.array_equal(first.accuracies(), other.accuracies())


def test_settings_reach_l2dwk_alone():
    many = compare("glass", methods=["l2dwk", "l2dwk_paper"], settings=Settings(lam=30.0), **SMALL)
    plain = compare("glass", methods=["l2dwk", "l2dwk_paper"], **SMALL)
    kept = {
        key: [[r.kept for r in found.records if r.method == key] for found in (many, plain)]
        for key in ("l2dwk", "l2dwk_paper")
    }
    assert kept["l2dwk"][0] != kept["l2dwk"][1]
    assert kept["l2dwk_paper"][0] == kept["l2dwk_paper"][1]


def test_settings_of_a_preset_take_part_like_the_same_made_field_by_field():
    preset = Settings.preset("paper")
    found, by_field = (
        compare("glass", methods=["l2dwk"], settings=settings, **SMALL)
        for settings in (preset, Settings(**preset.as_dict()))
    )
    assert not found.refusals
    np.testing.assert_array_equal(found.accuracies(), by_field.accuracies())


def test_every_row_is_tested_once_a_repeat():
    y = load_dataset("glass").y
    for repeat in range(2):
        parts = [s for s in cross_validation_splits(y, 5, 2, 3) if s[0] == repeat]
        assert sorted(np.concatenate([test for *_, test in parts]).tolist()) == list(range(len(y)))
        for _, _, training, test in parts:
            assert not set(training) & set(test)
    first, second = (
        [test for r, _, _, test in cross_validation_splits(y, 5, 2, 3) if r == repeat]
        for repeat in range(2)
    )
    assert any(not np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_what_cannot_be_used_is_refused_with_its_reason_and_never_asked(monkeypatch):
    monkeypatch.setattr(QPD, "needs", frozenset({"two_classes"}))
    found = compare("glass", methods=["qpd", "single_best"], **SMALL)
    assert found.refusals == {"qpd": "needs two classes; this task has 6"}
    assert not [r for r in found.records if r.method == "qpd"]
    assert len(found.standings()) == 2


def test_a_method_that_raises_drops_out_and_the_others_go_on(monkeypatch):
    def refuse(self, inputs, seed):
        raise InputError("needs a rainy day")

    monkeypatch.setattr(QPD, "_combine", refuse)
    found = compare("glass", methods=["qpd", "single_best"], **SMALL)
    assert found.refusals == {"qpd": "needs a rainy day"}
    assert set(found.methods) == {"single_best", REFERENCE}
    assert found.complete
    assert len(found.standings()) == 2


def test_result_grows_and_standings_use_finished_splits_only():
    seen: list[ComparisonResult] = []
    compare("glass", methods=["single_best", "qpd"], on_change=seen.append, **SMALL)
    assert len(seen) == 9
    assert [len(r.records) for r in seen] == list(range(1, 10))
    assert seen[1].standings() == ()
    assert [len(r.splits) for r in seen] == [0, 0, 1, 1, 1, 2, 2, 2, 3]
    one_split = seen[4].standings()
    assert len(one_split) == 3
    assert all(np.isnan(s.difference.low) for s in one_split if s.difference)
    assert [r.complete for r in seen] == [False] * 8 + [True]


def test_progress_counts_method_fits_and_an_exception_ends_the_work():
    said = []

    def stop(what, done, total):
        said.append((what, done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare("glass", methods=["single_best"], progress=stop, **SMALL)
    assert said[0][0].startswith("split 1 of 3: training members")
    assert {total for *_, total in said} == {6}
    assert max(done for _, done, _ in said) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"methods": ["l2dvk"]}, "Unknown method 'l2dvk'.*Did you mean 'l2dwk'"),
        ({"methods": [], "folds": 1}, "1 folds and 1 repeats"),
        ({"methods": [], "folds": 50, "dataset": "zoo"}, "choose 2 to 41 folds"),
        ({"methods": [], "repeats": 99}, "99 repeats"),
        ({"methods": [], "pool": "forest"}, "forest"),
    ],
)
def test_wrong_input_is_diagnosed(arguments, said):
    dataset = arguments.pop("dataset", "glass")
    with pytest.raises(InputError, match=said):
        compare(dataset, **{**SMALL, **arguments})


def test_result_is_ready_for_json(everything):
    told = json.loads(json.dumps(everything.as_dict()))
    assert len(told["records"]) == len(everything.records)
    assert told["recipe"]["folds"] == 3


def test_answered_pool_answers_like_the_pool_and_asks_each_table_once():
    data = load_dataset("glass")
    table = data.X.iloc[100:]
    pool = train_pool(data.X.iloc[:100], data.y[:100], n_members=5)
    shared = CachedPool.of(pool)
    for members in (None, [3, 0], np.array([2])):
        np.testing.assert_array_equal(
            shared.predict_codes(table, members), pool.predict_codes(table, members)
        )
        np.testing.assert_array_equal(
            shared.predict_proba(table, members), pool.predict_proba(table, members)
        )
    assert len(shared.answers) == 2
    assert shared.predict_codes(table) is shared.predict_codes(table)
    shared.predict_codes(table.copy())
    assert len(shared.answers) == 3


@pytest.mark.parametrize("n_folds", [5, 2])
def test_the_library_is_judged_out_of_fold_for_all_methods(n_folds):
    found = compare(
        "zoo", methods=["single_best", "stacking"], folds=2, pool="library", n_members=3, n_jobs=1,
        n_folds=n_folds,
    )  # fmt: skip
    assert not found.refusals
    data = load_dataset("zoo")
    _, _, training, test = next(cross_validation_splits(data.y, 2, 1, 0))
    for key in ("single_best", "stacking"):
        model = COMBINERS[key].create(
            pool="library",
            n_members=3,
            random_state=split_seed(0, 0, 0),
            weighting="out_of_fold",
            n_folds=n_folds,
        )
        model.fit(data.X.iloc[training], data.y[training])
        right = np.count_nonzero(model.predict(data.X.iloc[test]) == data.y[test])
        assert next(r for r in found.records if r.method == key).correct == right
