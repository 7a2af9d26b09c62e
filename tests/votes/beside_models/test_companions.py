"""Numbers beside the probabilities of a model, such as an uncertainty, are no models."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(n=80, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    columns = {
        model: np.clip(0.25 + 0.5 * truth + rng.normal(0, 0.2, n), 0.01, 0.99).round(3)
        for model in ("rf", "svm")
    }
    return pd.DataFrame({"y": truth, **columns}), rng


BESIDE = {
    "unc": lambda p, rng: 0.3 * rng.random(len(p)),
    "lo": lambda p, rng: p * 0.8,
    "hi": lambda p, rng: p + 0.2 * (1 - p),
    "q05": lambda p, rng: p * 0.7,
    "time": lambda p, rng: rng.random(len(p)) / 3,
    "runtime": lambda p, rng: 9.5 * rng.random(len(p)),
    "err": lambda p, rng: abs(p - 0.5),
    "rank": lambda p, rng: (p.rank() / len(p)).round(3),
    "iqr": lambda p, rng: rng.random(len(p)) / 5,
    "nll": lambda p, rng: -np.log(p),
    "epistemic_unc": lambda p, rng: rng.random(len(p)) / 9,
    "cutoff": lambda p, rng: 0.4 + 0.2 * rng.random(len(p)),
    "seed": lambda p, rng: rng.integers(0, 2, len(p)),
}


@pytest.mark.parametrize("word", BESIDE)
@pytest.mark.parametrize("form", ["{}_{}", "p_{}_{}", "{}.{}", "{} ({})", "{1}_{0}"])
def test_what_stands_beside_a_model_is_left_out(word, form):
    plain, rng = made()
    frame = plain.copy()
    for model in ("rf", "svm"):
        frame[form.format(model, word)] = np.round(BESIDE[word](plain[model], rng), 3)
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    assert np.array_equal(read.probabilities, read_votes(answers.csv(plain)).probabilities)
    assert f"'{form.format('rf', word)}' is left out" in notes_of(read)


def test_a_bound_is_on_its_side_and_a_threshold_of_labels_is_a_model():
    frame, _ = made()
    frame["rf_low"] = frame["svm"].to_numpy()[::-1]
    assert read_votes(answers.csv(frame)).models == ("rf", "svm", "rf_low")
    labels = frame[["y", "rf", "svm"]].round().astype(int)
    labels["rf_cutoff"] = (frame["rf"] > 0.4).astype(int)
    assert read_votes(answers.csv(labels)).models == ("rf", "svm", "rf_cutoff")


def test_a_class_is_no_word_beside_a_model():
    frame, _ = made()
    frame["y"] = frame["y"].map({0: "high", 1: "low"})
    frame = frame.rename(columns={"rf": "rf_low", "svm": "rf"})
    assert "rf_low" in read_votes(answers.csv(frame[["y", "rf_low"]])).notes[1]
    with_both = frame.assign(rf_high=1 - frame["rf_low"])[["y", "rf_low", "rf_high"]]
    assert read_votes(answers.csv(with_both)).models == ("rf",)


@pytest.mark.parametrize("name", ["ki67", "ejection_fraction", "age_norm", "dice", "rf_extra"])
def test_every_column_read_as_a_model_is_named_and_compared_with_chance(name):
    frame, rng = made()
    frame[name] = rng.random(len(frame)).round(3)
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm", name)
    assert f"Each is read as a model: 'rf', 'svm', '{name}'." in notes_of(read)
    assert any(name in line and "than chance explains" in line for line in findings(read))


def test_a_mean_of_the_models_with_a_column_for_each_class_is_a_finding():
    for classes in (("no", "yes"), ("a", "b", "c")):
        rng = np.random.default_rng(0)
        proba = rng.dirichlet(np.ones(len(classes)), (60, 2)).round(3)
        proba[..., -1] = 1 - proba[..., :-1].sum(axis=2)
        for name in ("mean", "avg", "mean_prob", "weighted", "stack", "final", "blend"):
            three = {"rf": proba[:, 0], "svm": proba[:, 1], name: proba.mean(axis=1)}
            columns = {f"{m}_{c}": p[:, j] for m, p in three.items() for j, c in enumerate(classes)}
            truth = np.array(classes)[rng.integers(0, len(classes), 60)]
            read = read_votes(answers.csv(pd.DataFrame({"truth": truth, **columns})))
            told = f"Model {name} is by its name a combination of models"
            assert read.models[-1] != name or any(told in line for line in findings(read)), name
