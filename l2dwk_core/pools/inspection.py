"""A description of what a fitted member has learned: a sentence, a tree to draw, a small table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.tree import DecisionTreeClassifier, export_text

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, one_line
from l2dwk_core.datasets.encoding import EncodedColumn, TableEncoder
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recorded import RecordedPool

MAX_COLUMNS = 8
"""The number of columns listed for a member that uses all columns."""


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree to be drawn.

    Attributes
    ----------
    parent
        Position of the parent in the list of nodes, −1 for the root. ``yes`` is True when rows
        reach this node by answering the question of the parent with yes.
    depth, position
        ``depth`` is 0 at the root. ``position`` is 0, 1, … for the leaves from left to right; every
        other node is in the middle above its children.
    question
        The question asked at this node; None where the drawing ends.
    answer, share
        Most frequent class among the training rows that reach this node, and its share of them.
    rows
        Number of training rows that reach this node; repeated draws are counted once.
    below
        Number of leaves below this node; 1 for a leaf.
    """

    parent: int
    yes: bool
    depth: int
    position: float
    question: str | None
    answer: str
    share: float
    rows: int
    below: int


@dataclass(frozen=True, eq=False)
class MemberView:
    """A description of one member.

    It has a sentence for every member; for a tree its nodes and its whole text; and for other
    members that give weights to columns, a table of the most important columns.
    """

    sentence: str
    nodes: tuple[TreeNode, ...] = ()
    text: str | None = None
    table: pd.DataFrame | None = None


def view_member(pool: Pool, member: int, *, max_depth: int = 3) -> MemberView:
    """Return the description of a member. Trees are drawn down to ``max_depth`` questions.

    Raise ``InputError`` when there is no such member or the pool holds only answers.
    """
    if not 0 <= member < pool.n_members:
        raise InputError(f"There is no member {member}; there are 0 to {pool.n_members - 1}.")
    if isinstance(pool, RecordedPool):
        raise InputError("Of these members only the answers were kept; train them to look inside.")
    estimator, encoding = pool.members[member], pool.member_encodings[member]
    classes = [str(c) for c in pool.classes[encoding.class_codes]]
    columns = _columns(pool, member)
    if isinstance(estimator, DecisionTreeClassifier):
        return _tree(estimator, columns, classes, max_depth)
    for kind, describe in _OTHERS.items():
        if isinstance(estimator, kind):
            return describe(estimator, columns, classes)
    return _other(estimator, classes)


def _other(estimator: Any, classes: list[str]) -> MemberView:
    """Return the name of an estimator and its options that differ from the defaults."""
    kind = type(estimator)
    defaults = {name: found.default for name, found in signature(kind).parameters.items()}
    chosen = [
        f"{name}={value!r}"
        for name, value in estimator.get_params(deep=False).items()
        if name not in ("random_state", "n_jobs") and repr(value) != repr(defaults.get(name))
    ]
    options = f" with {', '.join(chosen)}" if chosen else ""
    library = kind.__module__.partition(".")[0].replace("sklearn", "scikit-learn")
    return MemberView(
        f"{kind.__name__} of {library}{options}, for the classes {', '.join(classes)}."
    )


def _columns(pool: Pool, member: int) -> list[EncodedColumn]:
    encoding = pool.member_encodings[member]
    encoder, chosen = pool.encoders[encoding.view], encoding.columns
    if isinstance(encoder, TableEncoder):
        found = list(encoder.columns())
        return found if chosen is None else [found[i] for i in chosen]
    n = int(getattr(pool.members[member], "n_features_in_", 0))
    return [EncodedColumn(f"column {i}") for i in range(n)]


