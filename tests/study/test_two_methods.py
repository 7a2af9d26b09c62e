"""Two methods head to head agree with counts of rows by hand and with the core's own rules."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.head_to_head import heads_to_heads
from l2dwk_core.statistics.significance import claims
from l2dwk_core.study.ranked_methods import ranked_methods
from l2dwk_core.study.results import StudyTable
from l2dwk_core.study.two_methods import discordant_rows, two_methods
from tests.three_methods import METHODS, alternating, made_table

UNIFORM, WEIGHTED, SINGLE = METHODS


def test_rows_that_only_one_has_right_are_counted():
    table = made_table({"a": (40, 30, 20), "b": (10, 20, 30)})
    found = discordant_rows(table.records, UNIFORM, SINGLE)
    assert found["a"] == DiscordantRows((20,) * 3, (0,) * 3, (50,) * 3, (100,) * 3)
    assert found["b"] == DiscordantRows((0,) * 3, (20,) * 3, (50,) * 3, (100,) * 3)


def test_intervals_are_those_of_claims_and_the_verdict_that_of_heads_to_heads():
    table = alternating(8)
    pair = two_methods(table, UNIFORM, SINGLE)
    rows = [DiscordantRows((30 + i % 2,) * 3, (0,) * 3, (50,) * 3, (100,) * 3) for i in range(8)]
    assert tuple(pair.by_dataset.values()) == claims(rows)
    differences = [(30 + i % 2) / 50 for i in range(8)]
    (expected,) = heads_to_heads([(UNIFORM, SINGLE)], [differences])
    assert pair.together.verdict == expected.verdict == "first ahead"
    assert (pair.together.wins, pair.together.mean) == (8, pytest.approx(expected.mean))
    assert two_methods(table, SINGLE, UNIFORM).together.verdict == "second ahead"


def test_a_gap_of_another_method_costs_nothing():
    right = {"a": (40, 30, 20), "b": (10, 20, 30)}
    pair = two_methods(made_table(right, lost={("b", SINGLE)}), UNIFORM, WEIGHTED)
    assert (pair.cases, pair.left_out) == (("a", "b"), ())
    pair = two_methods(made_table(right, lost={("b", SINGLE)}), UNIFORM, SINGLE)
    assert (pair.cases, pair.left_out) == (("a",), ("b",))


def test_what_cannot_be_compared_is_said():
    table = made_table({"a": (40, 30, 20)}, lost={("a", SINGLE)})
    with pytest.raises(InputError, match="itself"):
        two_methods(table, UNIFORM, UNIFORM)
    with pytest.raises(InputError, match="Unknown method"):
        two_methods(table, UNIFORM, "nothing")
    with pytest.raises(InputError, match="no dataset"):
        two_methods(table, UNIFORM, SINGLE)


def test_a_difference_that_comes_from_rows_without_an_answer_is_not_claimed():
    right = dict.fromkeys("abcdefgh", (40, 30, 20))
    table = made_table(right, unanswered={("a", SINGLE)})
    assert table.unanswered() == table.unanswered([UNIFORM, SINGLE]) == {"a": 30 / 50}
    assert table.unanswered([UNIFORM, WEIGHTED]) == {}
    assert two_methods(table, UNIFORM, WEIGHTED).unanswered == ()
    pair = two_methods(table, UNIFORM, SINGLE)
    assert pair.unanswered == ("a",)
    assert pair.cases == tuple("bcdefgh")
    # Of the rows that SINGLE answered, both have all right.
    found = discordant_rows(table.records, UNIFORM, SINGLE)
    assert found["a"].answered == ((0, 0),) * 3
    assert found["b"].answered is None
    assert (pair.by_dataset["a"].claimed, pair.by_dataset["a"].by_missing) == (False, True)
    assert pair.by_dataset["b"].claimed
    ranked = ranked_methods(table)
    assert ranked.unanswered == {"a": 0.6}
    assert ranked.across.cases == tuple("bcdefgh")
    with pytest.raises(InputError, match="without an answer"):
        two_methods(table.of(datasets=["a"]), UNIFORM, SINGLE)


def test_records_that_were_stored_without_unanswered_rows_have_none():
    table = made_table({"a": (40, 30, 20), "b": (40, 30, 20)})
    before = StudyTable(
        table.accuracies, table.kept, table.records.drop(columns="unanswered"), table.families
    )
    assert before.unanswered() == {}
    assert two_methods(before, UNIFORM, SINGLE).by_dataset == (
        two_methods(table, UNIFORM, SINGLE).by_dataset
    )
