"""Usual words for a missing number among probabilities are missing votes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def table(mark, names, n=40):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n)
    share = (0.4 * truth + 0.6 * rng.random(n)).round(3)
    frame = pd.DataFrame({"y": truth} | dict.fromkeys(names, share)).astype(object)
    for name in names:
        if name.endswith("_0"):
            frame[name] = (1 - share).round(3).astype(object)
        frame.loc[[3, 7], name] = mark
    return frame


def test_a_word_for_a_missing_number_is_a_missing_vote():
    for names in (("rf", "svm"), ("rf_0", "rf_1", "svm_0", "svm_1")):
        for mark in ("None", "missing", "unknown", "NA", "", "-", "null"):
            read = read_votes(answers.csv(table(mark, names)))
            assert read.models == ("rf", "svm"), (names, mark)
            assert np.flatnonzero(~read.available.all(axis=1)).tolist() == [3, 7], (names, mark)
            told = f"{mark!r} among the probabilities of column {names[0]!r} and"
            assert (told in notes_of(read)) == (mark in ("None", "missing", "unknown"))


def test_another_word_is_refused_with_the_reason():
    with pytest.raises(InputError, match="'rf' holds numbers from 0 to 1, and 'failed': leave the"):
        read_votes(answers.csv(table("failed", ("rf", "svm"))))


def test_classes_with_leading_zeros_keep_them():
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 3, 40)
    codes = np.array(["", "01", "02"])[truth]
    said = {"rf": truth, "svm": truth.astype(float), "nb": codes}
    for names in (("rf",), ("svm",), ("nb",), ("rf", "nb"), ("svm", "nb")):
        frame = pd.DataFrame({"y": codes} | {name: said[name] for name in names})
        read = read_votes(answers.csv(frame))
        assert read.classes.tolist() == ["01", "02"] and read.labels.tolist() == codes.tolist()
        assert (read.predictions == codes[:, None]).all(), names
    share = rng.random(40).round(3)
    for one, other in (("rf_1", "rf_2"), ("rf_01", "rf_02")):
        frame = pd.DataFrame({"y": codes, one: (1 - share).round(3), other: share})
        read = read_votes(answers.csv(frame))
        assert read.classes.tolist() == ["01", "02"] and read.labels.tolist() == codes.tolist()
        np.testing.assert_allclose(read.probabilities[:, 0, 1], share, atol=1e-6)
