"""Which rows judge the members, and which rows may."""

from __future__ import annotations

import re

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle.weighting_rows import (
    WEIGHTING_SOURCES,
    check_weighting,
    default_weighting,
    weighting_rows,
)
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN

Y = np.array(list("aab" * 10))
EVERYTHING = np.arange(len(Y))


@pytest.mark.parametrize("source", WEIGHTING_SOURCES)
def test_the_rows_of_each_source(source):
    found = weighting_rows(Y, source, 0.3, 0)
    assert found.source == source
    if source == "hold_out":
        both = np.sort(np.concatenate([found.training, found.weighting]))
        np.testing.assert_array_equal(both, EVERYTHING)
        assert len(found.weighting) == 9
        return
    np.testing.assert_array_equal(found.training, EVERYTHING)
    if source == "none":
        assert found.weighting.size == 0
    elif source == "bootstrap":
        assert len(found.weighting) == len(Y) > len(np.unique(found.weighting))
    else:
        np.testing.assert_array_equal(found.weighting, EVERYTHING)


def test_the_notes_of_a_hold_out_speak_of_training_rows():
    y = np.array(["a"] * 10 + ["rare"] + ["b"] * 10)
    assert weighting_rows(y, "hold_out", 0.3, 0).notes == (
        "Class 'rare' has only 1 training row: too few to divide, all used to fit members, none "
        "set aside to judge members.",
    )
    assert weighting_rows(np.repeat(np.arange(5), 2), "hold_out", 0.3, 0).notes == (
        "5 training rows were set aside to judge members instead of 3, so that each of the 5 "
        "classes with two or more can be in both parts.",
    )


@pytest.mark.parametrize("source", ["hold_out", "out_of_fold"])
def test_classes_of_one_row_are_judged_by_training_rows(source):
    found = weighting_rows(np.array(["a", "b", "c"]), source, 0.3, 0)
    assert found.source == "training"
    assert "single training row" in found.notes[0]
    np.testing.assert_array_equal(found.weighting, [0, 1, 2])
    np.testing.assert_array_equal(found.training, [0, 1, 2])


def test_the_library_is_judged_out_of_fold_instead_of_on_held_out_rows():
    assert default_weighting("bagging") == "hold_out"
    assert default_weighting("library") == "out_of_fold"
    assert default_weighting("library", "paper") == "bootstrap"


def test_every_base_ensemble_may_be_judged_by_what_it_has():
    for pool, kind in POOL_KINDS.items():
        for source in ("hold_out", "bootstrap", "training", "none"):
            check_weighting(source, pool)
            check_weighting(source, pool, "probabilities")
        if kind.has_out_of_bag:
            check_weighting("out_of_bag", pool)
        if kind.by_recipe:
            check_weighting("out_of_fold", pool, "probabilities")
    check_weighting(GIVEN, GIVEN)


@pytest.mark.parametrize(
    ("source", "pool", "outputs", "said"),
    [
        ("hold_out", GIVEN, "votes", "the models' votes are given"),
        ("training", GIVEN, "votes", "the models' votes are given"),
        ("somewhere", "bagging", "votes", "weighting"),
        ("hold_out", "bags", "votes", "base ensemble"),
        ("out_of_fold", "bagging", "votes", "Take out-of-bag votes (weighting='out_of_bag') or"),
        ("out_of_fold", "extra_trees", "votes", "Take held-out rows"),
        ("out_of_bag", "extra_trees", "votes", "no rows out of bag: all members train on the same"),
        ("out_of_bag", "library", "votes", "Judge them out of fold"),
        ("out_of_bag", "bagging", "probabilities", "need complete outputs"),
    ],
)
def test_rows_that_cannot_judge_are_named(source, pool, outputs, said):
    with pytest.raises(InputError, match=re.escape(said)):
        check_weighting(source, pool, outputs)
