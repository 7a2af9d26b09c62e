"""The command line prints the API's numbers and diagnoses in one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.datasets import read_table
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.runs.prepare import run
from l2dwk_core.votes.read import read_votes


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
def test_a_preset_brings_its_settings_and_the_rows_that_judge(capsys, preset):
    assert main(f"run --dataset zoo --members 9 --preset {preset} --json".split()) == 0
    printed = json.loads(capsys.readouterr().out)
    weighting = {"recommended": "hold_out", "paper": "bootstrap", "authors": "training"}[preset]
    expected = run(
        "zoo", n_members=9, weighting=weighting, settings=Settings.preset(preset)
    ).as_dict()
    assert printed == json.loads(json.dumps(expected))


def test_the_older_name_of_weighting_is_understood(capsys):
    printed = []
    for option in ("--weighting", "--oracle"):
        assert main(f"run --dataset zoo --members 9 {option} training --json".split()) == 0
        printed.append(json.loads(capsys.readouterr().out))
    assert printed[0] == printed[1]
    assert printed[0]["recipe"]["weighting"] == "training"
    both = "run --dataset zoo --members 9 --weighting hold_out --oracle"
    assert main([*both.split(), "hold_out"]) == 0
    capsys.readouterr()
    assert main([*both.split(), "training"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: --weighting is 'hold_out', but oracle, an older name of it, is")


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
        ("run --dataset zooo", "listed by --help. Did you mean 'zoo'"),
        ("run --datset glass", "Unknown option .--datset.*Did you mean .--dataset"),
        ("run --dataset glass --lamda 1", "Unknown option .--lamda.*Did you mean .--lambda"),
        (
            "study --datset glass",
            "Unknown option .--datset.; allowed are --help, --file, --datasets",
        ),
        ("run --dataset zoo --kernel gauss", "Unknown kernel 'gauss'.*Did you mean 'gaussian'"),
        ("run --dataset zoo --lambda -1", "--lambda is -1; allowed is 0"),
        ("run --dataset zoo --sigma 0", "--sigma is 0; allowed is above 0"),
        ("run --dataset zoo --kernel polynomial --degree 0", "--degree is 0"),
        ("run --dataset zoo --kernel polynomial --constant -1", "needs c ≥ 0"),
        (
            "run --dataset zoo --kernel polynomial --constant 0 --kernel-form scalar",
            "objective constant",
        ),
        ("run --dataset zoo --preset best", "Unknown preset 'best'"),
        ("run --dataset zoo --lambda one", "--lambda is 'one'; allowed is 0 to 1e15; try 0.1"),
        ("run --dataset zoo --degree 0.5", "--degree is 0.5; allowed is .* 1 to 20; try 2"),
        ("run --dataset zoo --members 2.5", "--members is 2.5; .* 1 to 5000; try 2"),
        ("run --dataset zoo --seed x", "--seed is 'x'; .* from 0 to 4294967295; try 0"),
        ("run --dataset zoo --test-fraction 3", "--test-fraction is 3; .*for example 0.3"),
        ("run --dataset nofile.csv", "'nofile.csv' cannot be read .No such file.*check the path"),
        ("run --dataset ./zoo", "'zoo' cannot be read .No such file.*check the path"),
        ("run --dataset tests", "'tests' is a folder; give a file"),
        ("run --dataset zoo --bins 3", "--bins goes with a file, .*leave it out"),
        ("run --dataset x.csv --role age", "--role is 'age'.*write --role age=numeric"),
        (
            "run --dataset zoo --pool extra_trees --oracle out_of_bag",
            "'Extra trees'.*--weighting hold_out.*--pool bagging",
        ),
        (
            "run --dataset zoo --outputs probabilities --oracle out_of_bag",
            "--weighting hold_out.*--outputs votes",
        ),
        ("run", "one of the arguments --dataset --votes is required"),
    ],
)
def test_bad_input_is_one_line_and_status_two(capsys, arguments, message):
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ") and captured.err.count("\n") == 1
    assert re.search(message, captured.err)


@pytest.fixture
def table(tmp_path):
    """A semicolon table without a header whose third column is a quantity."""
    rows = [f"{i % 5};{'ab'[i % 2]};{i * 1.5}" for i in range(60)]
    path = tmp_path / "table.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return str(path)


def test_every_remedy_for_a_table_has_its_option(capsys, table):
    start = ["run", "--members", "3", "--json", "--dataset", table]
    assert main([*start, "--target", "column 9"]) == 2
    assert "allowed are c1, c2, c3" in capsys.readouterr().err
    assert main([*start, "--target", "c3"]) == 2
    assert "--bins 3" in capsys.readouterr().err
    options = "--target c3 --bins 4 --role c1=symbolic --delimiter ; --header no --decimal ."
    assert main([*start, *options.split(), "--encoding", "utf-8", "--max-rows", "50"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["classes"]) == 4
    assert sum(told["rows"][part] for part in ("training", "weighting", "test")) == 50


def test_help_lists_the_datasets_and_has_no_markup(capsys):
    with pytest.raises(SystemExit) as left:
        main(["run", "--help"])
    text = capsys.readouterr().out
    assert left.value.code == 0
    assert "`" not in text
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "`" not in capsys.readouterr().out
    for word in ("glass", "gaussian", "extra_trees", "out_of_bag"):
        assert word in text


def test_the_summary_agrees_with_one_member(capsys):
    assert main("run --dataset zoo --members 1".split()) == 0
    text = capsys.readouterr().out
    assert "trained 1 member (" in text and "1 of 1 member keeps weight" in text
    assert not re.search(r"\b1 (rows|members)\b", text)


def test_python_dash_m_works_in_a_fresh_process():
    done = subprocess.run(
        [sys.executable, "-m", "l2dwk_core", "run", "--dataset", "zoo", "--members", "3", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["recipe"]["dataset"] == "zoo"


def test_a_table_behind_other_lines_is_read_as_it_is_told(tmp_path, capsys):
    lines = "".join(f"{i}.5,{('yes', 'NA')[i % 2]}\n" for i in range(40))
    file = tmp_path / "t.csv"
    file.write_text(f"a title\nx,class\nmm,\n{lines}")
    recipe = ["--target", "class", "--members", "3", "--json"]
    told = ["--skip", "1", "--units", "yes", "--keep", "NA"]
    assert main(["run", "--dataset", str(file), *recipe, *told]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = read_table(file, "class", skip=1, units=True, keep=("NA",))
    assert sorted(set(expected.y)) == ["NA", "yes"]
    assert len(expected.y) == 40
    assert found == json.loads(json.dumps(run(expected, n_members=3).as_dict()))
    assert main(["run", "--dataset", str(file), "--target", "class", "--skip", "-1"]) == 2
    assert "skip is -1" in capsys.readouterr().err


def test_votes_with_a_chosen_column_of_groups(tmp_path, capsys):
    file = tmp_path / "v.csv"
    rows = [f"{at % 2},{at // 7 % 2},{at % 2},p{at // 4}" for at in range(80)]
    file.write_text("\n".join(["y,rf,svm,patient", *rows]), encoding="utf-8")
    assert main(["run", "--votes", str(file), "--json", "--group", "patient"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert main(["run", "--votes", str(file), "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert given != alone
    expected = run(read_votes(file, group="patient"))
    assert given == json.loads(json.dumps(expected.as_dict()))
    assert main(["run", "--dataset", str(file), "--group", "patient"]) == 2
    assert "--group goes with --votes" in capsys.readouterr().err


def test_votes_with_a_class_that_reads_as_missing(tmp_path, capsys):
    """Also in a file whose name would colour the terminal."""
    file = tmp_path / "\x1b[31mred.csv"
    truth = ["EU", "NA"] * 20
    lines = [f"{a},{b},{c}" for a, b, c in zip(truth[1:] + truth[:1], truth, truth, strict=True)]
    file.write_text("\n".join(["m,n,y", *lines]), encoding="utf-8")
    assert main(["run", "--votes", str(file)]) == 2
    assert "keep it with --keep NA" in capsys.readouterr().err
    assert main(["run", "--votes", str(file), "--keep", "NA"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("[31mred: the votes of 2 models are given")
    assert "\x1b" not in out


def test_words_after_app_are_options_of_streamlit(monkeypatch):
    begun = []

    def run(command, **arguments):
        begun.append((command, arguments["env"].get("HOME")))
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setenv("HOME", "/some/home")
    assert main(["app", "--server.port", "80", "--server.headless=true"]) == 3
    ((command, home),) = begun
    assert command[-3:] == ["--server.port", "80", "--server.headless=true"]
    assert home == "/some/home"


def test_without_a_home_the_app_gets_a_temporary_one(monkeypatch):
    homes = []

    def run(command, **arguments):
        homes.append(Path(arguments["env"]["HOME"]))
        assert homes[0].is_dir()
        return subprocess.CompletedProcess(command, 0)

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(Path, "home", no_home)
    assert main(["app"]) == 0
    assert not homes[0].exists()
