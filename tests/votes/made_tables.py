"""Tables of answers that are made for a test, and the notes on how one was read."""

from __future__ import annotations

import numpy as np
import pandas as pd


def notes_of(votes):
    """All notes, one a line."""
    return "\n".join(votes.notes)


def continents():
    """Three classes of which one is NA."""
    truth = ["EU", "NA", "AS"] * 20
    return pd.DataFrame(
        {"m": truth[1:] + truth[:1], "n": truth[:30] + truth[31:] + ["EU"], "y": truth}
    )


def cases(truth, *models):
    """The bytes of a CSV file with the true label and a column m0, m1, … for each model."""
    lines = ["label," + ",".join(f"m{j}" for j in range(len(models)))]
    lines += [",".join(row) for row in zip(truth, *models, strict=True)]
    return "\n".join(lines).encode()


def long_table(n_cases=20, models=("rf", "svm", "nb")):
    """A row for each case and model; each case has one true label."""
    rng = np.random.default_rng(2)
    truth = rng.choice(["cat", "dog"], n_cases)
    return pd.DataFrame(
        [
            {"case": f"c{i}", "who": model, "pred": rng.choice(["cat", "dog"]), "y": truth[i]}
            for i in range(n_cases)
            for model in models
        ]
    )


def numbered(n_classes=2, n=60, seed=0):
    """Two models that are right more often than not, and a column of the same numbers."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    wrong = rng.random((n, 2)) < 0.25
    frame = pd.DataFrame({"y": truth})
    for place, model in enumerate(("svm", "rf")):
        frame[model] = np.where(wrong[:, place], (truth + 1) % n_classes, truth)
    return frame.assign(other=rng.permutation(np.arange(n) % 2))


def with_numbers(frame, numbers):
    """The table with a number for each class that ``numbers`` names.

    Without ``DataFrame.replace``, which infers other types in older versions of pandas.
    """
    return frame.map(lambda cell: numbers.get(cell, cell)).infer_objects()
