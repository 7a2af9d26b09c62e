"""A class in a real browser: a lecturer makes the file, a student in another browser opens it."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.conftest import start_server
from tests.browser.lab_page import READY
from tests.browser.one_page import fresh_page
from tests.pages.classes.test_page_class_file import PAIR_QUESTION
from tests.pages.test_dataset_key import CSV

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUESTION = "How many trees stay?"


def given(here, place, name, content):
    """Give a file to an uploader."""
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    here.page.locator(f".st-key-{place} input[type=file]").set_input_files(file)
    here.settle()


def lecturers_file(here, to):
    """Upload a table, pin a run, lock λ, ask a question, and take the file."""
    here.page.goto(f"{here.address}/data?v=1&data.section=own")
    here.page.wait_for_selector(".st-key-own_file", timeout=READY)
    given(here, "own_file", "patients.csv", CSV)
    here.press("use_in_lab")
    here.page.wait_for_selector(".st-key-pin button", timeout=READY)
    here.page.get_by_role("button", name="Pin this run as A").click()
    here.settle()
    here.move("choice-lam", 3)
    here.page.wait_for_selector(".st-key-pin_remove", timeout=READY)
    here.page.locator(".st-key-exercise_drawer summary").click()
    here.page.wait_for_selector(".st-key-class_file_name")
    here.settle()
    lock = here.page.locator(".st-key-exercise-lock input")
    lock.scroll_into_view_if_needed()
    here.settle()
    lock.click()
    lock.fill("λ")
    here.page.get_by_role("option", name="λ, strength of diversity").click()
    here.page.keyboard.press("Escape")
    here.settle()
    for key, words in (("question_ask", QUESTION), ("class_file_name", "Patients, week 3")):
        here.page.locator(f".st-key-{key} input").fill(words)
        here.page.keyboard.press("Tab")
        here.settle()
    here.check()
    with here.page.expect_download() as download:
        here.page.locator(".st-key-class_file button").first.click()
    assert download.value.suggested_filename == "patients-week-3.zip"
    download.value.save_as(to / "patients-week-3.zip")
    return parse_qs(urlsplit(here.page.url).query)


def answered_and_in_the_lab(here, expected):
    """Answer the question, go to the run, and see lock and pin."""
    here.page.get_by_text(QUESTION).first.wait_for(timeout=READY)
    assert not here.page.locator(".l2dwk-figure").count()
    here.page.locator(".st-key-predict button").click()
    here.page.wait_for_selector(".st-key-lesson-compared", timeout=READY)
    here.settle()
    here.check()
    here.page.locator(".st-key-lesson-onwards a").click()
    in_the_lab(here, expected)


def in_the_lab(here, expected):
    here.page.wait_for_selector(".st-key-pin-card", timeout=READY)
    here.settle()
    here.check()
    assert here.thumb("lam").is_disabled()
    found = parse_qs(urlsplit(here.page.url).query)
    for name in ("dataset", "lam", "pin.dataset"):
        assert found[name] == expected[name], json.dumps(found)
    assert found["lock"] == ["lam"]


def test_a_lecturers_file_restores_everything_in_another_browser(browser, server, tmp_path):
    with fresh_page(browser, server) as lecturer:
        expected = lecturers_file(lecturer, tmp_path)
    content = (tmp_path / "patients-week-3.zip").read_bytes()
    with fresh_page(browser, server) as student:
        student.page.goto(f"{server}/lessons")
        student.page.locator(".st-key-class-file summary").click()
        given(student, "class_upload", "patients-week-3.zip", content)
        answered_and_in_the_lab(student, expected)
        student.page.reload()
        student.page.wait_for_selector(".st-key-foreign-table", timeout=READY)
        student.settle()
        student.check()
        given(student, "missing_file", "patients-week-3.zip", content)
        in_the_lab(student, expected)
    # In the folder of a server the short link is enough, also after F5.
    process, address = start_server(tmp_path / "server.log", "--", "--classes", str(tmp_path))
    try:
        with fresh_page(browser, address) as student:
            student.page.goto(f"{address}/?class=patients-week-3")
            answered_and_in_the_lab(student, expected)
            assert "class=patients-week-3" in student.page.url
            student.page.reload()
            in_the_lab(student, expected)
    finally:
        process.terminate()
        process.wait(10)
    assert "Traceback" not in (tmp_path / "server.log").read_text()


def test_the_slider_of_a_question_keeps_the_keyboard(browser, tmp_path):
    (tmp_path / "pair.md").write_text(PAIR_QUESTION)
    process, address = start_server(tmp_path / "server.log", "--", "--classes", str(tmp_path))
    try:
        with fresh_page(browser, address) as student:
            student.page.goto(f"{address}/?class=pair")
            slider = student.page.locator(".st-key-lesson-question input[type=range]")
            slider.wait_for(timeout=READY)
            student.settle()
            slider.focus()
            for _ in range(6):  # not to the slider: to whatever has the keyboard
                student.page.keyboard.press("ArrowRight")
                student.settle()
            assert float(slider.input_value()) == pytest.approx(0.6)
    finally:
        process.terminate()
        process.wait(10)
