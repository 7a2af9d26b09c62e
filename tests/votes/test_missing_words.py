"""A word that means a missing value elsewhere, and is a class here, can be kept."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import continents


def test_a_class_that_reads_as_missing_is_named_and_can_be_kept():
    data = answers.csv(continents())
    (note,) = [note for note in read_votes(data).notes if "no true label" in note]
    assert note.startswith("20 rows are left out")
    assert "'NA' in 20 rows counts as missing, in predictions too" in note
    assert "keep=('NA',)" in note
    kept = read_votes(data, keep=("NA",))
    assert kept.classes.tolist() == ["AS", "EU", "NA"]
    assert kept.available is None and kept.n_rows == 60
    np.testing.assert_array_equal(kept.predictions, continents()[["m", "n"]].to_numpy(str))
    assert not any("missing" in note for note in kept.notes)
    with pytest.raises(InputError, match=r"has one class.*keep it with keep=\('NA',\)"):
        read_votes(answers.csv(continents().replace("AS", "NA")))


@pytest.mark.parametrize(
    ("keep", "message"), [(("N/A",), "'N/A'"), ("NA", "give a tuple of words")]
)
def test_a_word_that_is_not_missing_anywhere_cannot_be_kept(keep, message):
    with pytest.raises(InputError, match=message):
        read_votes(answers.csv(continents()), keep=keep)


def test_a_question_mark_as_a_class_is_named_in_the_refusal():
    frame = continents().replace({"AS": "?", "NA": "?"})
    with pytest.raises(InputError, match=r"has one class.*keep it with keep=\('\?',\)"):
        read_votes(answers.csv(frame))
    assert read_votes(answers.csv(frame), keep=("?",)).classes.tolist() == ["?", "EU"]
