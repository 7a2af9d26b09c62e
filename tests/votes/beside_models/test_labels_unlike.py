"""Labels beside the probabilities of the same model that another threshold than 0.5 made."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def scored(threshold, classes=("0", "1"), n=60):
    """The truth, the probability of the second class with two decimals, and labels."""
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, n)
    share = np.clip(truth * 0.3 + rng.random(n) * 0.7, 0.01, 0.99).round(2)
    share[share == 0.5] = 0.51
    return np.array(classes)[truth], share, np.array(classes)[(share >= threshold).astype(int)]


def told(frame):
    read = read_votes(answers.csv(frame))
    return read, [note for note in read.notes if "names another class than the largest" in note]


def test_labels_of_another_threshold_are_named_and_not_used():
    for classes, names in ((("0", "1"), ("p0", "p1")), (("no", "yes"), ("no", "yes"))):
        for threshold in (0.3, 0.7, 0.5):
            y, share, predict = scored(threshold, classes)
            frame = pd.DataFrame({"y": y, "predict": predict, names[0]: 1 - share, names[1]: share})
            read, notes = told(frame.round(2))
            np.testing.assert_allclose(read.probabilities[:, 0, 1], share, atol=1e-6)
            assert (
                read.predictions[:, 0].tolist()
                == np.array(classes)[(share > 0.5).astype(int)].tolist()
            )
            n = int((predict != read.predictions[:, 0]).sum())
            if threshold == 0.5:
                assert n == 0 and notes == []
                continue
            (note,) = notes
            assert "Column 'predict' names another class" in note
            assert f"in {n} of 60 rows: it names '{classes[1]}' from a probability of" in note
            least = share[predict == classes[1]].min()
            assert f" of {least:.3g} on, not from 0.5" in note


def test_of_several_models_each_label_belongs_to_its_own():
    y, share, predict = scored(0.3)
    frame = pd.DataFrame({"y": y, "rf_0": 1 - share, "rf_1": share, "svm_0": 1 - share[::-1],
                          "svm_1": share[::-1], "rf_predict": predict}).round(2)  # fmt: skip
    assert "probability of 'rf'" in told(frame)[1][0]
    frame["rf_predict"] = predict[::-1]
    assert "no threshold explains this, so it may be that of another model" in told(frame)[1][0]
    assert told(frame.rename(columns={"rf_predict": "predict"}))[1] == []
