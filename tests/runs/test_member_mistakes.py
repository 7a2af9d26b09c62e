"""Mistakes of one member against counting row after row."""

from __future__ import annotations

import pytest

from l2dwk_core.runs.member_mistakes import member_mistakes
from l2dwk_core.runs.prepare import prepare_run


@pytest.mark.parametrize("weighting", ["hold_out", "out_of_bag"])
def test_mistakes_are_counted_row_by_row(weighting):
    run = prepare_run("glass", n_members=25, weighting=weighting).solve()
    oracle = run.oracle
    returned = run.trace.rounds[run.trace.returned_round - 1]
    for member in (0, 24):
        wrong, judged = [], 0
        for k in range(oracle.n_rows):
            if oracle.available is None or oracle.available[k, member]:
                judged += 1
                if oracle.codes[k, member] != oracle.label_codes[k]:
                    wrong.append(k)
        found = member_mistakes(run, member)
        assert found.n_judged == judged
        assert sorted(found.rows.tolist()) == wrong
        assert found.rows.tolist() == sorted(wrong, key=lambda k: (-returned.alpha[k], k))
        for place, k in enumerate(found.rows):
            assert found.answers[place] == oracle.classes[oracle.codes[k, member]]
            assert found.vote_wrong[place] == returned.wrong[k]
            assert found.alpha[place] == returned.alpha[k]
            assert found.difficulty[place] == oracle.difficulty[k]
        assert found.n_vote_wrong == sum(bool(returned.wrong[k]) for k in wrong)


def test_members_are_listed_heaviest_first():
    run = prepare_run("glass", n_members=25).solve()
    weights = run.trace.weights
    wanted = sorted(range(25), key=lambda j: (-weights[j], j))
    assert run.trace.heaviest_first.tolist() == wanted
