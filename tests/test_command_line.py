"""The command line prints the API's numbers and diagnoses in one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.runner import run
from l2dwk_core.settings import PRESETS, Settings


def test_json_equals_the_api(capsys):
    status = main(
        "run --dataset zoo --members 15 --kernel polynomial --lambda 2.5 --seed 3 --json".split()
    )
    expected = run(
        "zoo", n_members=15, seed=3, settings=Settings(kernel="polynomial", lam=2.5)
    ).as_dict()
    assert status == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(expected))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_brings_its_settings_and_its_oracle(capsys, preset):
    assert main(f"run --dataset zoo --members 9 --preset {preset} --json".split()) == 0
    printed = json.loads(capsys.readouterr().out)
    oracle = {"recommended": "hold_out", "paper": "bootstrap", "authors": "training"}[preset]
    expected = run("zoo", n_members=9, oracle=oracle, settings=Settings.preset(preset)).as_dict()
    assert printed == json.loads(json.dumps(expected))


def test_the_defaults_are_the_apis(capsys):
    assert main("run --dataset zoo --members 9 --json".split()) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(
        json.dumps(run("zoo", n_members=9).as_dict())
    )


def test_the_summary_names_the_four_accuracies(capsys):
    assert main("run --dataset zoo --members 9".split()) == 0
    text = capsys.readouterr().out
    for name in ("L2DWK", "uniform vote, same members", "all training rows", "best single member"):
        assert name in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("run --dataset zooo", "Did you mean 'zoo'"),
        ("run --dataset zoo --kernel gauss", "Unknown kernel 'gauss'.*Did you mean 'gaussian'"),
        ("run --dataset zoo --lambda -1", "λ is -1.0; allowed is 0"),
        ("run --dataset zoo --sigma 0", "σ is 0.0; allowed is above 0"),
        ("run --dataset zoo --kernel polynomial --degree 0", "degree is 0"),
        ("run --dataset zoo --kernel polynomial --constant -1", "needs c ≥ 0"),
        (
            "run --dataset zoo --kernel polynomial --constant 0 --kernel-form scalar",
            "objective constant",
        ),
        ("run --dataset zoo --preset best", "Unknown preset 'best'"),
        ("run --dataset zoo --lamda 1", "unrecognized arguments"),
        ("run --dataset zoo --lambda one", "invalid float value"),
        ("run", "required: --dataset"),
    ],
)
def test_bad_input_is_one_line_and_status_two(capsys, arguments, message):
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ") and captured.err.count("\n") == 1
    assert re.search(message, captured.err)


def test_python_dash_m_works_in_a_fresh_process():
    done = subprocess.run(
        [sys.executable, "-m", "l2dwk_core", "run", "--dataset", "zoo", "--members", "3", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["recipe"]["dataset"] == "zoo"
