"""The record of everything that determines a run: made of keywords, changed, run, and refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe

KEYWORDS = {
    "pool": "random_forest", "n_members": 9, "seed": 3, "max_depth": 4, "min_samples_split": 5,
    "min_samples_leaf": 2, "weighting": "out_of_bag", "weighting_fraction": 0.4,
    "test_fraction": 0.25, "label_noise": 0.1, "noise_kind": "boundary", "n_folds": 7,
}  # fmt: skip
RECIPE = RunRecipe(
    "zoo",
    PoolRecipe("random_forest", 9, 3, 4, 5, 2),
    Settings(lam=2.0),
    "out_of_bag",
    weighting_fraction=0.4,
    test_fraction=0.25,
    label_noise=0.1,
    noise_kind="boundary",
    n_folds=7,
)


def test_keywords_make_the_recipe_and_are_read_back_from_it():
    made = RunRecipe.of("zoo", settings=Settings(lam=2.0), **KEYWORDS)
    assert made == RECIPE
    assert hash(made) == hash(RECIPE)
    assert made.as_dict() == KEYWORDS | {"dataset": "zoo"}
    flat = json.loads(json.dumps(made.as_dict()))
    assert RunRecipe.of(**flat, settings=RECIPE.settings) == RECIPE


def test_a_recipe_is_changed_by_the_same_keywords():
    changed = RECIPE.changed(min_samples_leaf=7, test_fraction=0.5, pool="bagging")
    assert changed.pool == PoolRecipe("bagging", 9, 3, 4, 5, 7)
    assert changed == RunRecipe.of(
        "zoo",
        settings=Settings(lam=2.0),
        **KEYWORDS | {"min_samples_leaf": 7, "test_fraction": 0.5, "pool": "bagging"},
    )
    assert RECIPE.changed(oracle="hold_out").weighting == "hold_out"


def test_a_run_of_a_recipe_is_the_run_of_its_keywords():
    by_name = l2.run("zoo", settings=Settings(lam=2.0), **KEYWORDS)
    by_recipe = l2.run(RECIPE)
    np.testing.assert_array_equal(by_recipe.trace.weights, by_name.trace.weights)
    assert by_recipe.as_dict() == by_name.as_dict()
    assert by_recipe.recipe == by_name.recipe == RECIPE
    assert prepare_run(RECIPE).solve().as_dict() == by_name.as_dict()
    assert l2.run(RECIPE, seed=4).recipe == RECIPE.changed(seed=4)


def test_the_recipe_of_a_run_names_the_settings_and_members_it_was_solved_with():
    prepared = prepare_run("zoo", n_members=9)
    few = prepared.solve(Settings(lam=3.0), n_members=4)
    assert few.recipe == RunRecipe.of("zoo", n_members=4, settings=Settings(lam=3.0))
    np.testing.assert_array_equal(l2.run(few.recipe).trace.weights, few.trace.weights)


@pytest.mark.parametrize("call", [RunRecipe.of, prepare_run, l2.run])
def test_oracle_is_an_older_name_of_weighting(call):
    def weighting(**choices):
        made = call("zoo", n_members=3, **choices)
        return made.weighting if isinstance(made, RunRecipe) else made.recipe.weighting

    assert weighting(oracle="training") == weighting(weighting="training") == "training"
    assert weighting(oracle="training", weighting="training") == "training"
    assert weighting(oracle="hold_out", settings=Settings.preset("paper")) == "hold_out"
    assert weighting(settings=Settings.preset("paper")) == "bootstrap"
    with pytest.raises(InputError, match=r"weighting is 'hold_out', but oracle.*is 'training'"):
        weighting(oracle="training", weighting="hold_out")


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"pool": "forest"}, "Unknown base ensemble 'forest'"),
        ({"pool": 3}, "Unknown base ensemble 3"),
        ({"n_members": 0}, "n_members is 0"),
        ({"weighting": "none"}, "Unknown weighting 'none'"),
        ({"weighting": "out_of_bag", "pool": "adaboost"}, "leaves no rows out of bag"),
        (
            {"weighting": "out_of_bag", "settings": Settings(outputs="probabilities")},
            "need complete outputs",
        ),
        ({"settings": {"lam": 1.0}}, "settings"),
        ({"test_fraction": 1.0}, "test_fraction"),
        ({"weighting_fraction": 0.0}, "weighting_fraction"),
        ({"label_noise": 1.0}, "label_noise"),
        ({"noise_kind": "pink"}, "pink"),
    ],
)
def test_a_recipe_that_cannot_be_run_is_not_made(choices, said):
    with pytest.raises(InputError, match=said):
        RunRecipe.of("zoo", **choices)


def test_what_a_recipe_holds_instead_of_a_name_is_said():
    with pytest.raises(InputError, match="pool is 'bagging'; a RunRecipe holds a PoolRecipe"):
        RunRecipe("zoo", "bagging")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="n_member"):
        RunRecipe.of("zoo", n_member=3)


def test_a_setting_among_the_choices_of_a_run_is_told_where_it_belongs():
    with pytest.raises(InputError, match=r"lam is a setting; write settings=Settings\(lam=1\)"):
        prepare_run("glass", lam=1)
