"""A run on votes that are given: the weights of ``self_train``, whatever way they come."""

from __future__ import annotations

import json

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.__main__ import main
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.prepare import prepare_run, run
from l2dwk_core.studies.diversity_report import diversity_report
from l2dwk_core.studies.noise_study import noise_study
from l2dwk_core.studies.sweeps import component_plan, parameter_plan, solve_plan
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.votes import Votes
from tests.votes import answers


def with_gaps(**changes):
    return answers.votes(available=answers.gaps(), **changes)


@pytest.mark.parametrize("preset", PRESETS)
def test_weights_are_those_of_self_train_on_the_same_rows(preset):
    settings = Settings.preset(preset)
    done = run(answers.votes(), settings=settings, seed=3)
    split = split_rows(answers.labels(), 0.3, 3)
    rows = done.prepared.weighting_rows
    np.testing.assert_array_equal(rows, split.first_rows)
    np.testing.assert_array_equal(done.prepared.test_rows, split.second_rows)
    expected = self_train(answers.predictions()[rows], answers.labels()[rows], settings)
    np.testing.assert_array_equal(done.trace.weights, expected.weights)
    assert done.pool.names == answers.MODELS
    assert done.recipe.weighting == done.recipe.pool.kind == GIVEN
    assert done.prepared.training_rows.size == 0


def test_the_accuracy_is_a_count_by_hand():
    done = run(answers.votes(), seed=1)
    rows, weights = done.prepared.test_rows, done.trace.weights
    shares = np.stack(
        [(answers.predictions()[rows] == c) @ weights for c in answers.classes()], axis=1
    )
    right = answers.classes()[shares.argmax(axis=1)] == answers.labels()[rows]
    assert done.accuracy.l2dwk.correct == right.sum()
    assert done.accuracy.uniform_all == done.accuracy.uniform


def test_probabilities_weigh_as_an_oracle_of_them():
    settings = Settings(outputs="probabilities")
    done = run(answers.soft_votes(), settings=settings, seed=2)
    rows = done.prepared.weighting_rows
    codes = np.searchsorted(answers.classes(), answers.labels())[rows]
    proba = answers.probabilities()[rows].astype(np.float32)
    expected = train_on(Oracle.from_probabilities(proba, codes, answers.classes()), settings)
    np.testing.assert_allclose(done.trace.weights, expected.weights, atol=1e-12)
    with pytest.raises(InputError, match="only the predicted labels were given"):
        run(answers.votes(), settings=settings)


def test_missing_votes_are_not_available_on_either_part():
    done = run(with_gaps(), seed=5)
    prepared = done.prepared
    kept = np.flatnonzero(answers.gaps().any(axis=1))
    labels, predicted, mask = (
        values[kept] for values in (answers.labels(), answers.predictions(), answers.gaps())
    )
    rows, test = prepared.weighting_rows, prepared.test_rows
    expected = self_train(predicted[rows], labels[rows], available=mask[rows])
    np.testing.assert_array_equal(done.trace.weights, expected.weights)
    np.testing.assert_array_equal(prepared.test_oracle.available, mask[test])
    votes = np.stack(
        [((predicted[test] == c) & mask[test]) @ done.trace.weights for c in answers.classes()],
        axis=1,
    )
    winners = answers.classes()[votes.argmax(axis=1)]
    assert done.accuracy.l2dwk.correct == ((winners == labels[test]) & votes.any(axis=1)).sum()


def test_a_row_without_an_answer_counts_as_wrong():
    mask = np.ones((150, 3), dtype=bool)
    mask[:, 2] = answers.gaps(0.5)[:, 2]
    done = run(
        answers.votes(available=mask), settings=Settings(diversity="double_fault_printed"), seed=0
    )
    only = np.flatnonzero(done.trace.weights)
    silent = ~mask[done.prepared.test_rows][:, only].any(axis=1)
    assert (done.wrong >= silent).all()
    assert done.accuracy.best_single.n_rows == len(done.prepared.test_rows)
    best = done.accuracy.best_member
    voted = mask[done.prepared.test_rows, best]
    assert done.references.best_single[~voted].all()


