"""Diagnoses stay short, whatever was handed in."""

from __future__ import annotations

import numpy as np
import pytest

import l2dwk_core
from l2dwk_core.common.errors import MAX_LISTED, InputError, near_names, shown, unknown_choice
from l2dwk_core.datasets import DATASETS, load_dataset


def test_a_short_registry_is_listed_and_the_nearest_name_proposed():
    said = str(unknown_choice("kernel", "gausian", ["linear", "gaussian"]))
    assert said == (
        "Unknown kernel 'gausian'; allowed are linear, gaussian. Did you mean 'gaussian'?"
    )
    assert str(unknown_choice("kernel", "x", ["linear"])).endswith("Choose one of these.")


def test_a_long_registry_is_counted_and_its_nearest_names_proposed():
    names = [f"name-{i:02}" for i in range(MAX_LISTED + 1)]
    said = str(unknown_choice("thing", "name_07", names, see="all on the shelf"))
    assert "there are 26 to choose from, all on the shelf. Did you mean 'name-07'" in said
    assert "name-00" not in said
    assert "such as 'name-00'" in str(unknown_choice("thing", "zzz", names))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("galss", "glass"), ("Glass", "glass"), ("kernal", "kernel"), ("forest", "random_forest"),
     ("rounds", "max_rounds"), ("breast", "breast-cancer"), ("poly", "polynomial")],
)  # fmt: skip
def test_a_slip_and_a_part_of_a_name_are_near(typed, meant):
    names = ["zoo", "seed", "lam_on", "noise_kind", "moons", meant]
    assert near_names(typed, names) == [meant]


@pytest.mark.parametrize("typed", ["mnist", "titanic", "lambda_", "boosting", "ob", "", "  "])
def test_a_far_name_is_not_proposed(typed):
    assert near_names(typed, [*DATASETS, "moons", "lam_on", "adaboost"]) == []


@pytest.mark.parametrize("name", ["heart", "glas", "no such table", "x" * 500, None, 3])
def test_an_unknown_dataset_takes_two_lines_of_a_terminal_at_most(name):
    with pytest.raises(InputError) as raised:
        load_dataset(name)
    said = str(raised.value)
    assert f"there are {len(DATASETS)} to choose from" in said
    assert len(said) <= 200 and "\n" not in said


def test_any_value_is_shown_in_one_short_line():
    for value in (np.zeros((50, 50)), "a\nb" * 1000, list(range(10**5)), {"a": {"b": [1]}}, None):
        assert "\n" not in shown(value) and 0 < len(shown(value)) <= 60
    assert shown("paper") == "'paper'"


def test_the_package_shows_its_public_names_alone():
    assert set(l2dwk_core.__all__) <= set(dir(l2dwk_core))
    assert [
        name for name in dir(l2dwk_core) if name[0] != "_" and name not in l2dwk_core.__all__
    ] == []
