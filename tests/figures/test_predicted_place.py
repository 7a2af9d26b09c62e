"""The figure in which a reader predicts a place."""

from __future__ import annotations

from l2dwk_core.figures.predicted_place import (
    ANSWER,
    PREDICTION,
    KnownPlace,
    PlaceAxis,
    predicted_place_figure,
)

ACROSS = PlaceAxis("diversity", 0.0, 0.5, "{:.2f}".format)
UP = PlaceAxis("accuracy", 50.0, 100.0, "{:.0f}%".format, "%")
KNOWN = [KnownPlace("uniform vote", (0.1, 70.0), uniform=True)]


def points(chart):
    return {trace.name: (list(trace.x), list(trace.y)) for trace in chart.figure.data}


def test_before_the_answer_only_what_is_known_is_drawn():
    chart = predicted_place_figure(ACROSS, UP, (0.4, 60.0), KNOWN)
    assert points(chart) == {"uniform vote": ([0.1], [70.0]), PREDICTION: ([0.4], [60.0])}
    assert chart.title == "Your prediction: diversity 0.40, accuracy 60%"
    assert "Uniform vote: diversity 0.10, accuracy 70%." in chart.alternative


def test_the_answer_is_drawn_beside_the_prediction_and_the_axes_stay():
    before = predicted_place_figure(ACROSS, UP, (0.4, 60.0), KNOWN)
    after = predicted_place_figure(ACROSS, UP, (0.4, 60.0), KNOWN, (0.2, 88.0))
    assert points(after) == points(before) | {
        "how far off": ([0.4, 0.2], [60.0, 88.0]), ANSWER: ([0.2], [88.0]),
    }  # fmt: skip
    assert "The answer: diversity 0.20, accuracy 88%." in after.alternative
    table = after.tables["places"]()
    assert table["place"].tolist() == ["uniform vote", PREDICTION, ANSWER]
    assert table["accuracy"].tolist() == [70.0, 60.0, 88.0]
    for name in ("xaxis", "yaxis"):
        assert before.figure.layout[name] == after.figure.layout[name]


def test_words_stand_on_the_side_with_more_room():
    sides = {
        trace.name: trace.textposition
        for trace in predicted_place_figure(ACROSS, UP, (0.4, 60.0), KNOWN).figure.data
    }
    assert sides == {"uniform vote": "bottom right", PREDICTION: "middle left"}
