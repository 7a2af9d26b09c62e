"""Numbers that may stand for a missing value are noted in inputs and in the class."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 90
SCALES = {
    "1 to 5": [1 + i % 5 for i in range(N)],
    "0 or 1": [i * 7 % 5 % 2 for i in range(N)],
    "ages": [18 + i * 37 % 63 for i in range(N)],
    "decimals": [round(3.4 + i * 17 % 41 / 10, 1) for i in range(N)],
    "0 to 10": [i % 11 for i in range(N)],
    "changes": [i % 7 - 3 for i in range(N)],
}
CODES = {
    "1 to 5": [
        (88, 99), (98, 99), (998, 999), (-8, -9), (-9,), (99,), (77, 88, 99), (97, 98, 99),
        (-1, -2), (-66, -77, -99), (-99, 99), (-7, -8, -9), (-1,), (88,),
    ],
    "0 or 1": [(9,), (99,), (-99,), (8, 9), (-9,)],
    "ages": [(888, 999), (998, 999), (-9, -8), (-99,), (-1,), (9999,), (-9,)],
    "decimals": [(-9999, -8888), (999.9,), (888.8, 999.9), (-99.9,), (99.9,), (-32768,)],
    "0 to 10": [(99,), (-9,), (-8, -9), (77, 88)],
    "changes": [(99,), (-99,), (-999, 999)],
}  # fmt: skip


def with_codes(scale, codes):
    values = list(SCALES[scale])
    for at in range(0, N, 9):
        values[at] = codes[at // 9 % len(codes)]
    return values


def notes_on(values, name="v"):
    """Return the notes on codes of an input."""
    rows = [f"{value};{i % 4}.5;{'ab'[i * 3 % 7 % 2]}" for i, value in enumerate(values)]
    data = read_table("\n".join([f"{name};x;kind", *rows]).encode(), "kind")
    return [note for note in data.notes if "missing value" in note and repr(name) in note]


def notes_on_class(values):
    rows = [f"{value};{i % 4}.5;{i % 9}.25" for i, value in enumerate(values)]
    data = read_table("\n".join(["v;x;z", *rows]).encode(), "v")
    return [note for note in data.notes if "missing value" in note and "'v'" in note]


@pytest.mark.parametrize(("scale", "codes"), [(s, c) for s, found in CODES.items() for c in found])
def test_codes_are_noted_together_with_their_rows(scale, codes):
    values = with_codes(scale, codes)
    (note,) = notes_on(values)
    for code in codes:
        rows = values.count(code)
        assert f"{code} in {rows} row{'s' * (rows > 1)}" in note
    others = [value for value in values if value not in codes]
    assert f"far from the others ({min(others)} to {max(others)})" in note
    assert note.endswith("leave those cells empty.")


@pytest.mark.parametrize("codes", [(99,), (-99,), (9,), (-9,), (88, 99), (-8, -9)])
def test_codes_in_the_class_are_noted(codes):
    values = with_codes("0 or 1", codes)
    (note,) = notes_on_class(values)
    assert f"{max(codes)} in {values.count(max(codes))} rows of 'v'" in note
    assert "used as a class;" in note or "used as classes;" in note


def test_codes_beside_words_are_noted_in_inputs_and_in_the_class():
    words = ["male", "female", "99", "male", "-9", "female"] * 15
    for found in (notes_on(words), notes_on_class(words)):
        (note,) = found
        assert "99 in 15 rows and -9 in 15 rows of 'v' stand among words." in note


PLAUSIBLE = {
    "an age of 99": with_codes("ages", (99,)),
    "ages of 98 and 99": with_codes("ages", (98, 99)),
    "zero": with_codes("decimals", (0,)),
    "one below zero on a scale": with_codes("0 to 10", (-1,)),
    "a 9 after 5": with_codes("1 to 5", (9,)),
    "changes": SCALES["changes"],
    "three signs": [i % 3 - 1 for i in range(N)],
    "two signs": [i % 2 * 2 - 1 for i in range(N)],
    "powers of two": [2 ** (i % 4) for i in range(N)],
    "squares": [(i % 4) ** 2 for i in range(N)],
    "counts with a tail": [int(np.exp(i % 30 / 6)) for i in range(N)],
    "temperatures": [i * 7 % 40 - 12 for i in range(N)],
    "per cents": [90 + i % 10 for i in range(N)],
    "oxygen": [round(92 + i % 80 / 10, 1) for i in range(N)],
    "codes alone": [(88, 99)[i % 2] for i in range(N)],
    "ages in bands": ["under 20", "20-64", "65+", "99"] * 22,
}


@pytest.mark.parametrize("values", PLAUSIBLE.values(), ids=PLAUSIBLE)
def test_plausible_values_are_not_noted(values):
    assert not notes_on(values)


@pytest.mark.parametrize(
    "values",
    [
        [i % 3 - 1 for i in range(N)],
        [i % 10 for i in range(N)],
        [3 + i % 7 for i in range(N)],
        [(1, 2, 3, 5, 6, 7)[i % 6] for i in range(N)],
        ["low", "high"] * 45,
    ],
)
def test_plausible_classes_are_not_noted(values):
    assert not notes_on_class(values)


def test_codes_are_noted_in_a_class_that_is_cut():
    values = with_codes("ages", (-9,))
    rows = [f"{value};{i % 4}.5;{i % 9}.25" for i, value in enumerate(values)]
    data = read_table("\n".join(["v;x;z", *rows]).encode(), "v", bins=3)
    assert any("-9 in 10 rows of 'v'" in note and "used as a number" in note for note in data.notes)


def proposals(values, name="v"):
    rows = [f"{value};{i % 4}.5;{'ab'[i * 3 % 7 % 2]}" for i, value in enumerate(values)]
    draft = inspect_table("\n".join([f"{name};x;kind", *rows]).encode())
    return [proposal for proposal in draft.proposals if proposal.column == name]


@pytest.mark.parametrize("often", [2, 3, 9])
def test_codes_are_a_decision_about_the_column_however_often(often):
    """Answers 1 to 3 beside 88 and 99, which may stand for no answer."""
    values = [(88, 99)[i // often % 2] if i % often == 0 else 1 + i % 3 for i in range(N)]
    (found,) = proposals(values)
    assert found.role == "symbolic"
    for code in (88, 99):
        assert f"{code} in {values.count(code)} rows" in found.text
    assert "if they mean missing values" in found.text


def test_among_many_numbers_the_other_way_is_to_leave_the_column_out():
    (found,) = proposals(with_codes("ages", (888, 999)))
    assert (found.role, "888 in 5 rows and 999 in 5 rows" in found.text) == ("ignored", True)


@pytest.mark.parametrize("values", PLAUSIBLE.values(), ids=PLAUSIBLE)
def test_plausible_values_are_no_decision(values):
    assert not [proposal for proposal in proposals(values) if "missing value" in proposal.text]


@pytest.mark.parametrize("often", [1, 3])
@pytest.mark.parametrize(
    "fill",
    [
        *("1E+30", "-1E+30", "1.00000002e+20", "1e20", "9.96921e+36", "65535", "2147483647"),
        *("4294967295", "-2147483648", "32767", "-32768", "1e+15", "9223372036854775807"),
    ],
)
def test_what_programs_fill_with_is_noted_also_in_one_row(fill, often):
    cells = [fill if i < often else f"{i * 37 % 48 / 10}" for i in range(48)]
    rows = [f"{cell},{'ab'[i * 7 % 5 > 2]}" for i, cell in enumerate(cells)]
    draft = inspect_table("\n".join(["depth,diagnosis", *rows]).encode())
    assert any("far from the others" in note for note in draft.to_dataset().notes)


@pytest.mark.parametrize("fill", ["-999.25", "-9999.25", "-999.75", "7.5e+22"])
def test_fill_values_of_logs_are_noted(fill):
    cells = [fill if i < 3 else f"{i * 37 % 48 / 10}" for i in range(48)]
    rows = [f"{cell},{'ab'[i * 7 % 5 > 2]}" for i, cell in enumerate(cells)]
    draft = inspect_table("\n".join(["depth,diagnosis", *rows]).encode())
    assert any(f"{fill} in 3 rows" in note for note in draft.to_dataset().notes)


@pytest.mark.parametrize("value", ["32767", "65535", "1e+15"])
def test_the_largest_of_a_type_among_others_as_large_is_no_code(value):
    cells = [value if i == 0 else f"{float(value) * (i * 37 % 48) / 48:g}" for i in range(48)]
    rows = [f"{cell},{'ab'[i * 7 % 5 > 2]}" for i, cell in enumerate(cells)]
    draft = inspect_table("\n".join(["depth,diagnosis", *rows]).encode())
    assert not any("far from the others" in note for note in draft.to_dataset().notes)


REPEATED = {
    "temperatures": [round(16 + i * 37 % 110 / 10 + 0.05, 2) for i in range(N)],
    "below zero": [round(i * 37 % 90 / 3 - 9, 1) for i in range(N)],
    "ages": SCALES["ages"],
    "1 to 5": SCALES["1 to 5"],
}


def test_one_number_of_any_digits_repeated_far_from_the_others_is_noted():
    codes = (-127, -200, -1000, -5000, -7999, 6999, 850, 3276.7, -273.15, 655.35, 4095, -1e10)
    for what, values in REPEATED.items():
        for code in codes:
            for every in (10, 30):
                cells = [code if i % every == 3 else value for i, value in enumerate(values)]
                rows = cells.count(code)
                (note,) = notes_on(cells)
                text = str(int(code)) if code == int(code) else str(code)
                assert f"{text} in {rows} rows of 'v' lies far" in note, f"{what}: {note}"
    for code in (-200, -127):
        assert notes_on([code if i % 9 == 3 else i * 7 % 5 % 2 for i in range(N)])
    # Among numbers up to 900, as the gas sensors of a station give them.
    assert notes_on([-200 if i % 9 == 3 else i * 37 % 90 * 10 + 2 for i in range(N)])


def test_several_codes_are_noted_together():
    values = REPEATED["temperatures"]
    for codes in ((-7999, 6999), (-999, -200), (-999, -200, 850), (-300, -200)):
        cells = [codes[i // 6 % len(codes)] if i % 6 == 3 else v for i, v in enumerate(values)]
        (note,) = notes_on(cells)
        for code in codes:
            assert f"{code} in {cells.count(code)} rows" in note, note


def test_repeated_values_that_are_plausible_are_not_noted():
    drawn = np.random.default_rng(0)
    skewed = [float(round(value, 1)) for value in drawn.lognormal(3, 1, N)]
    cases = {
        "zero": [0 if i % 9 == 3 else 200 + i / 10 for i in range(N)],
        "a highest value": [min(value, 50.0) for value in skewed],
        "a lowest value": [max(value, 10.0) for value in skewed],
        "one far value": [500.5, *REPEATED["temperatures"][1:]],
        "rows that come twice": [v for v in [5000.5, *skewed[: N // 2 - 1]] for _ in range(2)],
        "a few round sums": [600 if i % 30 == 3 else v for i, v in enumerate(skewed)],
        "doses": [(0, 1, 2, 5, 10, 100, 1000)[i % 7] for i in range(N)],
        "dilutions": [10.0 ** (i % 12 - 6) for i in range(N)],
        "titres": [10 * 2 ** (i % 11) for i in range(N)],
        "normal": [float(round(value, 1)) for value in drawn.normal(0, 1, N)],
        "heavy tails": [float(round(value, 1)) for value in drawn.standard_cauchy(N)],
    }
    for what, values in cases.items():
        assert not notes_on(values), what
