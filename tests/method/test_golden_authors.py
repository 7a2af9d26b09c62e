"""The preset "authors" against what the authors' own MATLAB release returned on real data.

``data/authors_cases.npz`` holds, for the UCI sets glass and autos, the labels 101 bagged trees
predict on their training rows, the true labels, and for two diversities and two kernels the
classifier weights the release returned under GNU Octave 7.3 (λ = 0.8 on the accuracy, 30 rounds,
σ = 1 or degree 2 with constant 1) and the number of wrong votes in every round.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from tests import reference

CASES = np.load(Path(__file__).parents[1] / "data" / "authors_cases.npz")
DIVERSITY = {"dis": "disagreement", "df": "double_fault_authors"}
KERNEL = {"gauss": "gaussian", "poly": "polynomial"}

every_case = pytest.mark.parametrize(
    ("name", "diversity", "kernel"),
    [(n, d, k) for n in ("glass", "autos") for d in DIVERSITY for k in KERNEL],
)


def settings_of(diversity, kernel, **changes):
    return Settings.preset(
        "authors", diversity=DIVERSITY[diversity], kernel=KERNEL[kernel], lam=0.8, **changes
    )


@every_case
def test_weights_and_the_errors_of_every_round(name, diversity, kernel):
    trace = self_train(
        CASES[f"{name}/predictions"], CASES[f"{name}/labels"], settings_of(diversity, kernel)
    )
    expected = CASES[f"{name}/errors/{diversity}/{kernel}"].tolist()
    assert [r.n_wrong for r in trace.rounds] == expected
    np.testing.assert_allclose(
        trace.weights, CASES[f"{name}/weights/{diversity}/{kernel}"], rtol=0, atol=1e-6
    )
    # "Later wins" among the rounds with the fewest errors.
    assert trace.returned_round == max(t for t, e in enumerate(expected, 1) if e == min(expected))


def test_the_cases_test_the_update():
    # Were every round's error the same, the counts above would say nothing about the update.
    for key in CASES.files:
        if "/errors/" in key:
            assert len(set(CASES[key].tolist())) > 1
            assert len(CASES[key]) == 30


@every_case
def test_label_names_change_nothing(name, diversity, kernel):
    labels = CASES[f"{name}/labels"]
    classes = np.unique(labels)
    names = np.array([f"class {c:03d}" for c in range(classes.max() + 1)])
    choice = settings_of(diversity, kernel, max_rounds=5)
    plain = self_train(CASES[f"{name}/predictions"], labels, choice)
    renamed = self_train(names[CASES[f"{name}/predictions"]], names[labels], choice)
    np.testing.assert_array_equal(plain.weight_path, renamed.weight_path)


def test_gaussian_disagreement_and_double_fault_coincide():
    for name in ("glass", "autos"):
        np.testing.assert_allclose(
            CASES[f"{name}/weights/dis/gauss"], CASES[f"{name}/weights/df/gauss"], atol=1e-6
        )
        first, second = (
            self_train(
                CASES[f"{name}/predictions"], CASES[f"{name}/labels"], settings_of(d, "gauss")
            )
            for d in DIVERSITY
        )
        np.testing.assert_array_equal(first.weight_path, second.weight_path)


def test_the_slow_reference_agrees_on_a_part_of_the_real_votes():
    predictions, labels = CASES["glass/predictions"], CASES["glass/labels"]
    subset = predictions[::4, :20].astype(int) - 1
    truth = labels[::4].astype(int) - 1
    choice = settings_of("dis", "poly", max_rounds=3)
    slow = reference.self_train(subset, truth, choice)
    ours = self_train(subset, truth, choice)
    for r, s in zip(ours.rounds, slow.rounds, strict=True):
        np.testing.assert_allclose(r.weights, s.weights, atol=1e-6)
        np.testing.assert_array_equal(r.error_set, s.error_set)
