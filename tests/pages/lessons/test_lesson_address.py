"""The address of a lesson: its step, what it fixes, and what is said of a wrong one."""

from __future__ import annotations

import re

import pytest

from l2dwk_core.lessons.faults import LessonFileError
from pages.choices.choice import Choice, from_address, to_address
from pages.lessons.lessons import LESSONS, View, read_view
from pages.lessons.own_lesson import MAX_PACKED, own_lesson, packed
from tests import page_apps as apps
from tests.lesson_page import FEW, answer, open_step
from tests.trainings import run_of_step


@pytest.mark.parametrize("key", LESSONS)
def test_a_step_is_its_own_short_address_and_moved_controls_come_back(key):
    for number in range(1, len(LESSONS[key].steps) + 1):
        base = View(key, number).base()
        assert to_address(base, base) == {"v": "1"}
        other = base.with_preset("paper")
        assert from_address(to_address(other, base), base=base) == (other, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"lesson": "kernel"}, "Lesson .lesson. is 'kernel'.*did you mean 'kernels'"),
        ({"lesson": "few", "step": "0"}, "is '0'; the lesson 'Many could be few' has steps 1 to 4"),
        ({"lesson": "few", "step": "two"}, "is 'two'; the lesson .* Step 1 is shown"),
        ({"lesson": "few", "step": "5"}, "is '5'; the lesson .* has steps 1 to 4. Step 4 is shown"),
        ({"step": "3"}, "step is for a lesson, but the address names none"),
        ({"file": "abc"}, "file is for a lesson, but the address names none"),
        ({"hide": "lam,size"}, "Hidden controls .hide. is 'lam,size'; allowed are dataset, pool"),
        ({"lock": ""}, "Locked controls .lock. is empty"),
        ({"lesson": "own"}, "This link has no lesson file"),
        ({"lesson": "own", "file": "abc"}, "damaged or cut off"),
        ({"lesson": "own", "file": "ä" * 9}, "damaged or cut off"),
        ({"lesson": "own", "file": "A" * (MAX_PACKED + 1)}, "damaged or cut off"),
        ({"lesson": "own", "file": packed("nothing")}, "Line 1: the file has no step"),
        ({"lesson": "own", "file": packed(FEW.replace("lam = 1.0", "lam = -1"))}, "Line 12: .*lam"),
        ({"lesson": "own", "file": packed(FEW)[:-9]}, "damaged or cut off"),
    ],
)  # fmt: skip
def test_unknown_views_are_diagnosed(query, said):
    view, notes = read_view(query)
    assert view.chosen is None or view.lesson == "few"
    assert re.search(said, notes[0]), notes[0]


def test_the_faults_of_a_lesson_in_the_address_are_one_list():
    text = FEW.replace("lam = 1.0", "lam = -1").replace('control = "lam"', 'control = "lamb"')
    with pytest.raises(LessonFileError) as found:
        own_lesson(packed(text))
    faults = found.value.problems
    assert len(faults) > 1
    app = apps.open_page("lessons.py", v="1", lesson="own", file=packed(text))
    apps.check(app)
    (box,) = app.warning
    first, *items = box.value.replace("\\", "").split("\n")
    assert first == f"The lesson in this address has {len(faults)} faults:"
    assert items == [f"- {fault}" for fault in faults]


def test_a_misspelt_name_does_not_unlock_the_others():
    view, notes = read_view({"lock": "lam,nosuch,seed", "hide": "kernle"})
    assert (view.lock, view.hide) == (("lam", "seed"), ())
    assert len(notes) == 2
    assert "Used instead: lam,seed" in notes[0]


def test_other_choices_of_an_address_do_not_change_a_lesson():
    app = answer(open_step("few", 1, dataset="zoo", n_members="21"))
    assert f"{run_of_step('few', 1).trace.n_selected} of 301 members" in apps.titles(app)


def test_what_a_link_locks_stays_so_through_the_steps_and_after_the_lesson():
    app = open_step("few", 1, lock="lam", hide="seed")
    app.button(key="lesson_next").click().run()
    app = answer(app)
    assert app.select_slider(key="choice.lam").disabled
    query = apps.address(app)
    assert (query["lock"], query["hide"]) == ("lam", "seed")
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == Choice(lam=10.0)
    app = open_step("margin_target", 3)
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == Choice()


def test_another_page_leads_back_to_the_lesson():
    app = apps.open_page("lab.py", v="1", lesson="perfect_member", step="2")
    assert "you are at step 2 of 4" in apps.said(app)
    app.button(key="lesson_continue").click().run()
    assert "What is Q now?" in apps.said(app)
