"""A disease, a defect or the truth is proposed as the class rather than the sex of persons."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
CELLS = {
    "age": lambda i: 20 + i * 7 % 50,
    "crp": lambda i: f"{i * 13 % 29}.5",
    "site": lambda i: "KLMN"[i * 11 % 13 % 4],
}
SEXES = {"Geschlecht": "mw", "sex": "MF", "Gender": ("male", "female")}


def target_of(*names, state=(0, 1)):
    def cell(name, i):
        if name in SEXES:
            return SEXES[name][i * 3 % 7 % 2]
        return str(CELLS[name](i) if name in CELLS else state[i * 5 % 11 % 2])

    rows = [",".join(cell(name, i) for name in names) for i in range(N)]
    return inspect_table("\n".join([",".join(names), *rows]).encode()).target


NAMES = [
    "y_true", "ground_truth", "disease", "defect", "failure", "churn", "has_disease", "is_defect",
    "Krankheit", "Ausfall", "maladie", "enfermedad", "malattia", "gold", "machine_failure",
]  # fmt: skip


@pytest.mark.parametrize("sex", SEXES)
@pytest.mark.parametrize("name", NAMES)
def test_a_state_in_the_middle_is_the_class(name, sex):
    for state in ((0, 1), ("no", "yes")):
        assert target_of("age", sex, name, "crp", state=state) == name
        assert target_of(sex, "age", name, "crp", state=state) == name
    assert target_of("age", name, "crp", sex) == name


def test_without_a_state_the_sex_may_be_the_class():
    assert target_of("age", "crp", "sex") == "sex"
    assert target_of("age", "sex", "crp") == "sex"


def test_another_column_of_words_comes_before_the_sex():
    assert target_of("age", "sex", "site", "crp") == "site"


def test_a_last_column_of_words_stays_the_class():
    assert target_of("age", "sex", "disease", "site") == "site"
