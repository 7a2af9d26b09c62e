"""The page reads votes as ``read_votes`` does, also where the true label has an unusual form."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from pages.state.own_votes import read_draft
from tests.votes import answers


def table(truth, classes=("a", "b"), n=60, **columns):
    rng = np.random.default_rng(0)
    labels = rng.choice(classes, n)
    said = {m: np.where(rng.random(n) < 0.8, labels, rng.permutation(labels)) for m in ("rf", "nn")}
    return pd.DataFrame({truth: labels} | said)


def test_the_page_finds_the_true_label_that_the_core_finds():
    one_hot = table("y", ("cat", "dog", "emu"))
    for label in ("cat", "dog", "emu"):
        one_hot[f"true_{label}"] = (one_hot["y"] == label).astype(int)
    named_as_classes = table("truth").rename(columns={"rf": "a", "nn": "b"})
    for frame, label in (
        (table("group"), "group"),
        (table("stage"), "stage"),
        (named_as_classes, "truth"),
        (one_hot.drop(columns="y"), None),
    ):
        content = answers.csv(frame)
        draft = read_draft(content, name="v.csv")
        assert draft.dataset is not None, (label, draft.problem)
        assert draft.target == label
        assert draft.dataset.votes.labels.tolist() == read_votes(content).labels.tolist()


def test_where_nothing_tells_the_true_label_the_page_lets_the_reader_choose():
    frame = table("mood").rename(columns={"rf": "Anna", "nn": "Cleo"})
    content = answers.csv(frame)
    draft = read_draft(content, name="v.csv")
    assert draft.dataset is None and draft.target is None
    assert draft.columns == ("mood", "Anna", "Cleo")
    assert "Columns 'Cleo' and 'mood' may be the true label" in draft.problem
    assert read_draft(content, name="v.csv", target="mood").dataset.votes.models == ("Anna", "Cleo")
