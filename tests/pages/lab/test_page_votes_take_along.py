"""Script, command line and report of a run on votes give the numbers on the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import numpy as np
import pytest

import l2dwk_core as l2
from pages.lab import report, snippets
from pages.state.own_votes import OwnVotes, read_draft
from tests import page_apps as apps
from tests import votes_page as page
from tests.votes import answers

FILES = {
    "labels.csv": page.CSV,
    "soft.npz": page.archive(answers.soft_votes(available=answers.gaps(0.05))),
}


@pytest.mark.parametrize("name", FILES)
def test_script_and_command_line_give_the_weights_on_the_page(name, tmp_path, monkeypatch, capsys):
    """Of a file that ``save_votes`` wrote as well."""
    app = page.lab(FILES[name], name)
    for view in ("noise.py", "lab.py"):  # an address is read when a page is come to
        page.go(app, view, lam="0.3", seed="4")
    app.session_state["take_drawer"] = True
    app.run()
    apps.check(app)
    shown = page.session_run(app)
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(FILES[name])
    script, command = [block.value for block in app.code]
    assert f"l2dwk_core.read_votes({name!r})" in script
    assert "n_members" not in script
    assert "weighting" not in script
    found: dict[str, object] = {}
    exec(script, found)
    assert found["run"].as_dict() == shown.as_dict()
    capsys.readouterr()
    assert f"run --votes {name}" in command
    assert "--lambda 0.3" in command
    words = command.replace("python -m", f"{sys.executable} -m", 1) + " --json"
    done = subprocess.run(
        ["/bin/sh", "-c", words], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(apps.ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    np.testing.assert_allclose(_weights(printed), shown.trace.weights, atol=1e-12)


def _weights(printed):
    """The weights in what the command line prints."""
    found = []

    def look(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "weights" and isinstance(inner, list):
                    found.append(inner)
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(printed)
    return found[0]


def test_names_that_begin_with_a_dash_are_words_for_the_command_line(tmp_path):
    content = answers.csv(answers.table().rename(columns={"label": "-y"}))
    draft = read_draft(content, name="-v.csv", target="-y")
    votes = OwnVotes("-v.csv", content, draft, "-y")
    (tmp_path / "-v.csv").write_bytes(content)
    choice = page.lab().session_state["choice"]
    line = snippets.command_line(choice, votes)
    done = subprocess.run(
        ["/bin/sh", "-c", line.replace("python -m", f"{sys.executable} -m", 1)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(apps.ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "the votes of 3 models are given" in done.stdout


def test_the_report_says_nothing_about_a_training():
    app = page.lab()
    run, choice = page.session_run(app), app.session_state["choice"]
    whole = report.as_html(run, choice, [], "print()", "?v=1")
    assert "training rows" not in whole
    assert "max_depth" not in whole
    assert "label_noise" not in whole
    assert not {"bagging", "301"} & set(re.findall(r">([^<>]+)</td>", whole))
    assert "<td>own votes</td>" in whole
    assert ">kernel<" in whole
    told = json.loads(report.as_json(run))["recipe"]
    assert told["pool"] == "given" and told["n_members"] == run.n_members
    assert not {"max_depth", "label_noise", "weighting_fraction", "n_folds"} & set(told)


def test_all_notes_of_the_votes_are_in_the_notes_of_the_run():
    votes = l2.read_votes(page.CSV, name=page.FILE)
    run = page.session_run(page.lab())
    assert set(votes.notes) <= set(run.prepared.notes)
