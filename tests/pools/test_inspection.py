"""What a member has learned, against its own predictions and scikit-learn's words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.figures.lab.members import (
    kept_members_figure,
    member_tree_figure,
    member_weight_figure,
)
from l2dwk_core.pools.inspection import view_member
from l2dwk_core.pools.train_pool import train_pool
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.saved import load_run, save_run


def _answer(view, row):
    """Follow the drawn questions by hand, down to a node without one."""
    place = 0
    while view.nodes[place].question is not None:
        question = view.nodes[place].question
        if " ≤ " in question:
            name, _, number = question.partition(" ≤ ")
            yes = float(row[name]) <= float(number)
        else:
            name, _, value = question.partition(" is ")
            yes = str(row[name]) == value
        place = next(i for i, n in enumerate(view.nodes) if n.parent == place and n.yes == yes)
    return view.nodes[place].answer


@pytest.mark.parametrize("name", ["zoo", "glass", "lymph"])
@pytest.mark.parametrize("kind", ["bagging", "random_forest", "adaboost"])
def test_following_the_drawn_tree_gives_the_member_s_answers(name, kind):
    data = load_dataset(name)
    pool = train_pool(data.X, data.y, kind=kind, n_members=3, seed=1)
    sample = data.X.iloc[::7]
    for member in range(pool.n_members):
        view = view_member(pool, member, max_depth=100)
        told = [_answer(view, row) for _, row in sample.iterrows()]
        predicted = pool.predict_labels(sample)[:, member]
        # Thresholds are drawn with four digits, so a row on the edge may fall to the other side.
        assert np.mean(np.array(told) == predicted) > 0.9
        assert all(n.below == 1 for n in view.nodes if n.question is None)
        root = view.nodes[0]
        assert root.below == pool.members[member].get_n_leaves()
        assert root.rows == pool.members[member].tree_.n_node_samples[0]


def test_drawing_stops_at_its_depth_and_counts_what_is_below():
    data = load_dataset("glass")
    pool = train_pool(data.X, data.y, n_members=1)
    view = view_member(pool, 0, max_depth=2)
    assert max(n.depth for n in view.nodes) == 2
    ends = [n for n in view.nodes if n.question is None]
    assert sum(n.below for n in ends) == pool.members[0].get_n_leaves()
    assert sum(n.rows for n in ends) == view.nodes[0].rows
    assert [n.position for n in ends] == sorted(n.position for n in ends)
    assert f"with {view.nodes[0].below} leaves" in view.sentence
    assert view.text.count("class:") == view.nodes[0].below


def test_symbols_and_gaps_are_named():
    data = load_dataset("hepatitis")
    pool = train_pool(data.X, data.y, kind="adaboost", n_members=1)
    titles = [c.title for c in pool.encoders["tree"].columns()]
    assert len(titles) == pool.encoders["tree"].transform(data.X).shape[1]
    assert any(title.endswith(" is missing") for title in titles)
    assert len(set(titles)) == len(titles)


def test_rare_values_share_a_column():
    names = np.repeat([f"n{i}" for i in range(150)], 2)
    table = pd.DataFrame({"name": pd.Categorical(names), "size": np.arange(300.0)})
    encoder = tree_encoder(table)
    titles = [c.title for c in encoder.columns()]
    encoded = encoder(table)
    assert len(titles) == encoded.shape[1]
    assert titles[0] == "size"
    assert titles[-1] == "name is a rare value"
    for place, title in enumerate(titles[1:-1], start=1):
        np.testing.assert_array_equal(
            encoded[:, place] == 1, names == title.removeprefix("name is ")
        )


def test_every_family_says_what_it_is():
    data = load_dataset("glass")
    pool = train_pool(data.X, data.y, kind="mixed", n_members=5)
    tree, near, bayes, logistic, network = (view_member(pool, j) for j in range(5))
    assert tree.nodes
    assert "5 nearest" in near.sentence
    assert len(bayes.table) == 8
    assert "9 → 16 → 6 units" in network.sentence
    strongest = np.abs(pool.members[3].coef_).max(axis=0).argmax()
    assert logistic.table["column"][0] == data.X.columns[strongest]
    shown = logistic.table.loc[0, list(pool.classes)].to_numpy(dtype=float)
    np.testing.assert_array_equal(shown, pool.members[3].coef_[:, strongest])


def test_members_that_are_not_there(tmp_path):
    run = prepare_run("zoo", n_members=3)
    with pytest.raises(InputError, match="no member 3; there are 0 to 2"):
        view_member(run.pool, 3)
    save_run(run, tmp_path / "run.npz")
    with pytest.raises(InputError, match="train them to look inside"):
        view_member(load_run(tmp_path / "run.npz").pool, 0)


def test_figures_show_the_run():
    run = prepare_run("glass", n_members=31).solve()
    right = run.oracle.member_accuracy
    for j in (0, 30):
        rows = range(run.oracle.n_rows)
        assert right[j] == np.mean(
            [run.oracle.codes[k, j] == run.oracle.label_codes[k] for k in rows]
        )
    chosen = int(run.trace.weights.argmax())
    kept = kept_members_figure(run, chosen)
    for name, weighted in (("with weight", True), ("without weight", False)):
        dots = next(t for t in kept.figure.data if t.name == name)
        members = np.asarray(dots.customdata)
        np.testing.assert_array_equal(dots.x, right[members])
        np.testing.assert_array_equal(dots.y > 0, np.full(len(members), weighted))
    line = member_weight_figure(run, chosen).figure.data[-1]
    np.testing.assert_array_equal(line.y, run.trace.weight_path[:, chosen])
    view = view_member(run.pool, chosen)
    tree = member_tree_figure(view, run.pool.names[chosen])
    assert tree.title.endswith(f"questions of member {chosen}")
    assert len(tree.figure.data[1].x) == len(view.nodes) == len(tree.tables["nodes"]())
    for node, label in zip(view.nodes, tree.figure.data[1].text, strict=True):
        assert (node.question or node.answer) in label.replace("<br>", "")


def test_a_model_without_a_drawing_is_named_with_its_options():
    data = load_dataset("zoo")
    pool = train_pool(data.X, data.y, kind="library", n_members=12, n_jobs=1)
    views = {name: view_member(pool, j) for j, name in enumerate(pool.names)}
    assert views["Decision tree, no limit"].nodes
    support = views["SVM, C = 1"]
    assert not support.nodes
    assert support.sentence.startswith("SVC of scikit-learn with C=1, for the classes amphibian, ")
    boosting = views["Gradient boosting, 8 leaves"].sentence
    assert "HistGradientBoostingClassifier" in boosting
    assert "max_leaf_nodes=8" in boosting
    assert all(view.sentence.endswith((".", ":")) for view in views.values())
