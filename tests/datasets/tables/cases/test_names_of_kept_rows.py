"""Names that come once among the cases with a class name them, and surnames nearly do."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def draft(sample, name="sample"):
    lines = [f"{name},x,class"]
    for i in range(N):
        lines.append(f"{sample(i)},{i * 37 % 60 / 10},{'ab'[i * 7 % 5 > 2]}")
        if i % 5 == 0:
            lines.append(f"QC,{i % 7},")
    return inspect_table("\n".join(lines).encode())


@pytest.mark.parametrize("name", ["sample", "v"])
def test_samples_with_controls_that_have_no_class(name):
    found = draft(lambda i: f"S{i * 31 % 97:02d}x", name)
    data = found.to_dataset(target="class")
    assert list(data.X) == ["x"]
    told = [note for note in data.notes if f"{name!r} is left out" in note]
    assert len(told) == 1
    assert "the rows that are kept" in told[0]
    kept = found.to_dataset(target="class", roles={name: "symbolic"})
    assert list(kept.X) == [name, "x"]


def test_categories_that_come_again_stay():
    data = draft(lambda i: f"kind {i % 4}").to_dataset(target="class")
    assert list(data.X) == ["sample", "x"]


@pytest.mark.parametrize(("name", "role"), [("surname", "identifier"), ("colour", "symbolic")])
def test_surnames_of_which_a_few_come_again(name, role):
    words = ["".join("abcdefghij"[int(d)] for d in f"{i % 945:03d}") for i in range(1000)]
    rows = (f"{word},{i % 13}.5,{'ab'[i * 7 % 5 > 2]}" for i, word in enumerate(words))
    found = inspect_table((f"{name},x,class\n" + "\n".join(rows)).encode())
    assert found.columns[0].n_distinct == 945
    assert found.columns[0].role == role
