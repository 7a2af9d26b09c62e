"""What votes show at once is named in one line each, and nothing is named without cause."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.findings import findings, model_accuracies
from l2dwk_core.votes.majority import majority_findings
from l2dwk_core.votes.votes import Votes
from tests.votes import answers

TRUTH = np.array(["a"] * 50 + ["b"] * 30 + ["c"] * 20)


def made(columns, truth=TRUTH, **more):
    return Votes("v", tuple(columns), np.stack(list(columns.values()), axis=1), truth, **more)


def shifted(share, seed=0):
    """Answers that are wrong on a share of the rows, but never by class alone."""
    rng = np.random.default_rng(seed)
    wrong = rng.random(100) < share
    others = np.where(TRUTH == "a", "b", np.where(TRUTH == "b", "c", "a"))
    return np.where(wrong, others, TRUTH)


def test_good_votes_have_no_findings():
    assert findings(answers.votes()) == ()
    assert findings(made({"m": shifted(0.2), "n": shifted(0.2, 1)})) == ()


def test_accuracies_are_shares_of_the_votes_cast():
    mask = answers.gaps()
    found = model_accuracies(answers.votes(available=mask))
    right = answers.predictions() == answers.labels()[:, None]
    expected = [right[mask[:, j], j].mean() for j in range(3)]
    np.testing.assert_allclose(found, expected)


def test_the_truth_itself():
    (line,) = findings(made({"m": shifted(0.2), "copy": TRUTH}))
    assert line.startswith("Model copy is right in every row: the true label itself")


def test_near_perfect_models_may_have_been_fitted_to_these_cases():
    almost = TRUTH.copy()
    almost[0] = "b"
    (line,) = findings(made({"m": shifted(0.2), "n": almost}))
    assert line.startswith("Model n (99.0%) is right in nearly every row: were these cases used")


def test_a_model_below_the_largest_class():
    (line,) = findings(made({"m": shifted(0.2), "poor m": np.roll(TRUTH, 50)}))
    assert line.startswith("Model poor m (")
    assert "always naming the largest class, 'a' (50.0%)" in line


def test_guessing_is_not_said_to_be_below_the_largest_class():
    """Of coin tosses on two equal classes more than half are a little below the larger one."""
    said = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth = rng.choice(["a", "b"], 100)
        coins = {f"m{j}": rng.choice(["a", "b"], 100) for j in range(8)}
        said += any("less often" in line for line in findings(made(coins, truth)))
    assert said <= 9  # 5 % are allowed, and 3 of 60 become 10 once in a thousand times


def test_guessing_among_many_classes_is_not_said_to_be_below_the_largest():
    """Of twenty equally frequent classes, the largest is one by chance."""
    said, classes = 0, np.array([f"c{k:02}" for k in range(20)])
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth = rng.choice(classes, 100)
        guesses = {f"m{j}": rng.choice(classes, 100) for j in range(8)}
        said += any("less often" in line for line in findings(made(guesses, truth)))
    assert said <= 9  # as above; 11 to 19 % before p counted once for each class


def test_a_model_is_compared_where_it_votes():
    """On the rows of two rare classes alone, the largest class is never right."""
    mask = np.ones((100, 2), dtype=bool)
    mask[:50, 1] = False
    rare = np.where(np.arange(100) % 4 == 0, TRUTH, "a")
    votes = made({"m": shifted(0.2), "rare": rare}, available=mask)
    assert model_accuracies(votes)[1] < 0.5
    assert not any("less often" in line for line in findings(votes))


def test_equal_models():
    good = shifted(0.2)
    (line,) = findings(made({"m": good, "n": shifted(0.3), "twin": good}))
    assert line == "Models m, twin predict the same labels in every row; one of them is enough."
    mask = np.ones((100, 3), dtype=bool)
    mask[:5, 2] = False
    assert findings(made({"m": good, "n": shifted(0.3), "twin": good}, available=mask)) == ()


def test_classes_never_predicted_and_never_true():
    never = np.where(shifted(0.2) == "c", "b", shifted(0.2))
    one, line = findings(made({"m": never}))
    assert one.startswith("There is one model, and one is no ensemble")
    assert line == "Class 'c' is predicted by no model, so by no ensemble of them."
    strange = shifted(0.2)
    strange[3] = "B"
    _, line = findings(made({"m": strange}))
    assert line.startswith("Class 'B' is predicted but no row's true label; check that")


def test_classes_of_the_test_part_only():
    part = np.where(TRUTH == "c", "test", np.where(np.arange(100) % 3 == 0, "test", "weighting"))
    notes = votes_dataset(made({"m": shifted(0.2)}, part=part)).notes
    assert "Class 'c' occurs among the test rows only: no weight is learned from it." in notes


@pytest.mark.parametrize("n_models", [6, 12])
def test_many_models_are_counted(n_models):
    lines = findings(made({f"m{j}": TRUTH for j in range(n_models)}))
    assert f"Models m0, m1, m2, m3, m4 and {n_models - 5} more" in lines[0]
    assert len(lines) == 2  # right in every row, and equal


def test_a_dataset_of_votes_has_the_findings_among_its_notes():
    given = made({"m": shifted(0.2), "copy": TRUTH}, notes=("read so",))
    data = votes_dataset(given)
    assert data.notes[0] == "read so" and data.notes[1:] == findings(given)
    assert list(data.X) == ["m", "copy"]
    assert data.X["copy"].tolist() == TRUTH.tolist()


def numbered(**more):
    """Votes on three classes that are numbers."""
    numbers = {"a": "0", "b": "1", "c": "2"}
    rng = np.random.default_rng(5)
    columns = {"svm": shifted(0.2), "rf": shifted(0.3, 1)}
    columns = {name: np.vectorize(numbers.get)(column) for name, column in columns.items()}
    columns |= {name: values(rng) for name, values in more.items()}
    return made(columns, np.vectorize(numbers.get)(TRUTH))


def test_a_column_that_says_where_a_model_is_right_knows_the_truth():
    truth = np.array([0, 1] * 50)
    model = np.where(np.arange(100) % 5 == 0, 1 - truth, truth)
    right = (model == truth).astype(int)
    mask = np.ones((100, 2), dtype=bool)
    mask[3] = False
    for marks in (right, 1 - right):
        for available in (None, mask):
            found = findings(made({"m": model, "note": marks}, truth, available=available))
            said = [line for line in found if "says in every row" in line]
            assert said[0].startswith("Model note says in every row whether the model m is right")
    right[7] = 1 - right[7]
    found = findings(made({"m": model, "note": right}, truth))
    assert not any("says in every row" in line for line in found)


def test_a_yes_or_no_among_more_classes_is_named():
    found = findings(numbered(smoker=lambda rng: rng.choice(["0", "1"], 100)))
    assert any(line.startswith("Model smoker answers only 0 and 1 of 3 classes") for line in found)


def test_numbers_that_agree_by_chance_under_another_name_are_named():
    found = findings(numbered(grade=lambda rng: rng.choice(["0", "1", "2"], 100)))
    (line,) = [line for line in found if "no more often" in line]
    assert line.startswith("Model grade (")
    assert "agrees with the true label no more often than chance explains" in line
    alike = findings(numbered(svm_2=lambda rng: rng.choice(["0", "1", "2"], 100)))
    assert not any("no more often" in line for line in alike)
    assert findings(numbered()) == ()


@pytest.mark.parametrize("words", [("0", "1"), ("no", "yes"), ("False", "True")])
@pytest.mark.parametrize("share", [0.5, 0.2])
def test_a_yes_or_no_beside_models_of_two_classes_is_named(words, share):
    """The column has the values of the classes, so that it is read as a model."""
    rng = np.random.default_rng(11)
    truth = (rng.random(90) < share).astype(int)
    columns = {"treated": rng.integers(0, 2, 90)}
    for model in ("rf", "svm"):
        columns[model] = np.where(rng.random(90) < 0.9, truth, 1 - truth)
    columns = {name: np.array(words)[values] for name, values in columns.items()}
    found = findings(made(columns, np.array(words)[truth]))
    (line,) = [line for line in found if "no more often" in line]
    assert line.startswith("Model treated (") and "leave its column out of the file" in line
    models = {name: columns[name] for name in ("rf", "svm")}
    assert findings(made(models, np.array(words)[truth])) == ()


def test_a_model_that_always_answers_the_same_is_no_better_than_chance():
    found = findings(made({"m": shifted(0.2), "largest": np.full(100, "a")}))
    assert any(line.startswith("Model largest (50.0%, by chance 50.0%) agrees") for line in found)


def test_models_whose_rows_are_in_another_order_are_named():
    order = np.random.default_rng(0).permutation(100)
    found = findings(made({"m": shifted(0.1)[order], "n": shifted(0.2)[order]}))
    assert any(line.startswith("No model agrees with the true label more often") for line in found)


def three(n_classes=3, n=100, seed=0):
    """(n, 3) votes on classes a, b, … that are drawn in half of the rows and right in the others;
    and the true labels."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    wrong = rng.random((n, 3)) < 0.5
    codes = np.where(wrong, rng.integers(0, n_classes, (n, 3)), truth[:, None])
    return np.array(list("abcdef"))[codes], np.array(list("abcdef"))[truth]


