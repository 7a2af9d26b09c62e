"""Small random ensembles; small enough that degenerate ones come up often."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

fixed = settings(max_examples=25)
thorough = settings(fixed, max_examples=250)


@st.composite
def oracles(draw: st.DrawFn, min_members: int = 1, max_members: int = 6) -> np.ndarray:
    """(n_samples, n_members) in {−1, +1}, with constant and repeated members more than by luck."""
    n_samples = draw(st.integers(1, 9))
    n_members = draw(st.integers(min_members, max_members))
    column = st.one_of(
        st.lists(st.sampled_from([-1, 1]), min_size=n_samples, max_size=n_samples),
        st.sampled_from([[1] * n_samples, [-1] * n_samples]),
    )
    columns = [draw(column)]
    while len(columns) < n_members:
        columns.append(draw(st.one_of(column, st.sampled_from(columns))))
    return np.array(columns, dtype=np.int8).T


def whole_weights(n: int) -> st.SearchStrategy[list[int]]:
    """n whole weights, zeros among them, not all zero."""
    return st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(any)


@st.composite
def weighted_oracles(draw: st.DrawFn, min_members: int = 1) -> tuple[np.ndarray, list[int]]:
    """An oracle and a whole weight for each of its rows."""
    oracle = draw(oracles(min_members=min_members))
    return oracle, draw(whole_weights(len(oracle)))
