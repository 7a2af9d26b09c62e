"""Outcomes of patients are the class; grades and groups such as NYHA class are inputs."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 90


def draft(**columns):
    """Return the draft of a table; a column is a function of the row."""
    rows = [",".join(str(column(i)) for column in columns.values()) for i in range(N)]
    return inspect_table("\n".join([",".join(columns), *rows]).encode())


def target(columns):
    return draft(**columns).target


def age(i):
    return 30 + i * 37 % 60


def yes_no(i):
    return i * 7 % 11 % 2


def grade(i):
    return ["I", "II", "III", "IV"][i * 5 % 7 % 4]


OUTCOMES = [
    *["death", "Death", "died", "dead", "survival", "vital_status", "Vital Status", "mortality"],
    *["relapse", "Recurrence", "death_event", "event", "progression", "remission", "readmission"],
    *["readmitted", "survived", "Outcome", "diagnosis", "30-day mortality", "death_1y", "alive"],
    *["in_hospital_death", "hospital_expire_flag", "5-year survival", "tumor recurrence"],
    *["disease_progression", "readmission_30d", "Relapse (yes/no)", "all-cause mortality"],
    *["treatment_response", "case_control", "Vitalstatus", "Rezidiv", "verstorben", "Tod"],
    *["Mortalität", "Ereignis", "Wiederaufnahme", "décès", "deces", "récidive", "mortalité"],
    *["muerte", "fallecido", "recaída", "mortalidad", "decesso", "recidiva", "óbito", "desfecho"],
    *["overlijden", "sterfte", "zgon", "nawrót", "avliden", "återfall", "tilbagefald", "død"],
]
GRADES = [
    *["NYHA class", "ASA class", "social class", "ticket_class", "Pclass", "class_of_drug"],
    *["Weight Class", "TicketClass", "drug class", "class of worker", "functional_class"],
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_wins_over_a_grade_wherever_they_stand(outcome):
    for name in ("NYHA class", "ticket_class"):
        assert target({"age": age, name: grade, "bmi": age, outcome: yes_no}) == outcome
        assert target({"age": age, outcome: yes_no, "bmi": age, name: grade}) == outcome
        assert target({name: lambda i: 1 + i % 3, outcome: yes_no, "bmi": age}) == outcome


@pytest.mark.parametrize("name", GRADES)
@pytest.mark.parametrize("outcome", ["death", "Outcome", "readmitted", "vital_status", "Exited"])
def test_a_grade_loses_to_an_outcome(name, outcome):
    assert target({"age": age, name: grade, outcome: yes_no}) == outcome
    assert target({"age": age, outcome: yes_no, "bmi": age, name: grade}) == outcome


@pytest.mark.parametrize("name", GRADES)
def test_a_grade_loses_to_a_last_column_of_few_values(name):
    assert target({"age": age, name: grade, "bmi": age, "icu": yes_no}) == "icu"
    assert target({"age": age, name: grade, "bmi": age, "weather": lambda i: "ab"[i % 2]}) == (
        "weather"
    )


@pytest.mark.parametrize("name", ["NYHA class", "ASA class", "social class", "class_of_drug"])
def test_a_grade_is_the_class_where_no_other_column_is_likely(name):
    assert target({"age": age, name: grade, "bmi": age}) == name


@pytest.mark.parametrize("name", ["class", "Class", "target", "label", "Klasse"])
def test_the_word_alone_wins_over_an_outcome_in_the_middle(name):
    values = {"age": age, "death": yes_no, "bmi": age, name: grade}
    assert target(values) == name
    assert target({name: grade, "age": age, "relapse": yes_no, "bmi": age}) == name


@pytest.mark.parametrize("name", ["class_label", "ClassLabel", "target_class", "class_type"])
def test_the_word_beside_words_that_say_no_more_is_the_class(name):
    assert target({"age": age, name: grade, "bmi": age, "region": lambda i: "pqr"[i % 3]}) == name


def test_a_class_of_something_else_is_the_class_without_an_outcome():
    values = {"age": age, "leaf_class": grade, "bmi": age, "region": lambda i: "pqr"[i % 3]}
    assert target(values) == "leaf_class"
    assert target({**values, "died": yes_no, "x": age}) == "died"


def test_a_quantity_with_the_word_in_its_name_is_no_class():
    values = {"target_weight": lambda i: i % 40 / 2, "age": age, "smoker": yes_no}
    assert target(values) == "smoker"


@pytest.mark.parametrize(
    "name",
    [
        *["survival_months", "overall_survival", "survival", "Mortality", "days_to_death", "event"],
        *["time_to_relapse", "cause of death", "age at death", "prior_relapse", "family_death"],
        *["event_date", "remission"],
    ],
)
def test_amounts_and_other_things_are_no_outcomes(name):
    values = {"age": age, name: lambda i: i * 7 % 18, "bmi": age, "kind": lambda i: "pqr"[i % 3]}
    assert target(values) == "kind"


def rate(i):
    return round(3.1 + i * 37 % N / 7, 2)


@pytest.mark.parametrize("name", ["response", "outcome", "target", "result", "label", "y"])
def test_a_quantity_with_the_name_of_a_class_gives_way_to_a_likely_class(name):
    values = {"age": age, name: rate, "bmi": age}
    for other, column in {"died": yes_no, "kind": lambda i: "pqr"[i % 3], "ill": yes_no}.items():
        found = draft(**values, **{other: column})
        assert found.target == other
        told = f"{name!r} has a usual name of a class, but 90 different numbers; to predict it"
        assert told in found.target_reason
        assert any(told in note and "bins=3" in note for note in found.to_dataset().notes)


@pytest.mark.parametrize("name", ["response", "outcome", "target", "result", "label", "y"])
@pytest.mark.parametrize("many", [17, 60])
def test_a_quantity_without_a_likely_class_beside_it_is_said_to_be_one(name, many):
    values = {"sex": lambda i: "mf"[i % 2], "age": age, name: lambda i: i * 7 % many + 0.25}
    found = draft(**values)
    assert found.target == name
    assert f"It holds {many} different numbers" in found.target_reason
    assert "bins=3" in found.target_reason
    assert len(found.to_dataset(bins=3).classes) == 3
    if many <= 20:
        assert any("bins=3" in note for note in found.to_dataset().notes)


@pytest.mark.parametrize(
    "column",
    [
        yes_no,
        lambda i: float(yes_no(i)),
        lambda i: i % 5 / 2,
        lambda i: 1 + i % 9,
        lambda i: i % 26,
    ],
)
def test_codes_and_ratings_stay_classes(column):
    rows = [f"{age(i)},{column(i)},{'pqr'[i % 3]}" for i in range(300)]
    found = inspect_table("\n".join(["age,target,kind", *rows]).encode())
    assert found.target == "target"
    assert "bins" not in found.target_reason


def test_a_survival_table_as_it_is_published():
    head = "age,anaemia,ejection_fraction,NYHA class,time,DEATH_EVENT,centre"
    rows = [
        f"{age(i)},{i % 2},{20 + i % 40},{grade(i)},{4 + i * 3},{yes_no(i)},{'ABC'[i % 3]}"
        for i in range(N)
    ]
    data = read_table("\n".join([head, *rows]).encode())
    assert sorted(set(data.y.tolist())) == ["0", "1"]
    assert "NYHA class" in data.X


@pytest.mark.parametrize("time", ["time", "futime", "follow_up"])
@pytest.mark.parametrize("status", ["status", "fustat"])
def test_a_status_beside_a_time_is_the_outcome(time, status):
    values = {time: lambda i: 5 + i * 11 % 900, status: lambda i: 1 + yes_no(i), "age": age}
    assert target({**values, "ecog": lambda i: i % 3}) == status
    values.pop(time)
    assert target({**values, "ecog": lambda i: i % 3}) == "ecog"
