"""Published and hand-counted values, and every case in which a measure has none."""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest

from l2dwk_core.diversity import MEASURES, measure_all
from tests import reference_diversity as exact

NAN = None

# Fifteen samples by ten classifiers with ten published values (four decimals).
PUBLISHED_ROWS = (
    "1000001000 0100101000 1011010110 1001110011 1101110001 1111010000 1010001011 0000100001 "
    "0010011001 0100100000 0000010011 1011000001 0101100110 1011111010 1111001001"
)
PUBLISHED = {
    "q_statistic": 0.0231,
    "correlation": 0.0156,
    "disagreement": 0.4889,
    "double_fault": 0.3156,
    "entropy": 0.7200,
    "kohavi_wolpert": 0.2200,
    "interrater_kappa": 0.0079,
    "difficulty": 0.0264,
    "generalized_diversity": 0.4365,
    "coincident_failure_diversity": 0.4889,
}
PUBLISHED_EXACT = {
    "disagreement": F(22, 45),
    "double_fault": F(71, 225),
    "entropy": F(18, 25),
    "kohavi_wolpert": F(11, 50),
    "interrater_kappa": F(1, 126),
    "difficulty": F(33, 1250),
    "generalized_diversity": F(55, 126),
    "coincident_failure_diversity": F(22, 45),
}

TINY_ROWS = ((1, 1, 1), (1, 1, -1), (1, -1, -1), (-1, 1, -1))
TINY = {
    "q_statistic": F(1, 3),
    "correlation": F(1, 9),
    "disagreement": F(1, 2),
    "double_fault": F(1, 6),
    "entropy": F(3, 4),
    "kohavi_wolpert": F(1, 6),
    "interrater_kappa": F(-1, 35),
    "difficulty": F(11, 144),
    "generalized_diversity": F(3, 5),
    "coincident_failure_diversity": F(2, 3),
}

# name → rows and the ten values, in the order of `exact.NAMES`.
DEGENERATE = {
    "all correct": (((1, 1, 1),) * 3, (NAN, NAN, 0, 0, 0, 0, NAN, 0, NAN, 0)),
    "all wrong": (((-1, -1, -1),) * 3, (NAN, NAN, 0, 1, 0, 0, NAN, 0, 0, 0)),
    "identical, half right": (
        ((1, 1, 1), (-1, -1, -1)),
        (1, 1, 0, F(1, 2), 0, 0, 1, F(1, 4), 0, 0),
    ),
    "complementary": (((1, -1), (-1, 1)), (-1, -1, 1, 0, 1, F(1, 4), -1, 0, 1, 1)),
    "one perfect, other half": (
        ((1, 1), (1, -1)),
        (NAN, NAN, F(1, 2), 0, F(1, 2), F(1, 8), F(-1, 3), F(1, 16), 1, 1),
    ),
    "one always wrong, other half": (
        ((-1, 1), (-1, -1)),
        (NAN, NAN, F(1, 2), F(1, 2), F(1, 2), F(1, 8), F(-1, 3), F(1, 16), F(1, 3), F(1, 2)),
    ),
    "one member": (((1,), (-1,)), (NAN, NAN, NAN, NAN, NAN, 0, NAN, F(1, 4), NAN, NAN)),
}


def bits(text: str) -> np.ndarray:
    return np.array([[1 if bit == "1" else -1 for bit in row] for row in text.split()], np.int8)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_example(name: str) -> None:
    assert round(MEASURES[name].value(bits(PUBLISHED_ROWS)), 4) == PUBLISHED[name]


def test_published_example_to_six_digits_where_irrational() -> None:
    oracle = bits(PUBLISHED_ROWS)
    assert MEASURES["q_statistic"].value(oracle) == pytest.approx(0.023108, abs=5e-7)
    assert MEASURES["correlation"].value(oracle) == pytest.approx(0.015579, abs=5e-7)


@pytest.mark.parametrize("name", PUBLISHED_EXACT)
def test_published_example_exactly(name: str) -> None:
    expected = float(PUBLISHED_EXACT[name])
    assert MEASURES[name].value(bits(PUBLISHED_ROWS)) == pytest.approx(expected, rel=1e-13)
    assert exact.value(name, bits(PUBLISHED_ROWS).tolist()) == PUBLISHED_EXACT[name]


@pytest.mark.parametrize("name", TINY)
def test_tiny_example(name: str) -> None:
    assert MEASURES[name].value(TINY_ROWS) == pytest.approx(float(TINY[name]), rel=1e-13)


def test_tiny_example_pair_by_pair() -> None:
    third = 1 / 3
    wanted = {
        "q_statistic": [[1, -1, 1], [-1, 1, 1], [1, 1, 1]],
        "correlation": [[1, -third, third], [-third, 1, third], [third, third, 1]],
        "disagreement": [[0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]],
        "double_fault": [[0.25, 0, 0.25], [0, 0.25, 0.25], [0.25, 0.25, 0.75]],
    }
    for name, matrix in wanted.items():
        np.testing.assert_allclose(MEASURES[name].matrix(TINY_ROWS), matrix, rtol=1e-13)


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_case(case: str) -> None:
    rows, expected = DEGENERATE[case]
    details = measure_all(rows)
    for name, value in zip(exact.NAMES, expected, strict=True):
        found = details[name]
        if value is None:
            assert math.isnan(found.value), name
            assert found.reason, name
        else:
            # Exactly: these tell "no diversity" from "almost none".
            assert found.value == pytest.approx(float(value), rel=1e-15, abs=0), name


def test_undefined_pairs_are_counted_and_named() -> None:
    # Member 0 is perfect, member 3 always wrong, 1 and 2 complementary.
    oracle = [[1, 1, -1, -1], [1, -1, 1, -1]]
    for name in ("q_statistic", "correlation"):
        detail = MEASURES[name].detail(oracle)
        assert detail.value == -1
        assert (detail.n_pairs, detail.n_undefined) == (6, 5)
        assert detail.reason == (
            "5 of 6 pairs undefined (0/0): member 0 is right on every row measured and member 3 is "
            "wrong on every row measured"
        )


def test_nothing_undefined_gives_no_reason() -> None:
    for name in exact.NAMES:
        assert MEASURES[name].detail(TINY_ROWS).reason == ""


def test_reasons_name_the_cause() -> None:
    right, wrong, alone = [[1, 1]], [[-1, -1]], [[1], [-1]]
    assert "every vote is right" in MEASURES["interrater_kappa"].detail(right).reason
    assert "every vote is wrong" in MEASURES["interrater_kappa"].detail(wrong).reason
    assert "no vote is wrong" in MEASURES["generalized_diversity"].detail(right).reason
    assert "one member" in MEASURES["entropy"].detail(alone).reason
    one = MEASURES["disagreement"].detail(alone)
    assert "no pairs" in one.reason
    assert (one.n_pairs, one.n_undefined) == (0, 0)
    many = [[1] * 8, [1] * 8]
    assert "members 0, 1, 2, 3, 4 and 3 more are" in MEASURES["q_statistic"].detail(many).reason
