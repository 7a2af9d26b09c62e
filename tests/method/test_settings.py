"""Defaults, presets and the diagnosis of every value that cannot be used."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import lambda_path, self_train
from l2dwk_core.method.setting_choices import CHOICES, STOP_RULES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.runs.prepare import run

# The table of defaults, written out once more: who changes one must mean it.
RECOMMENDED = {
    "kernel": "gaussian",
    "kernel_form": "joint",
    "sigma": 1,
    "degree": 2,
    "constant": 1,
    "diversity": "disagreement",
    "lam": 1,
    "lam_on": "diversity",
    "terms": "both",
    "update": "hinge",
    "error_set": "margin",
    "error_mass": "set",
    "damping": "1/(t+1)",
    "max_rounds": 30,
    "returned": "best",
    "small_weights": "renormalise",
    "matrix_repair": "none",
    "missing_votes": "pairwise",
    "outputs": "votes",
    "solver": "active_set",
}
PAPER = RECOMMENDED | {
    "kernel": "linear",
    "kernel_form": "scalar",
    "error_mass": "vote",
    "damping": "1/t",
    "returned": "last",
    "stop_on": ("no_errors",),
}
AUTHORS = RECOMMENDED | {
    "lam_on": "accuracy",
    "error_mass": "authors",
    "damping": "authors",
    "returned": "latest_best",
    "small_weights": "authors",
    "matrix_repair": "authors",
    "stop_on": ("no_vote_errors",),
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("recommended", RECOMMENDED | {"stop_on": ("no_errors", "settled", "cycle")}),
        ("paper", PAPER),
        ("authors", AUTHORS),
    ],
)
def test_presets_are_the_published_table(name, expected):
    found = dataclasses.asdict(Settings.preset(name))
    assert {key: found[key] for key in expected} == expected
    # A setting that is not in the table is none of the published ones: no preset changes it.
    others = {key: value for key, value in found.items() if key not in expected}
    assert others.items() <= dataclasses.asdict(Settings()).items()


def test_the_default_is_the_preset_recommended():
    assert Settings() == Settings.preset("recommended")
    assert set(PRESETS) == {"recommended", "paper", "authors"}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(
    ("choice", "value"), [(choice, value) for choice in CHOICES for value in CHOICES[choice]]
)
def test_a_preset_only_fills_in_choices(name, choice, value):
    # The two combinations below are refused for a reason of their own.
    before = Settings.preset(name)
    if (choice, value) == ("diversity", "double_fault_authors"):
        before = before.changed(kernel_form="joint")
    after = before.changed(**{choice: value})
    assert getattr(after, choice) == value
    assert dataclasses.asdict(after) == dataclasses.asdict(before) | {choice: value}


def test_changes_are_checked_and_the_original_stays():
    settings = Settings.preset("paper", lam=2.5)
    assert settings.lam == 2.5
    assert PRESETS["paper"].lam == 1.0
    with pytest.raises(InputError, match="λ is -1"):
        settings.changed(lam=-1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.lam = 3.0


@pytest.mark.parametrize("choice", CHOICES)
def test_an_unknown_value_names_itself_and_the_allowed_ones(choice):
    first = next(iter(CHOICES[choice]))
    with pytest.raises(
        InputError, match=f"Unknown {choice} 'nonsense'; allowed .*{re.escape(first)}"
    ):
        Settings(**{choice: "nonsense"})


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("value", [None, 1, ["linear"]], ids=str)
def test_a_choice_that_is_no_name_is_refused(choice, value):
    with pytest.raises(InputError, match=f"Unknown {choice}"):
        Settings(**{choice: value})


@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_is_explained_in_a_line(choice):
    for value, text in CHOICES[choice].items():
        assert text.strip(), value
        assert "\n" not in text


def test_a_near_miss_is_suggested():
    with pytest.raises(InputError, match="Did you mean 'gaussian'"):
        Settings(kernel="gausian")
    with pytest.raises(InputError, match=r"Unknown preset 'papers'.*Did you mean 'paper'"):
        Settings.preset("papers")
    with pytest.raises(InputError, match=r"Unknown setting 'lambda'; allowed are .*lam"):
        Settings.preset("paper", **{"lambda": 1})


NOT_NUMBERS = [float("nan"), float("inf"), -float("inf"), None, "1", True, [1.0], np.array([1, 2])]


@pytest.mark.parametrize(
    "value", [-1, -1e-9, 1e16, pytest.param(10**400, id="10**400"), *NOT_NUMBERS], ids=repr
)
def test_lambda_out_of_range(value):
    with pytest.raises(InputError, match=r"λ is .*; allowed is 0 to 1e15; try 0\.1 to 10"):
        Settings(lam=value)


@pytest.mark.parametrize("value", [5e-324, 1e-310, 9e-301])
def test_lambda_without_a_finite_reciprocal(value):
    with pytest.raises(InputError, match=r"allowed is 0, or 1e-300 to 1e15"):
        Settings(lam=value)
    assert Settings(lam=1e-300).lam == 1e-300


@pytest.mark.parametrize("value", [0, 0.0, -1, 1e-10, 1e5, 1e10, *NOT_NUMBERS], ids=repr)
def test_sigma_out_of_range(value):
    with pytest.raises(InputError, match=r"σ is .*; allowed is above 0 .*; try 0\.5 to 2"):
        Settings(sigma=value)


@pytest.mark.parametrize("value", [0, -2, 21, 2.0, 1.5, *NOT_NUMBERS], ids=repr)
def test_degree_out_of_range(value):
    with pytest.raises(InputError, match=r"degree is .*; allowed is a whole number from 1 to 20"):
        Settings(degree=value)


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
def test_a_constant_that_is_no_number(value):
    with pytest.raises(InputError, match=r"constant c is .*; allowed is a finite number"):
        Settings(constant=value)


@pytest.mark.parametrize("value", [0, -1, 10_001, 30.0, *NOT_NUMBERS], ids=repr)
def test_rounds_out_of_range(value):
    with pytest.raises(InputError, match=r"max_rounds is .*; allowed is a whole number from 1 to"):
        Settings(max_rounds=value)


@pytest.mark.parametrize(
    "changes",
    [
        {"lam": 0},
        {"lam": 1e-12},
        {"lam": 1e12},
        {"lam": np.float64(2)},
        {"lam": np.float32(2)},
        {"lam": np.int64(2)},
        {"sigma": 1e-6},
        {"sigma": np.float32(0.5)},
        {"degree": np.int8(3), "max_rounds": np.int64(5)},
        {"kernel": "polynomial", "constant": 0},
        {"kernel": "gaussian", "constant": -1},  # the Gaussian kernel has no constant
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 3, "constant": 0},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 2, "constant": -1},
    ],
    ids=str,
)
def test_allowed_numbers(changes):
    settings = Settings(**changes)
    for name, value in changes.items():
        assert getattr(settings, name) == value


def test_the_joint_polynomial_kernel_refuses_a_negative_constant():
    with pytest.raises(InputError, match=r"constant c is -0\.5, .* needs c ≥ 0, .* take c = 0"):
        Settings(kernel="polynomial", kernel_form="joint", constant=-0.5)


@pytest.mark.parametrize("degree", [2, 4, 20])
def test_the_scalar_polynomial_kernel_refuses_what_makes_the_objective_constant(degree):
    with pytest.raises(InputError, match=f"degree {degree} with c = 0 makes .* objective constant"):
        Settings(kernel="polynomial", kernel_form="scalar", degree=degree, constant=0)


def test_the_authors_double_fault_needs_the_joint_form():
    with pytest.raises(InputError, match="'double_fault_authors' needs the joint kernel form"):
        Settings(diversity="double_fault_authors", kernel_form="scalar")


@pytest.mark.parametrize("rules", ["no_errors", ("no_errors", 3), (None,), 5, None], ids=str)
def test_stop_rules_must_be_a_tuple_of_names(rules):
    with pytest.raises(InputError, match=r"stop_on is .*allowed are no_errors, "):
        Settings(stop_on=rules)


def test_stop_rules():
    with pytest.raises(InputError, match=r"Unknown stop rule 'setled'.*Did you mean 'settled'"):
        Settings(stop_on=("setled",))
    assert Settings(stop_on=list(STOP_RULES)).stop_on == tuple(STOP_RULES)
    assert Settings(stop_on=()).stop_on == ()


@pytest.mark.parametrize("name", PRESETS)
def test_a_round_trip_through_json(name):
    settings = Settings.preset(name, lam=0.25)
    assert Settings(**json.loads(json.dumps(settings.as_dict()))) == settings


def test_numpy_numbers_can_be_written_as_json():
    settings = Settings(lam=np.float64(2), degree=np.int64(3), max_rounds=np.int32(4))
    assert Settings(**json.loads(json.dumps(settings.as_dict()))) == settings


def test_settings_can_be_keys():
    assert len({Settings(), Settings.preset("recommended"), Settings.preset("paper")}) == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_settings_know_their_preset_and_are_no_less_equal_for_it(preset):
    made = Settings.preset(preset, lam=7.0).changed(max_rounds=3)
    plain = Settings(**{f.name: getattr(made, f.name) for f in dataclasses.fields(Settings)})
    assert made == plain and hash(made) == hash(plain)
    assert made.as_dict() == plain.as_dict() and repr(made) == repr(plain)
    for copied in (made, copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert copied.made_from == preset
    assert plain.made_from == "recommended"
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.made_from = "authors"


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ({"lam": 1}, r"write Settings\(\*\*settings\)"),
        ({}, r"settings is \{\}; .*write Settings\(\*\*settings\)"),
        ("paper", r"write Settings\.preset\('paper'\)"),
        (1.0, r"settings is 1\.0; allowed is a Settings object; write Settings\(lam=1\.0\)"),
        (np.zeros((400, 400)), r"settings is .*allowed is a Settings object"),
    ],
)
def test_what_is_no_settings_object_is_named_with_the_remedy(given, remedy):
    votes, truth = np.array([[1, 0], [1, 1]]), np.array([1, 1])
    for call in (
        lambda: self_train(votes, truth, given),
        lambda: lambda_path(votes, truth, given, [1.0]),
        lambda: run("zoo", n_members=3, settings=given),
    ):
        with pytest.raises(InputError, match=remedy) as raised:
            call()
        assert "\n" not in str(raised.value) and len(str(raised.value)) < 200
