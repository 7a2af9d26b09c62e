"""A lesson of one's own: a file, or an address that holds it."""

from __future__ import annotations

from l2dwk_core.figures.predicted_place import ANSWER
from l2dwk_core.lessons.faults import MAX_FAULTS
from pages.lessons.lessons import LESSONS
from pages.lessons.own_lesson import MAX_PACKED, own_lesson, packed, unpacked
from pages.models import lesson_charts
from tests import page_apps as apps
from tests.lesson_page import FEW, answer
from tests.trainings import run_of_step


def test_a_lesson_in_an_address_is_the_file():
    assert unpacked(packed(FEW)) == FEW
    assert own_lesson(packed(FEW)).steps == LESSONS["few"].steps
    assert len(packed(FEW)) < MAX_PACKED / 2


def test_a_file_is_opened_and_its_link_holds_the_lesson():
    app = apps.open_page("lessons.py", v="1")
    text = FEW.replace("Many could be few", "Mine").replace("How many of the 301 members", "Many?")
    app.file_uploader(key="lesson_file").set_value(
        ("mine.md", text.encode(), "text/markdown")
    ).run()
    apps.check(app)
    app.button(key="start_own").click().run()
    apps.check(app)
    assert "Mine · step 1 of 4" in apps.said(app) and "Many? keep weight?" in apps.said(app)
    query = apps.address(app)
    assert query == {"v": "1", "lesson": "own", "file": packed(text)}
    other = apps.open_page("lessons.py", **query)
    assert "Mine · step 1 of 4" in apps.said(other)
    assert "Your prediction was" in apps.said(answer(other)) + answer_words(other)


def test_the_end_of_an_own_lesson_is_said():
    text = FEW[: FEW.index("## More diversity")]
    app = answer(apps.open_page("lessons.py", v="1", lesson="own", file=packed(text)))
    assert "step 1 of 1" not in apps.said(app)
    app.button(key="lesson_finish").click().run()
    apps.check(app)
    assert f"Finished: {LESSONS['few'].title}.** {LESSONS['few'].learnt}" in apps.said(app)
    app.button(key="start-few").click().run()
    app.button(key="lesson_leave").click().run()
    assert "Finished:" not in apps.said(app)


def answer_words(app):
    return "\n".join(str(part.value) for part in app.info)


def test_faults_of_a_file_are_listed_with_their_lines():
    app = apps.open_page("lessons.py", v="1")
    text = FEW.replace('control = "lam"', 'control = "seed"', 1).replace(
        "high = 301", "high = 0", 1
    )
    app.file_uploader(key="lesson_file").set_value(
        ("mine.md", text.encode(), "text/markdown")
    ).run()
    apps.check(app)
    assert "This lesson has 2 faults." in app.error[0].value
    assert "- Line 17: low" in apps.said(app) and "- Line 30: control is 'seed'" in apps.said(app)
    assert not apps.button(app, "start_own")


def test_of_very_many_faults_the_page_says_that_reading_ended():
    text = FEW.replace("lam = 1.0", "".join(f"a{i} = 1\n" for i in range(200)), 1)
    ended = f"Reading ended after {MAX_FAULTS} faults"
    app = apps.open_page("lessons.py", v="1")
    app.file_uploader(key="lesson_file").set_value(
        ("mine.md", text.encode(), "text/markdown")
    ).run()
    apps.check(app)
    assert f"This lesson has {MAX_FAULTS} faults. {ended}" in app.error[0].value.replace("\\", "")
    linked = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    assert ended in linked.warning[0].value


def test_a_slider_of_a_lesson_file_is_made_longer_until_it_holds_the_answer():
    kept = run_of_step("few", 1).trace.n_selected
    for low, high in ((0, 4), (100, 301)):
        text = FEW.replace("low = 0\nhigh = 301", f"low = {low}\nhigh = {high}", 1)
        app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
        apps.check(app)
        slider = app.slider(key="prediction.own.1")
        assert slider.min <= kept <= slider.max
        assert slider.min <= low and high <= slider.max
        assert abs(kept - (slider.min + slider.max) / 2) >= (slider.max - slider.min) / 10


PLACE = """low = [0.0, 40]
high = [0.1, 60]
marks = [["uniform vote", "uniform_test_diversity", "uniform_accuracy"]]
"""


def test_the_axes_of_a_place_are_made_longer_until_they_hold_the_answer_and_the_marks():
    text = FEW.replace(
        'answer = "members_kept"\nlow = 0\nhigh = 301\n',
        f'across = "test_diversity"\nup = "accuracy"\n{PLACE}', 1,
    )  # fmt: skip
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    apps.check(app)
    values = lesson_charts.step_values(LESSONS["few"].steps[0])
    for way, names in (
        ("across", ("test_diversity", "uniform_test_diversity")),
        ("up", ("accuracy", "uniform_accuracy")),
    ):
        slider = app.slider(key=f"prediction.own.1.{way}")
        assert all(slider.min <= values(name) <= slider.max for name in names)
        assert (slider.max - slider.min) / slider.step <= 99
    assert apps.trace(answer(app), ANSWER)["y"] == [values("accuracy")]


def test_a_lesson_on_another_dataset_trains_by_itself():
    text = FEW.replace(
        "lam = 1.0\n\n[question]", 'lam = 1.0\ndataset = "zoo"\nn_members = 21\n\n[question]', 1
    )
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    app = apps.waited(app)
    assert apps.button(app, "predict")
    assert "of 21 members carry" in apps.titles(answer(app))
