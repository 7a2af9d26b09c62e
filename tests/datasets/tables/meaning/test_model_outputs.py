"""Predictions of a model beside the data are no inputs; per cents predicted and pre-tests are."""

from __future__ import annotations

import random

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

N = 60
STREAM = random.Random(7)
TRUTH = [STREAM.choice("bm") for _ in range(N)]
LABELS = [label if STREAM.random() < 0.85 else "bm"[label == "b"] for label in TRUTH]
SCORES = [
    round(0.2 + 0.5 * (label == "m") + 0.3 * STREAM.random(), 3) for label in LABELS
]  # fmt: skip
RADII = [round(10 + 8 * STREAM.random(), 2) for _ in range(N)]
TEXTURES = [round(15 + 9 * STREAM.random(), 2) for _ in range(N)]
ONE_MINUS = [round(1 - score, 3) for score in SCORES]
NUMBERS = [int(label == "m") for label in LABELS]


def draft(truth="diagnosis", first=False, **outputs):
    columns = {"radius": RADII, "texture": TEXTURES, **outputs}
    columns = {truth: TRUTH, **columns} if first else {**columns, truth: TRUTH}
    rows = zip(*columns.values(), strict=True)
    lines = ["\t".join(columns), *("\t".join(map(str, row)) for row in rows)]
    return inspect_table("\n".join(lines).encode())


OUTPUTS = {
    "KNIME": {
        "P (diagnosis=b)": ONE_MINUS,
        "P (diagnosis=m)": SCORES,
        "Prediction (diagnosis)": LABELS,
    },
    "RapidMiner": {
        "prediction(diagnosis)": LABELS,
        "confidence(b)": ONE_MINUS,
        "confidence(m)": SCORES,
    },
    "Weka": {"prediction margin": SCORES, "predicted diagnosis": LABELS},
    "Weka, in one word": {"predicteddiagnosis": LABELS},
    "Orange": {
        "Random Forest (b)": ONE_MINUS,
        "Random Forest (m)": SCORES,
        "Random Forest": LABELS,
    },
    "Orange, another": {
        "Neural Network (b)": ONE_MINUS,
        "Neural Network (m)": SCORES,
        "Neural Network": LABELS,
    },
    "SPSS": {"PRE_1": SCORES, "PGR_1": LABELS, "ZRE_1": SCORES},
    "scikit-learn": {"y_pred": LABELS, "y_proba": SCORES},
    "short": {"pred": NUMBERS},
    "Azure": {"Scored Labels": LABELS, "Scored Probabilities": SCORES},
    "Modeler": {"$C-diagnosis": LABELS, "$CC-diagnosis": SCORES},
    "SAS": {"I_diagnosis": LABELS, "P_diagnosism": SCORES, "F_diagnosis": TRUTH},
    "tidymodels": {".pred_class": LABELS, ".pred_m": SCORES},
    "broom": {".fitted": SCORES, ".resid": ONE_MINUS},
    "H2O": {"predict": LABELS, "p0": ONE_MINUS, "p1": SCORES},
    "JMP": {"Prob[m]": SCORES, "Most Likely diagnosis": LABELS},
    "by hand": {"diagnosis_pred": LABELS, "prob_m": SCORES, "rf_prob": SCORES},
    "by the class": {"diagnosis_probability": SCORES, "P(m)": SCORES, "ensemble_pred": LABELS},
    "H2O, by class": {"predict": LABELS, "b": ONE_MINUS, "m": SCORES},
    "with a confidence": {"Prediction": LABELS, "Confidence": SCORES},
    "by models": {"svm": LABELS, "rf": LABELS},
    "German": {"Vorhersage": LABELS, "vorhergesagte Klasse": LABELS},
    "numbered": {"prediction_2": NUMBERS, "Prediction 10": NUMBERS},
}


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("program", OUTPUTS)
def test_what_a_model_predicts_is_no_input(program, first):
    found = draft(first=first, **OUTPUTS[program])
    assert found.target == "diagnosis"
    data = found.to_dataset()
    assert list(data.X) == ["radius", "texture"]
    for name in OUTPUTS[program]:
        assert any(
            f"{name!r} is left out" in note and "a model's prediction" in note
            for note in data.notes
        )
        other = next(one.role for one in found.proposals if one.column == name)
        assert name in found.to_dataset(roles={name: other}).X


def test_a_class_with_another_name_is_found_beside_predictions():
    assert draft("cls", first=True, **OUTPUTS["tidymodels"]).target == "cls"


@pytest.mark.parametrize(
    "columns",
    [
        {"FEV1": RADII, "FEV1_pred": TEXTURES},
        {"FEV1 % predicted": SCORES},
        {"PRE_1": NUMBERS, "POST_1": NUMBERS},
        {"rf": LABELS},
        {"dose (0)": SCORES, "dose (1)": ONE_MINUS, "flag": NUMBERS},
        {"confidence": SCORES, "margin": SCORES},
        {"p0": SCORES, "p1": SCORES},
        {"tree": LABELS},
    ],
)
def test_what_is_measured_stays(columns):
    assert list(draft(**columns).to_dataset().X) == ["radius", "texture", *columns]


def test_the_rows_of_a_filter_are_no_input():
    assert list(draft(**{"filter_$": NUMBERS}).to_dataset().X) == ["radius", "texture"]


def test_predictions_alone_are_the_class_of_their_table():
    rows = "\n".join(map("{},{},{}".format, RADII, TEXTURES, LABELS))
    found = inspect_table(f"radius,texture,prediction\n{rows}".encode())
    assert found.target == "prediction"
    assert list(found.to_dataset().X) == ["radius", "texture"]


def test_a_table_of_predictions_alone_is_one_of_votes():
    rows = "\n".join(map("{},{},{}".format, TRUTH, LABELS, LABELS))
    with pytest.raises(InputError, match="Your models"):
        inspect_table(f"class,y_pred,svm_pred\n{rows}".encode()).to_dataset()
