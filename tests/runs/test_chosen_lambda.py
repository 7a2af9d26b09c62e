"""λ of a run by cross-validation: in Python and on the command line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.choose_lambda import LAMBDAS, choose_lambda
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.saved import answers_only
from l2dwk_core.votes.read import read_votes
from l2dwk_core.votes.votes import Votes

ONE_ROUND = Settings(max_rounds=1)


def test_it_is_chosen_on_the_weighting_rows_by_the_seed_of_the_run():
    prepared = prepare_run("glass", n_members=15, seed=4)
    found = choose_run_lambda(prepared, ONE_ROUND)
    assert found == choose_lambda(prepared.oracle, None, ONE_ROUND, seed=4)
    few = choose_run_lambda(prepared, ONE_ROUND, n_members=5, lambdas=[0.1, 1.0], n_folds=3)
    assert few == choose_lambda(
        prepared.oracle.prefix(5), None, ONE_ROUND, seed=4, lambdas=[0.1, 1.0], n_folds=3
    )


def test_copies_of_a_bootstrap_row_are_left_out_together():
    prepared = prepare_run("glass", n_members=9, weighting="bootstrap")
    assert np.unique(prepared.weighting_rows).size < prepared.weighting_rows.size
    found = choose_run_lambda(prepared, ONE_ROUND)
    apart = choose_lambda(prepared.oracle, None, ONE_ROUND)
    together = choose_lambda(prepared.oracle, None, ONE_ROUND, groups=prepared.weighting_rows)
    assert found == together != apart


@pytest.mark.parametrize("outputs", ["votes", "probabilities"])
def test_other_outputs_and_gaps(outputs):
    weighting = "hold_out" if outputs == "probabilities" else "out_of_bag"
    prepared = prepare_run("zoo", n_members=9, weighting=weighting, max_depth=2)
    settings = ONE_ROUND.changed(outputs=outputs)
    found = choose_run_lambda(prepared, settings, n_repeats=1)
    assert prepared.solve(found.settings).settings.lam == found.winner.lam


def test_the_command_line_solves_with_the_chosen_lambda(capsys):
    line = "run --dataset glass --members 15 --seed 4 --max-rounds 1 --lambda"
    assert main([*line.split(), "cv", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    prepared = prepare_run("glass", n_members=15, seed=4, settings=ONE_ROUND)
    choice = choose_run_lambda(prepared)
    expected = prepared.solve(choice.settings).as_dict() | {"lambda_choice": choice.as_dict()}
    assert printed == json.loads(json.dumps(expected))
    assert [c["lam"] for c in printed["lambda_choice"]["candidates"]] == list(LAMBDAS)

    assert main([*line.split(), "cv"]) == 0
    text = capsys.readouterr().out
    assert f"λ = {choice.winner.lam:g} was chosen out of 17 values from 0.01 to 100" in text
    assert f"{choice.winner.inner_score:.2%}" not in text.splitlines()[1]
    assert main([*line.split(), f"{choice.winner.lam:g}"]) == 0
    fixed = capsys.readouterr().out
    assert [row for row in text.splitlines() if "was chosen" not in row] == fixed.splitlines()


def test_another_word_for_lambda_is_refused(capsys):
    assert main("run --dataset glass --lambda best".split()) == 2
    assert "--lambda is 'best'; allowed is 0 to 1e15" in capsys.readouterr().err


def grouped_votes(n_groups=24, size=12, models=9, groups=None):
    """Models that are right on whole groups of rows or wrong on them."""
    rng = np.random.default_rng(0)
    truth = np.repeat(rng.integers(0, 2, n_groups), size)
    fits = np.repeat(rng.random((n_groups, models)) < 0.7, size, axis=0)
    group = np.repeat([f"p{i}" for i in range(n_groups)], size) if groups is None else groups
    names = tuple(f"m{j}" for j in range(models))
    return Votes("made", names, np.where(fits, truth[:, None], 1 - truth[:, None]), truth,
                 group=group)  # fmt: skip


def test_rows_of_a_group_are_left_out_together():
    votes = grouped_votes()
    prepared = prepare_run(votes, seed=3)
    found = choose_run_lambda(prepared, ONE_ROUND)
    group = votes.group[prepared.weighting_rows]
    together = choose_lambda(prepared.oracle, None, ONE_ROUND, seed=3, groups=group)
    assert found == together
    assert found.candidates != choose_lambda(prepared.oracle, None, ONE_ROUND, seed=3).candidates
    # Another process, as that of the Lab, has the answers alone.
    assert choose_run_lambda(answers_only(prepared), ONE_ROUND) == found


def test_fewer_groups_than_folds_give_fewer_folds_and_are_said():
    prepared = prepare_run(grouped_votes(n_groups=5, size=40))
    found = choose_run_lambda(prepared, ONE_ROUND)
    assert found.n_folds == len(set(prepared.groups[prepared.weighting_rows])) < 5
    assert found.notes == (f"{found.n_folds} folds instead of 5: {found.n_folds} groups only.",)
    alone = prepare_run(grouped_votes(n_groups=2, size=40))
    with pytest.raises(InputError, match="All rows are in one group, so none can be left out"):
        choose_run_lambda(alone, ONE_ROUND)


def test_the_command_line_keeps_groups_together(capsys, tmp_path):
    votes = grouped_votes()
    path = tmp_path / "votes.csv"
    table = pd.DataFrame(np.where(votes.predictions == 1, "yes", "no"), columns=votes.models)
    table.assign(label=np.where(votes.labels == 1, "yes", "no"), group=votes.group).to_csv(
        path, index=False
    )
    assert main(["run", "--votes", str(path), "--lambda", "cv", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["lambda_choice"]
    prepared = prepare_run(read_votes(path))
    group = read_votes(path).group[prepared.weighting_rows]
    expected = choose_lambda(prepared.oracle, None, prepared.recipe.settings, groups=group)
    assert printed == json.loads(json.dumps(expected.as_dict()))
