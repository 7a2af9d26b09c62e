"""A column that is named as an outcome is proposed as the class, wherever it stands."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def proposed(*names, values=None):
    """Return the draft's target in a table with numbers, and words in the last column."""
    made = values or {}
    rows = [
        [
            made[name](i) if name in made
            else "pqr"[i % 3] if at == len(names) - 1
            else f"{i * (at + 3) % 37}.5"
            for at, name in enumerate(names)
        ]
        for i in range(N)
    ]  # fmt: skip
    text = "\n".join(",".join(map(str, row)) for row in [names, *rows])
    return inspect_table(text.encode()).target


def yes_no(i):
    return i * 7 % 11 % 2


@pytest.mark.parametrize(
    "name",
    [
        *["Survived", "Churn", "Exited", "stroke", "HeartDisease", "Heart Disease", "Attrition"],
        *["Loan_Status", "LoanStatus", "is_fraud", "isFraud", "default.payment.next.month"],
        *["Outcome", "result", "Ergebnis", "Ziel", "target", "y", "label", "Diagnosis", "class"],
        *["churn_flag", "loan default", "customer churn", "DEATH_EVENT", "Cover_Type"],
        *["Überlebt", "Ueberlebt?", "gekündigt", "Betrug", "Résultat", "resultat", "survécu"],
        *["Creditability", "credit_risk", "Creditworthiness", "Kreditwürdigkeit"],
        *["Resultado", "abandono", "Esito", "diagnosi", "uitkomst", "wynik", "utfall"],
    ],
)
def test_names_of_outcomes_win_over_a_last_column_of_words(name):
    found = proposed("a", name, "b", "region", values={name: yes_no})
    assert found == (name if name != "Ueberlebt?" else "region")


@pytest.mark.parametrize(
    "name",
    [
        "prior_stroke",
        "credit_amount",
        "default_rate_region",
        "Ziellinie",
        "churning",
        "sex",
        "Gruppe",
        "fraudulence",
    ],
)
def test_other_names_say_nothing(name):
    assert proposed("a", name, "b", "region", values={name: yes_no}) == "region"


def test_an_outcome_that_is_a_quantity_is_no_class():
    assert proposed("a", "Ziel", "b", "region") == "region"
    many = {"outcome": lambda i: i * 7 % 53}
    assert proposed("a", "Stroke", "b", "region", values={"Stroke": many["outcome"]}) == "region"


def test_of_several_outcomes_the_last_or_the_first_column():
    two = {"heart_disease": yes_no, "stroke": lambda i: i % 2}
    assert proposed("heart_disease", "a", "stroke", values=two) == "stroke"
    two = {"HeartDisease": yes_no, "Stroke": lambda i: i % 2}
    assert proposed("HeartDisease", "a", "Stroke", "region", values=two) == "HeartDisease"
    two = {"default": yes_no, "deposit": lambda i: ["yes", "no"][i % 2]}
    assert proposed("default", "a", "deposit", values=two) == "deposit"


def test_a_class_between_others_may_be_that_of_a_ticket():
    values = {"survived": yes_no, "class": lambda i: ["First", "Second", "Third"][i % 3]}
    assert proposed("survived", "a", "class", "b", "alone", values=values) == "survived"
    assert proposed("a", "survived", "class", "b", "alone", values=values) == "survived"
    assert proposed("survived", "a", "b", "class", values=values) == "class"


def test_the_reason_and_the_note_say_so():
    rows = "\n".join(f"{i % 13}.5,{yes_no(i)},{'pqr'[i % 3]}" for i in range(N))
    draft = inspect_table(f"a,Survived,Embarked\n{rows}".encode())
    assert draft.target_reason == "Its name is a usual one for an outcome."
    assert any("The class is 'Survived'" in note for note in draft.to_dataset().notes)


@pytest.mark.parametrize("name", ["Klasse", "class", "classe"])
def test_a_class_between_others_may_be_that_of_a_school(name):
    values = {name: lambda i: ["7a", "7b", "7c"][i % 3], "versetzt": yes_no}
    assert proposed("Nr", name, "Deutsch", "versetzt", values=values) == "versetzt"
    assert proposed("Nr", name, "Deutsch", "region", values=values) == name


def test_a_status_is_the_class_where_no_other_column_is_likely():
    quantity = {"status": yes_no, "PPE": lambda i: i * 0.37}
    assert proposed("name", "HNR", "status", "RPDE", "PPE", values=quantity) == "status"
    assert proposed("a", "status", "b", "region", values={"status": yes_no}) == "region"
    quantity = {"marital_status": yes_no, "PPE": lambda i: i * 0.37}
    assert proposed("name", "marital_status", "PPE", values=quantity) is None


def test_a_phenotype_among_genotypes_is_the_class():
    values = {name: lambda i: i % 3 for name in ("SEX", "rs1_A", "rs2_G")}
    values["PHENOTYPE"] = lambda i: 1 + yes_no(i)
    assert proposed("SEX", "PHENOTYPE", "rs1_A", "rs2_G", values=values) == "PHENOTYPE"
