"""Kept members against brute force: own rates, the program without each, contrasts, exports."""

from __future__ import annotations

import io
import json
import math
import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import balanced_accuracy_score, recall_score

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.lab.kept_table import single_model_sentence
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.kept_models import kept_models, weight_lines
from l2dwk_core.runs.kept_records import Contrast
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.run import Run
from l2dwk_core.statistics.answers import Answers
from l2dwk_core.statistics.multiple_tests import holm
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test

SETTINGS = Settings(max_rounds=3, lam=0.6)


@pytest.fixture(scope="module")
def prepared():
    return prepare_run("glass", n_members=15, max_depth=3)


@pytest.fixture(scope="module")
def run(prepared):
    return prepared.solve(SETTINGS)


@pytest.fixture(scope="module")
def found(run):
    return kept_models(run)


def plain_right(test, weights):
    """(N,) whether the plurality is the true class, counted one member after another; False where
    nobody votes."""
    right = []
    for row in range(test.n_rows):
        share = [0.0] * len(test.classes)
        for member, weight in enumerate(weights):
            if test.available is None or test.available[row, member]:
                share[test.codes[row, member]] += weight
        shares = np.round(share, 12)
        right.append(shares.max() > 0 and int(shares.argmax()) == test.label_codes[row])
    return np.array(right)


def test_kept_members_are_those_with_weight_the_heaviest_first(run, found):
    weights = run.trace.weights
    assert sorted(m.member for m in found.models) == np.flatnonzero(weights).tolist()
    assert [m.weight for m in found.models] == sorted(weights[weights > 0], reverse=True)
    assert all(m.name == f"member {m.member}" for m in found.models)
    assert found.accuracy == run.accuracy.l2dwk.accuracy
    assert len(found.models) > 3


def test_lines_of_weights_name_the_same_members_in_the_same_order(run):
    weights = np.zeros(15)
    weights[[2, 5, 7, 9]] = 0.2, 0.3, 0.3, 0.2
    tied = replace(run, trace=replace(run.trace, weights=weights))
    names = [run.pool.names[member] for member in (5, 7, 2, 9)]
    assert [m.name for m in kept_models(tied, most=0).models] == names
    assert weight_lines(tied, 4) == [
        f" {w:.4f}  {n}" for w, n in zip((0.3, 0.3, 0.2, 0.2), names, strict=True)
    ]
    assert weight_lines(tied, 1)[1:] == ["and 3 more"]


def test_rates_of_each_member(run, found):
    test, oracle = run.test_oracle, run.oracle
    for model in found.models:
        answers, truth = test.codes[:, model.member], test.label_codes
        present = np.unique(truth)
        assert model.accuracy == pytest.approx(np.mean(answers == truth))
        recalls = recall_score(truth, answers, labels=present, average=None, zero_division=0)
        np.testing.assert_allclose(np.array(model.recalls)[present], recalls)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of answers that are no true class
            expected = balanced_accuracy_score(truth, answers)
        assert model.balanced_accuracy == pytest.approx(expected)
        weighting = np.mean(oracle.codes[:, model.member] == oracle.label_codes)
        assert model.weighting_accuracy == pytest.approx(weighting)


def test_without_each_member_the_program_is_solved_again(run, found):
    test = run.test_oracle
    right = plain_right(test, run.trace.weights)
    names = run.prepared.dataset.classes
    counts, p_values = [], []
    for model in found.models:
        others = np.delete(np.arange(15), model.member)
        trace = self_train(
            names[run.oracle.codes[:, others]], names[run.oracle.label_codes], SETTINGS
        )
        weights = np.zeros(15)
        weights[others] = trace.weights
        bare = plain_right(test, weights)
        without = model.without
        assert without.corrects.tolist() == np.flatnonzero(right & ~bare).tolist()
        assert without.spoils.tolist() == np.flatnonzero(bare & ~right).tolist()
        assert without.loss.mean == pytest.approx(right.mean() - bare.mean())
        last = trace.rounds[trace.returned_round - 1]
        assert without.objective == pytest.approx(last.objective, abs=1e-10)
        assert 0 <= without.gap < 1e-10
        assert without.n_selected == trace.n_selected
        counts.append((len(without.corrects), len(without.spoils)))
        p_values.append(sign_test(*counts[-1]))
    assert any(sum(count) for count in counts)
    adjusted = holm(p_values)
    for place, model in enumerate(found.models):
        beside = [p for i, p in enumerate(p_values) if i != place]
        loss = model.without.loss
        assert loss == paired_claim(*counts[place], len(right), beside, comparisons=5)
        assert loss.adjusted_p == pytest.approx(min(max(adjusted[place], 5 * p_values[place]), 1))