def mode(given):
    """The class that most models name, of several the first by the alphabet."""
    return np.array([max(sorted(set(row)), key=row.tolist().count) for row in given])


def _is_named(given, truth):
    """Whether the majority of the first 12 rows is found when its name says ensemble."""
    models = dict(zip(("m", "n", "o"), given[:12].T, strict=True))
    models["Voting ensemble"] = mode(given[:12])
    return any("majority" in line for line in findings(made(models, truth=truth[:12])))


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("gaps", [False, True])
def test_a_model_that_is_the_majority_vote_of_the_others(n_classes, gaps):
    given, truth = three(n_classes)
    models = dict(zip(("m", "n", "o"), given.T, strict=True)) | {"all": mode(given)}
    votes = made(models, truth=truth)
    if gaps:
        mask = np.ones((100, 4), dtype=bool)
        mask[:30, 1] = False
        votes = made(models, truth=truth, available=mask)
    (line,) = [line for line in findings(votes) if "majority" in line]
    cast = [row[[0, 2]] if gaps and i < 30 else row for i, row in enumerate(given)]
    untied = sum(len(set(row)) < len(row) for row in cast)
    told = "every row" if untied == 100 else f"all {untied} of 100 rows without a tie"
    assert line.startswith(f"Model all is the majority vote of the other models in {told}: ")
    assert _is_named(given, truth)
    models["all"][[3, 50, 77]] = np.where(models["all"][[3, 50, 77]] == "a", "b", "a")
    assert not any("majority" in line for line in findings(made(models, truth=truth)))


