"""The encodings of a table as a scikit-learn transformer, to be fitted inside a pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from l2dwk_core.common.checks import check_choice
from l2dwk_core.datasets.encoding import TableEncoder, tree_encoder, vector_encoder

ENCODINGS: Mapping[str, Callable[[Any], TableEncoder]] = MappingProxyType(
    {
        "tree": tree_encoder,
        "filled": lambda X: tree_encoder(X, impute=True),
        "vector": vector_encoder,
    }
)
"""Ways to turn a table into numbers: for trees, for trees that refuse missing cells, and for
learners that measure distances."""


class EncodedTable(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A table with text columns and missing cells as numbers.

    ``encoding`` is a key of ``ENCODINGS``. Everything learned (medians, scales, categories) is
    learned in ``fit``, so that in cross-validation each fold has its own. ``encoder_`` is the
    fitted ``TableEncoder``.

    Raise ``InputError`` as ``tree_encoder`` does, and for an unknown encoding.
    """

    def __init__(self, encoding: str = "vector") -> None:
        self.encoding = encoding

    def fit(self, X: Any, y: Any = None) -> EncodedTable:
        """Learn the encoding of these rows."""
        check_choice("encoding", self.encoding, ENCODINGS)
        self.encoder_ = ENCODINGS[self.encoding](X)
        return self

    def transform(self, X: Any) -> NDArray[np.floating[Any]]:
        """Return the rows as numbers."""
        encoded: NDArray[np.floating[Any]] = self.encoder_.transform(X)
        return encoded
