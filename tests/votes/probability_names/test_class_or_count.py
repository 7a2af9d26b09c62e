"""The name alone says of which class a single column is, and not how well it fits the truth."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

FORMS = (
    "{}_prob_{}", "{}_{}", "P({1})_{0}", "{}: {}", "{}_p{}", "{}_prob_class_{}", "prob_{1}_{0}",
)  # fmt: skip
WORDS = ("no", "False", "neg", "negative")


def shares(strength, n=60):
    """True classes 0 and 1, and probabilities of 1, (n, 2), that fit them less than by chance, by
    chance, or better."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, n)
    logits = rng.normal(size=(n, 2)) + strength * (2 * truth - 1)[:, None]
    return truth, (1 / (1 + np.exp(-logits))).round(3)


def read_named(names, truth, numbers, classes=("0", "1")):
    columns = dict(zip(names, numbers.T, strict=False))
    return read_votes(answers.csv(pd.DataFrame({"truth": np.array(classes)[truth], **columns})))


def test_a_class_at_the_end_of_all_names_decides_whatever_the_true_labels_are():
    for strength in (-1.0, 0.0, 0.1, 1.0):
        truth, of_second = shares(strength)
        for classes in (("0", "1"), ("1", "2")):
            for models in (("rf", "svm"), ("rf",)):
                for form in FORMS:
                    for place, label in enumerate(classes):
                        names = [form.format(model, label) for model in models]
                        numbers = of_second if place else 1 - of_second
                        numbers = numbers[:, : len(models)].round(3)
                        read = read_named(names, truth, numbers, classes)
                        its = read.probabilities[:, :, place]
                        np.testing.assert_allclose(its, numbers, atol=1e-6, err_msg=names[0])
                        told = " are smaller for the cases of " in notes_of(read)
                        assert told == (strength < -0.5), (names, strength)


def test_words_of_no_beside_0_and_1_decide_too():
    for strength in (-1.0, 0.1, 1.0):
        truth, of_second = shares(strength)
        for word in WORDS:
            numbers = (1 - of_second).round(3)
            read = read_named([f"rf_{word}", f"svm_{word}"], truth, numbers)
            np.testing.assert_allclose(read.probabilities[:, :, 0], numbers, atol=1e-6)


def test_the_advice_of_the_note_turns_the_columns():
    truth, of_second = shares(-1.0)
    for names in (("rf_prob_0", "svm_prob_0"), ("rf_0", "svm_0"), ("rf", "svm")):
        first = read_named(names, truth, of_second)
        advice = notes_of(first).split("put '")[1].split("'")[0]
        again = read_named([name + advice for name in names], truth, of_second)
        np.testing.assert_allclose(
            again.probabilities, first.probabilities[:, :, ::-1], atol=1e-6, err_msg=names[0]
        )


def test_a_number_that_counts_the_models_is_no_class():
    for strength in (-1.0, 0.1, 1.0):
        truth, of_second = shares(strength)
        for name in ("model_0", "fold_0", "rf_seed_0", "run 0"):
            read = read_named([name], truth, of_second)
            np.testing.assert_allclose(read.probabilities[:, 0, 1], of_second[:, 0], atol=1e-6)
            assert read.models == (name,)
