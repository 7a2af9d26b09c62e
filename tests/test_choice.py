"""A choice survives its address, and a bad address never goes unnoticed or breaks anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.datasets import DATASETS
from l2dwk_core.errors import InputError
from l2dwk_core.pool_kinds import POOL_KINDS
from l2dwk_core.runner import ORACLE_SOURCES, PRESET_ORACLES, RunRecipe
from l2dwk_core.settings import CHOICES, PRESETS, Settings
from pages.shared.choice import VERSION, Choice, from_address, to_address
from pages.shared.export import command_line, python_snippet

ROOT = Path(__file__).resolve().parents[1]

ODD = [
    Choice(),
    Choice().with_preset("paper"),
    Choice().with_preset("authors"),
    Choice(dataset="zoo", pool="mixed", n_members=51, oracle="out_of_bag", seed=7),
    Choice(kernel="polynomial", degree=3, constant=0.5, lam=0.07, max_rounds=12),
    replace(Choice().with_preset("paper"), kernel="gaussian", sigma=0.3, oracle="hold_out"),
    Choice(max_depth=3, min_samples_split=10, min_samples_leaf=4, test_fraction=0.25),
    Choice(label_noise=0.15, seed=2),
    Choice(stop_on=(), lam=1e-7, sigma=1.2345678901234567),
    Choice(stop_on=("cycle", "settled")),
]


def test_defaults_are_those_of_the_core():
    settings, recipe = Settings(), RunRecipe("glass")
    for f in fields(Settings):
        assert getattr(Choice(), f.name) == getattr(settings, f.name), f.name
    for f in fields(RunRecipe):
        if f.name != "dataset":
            assert getattr(Choice(), f.name) == getattr(recipe, f.name), f.name
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
    before = Choice(dataset="zoo", seed=3, n_members=20, lam=5.0, oracle="out_of_bag")
    after = before.with_preset(preset)
    assert after.settings() == PRESETS[preset]
    assert after.oracle == PRESET_ORACLES[preset]
    assert (after.dataset, after.seed, after.n_members) == ("zoo", 3, 20)
    assert set(after.changed_from_preset()) == {"dataset", "seed", "n_members"}


def test_default_address_is_the_version_alone():
    assert to_address(Choice()) == {"v": VERSION}
    assert from_address({}) == (Choice(), [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dataset": "glas"}, "Unknown dataset 'glas'.*Did you mean 'glass'"),
        ({"kernel": "rbf"}, "Unknown kernel 'rbf'; allowed are linear, gaussian, polynomial"),
        ({"lam": "-1"}, "λ is -1.0; allowed is 0 to 1e15; try 0.1 to 10"),
        ({"lam": "two"}, "lam is 'two'; it must be a number"),
        ({"lam": "nan"}, "λ is nan"),
        ({"sigma": "0"}, "σ is 0.0; allowed is above 0"),
        ({"degree": "0"}, "degree is 0; allowed is a whole number from 1 to 20"),
        ({"degree": "2.5"}, "degree is '2.5'; it must be a whole number"),
        ({"n_members": "0"}, "n_members is 0"),
        ({"n_members": "9999999"}, "n_members is 9999999"),
        ({"seed": "-1"}, "seed"),
        ({"max_rounds": "10000"}, "max_rounds is 10000; a page shows 1 to 500"),
        ({"oracle": "cv"}, "Unknown oracle source 'cv'"),
        ({"pool": "forest"}, "Unknown base ensemble 'forest'"),
        ({"preset": "mine"}, "Unknown preset 'mine'"),
        ({"max_depth": "0"}, "max_depth is 0"),
        ({"test_fraction": "1.5"}, "test_fraction is 1.5; it must lie between 0 and 1"),
        ({"label_noise": "1"}, "label_noise is 1.0; allowed is a share from 0 to below 1"),
        ({"label_noise": "0.95"}, "label_noise is 0.95; a page shows 0 to 0.9"),
        ({"stop_on": "boredom"}, "Unknown stop rule 'boredom'"),
        ({"flavour": "sweet"}, "Unknown address parameter 'flavour'.*ignored"),
        ({"v": "99"}, "version '99'.*defaults are used"),
    ],
)
def test_bad_part_falls_back_with_one_line(query, said):
    choice, notes = from_address(query)
    assert choice == Choice()
    assert len(notes) == 1
    assert "\n" not in notes[0]
    import re

    assert re.search(said, notes[0]), notes[0]


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


def test_smaller_ensembles_share_one_training_and_larger_ones_do_not():
    assert Choice(n_members=20).recipe() == Choice().recipe()
    assert Choice(n_members=500).recipe().n_members == 500
    assert Choice(lam=7.0, kernel="linear").recipe() == Choice().recipe()
    for change in ({"seed": 1}, {"dataset": "zoo"}, {"oracle": "training"}, {"max_depth": 2}):
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
    wanted = {f.name: getattr(choice, f.name) for f in fields(RunRecipe)}
    defaults = {f.name: f.default for f in fields(RunRecipe)}
    assert defaults | asked == wanted


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
    from l2dwk_core.__main__ import _parser

    words = command_line(choice).split()
    assert words[:3] == ["python", "-m", "l2dwk_core"]
    options = _parser().parse_args(words[3:])
    chosen = {f.name: getattr(options, f.name) for f in fields(Settings)}
    settings = Settings.preset(options.preset, **{k: v for k, v in chosen.items() if v is not None})
    assert settings == choice.settings()
    assert (options.oracle or PRESET_ORACLES[options.preset]) == choice.oracle
    assert (options.dataset, options.seed, options.n_members, options.max_depth) == (
        choice.dataset, choice.seed, choice.n_members, choice.max_depth,
    )  # fmt: skip


def test_registries_are_all_reachable_from_an_address():
    for name, registry in {
        "dataset": DATASETS,
        "pool": POOL_KINDS,
        "oracle": ORACLE_SOURCES,
    }.items():
        for value in registry:
            choice, notes = from_address({name: value})
            assert not notes
            assert getattr(choice, name) == value
