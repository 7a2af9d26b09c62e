"""Rows under the names that hold ranges of values, or "Response" as SurveyMonkey writes it."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table

N = 40
BODY = [f"{20 + i},{i % 11},{'abc'[i % 3]},{('yes', 'no')[i // 2 % 2]}" for i in range(N)]


def _file(*above: str) -> bytes:
    return "\n".join([*above, *BODY]).encode()


def test_a_row_of_ranges_is_left_out_and_told() -> None:
    for row in (
        "0-100,0-10,,",
        "20 - 90,0 - 10,,",
        "[0-100],[0-10],,",
        "0..100,0..10,a/b/c,yes/no",
        "0-100,0-10,A-C,yes/no",
        "18 to 99,0 to 10,,",
        "0–100,,,",
    ):
        data = _file("age,score,grade,class", row)
        draft = inspect_table(data)
        told = [note for note in draft.warnings if "Line 2 holds ranges of values" in note]
        assert len(told) == 1 and draft.n_rows == N, f"{row}: {draft.warnings}"
        (undo,) = [p for p in draft.proposals if p.text == told[0]]
        assert inspect_table(data, **undo.reading).n_rows == N + 1, row
        dataset = read_table(data)
        assert (list(dataset.X["age"]), set(dataset.y)) == ([*range(20, 60)], {"yes", "no"}), row


def test_a_row_that_may_be_a_case_stays() -> None:
    for row in (
        "20-24,5,a,yes",  # a number beside it
        "20-24,0-10,a,yes",  # a class beside it
        "90-99,0-10,,",  # no value of the column lies in it
        "0-100,?,b,",
    ):
        draft = inspect_table(_file("age,score,grade,class", row))
        assert draft.n_rows == N + 1, f"{row}: {draft.warnings}"


def test_the_kinds_of_answers_of_a_survey_are_left_out_and_told() -> None:
    for row in (
        "Open-Ended Response,Response,Response,Response",
        ",Open-Ended Response,Response,Response",
        ",,,Open-Ended Response",
        ",,Antwort,Antwort",
    ):
        data = _file("How old?,How often?,Which?,class", row)
        draft = inspect_table(data)
        told = [note for note in draft.warnings if "SurveyMonkey" in note]
        assert len(told) == 1 and draft.n_rows == N, f"{row}: {draft.warnings}"
        assert set(read_table(data).y) == {"yes", "no"}, row


def test_beside_options_the_kinds_of_answers_are_no_part_of_names() -> None:
    draft = inspect_table(_file("How old?,What do you like?,,class", "Response,Tea,Milk,Response"))
    names = [column.name for column in draft.columns]
    assert names == ["How old?", "What do you like? Tea", "What do you like? Milk", "class"]
    assert draft.target == "class"


def test_an_answer_of_that_name_stays() -> None:
    rows = "".join(f"{i},Response,{'ab'[i % 2]}\n" if i % 3 else f"{i},,b\n" for i in range(1, N))
    assert inspect_table(f"x,outcome,group\n{rows}".encode()).n_rows == N - 1


def _marks(word: str, most: str) -> bytes:
    rows = [f"{at},{at * 7 % 11},{at * 5 % 101},{'pf'[at % 3 > 1]}" for at in range(60)]
    return "\n".join(["Student,Quiz,Exam,Result", f"{word},{most},", *rows]).encode()


@pytest.mark.parametrize("word", ["    Points Possible", "Max. Punkte", "Barème", "满分"])
@pytest.mark.parametrize("last", ["", "(read only)", "p"])
def test_the_points_possible_are_no_case(word, last):
    draft = inspect_table(_marks(word, "10,100").replace(b"100,\n", f"100,{last}\n".encode()))
    assert draft.n_rows == 60
    assert any("largest values that are possible" in note for note in draft.warnings)
    assert [p.reading for p in draft.proposals if "possible" in p.text] == [{"units": False}]


@pytest.mark.parametrize(("word", "most"), [("Points", "10,100"), ("Max", "3,20")])
def test_a_first_case_is_no_row_of_points(word, most):
    assert inspect_table(_marks(word, most)).n_rows == 61
