"""What is claimed of votes with gaps, and that one pair of votes has one verdict."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

import l2dwk_core as l2
from l2dwk_core.command_line.summary import summary
from l2dwk_core.figures.compare.comparison import (
    accuracy_and_size_figure,
    method_differences_figure,
    records_table,
    standings_table,
)
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.kept_table import kept_table
from l2dwk_core.figures.lab.verdict import verdict
from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.runs.kept_models import kept_models
from l2dwk_core.runs.two_runs import pair_runs
from l2dwk_core.studies.comparison import compare
from l2dwk_core.votes.votes import Votes

_COMPARISONS = 4
"""Of given votes: the uniform vote, the best single member, forward selection, a pinned run."""


def votes(seed, *, answered=1.0, expert=0.75, others=0.65, n=300, models=5):
    """Votes of two classes. The first model answers a part of the rows only."""
    rng = np.random.default_rng(seed)
    truth = np.resize(["a", "b"], n)
    right = rng.random((n, models)) < [expert] + [others] * (models - 1)
    given = np.where(right, truth[:, None], np.where(truth == "a", "b", "a")[:, None])
    cast = np.ones((n, models), dtype=bool)
    cast[:, 0] = rng.random(n) < answered
    names = ("expert", *(f"m{j}" for j in range(1, models)))
    made = {"name": "made", "models": names, "predictions": given, "labels": truth}
    return Votes(**made, available=None if cast.all() else cast)


@pytest.fixture(scope="module")
def gapped():
    """The expert is nearly always right, but answers half of the rows."""
    return votes(3, answered=0.5, expert=0.98)


@pytest.fixture(scope="module")
def run(gapped):
    return l2.run(gapped, settings=l2.Settings(lam=1.0))


def test_what_to_keep_does_not_say_better_than_an_expert_for_its_missing_answers(run):
    found = kept_models(run)
    best, test = found.contrasts[0], run.test_oracle
    assert best.key == "best_single"
    expert = test.codes[:, 0] == test.label_codes
    cast = test.available[:, 0]
    right, theirs = ~run.wrong, expert & cast
    better, worse = np.sum(right & ~theirs), np.sum(theirs & ~right)
    assert stats.binomtest(int(better), int(better + worse)).pvalue * _COMPARISONS < 0.05
    assert (best.better, best.worse) == (better, worse)
    assert not best.difference.claimed
    assert best.difference.by_missing
    assert "undecided, as the difference comes from test rows without an answer" in best.sentence
    silent, own = np.sum(~cast), theirs.sum() / cast.sum()
    assert f"{silent} of {len(cast)} test rows have no answer and count as wrong" in best.sentence
    assert f"of the rows with an answer {own:.1%} are right" in best.sentence
    # Files: JSON and CSV say it too, and the table.
    plain = json.loads(found.to_json())["contrasts"][0]
    assert plain["answers"]["unanswered"] == silent
    assert plain["answers"]["accuracy_on_answers"] == pytest.approx(own)
    expert_line = found.table().set_index("name").loc["expert"]
    assert expert_line["test_unanswered"] == silent
    assert "test rows unanswered" in kept_table(found)
    assert any("a row without an answer counts as wrong" in note for note in found.notes)


def test_accuracy_says_how_many_rows_have_no_answer(run):
    silent = np.sum(~run.test_oracle.available[:, 0])
    said = f"Best single member: {silent} of {run.test_oracle.n_rows} test rows have no answer"
    assert said in comparison_sentence(run.accuracy)
    assert said in accuracy_figure(run.accuracy, given=True).reading
    assert said in summary(run, None)
    plain = run.as_dict()["accuracy"]
    assert plain["unanswered"] == {"l2dwk": 0, "uniform": 0, "best_single": silent}
    table = accuracy_figure(run.accuracy, given=True).tables["test accuracy"]()
    assert table["unanswered"].tolist() == [0, 0, silent]


def test_the_verdict_says_what_the_weighted_vote_leaves_unanswered(gapped):
    alone = l2.run(gapped, settings=l2.Settings(lam=1e-6))
    assert alone.trace.kept.tolist() == [0]
    first, uniform = verdict(alone)
    cast = alone.test_oracle.available[:, 0]
    assert f"{np.sum(~cast)} of {len(cast)} test rows have no answer" in first.words
    accuracy = alone.accuracy
    b, c = accuracy.worse, accuracy.better
    assert stats.binomtest(b, b + c).pvalue * _COMPARISONS < 0.05
    # The uniform vote is right more often for the missing answers alone.
    assert "as the difference comes from test rows without an answer" in uniform.words
    pair = pair_runs(l2.run(gapped, settings=l2.Settings(lam=1.0)), alone)
    assert pair.claim.by_missing


def test_compare_does_not_say_worse_for_missing_answers(gapped):
    result = compare(gapped, methods=["single_best"])
    (best,) = (s for s in result.standings() if s.method == "single_best")
    (bare,) = l2.statistics.claims([_without_answered(result)])
    assert bare.claimed
    assert bare.mean < 0
    assert not best.difference.claimed
    assert best.difference.by_missing
    chart = method_differences_figure(result)
    assert "orse than" not in chart.title
    assert chart.title.endswith("the difference comes from test rows without an answer")
    cast = gapped.available[:, 0]
    own = np.mean((gapped.codes[:, 0] == gapped.label_codes)[cast])
    said = f"no answer on {np.mean(~cast):.1%} of the rows, counted as wrong; {own:.1%} right"
    for text in (chart.title, chart.reading, accuracy_and_size_figure(result).reading):
        assert said in text
    line = standings_table(result).set_index("method").loc["Single best member"]
    assert line["unanswered"] == np.sum(~cast)
    assert line["accuracy_on_answers"] == pytest.approx(own)
    lines = records_table(result)
    assert lines["unanswered"].sum() == np.sum(~cast)
    assert (lines["worse_on_rows_both_answered"] <= lines["worse"]).all()


def _without_answered(result):
    records = [r for r in result.records if r.method == "single_best"]
    columns = ("better", "worse", "n_test", "n_training")
    return l2.statistics.DiscordantRows(
        *(tuple(getattr(r, name) for r in records) for name in columns)
    )


def test_a_note_of_the_votes_says_how_missing_votes_count(gapped, run):
    n = np.sum(~gapped.available)
    notes = run.prepared.notes
    (said,) = [note for note in notes if note.startswith(f"{n} votes are missing.")]
    assert said.endswith("leaves without an answer counts as wrong.")
    assert said in compare(gapped, methods=["single_best"], folds=3).notes


def test_complete_votes_have_no_word_of_missing_answers():
    whole = votes(0)
    run, result = l2.run(whole), compare(whole, methods=["single_best"])
    said = [line.words for line in verdict(run)] + [comparison_sentence(run.accuracy)]
    said += [one.sentence for one in kept_models(run).contrasts]
    chart = method_differences_figure(result)
    assert not any("answer and count" in text for text in [*said, chart.title, chart.reading])
    assert "unanswered" not in run.as_dict()["accuracy"]
    assert "unanswered" not in standings_table(result)


def test_one_pair_of_votes_has_one_verdict_in_all_places():
    """Verdict, sentence below the figure, What to keep and the lessons once had p-values of their
    own; they disagree where p < 0.05 before the correction and not after it."""
    disagreed = claimed = 0
    for seed in range(12, 24):
        run = l2.run(votes(seed, n=200, expert=0.9), settings=l2.Settings(lam=0.3))
        accuracy = run.accuracy
        b, c = accuracy.better, accuracy.worse
        p = stats.binomtest(b, b + c).pvalue if b + c else 1.0
        expected = "none"
        if _COMPARISONS * p < 0.05:
            expected = "better" if b > c else "worse"
        uniform = kept_models(run, most=0).contrasts[-1]
        words = verdict(run)[1].words
        assert (f"L2DWK is {expected} on this split" in words) == (expected != "none")
        sentence = comparison_sentence(accuracy)
        assert ("vote is better" in sentence) == (expected != "none")
        assert uniform.difference == accuracy.against_uniform
        assert (f"L2DWK is {expected} than" in uniform.sentence) == (expected != "none")
        assert QUANTITIES["verdict"].value(run) == expected
        disagreed += p < 0.05 <= _COMPARISONS * p
        claimed += expected != "none"
    assert disagreed > 0
    assert claimed > 0


@pytest.mark.parametrize("seed", [8, 12, 58])
def test_without_a_model_one_pair_of_votes_has_the_verdict_of_the_run(seed):
    """Without one of these models the vote is that of the best single one: p = 0.045 after Holm
    over the models left out, p = 0.09 among the comparisons of the run."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(100, 400))
    truth = rng.integers(0, 2, n)
    given = np.stack(
        [np.where(rng.random(n) < right, truth, 1 - truth) for right in (0.9, 0.85, 0.8)], axis=1
    )
    part = np.where(np.arange(n) < n // 2, "weighting", "test")
    run = l2.run(
        Votes("made", ("a", "b", "c"), given, truth, part=part), settings=l2.Settings(lam=1.0)
    )
    found, right, same = kept_models(run), ~run.wrong, 0
    for model in found.models:
        loss = model.without.loss
        bare = right.copy()
        bare[model.without.corrects], bare[model.without.spoils] = False, True
        assert loss.adjusted_p >= min(1.0, _COMPARISONS * loss.p_value) - 1e-12
        for contrast in found.contrasts:
            theirs = WeightedVote(run.test_oracle).outcome(contrast.weights).not_right
            if np.array_equal(bare, ~theirs):
                assert loss == contrast.difference
                assert not loss.claimed
                same += 2 * loss.p_value < 0.05 <= _COMPARISONS * loss.p_value
    assert same > 0
