"""Models called A, B, C with one probability each, where a class is a letter too."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import InputError, read_votes

N = 60
DRAW = np.random.default_rng(9)
TRUTH = DRAW.integers(0, 2, N)


def written(names: list[str], classes: str) -> tuple[bytes, np.ndarray]:
    shares = np.clip(0.15 + 0.5 * TRUTH[:, None] + 0.3 * DRAW.random((N, len(names))), 0, 1)
    shares = shares.round(3)
    rows = (
        ",".join([classes[code], *map(str, line)])
        for code, line in zip(TRUTH, shares.tolist(), strict=True)
    )
    return "\n".join([",".join(["diagnosis", *names]), *rows]).encode(), shares


@pytest.mark.parametrize("classes", ["BM", "AB", "CD", "PX"])
@pytest.mark.parametrize("form", ["Model {}", "model_{}", "Net-{}", "{}", "prob_{}", "{}_prob"])
def test_letters_that_count_models_are_no_classes(classes: str, form: str) -> None:
    names = [form.format(letter) for letter in "ABC"]
    data, shares = written(names, classes)
    votes = read_votes(data)
    assert len(votes.models) == 3
    expected = np.array([*classes])[(shares > 0.5).astype(int)]
    assert (votes.predictions == expected).all()


def test_letters_that_do_not_count_are_classes_or_refused() -> None:
    data, _ = written(["rf_B", "svm_B", "nb_B"], "BM")
    assert read_votes(data).models == ("rf", "svm", "nb")
    data, _ = written(["rf_B", "svm_x", "nb_M"], "BM")
    with pytest.raises(InputError):
        read_votes(data)