def _tree(
    estimator: Any, columns: list[EncodedColumn], classes: list[str], max_depth: int
) -> MemberView:
    tree = estimator.tree_
    leaves = _leaves_below(tree)
    nodes: list[TreeNode] = []
    free = 0.0

    def visit(node: int, parent: int, yes: bool, depth: int) -> float:
        nonlocal free
        place = len(nodes)
        nodes.append(_NOWHERE)
        inner = tree.children_left[node] >= 0 and depth < max_depth
        question, yes_left = None, True
        if inner:
            question, yes_left = _question(tree, node, columns)
            left = visit(int(tree.children_left[node]), place, yes_left, depth + 1)
            right = visit(int(tree.children_right[node]), place, not yes_left, depth + 1)
            position = (left + right) / 2
        else:
            position, free = free, free + 1
        share = tree.value[node, 0] / tree.value[node, 0].sum()
        top = int(share.argmax())
        nodes[place] = TreeNode(
            parent, yes, depth, position, question, classes[top], float(share[top]),
            int(tree.n_node_samples[node]), int(leaves[node]),
        )  # fmt: skip
        return position

    visit(0, -1, True, 0)
    used = sorted({columns[f].name for f in tree.feature[tree.feature >= 0]})
    asks = f"asks about {counted(len(used), 'column')}" if used else "asks nothing"
    return MemberView(
        f"A decision tree of depth {estimator.get_depth()} with "
        f"{counted(leaves[0], 'leaf', 'leaves')}; it {asks}"
        + (f": {', '.join(used)}." if used else "."),
        nodes=tuple(nodes),
        text=export_text(
            estimator,
            # In its own lines the tree is drawn, so no name may begin another.
            feature_names=[one_line(c.title) for c in columns],
            class_names=[one_line(label) for label in classes],
            max_depth=max(1, estimator.get_depth()),
            decimals=4,
        ),
    )


_NOWHERE = TreeNode(-1, True, 0, 0.0, None, "", 0.0, 0, 0)


def _question(tree: Any, node: int, columns: list[EncodedColumn]) -> tuple[str, bool]:
    """Return the question of a node, and whether the left child is reached with the answer yes."""
    column = columns[tree.feature[node]]
    if column.value is None:
        return f"{column.name} ≤ {tree.threshold[node]:.4g}", True
    return column.title, False


def _leaves_below(tree: Any) -> np.ndarray:
    count = np.ones(tree.node_count, dtype=int)
    for node in range(tree.node_count - 1, -1, -1):  # children come after their parent
        if tree.children_left[node] >= 0:
            count[node] = count[tree.children_left[node]] + count[tree.children_right[node]]
    return count


def _neighbours(member: Any, columns: list[EncodedColumn], classes: list[str]) -> MemberView:
    return MemberView(
        f"Asks the {member.n_neighbors} nearest of the {counted(member.n_samples_fit_, 'row')} it "
        f"was trained on, with {counted(len(columns), 'scaled column')}"
        + (" counting alike." if len(columns) > 1 else ".")
    )


def _bayes(member: Any, columns: list[EncodedColumn], classes: list[str]) -> MemberView:
    spread = member.theta_.std(axis=0) / np.sqrt(member.var_.mean(axis=0))
    return MemberView(
        "Gaussian naive Bayes: every column is a bell curve for each class. "
        "The columns whose means differ most between the classes, scaled to variance 1:",
        table=_listed(columns, spread, member.theta_, classes),
    )


def _logistic(member: Any, columns: list[EncodedColumn], classes: list[str]) -> MemberView:
    coefficients, shown = member.coef_, classes
    if len(coefficients) == 1:
        shown = classes[1:]
    return MemberView(
        "Logistic regression: a weighted sum of scaled columns for each class. The columns with "
        "the largest coefficients; above 0 speaks for the class:",
        table=_listed(columns, np.abs(coefficients).max(axis=0), coefficients, shown),
    )


def _network(member: Any, columns: list[EncodedColumn], classes: list[str]) -> MemberView:
    sizes = [len(columns), *np.atleast_1d(member.hidden_layer_sizes).tolist(), member.n_outputs_]
    weights = sum(w.size for w in (*member.coefs_, *member.intercepts_))
    return MemberView(
        f"A neural network with layers of {' → '.join(map(str, sizes))} units ({member.activation}"
        f") and {weights:,} weights, trained for {counted(member.n_iter_, 'step')}."
    )


def _constant(member: Any, columns: list[EncodedColumn], classes: list[str]) -> MemberView:
    return MemberView(f"Always answers {classes[0]}: it drew rows of this class only.")


_OTHERS: dict[type, Callable[[Any, list[EncodedColumn], list[str]], MemberView]] = {
    KNeighborsClassifier: _neighbours,
    GaussianNB: _bayes,
    LogisticRegression: _logistic,
    MLPClassifier: _network,
    DummyClassifier: _constant,
}


def _listed(
    columns: list[EncodedColumn], importance: np.ndarray, values: np.ndarray, classes: list[str]
) -> pd.DataFrame:
    top = np.argsort(-importance, kind="stable")[:MAX_COLUMNS]
    table = pd.DataFrame({"column": [columns[i].title for i in top]})
    for name, row in zip(classes, values, strict=True):
        table[name] = row[top]
    return table
