"""Small random ensembles for the tests of combiners, and votes written out."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.oracle.oracle import Oracle

fixed = settings(max_examples=100)


def input_of(
    codes: object, truth: object, n_classes: int, available: object = None
) -> CombinerInput:
    """Input from class positions, with all classes named even where one does not occur."""
    return CombinerInput(
        Oracle.from_codes(
            np.asarray(codes, dtype=np.int16),
            np.asarray(truth, dtype=np.int16),
            np.arange(n_classes),
            available=available,
        )
    )


def from_right(rows: str) -> CombinerInput:
    """Two classes; rows of "1" (right) and "0"; true classes alternate from 0."""
    right = np.array([[bit == "1" for bit in row] for row in rows.split()])
    truth = np.arange(len(right)) % 2
    return input_of(np.where(right, truth[:, None], 1 - truth[:, None]), truth, 2)


def ensemble(
    n_rows: int, n_members: int, n_classes: int, seed: int, *, gaps: bool = False
) -> CombinerInput:
    """Members of different accuracy; with gaps a third of the votes is missing."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=n_rows)
    accuracy = np.linspace(0.5, 0.8, n_members)
    right = rng.random((n_rows, n_members)) < accuracy + 0.3 * (rng.random((n_rows, 1)) - 0.5)
    other = (truth[:, None] + rng.integers(1, n_classes, size=right.shape)) % n_classes
    available = rng.random(right.shape) < 2 / 3 if gaps else None
    return input_of(np.where(right, truth[:, None], other), truth, n_classes, available)


@st.composite
def combiner_inputs(
    draw: st.DrawFn, *, gaps: bool | None = None, max_members: int = 6
) -> CombinerInput:
    """Few rows, so that ties, constant, repeated and perfect members come often."""
    n_rows = draw(st.integers(1, 9))
    n_classes = draw(st.integers(1, 4))
    n_members = draw(st.integers(1, max_members))
    code = st.integers(0, n_classes - 1)
    truth = draw(st.lists(code, min_size=n_rows, max_size=n_rows))
    column = st.one_of(
        st.lists(code, min_size=n_rows, max_size=n_rows),
        st.just(truth),
        code.map(lambda c: [c] * n_rows),
    )
    columns = [draw(column)]
    while len(columns) < n_members:
        columns.append(draw(st.one_of(column, st.sampled_from(columns))))
    available = None
    if draw(st.booleans()) if gaps is None else gaps:
        cells = st.lists(st.booleans(), min_size=n_members, max_size=n_members)
        available = np.array(draw(st.lists(cells, min_size=n_rows, max_size=n_rows)))
        if not available.any():
            available[0, 0] = True
    return input_of(np.array(columns).T, truth, n_classes, available)
