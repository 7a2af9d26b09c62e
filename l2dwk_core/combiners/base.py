"""The base class of all combiners: a pool, rows that judge its members, and a weighted vote."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils import Bunch, check_random_state
from sklearn.utils.validation import (
    _num_samples,
)

from l2dwk_core.combiners.checked_rows import CheckedRows
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.given_estimators import (
    checked_estimators,
    checked_groups,
    dropped_names,
    votes_of_estimators,
)
from l2dwk_core.combiners.member_checks import (
    check_distributions,
    check_kinds_of_labels,
    failing_member,
)
from l2dwk_core.combiners.options import NEEDS, option, refusal
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.datasets.encoding import vector_encoder
from l2dwk_core.datasets.text_numbers import text_numbers_note
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, mean_probability, plurality
from l2dwk_core.oracle.weighting_rows import WEIGHTING_SOURCES, default_weighting
from l2dwk_core.oracle.weighting_votes import (
    WeightingVotes,
    as_pool,
    codes_in,
    prefit_votes,
    proba_in,
    train_and_vote,
)
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.prefit import pool_from_fitted
from l2dwk_core.pools.recipe import TREE_LIMITS, PoolRecipe
from l2dwk_core.votes.estimator_votes import N_FOLDS


@dataclass(kw_only=True, eq=False, repr=False)
class Combiner(ClassifierMixin, CheckedRows, ABC):  # type: ignore[misc]
    """A classifier that trains members, or takes given ones, and learns weights for their votes.

    A method is a subclass that is a dataclass. Its fields are the parameters of the method, and it
    defines ``_combine``.

    Parameters
    ----------
    pool
        A key of ``POOL_KINDS``: which members to train.
    n_members, max_depth, min_samples_split, min_samples_leaf
        As in ``train_pool``.
    estimators
        Instead of ``pool``, a list of pairs (name, unfitted classifier), as ``StackingClassifier``
        takes them; "drop" in place of a classifier leaves it out. Clones of them are fitted on all
        rows and judged by their votes out of fold (``weighting="hold_out"``: fitted on the other
        rows and judged on those held out). ``pool``, ``n_members``, ``n_folds`` and the limits on
        trees must then keep their defaults. A classifier that cannot be fitted is left out. A
        warning and a line in ``notes_`` say so.
    cv
        The folds that judge ``estimators``: a number, a splitter of scikit-learn, pairs of (rows
        to fit on, rows to answer), or None for 5. A number means stratified folds in the order of
        the rows. "prefit" means that the classifiers are fitted already. It has the effect of the
        parameter ``prefit``, but the members have names.
    weighting
        A key of ``WEIGHTING_SOURCES``: which rows judge the members. None takes "hold_out", and
        "out_of_fold" for estimators and the library; for estimators whose votes a method does not
        learn from, it takes "none".
    weighting_fraction
        Share of the rows set aside for "hold_out", between 0 and 1.
    n_folds
        Parts the rows are divided into for "out_of_fold", 2 to 20.
    prefit
        Fitted members to use instead: a ``Pool``, a fitted forest, bagging, AdaBoost or voting
        classifier, or a list of fitted classifiers. The rows given to ``fit`` then only judge them.
        Members are shared with clones, never copied or refitted.
    random_state
        A whole number, a ``RandomState``, or None for a different result each time.
    n_jobs
        Number of threads (for estimators and the library: processes); None for one, −1 for all
        cores. The result does not depend on it.

    Attributes
    ----------
    classes_
        (C,) sorted labels.
    weights_
        (L,) non-negative weights of the members. Those of weight 0 are not asked in ``predict``.
    selected_, n_selected_
        Indices of the members kept, in the method's order, and their number.
    pool_
        The members.
    estimators_, named_estimators_
        The members as a list in the order of ``weights_``, and by name, with "drop" for those that
        were left out with "drop". Members of a ``pool`` predict positions in ``classes_`` instead
        of labels.
    weights_by_name_
        The weights by the members' names.
    report_
        Further results of the method (a bound, errors after each member, a fallback that was used).
    notes_
        One line for each thing that was done differently from what was asked.
    """

    estimators: Any = option(None, "named classifiers", "list of pairs, or None")  # noqa: RUF009
    cv: Any = option(N_FOLDS, "folds that judge them", "number, splitter, prefit")  # noqa: RUF009
    pool: str = option("bagging", "members to train", ", ".join(POOL_KINDS))
    n_members: int | None = option(None, "members to train", "1 to 5000, or None")
    weighting: str | None = option(
        None, "rows that judge them", ", ".join(WEIGHTING_SOURCES) + ", or None"
    )
    weighting_fraction: float = option(0.3, "share of rows set aside", "between 0 and 1")
    n_folds: int = option(5, "parts for votes out of fold", "2 to 20")
    max_depth: int | None = option(None, "depth of every tree", "1 or more, or None")
    min_samples_split: int = option(2, "rows a node needs to be split", "2 or more")
    min_samples_leaf: int = option(1, "rows a leaf keeps", "1 or more")
    prefit: Any = option(None, "fitted members", "pool, ensemble, list or None")  # noqa: RUF009
    random_state: Any = option(0, "seed", "number, RandomState or None")  # noqa: RUF009
    n_jobs: int | None = option(None, "threads", "whole number or None")

    needs: ClassVar[frozenset[str]] = frozenset({"complete_votes"})
    learns_from_votes: ClassVar[bool] = True

    @abstractmethod
    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        """Return the weights that the method learns from *inputs*. Random draws, if any, come
        from *seed*."""

    def combine(self, inputs: CombinerInput, *, seed: int = 0) -> Combination:
        """Return weights for members that have already voted. Nothing is trained or stored.

        Raises
        ------
        InputError
            When the method cannot be used on these inputs, or a parameter is out of range.
        """
        oracle = inputs.oracle
        reason = refusal(
            self.needs,
            len(oracle.classes),
            oracle.n_members,
            complete_votes=oracle.available is None,
        )
        if reason is not None:
            raise InputError(f"{type(self).__name__} {reason}.")
        for name in ("probabilities", "features"):
            if name in self.needs and getattr(inputs, name) is None:
                raise InputError(f"{type(self).__name__} needs {NEEDS[name]}; give {name}.")
        return self._combine(inputs, seed)

    def fit(self, X: Any, y: Any, *, groups: Any = None, **fit_params: Any) -> Combiner:
        """Train the members, unless they are prefit, and learn their weights.

        Parameters
        ----------
        X
            (n_rows, n_columns) DataFrame or array; symbolic columns and missing cells are allowed.
            Text is symbolic: a warning and a line in ``notes_`` name text columns of many different
            numbers, as of a file read with ``dtype=str``. With ``estimators`` or ``prefit``
            anything that the members take (texts, sparse matrices): it is passed on, and the
            members check it themselves.
        y
            (n_rows,) labels: text or whole numbers.
        groups
            (n_rows,) labels of rows that belong together, such as those of one person; only with
            ``estimators`` or ``prefit``. The rows of a group stay in one fold of the votes out of
            fold: a number ``cv`` then means scikit-learn's ``StratifiedGroupKFold``, and a splitter
            gets the groups. With metadata routing it is passed on after
            ``set_fit_request(groups=True)``.

        Raises
        ------
        InputError
            When the table, the labels or a parameter cannot be used, the method does not apply, or
            rows of a group would be separated.
        """
        if "sample_weight" in fit_params:
            raise InputError(
                f"{type(self).__name__} takes no sample_weight: members draw and judge rows by "
                f"number, so weights would count in one place only. {self._instead_of_weights}"
            )
        for name in fit_params:
            raise TypeError(f"{type(self).__name__}.fit got an unexpected argument {name!r}")
        table, labels = self._checked_rows(X, y)
        if groups is None:
            return self._learn(self._gather(table, labels))
        given = checked_groups(groups, table)
        return self._learn(replace(self._gather(table, labels, given), groups=given))

    def fit_votes(self, votes: WeightingVotes) -> Combiner:
        """Learn weights as ``fit`` does, from members that are already trained and have voted.

        So several methods in a study can share their members. The parameters for training and
        judging members are then not used.
        """
        self._checked_table(votes.X, votes.label_codes)
        return self._learn(votes)

    def asked_tables(self, votes: WeightingVotes) -> list[Any]:
        """Return the tables, besides ``votes.X``, that the members predict while the method
        learns."""
        return []

    @property
    def _instead_of_weights(self) -> str:
        """Return what to do with weights of rows, as a sentence.

        A copy of a row must not judge a member that was trained on another copy.
        """
        if self.prefit is not None or self._are_prefit:
            return "Repeat rows instead."
        if self.estimators is not None:
            return (
                "Repeat rows instead, and give the number of the original row as groups, so that "
                "copies of a row stay in one fold."
            )
        return "Leave it out: of repeated rows, some would train members and others judge them."

    def _learn(self, votes: WeightingVotes) -> Combiner:
        combination = self._weigh(votes)
        self.classes_ = votes.classes
        self.pool_ = votes.pool
        self.estimators_ = list(votes.pool.members)
        dropped = dict.fromkeys(dropped_names(self.estimators), "drop")
        # When only votes are given, there are no members.
        named = dict(zip(votes.pool.names, votes.pool.members, strict=False))
        self.named_estimators_ = Bunch(**dropped, **named)
        self.weights_ = combination.weights
        self.weights_by_name_ = dict(
            zip(votes.pool.names, combination.weights.tolist(), strict=True)
        )
        self.selected_ = combination.selected
        self.n_selected_ = len(combination.selected)
        self.report_ = combination.report
        self.notes_ = votes.notes
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return (n_rows,) the class with the largest weight of votes, of equal ones the lowest."""
        winner, _ = plurality(self._scores(self._checked_table(X)))
        return np.asarray(self.classes_[winner])

    def predict_proba(self, X: Any) -> Floats:
        """Return (n_rows, C) the share of the weight that votes for each class. ``predict`` returns
        the class with the largest share.

        A share of votes is not a calibrated probability.
        """
        scores = self._scores(self._checked_table(X))
        # Scores that differ only by rounding are made equal, so that argmax agrees with predict.
        most = scores.max(axis=1, keepdims=True)
        scores = np.where(scores >= most - 1e-12, most, scores)
        total = scores.sum(axis=1, keepdims=True)
        even = np.full_like(scores, 1.0 / scores.shape[1])
        return np.asarray(np.divide(scores, total, out=even, where=total > 0))

    @property
    def wants_probabilities(self) -> bool:
        """Return whether the method learns from class probabilities or decides by them."""
        return self._soft or "probabilities" in self.needs

    @property
    def _soft(self) -> bool:
        """Return whether the members' mean probability decides instead of their votes."""
        return False

    def _scores(self, X: Any) -> Floats:
        """Return (n_rows, C) the weight of the votes for each class."""
        kept = np.flatnonzero(self.weights_)
        weights = self.weights_[kept]
        if self._soft:
            if kept.size == 0:
                return np.zeros((_num_samples(X), len(self.classes_)))
            proba = proba_in(self.pool_, X, self.classes_, kept)
            if self._passes_rows_on and len(proba):
                check_distributions(proba, [self.pool_.names[j] for j in kept])
            return mean_probability(proba, weights)
        codes = codes_in(self.pool_, X, self.classes_, kept)
        voted = self.pool_.voted(X, kept)
        return class_votes(codes, weights, len(self.classes_), voted)

    def _gather(
        self, X: Any, y: NDArray[Any], groups: NDArray[Any] | None = None
    ) -> WeightingVotes:
        self._check_given()
        if groups is not None:
            self._check_groups()
        wanted = self.wants_probabilities
        if self.prefit is not None:
            check_kinds_of_labels(self.prefit)
            return self._prefit_votes(as_pool(self.prefit, self.n_jobs), X, y)
        if self.estimators is not None and self._are_prefit:
            names, members = zip(*self._kept_estimators(), strict=True)
            check_kinds_of_labels(members, names)
            pool = pool_from_fitted(members, names=names, n_jobs=self.n_jobs)
            return self._prefit_votes(pool, X, y)
        if self.weighting == "none" and self.learns_from_votes:
            raise InputError(
                f"weighting is 'none', but {type(self).__name__} learns from votes; choose "
                "'hold_out'."
            )
        if self.estimators is not None:
            return self._votes_of_estimators(X, y, groups, probabilities=wanted)
        limits = {name: getattr(self, name) for name in TREE_LIMITS}
        recipe = PoolRecipe.of(self.pool, n_members=self.n_members, seed=self._seed(), **limits)
        return train_and_vote(
            X,
            y,
            recipe,
            default_weighting(self.pool) if self.weighting is None else self.weighting,
            self.weighting_fraction,
            self.n_jobs,
            probabilities=wanted,
            n_folds=self.n_folds,
        )

    def _prefit_votes(self, pool: Pool, X: Any, y: NDArray[Any]) -> WeightingVotes:
        try:
            return prefit_votes(pool, X, y, self.n_jobs, probabilities=self.wants_probabilities)
        except InputError:
            raise
        except Exception as error:  # a member may raise any exception
            named = failing_member(pool, X)
            if named is None:
                raise
            raise named from error

    def _kept_estimators(self) -> list[tuple[str, Any]]:
        return checked_estimators(self.estimators, self.get_params(deep=False))

    def _votes_of_estimators(
        self, X: Any, y: NDArray[Any], groups: NDArray[Any] | None, *, probabilities: bool
    ) -> WeightingVotes:
        estimators = self._kept_estimators()
        if "features" in self.needs:
            self._features(X)  # raises an error before the fits, which take seconds
        default = "out_of_fold" if self.learns_from_votes else "none"
        return votes_of_estimators(
            estimators,
            X,
            y,
            cv=self.cv,
            groups=groups,
            weighting=default if self.weighting is None else self.weighting,
            fraction=self.weighting_fraction,
            seed=self._seed(),
            n_jobs=self.n_jobs,
            probabilities=probabilities,
        )

    def _weigh(self, votes: WeightingVotes) -> Combination:
        if len(votes.classes) == 1:
            return Combination.of_weights(np.ones(1))  # the constant member
        return self.combine(self._combiner_input(votes), seed=self._seed())

    def _combiner_input(self, votes: WeightingVotes) -> CombinerInput:
        proba = votes.probabilities
        if proba is not None and self._passes_rows_on:
            check_distributions(proba, votes.pool.names)
        if self._soft and proba is not None:
            oracle = Oracle.from_probabilities(proba, votes.label_codes, votes.classes)
        else:
            oracle = Oracle.from_codes(
                votes.codes,
                votes.label_codes,
                votes.classes,
                available=votes.available,
            )
        features = None
        if "features" in self.needs:
            features = self._features(votes.X)
        return CombinerInput(oracle, proba, features)

    def _features(self, X: Any) -> Floats:
        """Return the rows as vectors, for methods that compare rows with each other."""
        try:
            if self._passes_rows_on and (note := text_numbers_note(X)):
                warnings.warn(note, UserWarning, stacklevel=2)
            return np.asarray(vector_encoder(X).transform(X))
        except InputError as problem:
            if not self._passes_rows_on:
                raise
            raise InputError(
                f"{type(self).__name__} compares the rows themselves, whatever the members take: "
                f"{problem}"
            ) from problem

    def _seed(self) -> int:
        state = self.random_state
        if isinstance(state, int | np.integer) and not isinstance(state, bool):
            return int(state)  # unchanged, so that the same number gives the same draws
        return int(check_random_state(state).randint(2**31))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = "two_classes" not in self.needs
        if "features" in self.needs:  # rows are compared column by column, whatever members take
            tags.input_tags.sparse = False
        return tags
