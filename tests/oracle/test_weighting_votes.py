"""Votes and probabilities of members that do not know every class."""

from __future__ import annotations

import numpy as np

from l2dwk_core.oracle.weighting_votes import codes_among, proba_among

KNOWN, CLASSES = np.array(["b", "d"]), np.array(["a", "b", "c", "d"])


def test_votes_are_positions_in_all_classes():
    codes = np.array([[0, 1], [1, 1]], dtype=np.int16)
    assert codes_among(codes, KNOWN, CLASSES).tolist() == [[1, 3], [3, 3]]
    assert codes_among(codes, KNOWN, KNOWN).tolist() == codes.tolist()


def test_classes_that_no_member_knows_have_no_probability():
    proba = np.array([[[0.25, 0.75]]], dtype=np.float32)
    found = proba_among(proba, KNOWN, CLASSES)
    assert found.dtype == np.float32
    assert found.tolist() == [[[0, 0.25, 0, 0.75]]]
    assert proba_among(proba, KNOWN, KNOWN).tolist() == proba.tolist()
