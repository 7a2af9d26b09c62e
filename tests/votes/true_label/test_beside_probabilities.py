"""The true label under a name that tells nothing, beside columns of probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import InputError, read_votes

N = 120
CLASSES = ("control", "enlarged", "reduced")


def table(columns: dict[str, object]) -> bytes:
    rows = zip(*columns.values(), strict=True)
    return "\n".join(",".join(map(str, row)) for row in [[*columns], *rows]).encode()


def probabilities(truth: np.ndarray, many: int, seed: int) -> np.ndarray:
    draw = np.random.default_rng(seed)
    raw = draw.random((N, many)) + 0.8 * np.eye(many)[truth]
    return (raw / raw.sum(axis=1, keepdims=True)).round(6)


@pytest.mark.parametrize("name", ["Treatment", "sex", "diet", "test_site", "zone7"])
@pytest.mark.parametrize("models", [("rf", "k-NN"), ("m one", "m two"), ("alpha", "beta")])
def test_names_that_end_with_its_classes_tell_the_label(name: str, models) -> None:
    truth = np.random.default_rng(1).integers(0, 3, N)
    columns: dict[str, object] = {"site": [f"s{i % 5}" for i in range(N)]}
    columns[name] = [CLASSES[code] for code in truth]
    cubes = [probabilities(truth, 3, seed) for seed in range(len(models))]
    for model, cube in zip(models, cubes, strict=True):
        columns |= {f"{model}_{c}": cube[:, at] for at, c in enumerate(CLASSES)}
    votes = read_votes(table(columns))
    assert votes.labels.tolist() == columns[name]
    assert votes.models == models
    for at, cube in enumerate(cubes):
        assert votes.predictions[:, at].tolist() == [CLASSES[k] for k in cube.argmax(axis=1)]


def test_certain_answers_of_neighbours_are_no_label() -> None:
    truth = np.random.default_rng(2).integers(0, 2, N)
    columns: dict[str, object] = {"sex": ["FM"[code] for code in truth]}
    for model in ("lr", "k-NN"):
        cube = probabilities(truth, 2, 5)
        cube = cube if model == "lr" else np.eye(2, dtype=int)[cube.argmax(axis=1)]
        columns |= {f"{model}_F": cube[:, 0], f"{model}_M": cube[:, 1]}
    votes = read_votes(table(columns))
    assert votes.labels.tolist() == columns["sex"]
    assert votes.models == ("lr", "k-NN")


def test_the_only_column_that_can_be_classes_is_the_label() -> None:
    truth = np.random.default_rng(3).integers(0, 2, N)
    one, two = (probabilities(truth, 2, seed)[:, 1] for seed in (7, 8))
    votes = read_votes(table({"IndOHare": truth, "a": one, "b": two}))
    assert votes.labels.tolist() == truth.astype(str).tolist()
    assert any("the only one that can be classes" in note for note in votes.notes)
    for also in ({"age": truth}, {"IndOHare": truth, "IndDelta": truth[::-1]}):
        with pytest.raises(InputError, match="true label"):
            read_votes(table({**also, "a": one, "b": two}))


@pytest.mark.parametrize("name", ["col4", "D3"])
def test_beside_predictions_by_name_the_only_other_column_is_the_label(name: str) -> None:
    draw = np.random.default_rng(4)
    truth = draw.integers(0, 2, N)
    columns = {name: truth}
    for model in ("pred_rf", "pred_svm"):
        columns[model] = np.where(draw.random(N) < 0.8, truth, 1 - truth)
    assert read_votes(table(columns)).labels.tolist() == truth.astype(str).tolist()


def test_numbers_behind_the_names_of_models_are_no_classes() -> None:
    draw = np.random.default_rng(6)
    truth = draw.integers(0, 2, N)
    columns = {"grade_of_school": draw.integers(1, 4, N), "outfit": truth}
    for at in (1, 2, 3):
        columns[f"model_{at}"] = np.where(draw.random(N) < 0.9, truth, 1 - truth)
    votes = read_votes(table(columns))
    assert votes.labels.tolist() == truth.astype(str).tolist()
    assert votes.models == ("model_1", "model_2", "model_3")


def test_probabilities_of_0_and_1_beside_true_and_false_are_those_of_a_model() -> None:
    truth = np.random.default_rng(7).integers(0, 2, N)
    columns: dict[str, object] = {"target": [str(bool(code)) for code in truth]}
    for model in ("rf", "dt"):
        cube = probabilities(truth, 2, 9)
        cube = cube if model == "rf" else np.eye(2)[cube.argmax(axis=1)]
        columns |= {f"{model}_False": cube[:, 0], f"{model}_True": cube[:, 1]}
    votes = read_votes(table(columns))
    assert votes.models == ("rf", "dt")
    assert (votes.predictions[:, 0] == votes.predictions[:, 1]).all()


def test_the_class_that_tidymodels_names_is_no_third_probability() -> None:
    # Where nearly all votes are for 0, the three columns sum to 1 in nearly all rows.
    draw = np.random.default_rng(8)
    truth = (draw.random(N) < 0.1).astype(int)
    second = np.clip(0.6 * truth + 0.4 * draw.random(N), 0, 1).round(1)
    columns = {".pred_0": (1 - second).round(1), ".pred_1": second}
    columns |= {"id": [f"Fold{at % 5}" for at in range(N)], ".row": np.arange(1, N + 1)}
    columns |= {".pred_class": (second > 0.5).astype(int), "low": truth}
    votes = read_votes(table(columns))
    assert votes.labels.tolist() == truth.astype(str).tolist()
    assert votes.predictions[:, 0].tolist() == (second > 0.5).astype(int).astype(str).tolist()


def test_the_probability_of_a_class_y_is_no_true_label() -> None:
    truth = np.random.default_rng(10).integers(0, 2, N)
    cube = probabilities(truth, 2, 12)
    columns: dict[str, object] = {"predict": ["ny"[code] for code in cube.argmax(axis=1)]}
    columns |= {"n": cube[:, 0], "y": cube[:, 1], "yesno": ["ny"[code] for code in truth]}
    votes = read_votes(table(columns))
    assert votes.labels.tolist() == columns["yesno"]
    assert votes.predictions[:, 0].tolist() == columns["predict"]
