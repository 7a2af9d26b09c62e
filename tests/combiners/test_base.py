"""How combiners get their members and the rows that judge them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_wine
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.l2dwk import L2DWKClassifier
from l2dwk_core.combiners.optimisation.qpd import QPD
from l2dwk_core.combiners.optimisation.rse import RSE
from l2dwk_core.combiners.reference.single_best import SingleBest
from l2dwk_core.combiners.reference.uniform_vote import UniformVote
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.splits import bootstrap_rows, split_rows
from l2dwk_core.oracle.weighting_rows import WEIGHTING_SOURCES
from l2dwk_core.oracle.weighting_votes import train_and_vote
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool

X, Y = load_wine(return_X_y=True)
NAMES = np.array(["barolo", "grignolino", "barbera"])
Y_TEXT = NAMES[Y]
FIRST, SECOND = slice(None, None, 2), slice(1, None, 2)


def gathered(weighting, **recipe):
    return train_and_vote(
        X, Y, PoolRecipe(n_members=6, **recipe), weighting, 0.3, None, probabilities=True
    )


def test_hold_out_rows_are_those_no_member_was_trained_on():
    split = split_rows(Y, 0.3, 0)
    found = gathered("hold_out")
    np.testing.assert_array_equal(found.X, X[split.second_rows])
    np.testing.assert_array_equal(found.training, X[split.first_rows])
    pool = train_pool(X[split.first_rows], Y[split.first_rows], n_members=6)
    np.testing.assert_array_equal(found.codes, pool.predict_codes(X[split.second_rows]))
    np.testing.assert_array_equal(found.probabilities, pool.predict_proba(X[split.second_rows]))


def test_other_rows_are_judged_by_members_of_all_rows():
    pool = train_pool(X, Y, n_members=6)
    np.testing.assert_array_equal(gathered("training").codes, pool.predict_codes(X))
    bag = gathered("out_of_bag")
    np.testing.assert_array_equal(bag.codes, pool.predict_codes(X))
    np.testing.assert_array_equal(bag.available, pool.out_of_bag)
    drawn = bootstrap_rows(len(Y), 0)
    np.testing.assert_array_equal(gathered("bootstrap").X, X[drawn])
    np.testing.assert_array_equal(gathered("bootstrap").label_codes, Y[drawn])
    assert len(gathered("none").X) == 0


def test_votes_out_of_fold_are_those_of_models_that_did_not_see_the_row():
    """A full tree knows its rows by heart; on labels that are noise, a stranger cannot."""
    noise = np.random.default_rng(0).integers(0, 2, len(X))
    recipe = PoolRecipe("library", n_members=1)
    by_heart, strange = (
        train_and_vote(X, noise, recipe, weighting, 0.3, None, probabilities=False)
        for weighting in ("training", "out_of_fold")
    )
    assert isinstance(by_heart.pool.members[0], DecisionTreeClassifier)
    assert (by_heart.codes == noise[:, None]).all()
    assert 0.35 < np.mean(strange.codes == noise[:, None]) < 0.65
    np.testing.assert_array_equal(strange.X, X)
    np.testing.assert_array_equal(strange.pool.predict_codes(X), by_heart.codes)


@pytest.mark.parametrize("weighting", WEIGHTING_SOURCES)
def test_every_source_is_a_parameter(weighting):
    pool = "library" if weighting == "out_of_fold" else "bagging"
    model = UniformVote(n_members=5, pool=pool, weighting=weighting).fit(X[FIRST], Y_TEXT[FIRST])
    assert model.score(X[SECOND], Y_TEXT[SECOND]) > 0.7


def test_the_library_is_judged_out_of_fold_unless_told_otherwise():
    model = SingleBest(pool="library", n_members=3, n_folds=3).fit(X, Y_TEXT)
    told = SingleBest(pool="library", n_members=3, n_folds=3, weighting="out_of_fold")
    np.testing.assert_array_equal(told.fit(X, Y_TEXT).weights_, model.weights_)
    held_out = SingleBest(pool="library", n_members=3, weighting="hold_out").fit(X, Y_TEXT)
    recipe = PoolRecipe("library", n_members=3)
    judged = train_and_vote(X, Y_TEXT, recipe, "hold_out", 0.3, None, probabilities=False)
    right = (judged.codes == judged.label_codes[:, None]).mean(axis=0)
    assert held_out.selected_.tolist() == [right.argmax()]
    with pytest.raises(InputError, match="n_folds is 21; it must be a whole number from 2 to 20"):
        SingleBest(pool="library", n_members=3, n_folds=21).fit(X, Y_TEXT)


def test_unusable_sources_say_what_to_do():
    with pytest.raises(InputError, match=r"Unknown weighting 'holdout'.*Did you mean 'hold_out'"):
        SingleBest(weighting="holdout", n_members=3).fit(X, Y)
    with pytest.raises(InputError, match="'none', but SingleBest learns from votes"):
        SingleBest(weighting="none", n_members=3).fit(X, Y)
    with pytest.raises(InputError, match=r"\(pool='extra_trees'\) leaves no rows out of bag"):
        SingleBest(weighting="out_of_bag", pool="extra_trees", n_members=3).fit(X, Y)
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        SingleBest(weighting_fraction=1.5, n_members=3).fit(X, Y)


def test_too_few_rows_to_set_aside_are_judged_by_their_own_members():
    model = SingleBest(n_members=3).fit([[0.0], [1.0], [2.0]], ["a", "b", "c"])
    assert "Each class has a single training row" in model.notes_[0]
    assert set(model.predict([[0.0], [2.0]])) <= {"a", "b", "c"}


def test_when_nothing_is_out_of_bag_it_says_so():
    seeds = [s for s in range(40) if not train_pool([[0], [1]], [0, 1], n_members=1, seed=s)
             .out_of_bag.any()]  # fmt: skip
    model = SingleBest(n_members=1, weighting="out_of_bag", random_state=seeds[0])
    assert "none is out of bag" in model.fit([[0], [1]], [0, 1]).notes_[0]


def test_random_state_is_the_seed_of_split_and_pool():
    one = QPD(n_members=5, random_state=7).fit(X, Y)
    assert one.pool_.recipe.seed == 7
    other = QPD(n_members=5, random_state=np.random.RandomState(7)).fit(X, Y)
    again = QPD(n_members=5, random_state=np.random.RandomState(7)).fit(X, Y)
    np.testing.assert_array_equal(other.weights_, again.weights_)
    assert QPD(n_members=2, random_state=None).fit(X, Y).pool_.recipe.seed >= 0


TREE = DecisionTreeClassifier(max_depth=2, random_state=0)
LINE = make_pipeline(StandardScaler(), LogisticRegression())
ENSEMBLES = [
    RandomForestClassifier(7, random_state=0),
    BaggingClassifier(TREE, 7, max_features=0.5, random_state=0),
    AdaBoostClassifier(TREE, n_estimators=7, random_state=0),
    VotingClassifier([("tree", TREE), ("line", LINE)]),
]


@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda e: type(e).__name__)
def test_prefit_members_are_weighed_not_trained(ensemble):
    ensemble.fit(X[FIRST], Y_TEXT[FIRST])
    for prefit in (ensemble, FrozenEstimator(ensemble)):
        model = QPD(prefit=prefit).fit(X[SECOND], Y_TEXT[SECOND])
        assert model.pool_.kind == "prefit"
        assert len(model.weights_) == len(ensemble.estimators_)
        assert model.score(X, Y_TEXT) > 0.85


def test_a_list_and_a_pool_are_prefit_members_too():
    trees = [
        DecisionTreeClassifier(max_depth=depth, random_state=depth).fit(X[FIRST], Y_TEXT[FIRST])
        for depth in (1, 2, 3)
    ]
    votes = np.column_stack([tree.predict(X[SECOND]) for tree in trees])
    best = int(np.argmax((votes == Y_TEXT[SECOND][:, None]).sum(axis=0)))
    assert SingleBest(prefit=trees).fit(X[SECOND], Y_TEXT[SECOND]).selected_.tolist() == [best]
    pool = train_pool(X[FIRST], Y_TEXT[FIRST], n_members=4)
    model = UniformVote(prefit=pool).fit(X[SECOND], Y_TEXT[SECOND])
    assert model.pool_ is pool


def test_clones_share_prefit_members_so_that_searches_can_use_them():
    forest = RandomForestClassifier(9, random_state=0).fit(X[FIRST], Y[FIRST])
    model = QPD(prefit=forest)
    assert clone(model).prefit is forest
    assert clone(model) is not model
    search = GridSearchCV(model, {"lam": [0.5, 2.0, 8.0]}, cv=3).fit(X[SECOND], Y[SECOND])
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    assert search.best_estimator_.pool_.members[0] is forest.estimators_[0]


def test_labels_of_another_kind_than_the_members_answer_are_refused():
    forest = RandomForestClassifier(3, random_state=0).fit(X, Y_TEXT)
    with pytest.raises(InputError, match=r"y holds numbers .* prefit members answer text"):
        QPD(prefit=forest).fit(X, Y)


def test_sample_weight_is_refused_with_the_reason():
    ones = np.ones(len(Y))
    with pytest.raises(InputError, match=r"QPD takes no sample_weight.*Leave it out"):
        QPD(n_members=3).fit(X, Y, sample_weight=ones)
    # Copies of a row that are not kept in one fold would judge members that know them.
    given = [("tree", DecisionTreeClassifier())]
    with pytest.raises(InputError, match=r"Repeat rows instead, and give .* as groups"):
        QPD(estimators=given).fit(X, Y, sample_weight=ones)
    fitted = [DecisionTreeClassifier().fit(X, Y)]
    with pytest.raises(InputError, match=r"Repeat rows instead\.$"):
        QPD(prefit=fitted).fit(X, Y, sample_weight=ones)
    with pytest.raises(TypeError, match="unexpected argument 'weights'"):
        QPD(n_members=3).fit(X, Y, weights=1)


def test_columns_are_found_by_name_and_in_order():
    table = pd.DataFrame(X, columns=[f"c{i}" for i in range(X.shape[1])])
    model = QPD(n_members=3).fit(table, Y)
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(table.iloc[:, ::-1])


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.linspace(0, 1, len(Y)), "Unknown label type"),
        (np.where(np.arange(len(Y)) == 3, np.nan, Y), "y contains NaN"),
        ([None, *Y_TEXT[1:]], "missing"),
        (Y[:-1], "inconsistent numbers of samples"),
    ],
)
def test_unusable_labels(labels, message):
    with pytest.raises(ValueError, match=message):
        SingleBest(n_members=3).fit(X, labels)


def test_unknown_pools_and_out_of_range_members():
    with pytest.raises(InputError, match="Unknown base ensemble 'bags'"):
        SingleBest(pool="bags").fit(X, Y)
    with pytest.raises(InputError, match="n_members is 0"):
        SingleBest(n_members=0).fit(X, Y)


def test_votes_tie_towards_the_lowest_class():
    members = [DecisionTreeClassifier().fit([[0]], [label]) for label in (5, 3)]
    model = UniformVote(prefit=members).fit([[0], [0]], [3, 5])
    assert model.predict([[0]]).tolist() == [3]
    np.testing.assert_array_equal(model.predict_proba([[0]]), [[0.5, 0.5]])


def test_sums_that_differ_by_rounding_alone_are_ties_for_probabilities_too():
    members = [DecisionTreeClassifier().fit([[0]], [label]) for label in (0, 1, 1)]
    model = UniformVote(prefit=members).fit([[0], [0]], [0, 1])
    model.weights_ = np.array([0.3, 0.1, 0.2])
    assert 0.1 + 0.2 > 0.3
    assert model.predict([[0]]).tolist() == [0]
    assert model.predict_proba([[0]]).argmax(axis=1).tolist() == [0]


@pytest.mark.parametrize("pool", [key for key in POOL_KINDS if key != "library"])
def test_members_that_differ_by_a_draw_only_are_not_judged_out_of_fold(pool):
    instead = "out_of_bag" if POOL_KINDS[pool].has_out_of_bag else "hold_out"
    model = COMBINERS["stacking"].create(pool=pool, n_members=8, weighting="out_of_fold")
    with pytest.raises(InputError, match=f"differ only by the rows.*weighting='{instead}'"):
        model.fit(X, Y)


WORDS = np.array(["good fun", "bad pain", "good joy", "bad loss", "fun joy", "pain loss"] * 10)
MOODS = np.array([1, 0, 1, 0, 1, 0] * 10)
TEXT_MEMBERS = [
    make_pipeline(TfidfVectorizer(), learner).fit(WORDS[:24], MOODS[:24])
    for learner in (MultinomialNB(), LogisticRegression(), DecisionTreeClassifier(max_depth=1))
]
NEEDS_NO_TABLE = [key for key, info in COMBINERS.items() if "features" not in info.needs]


class TakesAnything(ClassifierMixin, BaseEstimator):
    """A member whose rows are dictionaries."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.array([self.classes_[row["mood"]] for row in X])


