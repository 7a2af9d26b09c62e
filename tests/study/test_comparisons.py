"""A plan names what the study computes, and nothing else."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.paper.compared_values import COMPARED_VALUES
from l2dwk_core.study.comparisons import COMPARED, OF_ONE_METHOD, Comparison, read_comparisons

METHODS = ("l2dwk", "uniform_vote", "l2dwk(lam=0.3)")


def test_methods_are_written_in_one_way():
    (found,) = read_comparisons(
        [{"role": "a", "first": "l2dwk( lam = 0.3 )", "second": ["uniform_vote"]}], METHODS
    )
    assert (found.first, found.second, found.value) == (
        "l2dwk(lam=0.3)", ("uniform_vote",), "accuracy",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"second": ["gasen"]}, "names gasen, which the study does not compute"),
        ({"second": []}, "has 0 second methods"),
        ({"second": ["uniform_vote"], "value": "kept"}, "has 1 second methods"),
        ({"second": ["uniform_vote"], "value": "speed"}, "Unknown value to compare 'speed'"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused(line, said):
    with pytest.raises(InputError, match=said):
        read_comparisons([{"role": "a", "first": "l2dwk", **line}], METHODS)


def test_every_value_that_a_plan_may_name_can_be_computed():
    assert set(COMPARED) == set(COMPARED_VALUES)
    alone = {name for name, value in COMPARED_VALUES.items() if value.middle is not None}
    assert alone == set(OF_ONE_METHOD)
    assert Comparison("a", "l2dwk", value="kept").second == ()
