"""Wines, and three classifiers given by name, as StackingClassifier takes them."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import l2dwk_core as l2

X, Y = load_wine(return_X_y=True)
NAMES = np.array(["barolo", "grignolino", "barbera"])
LABELS = NAMES[Y]
TABLE = pd.DataFrame(X).add_prefix("c")
SVM = SVC(C=2.0)
BAYES = GaussianNB()
TREE = DecisionTreeClassifier(max_depth=3, random_state=0)
THREE = [("svm", SVM), ("bayes", BAYES), ("tree", TREE)]


def classifier(**parameters):
    return l2.L2DWKClassifier(**{"estimators": THREE, "lam": 1.0, **parameters})
