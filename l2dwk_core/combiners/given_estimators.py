"""Named estimators given to a combiner: the parameters, their checks, and the votes.

The form of the parameters is that of ``sklearn.ensemble.StackingClassifier``.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection
from copy import copy
from dataclasses import fields, replace
from typing import Any, ClassVar

from numpy.typing import NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.exceptions import FitFailedWarning
from sklearn.utils import get_tags, indexable
from sklearn.utils.metaestimators import _BaseComposition
from sklearn.utils.validation import _num_samples

from l2dwk_core.common.arrays import label_array
from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.datasets.encoding import encode_labels
from l2dwk_core.oracle.weighting_rows import WEIGHTING_SOURCES, weighting_rows
from l2dwk_core.oracle.weighting_votes import (
    WeightingVotes,
    collect_votes,
    constant_votes,
    rows_of,
    votes_out_of_fold,
)
from l2dwk_core.pools.fit_models import fit_models
from l2dwk_core.pools.member_names import check_names
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import TREE_LIMITS
from l2dwk_core.votes.estimator_votes import N_FOLDS, cv_folds, named_estimators

DROP = "drop"
"""The text that leaves an estimator out when it stands in its place."""

_EXAMPLE = "[('tree', DecisionTreeClassifier()), ('bayes', GaussianNB())]"


class GivenEstimators(_BaseComposition):  # type: ignore[misc]
    """The parameters of a combiner that give it members: ``estimators``, ``cv`` and ``prefit``."""

    estimators: Any
    cv: Any
    prefit: Any
    pool: str

    unused_with_estimators: ClassVar[tuple[str, ...]] = (
        "pool", "n_members", *TREE_LIMITS, "n_folds",
    )  # fmt: skip

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name. With *deep* also return the estimators by their names, and
        their parameters as ``name__parameter``."""
        return dict(self._get_params("estimators", deep=deep))

    def set_params(self, **params: Any) -> Any:
        """Set parameters and return this object.

        An estimator is set by its name (``svm=SVC()``, or ``svm="drop"`` to leave it out), and a
        parameter of an estimator by both names (``svm__C=3``).
        """
        self._set_params("estimators", **params)
        return self

    @property
    def _passes_rows_on(self) -> bool:
        """Return whether the members get X unchanged, whatever it is."""
        return self.prefit is not None or self.estimators is not None

    @property
    def _are_prefit(self) -> bool:
        return isinstance(self.cv, str) and self.cv == "prefit"

    def _check_given(self) -> None:
        """Raise ``InputError`` where these parameters contradict each other."""
        folds_asked = not self._are_prefit and not (
            self.cv is None or (isinstance(self.cv, int) and self.cv == N_FOLDS)
        )
        if self.estimators is not None:
            if self.prefit is not None:
                raise InputError(
                    "estimators and prefit are both given; give fitted members as prefit, or as "
                    "estimators with cv='prefit', and unfitted ones as estimators."
                )
            self._check_pool_unused()
        elif self.prefit is not None and folds_asked:
            raise InputError(
                f"cv is {shown(self.cv)}, but prefit members are not fitted again, so there are no "
                "folds; leave cv out, or give unfitted members as estimators."
            )
        elif self.prefit is None and self._are_prefit:
            raise InputError(
                "cv is 'prefit', but there are no fitted members; give them as estimators: a list "
                "of pairs (name, classifier)."
            )
        elif self.prefit is None and folds_asked:
            raise InputError(
                f"cv is {shown(self.cv)}, but no estimators are given that it could judge; give "
                f"estimators={_EXAMPLE}, or leave cv out (of pool='library' n_folds is the number "
                "of folds)."
            )
        weighting = getattr(self, "weighting", None)
        if self.estimators is not None and folds_asked and weighting not in (None, "out_of_fold"):
            raise InputError(
                f"cv is {shown(self.cv)}, but weighting is {shown(weighting)}, which has no folds; "
                "leave one of them out."
            )

    def _check_groups(self) -> None:
        """Raise ``InputError`` where rows of a group would be separated."""
        weighting = getattr(self, "weighting", None)
        if not self._passes_rows_on:
            raise InputError(
                f"groups are given, but the members of pool={self.pool!r} are trained and judged "
                f"on rows drawn without regard to groups; give estimators={_EXAMPLE}, or leave "
                "groups out."
            )
        if self.estimators is not None and weighting == "hold_out":
            raise InputError(
                "groups are given, but weighting='hold_out' draws rows without regard to groups; "
                "leave weighting out for votes out of fold, or leave groups out."
            )

    def _check_pool_unused(self) -> None:
        for item in fields(self):  # every combiner is a dataclass
            found = getattr(self, item.name)
            if item.name in self.unused_with_estimators and found != item.default:
                instead = "; cv is the number of folds" if item.name == "n_folds" else ""
                raise InputError(
                    f"{item.name} is {shown(found)}, but the members are the given estimators; "
                    f"leave it at {item.default!r}{instead}."
                )

    def __sklearn_clone__(self) -> Any:
        # Cloning would copy fitted members unfitted. They are a parameter, so the clone shares
        # them.
        shared = {"prefit": self.prefit}
        if self._are_prefit:
            shared["estimators"] = self.estimators
        bare = copy(self)
        for name in shared:
            setattr(bare, name, None)
        clone = BaseEstimator.__sklearn_clone__(bare)
        for name, value in shared.items():
            setattr(clone, name, value)
        return clone

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.sparse = self.prefit is not None
        if isinstance(self.estimators, list):
            # Estimators that cannot be fitted are left out, so X may be what one of them accepts.
            of_members = [get_tags(e).input_tags for e in _instances(self.estimators)]
            tags.input_tags.allow_nan = any(one.allow_nan for one in of_members)
            tags.input_tags.categorical = any(one.categorical for one in of_members)
            tags.input_tags.sparse = any(one.sparse for one in of_members)
        return tags