def caruana(codes, truth, n_classes, n_initial=5, rounds=50):
    """Forward selection with replacement, one bag: the shares of the best prefix."""

    def error(members):
        votes = np.zeros((len(truth), n_classes))
        for chosen in members:
            votes[np.arange(len(truth)), codes[:, chosen]] += 1
        return np.mean(votes.argmax(axis=1) != truth)

    everyone = range(codes.shape[1])
    order = sorted(everyone, key=lambda j: error([j]))[:n_initial]
    for _ in range(rounds):
        order.append(min(everyone, key=lambda j: error([*order, j])))
    errors = [error(order[:size]) for size in range(1, len(order) + 1)]
    size = int(np.argmin(errors)) + 1
    return np.bincount(order[:size], minlength=codes.shape[1]) / size


def test_contrasts_are_with_votes_learned_on_the_weighting_rows(run, found):
    oracle, test = run.oracle, run.test_oracle
    right = plain_right(test, run.trace.weights)
    own = (oracle.codes == oracle.label_codes[:, None]).mean(axis=0)
    expected = {
        "best_single": np.eye(15)[own.argmax()],
        "forward_selection": caruana(oracle.codes, oracle.label_codes, len(oracle.classes)),
        "uniform": np.full(15, 1 / 15),
    }
    assert [c.key for c in found.contrasts] == list(expected)
    counts = []
    for contrast in found.contrasts:
        np.testing.assert_allclose(contrast.weights, expected[contrast.key], atol=1e-12)
        other = plain_right(test, expected[contrast.key])
        counts.append((np.sum(right & ~other), np.sum(other & ~right)))
        assert (contrast.better, contrast.worse) == counts[-1]
        assert contrast.accuracy == pytest.approx(other.mean())
    # A run with a hold-out has five comparisons: two uniform votes, the best single member, forward
    # selection and a pinned run.
    for (better, worse), contrast in zip(counts, found.contrasts, strict=True):
        p = stats.binomtest(int(better), int(better + worse)).pvalue if better + worse else 1.0
        assert contrast.difference.adjusted_p == pytest.approx(min(1.0, 5 * p))
        assert contrast.difference.claimed == (5 * p < 0.05)


@pytest.mark.parametrize(
    ("better", "worse", "said"),
    [
        (0, 0, "L2DWK and the uniform vote are right on the same test rows: undecided."),
        (
            9, 4,
            "L2DWK against the uniform vote: +5.0 points (interval -2.2 to +12.0), right alone on "
            "9 test rows and wrong alone on 4: undecided.",
        ),
        (30, 2, "L2DWK is better than the uniform vote on this one split: +28.0 points"),
        (2, 30, "L2DWK is worse than the uniform vote on this one split: -28.0 points"),
    ],
)  # fmt: skip
def test_sentences_claim_no_more_than_the_test(better, worse, said):
    claim = paired_claim(better, worse, 100)
    answers = Answers(50, 100, 100)
    contrast = Contrast(
        "uniform", "the uniform vote", 0.5, np.ones(2) / 2, better, worse, claim, None, answers
    )
    assert contrast.sentence.startswith(said)
    assert ("undecided" in contrast.sentence) != claim.claimed
    assert ("other splits may say otherwise" in contrast.sentence) == claim.claimed


def test_only_the_heaviest_are_left_out_and_that_is_said(run):
    calls = []
    found = kept_models(run, most=2, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 2), (2, 2)]
    assert [m.without is not None for m in found.models] == [True, True] + [False] * (
        len(found.models) - 2
    )
    assert "each of the 2 heaviest of" in found.notes[-1]
    assert "for looking, not for choosing" in found.notes[1]
    assert found.table()["loss_without"].isna().sum() == len(found.models) - 2
    with pytest.raises(InputError, match="most is -1"):
        kept_models(run, most=-1)


def test_a_single_member_has_nothing_beside_it(prepared):
    found = kept_models(prepared.solve(SETTINGS, n_members=1))
    assert found.models[0].without is None
    assert "single member" in found.notes[-1]
    assert {c.sentence[-10:] for c in found.contrasts} == {"undecided."}


def with_gaps(prepared):
    """The same members with some votes missing; nobody answers test row 0."""
    rng = np.random.default_rng(0)

    def masked(oracle):
        available = rng.random(oracle.codes.shape) < 0.7
        available[:, 0] |= True
        available[0] = False
        return Oracle.from_codes(
            oracle.codes, oracle.label_codes, oracle.classes, available=available
        )

    names = tuple(f"=model\n{j}" for j in range(15))
    return replace(
        prepared, oracle=masked(prepared.oracle), test_oracle=masked(prepared.test_oracle),
        pool=SimpleNamespace(n_members=15, names=names, recipe_size=int),
    )  # fmt: skip


def solved_with_gaps(prepared):
    gaps = with_gaps(prepared)
    return Run(gaps, SETTINGS, 15, gaps.oracle, gaps.test_oracle, train_on(gaps.oracle, SETTINGS))


