"""Methods compared on given votes: nothing is trained, and what cannot be used says why."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.choose_lambda import choose_lambda
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.studies.comparison import compare, cross_validation_splits
from l2dwk_core.studies.comparison_of_votes import given_recipe
from l2dwk_core.studies.comparison_records import ALL_ROWS, REFERENCE
from l2dwk_core.studies.fold_votes import FoldVotes
from l2dwk_core.votes.dataset import votes_dataset
from tests.votes import answers

NEED_MORE = {"bagging", "random_forest", "extra_trees", "adaboost", "rse", "rse_semi_supervised"}


@pytest.fixture(scope="module")
def soft():
    return compare(answers.soft_votes(), methods=list(COMBINERS), folds=3)


def test_every_method_of_votes_runs_and_others_say_why(soft):
    assert soft.complete
    assert set(soft.refusals) == NEED_MORE
    assert soft.refusals["bagging"].startswith("trains members of its own")
    assert soft.refusals["rse"].startswith("needs the table's columns")
    assert set(soft.methods) == set(COMBINERS) - NEED_MORE
    assert ALL_ROWS not in soft.methods
    references = {s.reference for s in soft.standings() if s.method != REFERENCE}
    assert references == {REFERENCE}


def test_scores_are_counts_by_hand(soft):
    truth, predicted, names = answers.labels(), answers.predictions(), answers.classes()
    for repeat, fold, rows, test in cross_validation_splits(truth, 3, 1, 0):
        found = {r.method: r for r in soft.records if (r.repeat, r.fold) == (repeat, fold)}
        votes = np.stack([(predicted[test] == c).sum(axis=1) for c in names], axis=1)
        assert found["uniform_vote"].correct == (names[votes.argmax(axis=1)] == truth[test]).sum()
        best = (predicted[rows] == truth[rows, None]).sum(axis=0).argmax()
        assert found["single_best"].correct == (predicted[test, best] == truth[test]).sum()


def test_gaps_and_labels_alone_refuse_what_needs_more():
    given = answers.votes(available=answers.gaps())
    result = compare(given, methods=list(COMBINERS), folds=3)
    assert (
        set(result.refusals) - NEED_MORE
        == {key for key, info in COMBINERS.items() if "complete_votes" in info.needs} - NEED_MORE
    )
    assert "some are missing here" in result.refusals["map_pruning"]
    assert "predicted labels are given" in result.refusals["stacking"]


def test_a_test_row_without_an_answer_counts_as_wrong():
    mask = np.ones((150, 3), dtype=bool)
    mask[:, 2] = answers.labels() != "setosa"  # the lowest class, which a tie would name
    given = answers.votes(available=mask)
    result = compare(given, methods=["single_best"], folds=3)
    for record in result.records:
        if record.method == "single_best":
            assert record.correct <= (record.n_test * 2) // 3


def test_votes_that_are_missing_in_test_rows_do_not_count():
    mask, truth, names = answers.gaps(0.5), answers.labels(), answers.classes()
    kept = mask.any(axis=1)
    mask, truth, predicted = mask[kept], truth[kept], answers.predictions()[kept]
    result = compare(answers.votes(available=answers.gaps(0.5)), methods=[], folds=3)
    splits = cross_validation_splits(truth, 3, 1, 0)
    for record, (_, _, _, test) in zip(result.records, splits, strict=True):
        votes = np.stack([((predicted[test] == c) & mask[test]).sum(axis=1) for c in names], axis=1)
        assert record.correct == (names[votes.argmax(axis=1)] == truth[test]).sum()


def test_groups_and_parts_are_said(soft):
    part = np.where(np.arange(150) % 2, "test", "weighting")
    given = answers.votes(group=np.arange(150) // 3, part=part)
    notes = compare(given, methods=[], folds=3).notes
    assert "Folds keep the rows of a group together." in notes
    assert any("the parts that were given are not used" in note for note in notes)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"pool": "extra_trees"}, "pool is 'extra_trees', but the models' votes are given"),
        ({"max_depth": 3}, "max_depth is about training"),
        ({"n_members": 9}, "n_members is 9; it must be a whole number from 1 to 3"),
    ],
)
def test_choices_about_training_are_refused(choices, message):
    with pytest.raises(InputError, match=message):
        compare(answers.votes(), methods=[], **choices)


def test_the_first_models_and_a_seed_can_be_chosen():
    result = compare(answers.votes(), methods=["single_best"], folds=3, n_members=2, seed=5)
    assert {record.n_members for record in result.records} == {2}
    assert result.recipe.pool.seed == 5


def test_lambda_is_chosen_with_the_rows_of_a_group_left_out_together():
    given = votes_dataset(answers.votes(group=np.arange(150) // 15))
    group = given.votes.group
    for _, _, training, test in cross_validation_splits(given.y, 3, 1, 0, group):
        recipe = given_recipe(given, "given", {})
        rows = FoldVotes(given, training, test, recipe, seed=1, weighting_fraction=0.3)
        votes = rows.of("given", "given", probabilities=False)
        assert votes.groups.tolist() == group[training].tolist()
        model = COMBINERS["l2dwk_cv"].create(random_state=1).fit_votes(votes)
        oracle = Oracle.from_codes(votes.codes, votes.label_codes, votes.classes)
        together, apart = (
            choose_lambda(oracle, None, model.settings, seed=model._seed(), groups=groups)
            for groups in (group[training], None)
        )
        assert model.choice_ == together
        assert together.candidates != apart.candidates


def test_fewer_groups_than_folds_of_lambda_are_said():
    result = compare(answers.votes(group=np.arange(150) % 4), methods=["l2dwk_cv"], folds=2)
    assert "L2DWK, λ by cross-validation: 2 folds instead of 5: 2 groups only." in result.notes
    whole = compare(answers.votes(), methods=["l2dwk_cv"], folds=2)
    assert not any("folds instead" in note for note in whole.notes)
