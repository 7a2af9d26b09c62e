"""Words for sums, means, standard deviations and errors of blocks, in several languages."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table

ROWS = 8
STATISTICS = {
    "sum": lambda v: v.sum(0),
    "mean": lambda v: v.mean(0),
    "sd": lambda v: v.std(0, ddof=1),
    "se": lambda v: v.std(0, ddof=1) / ROWS**0.5,
    "cv": lambda v: 100 * v.std(0, ddof=1) / v.mean(0),
}


def draft(words, place):
    """Return a table of four classes; the words stand in the column of the class, or of names."""
    draw, lines = np.random.default_rng(1), ["name,x,y,class"]
    for kind in "ABCD":
        values = draw.normal(5, 1, (ROWS, 2)).round(2)
        lines += [f"{kind}{at},{x},{y},{kind}" for at, (x, y) in enumerate(values)]
        for word, statistic in words.items():
            x, y = STATISTICS[statistic](values).round(2)
            first, last = {"class": ("", word), "name": (word, ""), "both": (word, kind)}[place]
            lines.append(f"{first},{x},{y},{last}")
    return inspect_table("\n".join(lines).encode())


@pytest.mark.parametrize(
    "words",
    [
        *({word: "sum"} for word in ("Zwischensumme", "Sub-total", "Sous-total", "Subtotale")),
        *({"Block total": "sum"}, {"gem.": "mean"}, {"Mean": "mean"}),
        {"Average": "mean", "St. Dev.": "sd"},
        {"Average": "mean", "Std Dev": "sd", "CV (%)": "cv"},
        {"Mittelwert": "mean", "Stabw.": "sd"},
        {"Media": "mean", "Desv. Est.": "sd"},
        {"Moyenne": "mean", "Ecart type": "sd"},
        *({"Mean": "mean", word: "se"} for word in ("SE", "SEM", "Std. Error")),
        *({"Mean": "mean", word: "cv"} for word in ("CV%", "CV", "% CV")),
    ],
)
@pytest.mark.parametrize("place", ["class", "name", "both"])
def test_rows_that_sum_up_a_block_are_left_out(words, place):
    found = draft(words, place)
    assert found.n_rows == 4 * ROWS
    assert found.to_dataset(target="class").y.tolist() == [k for k in "ABCD" for _ in range(ROWS)]
    assert any("up the lines above" in note for note in found.warnings)


@pytest.mark.parametrize("word", ["x", "gems", "Sub", "Dev"])
def test_other_words_stay(word):
    assert draft({word: "mean"}, "class").n_rows == 4 * (ROWS + 1)
