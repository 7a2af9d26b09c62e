"""The library: many different models, each with a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.datasets.encoded_table import EncodedTable

Make = Callable[[int], Any]
"""A function that returns an unfitted classifier for a seed."""


@dataclass(frozen=True)
class LibraryModel:
    """One model: its name, its family, the key of ``ENCODINGS`` for its table, and the function
    that makes the classifier. ``cost`` says how long its fit takes beside those of the others."""

    name: str
    family: str
    encoding: str
    make: Make

    @property
    def cost(self) -> int:
        """Return the cost of the family, 1 or more (``COSTS``)."""
        return COSTS.get(self.family, 1)

    def unfitted(self, seed: int) -> Pipeline:
        """Return a pipeline of the encoding of the table and the model, both unfitted.

        ``seed`` is the seed of the pool. For each model a different seed is computed from it.
        """
        own = int(np.random.SeedSequence([seed, PLACES[self.name]]).generate_state(1)[0])
        return Pipeline([("table", EncodedTable(self.encoding)), ("model", self.make(own))])


def _tree(**limits: Any) -> Make:
    return lambda seed: DecisionTreeClassifier(**limits, random_state=seed)


def _forest(**options: Any) -> Make:
    return lambda seed: RandomForestClassifier(100, **options, random_state=seed)


def _extra_trees(**options: Any) -> Make:
    return lambda seed: ExtraTreesClassifier(100, **options, random_state=seed)


def _boosting(**options: Any) -> Make:
    return lambda seed: HistGradientBoostingClassifier(
        **options, early_stopping=False, random_state=seed
    )


def _adaboost(depth: int) -> Make:
    return lambda seed: AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=depth), n_estimators=50, random_state=seed
    )


def _neighbours(k: int, weights: str = "uniform") -> Make:
    return lambda seed: KNeighborsClassifier(k, weights=weights)


def _bayes(smoothing: float) -> Make:
    # With the default of 1e-9 a single indicator that is constant in one class decides alone.
    return lambda seed: GaussianNB(var_smoothing=smoothing)


def _linear_discriminant(shrinkage: Any) -> Make:
    return lambda seed: LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage)


def _quadratic_discriminant(shrinkage: float) -> Make:
    # The default solver refuses a class with fewer rows than columns, with or without shrinkage.
    if "solver" in signature(QuadraticDiscriminantAnalysis).parameters:
        return lambda seed: QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage)
    return lambda seed: QuadraticDiscriminantAnalysis(reg_param=shrinkage)  # before 1.8


def _logistic(strength: float) -> Make:
    return lambda seed: LogisticRegression(C=strength, max_iter=1000)


def _svm(strength: float) -> Make:
    return lambda seed: SVC(C=strength)


def _linear_svm(strength: float) -> Make:
    return lambda seed: LinearSVC(C=strength, dual=False, random_state=seed)


def _network(*units: int) -> Make:
    return lambda seed: MLPClassifier(units, max_iter=200, random_state=seed)


_FAMILIES: Mapping[str, tuple[str, tuple[tuple[str, Make], ...]]] = MappingProxyType(
    {
        "decision tree": (
            "tree",
            (
                ("Decision tree, no limit", _tree()),
                ("Decision tree, depth 4", _tree(max_depth=4)),
                ("Decision tree, 10 rows a leaf", _tree(min_samples_leaf=10)),
                ("Decision tree, depth 8", _tree(max_depth=8)),
                ("Decision tree, depth 2", _tree(max_depth=2)),
            ),
        ),
        "k nearest neighbours": (
            "vector",
            (
                ("Nearest neighbours, k = 7", _neighbours(7)),
                ("Nearest neighbours, k = 1", _neighbours(1)),
                ("Nearest neighbours, k = 15, by distance", _neighbours(15, "distance")),
                ("Nearest neighbours, k = 31", _neighbours(31)),
                ("Nearest neighbours, k = 3", _neighbours(3)),
                ("Nearest neighbours, k = 15", _neighbours(15)),
            ),
        ),
        "logistic regression": (
            "vector",
            (
                ("Logistic regression, C = 1", _logistic(1)),
                ("Logistic regression, C = 0.1", _logistic(0.1)),
                ("Logistic regression, C = 10", _logistic(10)),
                ("Logistic regression, C = 0.01", _logistic(0.01)),
            ),
        ),
        "support vector machine": (
            "vector",
            (
                ("SVM, C = 1", _svm(1)),
                ("Linear SVM, C = 0.1", _linear_svm(0.1)),
                ("SVM, C = 10", _svm(10)),
                ("SVM, C = 0.1", _svm(0.1)),
                ("Linear SVM, C = 1", _linear_svm(1)),
                ("SVM, C = 100", _svm(100)),
            ),
        ),
        "random forest": (
            "tree",
            (
                ("Random forest", _forest()),
                ("Random forest, depth 5", _forest(max_depth=5)),
                ("Random forest, half of the columns", _forest(max_features=0.5)),
            ),
        ),
        "naive Bayes": (
            "vector",
            (
                ("Naive Bayes, smoothing 0.01", _bayes(0.01)),
                ("Naive Bayes, smoothing 0.1", _bayes(0.1)),
            ),
        ),
        "gradient boosting": (
            "tree",
            (
                ("Gradient boosting, 8 leaves", _boosting(max_iter=50, max_leaf_nodes=8)),
                ("Gradient boosting, 31 leaves", _boosting(max_iter=50)),
                ("Gradient boosting, stumps", _boosting(max_iter=100, max_leaf_nodes=2)),
            ),
        ),
        "linear discriminant": (
            "vector",
            (
                ("Linear discriminant, automatic shrinkage", _linear_discriminant("auto")),
                ("Linear discriminant, shrinkage 0.5", _linear_discriminant(0.5)),
            ),
        ),
        "neural network": (
            "vector",
            (
                ("Neural network, 16 units", _network(16)),
                ("Neural network, 64 units", _network(64)),
                ("Neural network, 32 + 16 units", _network(32, 16)),
            ),
        ),
        "extra trees": (
            "tree",
            (
                ("Extra trees", _extra_trees()),
                ("Extra trees, all columns", _extra_trees(max_features=None)),
            ),
        ),
        "quadratic discriminant": (
            "vector",
            (
                ("Quadratic discriminant, shrinkage 0.1", _quadratic_discriminant(0.1)),
                ("Quadratic discriminant, shrinkage 0.5", _quadratic_discriminant(0.5)),
            ),
        ),
        "AdaBoost": (
            "filled",
            (
                ("AdaBoost, stumps", _adaboost(1)),
                ("AdaBoost, depth 3", _adaboost(3)),
            ),
        ),
    }
)


def _in_turn() -> tuple[LibraryModel, ...]:
    """Return the first model of each family, then the second of each family, and so on."""
    longest = max(len(models) for _, models in _FAMILIES.values())
    return tuple(
        LibraryModel(models[turn][0], family, encoding, models[turn][1])
        for turn in range(longest)
        for family, (encoding, models) in _FAMILIES.items()
        if turn < len(models)
    )


LIBRARY: tuple[LibraryModel, ...] = _in_turn()
"""All models. The first n of them belong to as many different families as n allows."""

COSTS: Mapping[str, int] = MappingProxyType(
    {
        "random forest": 15,
        "gradient boosting": 15,
        "neural network": 25,
        "extra trees": 15,
        "AdaBoost": 12,
    }
)
"""How long a fit takes, by family, beside the 0.01 to 0.03 s of the families that are not named.
Measured on 214, 1,000 and 990 rows, with 6, 2 and 11 classes."""

PLACES: Mapping[str, int] = MappingProxyType(
    {model.name: place for place, model in enumerate(LIBRARY)}
)
"""The position of each model in ``LIBRARY``, by its name."""
