"""Large whole numbers that hardly repeat may name the rows, also where a few stand twice."""

from __future__ import annotations

import random

import pytest

from l2dwk_core.datasets.tables import inspect_table

ROWS = 699
DRAW = random.Random(8)


def with_repeats(numbers: list[int], different: int) -> list[int]:
    numbers = DRAW.sample(numbers, len(numbers))
    return numbers[:different] + DRAW.choices(numbers[:different], k=len(numbers) - different)


# As in UCI's breast-cancer-wisconsin.data: 645 different numbers of five to eight digits.
SAMPLES = with_repeats(
    [
        *DRAW.sample(range(1_000_025, 1_371_920), 440),
        *DRAW.sample(range(161_634, 897_471), 240),
        *DRAW.sample(range(61_634, 99_999), 10),
        *DRAW.sample(range(8_000_000, 13_454_352), 9),
    ],
    645,
)
SIX_DIGITS = with_repeats(DRAW.sample(range(100_000, 999_999), ROWS), 645)
AMOUNTS = [int(DRAW.lognormvariate(10.5, 1)) for _ in range(ROWS)]
SALARIES = [DRAW.randint(100_000, 999_999) for _ in range(ROWS)]
ROUNDED = [100 * DRAW.randint(200, 90_000) for _ in range(ROWS)]


def draft_of(first: list[int], second: list[int], names: str = "", rows: int = ROWS):
    lines = [f"{a},{b},{i % 9}.5,{'ab'[i * 3 % 7 % 2]}" for i, (a, b) in enumerate(
        zip(first[:rows], second[:rows], strict=True))]  # fmt: skip
    return inspect_table("\n".join([names, *lines] if names else lines).encode())


def told(draft) -> list[str]:
    notes = draft.to_dataset().notes
    found = [c.name for c in draft.columns if any(
        note.startswith(f"Column {c.name!r} is used. It may name the rows: these are large whole "
                        "numbers that hardly repeat") for note in notes)]  # fmt: skip
    undone = [p.column for p in draft.proposals if "hardly repeat" in p.text]
    assert undone == found
    return found


@pytest.mark.parametrize("names", ["", "v,w,x,class"])
def test_the_first_column_is_told(names: str) -> None:
    draft = draft_of(SAMPLES, AMOUNTS, names)
    assert told(draft) == [draft.columns[0].name]
    (note,) = [n for n in draft.to_dataset().notes if "hardly repeat" in n]
    assert f"{len({*SAMPLES})} different ones in 699 rows" in note
    (proposal,) = [p for p in draft.proposals if p.column == draft.columns[0].name]
    assert (proposal.role, proposal.undo) == ("ignored", "Leave it out")


def test_numbers_of_one_length_that_repeat_more_than_by_chance_are_told_in_any_column() -> None:
    assert told(draft_of([*range(7)] * 99 + [*range(6)], SIX_DIGITS, "v,w,x,class")) == ["w"]


SMALL = [i % 7 for i in range(ROWS)]
QUANTITIES = {
    "amounts elsewhere": (SMALL, AMOUNTS, "v,w,x,class"),
    "salaries elsewhere": (SMALL, SALARIES, "v,w,x,class"),
    "numbers of several lengths elsewhere": (SMALL, SAMPLES, "v,w,x,class"),
    "a quantity": (SAMPLES, SMALL, "population,w,x,class"),
    "a compound that ends with a quantity": (SAMPLES, SMALL, "Jahreseinkommen,w,x,class"),
    "a quantity elsewhere": (SMALL, SIX_DIGITS, "v,SalePrice,x,class"),
    "a unit": (SAMPLES, SMALL, "duration_ms,w,x,class"),
    "rounded amounts": (ROUNDED, SMALL, "v,w,x,class"),
    "small numbers": ([number // 1000 for number in SAMPLES], SMALL, "v,w,x,class"),
    "sizes of towns": (
        [int(17 * 3 ** (i % 11) * (i + 7)) for i in range(ROWS)],
        SMALL,
        "v,w,x,class",
    ),
    "many equal": ([number for number in SAMPLES for _ in "ab"][:ROWS], SMALL, "v,w,x,class"),
}


@pytest.mark.parametrize(("first", "second", "names"), QUANTITIES.values(), ids=QUANTITIES)
def test_nothing_is_said_of_quantities(first: list[int], second: list[int], names: str) -> None:
    assert told(draft_of(first, second, names)) == []
    assert told(draft_of(first, second, names, 60)) == []