def test_rows_no_model_voted_on_are_left_out_and_named():
    mask = np.ones((150, 3), dtype=bool)
    mask[[4, 77]] = False
    data = votes_dataset(answers.votes(available=mask))
    assert len(data.y) == 148
    assert "2 rows no model voted on are left out: number 5, 78." in data.notes
    assert data.votes.available is None
    np.testing.assert_array_equal(data.y[4:76], answers.labels()[5:77])


def test_parts_decide_the_test_rows_whatever_the_seed():
    part = np.where(np.arange(150) % 5 == 0, "test", "weighting")
    first, second = (prepare_run(answers.votes(part=part), seed=seed) for seed in (0, 1))
    for prepared in (first, second):
        np.testing.assert_array_equal(prepared.test_rows, np.arange(0, 150, 5))
    assert any("The given parts decide: 120 rows" in note for note in first.notes)


def test_without_parts_the_notes_say_how_rows_were_drawn():
    notes = prepare_run(answers.votes(), seed=9, test_fraction=0.2).notes
    assert any("30 of 150 rows were drawn for testing by seed 9" in note for note in notes)


def test_fewer_models_are_the_first_ones():
    prepared = prepare_run(answers.votes(), n_members=2)
    assert prepared.pool.names == answers.MODELS[:2]
    assert prepared.solve(n_members=1).pool.names == answers.MODELS[:1]
    again = prepare_run(answers.votes(), **_choices(prepared.solve().recipe))
    np.testing.assert_array_equal(again.solve().trace.weights, prepared.solve().trace.weights)


