"""The generated datasets against their definitions, and that they never change."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from l2dwk_core.datasets import load_dataset


def digest(dataset) -> str:
    rows = np.column_stack([dataset.X.to_numpy(dtype=object), dataset.y])
    text = "\n".join(",".join(map(str, row)) for row in rows)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("led7", "f50a6a5a451d876175f986d043944aa5981006d97b711b1bf9014d8f714566f9"),
        ("led24", "2022caf2245a03cc9fbb6504905a0f9bcab5297fe25484d9b96aa0f55bb0f866"),
        ("wave21", "8ee2acf73c0a1de0b387e5bed1cf592b8cb8510328590108231d347db64ededd"),
    ],
)
def test_random_rows_are_the_same_on_every_machine(name, expected):
    assert digest(load_dataset(name)) == expected


def test_balance_scale_is_every_scale_once_with_physics_as_its_class():
    dataset = load_dataset("balance-scale")
    seen = set()
    for (lw, ld, rw, rd), label in zip(dataset.X.to_numpy(), dataset.y, strict=True):
        seen.add((lw, ld, rw, rd))
        assert label == ("B" if lw * ld == rw * rd else "L" if lw * ld > rw * rd else "R")
    assert seen == {
        (a, b, c, d)
        for a in range(1, 6)
        for b in range(1, 6)
        for c in range(1, 6)
        for d in range(1, 6)
    }


def test_balloons_follow_their_four_rules():
    dataset = load_dataset("balloons")
    rows = [tuple(row) for row in dataset.X.astype(str).to_numpy()]
    files = [slice(0, 20), slice(20, 40), slice(40, 60), slice(60, 76)]

    def rule(file: int, colour: str, size: str, act: str, age: str) -> bool:
        small_yellow = colour == "YELLOW" and size == "SMALL"
        stretched, adult = act == "STRETCH", age == "ADULT"
        return [
            adult or stretched,
            adult and stretched,
            small_yellow,
            small_yellow or (adult and stretched),
        ][file]

    inflated = []
    for file, part in enumerate(files):
        assert len(set(rows[part])) == 16
        assert dataset.y[part].tolist() == ["T" if rule(file, *row) else "F" for row in rows[part]]
        inflated.append(Counter(dataset.y[part].tolist())["T"])
    assert inflated == [12, 8, 8, 7]  # UCI's files


def test_led_segments_flip_one_time_in_ten_and_the_rest_is_noise():
    led7, led24 = load_dataset("led7"), load_dataset("led24")
    assert (led7.y == led24.y).all()
    assert (led7.X.astype(str).to_numpy() == led24.X.iloc[:, :7].astype(str).to_numpy()).all()
    # Segments of a seven-segment display, a drawing rather than a table:
    drawn = {
        "0": "top upper_left upper_right lower_left lower_right bottom",
        "1": "upper_right lower_right",
        "2": "top upper_right middle lower_left bottom",
        "3": "top upper_right middle lower_right bottom",
        "4": "upper_left upper_right middle lower_right",
        "5": "top upper_left middle lower_right bottom",
        "6": "top upper_left middle lower_left lower_right bottom",
        "7": "top upper_right lower_right",
        "8": "top upper_left upper_right middle lower_left lower_right bottom",
        "9": "top upper_left upper_right middle lower_right bottom",
    }
    shown = led7.X.astype(str) == "1"
    meant = np.array([[s in drawn[digit].split() for s in shown.columns] for digit in led7.y])
    flips = (shown.to_numpy() != meant).mean(axis=0)
    # Four standard deviations of a share of 3200 draws.
    assert np.abs(flips - 0.1).max() < 4 * np.sqrt(0.1 * 0.9 / 3200)
    noise = (led24.X.iloc[:, 7:].astype(str) == "1").to_numpy()
    assert np.abs(noise.mean(axis=0) - 0.5).max() < 4 * np.sqrt(0.25 / 3200)
    correlation = np.corrcoef(np.column_stack([noise, led7.y.astype(float)]).T)
    assert np.abs(correlation - np.eye(18)).max() < 5 / np.sqrt(3200)


@pytest.mark.parametrize("name", ["wave21", "wave40"])
def test_waves_have_the_means_and_variances_of_the_process(name):
    dataset = load_dataset(name)
    at = np.arange(1, 22)
    h1, h2, h3 = (np.maximum(6 - np.abs(at - top), 0) for top in (11, 15, 7))
    for label, (a, b) in {"0": (h2, h3), "1": (h1, h3), "2": (h1, h2)}.items():
        rows = dataset.X.to_numpy()[dataset.y == label][:, :21]
        # E[x] = (a + b) / 2 and Var[x] = (a − b)² / 12 + 1, for u ~ U(0, 1) and ε ~ N(0, 1).
        variance = (a - b) ** 2 / 12 + 1
        assert (np.abs(rows.mean(axis=0) - (a + b) / 2) < 4.5 * np.sqrt(variance / len(rows))).all()
        assert np.abs(rows.var(axis=0) / variance - 1).max() < 0.2
    if name == "wave40":
        noise = dataset.X.to_numpy()[:, 21:]
        assert np.abs(noise.mean(axis=0)).max() < 4.5 / np.sqrt(5000)
        assert np.abs(noise.var(axis=0) - 1).max() < 0.1
    cents = dataset.X.to_numpy() * 100
    assert np.abs(cents - np.round(cents)).max() < 1e-6
