"""A slider of λ at once gives what each value gives alone."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import lambda_path, self_train
from l2dwk_core.method.settings import Settings


def votes(seed: int = 0, n_rows: int = 90, n_members: int = 31, n_classes: int = 3):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, n_classes, n_rows)
    wrong = rng.random((n_rows, n_members)) < rng.beta(2, 4, n_rows)[:, None]
    shift = rng.integers(1, n_classes, (n_rows, n_members))
    return (labels[:, None] + wrong * shift) % n_classes, labels


@pytest.mark.parametrize("kernel", ["linear", "gaussian", "polynomial"])
@pytest.mark.parametrize("update", ["hinge", "exp", "none"])
def test_each_value_equals_a_run_of_its_own(kernel, update):
    predictions, labels = votes()
    settings = Settings(kernel=kernel, update=update, max_rounds=12)
    lambdas = [3.0, 0.2, 1.0, 0.2, 10.0]  # neither sorted nor distinct
    traces = lambda_path(predictions, labels, settings, lambdas)
    assert [trace.settings.lam for trace in traces] == lambdas
    for lam, trace in zip(lambdas, traces, strict=True):
        alone = self_train(predictions, labels, settings.changed(lam=lam))
        assert trace.stop_reason == alone.stop_reason
        assert [r.n_wrong for r in trace.rounds] == [r.n_wrong for r in alone.rounds]
        np.testing.assert_allclose(trace.weight_path, alone.weight_path, atol=1e-6)


def test_out_of_bag_votes_go_the_same_way():
    predictions, labels = votes(1)
    available = np.random.default_rng(2).random(predictions.shape) < 0.4
    settings = Settings(max_rounds=5)
    traces = lambda_path(predictions, labels, settings, [0.5, 2.0], available=available)
    alone = self_train(predictions, labels, settings.changed(lam=2.0), available=available)
    np.testing.assert_allclose(traces[1].weight_path, alone.weight_path, atol=1e-6)


def test_a_lambda_out_of_range_is_named():
    predictions, labels = votes()
    with pytest.raises(InputError, match="λ is -1"):
        lambda_path(predictions, labels, Settings(), [1.0, -1.0])
