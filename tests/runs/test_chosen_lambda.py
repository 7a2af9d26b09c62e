"""λ of a run by cross-validation: in Python and on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.method.choose_lambda import LAMBDAS, choose_lambda
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from l2dwk_core.runs.prepare import prepare_run

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