@pytest.mark.parametrize("name", NEEDS_NO_TABLE)
def test_prefit_members_of_texts_get_the_texts(name):
    weakest = min(member.score(WORDS, MOODS) for member in TEXT_MEMBERS)
    assert weakest > 0.8
    for words in (list(WORDS), WORDS, pd.Series(WORDS)):
        model = COMBINERS[name].create(prefit=TEXT_MEMBERS).fit(words, MOODS)
        assert model.score(words, MOODS) >= weakest
        assert model.predict_proba(words).shape == (60, 2)
        assert not hasattr(model, "n_features_in_")


def test_prefit_members_of_sparse_matrices_get_them():
    table = scipy.sparse.csr_matrix(TfidfVectorizer().fit_transform(WORDS))
    lines = [LogisticRegression(C=c).fit(table, MOODS) for c in (0.1, 1.0, 10.0)]
    forest = RandomForestClassifier(5, random_state=0).fit(table, MOODS)
    bag = BaggingClassifier(TREE, 5, max_features=0.5, random_state=0).fit(table, MOODS)
    for members in (lines, forest, bag):
        for given in (table, table.tocsc(), scipy.sparse.csr_array(table)):
            model = L2DWKClassifier(prefit=members).fit(given, MOODS)
            dense = L2DWKClassifier(prefit=members)
            dense.fit(table.toarray(), MOODS)
            np.testing.assert_allclose(model.weights_, dense.weights_)
            np.testing.assert_array_equal(model.predict(given), dense.predict(table.toarray()))
            assert model.n_features_in_ == table.shape[1]


