"""One fit of a classifier, and its answers on the rows left out."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing
from sklearn.utils.metaestimators import _safe_split

from l2dwk_core.common.types import Indices
from l2dwk_core.pools.predicted_labels import predicted_labels

_LONGEST_REASON = 200


@dataclass(frozen=True, eq=False)
class FitAnswer:
    """The result of one fit: votes and probabilities on the rows left out, or the fitted model, or
    the reason of its failure."""

    seconds: float = 0.0
    codes: NDArray[np.int16] | None = None
    probabilities: NDArray[np.float32] | None = None
    has_probabilities: bool = True
    fitted: Any = None
    failure: str | None = None


@dataclass(frozen=True, eq=False)
class FitWork:
    """The rows, the folds and the options of all fits."""

    X: Any
    y: NDArray[Any]
    classes: NDArray[Any]
    folds: tuple[tuple[Indices, Indices], ...]
    probabilities: bool
    quiet: bool

    def fit(self, model: Any, fold: int | None) -> FitAnswer:
        """Fit the model without the rows of a fold and return its answers on them. When *fold* is
        None, fit it on all rows and return it."""
        begun = time.perf_counter()
        try:
            with warnings.catch_warnings():
                if self.quiet:
                    warnings.simplefilter("ignore")
                answer = self._fit(model, fold)
        except Exception as error:  # a model may raise any exception
            answer = {"failure": reason_of(error)}
        return FitAnswer(seconds=time.perf_counter() - begun, **answer)

    def _fit(self, model: Any, fold: int | None) -> dict[str, Any]:
        if fold is None:
            model.fit(self.X, self.y)
            model.predict(_safe_indexing(self.X, [0]))  # some can be fitted but not predict
            return {"fitted": model}
        kept, left_out = self.folds[fold]
        known = self.y[kept]
        if (known == known[0]).all():
            code = int(np.searchsorted(self.classes, known[0]))
            codes = np.full(len(left_out), code, dtype=np.int16)
            return {"codes": codes, "probabilities": self._one_hot(codes)}
        model.fit(*_safe_split(model, self.X, self.y, kept))
        rows, _ = _safe_split(model, self.X, self.y, left_out, kept)
        labels = predicted_labels(model, rows)
        codes = np.searchsorted(self.classes, labels).clip(max=self.classes.size - 1)
        if not (self.classes[codes] == labels).all():
            raise ValueError("it predicts something else than one of the labels")
        codes = codes.astype(np.int16)
        if not self.probabilities:
            return {"codes": codes}
        if not hasattr(model, "predict_proba"):
            return {
                "codes": codes, "probabilities": self._one_hot(codes), "has_probabilities": False,
            }  # fmt: skip
        return {"codes": codes, "probabilities": self._wide(model, known, rows)}

    def _wide(self, model: Any, known: NDArray[Any], rows: Any) -> NDArray[np.float32]:
        """Return probabilities of all classes; 0 for classes the model was fitted without."""
        share = np.asarray(model.predict_proba(rows), dtype=np.float32)
        labels = np.asarray(getattr(model, "classes_", np.unique(known)))
        wide = np.zeros((share.shape[0], self.classes.size), dtype=np.float32)
        wide[:, np.searchsorted(self.classes, labels)] = share
        return wide

    def _one_hot(self, codes: NDArray[np.int16]) -> NDArray[np.float32] | None:
        return np.eye(self.classes.size, dtype=np.float32)[codes] if self.probabilities else None


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line of limited length."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _LONGEST_REASON else text[: _LONGEST_REASON - 1] + "…"
