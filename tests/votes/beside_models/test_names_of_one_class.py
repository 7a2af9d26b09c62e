"""Names such as P(Y=0|rf) and rf_no say of which class a column is the probability."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

OF_FIRST = ["P(Y=0|{})", "{} P(class 0)", "{}_no", "P(0|{})", "no_{}", "p(y = 0 | {})", "{} P(y=0)"]


def made(n=60):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n)
    return truth, [
        np.clip(0.25 + 0.5 * truth + rng.normal(0, 0.1, n), 0.01, 0.99).round(3) for _ in range(2)
    ]


@pytest.mark.parametrize("form", OF_FIRST)
def test_probabilities_of_the_first_class(form):
    truth, (rf, svm) = made()
    frame = pd.DataFrame({"y": truth, form.format("rf"): 1 - rf, form.format("svm"): 1 - svm})
    read = read_votes(answers.csv(frame.round(3)))
    assert read.models == ("rf", "svm") and read.classes.tolist() == ["0", "1"]
    assert np.allclose(read.probabilities[:, 0, 1], rf, atol=1e-6)
    assert "the probability of the class '0'" in notes_of(read)


@pytest.mark.parametrize("form", ["P(Y=1|{})", "{} P(class 1)", "{}_yes", "P(1|{})"])
def test_probabilities_of_the_second_class(form):
    truth, (rf, svm) = made()
    frame = pd.DataFrame({"y": truth, form.format("rf"): rf, form.format("svm"): svm})
    read = read_votes(answers.csv(frame))
    assert np.allclose(read.probabilities[:, 0, 1], rf, atol=1e-6)


@pytest.mark.parametrize(
    "form", ["prob_{c}_{m}", "P({c}) {m}", "confidence({c})_{m}", "P(Y={c}|{m})", "p_{c}_{m}"]
)
@pytest.mark.parametrize("classes", [("-1", "0", "1"), ("cat", "dog", "eel")])
def test_class_and_model_in_other_orders(form, classes):
    rng = np.random.default_rng(0)
    cube = rng.dirichlet([1, 1, 1], (40, 2))
    columns = {
        form.format(c=label, m=model): cube[:, j, k]
        for j, model in enumerate(("rf", "svm"))
        for k, label in enumerate(classes)
    }
    frame = pd.DataFrame({"truth": rng.choice(classes, 40), **columns})
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    places = [read.classes.tolist().index(label) for label in classes]
    assert np.allclose(read.probabilities[:, :, places], cube, atol=1e-6)


def test_one_minus_is_no_class():
    truth, (rf, svm) = made()
    frame = pd.DataFrame({"y": truth, "1-p_rf": rf, "1-p_svm": svm})
    assert read_votes(answers.csv(frame)).models == ("1-p_rf", "1-p_svm")


def test_a_note_counts_equal_probabilities():
    truth, (rf, svm) = made()
    rf[:7], svm[3:5] = 0.5, 0.5
    read = read_votes(answers.csv(pd.DataFrame({"y": truth, "rf": rf, "svm": svm})))
    assert (
        "9 votes give several classes the same largest probability, 0.5: counted as '0', the first."
        in read.notes
    )
    rf[:7], svm[3:5] = 0.51, 0.49
    read = read_votes(answers.csv(pd.DataFrame({"y": truth, "rf": rf, "svm": svm})))
    assert "same largest" not in notes_of(read)
