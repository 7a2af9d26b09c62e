"""Answers of one model with several settings, one below the other, are refused with the column."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def caret(settings, repeats=1, classes=("no", "yes"), n=30, seed=0):
    """What caret's ``fit$pred`` holds: all settings of each resample."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(classes, n)
    rows = []
    for repeat in range(repeats):
        for setting in pd.DataFrame(settings).to_dict("records"):
            said = np.where(rng.random(n) < 0.8, truth, rng.choice(classes, n))
            fold = [f"Fold{1 + i % 5}.Rep{1 + repeat}" for i in range(n)]
            columns = {"pred": said, "obs": truth, "rowIndex": np.arange(1, n + 1)}
            rows.append(pd.DataFrame(columns | setting | {"Resample": fold}))
    return pd.concat(rows)


SETTINGS = {
    "mtry": {"mtry": [2, 5, 9]},
    "gbm": {"n.trees": [50, 100], "interaction.depth": [1, 2], "shrinkage": 0.1},
    "svm": {"C": [0.25, 0.5, 1.0], "sigma": 0.0345},
    "ranger": {"mtry": [2, 2], "splitrule": ["gini", "extratrees"], "min.node.size": 1},
    "search": {"param_clf__max_depth": [1, 2, 3]},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("repeats", [1, 3])
@pytest.mark.parametrize("classes", [("no", "yes"), ("0", "1"), ("1", "2")])
def test_several_settings_of_caret_are_refused_by_their_column(settings, repeats, classes):
    frame = caret(settings, repeats, classes)
    first = next(name for name in settings if frame[name].nunique() > 1)
    with pytest.raises(InputError, match=f"one model with several settings.*'{first}'.*is a model"):
        read_votes(answers.csv(frame))
    share = np.random.default_rng(1).random(len(frame)).round(3)
    probabilities = {classes[0]: (1 - share).round(3), classes[1]: share}
    with pytest.raises(InputError, match="one model with several settings"):
        read_votes(answers.csv(frame.assign(**probabilities)))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_the_rows_of_one_setting_are_one_model(settings):
    one = {name: [pd.Series(values).iloc[0]] for name, values in settings.items()}
    read = read_votes(answers.csv(caret(one)))
    assert read.models == ("pred",) and read.n_rows == 30


def test_settings_beside_several_models_are_properties_of_the_cases():
    frame = answers.table().assign(size=np.arange(150) % 3 + 1, k=np.arange(150) % 4)
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    one = frame[["bayes", "size", "label"]].assign(patient=np.arange(150))
    assert read_votes(answers.csv(one)).models == ("bayes",)
    assert "'size' is left out" in notes_of(read_votes(answers.csv(one)))
