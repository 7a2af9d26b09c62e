"""A test set with its features, to which the predictions of some models were added."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import InputError, read_votes

N = 200
MODELS = ("rf", "knn", "nb")


def columns(seed: int = 3) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(seed)
    truth = draw.integers(0, 2, N)
    answers = {name: np.where(draw.random(N) < 0.8, truth, 1 - truth) for name in MODELS}
    return {
        "weight": draw.normal(70, 10, N).round(1),
        "alloy": np.where(draw.random(N) < 0.65, truth, 1 - truth),
        "height": draw.normal(170, 9, N).round(1),
        "ward_type": draw.choice(["u", "v", "w"], N),
        "zinc": draw.integers(0, 2, N),
        "outfit": truth,
        **answers,
    }


def written(order: list[str], found: dict[str, np.ndarray]) -> bytes:
    rows = zip(*(found[name] for name in order), strict=True)
    return "\n".join(",".join(map(str, row)) for row in [order, *rows]).encode()


def test_features_of_0_and_1_are_no_models() -> None:
    found = columns()
    votes = read_votes(written([*found], found), "outfit")
    assert votes.models == MODELS
    for name in MODELS:
        assert (votes.predictions[:, MODELS.index(name)] == found[name].astype(str)).all()
    told = {name: [n for n in votes.notes if repr(name) in n] for name in ("alloy", "zinc")}
    assert "apart from those named as models" in told["alloy"][0]
    assert "no more often than chance explains" in told["zinc"][0]


def test_a_name_of_its_own_among_those_of_models_is_kept() -> None:
    found = columns()
    found["ours2"] = found["rf"] * found["knn"]
    votes = read_votes(written(["height", "outfit", "rf", "ours2", "knn", "nb"], found), "outfit")
    assert votes.models == ("rf", "ours2", "knn", "nb")
    found["zeta"] = found.pop("ours2")
    votes = read_votes(written(["height", "outfit", "zeta", "rf", "knn", "nb"], found), "outfit")
    assert votes.models == ("zeta", "rf", "knn", "nb")


@pytest.mark.parametrize("names", [MODELS, ("pred_a", "pred_b", "pred_c")])
def test_what_the_models_agree_with_is_not_passed_for_what_stands_first(names) -> None:
    found = columns()
    for new, old in zip(names, MODELS, strict=True):
        found[new] = found.pop(old)
    order = ["alloy", "outfit", "zinc", *names]
    with pytest.raises(InputError, match="'outfit'") as refused:
        read_votes(written(order, found))
    assert "may be the true label" in str(refused.value)
    votes = read_votes(written(order, found), "outfit")
    assert votes.labels.tolist() == found["outfit"].astype(str).tolist()


def test_what_the_models_agree_with_most_is_found_where_it_stands_last() -> None:
    found = columns()
    order = ["outfit", "weight", "height", *MODELS, "alloy"]
    votes = read_votes(written(order[:-1], found))
    assert (votes.labels == found["outfit"].astype(str)).all()


def test_numbers_are_no_label_where_words_are_predicted() -> None:
    draw = np.random.default_rng(6)
    truth = draw.integers(0, 2, N)
    found = {"shrubs": draw.integers(1, 4, N), "stumps": draw.integers(1, 4, N)}
    found["aspect"] = np.array(["NW", "SE"])[truth]
    for name in ("y_pred_rf", "y_pred_svm"):
        found[name] = np.array(["NW", "SE"])[np.where(draw.random(N) < 0.3, truth, 1 - truth)]
    with pytest.raises(InputError, match="'aspect'"):
        read_votes(written([*found], found))
    assert len(read_votes(written([*found], found), "aspect").models) == 2