def _instances(estimators: list[Any]) -> list[Any]:
    models = [item[1] for item in estimators if isinstance(item, tuple | list) and len(item) == 2]
    return [model for model in models if isinstance(model, BaseEstimator)]


def checked_estimators(estimators: Any, taken: Collection[str]) -> list[tuple[str, Any]]:
    """Return the pairs of names and estimators that take part.

    Raise ``InputError`` when *estimators* is not a list of pairs, when a name is repeated, contains
    two underscores or is among the names *taken*, and when all estimators are left out.
    """
    if not isinstance(estimators, list):
        raise InputError(
            f"estimators is {shown(estimators)}; give a list of pairs (name, classifier), such as "
            f"{_EXAMPLE}."
        )
    if not estimators:
        raise InputError(f"The list of estimators is empty; give at least one, as in {_EXAMPLE}.")
    for item in estimators:
        pair = isinstance(item, tuple | list) and len(item) == 2
        if not pair or not isinstance(item[0], str):
            raise InputError(
                f"{shown(item)} among the estimators is no pair (name, classifier); write "
                f"{_EXAMPLE}."
            )
        if "__" in item[0]:
            raise InputError(
                f"The name {item[0]!r} contains '__', which divides a name from its parameter "
                "(name__parameter); give the estimator another name."
            )
        if item[0] in taken:
            raise InputError(
                f"The name {item[0]!r} is a parameter of this classifier too; give the estimator "
                "another name."
            )
    check_names([name for name, _ in estimators])
    kept = [(name, model) for name, model in estimators if not _dropped(model)]
    if not kept:
        raise InputError("All estimators are 'drop'; keep at least one.")
    return kept


def dropped_names(estimators: Any) -> list[str]:
    """Return the names of the estimators that take no part."""
    return [] if estimators is None else [name for name, model in estimators if _dropped(model)]


def _dropped(model: Any) -> bool:
    return isinstance(model, str) and model == DROP


def votes_of_estimators(
    estimators: list[tuple[str, Any]],
    X: Any,
    y: NDArray[Any],
    *,
    cv: Any,
    groups: NDArray[Any] | None,
    weighting: str,
    fraction: float,
    seed: int,
    n_jobs: int | None,
    probabilities: bool,
) -> WeightingVotes:
    """Fit clones of the estimators, and return them with their votes on the rows that judge them.

    With "out_of_fold" the votes are those of ``cross_val_predict`` with the same *cv*, and the
    members are fitted on all rows. Otherwise ``weighting_rows`` determines the rows to fit on and
    the rows that judge. An estimator that fails is left out with a note and a ``FitFailedWarning``.
    With a single class there is one constant member.

    Parameters
    ----------
    estimators
        Names and unfitted classifiers.
    X, y
        N rows in any form that the estimators accept, and (N,) labels.
    cv
        As in ``out_of_fold``.
    groups
        (N,) labels of rows that no fold separates, or None.
    weighting, fraction, seed
        As in ``weighting_rows``; not "out_of_bag".
    n_jobs, probabilities
        As in ``fit_models``.

    Raises
    ------
    InputError
        When an estimator is not a classifier, members cannot be judged on these rows, or no
        estimator could be fitted.
    """
    named_estimators(estimators)
    for name, model in estimators:
        if _is_something_else(model):
            raise InputError(
                f"Estimator {name!r} ({type(model).__name__}) is no classifier; give one, or leave "
                "it out."
            )
    check_choice("weighting", weighting, WEIGHTING_SOURCES)
    if weighting == "out_of_bag":
        raise InputError(
            "weighting is 'out_of_bag', but estimators draw no rows; leave weighting out for votes "
            "out of fold, or choose 'hold_out'."
        )
    X, y = indexable(X, y)
    classes, _ = encode_labels(y)
    if len(classes) == 1:
        return constant_votes(X, y, n_jobs, probabilities=probabilities)
    rows = weighting_rows(y, weighting, fraction, seed)
    by_folds = rows.source == "out_of_fold"
    everyone = len(rows.training) == len(y)
    fits = fit_models(
        estimators,
        X if everyone else rows_of(X, rows.training),
        y if everyone else y[rows.training],
        folds=cv_folds(cv, X, y, groups) if by_folds else (),
        probabilities=probabilities,
        n_jobs=n_jobs,
    )
    for note in fits.notes:
        warnings.warn(note, FitFailedWarning, stacklevel=2)
    pool = pool_from_fitted(list(fits.fitted), classes, names=fits.names, n_jobs=n_jobs)
    pool = replace(pool, notes=fits.all_notes)
    if by_folds:
        return votes_out_of_fold(pool, fits, X, y)
    return collect_votes(pool, X, y, rows, probabilities=probabilities)


def checked_groups(groups: Any, X: Any) -> NDArray[Any]:
    """Return the groups as an array. Raise ``InputError`` unless there is one label per row of
    X."""
    found = label_array("Groups", groups)
    if found.shape != (n := _num_samples(X),):
        raise InputError(
            f"groups has shape {found.shape}, but X has {counted(n, 'row')}; give one group per "
            "row."
        )
    return found


def _is_something_else(model: Any) -> bool:
    try:
        return not is_classifier(model)
    except (AttributeError, TypeError):  # from another library: its votes are checked later
        return False
