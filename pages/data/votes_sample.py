"""A sample file with the votes of five models, made from a built-in dataset."""

from __future__ import annotations

from functools import cache

import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.datasets import load_dataset
from l2dwk_core.votes.estimator_votes import out_of_fold
from l2dwk_core.votes.votes import Votes

DATASET = "glass"
FORMS = {"labels": "predicted labels", "probabilities": "probabilities"}
LABEL = "label"


def sample(form: str) -> bytes:
    """Return a CSV file of the form "labels" or "probabilities", with one row for each case."""
    votes = _votes()
    if form == "labels":
        table = pd.DataFrame(votes.predictions, columns=list(votes.models))
    else:
        assert votes.probabilities is not None  # all of these models have them
        table = pd.DataFrame(
            {
                f"{model}: {label}": votes.probabilities[:, j, c].round(4)
                for j, model in enumerate(votes.models)
                for c, label in enumerate(votes.classes)
            }
        )
    return csv_text(table.assign(**{LABEL: votes.labels})).encode()


@cache
def _votes() -> Votes:
    """Return the votes of each model on every row. The models were fitted without that row."""
    data = load_dataset(DATASET)
    models = [
        ("tree of depth 4", DecisionTreeClassifier(max_depth=4, random_state=0)),
        ("5 neighbours", make_pipeline(StandardScaler(), KNeighborsClassifier(5))),
        ("naive Bayes", GaussianNB()),
        (
            "logistic regression",
            make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
        ),
        ("forest of 50", RandomForestClassifier(50, random_state=0, n_jobs=1)),
    ]
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return out_of_fold(models, data.X, data.y, folds, n_jobs=1)