def _choices(recipe):
    return {name: value for name, value in vars(recipe).items() if name != "dataset"}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"pool": "bagging"}, "pool is 'bagging', but the models' votes are given"),
        ({"weighting": "hold_out"}, "weighting is 'hold_out', but the models' votes are given"),
        ({"n_members": 4}, "n_members is 4; it must be a whole number from 1 to 3"),
        ({"max_depth": 3}, "max_depth is 3, but the models' votes are given"),
        ({"label_noise": 0.1}, "label_noise is 0.1, but the models' votes are given"),
        ({"weighting_fraction": 0.5}, "weighting_fraction is 0.5, but"),
        ({"test_fraction": 1.5}, "test_fraction is 1.5"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_choices_about_training_are_refused(choices, message):
    with pytest.raises(InputError, match=message):
        prepare_run(answers.votes(), **choices)


def test_a_recipe_alone_has_no_votes():
    recipe = run(answers.votes()).recipe
    with pytest.raises(InputError, match=r"hand them in: prepare_run\(votes, …\)"):
        prepare_run(recipe)


def test_gaps_and_probabilities_do_not_go_together():
    with pytest.raises(InputError, match="need complete outputs, but some votes are missing"):
        run(
            answers.soft_votes(available=answers.gaps()), settings=Settings(outputs="probabilities")
        )


def test_sweeps_follow_votes():
    prepared = prepare_run(answers.votes())
    settings = Settings()
    for plan in (
        parameter_plan(settings, 3, "lam", (0.1, 1.0, 10.0)),
        parameter_plan(settings, 3, "n_members", (1.0, 2.0, 3.0)),
        component_plan(settings, 3),
    ):
        outcomes = solve_plan(prepared, plan)
        for outcome, (chosen, size) in zip(outcomes, plan.points, strict=True):
            alone = prepared.solve(chosen, n_members=size)
            assert outcome.accuracy.l2dwk == alone.accuracy.l2dwk
    with pytest.raises(InputError, match="max_depth is 2, but the models' votes are given"):
        prepared.recipe.changed(max_depth=2)


def test_diversity_is_measured_on_votes():
    report = diversity_report(run(answers.votes()))
    assert report.rows == "weighting" and not report.notes
    wrong = answers.predictions() != answers.labels()[:, None]
    rows = run(answers.votes()).prepared.weighting_rows
    pairs = [(wrong[rows, i] != wrong[rows, j]).mean() for i, j in ((0, 1), (0, 2), (1, 2))]
    assert report.fixed["disagreement"].value == pytest.approx(np.mean(pairs))


def test_diversity_with_gaps_is_measured_on_complete_rows():
    done = run(with_gaps(), seed=5)
    report = diversity_report(done)
    full = done.oracle.available.all(axis=1)
    assert report.oracle.n_rows == full.sum() < done.oracle.n_rows
    np.testing.assert_array_equal(report.oracle.codes, done.oracle.codes[full])
    assert report.alpha is None and report.oracle.available is None
    assert f"{full.sum()} of {done.oracle.n_rows} weighting rows" in report.notes[0]
    mask = np.ones((150, 3), dtype=bool)
    mask[np.arange(150), np.arange(150) % 3] = False
    with pytest.raises(InputError, match="rows with every member's vote; 0 of"):
        diversity_report(run(answers.votes(available=mask)))


def test_noise_cannot_be_studied_on_votes():
    data = votes_dataset(answers.votes())
    with pytest.raises(InputError, match="cannot be fitted to flipped labels"):
        noise_study(data, run=run(answers.votes()).recipe, shares=(0.0,), repeats=1)


@pytest.mark.parametrize("outputs", ["votes", "probabilities"])
def test_saved_votes_weigh_alike_by_api_and_command_line(tmp_path, capsys, outputs):
    given = answers.soft_votes(group=np.arange(150) // 2)
    path = tmp_path / "iris votes.npz"
    l2.save_votes(path, given)
    arguments = ["run", "--votes", str(path), "--outputs", outputs, "--seed", "4", "--json"]
    assert main(arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    settings = Settings(outputs=outputs)
    direct = l2.run(given, settings=settings, seed=4).as_dict()
    assert printed == json.loads(json.dumps(direct))
    assert printed["members"] == list(answers.MODELS)
    assert l2.run(l2.read_votes(path), settings=settings, seed=4).as_dict() == direct


def test_a_table_at_the_command_line(tmp_path, capsys):
    path = tmp_path / "mine.csv"
    frame = answers.table().rename(columns={"label": "species"})
    path.write_text(frame.to_csv(index=False, sep=";"))
    arguments = ["run", "--votes", str(path), "--target", "species", "--delimiter", ";"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("mine: the votes of 3 models are given, 105 rows weighed them")
    done = run(answers.votes())
    for model, weight in zip(answers.MODELS, done.trace.weights, strict=True):
        assert f"  {weight:7.4f}  {model}\n" in printed
    assert "trained on all training rows" not in printed


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--dataset", "zoo"], "--dataset: not allowed with argument --votes"),
        (["--pool", "bagging"], "--pool goes with --dataset"),
        (["--members", "301"], "--members goes with --dataset"),
        (["--weighting", "hold_out"], "--weighting goes with --dataset"),
        (["--label-noise", "0"], "--label-noise goes with --dataset"),
        (["--bins", "3"], "--bins goes with --dataset"),
        (["--target", "nothing"], "Unknown column 'nothing'"),
    ],
)
def test_options_that_do_not_go_with_votes(tmp_path, capsys, more, message):
    path = tmp_path / "mine.csv"
    path.write_bytes(answers.csv(answers.table()))
    assert main(["run", "--votes", str(path), *more]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1


@pytest.mark.parametrize("lost", ["test", "weighting"])
def test_given_parts_of_which_one_has_no_vote_are_not_used_and_a_note_says_so(lost):
    rng = np.random.default_rng(0)
    truth = np.resize([0, 1], 60)
    part = np.where(np.arange(60) < 40, "weighting", "test")
    available = np.repeat((part != lost)[:, None], 3, axis=1)
    given = np.where(rng.random((60, 3)) < 0.75, truth[:, None], 1 - truth[:, None])
    made = {"name": "made", "models": ("a", "b", "c"), "predictions": given, "labels": truth}
    data = votes_dataset(Votes(**made, part=part, available=available))
    said = (
        f"The given parts are not used: no row of part {lost!r} has a vote. The rows for testing "
        "are drawn from the others."
    )
    assert said in data.notes
    notes = prepare_run(data).notes
    assert said in notes
    assert any("rows were drawn for testing by seed 0" in note for note in notes)
    available[part == lost] = [True, False, False]
    whole = votes_dataset(Votes(**made, part=part, available=available))
    assert not any("given parts are not used" in note for note in whole.notes)


def test_the_average_member_counts_rows_without_an_answer_as_the_vote_does():
    # One model: the vote is the model, so voting gains nothing, whatever is missing.
    done = run(answers.votes(available=answers.gaps()), n_members=1, seed=0)
    for rows in ("test", "weighting"):
        path = done.path(rows)
        assert not done.test_oracle.available.all() or rows == "weighting"
        assert path.weight_right == pytest.approx(path.accuracy)
