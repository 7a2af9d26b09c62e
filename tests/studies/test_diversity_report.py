"""A report measures the run's own members on the right rows."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES, measure_all
from l2dwk_core.figures.diversity.measures import undefined_sentences
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies.diversity_report import diversity_report, with_perfect_member
from l2dwk_core.votes.votes import Votes


@pytest.fixture(scope="module")
def run():
    return prepare_run("glass", n_members=21, max_depth=3).solve(Settings(lam=2.0), n_members=15)


def test_fixed_and_adaptive_are_the_measures_of_the_weighting_votes(run):
    seen = diversity_report(run, alpha_round="last")
    assert seen.rows == "weighting"
    assert seen.n_members == 15
    assert seen.alpha_round == len(run.trace.rounds) > 1
    alpha = run.trace.rounds[-1].alpha
    assert not seen.alpha_is_equal
    for name, measure in MEASURES.items():
        outputs = run.oracle.matrix if measure.needs == "oracle" else run.oracle.codes
        assert seen.fixed[name].value == pytest.approx(measure.value(outputs))
        assert seen.adaptive[name].value == pytest.approx(measure.value(outputs, alpha))
    np.testing.assert_array_equal(seen.kept, np.flatnonzero(run.trace.weights))
    first = diversity_report(run)
    assert first.alpha_round == run.trace.returned_round
    np.testing.assert_array_equal(first.alpha, run.trace.rounds[run.trace.returned_round - 1].alpha)


def test_a_perfect_member_makes_its_pairs_undefined(run):
    seen = diversity_report(run, perfect=True)
    assert seen.n_members == 16
    assert seen.perfect == 15
    assert (seen.oracle.matrix[:, 15] == 1).all()
    assert (seen.test_oracle.matrix[:, 15] == 1).all()
    np.testing.assert_array_equal(seen.oracle.matrix[:, :15], run.oracle.matrix)
    for name in ("q_statistic", "correlation"):
        assert seen.fixed[name].n_undefined == diversity_report(run).fixed[name].n_undefined + 15
        assert "member 15 is right on every row measured" in seen.fixed[name].reason
    again = measure_all(with_perfect_member(run.oracle).matrix, names=["disagreement"])
    assert seen.fixed["disagreement"].value == again["disagreement"].value


def test_out_of_bag_votes_have_gaps_so_test_rows_stand_in():
    run = prepare_run("zoo", n_members=9, weighting="out_of_bag").solve()
    seen = diversity_report(run)
    assert seen.rows == "test"
    assert seen.oracle is run.test_oracle
    assert seen.alpha is seen.adaptive is seen.alpha_round is None
    assert not seen.alpha_is_equal


def test_equal_kernel_weights_are_recognised():
    run = prepare_run("zoo", n_members=5).solve(Settings(update="none"))
    seen = diversity_report(run)
    assert seen.alpha_is_equal
    for name, detail in seen.fixed.items():
        assert seen.adaptive[name].value == pytest.approx(detail.value, nan_ok=True)


def test_unknown_round(run):
    with pytest.raises(InputError, match=r"Unknown round of the kernel weights 'best'"):
        diversity_report(run, alpha_round="best")


def test_models_are_called_by_their_names():
    labels = np.array(["a", "b"] * 10)
    some = np.where(np.arange(20) % 5 == 0, labels[::-1], labels)
    none = labels[::-1]
    votes = Votes("v", ("knn", "svm", "tree"), np.stack([labels, some, none], axis=1), labels)
    report = diversity_report(prepare_run(votes).solve(), perfect=True)
    said = (
        "knn, the imagined member are right on every row measured and tree is wrong on every row "
        "measured"
    )
    assert report.fixed["q_statistic"].reason.endswith(said)
    assert all("member 0" not in sentence for sentence in undefined_sentences(report))
    assert any(said in sentence for sentence in undefined_sentences(report))