def test_missing_votes(prepared):
    run = solved_with_gaps(prepared)
    found, test = kept_models(run), run.test_oracle
    right = plain_right(test, run.trace.weights)
    assert not right[0]
    np.testing.assert_array_equal(right, ~run.wrong)
    assert found.accuracy == pytest.approx(right.mean())
    for model in found.models:
        may = test.available[:, model.member]
        hit = test.codes[:, model.member] == test.label_codes
        assert model.accuracy == pytest.approx(hit[may].mean())
        for code, recall in enumerate(model.recalls):
            rows = may & (test.label_codes == code)
            assert recall == pytest.approx(hit[rows].mean()) if rows.any() else math.isnan(recall)
        others = np.delete(np.arange(15), model.member)
        weights = np.zeros(15)
        weights[others] = train_on(run.oracle.of_members(others), SETTINGS).weights
        bare = plain_right(test, weights)
        assert model.without.corrects.tolist() == np.flatnonzero(right & ~bare).tolist()
        assert model.name == f"=model {model.member}"
    assert found.contrasts[2].accuracy == pytest.approx(plain_right(test, np.ones(15) / 15).mean())


def test_json_and_csv_hold_the_numbers(found, prepared):
    plain = json.loads(found.to_json())
    assert plain["models"][0]["weight"] == found.models[0].weight
    assert plain["models"][0]["without"]["corrects"] == found.models[0].without.corrects.tolist()
    assert plain["contrasts"][1]["sentence"] == found.contrasts[1].sentence
    table = pd.read_csv(io.StringIO(found.to_csv()))
    assert table["weight"].tolist() == [m.weight for m in found.models]
    assert table["corrects"].tolist() == [len(m.without.corrects) for m in found.models]
    assert [c for c in table if c.startswith("test_recall_")] == [
        f"test_recall_{name}" for name in prepared.dataset.classes
    ]
    unsafe = kept_models(solved_with_gaps(prepared), most=0)
    assert json.loads(unsafe.to_json())["models"][0]["without"] is None
    assert "'=model" in unsafe.to_csv()


def votes_of_snippet(text, outputs):
    space = {}
    exec(compile(text, "snippet", "exec"), space)
    return space["vote"](outputs)


def right_in(prepared, test, answers):
    return answers == prepared.dataset.classes[test.label_codes]


def test_the_snippet_gives_the_same_votes(run, found, prepared):
    test = run.test_oracle
    answers = votes_of_snippet(found.python_snippet(), prepared.dataset.classes[test.codes])
    np.testing.assert_array_equal(right_in(prepared, test, answers), ~run.wrong)
    # Not only where they are right: the classes themselves, ties to the lowest.
    share = np.zeros((test.n_rows, len(test.classes)))
    for member, weight in enumerate(run.trace.weights):
        share[np.arange(test.n_rows), test.codes[:, member]] += weight
    winner = np.round(share, 12).argmax(axis=1)
    np.testing.assert_array_equal(answers, prepared.dataset.classes[winner])


def test_the_snippet_of_missing_votes_and_unsafe_names(prepared):
    run = solved_with_gaps(prepared)
    test = run.test_oracle
    cells = prepared.dataset.classes[test.codes].astype(object)
    cells[~test.available] = None
    snippet = kept_models(run, most=0).python_snippet()
    with pytest.raises(ValueError, match=r"Row 1 .row 1 is the first. has no vote"):
        votes_of_snippet(snippet, cells)
    answers = votes_of_snippet(snippet, cells[1:])
    np.testing.assert_array_equal(
        answers == prepared.dataset.classes[test.label_codes[1:]],
        plain_right(test, run.trace.weights)[1:],
    )


def test_the_snippet_of_probabilities(prepared):
    run = prepared.solve(SETTINGS.changed(outputs="probabilities"))
    found = kept_models(run, most=3)
    answers = votes_of_snippet(found.python_snippet(), run.test_oracle.probabilities)
    np.testing.assert_array_equal(right_in(prepared, run.test_oracle, answers), ~run.wrong)
    mean = np.einsum("j,kjc->kc", found.contrasts[1].weights, run.test_oracle.probabilities)
    assert found.contrasts[1].accuracy == pytest.approx(
        np.mean(mean.argmax(axis=1) == run.test_oracle.label_codes)
    )


@pytest.mark.parametrize(
    ("pair", "words"),
    [((3, 3), "as many of them right as"), ((1, 4), "gets 3 more of them right than")],
)
def test_one_model_that_is_as_good_as_all_is_said_first(run, found, pair, words):
    def with_single(better, worse):
        single, *others = found.contrasts
        assert single.key == "best_single"
        return replace(found, contrasts=(replace(single, better=better, worse=worse), *others))

    said = single_model_sentence(with_single(*pair), run)
    assert words in said
    assert run.pool.names[found.contrasts[0].weights.argmax()] in said
    assert "Other rows may say otherwise" in said
    assert single_model_sentence(with_single(pair[1] + 1, pair[1]), run) is None
