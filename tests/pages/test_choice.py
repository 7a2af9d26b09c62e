"""A choice survives its address, and a bad address never goes unnoticed or breaks anything."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, PRESET_WEIGHTINGS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices.choice import VERSION, Choice, from_address, to_address
from pages.lab.snippets import command_line, python_snippet

ROOT = Path(__file__).resolve().parents[2]

ODD = [
    Choice(),
    Choice().with_preset("paper"),
    Choice().with_preset("authors"),
    Choice(dataset="zoo", pool="mixed", n_members=51, weighting="out_of_bag", seed=7),
    Choice(kernel="polynomial", degree=3, constant=0.5, lam=0.07, max_rounds=12),
    replace(Choice().with_preset("paper"), kernel="gaussian", sigma=0.3, weighting="hold_out"),
    Choice(max_depth=3, min_samples_split=10, min_samples_leaf=4, test_fraction=0.25),
    Choice(label_noise=0.15, seed=2),
    Choice(stop_on=(), lam=1e-7, sigma=1.2345678901234567),
    Choice(stop_on=("cycle", "settled")),
    Choice().with_pool("library"),
    replace(Choice().with_pool("library"), n_members=12, weighting="hold_out", seed=4),
    replace(Choice().with_pool("library").with_preset("paper"), n_folds=3, weighting="out_of_fold"),
]


def test_defaults_are_those_of_the_core():
    settings, recipe = Settings(), RunRecipe("glass")
    for f in fields(Settings):
        assert getattr(Choice(), f.name) == getattr(settings, f.name), f.name
    for name, value in recipe.as_dict().items():
        assert getattr(Choice(), name, RunRecipe.n_folds) == value, name
    assert Choice().dataset in DATASETS
    assert Choice().settings() == settings == PRESETS[Choice().preset]


@pytest.mark.parametrize("choice", ODD)
def test_address_brings_the_choice_back(choice):
    address = to_address(choice)
    assert address["v"] == VERSION
    assert from_address(address) == (choice, [])


@pytest.mark.parametrize("name", list(CHOICES))
def test_every_value_of_every_menu_survives(name):
    for value in CHOICES[name]:
        choice = replace(Choice(), **{name: value})
        assert from_address(to_address(choice)) == (choice, [])


@pytest.mark.parametrize("preset", list(PRESETS))
def test_preset_fills_in_settings_and_oracle_and_nothing_else(preset):
    before = Choice(dataset="zoo", seed=3, n_members=20, lam=5.0, weighting="out_of_bag")
    after = before.with_preset(preset)
    assert after.settings() == PRESETS[preset]
    assert after.weighting == PRESET_WEIGHTINGS[preset]
    assert (after.dataset, after.seed, after.n_members) == ("zoo", 3, 20)
    assert set(after.changed_from_preset()) == {"dataset", "seed", "n_members"}


def test_default_address_is_the_version_alone():
    assert to_address(Choice()) == {"v": VERSION}
    assert from_address({}) == (Choice(), [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dataset": "glas"}, "Unknown dataset 'glas'.*Did you mean 'glass'"),
        (
            {"kernel": "rbf"},
            f"Kernel .kernel. is 'rbf'; allowed are {', '.join(CHOICES['kernel'])}",
        ),
        ({"lam": "-1"}, "λ .lam. is '-1'; allowed is a number from 0 to 1e15. Used instead: 1.0"),
        ({"lam": "1e-320"}, "λ .lam. is '1e-320'; allowed is a number from 0 to 1e15"),
        ({"lam": "two"}, "λ .lam. is 'two'; allowed is a number from 0"),
        ({"lam": "nan"}, "λ .lam. is 'nan'"),
        ({"lam": "💩"}, "λ .lam. is '💩'"),
        ({"lam": ""}, "λ .lam. is empty; allowed is a number from 0"),
        ({"sigma": "0"}, "σ.*is '0'; allowed is a number from 1e-9 to 10,?000"),
        ({"constant": "1000"}, "Constant c .constant. is '1000'; allowed is a number from -100 to"),
        ({"degree": "0"}, "Degree.*is '0'; allowed is a whole number from 1 to 20"),
        ({"degree": "0.5"}, "Degree d .degree. is '0.5'; allowed is a whole number from 1 to 20"),
        ({"n_members": "1e9"}, "Members used.*is '1e9'; allowed is a whole number from 1 to 5,000"),
        ({"n_members": "9999999"}, "'9999999'; allowed is a whole number from 1 to 5,000"),
        ({"seed": "abc"}, "Seed .seed. is 'abc'; allowed is a whole number from 0"),
        ({"max_rounds": "10000"}, "Rounds.*'10000'; allowed is a whole number from 1 to 500"),
        ({"weighting": "cv"}, "judged on .weighting. is 'cv'; allowed are hold_out"),
        ({"pool": "forest"}, "'forest'; allowed are bagging.*did you mean 'random_forest'"),
        ({"preset": "mine"}, "Preset .preset. is 'mine'; allowed are recommended"),
        (
            {"max_depth": "500"},
            "Depth at most .max_depth. is '500'; .* 1 to 100, or none. .*: none",
        ),
        ({"test_fraction": "1.5"}, "'1.5'; allowed is a number from 0.01 to 0.99"),
        ({"label_noise": "0.95"}, "'0.95'; allowed is a number from 0 to 0.9"),
        ({"stop_on": "boredom"}, "Stop rules .stop_on. is 'boredom'"),
        ({"flavour": "sweet"}, "'flavour', which is ignored; known are dataset, pool, n_members"),
        ({"n_member": "20"}, "parameter 'n_member'.*did you mean 'n_members'"),
        ({"v": "99"}, "version '99'.*defaults are used"),
        ({"v": ""}, "version ''.*defaults are used"),
    ],
)
def test_bad_part_falls_back_with_one_line(query, said):
    choice, notes = from_address(query)
    assert choice == Choice()
    assert len(notes) == 1
    assert "\n" not in notes[0]
    assert re.search(said, notes[0]), notes[0]


def test_a_parameter_that_stands_twice_is_named_and_the_last_counts():
    choice, notes = from_address({"lam": ["1", "2"]})
    assert choice.lam == 2
    assert notes == ["lam stands 2 times in the address (1, 2); only the last, 2, counts."]


def test_minus_zero_is_zero():
    choice, notes = from_address({"lam": "-0", "label_noise": "-0.0"})
    assert (str(choice.lam), str(choice.label_noise), notes) == ("0.0", "0.0", [])


def test_a_bad_value_does_not_fill_the_page():
    _, notes = from_address({"lam": "x\n" * 500})
    assert len(notes[0]) < 200
    assert "\n" not in notes[0]


def test_good_parts_beside_a_bad_one_still_count():
    choice, notes = from_address({"v": "1", "lam": "2.0", "kernel": "rbf", "dataset": "zoo"})
    assert choice == Choice(lam=2.0, dataset="zoo")
    assert len(notes) == 1


def test_choices_that_do_not_fit_together_are_diagnosed_by_the_core():
    choice, notes = from_address(
        {"kernel": "polynomial", "kernel_form": "scalar", "constant": "0", "degree": "2"}
    )
    assert not notes
    with pytest.raises(InputError, match=r"degree 2 with c = 0 makes the scalar objective const"):
        choice.settings()


@pytest.mark.all_members
def test_smaller_ensembles_share_one_training_and_larger_ones_do_not():
    assert Choice(n_members=20).recipe() == Choice().recipe()
    assert Choice(n_members=500).recipe().pool.n_members == 500
    assert Choice(lam=7.0, kernel="linear").recipe() == Choice().recipe()
    for change in ({"seed": 1}, {"dataset": "zoo"}, {"weighting": "training"}, {"max_depth": 2}):
        assert replace(Choice(), **change).recipe() != Choice().recipe()


@pytest.mark.parametrize("choice", ODD)
def test_snippet_is_a_call_that_the_library_accepts(choice):
    """Run the snippet with ``run`` replaced by a recorder: it asks for exactly this choice."""
    asked = {}

    def record(dataset, **arguments):
        asked.update(dataset=dataset, **arguments)
        raise InterruptedError

    import unittest.mock

    with (
        unittest.mock.patch.object(l2dwk_core, "run", record, create=True),
        pytest.raises(InterruptedError),
    ):
        exec(python_snippet(choice), {})
    assert asked.pop("settings") == choice.settings()
    understood = RunRecipe.of(**{"dataset": choice.dataset} | asked).as_dict()
    assert understood == {name: getattr(choice, name) for name in understood}


def test_snippet_and_command_line_give_the_same_numbers():
    choice = Choice(dataset="zoo", n_members=15, lam=2.0, max_depth=1, preset="recommended")
    scope: dict[str, object] = {}
    exec(python_snippet(choice), scope)
    run = scope["run"]
    command = command_line(choice).replace("python ", f"{sys.executable} ", 1) + " --json"
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command.split(), cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    np.testing.assert_array_equal(told["weights"], run.trace.weights)
    assert told["accuracy"]["l2dwk"]["correct"] == run.accuracy.l2dwk.correct


@pytest.mark.parametrize("choice", ODD)
def test_command_line_is_understood(choice):
    from l2dwk_core.command_line.option_names import RUN_DEFAULTS
    from l2dwk_core.command_line.parser import command_parser

    words = command_line(choice).split()
    assert words[:3] == ["python", "-m", "l2dwk_core"]
    options = command_parser().parse_args(words[3:])
    chosen = {f.name: getattr(options, f.name) for f in fields(Settings)}
    settings = Settings.preset(options.preset, **{k: v for k, v in chosen.items() if v is not None})
    assert settings == choice.settings()
    given = {name: getattr(options, name) for name in RUN_DEFAULTS}
    recipe = {name: value for name, value in given.items() if value is not None}
    understood = RunRecipe.of(settings=settings, **recipe).as_dict()
    assert understood == {name: getattr(choice, name) for name in understood}


def test_registries_are_all_reachable_from_an_address():
    for name, registry in {
        "dataset": DATASETS,
        "pool": POOL_KINDS,
        "weighting": ORACLE_SOURCES,
    }.items():
        for value in registry:
            more = {"pool": "library"} if value == "out_of_fold" else {}
            choice, notes = from_address({name: value} | more)
            assert not notes
            assert getattr(choice, name) == value
