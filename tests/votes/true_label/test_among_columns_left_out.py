"""The first and the last column are those of the ones that can be the true label or votes: a fold,
an age, a price or a text before, between or behind them does not matter."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

N = 150
LEFT_OUT = {
    "id": np.arange(N),
    "fold": np.arange(N) % 5,
    "age": 18 + np.arange(N) * 7 % 60,
    "price": np.random.default_rng(1).normal(5, 2, N).round(2),
    "text": [f"text {i} of many" for i in range(N)],
    "date": pd.date_range("2024-01-01", periods=N).astype(str),
    "city": np.array(["Ulm", "Bonn", "Kiel"])[np.arange(N) % 3],
}
LAYOUTS = "T,M|id,T,M|id,fold,T,M|id,age,T,M|age,price,T,M|T,age,M|city,date,T,M|id,text,T,M"
LAYOUTS += "|M,T|M,T,age|M,T,id,age|age,M,T,price|id,M,T,text|M,age,T|fold,M,text,T,city,price"
CLASSES = {
    "emotion": ("joy", "anger", "fear"),
    "species2": ("a", "b", "c"),
    "smoking": (0, 1),
    "income": ("<=50K", ">50K"),
}


def table(layout, truth, models):
    rng = np.random.default_rng(4)
    classes = np.array(CLASSES[truth])
    label = rng.choice(classes, N)
    frame = {}
    for part in layout.split(","):
        if part == "T":
            frame[truth] = label
        elif part == "M":
            for model in models:
                frame[model] = np.where(rng.random(N) < 0.75, label, rng.choice(classes, N))
        else:
            frame[part] = LEFT_OUT[part]
    return pd.DataFrame(frame)


def labels_or_refusal(frame):
    try:
        return read_votes(answers.csv(frame)).labels.tolist()
    except InputError as refused:
        return str(refused)


@pytest.mark.parametrize("layout", LAYOUTS.split("|"))
@pytest.mark.parametrize("truth", CLASSES)
@pytest.mark.parametrize(
    "models",
    [("bert", "tfidf", "ours"), ("lgb", "xgb", "cat"), ("rf", "xgb", "stack"),
     ("lgb_oof", "xgb_oof", "cat_oof", "nn_oof"), ("oof_lgb", "oof_xgb", "oof_cat")],
)  # fmt: skip
def test_the_true_label_is_found_wherever_other_columns_stand(layout, truth, models):
    frame = table(layout, truth, models)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == frame[truth].astype(str).tolist()
    assert read.models == models


@pytest.mark.parametrize("layout", LAYOUTS.split("|"))
@pytest.mark.parametrize("truth", CLASSES)
@pytest.mark.parametrize("models", [("alpha", "beta", "gamma"), ("resnet", "vgg", "custom")])
def test_a_model_is_never_taken_where_the_true_label_may_be_another(layout, truth, models):
    frame = table(layout, truth, models)
    found = labels_or_refusal(frame)
    if isinstance(found, str):
        assert "may be the true label, or a model" in found and repr(truth) in found
    else:
        assert found == frame[truth].astype(str).tolist()


def test_a_property_is_no_reason_to_take_a_model_as_the_only_likely_column():
    frame = table("id,M,T,fold", "smoking", ("rf", "zk2", "svm"))
    frame = frame[["id", "rf", "smoking", "zk2", "svm", "fold"]]
    with pytest.raises(InputError, match="'zk2' and 'smoking' may be the true label"):
        read_votes(answers.csv(frame))


def test_a_model_at_one_end_is_asked_about_when_models_agree_more_with_a_column_between():
    frame = table("M,T", "emotion", ("rf", "svm", "custom"))
    frame["custom"] = frame["custom"].where(np.arange(N) % 2 == 0, np.roll(frame["custom"], 1))
    frame = frame[["rf", "svm", "emotion", "custom"]]
    with pytest.raises(InputError, match="'custom' and 'emotion' may be the true label"):
        read_votes(answers.csv(frame))


def test_of_two_properties_before_the_models_the_one_that_they_predict_is_the_label():
    frame = table("T,M", "income", ("rf", "svm"))
    label = frame["income"].to_numpy()
    noise = np.random.default_rng(8).choice(label, N)
    frame.insert(0, "education", np.where(np.arange(N) % 4 == 0, label, noise))
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == label.tolist()
    assert "named as models are" in notes_of(read)


def test_a_yes_or_no_by_chance_is_no_rival_of_a_property_that_the_models_predict():
    frame = table("id,age,M,T", "smoking", ("rf", "svm"))
    frame.insert(2, "caries", np.arange(N) // 3 % 2)
    assert read_votes(answers.csv(frame)).labels.tolist() == frame["smoking"].astype(str).tolist()
