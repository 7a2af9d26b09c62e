"""Sizes of results, and the caches that are bounded by them."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from l2dwk_core.figures.drawing import Drawing
from pages.runtime import object_cache
from pages.runtime.bounded_cache import BoundedCache
from pages.runtime.byte_size import FIGURE, byte_size
from pages.runtime.function_cache import kept_up_to
from pages.runtime.object_cache import cached_on


@dataclass(eq=False)
class _Holder:
    value: Any


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(1_000_000, dtype=np.int8),
        np.zeros((1000, 125)),
        b"x" * 1_000_000,
        "x" * 1_000_000,
        pd.DataFrame({"a": np.zeros(125_000)}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_size_is_that_of_what_the_value_holds(value):
    expected = 1_000_000
    for held in (value, [value, value], {"a": _Holder(value)}, _Holder((value,))):
        assert expected <= byte_size(held) < 1.01 * expected + 1_000


def test_functions_locks_and_what_is_kept_elsewhere_count_as_nothing():
    large = _Holder(np.zeros(1_000_000))
    assert byte_size(lambda: large) < 100
    assert byte_size([large, 1], large) < 100
    assert byte_size([np.zeros(1000), threading.Lock()]) > 8_000


def test_the_data_of_a_figure_count():
    small, large = (go.Figure(go.Scatter(x=np.zeros(n))) for n in (10, 125_000))
    assert FIGURE < byte_size(small) < FIGURE + 10_000
    assert byte_size(large) > FIGURE + 1_000_000
    drawing = Drawing({"type": "scatter", "x": np.zeros(125_000)})
    assert byte_size(drawing) > FIGURE + 1_000_000
    assert "_parts" in vars(drawing)  # the figure itself is not made for that


def test_a_cache_drops_the_oldest_above_its_bytes_and_its_entries():
    cache = BoundedCache(100, 3)
    for key in "abc":
        cache.put(key, key.upper(), 10)
    assert cache.get("a") == "A"  # now b is the oldest
    cache.put("d", "D", 10)
    assert list(cache) == ["c", "a", "d"]
    cache.put("e", "E", 85)
    assert list(cache) == ["d", "e"]
    cache.put("f", "F", 1_000)
    assert list(cache) == ["f"]
    assert cache.pop("f") == "F"
    assert cache.pop("f") is None
    assert cache.bytes == 0


def test_figures_on_objects_are_bounded_in_bytes(monkeypatch):
    monkeypatch.setattr(object_cache._CACHE, "max_bytes", 2_500)
    owners, made = [_Holder(0) for _ in range(3)], []

    def make() -> bytes:
        made.append(1)
        return b"x" * 1_000

    for owner in (*owners, owners[2], owners[1], owners[0]):
        assert len(cached_on(owner, "figure", make)) == 1_000
    assert len(made) == 4


def test_nothing_is_a_value_as_well():
    owner, made = _Holder(0), []
    for _ in range(2):
        cached_on(owner, "none", lambda: made.append(1))
    assert made == [1]


def test_results_of_a_function_are_bounded_in_bytes_and_in_number():
    made = []

    @kept_up_to(2_500, 10)
    def large(_shared: bytes, n: int) -> list[bytes]:
        made.append(n)
        return [_shared, bytes(n)]

    shared = b"x" * 100_000  # is no part of the key, and does not count
    for n in (1000, 1001, 1000, 1002, 1000, 1001):
        assert large(shared, n)[1] == bytes(n)
    assert made == [1000, 1001, 1002, 1001]
    assert large(b"", 1001)[0] is shared
    few = kept_up_to(10**9, 1)(lambda n: made.append(n))
    for n in (1, 1, 2, 1):
        few(n)
    assert made[4:] == [1, 2, 1]


def test_a_result_is_made_once_for_all_who_ask_at_the_same_moment_and_an_error_is_not_kept():
    made, begun = [], threading.Barrier(4)

    @kept_up_to(1_000)
    def slow(n: int) -> int:
        made.append(n)
        if n < 0:
            raise ValueError(n)
        time.sleep(0.05)
        return n

    def ask() -> None:
        begun.wait()
        assert slow(1) == 1

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]
    for _ in range(2):
        with pytest.raises(ValueError, match="-1"):
            slow(-1)
    assert made == [1, -1, -1]
