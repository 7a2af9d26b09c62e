"""A difference that comes from missing answers alone is not claimed."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.answers import Answers, PairedRows
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.paired_votes import paired_claim
from l2dwk_core.statistics.significance import claims


def test_counts_of_two_votes_by_hand():
    first = np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    second = np.array([0, 1, 1, 0, 0, 0], dtype=bool)
    both = np.array([0, 1, 1, 1, 1, 0], dtype=bool)
    assert PairedRows.of(first, second, both) == PairedRows(2, 1, 6, (1, 1))
    assert PairedRows.of(first, second).answered is None
    assert PairedRows.of(first, second, np.ones(6, dtype=bool)).answered is None


@pytest.mark.parametrize(
    ("better", "worse", "answered"),
    [
        (24, 0, (0, 0)),  # all of the difference is missing answers
        (26, 3, (7, 3)),  # most of it is
        (26, 3, (20, 3)),  # the rows that both answered show it too
        (20, 3, (1, 3)),  # they show the reverse
        (5, 4, (5, 4)),  # nothing to claim at all
        (3, 26, (3, 20)),
    ],
)
def test_both_tests_must_reject(better, worse, answered):
    on_all = stats.binomtest(better, better + worse).pvalue
    b, c = answered
    on_both = stats.binomtest(b, b + c).pvalue if b + c else 1.0
    same_way = (better > worse) == (b > c) and b != c
    expected = on_all < 0.05 and on_both < 0.05 and same_way
    found = paired_claim(better, worse, 90, answered=answered)
    assert found.claimed == expected
    assert found.by_missing == (on_all < 0.05 and not expected)
    assert (found.low > 0 or found.high < 0) == expected
    assert found.mean == pytest.approx((better - worse) / 90)
    if same_way:
        assert found.p_value == pytest.approx(max(on_all, on_both))


def test_p_is_multiplied_by_the_number_of_comparisons():
    p = stats.binomtest(8, 8).pvalue
    for comparisons in (1, 4, 7):
        found = paired_claim(8, 0, 60, comparisons=comparisons)
        assert found.adjusted_p == pytest.approx(comparisons * p)
        assert found.claimed == (comparisons * p < 0.05)
        assert (found.low > 0) == found.claimed
    both = paired_claim(8, 0, 60, (0.2, 0.3), comparisons=2)
    assert both.adjusted_p == pytest.approx(3 * p)  # Holm over three is stricter than two
    assert paired_claim(8, 0, 60, (0.2, 0.3), comparisons=7).adjusted_p == pytest.approx(7 * p)
    with pytest.raises(InputError, match="0 comparisons"):
        paired_claim(8, 0, 60, comparisons=0)


def test_several_splits_need_the_rows_that_both_answered_too():
    n = 10
    where = (30,) * n, (270,) * n
    missing = DiscordantRows((0,) * n, (9, 8) * 5, *where, answered=((0, 1),) * n)
    given = DiscordantRows((0,) * n, (9, 8) * 5, *where, answered=((0, 9), (0, 8)) * 5)
    plain = DiscordantRows((0,) * n, (9, 8) * 5, *where)
    reverse = DiscordantRows((2,) * n, (9, 8) * 5, *where, answered=((2, 0),) * n)
    for rows, claimed, by_missing in (
        (plain, True, False),
        (given, True, False),
        (reverse, False, True),
    ):
        (found,) = claims([rows])
        assert (found.claimed, found.by_missing) == (claimed, by_missing)
        assert (found.high < 0) == claimed
    (all_rows,), (found,) = claims([plain]), claims([missing])
    (part,) = claims([DiscordantRows((0,) * n, (1,) * n, *where)])
    assert found.p_value == pytest.approx(max(all_rows.p_value, part.p_value))


def test_counts_of_answered_rows_are_part_of_all_rows():
    with pytest.raises(InputError, match="3 better and 0 worse of the rows that both answered"):
        paired_claim(2, 0, 10, answered=(3, 0))
    with pytest.raises(InputError, match="the first are part of the second"):
        DiscordantRows((2,), (0,), (10,), (20,), answered=((2, 1),))
    with pytest.raises(InputError, match="2 counts of answered rows for 1 splits"):
        DiscordantRows((2,), (0,), (10,), (20,), answered=((2, 0), (0, 0)))


def test_words_of_answers():
    assert Answers(9, 10, 10).words == Answers(9, 10, 10).short_words == ""
    found = Answers(6, 8, 10)
    assert found.words == (
        "2 of 10 test rows have no answer and count as wrong; of the rows with an answer 75.0% are "
        "right"
    )
    assert found.short_words.startswith("no answer on 20.0% of the rows, counted as wrong; 75.0%")
    assert Answers(0, 0, 1).words == "1 of 1 test row has no answer and counts as wrong"
    assert Answers.sum([found, Answers(1, 1, 5)]) == Answers(7, 9, 15)
