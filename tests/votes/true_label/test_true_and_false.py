"""True and False beside the classes 0 and 1, and 0 and 1 beside True and False."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

KINDS = {
    "numbers": np.array(["0", "1"]),
    "decimals": np.array(["0.0", "1.0"]),
    "True": np.array(["False", "True"]),
    "TRUE": np.array(["FALSE", "TRUE"]),
}
NUMBERS = ("numbers", "decimals")


def test_true_is_1_and_false_is_0():
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, 80)
    votes = np.where(draw.random((80, 3)) < 0.8, truth[:, None], 1 - truth[:, None])
    for written, classes in KINDS.items():
        for other, texts in KINDS.items():
            for models in (("rf", "svm", "knn"), ("smith", "jones", "miller")):
                frame = pd.DataFrame(texts[votes], columns=models).assign(y_true=classes[truth])
                read = read_votes(answers.csv(frame))
                assert read.models == models, (written, other)
                assert (read.predictions == read.labels[:, None]).tolist() == (
                    votes == truth[:, None]
                ).tolist()
                said = "True is 1" in notes_of(read) or "1 is True" in notes_of(read)
                assert said == ((written in NUMBERS) != (other in NUMBERS))


def test_true_and_false_beside_models_is_no_model_by_itself():
    draw = np.random.default_rng(1)
    truth = draw.integers(0, 2, 80)
    right = draw.random((80, 3)) < 0.8
    votes = np.where(right, truth[:, None], 1 - truth[:, None])
    for written, other in (("numbers", "True"), ("True", "numbers")):
        frame = pd.DataFrame({"y_true": KINDS[written][truth], "rf": KINDS[written][votes[:, 0]]})
        frame["svm"] = KINDS[other][votes[:, 1]]
        read = read_votes(answers.csv(frame.assign(member=KINDS[other][votes[:, 2]])))
        assert read.models == ("rf", "svm")
        numbers = 0.3 + 0.4 * truth + 0.2 * draw.random(80)
        frame = frame[["y_true"]].assign(lr=numbers, nb=numbers[::-1])
        read = read_votes(answers.csv(frame.assign(member=KINDS[other][votes[:, 2]])))
        assert read.models == ("lr", "nb")
