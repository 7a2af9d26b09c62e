"""Beside a first column that is called class, target, label or outcome, other outcomes are told."""

from __future__ import annotations

from l2dwk_core.datasets.tables import inspect_table

N = 60


def _read(first: str, middle: str, kinds: str = "abcd", outcome: str = "01"):
    rows = (
        f"{kinds[i % len(kinds)]},{i * i % 17}.5,{outcome[i // 5 % len(outcome)]},{i % 7}.25\n"
        for i in range(N)
    )
    draft = inspect_table(f"{first},x,{middle},z\n{''.join(rows)}".encode())
    return draft, draft.to_dataset().notes


def test_the_one_that_is_taken_and_the_other_one_are_told() -> None:
    for first in ("class", "target", "label", "outcome", "Klasse"):
        for middle in ("survived", "churn", "died", "readmitted", "is_fraud", "Vital status"):
            draft, notes = _read(first, middle)
            assert draft.target == first
            told = [note for note in notes if note.startswith(f"The class is {first!r}")]
            assert len(told) == 1, f"{first}, {middle}: {notes}"
            assert (
                f"{middle!r} has a usual name of an outcome too: name it as the target" in told[0]
            )
            assert f"{middle!r}" in draft.target_reason


def test_without_another_outcome_nothing_is_told() -> None:
    for middle, outcome in (("treatment", "01"), ("sex", "mf"), ("survival", "123456789")):
        draft, notes = _read("class", middle, outcome=outcome)
        assert draft.target_reason == "Its name is a usual one for a class.", middle
        assert not any(note.startswith("The class is") for note in notes), f"{middle}: {notes}"


def test_before_a_last_class_what_may_be_known_before_is_an_input() -> None:
    rows = "".join(f"{i % 17}.5,{'01'[i % 2]},{'pq'[i // 3 % 2]}\n" for i in range(N))
    for middle, told in (("default", False), ("stroke", False), ("died", True), ("churn", True)):
        notes = inspect_table(f"x,{middle},class\n{rows}".encode()).to_dataset().notes
        assert any("outcome too" in note for note in notes) == told, f"{middle}: {notes}"


def test_who_names_the_target_is_told_nothing() -> None:
    draft, _ = _read("class", "survived")
    notes = draft.to_dataset("class").notes
    assert not any("outcome too" in note for note in notes)