def test_a_true_label_that_is_the_majority_vote_of_the_models():
    given, truth = three(2)
    models = dict(zip(("m", "n", "o"), given.T, strict=True))
    assert not any("majority" in line for line in findings(made(models, truth=truth)))
    (line,) = [one for one in findings(made(models, truth=mode(given))) if "majority" in one]
    assert line.startswith("The true label is the majority vote of the models in every row")


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_true_label_that_is_the_majority_of_the_votes_there_are(n_classes):
    """Each case has the votes of 3 of 7 people, so that no row has all votes."""
    rng = np.random.default_rng(3)
    letters, codes = np.array(list("abc")), rng.integers(0, n_classes, 300)
    wrong = rng.random((300, 7)) < 0.5
    given = letters[np.where(wrong, rng.integers(0, n_classes, (300, 7)), codes[:, None])]
    mask = np.argsort(rng.random(given.shape), axis=1) < 3
    cast = [row[chosen].tolist() for row, chosen in zip(given, mask, strict=True)]
    most = np.array([max(sorted(set(row)), key=row.count) for row in cast])
    untied = [len(set(row)) < 3 for row in cast]
    models = {f"reader {j}": given[:, j] for j in range(7)}
    (line,) = [
        one for one in findings(made(models, truth=most, available=mask)) if "majority" in one
    ]
    told = "every row" if n_classes == 2 else f"all {np.sum(untied)} of 300 rows without a tie"
    assert line.startswith(f"The true label is the majority vote of the models in {told}: ")
    votes = made(models, truth=letters[codes], available=mask)
    assert not any("majority" in one for one in findings(votes))


@pytest.mark.parametrize("n_voters", [3, 5])
def test_good_models_whose_majority_is_right_by_chance_are_no_finding(n_voters):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    wrong = rng.random((60, n_voters)) < 0.1
    wrong[wrong.sum(axis=1) > n_voters // 2] = False
    given = np.array(["a", "b"])[np.where(wrong, 1 - truth[:, None], truth[:, None])]
    models = {f"m{j}": given[:, j] for j in range(n_voters)}
    lines = findings(made(models, truth=np.array(["a", "b"])[truth]))
    assert not any("majority" in line for line in lines)


@pytest.mark.parametrize("n_classes", [2, 3, 5, 10])
@pytest.mark.parametrize("shares", [(0.9, 0.85, 0.8), (0.9, 0.9, 0.85, 0.85), (0.8,) * 7])
def test_models_with_errors_of_their_own_are_seldom_said_to_make_the_truth(n_classes, shares):
    told = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        size = (60 if seed % 2 else 200, len(shares))
        truth = rng.integers(0, n_classes, size[0])
        wrong = (truth[:, None] + rng.integers(1, n_classes, size)) % n_classes
        codes = np.where(rng.random(size) < shares, truth[:, None], wrong)
        letters = np.array(list("abcdefghij"))
        names = tuple(f"m{j}" for j in range(size[1]))
        lines = majority_findings(Votes("v", names, letters[codes], letters[truth]))
        told += any("true label is the majority" in line for line in lines)
    assert told <= 2


def test_in_a_few_rows_a_majority_is_no_finding():
    given, truth = three(2, n=12)
    models = dict(zip(("m", "n", "o"), given.T, strict=True)) | {"all": mode(given)}
    assert not any("majority" in line for line in findings(made(models, truth=truth)))


def test_models_that_are_named_as_combinations_are_findings():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80).astype(str)
    said = [np.where(rng.random(80) < 0.8, truth, rng.permutation(truth)) for _ in range(4)]
    for name, is_one in (
        *((n, True) for n in ("or_rule", "and rule", "majority_vote", "StackedEnsemble_1")),
        *((n, True) for n in ("stacking", "stack", "blend", "voting", "ensemble of models")),
        *((n, False) for n in ("rf", "orange", "decision_rule", "band", "allnet")),
        *((n, False) for n in ("meta-llama", "kmeans", "final_layer_svm", "model", "prob")),
    ):
        made = Votes("v", ("rf1", "svm", "nb", name), np.stack(said, axis=1), truth)
        told = f"Model {name} is by its name a combination of models"
        assert any(told in text for text in findings(made)) == is_one, name
