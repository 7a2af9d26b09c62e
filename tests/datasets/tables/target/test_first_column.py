"""The class of a table without names may be its first column, as in files of the UCI repository."""

from __future__ import annotations

import numpy as np

from l2dwk_core.datasets.tables import inspect_table

N = 120


def draft(first, *others):
    """Rows without names, each column drawn from its values."""
    drawn = np.random.default_rng(3)
    columns = [drawn.choice(values, N).tolist() for values in (first, *others)]
    rows = [",".join(map(str, row)) for row in zip(*columns, strict=True)]
    return inspect_table("\n".join(rows).encode())


def with_identifiers(*columns):
    """The same, but with the last column as it stands."""
    drawn = np.random.default_rng(3)
    chosen = [drawn.choice(values, N).tolist() for values in columns[:-1]]
    rows = [",".join(map(str, row)) for row in zip(*chosen, columns[-1], strict=True)]
    return inspect_table("\n".join(rows).encode())


ANSWERS = ["y", "n", "y", "n", "?"]
LETTERS = [list("bcxfks"), list("fgys"), list("nbcgrpue"), list("tf"), list("alcyfmnps")]


def test_known_tables_and_first_columns_unlike_all_others() -> None:
    bands = [f"{ten}-{ten + 9}" for ten in range(20, 80, 10)]
    cases = {
        "house-votes-84": (["democrat", "republican"], *[ANSWERS] * 16),
        "the same with fewer votes": (["left", "right"], *[ANSWERS] * 9),
        "breast-cancer": (
            ["no-recurrence-events", "recurrence-events"], bands, ["ge40", "premeno", "lt40"],
            ["0-4", "5-9", "10-14"], ["0-2", "3-5"], ["yes", "no", "?"], [1, 2, 3],
            ["left", "right"], ["left_up", "left_low", "central"], ["yes", "no"],
        ),
        "mushroom": (["e", "p"], *[LETTERS[i % 5] for i in range(22)]),
        "hepatitis": (
            [1, 2], range(20, 70), *[[1, 2]] * 12, [0.7, 1.2, 3.5, 0.9], range(26, 250, 9),
            range(14, 300, 9), [3.5, 4.2, 2.9], range(20, 90, 5), [1, 2],
        ),
        "lymphography": (
            [2, 3, 2, 3, 4], [1, 2, 3, 4], *[[1, 2]] * 7, [1, 2, 3, 4], [1, 2, 3], [2, 3, 4],
            *[range(1, 5)] * 3, [1, 2, 3], *[[1, 2]] * 2, range(1, 8),
        ),
        "SPECT": ([0, 1], *[[0, 1]] * 22),
        "SPECTF": ([0, 1], *[range(40, 80)] * 44),
        "fewer counts": ([0, 1], *[range(15)] * 8),
        "lung-cancer": ([1, 2, 3], *[range(4)] * 56),
    }  # fmt: skip
    for what, columns in cases.items():
        found = draft(*columns)
        assert found.target == "c1", f"{what}: {found.target}, {found.target_reason}"
        assert "It is the first column" in found.target_reason, what


def test_the_last_column_stays_where_nothing_speaks_for_the_first_and_the_other_is_told() -> None:
    cases = {
        # The columns, and whether the first may be the class too.
        "car": ([["vhigh", "high", "low"], [2, 3, 4], ["s", "m"], ["unacc", "acc", "good"]], True),
        "answers of men and women": ([["M", "F"], *[["yes", "no"]] * 9], True),
        "tic-tac-toe": ([*[["x", "o", "b"]] * 9, ["positive", "negative"]], True),
        "20 columns": ([[1, 2], *[range(30)] * 18, [1, 2]], True),
        "0 or 1": ([*[[0, 1]] * 12], True),
        "measured": ([range(30), range(40), ["g", "b"]], False),
    }
    for what, (columns, told) in cases.items():
        found = draft(*columns)
        assert found.target == f"c{len(columns)}", f"{what}: {found.target_reason}"
        other = f"Without names it may as well be the first column, 'c1' with {len(columns[0])}"
        assert (other in found.target_reason) == told, f"{what}: {found.target_reason}"


def test_both_ends_are_told_where_the_last_column_is_no_class_or_the_first_has_many_values() -> (
    None
):
    words = [f"kind-{letter}" for letter in "abcdefghijkl"]
    three, names = [1, 2, 3], ["x1", "x2"]
    days = [f"2021-01-{day:02d}" for day in range(1, 29)]
    cases = {
        # The columns, the proposed class, and what else is told.
        "monks": ([[0, 1], *[three] * 6, None], "c7", "first column, 'c1' with 2 values"),
        "a day last": ([[0, 1], *[three] * 6, days], "c7", "first column, 'c1' with 2 values"),
        "an empty column": ([names, *[range(9)] * 5, [""]], "c6", "first column, 'c1' with 2"),
        "soybean-large": ([words, *[range(4)] * 20, three], "c22", "first column, 'c1' with 12"),
        "primary-tumor": ([range(1, 20), *[[1, 2]] * 17], "c18", "first column, 'c1' with 19"),
        "words behind numbers": ([range(30)] * 6 + [words, three], "c8", "before it, 'c7' with 12"),
        "words last": ([range(9), *[range(30)] * 4, words], "c6", ""),
        "a year first": ([range(2001, 2010), *[range(30)] * 4, three], "c6", ""),
    }
    for what, (columns, target, told) in cases.items():
        rows = [column or [f"data_{i}" for i in range(N)] for column in columns]
        found = draft(*rows) if None not in columns else with_identifiers(*rows)
        assert found.target == target, f"{what}: {found.target}, {found.target_reason}"
        assert told in found.target_reason, f"{what}: {found.target_reason}"
        assert bool(told) == ("may as well" in found.target_reason), what


def test_the_column_before_the_last_is_the_class_of_nsl_kdd() -> None:
    middle = [[0, 1, 5, 30]] * 37
    labels = ["normal", "neptune", "satan", "ipsweep"]
    found = draft(
        [0, 3], ["tcp", "udp", "icmp"], ["http", "smtp"], ["SF", "S0"], *middle, labels, range(22)
    )
    assert len(found.columns) == 43 and found.target == "c42", found.target_reason
    assert "'c43' says how difficult" in found.target_reason


def test_names_decide_as_before() -> None:
    drawn = np.random.default_rng(5)
    rows = [",".join(drawn.choice(["yes", "no"], 6)) for _ in range(N)]
    lines = [f"{['left', 'right'][i * 7 % 5 > 2]},{row}" for i, row in enumerate(rows)]
    found = inspect_table("\n".join(["side,a,b,c,d,e,f", *lines]).encode())
    assert found.target == "f"
    assert "may as well" not in found.target_reason
