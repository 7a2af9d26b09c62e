"""Where names say that two columns are those of one model, the columns are left out or listed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(names, n=60, classes=("a", "b", "c")):
    rng = np.random.default_rng(0)
    truth = np.array(classes)[rng.integers(0, len(classes), n)]
    frame = pd.DataFrame({"label": truth})
    for name in names:
        frame[name] = np.where(rng.random(n) < 0.7, truth, rng.choice(classes, n))
    return frame


def test_refusals_and_second_answers_are_no_models():
    for names, models in (
        (("gpt4", "claude", "gpt4_refused", "claude_refused"), ("gpt4", "claude")),
        (("rf_top1", "rf_top2", "vgg_top1", "vgg_top2"), ("rf_top1", "vgg_top1")),
        (("m", "m_pred_top2", "k", "abstained_k"), ("m", "k")),
    ):
        for classes in (("0", "1"), ("a", "b", "c")):
            read = read_votes(answers.csv(made(names, classes=classes)))
            assert read.models == models, (names, read.notes)
            assert notes_of(read).count("says something else about the votes of") == 2


def test_other_columns_of_one_model_are_listed_with_what_to_do():
    for names, two in (
        (("gpt4", "claude", "gpt4_choice"), ("gpt4", "gpt4_choice")),
        (("rf_label", "svm_label", "svm_flag"), ("svm_label", "svm_flag")),
        (
            ("reader1_malignant", "reader1_recall", "reader2_malignant", "reader2_recall"),
            ("reader1_malignant", "reader1_recall"),
        ),
    ):
        read = read_votes(answers.csv(made(names)))
        assert read.models == names
        (told,) = [note for note in read.notes if note.startswith("Read as predictions of")]
        assert f"If {two[0]!r} and {two[1]!r} are columns of one model, leave out" in told


def test_models_that_numbers_alone_tell_apart_are_not_listed():
    for names in (("rf_1", "rf_2", "svm_1", "svm_2"), ("rf", "rf_2", "svm")):
        assert "columns of one model" not in notes_of(read_votes(answers.csv(made(names))))
