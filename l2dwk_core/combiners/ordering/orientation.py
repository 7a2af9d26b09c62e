"""Orientation ordering: members that point away from what the ensemble already does."""

from __future__ import annotations

import numpy as np

from l2dwk_core.combiners.evidence import Combination, Evidence
from l2dwk_core.combiners.scores import ordered
from l2dwk_core.combiners.subset_size import checked_size


def orientation_ordering(evidence: Evidence, *, size: int | None = None) -> Combination:
    """Members by increasing angle between their oracle column and the reference direction.

    With c_j = O_·j and c = (1/L) Σ_j c_j, the reference is c_ref = 1 + λc with
    λ = −(1ᵀc)/(cᵀc): the diagonal's projection onto the hyperplane normal to c, so that members
    are kept that are right where the ensemble as a whole is not. A missing vote is a 0 in c_j.

    Parameters
    ----------
    size
        Members to keep, 1 … L; None for all at an angle below π/2, the method's own rule.

    Returns
    -------
    Combination
        ``selected`` by increasing angle (equal ones by index); report: ``errors``, ``angles`` (in
        degrees, in the same order), ``lam`` (the λ above) and, where it was taken, ``fallback``:
        all members when c_ref is undefined or 0, the first one when no angle is below π/2.

    Raises
    ------
    InputError
        When *size* is out of range.

    Source: Martínez-Muñoz & Suárez 2006. O(NL).
    """
    oracle = evidence.oracle
    n_members = oracle.n_members
    if size is not None:
        checked_size(size, n_members)
    # In whole numbers, scaled by L and sᵀs with s = Lc: (sᵀs)1 − (1ᵀs)s has the direction of c_ref.
    # It decides "below π/2" and ties exactly; at most N·(NL²), far from overflow.
    total = oracle.matrix.sum(axis=1, dtype=np.int64)
    square, plain = int(total @ total), int(total.sum())
    reference = square - plain * total
    if square == 0 or not reference.any():
        why = "members cancel out on every row" if square == 0 else "the ensemble is constant"
        everyone = list(range(n_members if size is None else size))
        return ordered(
            oracle,
            everyone,
            fallback=f"no reference direction, because {why}: members kept in their own order",
        )
    votes = np.count_nonzero(oracle.matrix, axis=0)
    towards = reference @ oracle.matrix.astype(np.int64)
    length = np.sqrt(np.maximum(votes, 1)) * np.linalg.norm(reference.astype(np.float64))
    cosine = towards / length
    order = np.argsort(-cosine, kind="stable")
    fallback = {}
    if size is None:
        n_kept = int(np.count_nonzero(towards > 0))
        if n_kept == 0:
            n_kept = 1
            fallback = {"fallback": "no angle is below 90 degrees: the first member kept"}
    else:
        n_kept = size
    kept = order[:n_kept]
    angles = np.degrees(np.arccos(np.clip(cosine[kept], -1.0, 1.0)))
    return ordered(
        oracle,
        kept.tolist(),
        angles=tuple(angles.tolist()),
        lam=-n_members * plain / square,
        **fallback,
    )
