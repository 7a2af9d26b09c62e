"""Pair tables for missing votes: a pair is compared on the rows that both members may judge."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.diversity.labels import LabelSample, label_kappa
from l2dwk_core.diversity.samples import BLOCK_ROWS, OracleSample, PairCells
from l2dwk_core.oracle.oracle import Oracle

Matrix = NDArray[np.float64]


def pair_cells(oracle: Oracle) -> PairCells:
    """Return the 2×2 tables of all pairs: counts of the rows that both members may judge."""
    if oracle.available is None:
        return OracleSample(oracle.matrix, None).pairs
    n_members = oracle.n_members
    both_right, only_first, both_wrong = np.zeros((3, n_members, n_members))
    for start in range(0, oracle.n_rows, BLOCK_ROWS):
        block = oracle.matrix[start : start + BLOCK_ROWS]
        right, wrong = (block > 0).astype(np.float32), (block < 0).astype(np.float32)
        both_right += right.T @ right
        only_first += right.T @ wrong
        both_wrong += wrong.T @ wrong
    return PairCells(both_right, only_first, only_first.T, both_wrong)


def label_kappa_matrix(oracle: Oracle) -> Matrix:
    """Return (L, L) Cohen's κ of every pair's predicted labels; NaN where it is 0/0.

    κ = (T₁ − T₂)/(1 − T₂), T₁ the share of rows on which the two agree, T₂ the share expected from
    their label frequencies, both over the rows that both may judge.
    """
    if oracle.available is None:
        n_codes = len(oracle.classes)
        return label_kappa(LabelSample(oracle.codes.astype(np.intp), n_codes, None))
    n_members = oracle.n_members
    joint, agree, by_chance = np.zeros((3, n_members, n_members))
    for c in range(len(oracle.classes)):
        labelled = np.zeros((n_members, n_members))
        for start in range(0, oracle.n_rows, BLOCK_ROWS):
            part = slice(start, start + BLOCK_ROWS)
            speaks = oracle.available[part]
            says = ((oracle.codes[part] == c) & speaks).astype(np.float32)
            agree += says.T @ says
            # [i, j]: rows both may judge and member i labels c.
            labelled += says.T @ speaks.astype(np.float32)
        joint += labelled
        by_chance += labelled * labelled.T
    # Whole numbers throughout, so equal ratios stay equal; 1 − κ = (1 − T₁)/(1 − T₂).
    ratio = np.full((n_members, n_members), np.nan)
    expected = joint * joint - by_chance
    np.divide(joint * (joint - agree), expected, out=ratio, where=expected > 0)
    return 1.0 - ratio