def test_prefit_members_of_anything_get_it_and_their_own_complaint_is_heard():
    rows = [{"mood": int(mood)} for mood in MOODS]
    member = TakesAnything().fit(rows, MOODS)
    model = L2DWKClassifier(prefit=[member, member]).fit(rows, MOODS)
    assert (model.predict(rows) == MOODS).all()
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        L2DWKClassifier(prefit=[member]).fit(rows, MOODS[:-1])
    line = LogisticRegression().fit(X[:, :1], Y)
    with pytest.raises(ValueError, match="LogisticRegression does not accept missing values"):
        L2DWKClassifier(prefit=[line]).fit(np.full_like(X[:, :1], np.nan), Y)


def test_it_forgets_the_columns_of_an_earlier_table():
    model = UniformVote(n_members=3).fit(pd.DataFrame(X).add_prefix("c"), Y)
    assert model.n_features_in_ == X.shape[1]
    model.set_params(prefit=TEXT_MEMBERS).fit(WORDS, MOODS)
    assert not hasattr(model, "n_features_in_")
    assert not hasattr(model, "feature_names_in_")


def test_methods_that_compare_rows_say_that_they_need_a_table():
    with pytest.raises(InputError, match=r"RSE compares the rows themselves.*rows × columns"):
        COMBINERS["rse"].create(prefit=TEXT_MEMBERS).fit(WORDS, MOODS)
    listed = X.tolist()
    trees = [DecisionTreeClassifier(max_depth=d, random_state=0).fit(X, Y) for d in (1, 2, 3)]
    model = COMBINERS["rse"].create(prefit=trees).fit(listed, Y, X_unlabelled=listed[:20])
    assert model.report_["unlabelled_rows"] == 20


def test_a_method_that_compares_rows_takes_no_sparse_ones():
    given = [("words", MultinomialNB()), ("tree", DecisionTreeClassifier())]
    assert not get_tags(RSE(estimators=given)).input_tags.sparse
    assert not get_tags(RSE(prefit=[MultinomialNB()])).input_tags.sparse
    assert get_tags(SingleBest(estimators=given)).input_tags.sparse
