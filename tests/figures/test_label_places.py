"""Words beside points cover neither each other, nor the points, nor the line between them."""

from __future__ import annotations

from l2dwk_core.figures.label_places import Label, label_places


def test_words_stand_where_they_are_wanted_when_nothing_is_there():
    labels = [Label("left", 0.1, 0.9, "top"), Label("right", 0.9, 0.5, "middle")]
    assert label_places(labels) == ["top right", "middle left"]


def test_the_prediction_is_beside_neither_the_answer_nor_the_line_to_it():
    """A prediction at 0.49 and 77 %, and the answer to its left, at 0.39."""
    prediction, answer = (0.967, 0.675), (0.632, 0.673)
    labels = [Label("your prediction", *prediction, "middle"), Label("the answer", *answer, "top")]
    first, second = label_places(labels, (prediction, answer))
    assert first.split()[0] in ("top", "bottom")
    assert second.split()[0] != first.split()[0]


def test_words_stand_over_their_point_before_they_stand_over_another():
    prediction, answer = (0.8, 0.675), (0.632, 0.673)
    labels = [Label("your prediction", *prediction, "middle"), Label("the answer", *answer, "top")]
    assert label_places(labels, (prediction, answer))[0] == "top center"


def test_words_stay_in_the_figure():
    (low,) = label_places([Label("a point", 0.1, 0.0, "bottom")])
    assert not low.startswith("bottom")
