"""Complete probabilities beside other columns: they are read, or it is said what to do."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core import InputError, read_votes

N = 60
DRAW = np.random.default_rng(5)
TRUTH = DRAW.integers(0, 3, N)
NAMES = np.array(["low", "mid", "high"])


def written(columns: dict[str, np.ndarray]) -> bytes:
    rows = zip(*columns.values(), strict=True)
    return "\n".join(",".join(map(str, row)) for row in [[*columns], *rows]).encode()


def probabilities(decimals: int, seed: int) -> np.ndarray:
    raw = np.random.default_rng(seed).random((N, 3)) + np.eye(3)[TRUTH]
    return (raw / raw.sum(axis=1, keepdims=True)).round(decimals)


@pytest.mark.parametrize("decimals", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("sex", DRAW.integers(0, 2, N)),
        ("fold", np.arange(N) % 2),
        ("humidity", DRAW.random(N).round(2)),
        ("confidence", DRAW.random(N).round(2)),
        ("seed", np.ones(N, int)),
    ],
)
def test_rounded_probabilities_of_three_classes_are_complete(decimals, name, values):
    one, two = probabilities(decimals, 1), probabilities(decimals, 2)
    columns = {"y_true": TRUTH, name: values}
    columns |= {f"{m}_{k}": p[:, k] for m, p in (("rf", one), ("svm", two)) for k in range(3)}
    votes = read_votes(written(columns))
    assert votes.models == ("rf", "svm")
    assert votes.predictions[:, 0].tolist() == one.argmax(axis=1).astype(str).tolist()
    assert any(repr(name) in note for note in votes.notes)


@pytest.mark.parametrize("mark", ["correct", "is_correct", "hit", "match", "error", "wrong", "acc"])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.9])
def test_a_mark_of_0_and_1_for_each_model_is_no_class(mark, share):
    cubes = {"rf": probabilities(6, 3), "xgb": probabilities(6, 4)}
    columns = {"label": NAMES[TRUTH]}
    columns |= {f"{m}_{NAMES[k]}": p[:, k] for m, p in cubes.items() for k in range(3)}
    columns |= {f"{m}_{mark}": (DRAW.random(N) < share).astype(int) for m in cubes}
    votes = read_votes(written(columns))
    assert votes.models == ("rf", "xgb")
    assert sorted(votes.classes) == sorted(NAMES)
    for at, cube in enumerate(cubes.values()):
        assert votes.predictions[:, at].tolist() == NAMES[cube.argmax(axis=1)].tolist()


def test_a_confidence_is_named_also_beside_an_id():
    truth = DRAW.integers(0, 2, N)
    columns = {"id": np.arange(N), "label": truth}
    columns |= {m: (0.2 + 0.5 * truth + 0.3 * DRAW.random(N)).round(4) for m in ("rf", "svm")}
    columns["confidence"] = DRAW.random(N).round(3)
    with pytest.raises(InputError, match="Column 'confidence' says by its name how sure"):
        read_votes(written(columns))
    del columns["confidence"]
    assert read_votes(written(columns)).models == ("rf", "svm")
