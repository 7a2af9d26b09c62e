"""The accuracies that stand below the votes are no votes."""

from __future__ import annotations

import pytest

from l2dwk_core.votes.read import read_votes

VOTES = ["0,0,0", "1,1,0", "0,0,0", "1,1,1", "1,1,0"]


def lines(classes, *last, truth="y_true"):
    a, b = classes
    votes = [line.replace("0", "A").replace("1", "B") for line in VOTES * 4]
    votes = [line.replace("A", a).replace("B", b) for line in votes]
    return "\n".join([f"{truth},rf,svm", *votes, *last]).encode()


@pytest.mark.parametrize("classes", [("a", "b"), ("0", "1"), ("no", "yes")])
@pytest.mark.parametrize("truth", ["y_true", "outside"])
@pytest.mark.parametrize(
    "last",
    [
        ["accuracy,1,0.6"],
        ["Accuracy,1.0,0.6"],
        ["acc,100,60"],
        ["mean,1,0.6"],
        ["ACC:,1,"],
        ["accuracy,1,0.6", "F1 score,1,0.5"],
    ],
)
def test_accuracies_below_the_votes_are_left_out(classes, truth, last):
    read = read_votes(lines(classes, *last, truth=truth))
    plain = read_votes(lines(classes, truth=truth))
    assert read.models == ("rf", "svm")
    assert read.labels.tolist() == plain.labels.tolist()
    assert read.predictions.tolist() == plain.predictions.tolist()
    assert read.classes.tolist() == plain.classes.tolist()
    assert any("left out" in note for note in read.notes)


def test_the_note_names_what_was_left_out():
    notes = read_votes(lines("ab", "accuracy,1,0.6")).notes
    assert "1 last row is left out: 'accuracy' sums up the rows above." in notes


def test_accuracies_below_probabilities():
    votes = [f"{y},{0.2 + 0.5 * y},{0.4 + 0.1 * y}" for y in (0, 1)] * 10
    text = "\n".join(["y_true,rf,svm", *votes, "accuracy,1,0.5"]).encode()
    read = read_votes(text)
    assert read.probabilities.shape == (20, 2, 2)


def test_a_class_or_a_case_of_such_a_name_stays():
    read = read_votes(lines(("mean", "kind")))
    assert read.classes.tolist() == ["kind", "mean"]
    read = read_votes(lines("ab", "accuracy,a,b"))
    assert read.n_rows == 21
    cases = "\n".join(f"{w},{y},{y}" for w, y in zip("abcdefgh", "01010101", strict=True))
    read = read_votes(f"word,y_true,rf\n{cases}\naccuracy,1,0\n".encode())
    assert read.n_rows == 9


WORDS = ["Fehler", "richtig", "% correct", "n correct", "Treffer", "Punkte", "Sens", "aciertos"]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("classes", [("neg", "pos"), ("0", "1")])
def test_counts_under_any_word_are_left_out(word, classes):
    read = read_votes(lines(classes, f"{word},12,13"))
    plain = read_votes(lines(classes))
    assert read.labels.tolist() == plain.labels.tolist()
    assert read.predictions.tolist() == plain.predictions.tolist()
    assert any(f"{word!r} sums up the rows above" in note for note in read.notes)


def test_counts_of_one_class_are_left_out_though_its_name_is_a_class():
    read = read_votes(lines(("neg", "pos"), "neg,47,49", "pos,13,11"))
    assert read.classes.tolist() == ["neg", "pos"]
    assert len(read.labels) == len(read_votes(lines(("neg", "pos"))).labels)
    assert any("2 last rows are left out" in note for note in read.notes)


def test_a_last_case_of_a_rare_class_stays():
    read = read_votes(lines(("a", "b"), "c,a,b"))
    assert read.classes.tolist() == ["a", "b", "c"]
    read = read_votes(lines(("0", "1"), "2,0,1"))
    assert read.classes.tolist() == ["0", "1", "2"]
